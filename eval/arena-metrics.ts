import type { MetricDefinition } from '../training/metric-list.js';
import { HABITS } from './bidding.js';

const SHARE = { unit: 'share', range: '0 … 1' } as const;
const POINTS = { unit: 'difference of shares', range: '−1 … 1' } as const;

/**
 * What `hench arena --json` says; docs/METRICS.md is made from this. `lineups[i]` is one line-up, `seats[k]` one agent of
 * a line-up of Gang Up!. Intervals are 95 %.
 */
export const ARENA_METRICS: readonly MetricDefinition[] = [
  {
    key: 'lineups[i].success',
    meaning:
      'The Gang: share of heists that succeeded. The headline interval is Wilson’s: it stays within 0 … 1 and keeps its width where every deal went alike, where the bootstrap has none; elsewhere the two agree. Whole games: Wilson’s for as many independent heists as show the variance between games. With `--until`: that of `sequence`',
    ...SHARE,
    source: '`wilson` and `clusteredShare` in eval/stats.ts (Wilson 1927)',
  },
  {
    key: 'lineups[i].bootstrap, seats[k].bootstrap',
    meaning:
      'the same share; its interval by drawing deals (Gang Up!: with all their seatings) anew, 2,000 times, bias-corrected and accelerated. More than 10,000 deals are drawn in blocks of neighbours; levels are expanded for few deals (Hesterberg 2015). Where nearly all deals came out alike it is too narrow: look at `success`',
    ...SHARE,
    source: '`bootstrap` in eval/bootstrap.ts (Efron 1987)',
  },
  {
    key: 'lineups[i].control',
    meaning:
      'the same share with some of the luck of the deals taken out: each deal’s result less β·(c − c̄), where c are the difficulty of the deal from its cards and, with `--control`, the result of a reference team; β by regression on the other nine tenths of the deals, c̄ from four times as many other deals, so that it has no bias',
    formula: 'mean of x − β·(c − c̄); variance s²(residuals)/n + β′Σβ/m',
    ...SHARE,
    source: '`controlledMean` in eval/control.ts, `difficulties` in eval/difficulty.ts',
  },
  {
    key: 'lineups[i].control.varianceReduction',
    meaning: 'how much of the plain mean’s variance that took away; below 0 where it added some',
    formula: '1 − Var(control) / Var(plain)',
    unit: 'share',
    range: '≤ 1',
    source: '`controlledMean` in eval/control.ts',
  },
  {
    key: 'lineups[i].sequence, seats[k].sequence',
    meaning:
      'with `--until`: a confidence sequence, whose intervals hold the truth at all looks together with 95 %, so that stopping at the first narrow one is fair. Numbers within 0 … 1 (heists, games, win share of a deal) are bet on with a fixed mixture of stakes; what has reached 40 times its stake is ruled out',
    ...SHARE,
    source: '`ConfidenceSequence` in eval/sequential.ts (Ville 1939; Waudby-Smith and Ramdas 2024)',
  },
  {
    key: 'differences[j].success',
    meaning: 'The Gang: how much more often line-up a succeeded than b, deal by deal on the same deals',
    formula: 'mean of xₐ − x_b, Student’s interval',
    ...POINTS,
    source: '`meanInterval` in eval/stats.ts',
  },
  {
    key: 'seats[k].winShare',
    meaning:
      'Gang Up!: share of games that one copy of the agent won, shared wins split; the games of a deal, one for each way to sit, are a cluster',
    ...SHARE,
    source: '`clusteredShare` in eval/stats.ts (Cochran 1977, § 6.3)',
  },
  {
    key: 'ceiling[j].success, behind[k].success',
    meaning:
      'The Gang, with `--ceiling`: share of heists of a team that peeks (sees all hands, has the chips alone to act with), for each size of table; and how much more that is than each line-up, deal by deal',
    ...SHARE,
    source: '`playCeiling` in eval/ceiling.ts',
  },
  {
    key: 'lineups[i].ceiling.winShare',
    meaning:
      'Gang Up!, with `--ceiling`: share of games that a search wins which sees all cards, in the places of the line-up’s first agent, on the first `games` of the same games. It is the search of `ismcts` on the true state of the table: all hands, the order of both piles, and the generator of draws, shuffles and random picks to come; `iterations` for a decision, looking `turns` beyond the turn at hand. More of either wins more: it is a reference with a budget, and no bound',
    ...SHARE,
    source: '`peeker` in eval/ceiling-gangup.ts',
  },
  {
    key: 'lineups[i].ceiling.reached',
    meaning:
      'how far the first agent has come from the fair share to the ceiling; its interval by drawing deals 2,000 times, those that the ceiling played with what both won of them, the others among themselves. null where the ceiling is not above the fair share in every draw',
    formula: '(seats[0].winShare − fairShare) / (ceiling.winShare − fairShare)',
    unit: 'share of the way',
    range: 'any; 0 fair, 1 the ceiling’s',
    source: '`bootstrapReached` in eval/bootstrap.ts (Efron 1987)',
  },
  {
    key: 'lineups[i].forfeits, lineups[i].ends.forfeit',
    meaning:
      'with `--strict`: games that a fault of a user’s own agent ended. The Gang: the heist counts as failed; Gang Up!: the others share the win',
    unit: 'games',
    range: '≥ 0',
    source: '`playLineup` in eval/play.ts, `GangupMatch` in eval/gangup-play.ts',
  },
  {
    key: 'cells[j].value',
    meaning:
      '`--cross-play`: what a table of two agents did. The Gang: share of heists; Gang Up!: win share of the guest among copies of the host. Mix `half`: as many of each; `guest`: one guest; `alone`: no guest',
    ...SHARE,
    source: '`runCrossPlay` in eval/cross-play.ts',
  },
  {
    key: 'groups[j].self, cross, difference',
    meaning:
      'seeds of one kind: mean over each alone, mean over all pairs of different seeds, and the second less the first; percentile intervals over 2,000 draws of deals and of seeds (draws of one seed alone are repeated, since it could not be crossed: with two seeds nothing is learned about other seeds). What the seeds contribute to `self` and `cross` is widened for their small number (Student, k / (k − 1)); without it four seeds hold the mean of their kind 80 times in 100. `differenceOverDeals` keeps the seeds as they are',
    unit: 'share',
    range: '0 … 1 (difference −1 … 1)',
    source: '`CrossPlayMeans` in eval/cross-play.ts',
  },
  {
    key: 'agents[k].rating, sigma, ordinal',
    meaning:
      '`--round-robin`: openskill’s μ from who won and who did not, everybody from 25, games in an order drawn from the seed; its interval is 1.96 standard deviations over draws of deals, each rated again in another order. σ and μ − 3σ are openskill’s own',
    unit: 'rating',
    range: 'any',
    source: '`runRoundRobin` in eval/round-robin.ts (Weng and Lin 2011)',
  },
  ...HABITS.map((habit) => ({
    ...habit,
    key: `lineups[i].bidding[k].habits, ${habit.key}`,
    meaning: `with \`--bidding\`: ${habit.meaning}; over all, by status gap (own status less that of the best rival) and by place in the order of turns, with the number of occasions`,
  })),
];
