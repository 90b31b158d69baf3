import type { Variant } from '../../src/gang/config.js';

/**
 * How far equities (at Omaha, stud and Banana Split: standings in the field) spread before the river: standard
 * deviations in Rounds 1 to 3, measured over some hundred deals.
 */
const EQUITY_SPREAD: Readonly<Record<Variant, readonly [number, number, number]>> = {
  holdem: [0.1, 0.2, 0.236],
  omaha: [0.072, 0.179, 0.22],
  stud: [0.13, 0.171, 0.221],
  bananaSplit: [0.058, 0.108, 0.17],
  voteOfChange: [0.09, 0.165, 0.205],
};

/** Where a hand of that equity in Hold'em stands among all hands, about: equities bunch around ½ before the river. */
export function percentileOf(equity: number, round: number): number {
  const spread = EQUITY_SPREAD.holdem[round];
  if (spread === undefined) return Math.min(1, Math.max(0, equity));
  // The logistic curve that is nearest to the normal distribution's.
  return 1 / (1 + Math.exp((-1.702 * (equity - 0.5)) / spread));
}

/**
 * The equity in Hold'em that is as good among hands as this one is at its table: a network that knows Hold'em's sees
 * those of other variants as spread as it is used to.
 */
export function asHoldem(variant: Variant, equity: number, round: number): number {
  const spread = EQUITY_SPREAD[variant][round];
  const usual = EQUITY_SPREAD.holdem[round];
  if (spread === undefined || usual === undefined) return equity;
  return Math.min(1, Math.max(0, 0.5 + ((equity - 0.5) * usual) / spread));
}
