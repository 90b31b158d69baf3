import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Packr } from 'msgpackr';
import { z } from 'zod';
import { BadInputError, IllegalActionError, unwrap } from './errors.js';
import { writeFileWhole } from './files.js';
import type { Action, EventSink, Game, GameEvent, Seat, SeatSet } from './game.js';
import { type InputError, inputError, type Result } from './result.js';

/** The version of the file's form; rules have their own version in the header. */
export const REPLAY_FORMAT = 1;

const MAGIC = 'hench-replay';
const HINT_ORIGIN = 'It was not written by `hench play`, or was changed since.';
const HINT_COPY = 'Copy the file again from where it was made.';

/** What, beside the moves, makes a game again bit for bit, and who played it. */
export interface ReplayHeader {
  readonly game: 'gang' | 'gangup';
  /** Version of the rules that it was played under (`Game.version`). */
  readonly rules: number;
  /** The table's configuration as plain JSON, every key filled in. */
  readonly config: Readonly<Record<string, unknown>>;
  /** An integer below 2^53. */
  readonly seed: number;
  /** Who sat in each seat, by agent id; people as `person`. */
  readonly agents: readonly string[];
  /** Hashes of the models that played, by agent id. */
  readonly models: Readonly<Record<string, string>>;
  /** Seats of people (bits); The Gang counts no takes for them (R-CONCURRENT). */
  readonly people: SeatSet;
}

export interface Move {
  readonly seat: Seat;
  readonly action: Action;
}

/** A game, finished or not, as a list of moves. */
export interface Replay {
  readonly header: ReplayHeader;
  /** In the order in which they were applied. */
  readonly moves: readonly Move[];
  /** How the game stood after the last move, and a hash of all events: a check on the rules when it is replayed. */
  readonly result: { readonly over: boolean; readonly returns: readonly number[]; readonly events: string };
}

const bodySchema = z.strictObject({
  header: z.strictObject({
    game: z.enum(['gang', 'gangup']),
    rules: z.int().min(0),
    config: z.record(z.string(), z.unknown()),
    seed: z.int().min(0),
    agents: z.array(z.string()).min(1).max(31),
    models: z.record(z.string(), z.string()),
    people: z.int().min(0),
  }),
  /** seat, action, seat, action … */
  moves: z.array(z.int()).refine((list) => list.length % 2 === 0, 'should be pairs of seat and action'),
  result: z.strictObject({ over: z.boolean(), returns: z.array(z.number()), events: z.string() }),
});

/** Plain objects, no extensions: any MessagePack reader reads the file. */
const packr = new Packr({ useRecords: false, moreTypes: false, int64AsType: 'number' });

/** The bytes with which every replay begins: an array of four whose first item is the magic string. */
const PREFIX = Buffer.concat([Buffer.from([0x94, 0xa0 | MAGIC.length]), Buffer.from(MAGIC, 'latin1')]);

/** The file: MessagePack `[magic, format, body as bytes, SHA-256 of the body]`; the body holds the replay. */
export function encodeReplay(replay: Replay): Uint8Array {
  const moves: number[] = [];
  for (const move of replay.moves) moves.push(move.seat, move.action);
  const body = Buffer.from(packr.pack({ header: replay.header, moves, result: replay.result }));
  return packr.pack([MAGIC, REPLAY_FORMAT, body, digest(body)]);
}

/**
 * Reads a replay's bytes. `path` names them in errors: `replay/not-a-replay`, `replay/format` (another version of the
 * file's form), `replay/truncated`, `replay/altered` (checksum), `replay/content`. Says nothing about the moves:
 * see `verifyReplay`.
 */
export function decodeReplay(bytes: Uint8Array, path: string): Result<Replay> {
  const begins = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PREFIX.length));
  if (!PREFIX.subarray(0, begins.length).equals(begins) || begins.length === 0) {
    return bad(
      'replay/not-a-replay',
      path,
      'is not a replay of hench.',
      'Replays end in .hench and are written by `hench play`.',
    );
  }
  const format = bytes[PREFIX.length];
  if (format !== undefined && format !== REPLAY_FORMAT) {
    return bad(
      'replay/format',
      path,
      `is a replay in format ${format}, and this version of hench reads format ${REPLAY_FORMAT}.`,
      'Read it with the version of hench that wrote it.',
    );
  }
  let outer: unknown;
  try {
    outer = packr.unpack(bytes);
  } catch (error) {
    const short = (error as { incomplete?: boolean }).incomplete === true || error instanceof RangeError;
    return short ? truncated(path) : altered(path);
  }
  const [, , body, sum] = outer as [string, number, unknown, unknown];
  if (!(body instanceof Uint8Array) || !(sum instanceof Uint8Array)) return altered(path);
  if (!digest(body).equals(sum)) return altered(path);
  return readBody(body, path);
}

function readBody(body: Uint8Array, path: string): Result<Replay> {
  let content: unknown;
  try {
    content = packr.unpack(body);
  } catch {
    return altered(path);
  }
  const read = bodySchema.safeParse(content);
  if (!read.success) {
    const issue = read.error.issues[0]!;
    const where = issue.path.map(String).join('.');
    return bad(
      'replay/content',
      path,
      `${where === '' ? 'the replay' : where} is not as it should be: ${issue.message}.`,
      HINT_COPY,
    );
  }
  const { header, moves: flat, result } = read.data;
  const moves: Move[] = [];
  for (let i = 0; i < flat.length; i += 2) moves.push({ seat: flat[i]!, action: flat[i + 1]! });
  return { ok: true, value: { header, moves, result } };
}

