import type { Session } from '../../src/core/agent.js';
import { Rng } from '../../src/core/rng.js';
import type { Cards } from '../../src/gangup/cards.js';
import { cardsOf, type GangupConfig } from '../../src/gangup/config.js';
import { SHIPPED } from '../../src/gangup/pack-file.js';
import type { GangupView } from '../../src/gangup/state.js';
import type { AgentParameter } from '../entry.js';
import type { Habits } from './habits.js';
import { PRACTICE_GAMES, Practice } from './practice.js';
import { script } from './script.js';
import { ADVISOR } from './temper.js';

/** How long practice keeps the process to itself, in milliseconds. */
const SLICE_MS = 10;

/** How agents with an adviser are told how long it practises. */
export const PRACTICE_PARAMETER: AgentParameter = {
  name: 'practice',
  meaning:
    'games that its adviser plays with itself first, to learn about cards that are not the shipped ones; 0: none',
  default: PRACTICE_GAMES,
  min: 0,
  max: 100_000,
};

const practices = new WeakMap<Cards, Map<string, Practised>>();

interface Practised {
  /** Games that it takes. */
  readonly games: number;
  /** Undefined once it is over. */
  practice: Practice | undefined;
  habits: Habits | undefined;
}

/** Whether practice of so many games does anything at such tables: where there are cards that aren't the shipped ones. */
export function practises({ packs }: GangupConfig, games = PRACTICE_GAMES): boolean {
  return games > 0 && packs.some((pack) => pack !== SHIPPED);
}

/** The practice of a configuration, begun or over: one for all tables like it. */
function practisedAt(config: GangupConfig, games: number): Practised {
  const cards = cardsOf(config);
  const { packs, ...table } = config;
  const key = JSON.stringify([games, table]);
  const known = practices.get(cards) ?? new Map<string, Practised>();
  practices.set(cards, known);
  const found = known.get(key) ?? { games, practice: new Practice(config), habits: undefined };
  known.set(key, found);
  return found;
}

function step(at: Practised): void {
  const { practice, games } = at;
  practice!.play();
  if (!practice!.enough(games)) return;
  at.habits = practice!.habits();
  at.practice = undefined;
}

/**
 * Gets the adviser ready for a table, where it isn't yet: some seconds of practice the first time that there are cards that
 * the network wasn't trained with. `onGame` hears how many games have been played.
 */
export async function practise(
  config: GangupConfig,
  games = PRACTICE_GAMES,
  onGame?: (done: number, total: number) => void,
): Promise<void> {
  if (!practises(config, games)) return;
  const at = practisedAt(config, games);
  let slice = performance.now() + SLICE_MS;
  while (at.practice !== undefined) {
    step(at);
    onGame?.(at.practice?.games ?? games, games);
    if (performance.now() < slice) continue;
    await new Promise((resolve) => setImmediate(resolve));
    slice = performance.now() + SLICE_MS;
  }
}

/** What the adviser has learned to do otherwise than by itself; practises first, at once, where it hasn't. */
export function habitsOf(config: GangupConfig, games = PRACTICE_GAMES): Habits | undefined {
  if (!practises(config, games)) return undefined;
  const at = practisedAt(config, games);
  while (at.practice !== undefined) step(at);
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
