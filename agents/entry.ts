import type { Agent } from '../src/core/agent.js';
import { fail, type InputError, inputError, type Result } from '../src/core/result.js';

/** A number that an agent can be given: `full?temperature=1`. */
export interface AgentParameter {
  readonly name: string;
  readonly meaning: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/** An agent by name, with the help that `hench agents` prints. */
export interface AgentEntry<A extends Agent<never>> {
  readonly id: string;
  readonly help: string;
  readonly parameters: readonly AgentParameter[];
  /** Of a script that others are measured against: bumped when its choices change. */
  readonly version?: number;
  make(parameters: Readonly<Record<string, number>>): A;
}

/** Each parameter's default, by its name. */
export function defaultsOf(known: readonly AgentParameter[]): Record<string, number> {
  return Object.fromEntries(known.map((p) => [p.name, p.default]));
}

/** A refusal that names the agent as it was asked for. */
export function refused(code: string, path: string, message: string, hint: string): Result<never, InputError> {
  return fail(inputError(code, path, message, hint));
}

/** `spread=1&lapse=0.2` as numbers, defaults filled in; a refusal names the parameter and what there is. */
export function readParameters(
  name: string,
  query: string,
  known: readonly AgentParameter[],
): Result<Record<string, number>, InputError> {
  const values = defaultsOf(known);
  const names = known.length === 0 ? 'It has none.' : `It has: ${known.map((p) => p.name).join(', ')}.`;
  for (const part of query === '' ? [] : query.split('&')) {
    const [key = '', text = ''] = part.split('=');
    const parameter = known.find((p) => p.name === key);
    if (parameter === undefined) return refused('agent/parameter', name, `'${key}' is not a parameter of it.`, names);
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (!(value >= parameter.min && value <= parameter.max)) {
      const range = `${parameter.min} to ${parameter.max}`;
      return refused('agent/parameter', name, `${key} should be a number from ${range}, not '${text}'.`, names);
    }
    values[key] = value;
  }
  return { ok: true, value: values };
}
