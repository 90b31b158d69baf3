import { BadInputError, unwrap } from '../src/core/errors.js';
import { inputError } from '../src/core/result.js';
import { lastGoodCheckpoint } from './checkpoint.js';
import type { GroupSpec, LeagueSpec } from './gangup-league.js';
import { TRAINABLE_SCRIPTS } from './gangup-league.js';
import { balancedPacks } from './gangup-packs.js';
import {
  checkGangup,
  GANGUP_LEAGUE,
  GANGUP_PPO,
  GANGUP_TRAIN_DEFAULTS,
  type GangupCheckpoint,
  type GangupTrainConfig,
} from './gangup-train.js';
import type { Schedule } from './ppo.js';

/** What `hench train gangup` is asked for. */
export interface GangupTraining {
  readonly players: readonly number[];
  /** Packs of the tables as in a configuration; absent: the shipped one, some tables with options and expansion. */
  readonly packs?: readonly unknown[];
  /** Generated packs that a fifth of the tables play with; 0: none. */
  readonly generated: number;
  /** Scripts with their weights (`schemer:4`), or the directory of one run, whose policy then sits there frozen. */
  readonly against?: string;
  /** Share of the games with itself alone. */
  readonly self?: number;
  readonly seed: number;
  readonly threads: number;
  readonly steps?: number;
  readonly minutes?: number;
  readonly learningRate?: Schedule;
  readonly entropy?: Schedule;
  readonly epochs?: number;
  readonly minibatch?: number;
  readonly startFrom?: string;
  readonly out: string;
}

/** Generated packs for training have seeds from 1 on; those that are kept out of it begin here. */
export const HELD_OUT_PACKS = 9_000_001;

/** Of a hundred tables: the plain game, the game with leaders and locations, and with the expansion as well. */
const SHARES = { plain: 72, assets: 16, expansion: 12, generated: 20 } as const;

function groupsOf({ players, packs, generated }: GangupTraining): GroupSpec[] {
  const groups: GroupSpec[] = [];
  const add = (share: number, options: object): void => {
    for (const n of players) groups.push({ config: { players: n, ...options }, share: share / players.length });
  };
  if (packs !== undefined) add(100, { packs });
  else {
    const assets = { leaders: true, locations: true };
    add(SHARES.plain, {});
    add(SHARES.assets, assets);
    add(SHARES.expansion, { ...assets, expansion: true });
  }
  // Each generated pack at one number of players: they take turns.
  balancedPacks(generated, 1).forEach(({ pack }, i) => {
    const n = players[i % players.length]!;
    groups.push({ config: { players: n, packs: [pack] }, share: SHARES.generated / generated });
  });
  return groups;
}

/** `schemer:4,cautious` */
function scriptsOf(text: string): Record<string, number> {
  const weights: Record<string, number> = {};
  for (const part of text.split(',')) {
    const [name = '', weight = '1'] = part.trim().split(':');
    if (!TRAINABLE_SCRIPTS.includes(name) || !(Number(weight) > 0)) {
      const hint = `Scripts: ${TRAINABLE_SCRIPTS.join(', ')}, each with a weight (schemer:4); or the directory of a run.`;
      throw new BadInputError(inputError('train/against', '--against', `"${part}" is no opponent.`, hint));
    }
    weights[name] = Number(weight);
  }
  return weights;
}

/** The league, and the run that it is played against where there is one. Throws `BadInputError`. */
function leagueOf({ against, self }: GangupTraining): { league: LeagueSpec; frozen?: string } {
  const share = self === undefined ? {} : { self };
  if (against === undefined) return { league: { ...GANGUP_LEAGUE, ...share } };
  if (against.includes('/')) {
    checkGangup(unwrap(lastGoodCheckpoint<GangupCheckpoint>(against)).checkpoint, against);
    return { league: { self: 0, alone: 1, past: 1, scripts: {}, ...share }, frozen: against };
  }
  return { league: { self: 0, alone: 1, past: 0, scripts: scriptsOf(against), ...share } };
}

/** The trainer's configuration of a run; everything not named has the trainer's defaults. Throws `BadInputError`. */
export function gangupTrainConfig(run: GangupTraining): GangupTrainConfig {
  const { seed, threads, out, steps, minutes, startFrom, learningRate, entropy, epochs, minibatch } = run;
  return {
    ...GANGUP_TRAIN_DEFAULTS,
    groups: groupsOf(run),
    ...leagueOf(run),
    ppo: {
      ...GANGUP_PPO,
      ...(learningRate === undefined ? {} : { learningRate }),
      ...(entropy === undefined ? {} : { entropy }),
      ...(epochs === undefined ? {} : { epochs }),
      ...(minibatch === undefined ? {} : { minibatch }),
    },
    seed,
    threads,
    out,
    ...(steps === undefined ? {} : { steps }),
    ...(minutes === undefined ? {} : { minutes }),
    ...(startFrom === undefined ? {} : { startFrom }),
  };
}
