import { beliefOpinion } from '../agents/belief.js';
import type { OnnxPolicy } from '../agents/onnx.js';
import type { RankOpinion } from '../agents/rank-belief.js';
import { unwrap } from '../src/core/errors.js';
import { FEATURES } from '../src/env/gang-encode.js';
import { parseGangConfig } from '../src/gang/config.js';
import { ROUNDS } from '../src/gang/state.js';
import { HELD_OUT, momentRate } from '../training/estimator.js';
import { GROUP, type Moment, playForEstimates } from '../training/estimator-games.js';
import { EstimatorRows } from '../training/estimator-rows.js';
import { type BootstrapInterval, bootstrap } from './bootstrap.js';
import { byCluster, LEAST_CHANCE, type Score, Scorer } from './calibration.js';

/**
 * Who says something about final ranks. `belief` speaks of hands as they stand, so that it is too sure before the river;
 * `tempered` is its estimate with the chances of each round raised to the power that is best for these very heists,
 * which flatters it. `baseRates` gives every rank the same chance.
 */
export const FORECASTERS = ['model', 'belief', 'tempered', 'baseRates'] as const;
export type Forecaster = (typeof FORECASTERS)[number];

/** Tables whose estimates are scored apart: all of them, those of the model alone, and those with strangers. */
export const TABLE_KINDS = ['all', 'own', 'strangers'] as const;
export type TableKind = (typeof TABLE_KINDS)[number];

/** What `hench estimator measure --json` prints for each model. */
export interface EstimatorReport {
  readonly model: string;
  readonly players: number;
  readonly class: string;
  readonly heists: number;
  readonly seed: number;
  /** Moments at which a seat estimated; in each the ranks of all seats. */
  readonly moments: number;
  readonly scores: Readonly<Record<TableKind, Readonly<Record<Forecaster, Score>>>>;
  /** Nats a seat by which the model's log-loss is lower, in the same moments. */
  readonly better: { readonly than: Exclude<Forecaster, 'model'>; readonly by: BootstrapInterval }[];
}

export interface EstimatorMeasurement {
  readonly heists: number;
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
  onProgress?(done: number, total: number): void;
}

/** Estimates of final ranks [count, N, N] by observations [count, size]. */
export type RankFunction = (observations: Float32Array, count: number) => Promise<Float32Array>;

const BATCH = 1024;

/**
 * Scores a model's estimates on heists that no fit has seen, beside `belief`'s and base rates in the same moments. The
 * tables are those of `playForEstimates`: the model alone and with strangers, both round ends.
 */
