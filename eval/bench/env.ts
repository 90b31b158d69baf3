import { nextUint32, RNG_WORDS, seedWords } from '../../src/core/rng.js';
import { GangVecEnv, type GangVecSpec } from '../../src/env/gang-vec.js';
import { type BenchOptions, type BenchResult, race } from './measure.js';

const TABLES = 64;
const PLAYERS = 4;
const SEED = 20240609;

/** A uniformly random legal action index for every table. */
function randomActions(env: GangVecEnv, rng: Int32Array, out: Int32Array): void {
  const { actions, mask, count } = env;
  for (let i = 0; i < count; i++) {
    const row = i * actions;
    let legal = 0;
    for (let a = 0; a < actions; a++) legal += mask[row + a]!;
    let pick = Math.floor((nextUint32(rng, 0) / 0x1_0000_0000) * legal);
    let action = 0;
    while (mask[row + action] === 0 || pick-- > 0) action++;
    out[i] = action;
  }
}

function environment(
  name: string,
  equity: boolean,
  config: GangVecSpec['config'] = { players: PLAYERS },
  about = '',
): (options: BenchOptions) => Promise<BenchResult> {
  return async (options) => {
    const env = new GangVecEnv({ count: TABLES, config, observation: 'full', equity });
    const rng = new Int32Array(RNG_WORDS);
    const actions = new Int32Array(TABLES);
    seedWords(rng, 0, SEED);
    env.reset(SEED);
    const subject = {
      name,
      run() {
        for (let i = 0; i < 256; i++) {
          randomActions(env, rng, actions);
          env.step(actions);
        }
        return 256 * TABLES;
      },
    };
    const [value] = await race([subject], options);
    const features = equity ? 'with equity features' : 'without equity features';
    return {
      name,
      value: value!,
      unit: 'decisions/s',
      note: `${config.players} seats${about}, random play, observation of ${env.obsSize} numbers and mask written, ${features}, one core`,
    };
  };
}

export const gang = environment('env/gang', false);
export const gangEquity = environment('env/gang-equity', true);

/** The heaviest table that there is: ten seats, jokers, tools and vaults, two cards in each heist. */
export const deluxe = environment(
  'env/deluxe',
  false,
  { players: 10, mode: 'professional', jokers: true, tools: true, vaults: true, dealer: 2, length: 'game' },
  ', professional mode with jokers, tools, vaults and a dealer',
);
/** A light one. */
export const omaha = environment('env/omaha', false, { players: 4, variant: 'omaha' }, ', Omaha');
