import type { GangAgent } from '../agents/gang-agent.js';
import type { ObservationClass } from '../src/env/gang-layout.js';
import type { GangConfig } from '../src/gang/config.js';
import { ROUNDS } from '../src/gang/state.js';
import { type BootstrapInterval, bootstrap, bootstrapDifference } from './bootstrap.js';
import { playCeiling } from './ceiling.js';
import { Contest } from './contest.js';
import { type Control, type ControlledMean, controlledMean } from './control.js';
import type { DecisionBlock } from './decisions.js';
import { DIFFICULTY, difficulties, hasDifficulty } from './difficulty.js';
import { type FaultRow, faultRows } from './faults.js';
import { GANG_ROW } from './gang-rows.js';
import { formatLineup, type Lineup, rotations } from './lineup.js';
import { type SequenceResult, sequenceOf, untilNarrow } from './sequential.js';
import { clusteredShare, gameWinInterval, type Interval, meanInterval, wilson } from './stats.js';

export interface ArenaOptions {
  readonly lineups: readonly Lineup<GangAgent>[];
  /** The table; `players` follows from each line-up. */
  readonly config: Omit<GangConfig, 'players'>;
  /** The table of each line-up, where what else it has depends on the number of players (exit chips). */
  readonly configs?: readonly GangConfig[];
  /** Deals: heists where `length` is `heist`, whole games where it is `game`; with `until` the most. */
  readonly games: number;
  /** Stop as soon as every line-up's interval is at most this far from its middle to its ends. */
  readonly until?: number | undefined;
  /**
   * Teams of one agent each, for the sizes of the line-ups: what they do on the same deals, and on `EXTRA_DEALS` times as
   * many more, takes some of the luck of the deals out of `control`. Without them the difficulty of the deals does that.
   */
  readonly references?: readonly Lineup<GangAgent>[] | undefined;
  readonly seed: number;
  /** Worker threads; 0 or absent: this thread. Changes nothing but the speed. */
  readonly threads?: number;
  /** Tables played at once; changes nothing but the speed. */
  readonly tables?: number;
  /** Also measures the upper reference (`playCeiling`); for single heists of the base game, not with `until`. */
  readonly ceiling?: boolean;
  readonly signal?: AbortSignal;
  /** Called now and then with the deals finished so far, over all line-ups. */
  onProgress?(done: number, total: number): void;
  /** Takes every decision, in the order of deals; nothing is recorded without it. */
  onDecisions?(block: DecisionBlock): void | Promise<void>;
}

export interface LineupResult {
  readonly lineup: string;
  readonly agents: readonly string[];
  /** What each may look at (R-SILENT). */
  readonly classes: readonly ObservationClass[];
  /** Heists played. */
  readonly heists: number;
  /**
   * Share of heists that succeeded. Heists of one deal each are independent: Wilson's interval. In whole games the
   * heists of a game are a cluster: `clusteredShare`. With `until`, where those would be too narrow, the interval of
   * `sequence`.
   */
  readonly success: Interval;
  /** The same share by resampling deals. */
  readonly bootstrap: BootstrapInterval;
  /** The same share with what the deals contribute taken out; one-heist games of the base game, without `until`. */
  readonly control?: ControlledMean;
  /** Share of games won: counted (`games`, Wilson's interval) or worked out from the heists (`success`). */
  readonly gameWins: Interval;
  readonly gameWinsFrom: 'games' | 'success';
  /** Games that ended with an agent's fault (`--strict`): their last heist counts as failed. */
  readonly forfeits: number;
  /** Chips moved per round, all seats together. */
  readonly movesPerRound: number;
  /** Ways to sit that the deals went through in turn. */
  readonly seatings: number;
  readonly config: GangConfig;
  /** With `until`: the interval that holds however early it was stopped; of games won where whole games are played. */
  readonly sequence?: SequenceResult;
}

/** How much more often line-up `a` succeeded than `b` on the same deals (indices into `lineups`). */
export interface PairedDifference {
  readonly a: number;
  readonly b: number;
  /**
   * Difference of the shares of heists (or of games, where whole games were played), deal by deal. With `until` its
   * interval is one that holds however early it was stopped.
   */
  readonly success: Interval;
  /** The same by resampling deals. */
  readonly bootstrap: BootstrapInterval;
}

