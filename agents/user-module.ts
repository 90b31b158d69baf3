import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Agent, Session } from '../src/core/agent.js';
import { BadInputError } from '../src/core/errors.js';
import type { Action, ActionList } from '../src/core/game.js';
import { type InputError, inputError, type Result } from '../src/core/result.js';
import type { Rng } from '../src/core/rng.js';
import { refused } from './entry.js';

/** A path names a folder or ends like a module; ids never do. */
export function looksLikePath(head: string): boolean {
  return head.startsWith('.') || isAbsolute(head) || /[\\/]/.test(head) || /\.[cm]?js$/.test(head);
}

/** Puts an action in words, for the message about an illegal answer. */
export type Describe<View> = (view: View, action: Action) => string;

/** A user's own module. It runs with the rights of this process, as any imported code. `how` says what else there is. */
export async function loadModule<View>(
  path: string,
  describe: Describe<View>,
  how: string,
): Promise<Result<{ readonly exported: Agent<View>; readonly agent: Agent<View> }, InputError>> {
  const file = resolve(path);
  const shape = 'Its default export should be an agent ({ name, open }) or a function that returns one.';
  if (!existsSync(file)) return refused('agent/missing', path, 'there is no such file.', how);
  try {
    const module: unknown = await import(pathToFileURL(file).href);
    let made: unknown = (module as { default?: unknown }).default;
    if (typeof made === 'function') made = await (made as () => unknown)();
    if (typeof made !== 'object' || made === null || typeof (made as { open?: unknown }).open !== 'function') {
      return refused('agent/module', path, 'exports no agent.', shape);
    }
    const exported = made as Agent<View>;
    const agent: Agent<View> = {
      name: path,
      open: (config, seat, rng) => guarded(path, exported, describe, config, seat, rng),
    };
    return { ok: true, value: { exported, agent } };
  } catch (error) {
    const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return refused('agent/module', path, `cannot be loaded: ${message}.`, shape);
  }
}

/** A session of a user's agent, whose failures and illegal answers name the module they come from. */
async function guarded<View>(
  path: string,
  agent: Agent<View>,
  describe: Describe<View>,
  config: unknown,
  seat: number,
  rng: Rng,
): Promise<Session<View>> {
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
  const session: Session<View> = await tried(async () => agent.open(config, seat, rng)).catch(failed);
  if (typeof (session as Partial<Session<View>> | undefined)?.act !== 'function') {
    throw new BadInputError(inputError('agent/session', path, 'opens no session.', 'open() should return { act }.'));
  }
  const checked = (view: View, action: Action, legal: ActionList): Action => {
    if (legal.includes(action)) return action;
    const answered = Number.isInteger(action) ? describe(view, action) : String(action);
    const could = legal
      .toArray()
      .map((code) => describe(view, code))
      .join(', ');
    throw new BadInputError(
      inputError('agent/illegal', path, `answered '${answered}', which is not legal.`, `Legal: ${could}.`),
    );
  };
  const { notice, close } = session;
  return {
    act: (view, legal, budget) => {
      const answer = tried(() => session.act(view, legal, budget));
      if (answer instanceof Promise) return answer.then((action) => checked(view, action, legal), failed);
      return checked(view, answer, legal);
    },
    ...(notice === undefined ? {} : { notice: (event) => tried(() => notice.call(session, event)) }),
    ...(close === undefined ? {} : { close: () => tried(() => close.call(session)) }),
  };
}
