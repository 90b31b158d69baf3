import type { LearnerBackend } from './backend.js';
import type { ActorCritic } from './nets.js';
import { parameterCount } from './nets.js';
import type { PpoConfig } from './ppo.js';
import { type IterationReport, Shard, type ShardState } from './shard.js';
import { type LearnerState, STAT_NAMES } from './step.js';
import { type Crew, localCrew, openThreads, type SharedVector, workerModule } from './threads.js';
import { type EnvReference, type EpisodeSums, openVecEnv } from './vecenv.js';

export interface WorkerSetup extends EnvReference {
  readonly net: ActorCritic;
  readonly ppo: PpoConfig;
  readonly start: LearnerState;
  readonly seed: number;
  readonly backend: LearnerBackend;
  readonly stream: number;
  readonly threads: number;
  readonly exchange: SharedVector;
}

function merge(reports: readonly IterationReport[]): IterationReport {
  const sums: EpisodeSums = { episodes: 0, successes: 0 };
  for (const report of reports) {
    for (const [key, value] of Object.entries(report.sums)) sums[key] = (sums[key] ?? 0) + value;
  }
  // Statistics were averaged in the exchange: they are the same everywhere.
  const { stats, explainedVariance } = reports[0]!;
  const rows = reports.reduce((sum, report) => sum + report.rows, 0);
  return { rows, sums, stats, explainedVariance, rolloutMs: Math.max(...reports.map((r) => r.rolloutMs)) };
}

/** `threads` 1: in this thread; more: that many workers, each with its share of the tables and of each minibatch. */
export async function openCrew(
  reference: EnvReference,
  net: ActorCritic,
  ppo: PpoConfig,
  start: LearnerState,
  seed: number,
  threads: number,
  backend: LearnerBackend = 'onnx',
): Promise<Crew<IterationReport, ShardState>> {
  if (threads === 1) {
    const env = await openVecEnv(reference, ppo.envs);
    return localCrew(await Shard.open(env, net, ppo, start, seed, { backend }));
  }
  const { envModule, envSpec } = reference;
  return openThreads(
    workerModule(import.meta.url, 'selfplay-worker.js'),
    threads,
    parameterCount(net.parameters) + STAT_NAMES.length,
    (stream, exchange): WorkerSetup => {
      return { envModule, envSpec, net, ppo, start, seed, backend, stream, threads, exchange };
    },
    merge,
  );
}
