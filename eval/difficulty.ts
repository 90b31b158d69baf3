import { riverEquities } from '../src/cards/equity-river.js';
import type { GangConfig } from '../src/gang/config.js';
import { gang } from '../src/gang/game.js';
import { planOf } from '../src/gang/plan.js';
import { BOARD_MAX } from '../src/gang/state.js';
import { dealSeed } from './deals.js';

/**
 * How hard a deal of The Gang is, from its cards alone, whoever plays: neighbours in the true order whose hands are
 * almost alike are what goes wrong. With r₁ ≤ … ≤ r_N the chance of each hand, all community cards known, to beat a
 * random one: how many neighbours tie (they may stand in either order), and how many are close, Σ exp(−(rₖ₊₁ − rₖ)/w)
 * over those that don't tie, for three widths w.
 */
export const DIFFICULTY = ['ties', 'close02', 'close05', 'close15'] as const;
const WIDTHS = [0.02, 0.05, 0.15] as const;

/** Whether `difficulties` speaks of this table: one heist of the base game. */
export function hasDifficulty(config: GangConfig): boolean {
  return planOf(config).plain && config.length === 'heist';
}

/** The difficulty of the deals `from` to before `to` of an arena's seed: [DIFFICULTY.length] lists of numbers. */
export function difficulties(config: GangConfig, seed: number, from: number, to: number): Float64Array[] {
  const { players } = config;
  const state = gang.createState(config);
  const board = new Int32Array(BOARD_MAX);
  const strength = new Float64Array(players);
  const out = DIFFICULTY.map(() => new Float64Array(to - from));
  for (let deal = from; deal < to; deal++) {
    gang.setup(state, dealSeed(seed, deal));
    const dealt = state.deckInfo[0]!;
    for (let i = 0; i < BOARD_MAX; i++) board[i] = state.deck[dealt + i]!;
    riverEquities(state.pocket, 0, players, board, 0, strength, 0);
    strength.sort();
    for (let i = 1; i < players; i++) {
      const gap = strength[i]! - strength[i - 1]!;
      if (gap === 0) out[0]![deal - from]!++;
      else for (const [k, width] of WIDTHS.entries()) out[k + 1]![deal - from]! += Math.exp(-gap / width);
    }
  }
  return out;
}
