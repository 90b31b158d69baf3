import type { GangEnvSpec } from '../../training/gang-env.js';
import { type GangupTrainConfig, madeUpPacks } from '../../training/gangup-train.js';
import { formatInterval } from '../../training/metrics.js';
import { type RunFolder, type RunKind, repeatCommand, runProgress } from '../../training/run-folder.js';
import type { TrainConfig } from '../../training/train.js';
import type { CrossPlayReport } from '../cross-play.js';
import type { EstimatorReport } from '../estimates.js';
import type { Forecast } from '../run-forecast.js';
import { crossPlaySections } from './arena-page.js';
import { reliability } from './charts.js';
import { estimatorFigures } from './estimator-page.js';
import {
  code,
  details,
  facts,
  formatNumber,
  formatPercent,
  type Html,
  html,
  page,
  paragraph,
  type Section,
  table,
} from './html.js';
import { plots } from './plot.js';
import { learnerCurves, metricTables, type RateGroup, rateCurves, rateNames, successCurve } from './run-curves.js';

/** A game told in words. */
export interface Story {
  /** How it ended, in a few words. */
  readonly title: string;
  readonly lines: readonly string[];
}

/** What `runPage` shows besides what lies in the run's directory; each part is left out where it is absent. */
export interface RunPageSpec {
  readonly run: RunFolder;
  /** What the networks of the newest checkpoint foretell, and what came of it. */
  readonly forecast?: Forecast;
  /** Estimates of final ranks by the model that was exported from the run. */
  readonly estimates?: EstimatorReport;
  readonly crossPlay?: readonly CrossPlayReport[];
  /** Games played by the newest checkpoint. */
  readonly stories?: readonly Story[];
  /** Sections of other measurements of this run; they stand before the games. */
  readonly sections?: readonly Section[];
  /** What could not be shown, in sentences. */
  readonly notes?: readonly string[];
}

const GAMES: Readonly<Record<RunKind, string>> = {
  gang: 'The Gang',
  tables: 'The Gang, many tables',
  gangup: 'Gang Up!',
};

/** A page in one file about a training run of either game. */
export function runPage(spec: RunPageSpec): string {
  const { run, crossPlay = [], stories = [], sections = [], notes = [] } = spec;
  return page({
    title: `Training run: ${GAMES[run.kind]}`,
    subtitle: `${run.directory}: ${standing(run)}`,
    sections: [
      { title: 'What was trained', body: whatWasTrained(run, notes) },
      ...curves(run),
      ...calibration(spec),
      ...crossPlay.flatMap((report) => crossPlaySections(report).map(inCrossPlay)),
      ...sections,
      ...(stories.length === 0 ? [] : [told(run, stories)]),
      { title: 'Checkpoints', body: checkpoints(run) },
    ],
  });
}

function inCrossPlay({ title, body }: Section): Section {
  return { title: `Cross-play: ${title.toLowerCase()}`, body };
}

/** How far the run is. Whether somebody still trains it can't be seen from its files. */
function standing(run: RunFolder): string {
  const { newest, metrics } = run;
  const steps = Math.max(newest?.checkpoint.steps ?? 0, metrics.lines.at(-1)?.steps ?? 0);
  const done = `${formatNumber(steps)} decisions`;
  const share = runProgress(run);
  return share >= 1 ? `at its end, ${done}.` : `${formatPercent(share)} of the way, ${done}; not at its end.`;
}

function whatWasTrained(run: RunFolder, notes: readonly string[]): Html[] {
  const { kind, config, record, newest } = run;
  const { ppo } = config;
  const end = config.steps === undefined ? `${config.minutes} minutes` : `${formatNumber(config.steps)} decisions`;
  const schedule = ({ start, end: last }: { start: number; end: number }): string => `${start} → ${last}`;
  return [
    ...notes.map(paragraph),
    facts({
      game: GAMES[kind],
      tables: kind === 'gangup' ? gangupTables(config as GangupTrainConfig) : gangTables(config as TrainConfig),
      end,
      seed: config.seed,
      threads: config.threads,
      'learning rate': schedule(ppo.learningRate),
      entropy: schedule(ppo.entropy),
      'started from': config.startFrom,
      'rules version': newest?.checkpoint.metadata.rulesVersion,
    }),
    paragraph('The same run again:'),
    code(repeatCommand(run)),
    ...parts(record),
    details('The whole configuration', code(JSON.stringify(shortened(config), null, 2))),
  ];
}

/** A configuration without the cards of packs that are written out in it, which are long. */
function shortened(config: RunFolder['config']): object {
  if (!('groups' in config)) return config;
  const names = (pack: unknown): unknown => (typeof pack === 'string' ? pack : 'a pack of its own');
  const groups = config.groups.map((group) =>
    group.config.packs === undefined
      ? group
      : { ...group, config: { ...group.config, packs: group.config.packs.map(names) } },
  );
  return { ...config, groups };
}

function gangTables({ envSpec }: Pick<TrainConfig, 'envSpec'>): string {
  const spec = envSpec as Partial<GangEnvSpec> & { readonly tables?: readonly object[] };
  if (spec.tables !== undefined) return spec.tables.map((one) => JSON.stringify(one)).join(', ');
  const kind = spec.observation ?? 'full';
  const ready = `${formatPercent(spec.readyShare ?? 0)} with ready round ends`;
  const partners =
    spec.partners === undefined ? '' : `; strangers in ${formatPercent(spec.partners.share)} of the heists`;
  return `${spec.config?.players} players, class ${kind}, ${ready}${partners}`;
}