export async function measureEstimates(
  policy: OnnxPolicy,
  ranks: RankFunction,
  options: EstimatorMeasurement,
): Promise<EstimatorReport> {
  const { heists, seed, signal } = options;
  const { players } = policy.card;
  const config = unwrap(parseGangConfig({ players, length: 'heist' }));
  const rows = new EstimatorRows(policy.observationSize, players);
  const opinions: RankOpinion[] = [];
  const said: Float32Array[] = [];
  const where: { readonly cluster: number; readonly round: number; readonly own: boolean }[] = [];
  const onMoment = (moment: Moment): void => {
    const { table, seat, slot, group, own } = moment;
    table.encoder.encode(table.view, table.features, seat * FEATURES, rows.next(), rows.at);
    rows.target(seat, moment.low, moment.high);
    opinions[slot * players + seat] ??= beliefOpinion(config);
    const out = new Float32Array(players * players);
    opinions[slot * players + seat]!.ranks(table.view, out);
    said.push(out);
    where.push({ cluster: group - FIRST_GROUP, round: table.view.round, own });
  };
  await playForEstimates({
    policy,
    firstDeal: HELD_OUT,
    deals: heists,
    seed,
    rate: momentRate(players),
    signal,
    onMoment,
    onProgress: (done) => options.onProgress?.(done, heists),
  });
  const clusters = Math.ceil(heists / GROUP);
  const scorers = eachKind(() => eachForecaster(() => new Scorer(players, clusters)));
  const equal = new Float32Array(players * players).fill(1 / players);
  const powers = bestPowers(rows, said, where);
  const softened = new Float32Array(players * players);
  for (let from = 0; from < rows.count; from += BATCH) {
    signal?.throwIfAborted();
    const picked = Int32Array.from({ length: Math.min(BATCH, rows.count - from) }, (_, i) => from + i);
    const { observations, targets } = rows.batch(picked);
    const estimated = await ranks(observations, picked.length);
    for (let i = 0; i < picked.length; i++) {
      const { cluster, round, own } = where[from + i]!;
      const cells = players * players;
      const wanted = targets.subarray(i * cells, (i + 1) * cells);
      const belief = said[from + i]!;
      temper(belief, powers[round]!, players, softened);
      const model = estimated.subarray(i * cells, (i + 1) * cells);
      const says = { model, belief, tempered: softened, baseRates: equal };
      for (const kind of ['all', own ? 'own' : 'strangers'] as const) {
        for (const who of FORECASTERS) scorers[kind][who].add(cluster, round, says[who], wanted);
      }
    }
  }
  const model = scorers.all.model;
  return {
    model: policy.card.name,
    players,
    class: policy.card.class,
    heists,
    seed,
    moments: rows.count,
    scores: eachKind((kind) => eachForecaster((who) => scorers[kind][who].score(seed))),
    better: OTHERS.map((than) => {
      const sums = byCluster(scorers.all[than].loss);
      const own = byCluster(model.loss);
      const less = sums.map((loss, c) => loss - own[c]!);
      return { than, by: bootstrap(less, byCluster(model.seats), seed) };
    }),
  };
}

const OTHERS = ['belief', 'tempered', 'baseRates'] as const;
/** Powers that are tried. */
const POWERS = [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25] as const;

/** [ROUNDS] the power for each round with which `said` costs least. */
function bestPowers(rows: EstimatorRows, said: readonly Float32Array[], where: readonly { round: number }[]): number[] {
  const { players } = rows;
  const cells = players * players;
  const losses = Array.from({ length: ROUNDS }, () => new Float64Array(POWERS.length));
  const softened = new Float32Array(cells);
  for (let from = 0; from < rows.count; from += BATCH) {
    const picked = Int32Array.from({ length: Math.min(BATCH, rows.count - from) }, (_, i) => from + i);
    const { targets } = rows.batch(picked);
    for (const row of picked) {
      const loss = losses[where[row]!.round]!;
      for (const [p, power] of POWERS.entries()) {
        temper(said[row]!, power, players, softened);
        const at = (row - from) * cells;
        for (let k = 0; k < cells; k++) {
          if (targets[at + k]! > 0) loss[p]! -= targets[at + k]! * Math.log(Math.max(LEAST_CHANCE, softened[k]!));
        }
      }
    }
  }
  return losses.map((loss) => POWERS[loss.indexOf(Math.min(...loss))]!);
}

/** Each seat's chances raised to a power, and made to sum to 1 again: below 1 it is less sure. `out` [S, S]. */
function temper(ranks: Float32Array, power: number, players: number, out: Float32Array): void {
  for (let i = 0; i < ranks.length; i += players) {
    let sum = 0;
    for (let k = i; k < i + players; k++) {
      out[k] = Math.max(LEAST_CHANCE, ranks[k]!) ** power;
      sum += out[k]!;
    }
    for (let k = i; k < i + players; k++) out[k] = out[k]! / sum;
  }
}

const FIRST_GROUP = HELD_OUT / GROUP;

function eachKind<T>(make: (kind: TableKind) => T): Record<TableKind, T> {
  return Object.fromEntries(TABLE_KINDS.map((kind) => [kind, make(kind)])) as Record<TableKind, T>;
}

function eachForecaster<T>(make: (who: Forecaster) => T): Record<Forecaster, T> {
  return Object.fromEntries(FORECASTERS.map((who) => [who, make(who)])) as Record<Forecaster, T>;
}
