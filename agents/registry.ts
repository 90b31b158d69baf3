import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Session } from '../src/core/agent.js';
import { BadInputError } from '../src/core/errors.js';
import type { Action, ActionList } from '../src/core/game.js';
import { fail, type InputError, inputError, type Result } from '../src/core/result.js';
import type { Rng } from '../src/core/rng.js';
import { describeAction } from '../src/gang/notation.js';
import type { GangView } from '../src/gang/state.js';
import { BELIEF_DEFAULTS, makeBelief } from './belief.js';
import type { GangAgent } from './gang-agent.js';
import { greedy } from './greedy.js';
import { DEFAULT_TEMPERATURE, OnnxPolicy, onnxAgent, shippedModel } from './onnx.js';
import { random } from './random.js';

/** A number that an agent can be given: `full?temperature=1`. */
export interface AgentParameter {
  readonly name: string;
  readonly meaning: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/** An agent by name, with the help that `hench agents` prints. */
export interface AgentEntry {
  readonly id: string;
  /** What it may look at (R-SILENT). */
  readonly observes: 'full' | 'legible';
  readonly help: string;
  readonly parameters: readonly AgentParameter[];
  make(parameters: Readonly<Record<string, number>>): GangAgent;
}

const temperature = (standard: number): AgentParameter => ({
  name: 'temperature',
  meaning: 'spread of its choices: 0 takes the likeliest act, 1 draws as in training',
  default: standard,
  min: 0,
  max: 100,
});

function trained(observes: 'full' | 'legible', help: string): AgentEntry {
  return {
    id: observes,
    observes,
    help,
    parameters: [temperature(DEFAULT_TEMPERATURE[observes])],
    make: (options) => onnxAgent(observes, observes, (players) => shippedModel(observes, players), options),
  };
}

export const GANG_AGENTS: readonly AgentEntry[] = [
  { id: 'random', observes: 'legible', help: 'any legal act, with equal chance', parameters: [], make: () => random },
  {
    id: 'greedy',
    observes: 'full',
    help: 'takes the chip that its equity against one random hand points to; the yardstick',
    parameters: [],
    make: () => greedy,
  },
  {
    id: 'belief',
    observes: 'full',
    help: 'weighs what the others may hold by the chips they took, and takes the chip of its likeliest rank',
    parameters: [
      {
        name: 'spread',
        meaning: 'how far from its true place, in chips, it thinks a seat may pick on the river',
        default: BELIEF_DEFAULTS.spread,
        min: 0.05,
        max: 10,
      },
      {
        name: 'earlier',
        meaning: 'what each round before the river adds to that',
        default: BELIEF_DEFAULTS.earlier,
        min: 0,
        max: 10,
      },
      {
        name: 'lapse',
        meaning: 'how often it thinks a pick means nothing',
        default: BELIEF_DEFAULTS.lapse,
        min: 0,
        max: 1,
      },
    ],
    make: makeBelief,
  },
  trained('full', 'trained by self-play; sees the chips and how they moved'),
  trained('legible', 'trained by self-play; sees only the chips on the table and those of past rounds'),
];

/** Forms of a name that stand for something outside the registry. */
export const AGENT_FORMS = [
  {
    form: 'model:DIR',
    help: 'a trained model: a folder with policy.onnx and card.json (`hench train`, `hench export`)',
  },
  { form: './my-bot.js', help: 'a module of your own: its default export is an agent, or a function that makes one' },
] as const;

/**
 * The agent that a name stands for: an id of the registry, `model:DIR`, or the path of a module, each with parameters
 * after a question mark (`full?temperature=1`). With `players`, a trained agent's model is loaded now, so that a
 * missing or wrong one is refused here; without, when it sits down.
 */
export async function resolveAgent(name: string, players?: number): Promise<Result<GangAgent, InputError>> {
  const [head, query] = splitName(name);
  if (head.startsWith('exec:')) {
    return bad('agent/unsupported', name, 'programs as agents (exec:) are not in this version.', HOW);
  }
  let agent: GangAgent;
  if (head.startsWith('model:')) {
    const parameters = readParameters(name, query, [temperature(0)]);
    if (!parameters.ok) return parameters;
    const given = query === '' ? {} : parameters.value; // else the default of the model's class
    const found = await modelAgent(name, head.slice('model:'.length), given);
    if (!found.ok) return found;
    agent = found.value;
  } else if (looksLikePath(head)) {
    if (query !== '') return bad('agent/parameter', name, 'an agent of your own takes no parameters here.', HOW);
    return loadModule(head);
  } else {
    const entry = GANG_AGENTS.find((candidate) => candidate.id === head);
    if (entry === undefined) return bad('agent/unknown', name, 'there is no such agent.', HOW);
    const parameters = readParameters(name, query, entry.parameters);
    if (!parameters.ok) return parameters;
    agent = entry.make(parameters.value);
  }
  if (players === undefined || agent.policy === undefined) return { ok: true, value: { ...agent, name } };
  try {
    await agent.policy({ players } as never);
  } catch (error) {
    if (error instanceof BadInputError) return fail(error.error);
    throw error;
  }
  return { ok: true, value: { ...agent, name } };
}

const HOW = `Agents: ${[...GANG_AGENTS.map((a) => a.id), ...AGENT_FORMS.map((f) => f.form)].join(', ')}.`;

function bad(code: string, path: string, message: string, hint: string): Result<never, InputError> {
  return fail(inputError(code, path, message, hint));
}

function splitName(name: string): [string, string] {
  const at = name.indexOf('?');
  return at < 0 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)];
}

