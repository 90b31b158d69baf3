import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CRITIC_FILE } from '../agents/gangup/boss-policy.js';
import { BadInputError, unwrap } from '../src/core/errors.js';
import { inputError } from '../src/core/result.js';
import { designPack } from '../src/gangup/design-pack.js';
import { lastGoodCheckpoint } from './checkpoint.js';
import {
  configOf,
  type GroupSpec,
  isMadeUp,
  type LeagueSpec,
  parseWeights,
  TRAINABLE_SCRIPTS,
} from './gangup-league.js';
import type { GangupMethod } from './gangup-net.js';
import { balancedPacks } from './gangup-packs.js';
import {
  checkGangup,
  GANGUP_LEAGUE,
  type GangupCheckpoint,
  type GangupTrainConfig,
  GENERATED_SHARE,
  gangupDefaults,
} from './gangup-train.js';
import type { Schedule } from './ppo.js';
import { CRITIC_ONLY, policyFile } from './transfer.js';

/** What `hench train gangup` is asked for. */
export interface GangupTraining {
  /** Absent: PPO. */
  readonly method?: GangupMethod;
  readonly players: readonly number[];
  /** Packs of the tables as in a configuration; absent: the shipped one, some tables with options and expansion. */
  readonly packs?: readonly unknown[];
  /** What these tables are played with; any of them makes all tables alike, with the shipped pack where none is named. */
  readonly leaders?: boolean;
  readonly locations?: boolean;
  readonly expansion?: boolean;
  /** Generated packs that some of the tables play with; 0: none. */
  readonly generated: number;
  /** Designed packs, the same; absent: none. */
  readonly designed?: number;
  /** Share of the tables that play with either of them; absent: a sixth. */
  readonly generatedShare?: number;
  /** Scripts with their weights (`schemer:4`), or the directory of a run or a model, whose policy then sits there frozen. */
  readonly against?: string;
  /** Share of the games with itself alone. */
  readonly self?: number;
  /** Of the league: share of the opponents that are past selves, and scripts with their weights among scripts. */
  readonly past?: number;
  readonly scripts?: Readonly<Record<string, number>>;
  /** Weights of numbers of players, among the tables; those not named weigh 1. */
  readonly shares?: Readonly<Record<string, number>>;
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

/** Options of a table that a run can ask for. */
export const TABLE_OPTIONS = ['leaders', 'locations', 'expansion'] as const;

/** Generated packs for training have seeds from 1 on; those that are kept out of it begin here. */
export const HELD_OUT_PACKS = 9_000_001;

/** Of a hundred tables: the plain game, the game with leaders and locations, and with the expansion as well. */
const SHARES = { plain: 72, assets: 16, expansion: 12 } as const;

function groupsOf(run: GangupTraining, onPack?: (made: number) => void): GroupSpec[] {
  const { players, packs, generated, designed = 0, generatedShare = GENERATED_SHARE, shares = {}, ...asked } = run;
  const given = TABLE_OPTIONS.filter((option) => asked[option] !== undefined);
  const options = Object.fromEntries(given.map((option) => [option, asked[option]]));
  const groups: GroupSpec[] = [];
  const weigh = (n: number): number => shares[n] ?? 1;
  const total = players.reduce((sum, n) => sum + weigh(n), 0);
  const add = (share: number, options: object): void => {
    for (const n of players) groups.push({ config: { players: n, ...options }, share: (share * weigh(n)) / total });
  };
  if (packs !== undefined || given.length > 0) add(100, { ...(packs === undefined ? {} : { packs }), ...options });
  else {
    const assets = { leaders: true, locations: true };
    add(SHARES.plain, {});
    add(SHARES.assets, assets);
    add(SHARES.expansion, { ...assets, expansion: true });
  }
  // Each made-up pack at one number of players: they take turns.
  const seats = Array.from({ length: generated + designed }, (_, i) => players[i % players.length]!);
  const weights = seats.reduce((sum, n) => sum + weigh(n), 0);
  const all = (100 * generatedShare) / (1 - generatedShare);
  const addPack = (pack: Pick<GroupSpec, 'generated' | 'designed'>, i: number): void => {
    const n = seats[i]!;
    groups.push({ config: { players: n }, ...pack, share: (all * weigh(n)) / weights });
  };
  for (const [i, { seed }] of balancedPacks(generated, 1, onPack).entries()) addPack({ generated: seed }, i);
  const rest = (made: number): void => onPack?.(generated + made);
  for (const [i, { seed }] of balancedPacks(designed, 1, rest, designPack).entries()) {
    addPack({ designed: seed }, generated + i);
  }
  return groups;
}

function scriptsOf(text: string): Record<string, number> {
  const read = parseWeights(text, TRAINABLE_SCRIPTS);
  if (read.ok) return read.value;
  const hint = `Scripts: ${TRAINABLE_SCRIPTS.join(', ')}, each with a weight (schemer:4); or the directory of a run or a model.`;
  throw new BadInputError(inputError('train/against', '--against', `"${read.error}" is no opponent.`, hint));
}

/** The league, and the run that it is played against where there is one. Throws `BadInputError`. */
function leagueOf({ against, self, past, scripts }: GangupTraining): { league: LeagueSpec; frozen?: string } {
  const share = self === undefined ? {} : { self };
  if (against === undefined) {
    const others = { ...(past === undefined ? {} : { past }), ...(scripts === undefined ? {} : { scripts }) };
    return { league: { ...GANGUP_LEAGUE, ...share, ...others } };
  }
  if (against.includes('/')) {
    if (policyFile(against) === undefined) {
      checkGangup(unwrap(lastGoodCheckpoint<GangupCheckpoint>(against)).checkpoint, against);
    }
    return { league: { self: 0, alone: 1, past: 1, scripts: {}, ...share }, frozen: against };
  }
  return { league: { self: 0, alone: 1, past: 0, scripts: scriptsOf(against), ...share } };
}

const lacksCritic = (from: string): boolean => policyFile(from) !== undefined && !existsSync(join(from, CRITIC_FILE));

/**
 * The trainer's configuration of a run; everything not named has the trainer's defaults. `onPack` hears how many of the
 * generated packs there are, which takes a while. Throws `BadInputError`.
 */
export function gangupTrainConfig(run: GangupTraining, onPack?: (made: number) => void): GangupTrainConfig {
  const { seed, threads, out, steps, minutes, startFrom, shares, learningRate, entropy, epochs, minibatch } = run;
  const defaults = gangupDefaults(run.method);
  const groups = groupsOf(run, onPack);
  // Packs that can't be read or trained with are refused here, before there are threads and a directory.
  for (const group of groups) if (!isMadeUp(group)) configOf(group);
  return {
    ...defaults,
    groups,
    ...leagueOf(run),
    ppo: {
      ...defaults.ppo,
      ...(learningRate === undefined ? {} : { learningRate }),
      ...(entropy === undefined ? {} : { entropy }),
      ...(epochs === undefined ? {} : { epochs }),
      ...(minibatch === undefined ? {} : { minibatch }),
      ...(startFrom !== undefined && lacksCritic(startFrom) ? { criticOnly: CRITIC_ONLY } : {}),
    },
    seed,
    threads,
    out,
    ...(steps === undefined ? {} : { steps }),
    ...(minutes === undefined ? {} : { minutes }),
    ...(startFrom === undefined ? {} : { startFrom }),
    ...(shares === undefined ? {} : { shares }),
  };
}
