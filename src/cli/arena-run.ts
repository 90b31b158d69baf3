import { availableParallelism } from 'node:os';
import type { OutsideOptions } from '../../agents/outside/faults.js';
import { endPrograms } from '../../agents/outside/reaper.js';
import type { AgentOf, GameId } from '../../agents/registry.js';
import { runArena } from '../../eval/arena.js';
import { PEEK_BUDGET } from '../../eval/ceiling-gangup.js';
import type { ConfigOf } from '../../eval/contest.js';
import { runCrossPlay } from '../../eval/cross-play.js';
import { CsvFile, type DecisionFile, ParquetFile } from '../../eval/decision-files.js';
import type { DecisionBlock } from '../../eval/decisions.js';
import { runGangupArena } from '../../eval/gangup-arena.js';
import { type Lineup, openLineup } from '../../eval/lineup.js';
import { openMembers } from '../../eval/members.js';
import type { AnyArenaReport } from '../../eval/report/arena-page.js';
import { runRoundRobin } from '../../eval/round-robin.js';
import { unwrap } from '../core/errors.js';
import { writeFileWhole } from '../core/files.js';
import { planOf } from '../gang/plan.js';
import { flagError } from './flags.js';
import { type Running, untilInterrupted } from './progress.js';
import { written } from './written.js';

const GAMES_FOR_THREADS = 50;

/** What `--ceiling` asks for: at Gang Up! how far the search that peeks goes, where that was said. */
export interface CeilingPlan {
  readonly games: number | undefined;
  readonly iterations: number | undefined;
  readonly turns: number | undefined;
}

/** What the flags of `hench arena` ask for. */
export interface ArenaPlan<G extends GameId> {
  readonly game: G;
  readonly lineups: readonly string[];
  readonly crossPlay: string | undefined;
  readonly roundRobin: string | undefined;
  readonly players: number | undefined;
  readonly games: number;
  readonly seed: number;
  readonly until: number | undefined;
  /** Name of the agent whose teams are the reference (The Gang). */
  readonly control: string | undefined;
  /** Whether what peeks is measured too. */
  readonly ceiling: CeilingPlan | undefined;
  /** Whether it is also counted who does what about crimes (Gang Up!). */
  readonly bidding: boolean;
  readonly threads: number | undefined;
  readonly csv: string | undefined;
  readonly parquet: string | undefined;
  readonly html: string | undefined;
  readonly outside: OutsideOptions;
  /** The table for so many players, which `by` has brought about. */
  configure(players: number, by: string): Promise<ConfigOf[G]>;
}

/** A file of decisions, and where it will lie. */
interface Recording {
  readonly path: string;
  readonly file: DecisionFile;
}

/**
 * Does what was asked for and says it by `tell`, before files are finished, so that a disk that is full by then costs no
 * figures; says nothing when Ctrl-C ended it. Throws `BadInputError`.
 */
export async function runPlan(
  plan: ArenaPlan<GameId>,
  command: string,
  tell: (report: AnyArenaReport) => void | Promise<void>,
): Promise<void> {
  const files: Recording[] = [];
  try {
    const report =
      plan.game === 'gang'
        ? await gang(plan as ArenaPlan<'gang'>, files)
        : await gangup(plan as ArenaPlan<'gangup'>, files);
    if (report === undefined) return;
    await tell(report);
    for (const { path, file } of files) written(path, () => file.finish());
    if (plan.html !== undefined) {
      const { arenaPage } = await import('../../eval/report/arena-page.js');
      written(plan.html, () => writeFileWhole(plan.html!, arenaPage(report, command)));
    }
  } finally {
    for (const { file } of files) file.abandon();
    await endPrograms();
  }
}

async function gang(plan: ArenaPlan<'gang'>, files: Recording[]): Promise<AnyArenaReport | undefined> {
  if (plan.crossPlay !== undefined) return crossPlay(plan, plan.crossPlay);
  const { lineups, configs } = await openLineups(plan);
  const ceiling = plan.ceiling !== undefined;
  if (ceiling) configs.forEach(checkCeiling);
  const sizes = [...new Set(lineups.map(({ names }) => names.length))];
  const references: Lineup<AgentOf['gang']>[] = [];
  if (plan.control !== undefined) {
    for (const size of sizes) {
      references.push(unwrap(await openLineup('gang', `${plan.control}*${size}`, undefined, plan.outside)));
    }
  }
  return recorded(plan, files, 'deals', (running) =>
    runArena({ ...shared(plan, running), lineups, config: configs[0]!, configs, references, ceiling }),
  );
}

