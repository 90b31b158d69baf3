import type { Preparation, Session } from '../../src/core/agent.js';
import { Rng } from '../../src/core/rng.js';
import type { Cards } from '../../src/gangup/cards.js';
import { cardsOf, type GangupConfig } from '../../src/gangup/config.js';
import { readPacks, SHIPPED } from '../../src/gangup/pack-file.js';
import type { GangupView } from '../../src/gangup/state.js';
import type { AgentParameter } from '../entry.js';
import type { Habits } from './habits.js';
import { PRACTICE_GAMES, Practice } from './practice.js';
import { script } from './script.js';
import { ADVISOR } from './temper.js';

/** At more seats than this fewer games are enough. */
const SEATS = 3;
/** How long practice keeps the process to itself, in milliseconds. */
const SLICE_MS = 10;

/** How agents with an adviser are told how long it practises. */
export const PRACTICE_PARAMETER: AgentParameter = {
  name: 'practice',
  meaning:
    'games that its adviser plays with itself first, fewer with four or five at the table, to learn about cards that are not the shipped ones; 0: none',
  default: PRACTICE_GAMES,
  min: 0,
  max: 100_000,
};

/** What the scores of boss for the act that its adviser would take are raised by, with cards that it wasn't trained with. */
export const TRUST = 3;

/** `TRUST` as agents are told it. */
export const TRUST_PARAMETER: AgentParameter = {
  name: 'trust',
  meaning:
    'with cards that are not the shipped ones: how much the score of the act that its adviser would take is raised',
  default: TRUST,
  min: 0,
  max: 100,
};

/** How a network is advised about cards that aren't the shipped ones. */
export interface Advised {
  /** Games of practice. */
  readonly practice?: number;
  readonly trust?: number;
}

const practices = new WeakMap<Cards, Map<string, Practised>>();

interface Practised {
  /** Games that it takes. */
  readonly games: number;
  /** Undefined once it is over. */
  practice: Practice | undefined;
  habits: Habits | undefined;
}

const unknown = new WeakMap<Cards, boolean>();

/** Whether practice of so many games does anything at such tables: where there are cards that aren't the shipped ones. */
export function practises(config: GangupConfig, games = PRACTICE_GAMES): boolean {
  if (games <= 0 || config.packs.every((pack) => pack === SHIPPED)) return false;
  const cards = cardsOf(config);
  const found = unknown.get(cards) ?? cards.data.some((card) => !shippedCards().has(JSON.stringify(card)));
  unknown.set(cards, found);
  return found;
}

let shipped: ReadonlySet<string> | undefined;

function shippedCards(): ReadonlySet<string> {
  if (shipped !== undefined) return shipped;
  const packs = readPacks([SHIPPED]);
  if (!packs.ok) throw new Error(`the shipped packs can't be read: ${packs.error[0]!.message}`);
  shipped = new Set(packs.value.flatMap(({ pack }) => pack.cards.map((card) => JSON.stringify(card))));
  return shipped;
}

/** The practice of a configuration, begun or over: one for all tables like it. */
function practisedAt(config: GangupConfig, asked: number): Practised {
  // Each game tells of every seat.
  const games = Math.ceil((asked * SEATS) / Math.max(SEATS, config.players));
  const cards = cardsOf(config);
  const { packs, ...table } = config;
  const key = JSON.stringify([games, table]);
  const known = practices.get(cards) ?? new Map<string, Practised>();
  practices.set(cards, known);
  const found = known.get(key) ?? { games, practice: new Practice(config), habits: undefined };
  known.set(key, found);
  return found;
}

function advance(at: Practised): void {
  const { practice, games } = at;
  practice!.step();
  if (!practice!.enough(games)) return;
  at.habits = practice!.habits();
  at.practice = undefined;
}

/**
 * Gets the adviser ready for a table, where it isn't yet: some seconds of practice the first time that there are cards that
 * the network wasn't trained with. Rejects with the signal's reason when it is aborted; what was practised until then stays.
 */
export async function practise(
  config: GangupConfig,
  games = PRACTICE_GAMES,
  { signal, onProgress }: Preparation = {},
): Promise<void> {
  if (!practises(config, games)) return;
  const at = practisedAt(config, games);
  let slice = performance.now() + SLICE_MS;
  while (at.practice !== undefined) {
    advance(at);
    if (performance.now() < slice) continue;
    onProgress?.(at.practice?.games ?? at.games, at.games);
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    slice = performance.now() + SLICE_MS;
  }
}

/** What the adviser has learned to do otherwise than by itself; practises first, at once, where it hasn't. */
export function habitsOf(config: GangupConfig, games = PRACTICE_GAMES): Habits | undefined {
  if (!practises(config, games)) return undefined;
  const at = practisedAt(config, games);
  while (at.practice !== undefined) advance(at);
  return at.habits;
}

/** The script that advises the network, one that remembers nothing, after practice of so many games. */
export function openAdvisor(
  config: GangupConfig,
  seat: number,
  rng: Rng = new Rng(0),
  games = PRACTICE_GAMES,
): Session<GangupView> {
  const habits = habitsOf(config, games);
  return script('advisor', habits?.temper ?? ADVISOR, habits).open(config, seat, rng) as Session<GangupView>;
}