/** A path names a folder or ends like a module; ids never do. */
function looksLikePath(head: string): boolean {
  return head.startsWith('.') || isAbsolute(head) || /[\\/]/.test(head) || /\.[cm]?js$/.test(head);
}

function readParameters(
  name: string,
  query: string,
  known: readonly AgentParameter[],
): Result<Record<string, number>, InputError> {
  const values = Object.fromEntries(known.map((p) => [p.name, p.default]));
  const names = known.length === 0 ? 'It has none.' : `It has: ${known.map((p) => p.name).join(', ')}.`;
  for (const part of query === '' ? [] : query.split('&')) {
    const [key = '', text = ''] = part.split('=');
    const parameter = known.find((p) => p.name === key);
    if (parameter === undefined) return bad('agent/parameter', name, `'${key}' is not a parameter of it.`, names);
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (!(value >= parameter.min && value <= parameter.max)) {
      const range = `${parameter.min} to ${parameter.max}`;
      return bad('agent/parameter', name, `${key} should be a number from ${range}, not '${text}'.`, names);
    }
    values[key] = value;
  }
  return { ok: true, value: values };
}

async function modelAgent(
  name: string,
  dir: string,
  parameters: { readonly temperature?: number },
): Promise<Result<GangAgent, InputError>> {
  if (dir === '') return bad('agent/unknown', name, 'names no folder.', 'Write model:DIR.');
  const folder = resolve(dir);
  const loaded = await OnnxPolicy.load(folder);
  if (!loaded.ok) return loaded;
  return { ok: true, value: onnxAgent(name, loaded.value.card.class, () => folder, parameters) };
}

/** A user's own module. It runs with the rights of this process, as any imported code. */
async function loadModule(path: string): Promise<Result<GangAgent, InputError>> {
  const file = resolve(path);
  const shape = 'Its default export should be an agent ({ name, open }) or a function that returns one.';
  if (!existsSync(file)) return bad('agent/missing', path, 'there is no such file.', HOW);
  try {
    const module: unknown = await import(pathToFileURL(file).href);
    let made: unknown = (module as { default?: unknown }).default;
    if (typeof made === 'function') made = await (made as () => unknown)();
    if (typeof made !== 'object' || made === null || typeof (made as { open?: unknown }).open !== 'function') {
      return bad('agent/module', path, 'exports no agent.', shape);
    }
    const agent = made as GangAgent;
    const observes = agent.observes === 'legible' ? 'legible' : 'full';
    return {
      ok: true,
      value: { name: path, observes, open: (config, seat, rng) => guarded(path, agent, config, seat, rng) },
    };
  } catch (error) {
    const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return bad('agent/module', path, `cannot be loaded: ${message}.`, shape);
  }
}

/** A session of a user's agent, whose failures and illegal answers name the module they come from. */
async function guarded(
  path: string,
  agent: GangAgent,
  config: unknown,
  seat: number,
  rng: Rng,
): Promise<Session<GangView>> {
  const failed = (error: unknown): never => {
    if (error instanceof BadInputError) throw error;
    const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new BadInputError(inputError('agent/failed', path, `failed: ${message}.`, 'Mend it and run again.'));
  };
  const tried = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      return failed(error);
    }
  };
  const session: Session<GangView> = await tried(async () => agent.open(config, seat, rng)).catch(failed);
  if (typeof (session as Partial<Session<GangView>> | undefined)?.act !== 'function') {
    throw new BadInputError(inputError('agent/session', path, 'opens no session.', 'open() should return { act }.'));
  }
  const checked = (action: Action, legal: ActionList): Action => {
    if (legal.includes(action)) return action;
    const answered = Number.isInteger(action) ? describeAction(action) : String(action);
    const could = legal.toArray().map(describeAction).join(', ');
    throw new BadInputError(
      inputError('agent/illegal', path, `answered '${answered}', which is not legal.`, `Legal: ${could}.`),
    );
  };
  const { notice, close } = session;
  return {
    act: (view, legal, budget) => {
      const answer = tried(() => session.act(view, legal, budget));
      if (answer instanceof Promise) return answer.then((action) => checked(action, legal), failed);
      return checked(answer, legal);
    },
    ...(notice === undefined ? {} : { notice: (event) => tried(() => notice.call(session, event)) }),
    ...(close === undefined ? {} : { close: () => tried(() => close.call(session)) }),
  };
}
