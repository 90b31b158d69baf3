import { beliefOpinion } from '../agents/belief.js';
import type { OnnxPolicy } from '../agents/onnx.js';
import type { RankOpinion } from '../agents/rank-belief.js';
import { unwrap } from '../src/core/errors.js';
import { FEATURES } from '../src/env/gang-encode.js';
import { parseGangConfig } from '../src/gang/config.js';
import { HELD_OUT, momentRate } from '../training/estimator.js';
import { GROUP, type Moment, playForEstimates } from '../training/estimator-games.js';
import { EstimatorRows } from '../training/estimator-rows.js';
import { type BootstrapInterval, bootstrap } from './bootstrap.js';
import { byCluster, type Score, Scorer } from './calibration.js';

/** Who says something about final ranks; `baseRates` gives every rank the same chance. */
export const FORECASTERS = ['model', 'belief', 'baseRates'] as const;
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
  for (let from = 0; from < rows.count; from += BATCH) {
    signal?.throwIfAborted();
    const picked = Int32Array.from({ length: Math.min(BATCH, rows.count - from) }, (_, i) => from + i);
    const { observations, targets } = rows.batch(picked);
    const estimated = await ranks(observations, picked.length);
    for (let i = 0; i < picked.length; i++) {
      const { cluster, round, own } = where[from + i]!;
      const cells = players * players;
      const wanted = targets.subarray(i * cells, (i + 1) * cells);
      const says = { model: estimated.subarray(i * cells, (i + 1) * cells), belief: said[from + i]!, baseRates: equal };
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

const OTHERS = ['belief', 'baseRates'] as const;
const FIRST_GROUP = HELD_OUT / GROUP;

function eachKind<T>(make: (kind: TableKind) => T): Record<TableKind, T> {
  return Object.fromEntries(TABLE_KINDS.map((kind) => [kind, make(kind)])) as Record<TableKind, T>;
}

function eachForecaster<T>(make: (who: Forecaster) => T): Record<Forecaster, T> {
  return Object.fromEntries(FORECASTERS.map((who) => [who, make(who)])) as Record<Forecaster, T>;
}