/** What a team reaches that sees all hands (see `playCeiling`): no agent, it peeks. */
export interface CeilingResult {
  readonly players: number;
  readonly success: Interval;
  readonly movesPerRound: number;
  /** How far each line-up of that size stays behind, deal by deal (`lineup` is an index). */
  readonly behind: readonly { readonly lineup: number; readonly success: Interval }[];
}

/** What `hench arena gang --json` prints. */
export interface ArenaReport {
  readonly game: 'gang';
  readonly seed: number;
  readonly lineups: readonly LineupResult[];
  readonly differences: readonly PairedDifference[];
  /** What went wrong with users' own agents, a row for each of a line-up. */
  readonly faults: readonly FaultRow[];
  /** With `ceiling`: what teams that peek make of the same deals, a row for each size of table. */
  readonly ceiling?: readonly CeilingResult[];
}

/** The means of controls are taken from so many times as many deals as were played. */
export const EXTRA_DEALS = 4;
/** Fewer deals say too little of how an outcome follows the controls. */
const CONTROLLED_MIN = 200;

/** What one line-up did, deal by deal. */
interface Outcomes {
  readonly successes: Float64Array;
  readonly heists: Float64Array;
  readonly wins: Float64Array;
  readonly moves: Float64Array;
  readonly forfeits: Float64Array;
}

/**
 * Plays every line-up on the same deals: deal i has the same cards and the same order of asking for all line-ups of one
 * size. Each deal is played once by each line-up, and the seats rotate from deal to deal through the distinct ways to
 * sit, so that deals are independent and the intervals are those of independent trials; the differences between
 * line-ups are taken deal by deal, which takes out what the cards contribute.
 */
export async function runArena(options: ArenaOptions): Promise<ArenaReport> {
  const { lineups, games, seed, until, references = [] } = options;
  const configs = lineups.map((lineup, i) => configOf(options, lineup, i));
  const whole = options.config.length === 'game';
  const teams = until === undefined && !whole && games >= CONTROLLED_MIN ? references : [];
  const contest = new Contest({
    ...options,
    game: 'gang',
    lineups: [...lineups, ...teams],
    configs: [...configs, ...teams.map((team) => configFor(lineups, configs, team))],
    games: [...lineups.map(() => games), ...teams.map(() => games * (1 + EXTRA_DEALS))],
  });
  try {
    if (until === undefined) {
      for (const i of lineups.keys()) await contest.playTo(games, i);
      for (const i of teams.keys()) await contest.playTo(games * (1 + EXTRA_DEALS), lineups.length + i);
    } else {
      const step = Math.max(...lineups.map(({ names }) => names.length));
      const scored = whole ? GANG_ROW.won : GANG_ROW.successes;
      const scores = (): Float64Array[] => lineups.map((_, i) => contest.column(i, scored));
      await untilNarrow({ games, step, target: until, play: (to) => contest.playTo(to), scores });
    }
  } finally {
    contest.close();
  }
  const outcomes = lineups.map((_, i): Outcomes => {
    const column = (at: number): Float64Array => contest.column(i, at);
    return {
      successes: column(GANG_ROW.successes),
      heists: column(GANG_ROW.heists),
      wins: column(GANG_ROW.won),
      moves: column(GANG_ROW.moves),
      forfeits: column(GANG_ROW.forfeit),
    };
  });
  const differences: PairedDifference[] = [];
  for (let a = 0; a < lineups.length; a++) {
    for (let b = a + 1; b < lineups.length; b++) {
      if (lineups[a]!.names.length !== lineups[b]!.names.length) continue; // other deals
      const [x, y] = [outcomes[a]!, outcomes[b]!].map((one) => (whole ? one.wins : one.successes)) as [
        Float64Array,
        Float64Array,
      ];
      const difference = x.map((value, i) => value - y[i]!);
      const success = until === undefined ? meanInterval(difference) : sequenceOf(difference, -1, 1, until).interval;
      differences.push({ a, b, success, bootstrap: bootstrapDifference(x, y, seed) });
    }
  }
  const controls = new Map<number, Control[]>();
  const controlled = (i: number): { control?: ControlledMean } => {
    const config = configs[i]!;
    if (until !== undefined || games < CONTROLLED_MIN || whole) return {};
    const found = controls.get(config.players) ?? controlsOf(contest, teams, lineups.length, config, options);
    controls.set(config.players, found);
    return found.length === 0 ? {} : { control: controlledMean(outcomes[i]!.successes, found) };
  };
  return {
    game: 'gang',
    seed,
    lineups: lineups.map((lineup, i) => ({
      ...summarise(lineup, outcomes[i]!, options, configs[i]!),
      ...controlled(i),
    })),
    differences,
    faults: faultRows(lineups),
    ...(options.ceiling === true ? { ceiling: ceilingsOf(configs, outcomes, games, seed) } : {}),
  };
}