function gangupTables(config: GangupTrainConfig): string {
  const players = [...new Set(config.groups.map((group) => group.config.players))].sort((a, b) => a - b);
  const packs = Object.entries(madeUpPacks(config)).map(([kind, n]) =>
    n === 0 ? '' : `, ${n} ${kind} ${n === 1 ? 'pack' : 'packs'}`,
  );
  const scripts = Object.entries(config.league.scripts).map(([name, weight]) => `${name} ${weight}`);
  const league = `${formatPercent(config.league.self)} with itself alone; scripts by weight: ${scripts.join(', ') || 'none'}`;
  return `${players.join(', ')} players${packs.join('')}; ${league}`;
}

/** When and where each part of the run was made. */
function parts(record: RunFolder['record']): Html[] {
  if (record === undefined) return [paragraph('There is no run.json here: it was made before there were records.')];
  const rows = record.parts.map((part) => [
    part.startedAt,
    part.fromSteps,
    part.commit === undefined
      ? part.version
      : `${part.version}, ${part.commit.slice(0, 12)}${part.commit.endsWith('+') ? '+' : ''}`,
    part.node,
    part.onnxruntime,
    `${part.cpu}, ${part.cores} cores, ${part.platform}`,
  ]);
  const columns = ['started', 'from decision', 'hench', 'Node.js', 'ONNX Runtime', 'machine'];
  const caption = 'Its parts; + at a commit: files differed from it';
  return [table({ caption, columns, rows })];
}

function curves(run: RunFolder): Section[] {
  const { lines, broken } = run.metrics;
  const torn =
    broken.length === 0
      ? []
      : [paragraph(`Left out, since torn or changed: line ${broken.join(', ')} of metrics.jsonl.`)];
  if (lines.length === 0) {
    return [{ title: 'Curves', body: [paragraph('There is no line of metrics yet.'), ...torn] }];
  }
  const title = run.kind === 'gangup' ? 'Share of the wins against opponents of one kind' : 'Heists won';
  const rates = groupsOf(run.kind, rateNames(lines)).flatMap((group) => rateCurves(lines, group));
  const last = lines.at(-1)!;
  const now = `The last line, at ${formatNumber(last.steps)} decisions: ${formatInterval(last.success)}.`;
  return [
    { title: 'Success', body: [paragraph(now), ...torn, plots([successCurve(lines, title), ...rates])] },
    { title: 'Learning', body: [plots(learnerCurves(lines)), metricTables(lines)] },
  ];
}

/** The shares of success of a run, those together that are about the same. */
function groupsOf(kind: RunKind, names: readonly string[]): RateGroup[] {
  if (names.length === 0) return [];
  if (kind === 'tables') return [{ title: 'Heists won at each table', note: '', names }];
  if (kind === 'gang') {
    const note = 'own: all seats the learner’s; else heists at which this stranger sat.';
    const strangers = names.filter((name) => name !== 'strict');
    return [
      ...(names.includes('strict')
        ? [{ title: 'Heists won where rounds end strictly', note: '', names: ['strict'] }]
        : []),
      ...(strangers.length === 0 ? [] : [{ title: 'Heists won with strangers', note, names: strangers }]),
    ];
  }
  // `schemer 4`: one learner against this opponent at tables of four.
  const sizes = [...new Set(names.map((name) => name.slice(name.lastIndexOf(' ') + 1)))].sort();
  return sizes.map((players) => ({
    title: `League: win share at tables of ${players}`,
    note: 'One learner, all others of this kind; shared wins count in parts.',
    names: names.filter((name) => name.endsWith(` ${players}`)),
    reference: { label: 'fair', value: 1 / Number(players) },
  }));
}

function calibration({ run, forecast, estimates }: RunPageSpec): Section[] {
  const body: Html[] = [];
  if (forecast !== undefined) {
    const games = run.kind === 'gangup' ? 'games' : 'heists';
    const who =
      run.kind === 'gangup'
        ? 'the share of the win that the policy expects for each seat'
        : 'the chance of success that the critic, which sees all hands, gives';
    body.push(
      reliability({
        title: run.kind === 'gangup' ? 'Expected win shares' : 'The critic’s chances of success',
        note: `At ${formatNumber(forecast.moments)} moments of ${formatNumber(forecast.games)} ${games} (seed ${forecast.seed}): ${who}, and what came of it. Intervals are 95 %, ${games} drawn as wholes.`,
        curves: [{ name: 'newest checkpoint', bins: forecast.bins }],
      }),
    );
  }
  if (estimates !== undefined)
    body.push(html`<h3>Final ranks, as ${estimates.model} estimates them</h3>`, ...estimatorFigures(estimates));
  return body.length === 0 ? [] : [{ title: 'Calibration', body }];
}

function told({ kind, newest }: RunFolder, stories: readonly Story[]): Section {
  const [title, one] = kind === 'gangup' ? ['Games', 'Game'] : ['Heists', 'Heist'];
  const how = `Played by the checkpoint of ${formatNumber(newest!.checkpoint.steps)} decisions in all seats, as its exported agent plays; nothing was picked out.`;
  const texts = stories.map((story, i) => details(`${one} ${i + 1}: ${story.title}`, code(story.lines.join('\n'))));
  return { title, body: [paragraph(how), ...texts] };
}

function checkpoints({ checkpoints: found }: RunFolder): Html[] {
  if (found.length === 0) return [paragraph('None is written yet.')];
  const rows = found.map(({ path, bytes, steps, seconds, error }) => [
    path,
    steps,
    seconds === undefined ? undefined : (seconds / 60).toFixed(1),
    bytes,
    error === undefined ? 'whole' : error.message,
  ]);
  return [table({ columns: ['file', 'decisions', 'minutes', 'bytes', ''], rows })];
}
