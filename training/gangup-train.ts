import { readFileSync } from 'node:fs';
import { BossPolicy, readCritic } from '../agents/gangup/boss-policy.js';
import { BadInputError, unwrap } from '../src/core/errors.js';
import { makeDirectory } from '../src/core/files.js';
import { inputError } from '../src/core/result.js';
import { Rng } from '../src/core/rng.js';
import { gangupLayout, rowLayout } from '../src/env/gangup-layout.js';
import { GANGUP_VERSION } from '../src/gangup/game.js';
import { checkFacts, lastGoodCheckpoint, type SavedRun } from './checkpoint.js';
import { formatWeights, type GroupSpec, isMadeUp, type LeagueSpec } from './gangup-league.js';
import { GANGUP_NET, type GangupMethod, type GangupNet, type GangupNetSpec, gangupNet } from './gangup-net.js';
import { type GangupReport, GangupShard, type GangupShardSpec, type GangupShardState } from './gangup-shard.js';
import { SILENT } from './metrics.js';
import { initialParameters, parameterCount } from './nets.js';
import { PPO_DEFAULTS, type PpoConfig } from './ppo.js';
import { type RunConfig, type RunResult, runBefore, runLoop, type TrainHooks } from './run.js';
import { blankState, type LearnerState, STAT_NAMES } from './step.js';
import { type Crew, localCrew, openThreads, type SharedVector, tablesEach, workerModule } from './threads.js';
import { modelParameters, policyFile, startName } from './transfer.js';

/** A run of Gang Up! as plain JSON: what a checkpoint carries. */
export interface GangupTrainConfig extends RunConfig {
  /** Absent: PPO. */
  readonly method?: GangupMethod;
  readonly groups: readonly GroupSpec[];
  /** Weights of numbers of players that the groups' shares follow, where they aren't all equal. */
  readonly shares?: Readonly<Record<string, number>>;
  readonly league: LeagueSpec;
  readonly net: GangupNetSpec;
  readonly seed: number;
  readonly threads: number;
  /** Decisions of a rollout, over all threads. */
  readonly decisions: number;
  readonly confidentShare: number;
  readonly pastEvery: number;
  readonly pastsKept: number;
  /** Start from the newest good checkpoint of this run, or from this model, with a fresh critic where it has none; moments are fresh. */
  readonly startFrom?: string;
  /** Directory of a run or a model whose policy is the only opponent besides scripts. */
  readonly frozen?: string;
}

export type GangupCheckpoint = SavedRun<GangupTrainConfig, GangupShardState>;

/** `ppo.envs` tables play, over all threads; `ppo.horizon` isn't used: rollouts have `decisions`. */
export const GANGUP_PPO: PpoConfig = {
  ...PPO_DEFAULTS,
  envs: 192,
  horizon: 0,
  minibatch: 2048,
  epochs: 2,
  lambda: 0.85,
  learningRate: { start: 1e-3, end: 1e-4 },
  // Of the pull towards the advice.
  entropy: { start: 0.008, end: 0.002 },
  valueWeight: 0.5,
};

export const GANGUP_LEAGUE: LeagueSpec = {
  self: 0.3,
  alone: 0.7,
  past: 0.3,
  scripts: { schemer: 4, cautious: 2, greedy: 1 },
};

export const GANGUP_TRAIN_DEFAULTS = {
  groups: [2, 3, 4, 5].map((players) => ({ config: { players }, share: 25 })),
  league: GANGUP_LEAGUE,
  net: GANGUP_NET,
  seed: 1,
  threads: 1,
  decisions: 16384,
  confidentShare: 0.25,
  pastEvery: 20,
  pastsKept: 8,
  ppo: GANGUP_PPO,
  checkpointSeconds: 60,
  keep: 3,
  metricsSeconds: 10,
} satisfies Partial<GangupTrainConfig>;

