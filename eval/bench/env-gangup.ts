import { nextFloat, RNG_WORDS, seedWords } from '../../src/core/rng.js';
import { GangupVecEnv } from '../../src/env/gangup-vec.js';
import { type BenchOptions, type BenchResult, race } from './measure.js';

const TABLES = 16;
const PLAYERS = 3;
const SEED = 20240609;
const STEPS = 256;

/** A uniformly random candidate for every table. */
function randomCandidates(env: GangupVecEnv, rng: Int32Array, out: Int32Array): void {
  const { start, count } = env;
  for (let i = 0; i < count; i++) out[i] = Math.floor(nextFloat(rng, 0) * (start[i + 1]! - start[i]!));
}

/** Decisions a second, each a prompt with two candidates at least; observations and rows are written for all. */
export async function gangup(options: BenchOptions): Promise<BenchResult> {
  const name = 'env/gangup';
  const env = new GangupVecEnv({ count: TABLES, config: { players: PLAYERS } });
  const rng = new Int32Array(RNG_WORDS);
  const actions = new Int32Array(TABLES);
  seedWords(rng, 0, SEED);
  env.reset(SEED);
  const subject = {
    name,
    run() {
      for (let i = 0; i < STEPS; i++) {
        randomCandidates(env, rng, actions);
        env.step(actions);
      }
      return STEPS * TABLES;
    },
  };
  const [value] = await race([subject], options);
  return {
    name,
    value: value!,
    unit: 'decisions/s',
    note: `${PLAYERS} seats, ${TABLES} tables, random play, observation of ${env.obsSize} numbers and candidate rows of ${env.rowSize} written, one core`,
  };
}
