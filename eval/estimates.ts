import { beliefOpinion } from '../agents/belief.js';
import { rowsFrom } from '../agents/deluxe/sight.js';
import type { OnnxPolicy } from '../agents/onnx.js';
import type { RankOpinion } from '../agents/rank-belief.js';
import { fromHead } from '../agents/rank-head.js';
import type { GangConfig } from '../src/gang/config.js';
import { planOf } from '../src/gang/plan.js';
import { ROUNDS } from '../src/gang/state.js';
import { estimatorTables, HELD_OUT, momentRate } from '../training/estimator.js';
import { GROUP, type Moment, playForEstimates } from '../training/estimator-games.js';
import { EstimatorRows, rankTarget } from '../training/estimator-rows.js';
import type { EstimatorTable } from '../training/estimator-tables.js';
import { tableName } from '../training/gang-deluxe-env.js';
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

type Scores = Readonly<Record<Forecaster, Score>>;
/** Nats a seat by which the model's log-loss is lower than another's, in the same moments. */
type Better = { readonly than: Exclude<Forecaster, 'model'>; readonly by: BootstrapInterval };

/** What `hench estimator measure --json` prints for each model. */
export interface EstimatorReport {
  readonly model: string;
  /** The most at a table. */
  readonly players: number;
  readonly class: string;
  readonly heists: number;
  readonly seed: number;
  /** Moments at which a seat estimated; in each the ranks of all seats. */
  readonly moments: number;
  readonly scores: Readonly<Record<TableKind, Scores>>;
  readonly better: readonly Better[];
  /** The same for each kind of table; absent where there is one. */
  readonly byTable?: readonly TableEstimates[];
}

/** How many sit at the tables of a report, in words: `4`, `7 to 10`. */
export function seatsInWords({ players, byTable = [] }: EstimatorReport): string {
  const fewest = Math.min(players, ...byTable.map((at) => at.players));
  return fewest === players ? `${players}` : `${fewest} to ${players}`;
}

/** How good estimates are at one kind of table. */
export interface TableEstimates {
  /** A short name: `8`, `7-omaha`. */
  readonly table: string;
  readonly players: number;
  readonly moments: number;
  readonly scores: Scores;
  readonly better: readonly Better[];
}

export interface EstimatorMeasurement {
  readonly heists: number;
  readonly seed: number;
  /** What is played (default: `estimatorTables` of the network). */
  readonly tables?: readonly GangConfig[] | undefined;
  readonly signal?: AbortSignal | undefined;
  onProgress?(done: number, total: number): void;
}

/** Estimates of final ranks by observations [count, size]; [count, N, N] as `RankHead` answers. */
export type RankFunction = (observations: Float32Array, count: number) => Promise<Float32Array>;

const BATCH = 1024;

/** What is kept of a moment: [S, S] what belief said and what was right, from the seat that estimates to the left. */
interface Kept {
  readonly kind: number;
  readonly cluster: number;
  readonly round: number;
  readonly own: boolean;
  readonly seat: number;
  readonly headRows: Int32Array;
  readonly belief: Float32Array;
  readonly wanted: Float32Array;
}

/**
 * Scores a model's estimates on heists that no fit has seen, beside `belief`'s and base rates in the same moments. The
 * tables are those of `playForEstimates`: the model alone and with strangers, both round ends.
 */