/** What Deep Monte Carlo has instead of those. Its numbers in `ppo` that PPO alone knows aren't used. */
export const GANGUP_DMC_DEFAULTS = {
  method: 'dmc',
  // The script's advice is an input as it is for PPO, and its candidate starts a little ahead, so that the first games
  // are the script's with a few slips here too; more would be a claim about the win that has to be unlearned.
  net: { ...GANGUP_NET, lead: 0.2 },
  confidentShare: 0.5,
  ppo: {
    ...GANGUP_PPO,
    // Few tables, so that most games end within the rollout: what a decision was worth is read from the end of its game,
    // and only where the rollout ends before from the critic.
    envs: 48,
    lambda: 1,
    epochs: 1,
    // Of decisions where any candidate is taken instead of the best.
    entropy: { start: 0.1, end: 0.02 },
  },
} as const satisfies Partial<GangupTrainConfig>;

/** The defaults of a method. */
export function gangupDefaults(method: GangupMethod | undefined): typeof GANGUP_TRAIN_DEFAULTS {
  return method === 'dmc' ? { ...GANGUP_TRAIN_DEFAULTS, ...GANGUP_DMC_DEFAULTS } : GANGUP_TRAIN_DEFAULTS;
}

export interface GangupWorkerSetup {
  readonly spec: GangupShardSpec;
  readonly net: GangupNetSpec;
  readonly start: LearnerState;
  readonly seed: number;
  readonly stream: number;
  readonly threads: number;
  readonly exchange: SharedVector;
}

function merge(reports: readonly GangupReport[]): GangupReport {
  const sums: Record<string, number> = {};
  for (const report of reports) {
    for (const [key, value] of Object.entries(report.sums)) sums[key] = (sums[key] ?? 0) + value;
  }
  // Statistics were averaged in the exchange: they are the same everywhere.
  const { stats, explainedVariance } = reports[0]!;
  const rows = reports.reduce((sum, report) => sum + report.rows, 0);
  return { rows, sums, stats, explainedVariance, rolloutMs: Math.max(...reports.map((r) => r.rolloutMs)) };
}

async function openCrew(
  config: GangupTrainConfig,
  net: GangupNet,
  start: LearnerState,
  frozen: Float32Array | undefined,
): Promise<Crew<GangupReport, GangupShardState>> {
  const { groups, league, ppo, threads, decisions, confidentShare, pastEvery, pastsKept, seed } = config;
  const spec: GangupShardSpec = {
    method: config.method ?? 'ppo',
    groups,
    league,
    tables: tablesEach(ppo.envs, threads),
    decisions: Math.floor(decisions / threads),
    lambda: ppo.lambda,
    ppo,
    confidentShare,
    pastEvery,
    pastsKept,
    ...(frozen === undefined ? {} : { frozen }),
  };
  if (threads === 1) return localCrew(await GangupShard.open(spec, net, start, seed));
  return openThreads(
    workerModule(import.meta.url, 'gangup-worker.js'),
    threads,
    parameterCount(net.parameters) + STAT_NAMES.length,
    (stream, exchange): GangupWorkerSetup => ({ spec, net: net.spec, start, seed, stream, threads, exchange }),
    merge,
  );
}

/** Keys that must not change when a run goes on, or it would not be the same run. */
const FIXED = ['method', 'groups', 'league', 'net', 'seed', 'threads', 'decisions', 'confidentShare', 'ppo'] as const;

function checkSame(before: GangupTrainConfig, now: GangupTrainConfig): void {
  for (const key of FIXED) {
    if (JSON.stringify(before[key]) !== JSON.stringify(now[key])) {
      throw new BadInputError(inputError('other-run', key, 'is not what the checkpoint was made with.'));
    }
  }
}

/** What a checkpoint says about the game that its network plays. */
export const GANGUP_FACTS = {
  game: 'gangup',
  rulesVersion: String(GANGUP_VERSION),
  layoutHash: gangupLayout.hash,
  rowHash: rowLayout.hash,
} as const;

/** Throws `BadInputError` unless the checkpoint is one of Gang Up! under this version's rules and layouts. */
export function checkGangup({ metadata }: Pick<GangupCheckpoint, 'metadata'>, path: string): void {
  checkFacts(metadata, GANGUP_FACTS, path);
}