/** Writes a replay file whole or not at all. */
export function writeReplay(path: string, replay: Replay): void {
  writeFileWhole(path, encodeReplay(replay));
}

/** Reads a replay file; errors as in `decodeReplay`, and `replay/unreadable`. */
export function readReplay(path: string): Result<Replay> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const message = code === 'ENOENT' ? 'there is no such file.' : `cannot be read (${code ?? 'unknown error'}).`;
    return bad('replay/unreadable', path, message, 'Give the path of a replay, as `hench play` shows it.');
  }
  return decodeReplay(bytes, path);
}

/**
 * The replay of a game from its moves. Plays them again to know the end, so it throws (`IllegalActionError`,
 * `BadInputError`) for moves or a configuration that the rules don't allow.
 */
export function makeReplay<Config, State, View, Event extends GameEvent>(
  game: Game<Config, State, View, Event>,
  about: Omit<ReplayHeader, 'game' | 'rules'>,
  moves: readonly Move[],
): Replay {
  const config = unwrap(game.parseConfig(about.config));
  const { result } = play(game, config, about, moves);
  return { header: { game: game.id, rules: game.version, ...about }, moves: [...moves], result };
}

class MoveError extends Error {}

/** Plays the moves from the start. Throws `MoveError` for one that isn't legal. */
function play<Config, State, View, Event extends GameEvent>(
  game: Game<Config, State, View, Event>,
  config: Config,
  about: Pick<ReplayHeader, 'seed' | 'people'>,
  moves: readonly Move[],
  sink?: EventSink<Event>,
): { readonly state: State; readonly result: Replay['result'] } {
  const state = game.createState(config);
  const hash = createHash('sha256');
  const hear = (event: Event): void => {
    hash.update(JSON.stringify(event));
    sink?.(event);
  };
  game.seatPeople?.(state, about.people);
  game.setup(state, about.seed, hear);
  for (const [index, { seat, action }] of moves.entries()) {
    try {
      game.apply(state, seat, action, hear);
    } catch (error) {
      if (!(error instanceof IllegalActionError)) throw error;
      throw new MoveError(`move ${index + 1} breaks the rules: ${error.message}`, { cause: error });
    }
  }
  const returns = new Float64Array(game.seats(config));
  game.returns(state, returns);
  const events = hash.digest('hex').slice(0, 32);
  return { state, result: { over: game.isOver(state), returns: [...returns], events } };
}

/**
 * Plays a replay again by the rules and gives the state after its last move. `sink` gets every event. Errors:
 * `replay/game`, `replay/rules` (another version), `replay/config`, `replay/agents`, `replay/move` (a move that the rules don't
 * allow), `replay/result` (another end than the file says).
 */
export function verifyReplay<Config, State, View, Event extends GameEvent>(
  game: Game<Config, State, View, Event>,
  replay: Replay,
  path: string,
  sink?: EventSink<Event>,
): Result<{ readonly config: Config; readonly state: State }> {
  const { header } = replay;
  if (header.game !== game.id) {
    return bad('replay/game', path, `is a game of ${header.game}, not of ${game.id}.`, 'Give a replay of that game.');
  }
  if (header.rules !== game.version) {
    return bad(
      'replay/rules',
      path,
      `was played under rules version ${header.rules}, and this version of hench has ${game.version}.`,
      'Read it with the version of hench that wrote it.',
    );
  }
  const config = game.parseConfig(header.config);
  if (!config.ok) return bad('replay/config', `${path}: ${config.error.path}`, config.error.message, config.error.hint);
  const seats = header.agents.length;
  if (game.seats(config.value) !== seats || header.people >= 2 ** seats) {
    return bad('replay/agents', path, `names ${seats} agents, which does not fit its table.`, HINT_ORIGIN);
  }
  try {
    const { state, result } = play(game, config.value, header, replay.moves, sink);
    if (JSON.stringify(result) !== JSON.stringify(replay.result)) {
      return bad('replay/result', path, 'plays out otherwise than it says.', HINT_ORIGIN);
    }
    return { ok: true, value: { config: config.value, state } };
  } catch (error) {
    if (!(error instanceof MoveError)) throw error;
    return bad('replay/move', path, `${error.message}.`, HINT_ORIGIN);
  }
}

/** The replay at `path`, played again; throws `BadInputError`. For commands and notebooks. */
export function openReplay<Config, State, View, Event extends GameEvent>(
  game: Game<Config, State, View, Event>,
  path: string,
  sink?: EventSink<Event>,
): { readonly replay: Replay; readonly config: Config; readonly state: State } {
  const read = readReplay(path);
  if (!read.ok) throw new BadInputError(read.error);
  const played = verifyReplay(game, read.value, path, sink);
  if (!played.ok) throw new BadInputError(played.error);
  return { replay: read.value, ...played.value };
}

function digest(body: Uint8Array): Buffer {
  return createHash('sha256').update(body).digest();
}

function truncated(path: string): Result<never> {
  return bad('replay/truncated', path, 'the replay is cut short.', HINT_COPY);
}

function altered(path: string): Result<never> {
  return bad('replay/altered', path, 'the replay was altered: its checksum does not fit.', HINT_COPY);
}

function bad(
  code: string,
  path: string,
  message: string,
  hint?: string,
): { readonly ok: false; readonly error: InputError } {
  return { ok: false, error: inputError(code, path, message, hint) };
}
