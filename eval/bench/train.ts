import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { GANG_TRAINING_DEFAULTS, gangTrainOptions } from '../../training/gang.js';
import { train, trainConfig } from '../../training/train.js';
import { type BenchOptions, type BenchResult, median } from './measure.js';

const PLAYERS = 4;

/** Decisions a second of `hench train gang --players 4`, self-play and learning together, on all cores up to four. */
export async function gang(options: BenchOptions): Promise<BenchResult> {
  const threads = Math.min(4, availableParallelism());
  const out = mkdtempSync(join(tmpdir(), 'hench-bench-'));
  const rates: number[] = [];
  const enough = new AbortController();
  try {
    const run = { ...GANG_TRAINING_DEFAULTS, players: PLAYERS, threads, minutes: 60, out };
    const config = trainConfig(gangTrainOptions(run));
    await train(
      { ...config, metricsSeconds: options.seconds, checkpointSeconds: 3600 },
      {
        signal: enough.signal,
        onMetrics({ stepsPerSecond }) {
          rates.push(stepsPerSecond);
          if (rates.length > options.repeats) enough.abort();
        },
      },
    );
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
  const [, ...warm] = rates; // the first line is from before everything was compiled
  return {
    name: 'train/gang',
    value: median(warm),
    unit: 'decisions/s',
    note: `${PLAYERS} seats, self-play and learning, ${threads} threads, policy of 128-128 units, critic of 64-64`,
  };
}
