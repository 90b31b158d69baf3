import type { GangConfig } from '../src/gang/config.js';
import { makeBelief } from './belief.js';
import type { GangAgent } from './gang-agent.js';
import { makeBoss } from './gangup/boss.js';
import type { GangupAgent } from './gangup/gangup-agent.js';
import { LEVEL_AGENTS, type Level } from './level-names.js';
import { slipping } from './slips.js';
import { trainedAgent } from './trained.js';

/**
 * Where a network plays the table, how flat its policy is drawn from; where a script does, the share of its decisions
 * that it makes at random.
 */
const TEAMMATES: Readonly<Record<Level, { readonly temperature: number; readonly slips: number }>> = {
  easy: { temperature: 16, slips: 0.3 },
  normal: { temperature: 8, slips: 0.1 },
  hard: { temperature: 0, slips: 0 },
};

/** A teammate of a level: a weaker `full` where a network of it plays the table, elsewhere a weaker `belief`. */
export function teammate(level: Level): GangAgent {
  const { temperature, slips } = TEAMMATES[level];
  const trained = trainedAgent('full', { temperature });
  const script = makeBelief();
  const weaker = slips > 0 ? slipping(script, slips) : script;
  const fits = (config: GangConfig): boolean => trained.fits!(config);
  return {
    name: LEVEL_AGENTS.gang[level],
    observes: 'full',
    temperature,
    policy: async (config) => (fits(config) ? trained.policy!(config) : undefined),
    network: async (config) => (fits(config) ? trained.network!(config) : undefined),
    open: (config, seat, rng) => (fits(config as GangConfig) ? trained : weaker).open(config, seat, rng),
  };
}

/** How flat the policy of `boss` is drawn from: at 0 it takes the likeliest act. */
const RIVALS: Readonly<Record<Level, number>> = { easy: 12, normal: 7.1, hard: 0 };

/** A rival of a level: `boss` with that handicap. */
export function rival(level: Level): GangupAgent {
  return makeBoss({ temperature: RIVALS[level] }, LEVEL_AGENTS.gangup[level]);
}
