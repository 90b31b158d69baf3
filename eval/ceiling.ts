import { trueOrder } from '../src/env/gang-encode.js';
import { GangTable } from '../src/env/gang-table.js';
import type { GangConfig } from '../src/gang/config.js';
import { ROUNDS } from '../src/gang/state.js';
import { dealSeed } from './deals.js';
import { type Interval, wilson } from './stats.js';

/** What a team that sees all hands makes of the deals of an arena. */
export interface CeilingPlays {
  /** [games] 1 for a heist that succeeded. */
  readonly successes: Float64Array;
  readonly success: Interval;
  /** Chips moved per round, all seats together. */
  readonly movesPerRound: number;
}

/**
 * An upper reference, no agent: it peeks. Every seat sees all hands and the community cards to come, and may do nothing
 * but what seats do: when the scheduler asks it, it takes a chip, or keeps. Each takes the chip of its place in the true
 * order of the showdown, equal hands by seat (R-TIE); from another seat only if that seat holds what isn't its own. Of
 * the base game, one heist a deal, on the arena's deals.
 */
export function playCeiling(config: GangConfig, games: number, seed: number): CeilingPlays {
  const table = new GangTable(config, { observation: 'full', equity: false, privileged: false, shaping: 0 });
  const { players } = config;
  const low = new Int32Array(players);
  const high = new Int32Array(players);
  const place = new Int32Array(players);
  const successes = new Float64Array(games);
  let moves = 0;
  for (let deal = 0; deal < games; deal++) {
    table.reset(dealSeed(seed, deal));
    trueOrder(table.state.game, low, high);
    placesOf(low, place);
    while (!table.over) {
      const { seat } = table;
      const wanted = place[seat]!;
      const holds = table.state.game.starNow(seat) === wanted;
      if (!holds) moves++;
      if (table.step(holds ? 0 : 1 + wanted) === 1) successes[deal] = 1;
    }
  }
  const won = successes.reduce((sum, one) => sum + one, 0);
  return { successes, success: wilson(won, games), movesPerRound: moves / (games * ROUNDS) };
}

/** A place for each seat: equal hands share the lowest of theirs in `low`, and stand by seat. */
function placesOf(low: Int32Array, out: Int32Array): void {
  for (let seat = 0; seat < low.length; seat++) {
    let before = 0;
    for (let other = 0; other < seat; other++) if (low[other] === low[seat]) before++;
    out[seat] = low[seat]! + before;
  }
}