/** Throws `BadInputError` for a table at which the team that peeks has no order to follow. */
function checkCeiling(config: ConfigOf['gang']): void {
  if (planOf(config).plain && config.length === 'heist') return;
  throw flagError('ceiling', 'is for single heists of the base game.', 'Leave it out at this table.');
}

async function gangup(plan: ArenaPlan<'gangup'>, files: Recording[]): Promise<AnyArenaReport | undefined> {
  if (plan.crossPlay !== undefined) return crossPlay(plan, plan.crossPlay);
  if (plan.roundRobin !== undefined) return roundRobin(plan, plan.roundRobin);
  const { lineups, configs } = await openLineups(plan);
  const { bidding } = plan;
  const ceiling = plan.ceiling === undefined ? undefined : peekOf(plan.ceiling, plan.games);
  return recorded(plan, files, 'games', (running) =>
    runGangupArena({ ...shared(plan, running), lineups, config: configs[0]!, bidding, ceiling }),
  );
}

function peekOf({ games = Number.POSITIVE_INFINITY, iterations, turns }: CeilingPlan, most: number) {
  return {
    games: Math.min(games, most),
    iterations: iterations ?? PEEK_BUDGET.iterations,
    turns: turns ?? PEEK_BUDGET.turns,
  };
}

function shared(plan: ArenaPlan<GameId>, running: Running) {
  const { games, seed, until } = plan;
  // Few games are over before threads have started.
  const threads = plan.threads ?? (games < GAMES_FOR_THREADS ? 0 : availableParallelism());
  return { games, seed, until, threads, ...running };
}

/** The line-ups of a command, each checked against its table first. */
async function openLineups<G extends GameId>(
  plan: ArenaPlan<G>,
): Promise<{ readonly lineups: Lineup<AgentOf[G]>[]; readonly configs: ConfigOf[G][] }> {
  const lineups: Lineup<AgentOf[G]>[] = [];
  const configs: ConfigOf[G][] = [];
  for (const text of plan.lineups) {
    const check = async (players: number): Promise<void> => {
      configs.push(await plan.configure(players, `the line-up ${text}`));
    };
    lineups.push(unwrap(await openLineup(plan.game, text, check, plan.outside)));
  }
  return { lineups, configs };
}

async function crossPlay<G extends GameId>(plan: ArenaPlan<G>, text: string): Promise<AnyArenaReport | undefined> {
  const players = seatsOf(plan, 'cross-play');
  const config = await plan.configure(players, '--players');
  const members = unwrap(await openMembers(plan.game, text, players, plan.outside));
  return untilInterrupted('games', (running) =>
    runCrossPlay({ ...shared(plan, running), game: plan.game, members, config }),
  );
}

async function roundRobin(plan: ArenaPlan<'gangup'>, text: string): Promise<AnyArenaReport | undefined> {
  const players = seatsOf(plan, 'round-robin');
  const config = await plan.configure(players, '--players');
  const members = unwrap(await openMembers('gangup', text, players, plan.outside));
  if (members.length < players) {
    const message = `${members.length} agents cannot fill ${players} seats, each with another.`;
    throw flagError('round-robin', message, 'Name more agents, or fewer --players.');
  }
  return untilInterrupted('games', (running) => runRoundRobin({ ...shared(plan, running), members, config }));
}

function seatsOf(plan: ArenaPlan<GameId>, flag: string): number {
  if (plan.players !== undefined) return plan.players;
  throw flagError(flag, 'needs the number of seats.', 'Add --players 4, for example.');
}

/** Plays line-ups, every decision written to the files that were asked for, which come to be in `files`. */
async function recorded<Report>(
  { game, csv, parquet }: ArenaPlan<GameId>,
  files: Recording[],
  unit: string,
  play: (running: Running & { onDecisions?(block: DecisionBlock): void }) => Promise<Report>,
): Promise<Report | undefined> {
  const open = (path: string, kind: typeof CsvFile | typeof ParquetFile): void => {
    files.push({ path, file: written(path, () => new kind(path, game)) });
  };
  const onDecisions = (block: DecisionBlock): void => {
    for (const { path, file } of files) written(path, () => file.write(block));
  };
  if (csv !== undefined) open(csv, CsvFile);
  if (parquet !== undefined) open(parquet, ParquetFile);
  return untilInterrupted(unit, (running) => play(files.length === 0 ? running : { ...running, onDecisions }));
}