/**
 * The parameters of another run of the same network, from its newest good checkpoint, or those of an exported model, whose
 * critic stays that of `fresh` where it has none. Throws `BadInputError`.
 */
async function parametersOf(from: string, net: GangupNet, fresh: Float32Array): Promise<Float32Array> {
  const model = policyFile(from);
  if (model !== undefined) {
    const { card } = unwrap(await BossPolicy.load(from));
    const critic = unwrap(await readCritic(from, card));
    if (critic !== undefined) modelParameters(critic.file, critic.bytes, net.criticParameters, fresh);
    return modelParameters(model, readFileSync(model), net.policyParameters, fresh);
  }
  const { checkpoint } = unwrap(lastGoodCheckpoint<GangupCheckpoint>(from));
  checkGangup(checkpoint, from);
  if (JSON.stringify(checkpoint.config.net) !== JSON.stringify(net.spec)) {
    throw new BadInputError(inputError('other-networks', from, 'was trained with another network.'));
  }
  return checkpoint.learner.parameters;
}

/** The policy that is only played against. */
async function frozenPolicy({ frozen }: GangupTrainConfig, net: GangupNet): Promise<Float32Array | undefined> {
  if (frozen === undefined) return undefined;
  const all = await parametersOf(frozen, net, new Float32Array(parameterCount(net.parameters)));
  return all.slice(0, parameterCount(net.policyParameters));
}

async function startingPoint({ startFrom, seed }: GangupTrainConfig, net: GangupNet): Promise<LearnerState> {
  const fresh = initialParameters(net.parameters, new Rng(seed));
  const parameters = startFrom === undefined ? fresh : await parametersOf(startFrom, net, fresh);
  return { ...blankState(parameters.length), parameters };
}

/** The command that repeats a run. */
export function gangupTrainCommand(config: GangupTrainConfig): string {
  const { ppo } = gangupDefaults(config.method);
  const players = [...new Set(config.groups.map((group) => group.config.players))].sort((a, b) => a - b);
  const flags = [
    ...(config.method === undefined ? [] : [`--method ${config.method}`]),
    `--players ${players.join(',')}`,
    config.steps === undefined ? `--minutes ${config.minutes}` : `--steps ${config.steps}`,
    `--seed ${config.seed}`,
    `--threads ${config.threads}`,
    ...(config.shares === undefined ? [] : [`--shares ${formatWeights(config.shares)}`]),
    ...shippedPacks(config).map((pack) => `--packs ${pack}`),
    ...optionFlags(config),
    ...generatedFlags(config),
    ...leagueFlags(config),
    ...(config.startFrom === undefined ? [] : [`--start-from ${startName(config.startFrom, 'gangup')}`]),
    ...(['learningRate', 'entropy'] as const)
      .filter((key) => JSON.stringify(config.ppo[key]) !== JSON.stringify(ppo[key]))
      .map((key) => `--${key === 'entropy' ? key : 'learning-rate'} ${config.ppo[key].start},${config.ppo[key].end}`),
    ...(['epochs', 'minibatch'] as const)
      .filter((key) => config.ppo[key] !== ppo[key])
      .map((key) => `--${key} ${config.ppo[key]}`),
  ];
  return `hench train gangup ${flags.join(' ')}`;
}

/** What makes the league of a run. */
function leagueFlags({ league, frozen }: GangupTrainConfig): string[] {
  const { self, alone, past, scripts } = league;
  const against = frozen !== undefined ? startName(frozen, 'gangup') : alone === 1 ? formatWeights(scripts) : undefined;
  const usual = against === undefined ? GANGUP_LEAGUE : { self: 0, past, scripts };
  return [
    ...(against === undefined ? [] : [`--against ${against}`]),
    ...(self === usual.self ? [] : [`--self ${self}`]),
    ...(past === usual.past ? [] : [`--past ${past}`]),
    ...(JSON.stringify(scripts) === JSON.stringify(usual.scripts) ? [] : [`--scripts ${formatWeights(scripts)}`]),
  ];
}

