import { accessSync, constants, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type InputError, inputError, type Result } from '../../src/core/result.js';
import { refused } from '../entry.js';
import { LineChannel } from './channel.js';
import type { OutsideOptions } from './faults.js';
import { type OutsideAgent, startOutside, type Wire } from './outside-agent.js';
import type { SentView, Terms } from './terms.js';

/** What stands before the command line of a program. */
export const EXEC = 'exec:';

/**
 * The words of a command line: separated by spaces; quotes of either kind keep spaces together. No shell is involved.
 */
export function splitCommand(text: string): Result<string[], InputError> {
  const words: string[] = [];
  const form = /\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))(?=\s|$)/y;
  const line = text.trim();
  while (form.lastIndex < line.length) {
    const from = form.lastIndex;
    const match = form.exec(line);
    if (match === null) {
      return refused('agent/exec', `${EXEC}${text}`, `cannot be read from '${line.slice(from)}' on.`, QUOTES);
    }
    words.push(match[1] ?? match[2] ?? match[3]!);
  }
  if (words.length > 0) return { ok: true, value: words };
  return refused('agent/exec', `${EXEC}${text}`, 'names no program.', 'Write exec:./bot, or "exec:python3 bot.py".');
}

const QUOTES = 'Quote a word that has spaces or quotes in it.';

/** Starts the program of `exec:COMMAND`, which speaks the protocol of docs/exec-protocol.md. */
export async function startExec<View extends SentView>(
  name: string,
  terms: Terms<View>,
  options: OutsideOptions = {},
): Promise<Result<OutsideAgent<View>, InputError>> {
  const command = splitCommand(name.slice(EXEC.length));
  if (!command.ok) return command;
  const missing = findProgram(name, command.value[0]!);
  if (missing !== null) return { ok: false, error: missing };
  const begin = (events: ConstructorParameters<typeof LineChannel>[1]): LineChannel =>
    new LineChannel(command.value, events);
  return startOutside({ name, terms, wire: jsonWire(terms), hello: {}, begin }, options);
}

/** Why a program given by its path can't be run; names are looked up by the system. */
function findProgram(name: string, program: string): InputError | null {
  if (!/[\\/]/.test(program)) return null;
  const file = resolve(program);
  if (!existsSync(file)) return inputError('agent/exec', name, `there is no file ${program}.`, 'Check the path.');
  try {
    accessSync(file, constants.X_OK);
    return null;
  } catch {
    const hint = `Run chmod +x ${program}, or name what runs it: "exec:python3 ${program}".`;
    return inputError('agent/exec', name, `${program} is not executable.`, hint);
  }
}

/** Views in words and numbers; answers are a legal action's place in the list, its words or its code. */
export function jsonWire<View extends SentView>(terms: Terms<View>): Wire<View> {
  return {
    open: (_config, _seat, rng) => ({ seed: rng.uint32() }),
    act: (view, legal, observes) => ({
      view: terms.viewToJson(view, observes),
      legal: legal.toArray().map((code) => ({ move: terms.describe(view, code), code })),
    }),
    notice: (config, event, observes) => terms.eventToJson(config, event, observes),
    read: ({ move, index, code }, legal, describe) => {
      if (typeof code === 'number') return code;
      if (typeof index === 'number') return legal[index] ?? `index ${index}`;
      if (typeof move !== 'string') return 'no move';
      const text = move.trim().toLowerCase().replace(/\s+/g, ' ');
      return legal.find((action) => describe(action) === text) ?? move;
    },
  };
}
