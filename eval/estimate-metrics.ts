import type { MetricDefinition } from '../training/metric-list.js';

const RANK_LOSS = { unit: 'nats a seat', range: '0 … ln 10⁴' } as const;
const SOURCE = '`Scorer` in eval/calibration.ts';
const SHARE = { unit: 'share', range: '0 … 1' } as const;

/**
 * What `hench estimator measure --json` says of each model; docs/METRICS.md is made from this. Keys begin below
 * `models[i]`; `{tables}` is `all`, `own` (the model in every seat) or `strangers`, `{who}` is `model`, `belief`,
 * `tempered` or `baseRates`; see `FORECASTERS` in eval/estimates.ts.
 */
export const ESTIMATE_METRICS: readonly MetricDefinition[] = [
  {
    key: 'moments',
    meaning:
      'moments at which a seat estimated the ranks of all seats: decisions drawn at random, in three of four by the seat that is asked, else by any',
    unit: 'moments',
    range: '≥ 0',
    source: '`playForEstimates` in training/estimator-games.ts',
  },
  {
    key: 'scores.{tables}.{who}.logLoss',
    meaning:
      'what the estimates cost: low where the rank at which a seat ended had been given a high chance. Equal hands share their ranks evenly (R-TIE). Knowing nothing costs ln N. Interval: 95 %, groups of deals drawn anew',
    formula: 'mean of −Σ target · ln max(chance, 10⁻⁴) over moments and seats',
    ...RANK_LOSS,
    source: SOURCE,
  },
  {
    key: 'scores.{tables}.{who}.own',
    meaning: 'the same for the rank of the seat that estimates',
    ...RANK_LOSS,
    source: SOURCE,
  },
  {
    key: 'scores.{tables}.{who}.others',
    meaning: 'the same for the ranks of the other seats',
    ...RANK_LOSS,
    source: SOURCE,
  },
  {
    key: 'scores.{tables}.{who}.byRound',
    meaning: 'the same in each round',
    ...RANK_LOSS,
    source: SOURCE,
  },
  {
    key: 'scores.{tables}.{who}.ece',
    meaning:
      "expected calibration error: by how much the chance that was stated for each seat's likeliest rank is off, on average, over 15 bins of equal width. Chance differences between samples add to it, so that its interval lies high",
    formula: 'Σ over bins of |Σ stated − Σ happened| / all',
    ...SHARE,
    source: SOURCE,
  },
  {
    key: 'scores.{tables}.{who}.eceAll',
    meaning: 'the same over every rank of every seat; low for whoever gives low chances to all of many ranks',
    ...SHARE,
    source: SOURCE,
  },
  {
    key: 'scores.{tables}.{who}.bins',
    meaning:
      "the reliability diagram of each seat's likeliest rank: mean chance stated, share that came true with its 95 % interval (Wilson's, widened by what groups of deals show), and how many; `binsAll` over every rank",
    ...SHARE,
    source: SOURCE,
  },
  {
    key: 'better',
    meaning: 'by how much the log-loss of the model is below the one of `than`, in the same moments',
    formula: 'mean of (loss of `than` − loss of the model)',
    unit: 'nats a seat',
    range: 'any',
    source: '`measureEstimates` in eval/estimates.ts',
  },
  {
    key: 'byTable',
    meaning:
      'the scores, moments and differences again for each number of players; only of networks that sit down at tables of several sizes',
    unit: 'as above',
    range: 'as above',
    source: '`measureEstimates` in eval/estimates.ts',
  },
];