export async function measureEstimates(
  policy: OnnxPolicy,
  ranks: RankFunction,
  options: EstimatorMeasurement,
): Promise<EstimatorReport> {
  const { heists, seed, signal, tables = estimatorTables(policy.card) } = options;
  const width = policy.card.players;
  const rows = new EstimatorRows(policy.observationSize, width);
  const beliefs = new Beliefs();
  const kept: Kept[] = [];
  await playForEstimates({
    policy,
    tables,
    firstDeal: HELD_OUT,
    deals: heists,
    seed,
    rate: momentRate(width),
    signal,
    onMoment: ({ table, kind, seat, group, own, low, high }: Moment): void => {
      table.encode(rows.next(), rows.at);
      const players = low.length;
      const fromOwn = new Int32Array(players);
      rowsFrom(seat, fromOwn);
      const wanted = new Float32Array(players ** 2);
      rankTarget(fromOwn, players, low, high, wanted, 0);
      const belief = beliefs.ranks(table);
      const headRows = Int32Array.from(table.headRows);
      kept.push({ kind, cluster: group - FIRST_GROUP, round: table.view.round, own, seat, headRows, belief, wanted });
    },
    onProgress: (done) => options.onProgress?.(done, heists),
    ...(tables.every((config) => planOf(config).plain) ? {} : { onAsked: (table) => beliefs.keep(table) }),
  });
  const clusters = Math.ceil(heists / GROUP);
  const scorers = eachKind(() => eachForecaster(() => new Scorer(clusters)));
  const perTable = tables.map(() => eachForecaster(() => new Scorer(clusters)));
  const powers = bestPowers(kept, tables.length);
  for (let from = 0; from < kept.length; from += BATCH) {
    signal?.throwIfAborted();
    const picked = Int32Array.from({ length: Math.min(BATCH, kept.length - from) }, (_, i) => from + i);
    const estimated = await ranks(rows.batch(picked).observations, picked.length);
    for (let i = 0; i < picked.length; i++) {
      const { kind, cluster, round, own, seat, headRows, belief, wanted } = kept[from + i]!;
      const { players } = tables[kind]!;
      const model = new Float32Array(players ** 2);
      fromHead(estimated, i * width * width, width, headRows, seat, players, model);
      const tempered = new Float32Array(players ** 2);
      temper(belief, powers[kind * ROUNDS + round]!, players, tempered);
      const baseRates = new Float32Array(players ** 2).fill(1 / players);
      const says = { model, belief, tempered, baseRates };
      for (const scored of [scorers.all, scorers[own ? 'own' : 'strangers'], perTable[kind]!]) {
        for (const who of FORECASTERS) scored[who].add(cluster, round, says[who], wanted);
      }
    }
  }
  const scoresOf = (of: Scorers): Scores => eachForecaster((who) => of[who].score(seed));
  return {
    model: policy.card.name,
    players: width,
    class: policy.card.class,
    heists,
    seed,
    moments: kept.length,
    scores: eachKind((kind) => scoresOf(scorers[kind])),
    better: betterThan(scorers.all, seed),
    ...(tables.length === 1
      ? {}
      : {
          byTable: tables.map((config, kind) => ({
            table: tableName(config),
            players: config.players,
            moments: kept.filter((moment) => moment.kind === kind).length,
            scores: scoresOf(perTable[kind]!),
            better: betterThan(perTable[kind]!, seed),
          })),
        }),
  };
}

/** What `belief` thinks at the tables, seat by seat, whoever plays there. */
class Beliefs {
  private readonly opinions = new Map<EstimatorTable, RankOpinion[]>();

  /** [S, S] of the seat that looked last. */
  ranks(table: EstimatorTable): Float32Array {
    const out = new Float32Array(table.config.players ** 2);
    this.of(table).ranks(table.view, out);
    return out;
  }

  keep(table: EstimatorTable): void {
    this.of(table).keep?.(table.view);
  }

  private of(table: EstimatorTable): RankOpinion {
    let seats = this.opinions.get(table);
    if (seats === undefined) {
      seats = Array.from({ length: table.config.players }, () => beliefOpinion(table.config));
      this.opinions.set(table, seats);
    }
    return seats[table.view.seat]!;
  }
}

type Scorers = Readonly<Record<Forecaster, Scorer>>;

function betterThan(scorers: Scorers, seed: number): Better[] {
  const { model } = scorers;
  const own = byCluster(model.loss);
  return OTHERS.map((than) => {
    const less = byCluster(scorers[than].loss).map((loss, c) => loss - own[c]!);
    return { than, by: bootstrap(less, byCluster(model.seats), seed) };
  });
}

const OTHERS = ['belief', 'tempered', 'baseRates'] as const;
/** Powers that are tried. */
const POWERS = [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25] as const;

/** [kinds, ROUNDS] the power for each kind of table and round with which what `belief` said costs least. */
function bestPowers(kept: readonly Kept[], kinds: number): number[] {
  const losses = Array.from({ length: kinds * ROUNDS }, () => new Float64Array(POWERS.length));
  for (const { kind, round, belief, wanted } of kept) {
    const loss = losses[kind * ROUNDS + round]!;
    const softened = new Float32Array(wanted.length);
    for (const [p, power] of POWERS.entries()) {
      temper(belief, power, Math.sqrt(wanted.length), softened);
      for (let k = 0; k < wanted.length; k++) {
        if (wanted[k]! > 0) loss[p]! -= wanted[k]! * Math.log(Math.max(LEAST_CHANCE, softened[k]!));
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