/** The named packs that all tables play with; none where that is the shipped one, by default. */
function shippedPacks({ groups }: GangupTrainConfig): string[] {
  return (groups[0]?.config.packs ?? []).filter((pack) => typeof pack === 'string');
}

/** What all tables are played with; by default some tables are played with nothing, and they come first. */
function optionFlags({ groups }: GangupTrainConfig): string[] {
  const { config } = groups[0] ?? {};
  return (['leaders', 'locations', 'expansion'] as const).flatMap((option) => {
    const value = config?.[option];
    return value === undefined ? [] : [`--${value ? '' : 'no-'}${option}`];
  });
}

/** Share of the tables that play with generated and designed packs, where nothing else is asked for. */
export const GENERATED_SHARE = 1 / 6;

/** Whether a group plays with a made-up pack: by its seed, or written out as runs before had it. */
export const isGenerated = (group: GroupSpec): boolean =>
  isMadeUp(group) || group.config.packs?.some((pack) => typeof pack === 'object') === true;

/** How many packs of each made-up kind the groups play with. */
export function madeUpPacks({ groups }: Pick<GangupTrainConfig, 'groups'>): { generated: number; designed: number } {
  const designed = groups.filter((group) => group.designed !== undefined).length;
  return { generated: groups.filter(isGenerated).length - designed, designed };
}

function generatedFlags({ groups }: GangupTrainConfig): string[] {
  const madeUp = groups.filter(isGenerated);
  if (madeUp.length === 0) return [];
  const { generated, designed } = madeUpPacks({ groups });
  const sum = (all: readonly GroupSpec[]): number => all.reduce((total, { share }) => total + share, 0);
  const share = Number((sum(madeUp) / sum(groups)).toFixed(4));
  const usual = Number(GENERATED_SHARE.toFixed(4));
  return [
    ...(generated === 0 ? [] : [`--generated ${generated}`]),
    ...(designed === 0 ? [] : [`--designed ${designed}`]),
    ...(share === usual ? [] : [`--generated-share ${share}`]),
  ];
}

/** Games that one learner played against a script, and its share of their wins. */
function againstScripts(sums: Readonly<Record<string, number>>): { successes: number; episodes: number } {
  let [successes, episodes] = [0, 0];
  for (const [key, value] of Object.entries(sums)) {
    if (key.startsWith('wins ')) successes += value;
    else if (key.startsWith('games ')) episodes += value;
  }
  return { successes, episodes };
}

/**
 * Trains by play in the league until `steps` or `minutes` are reached or the signal is aborted. With `steps`, the same
 * configuration gives the same parameters bit for bit, interrupted and resumed or not. Throws `TrainingDivergedError`
 * when the loss explodes (the last checkpoint stays), `BadInputError` when there is nothing to resume or it belongs to
 * another run.
 */
export async function trainGangup(config: GangupTrainConfig, hooks: TrainHooks = {}): Promise<RunResult> {
  if (config.steps === undefined && config.minutes === undefined) throw new RangeError('train wants steps or minutes');
  tablesEach(config.ppo.envs, config.threads); // refused before anything is read or written
  const progress = hooks.progress ?? SILENT;
  const resumed = runBefore<GangupCheckpoint>(config.out, hooks.resume === true, progress);
  if (resumed !== undefined) {
    checkGangup(resumed, config.out);
    checkSame(resumed.config, config);
  }
  const net = gangupNet(config.net);
  const start = resumed?.learner ?? (await startingPoint(config, net));
  const frozen = await frozenPolicy(config, net);
  unwrap(makeDirectory(config.out)); // only now: nothing is written on bad input
  const crew = await openCrew(config, net, start, frozen);
  if (resumed !== undefined) await crew.load(resumed.shards);
  return runLoop(config, crew, resumed, { metadata: GANGUP_FACTS }, { ...hooks, progress, success: againstScripts });
}
