/**
 * The other side of `module.ts`: a process that holds one user's module and answers for its agent. Run by `fork`.
 */
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Agent, Session } from '../../src/core/agent.js';
import { ActionList, type GameEvent } from '../../src/core/game.js';
import { type InputError, inputError } from '../../src/core/result.js';
import { Rng } from '../../src/core/rng.js';
import { thrownText } from './faults.js';
import { PROTOCOL } from './program.js';
import type { SentView, Terms } from './terms.js';

type Received =
  | { readonly type: 'hello'; readonly game: 'gang' | 'gangup'; readonly file: string; readonly path: string }
  | {
      readonly type: 'open';
      readonly table: number;
      readonly seat: number;
      readonly config: unknown;
      readonly rng: number[];
    }
  | {
      readonly type: 'act';
      readonly id: number;
      readonly table: number;
      readonly time: number;
      readonly words: Int32Array;
      readonly legal: Int32Array;
    }
  | { readonly type: 'notice'; readonly table: number; readonly event: GameEvent }
  | { readonly type: 'close'; readonly table: number };

interface OpenSession {
  readonly view: SentView;
  session: Session<SentView> | Promise<Session<SentView>>;
}

const SHAPE = 'Its default export should be an agent ({ name, open }) or a function that returns one.';

const outbox: object[] = [];

/** Sends what came together in one message. */
function answer(message: object): void {
  if (outbox.push(message) === 1) setImmediate(flush);
}

function flush(): void {
  if (process.connected) process.send!(outbox.splice(0));
}

let agent: Agent<SentView>;
let terms: Terms<SentView>;
const tables = new Map<number, OpenSession>();
const configs = new Map<string, unknown>();

/** One object for equal configurations: what a game makes of one is kept with it. */
function sameConfig(config: unknown): unknown {
  const key = JSON.stringify(config);
  if (!configs.has(key)) configs.set(key, config);
  return configs.get(key);
}

/** What a module throws outside the calls that it answers ends the process, as it would end any. */
function die(error: unknown): void {
  process.stderr.write(`${thrownText(error)}\n`, () => process.exit(1));
}
process.on('uncaughtException', die);
process.on('unhandledRejection', die);
process.on('disconnect', () => process.exit(0));

process.on('message', (messages: Received[]) => {
  for (const message of messages) receive(message);
});

function receive(message: Received): void {
  switch (message.type) {
    case 'hello':
      void load(message);
      return;
    case 'open': {
      const { table, seat, rng } = message;
      const config = sameConfig(message.config);
      const session = (async () => opened(await agent.open(config, seat, Rng.fromState(rng))))();
      const open: OpenSession = { view: terms.createView(config), session };
      session.then(
        (ready) => {
          open.session = ready;
        },
        () => {}, // told when it is asked
      );
      tables.set(table, open);
      return;
    }
    case 'act':
      act(message);
      return;
    case 'notice':
      void quietly(message.table, (session) => session.notice?.(message.event));
      return;
    case 'close':
      void quietly(message.table, (session) => session.close?.());
      tables.delete(message.table);
  }
}

async function load({ game, file, path }: Received & { type: 'hello' }): Promise<void> {
  const refuse = (message: string): void => {
    const error: InputError = inputError('agent/module', path, message, SHAPE);
    answer({ type: 'refused', error });
  };
  try {
    // One game's rules are enough, and start sooner than those of both.
    terms = (game === 'gang'
      ? (await import('./gang-terms.js')).GANG_TERMS
      : (await import('./gangup-terms.js')).GANGUP_TERMS) as unknown as Terms<SentView>;
    if (/\.[cm]?ts$/.test(file)) register(new URL('./typescript-hooks.js', import.meta.url));
    const module: unknown = await import(pathToFileURL(file).href);
    let made: unknown = (module as { default?: unknown }).default;
    if (typeof made === 'function') made = await (made as () => unknown)();
    if (typeof made !== 'object' || made === null || typeof (made as { open?: unknown }).open !== 'function') {
      refuse('exports no agent.');
      return;
    }
    agent = made as Agent<SentView>;
    const { observes } = made as { observes?: unknown };
    answer({ type: 'hello', protocol: PROTOCOL, observes, notices: true });
  } catch (error) {
    refuse(`cannot be loaded: ${thrownText(error)}.`);
  }
}

function opened(session: Session<SentView> | undefined): Session<SentView> {
  if (typeof session?.act === 'function') return session;
  throw new Error('opens no session: open() should return { act }');
}

/** Gives an answer, and says whether the session would rather not hear what happens. */
function done(id: number, session: Session<SentView>, action: unknown): void {
  const code = typeof action === 'number' ? action : String(action);
  answer(session.notice === undefined ? { id, code, deaf: true } : { id, code });
}

/** Answers at once where the module does, so that many questions that came together are answered together. */
function act({ id, table, time, words, legal }: Received & { type: 'act' }): void {
  const failed = (error: unknown): void => answer({ id, error: thrownText(error) });
  try {
    const { view, session } = tables.get(table)!;
    view.words.set(words);
    const deadline = performance.now() + time;
    // A list of its own: others may be asked before an answer comes.
    const list = new ActionList(Math.max(1, legal.length));
    list.codes.set(legal);
    list.length = legal.length;
    if (session instanceof Promise) {
      session.then(async (ready) => done(id, ready, await ready.act(view, list, { deadline }))).catch(failed);
      return;
    }
    const code = session.act(view, list, { deadline });
    if (code instanceof Promise) code.then((action) => done(id, session, action)).catch(failed);
    else done(id, session, code);
  } catch (error) {
    failed(error);
  }
}

/** Calls that nobody waits for: what they throw is told all the same. */
async function quietly(table: number, work: (session: Session<SentView>) => unknown): Promise<void> {
  const open = tables.get(table);
  try {
    if (open !== undefined) await work(open.session instanceof Promise ? await open.session : open.session);
  } catch (error) {
    answer({ type: 'fault', error: thrownText(error) });
  }
}