/** The table of the first line-up that has the team's size. */
function configFor(
  lineups: readonly Lineup<GangAgent>[],
  configs: readonly GangConfig[],
  team: Lineup<GangAgent>,
): GangConfig {
  return configs[lineups.findIndex(({ names }) => names.length === team.names.length)]!;
}

/** What is known of the deals of one table: their difficulty, and how the team of that size did. */
function controlsOf(
  contest: Contest<'gang'>,
  teams: readonly Lineup<GangAgent>[],
  first: number,
  config: GangConfig,
  { games, seed }: ArenaOptions,
): Control[] {
  const found: Control[] = [];
  const take = (name: string, values: Float64Array): void => {
    found.push({ name, here: values.subarray(0, games), elsewhere: values.subarray(games) });
  };
  if (hasDifficulty(config)) {
    const values = difficulties(config, seed, 0, games * (1 + EXTRA_DEALS));
    for (const [i, name] of DIFFICULTY.entries()) take(name, values[i]!);
  }
  const team = teams.findIndex(({ names }) => names.length === config.players);
  if (team >= 0) take(formatLineup(teams[team]!.names), contest.column(first + team, GANG_ROW.successes));
  return found;
}

function ceilingsOf(
  configs: readonly GangConfig[],
  outcomes: readonly Outcomes[],
  games: number,
  seed: number,
): CeilingResult[] {
  const sizes = [...new Set(configs.map(({ players }) => players))];
  return sizes.map((players) => {
    const config = configs.find((one) => one.players === players)!;
    const { successes, success, movesPerRound } = playCeiling(config, games, seed);
    const behind = configs.flatMap((one, lineup) => {
      if (one.players !== players) return [];
      return [{ lineup, success: meanInterval(successes.map((won, i) => won - outcomes[lineup]!.successes[i]!)) }];
    });
    return { players, success, movesPerRound, behind };
  });
}

function configOf(options: ArenaOptions, lineup: Lineup<GangAgent>, index: number): GangConfig {
  return options.configs?.[index] ?? { ...options.config, players: lineup.names.length };
}

function summarise(
  lineup: Lineup<GangAgent>,
  { successes, heists, wins, moves, forfeits }: Outcomes,
  options: ArenaOptions,
  config: GangConfig,
): LineupResult {
  const { until, seed } = options;
  const whole = config.length === 'game';
  const played = sum(heists);
  const sequence = until === undefined ? undefined : sequenceOf(whole ? wins : successes, 0, 1, until);
  let success = whole ? clusteredShare(successes, heists) : wilson(sum(successes), played);
  if (sequence !== undefined && !whole) success = sequence.interval;
  const won = sequence?.interval ?? wilson(sum(wins), wins.length);
  return {
    lineup: formatLineup(lineup.names),
    agents: lineup.names,
    classes: lineup.agents.map((agent) => agent.observes),
    heists: played,
    success,
    bootstrap: bootstrap(successes, heists, seed),
    gameWins: whole ? won : gameWinInterval(success),
    gameWinsFrom: whole ? 'games' : 'success',
    forfeits: sum(forfeits),
    movesPerRound: sum(moves) / (played * ROUNDS),
    seatings: rotations(lineup.names).length,
    config,
    ...(sequence === undefined ? {} : { sequence }),
  };
}

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
