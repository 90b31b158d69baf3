import {
  envDefinition,
  METRICS,
  type MetricDefinition,
  metricOf,
  type OwnMetric,
  ratesOf,
} from '../../training/metric-list.js';
import { type Interval, type Metrics, successInterval } from '../../training/metrics.js';
import { type Bar, barsWithIntervals, lineChart, type Series } from './charts.js';
import { details, formatNumber, type Html, table } from './html.js';

/** Points of a curve of shares: the lines between are put together, so that each has its games behind it. */
const POOLS = 80;
/** The end of a run that is looked at on its own, as a share of its lines. */
const LAST = 0.1;

const DECISIONS = { label: 'decisions', min: 0 } as const;
const SHARE = { min: 0, max: 1, percent: true } as const;

/** Metrics that have a curve of their own, in order; `success.…` are drawn together. */
const CURVES = METRICS.filter(
  ({ key }) => !key.startsWith('success.') && !['steps', 'seconds', 'iterations'].includes(key),
);

/** A share and what it is a share of, added up. */
interface Tally {
  won: number;
  of: number;
}

/** Lines of metrics put together, in order. */
interface Pool {
  /** Decisions at its end. */
  readonly steps: number;
  readonly success: Tally;
  readonly rates: ReadonlyMap<string, Tally>;
}

function pool(lines: readonly Metrics[]): Pool {
  const success = { won: 0, of: 0 };
  const rates = new Map<string, Tally>();
  for (const line of lines) {
    success.won += line.success.mean * line.success.episodes;
    success.of += line.success.episodes;
    for (const { name, won, of } of ratesOf(line.env)) {
      const sum = rates.get(name) ?? { won: 0, of: 0 };
      rates.set(name, { won: sum.won + won, of: sum.of + of });
    }
  }
  return { steps: lines.at(-1)?.steps ?? 0, success, rates };
}

function pools(lines: readonly Metrics[]): Pool[] {
  const each = Math.max(1, Math.ceil(lines.length / POOLS));
  return Array.from({ length: Math.ceil(lines.length / each) }, (_, i) => pool(lines.slice(i * each, (i + 1) * each)));
}

const interval = ({ won, of }: Tally): Interval => successInterval(won, of);

/** What no game says anything about leaves a gap. */
function shareSeries(name: string, all: readonly Pool[], tally: (one: Pool) => Tally | undefined): Series {
  const found = all.map((one) => interval(tally(one) ?? { won: 0, of: 0 }));
  const value = (pick: (one: Interval) => number): number[] =>
    found.map((one) => (one.episodes === 0 ? Number.NaN : pick(one)));
  return {
    name,
    x: all.map(({ steps }) => steps),
    y: value(({ mean }) => mean),
    band: { low: value(({ low }) => low), high: value(({ high }) => high) },
  };
}

/** Success over the run, with its interval. */
export function successCurve(lines: readonly Metrics[], title: string): Html {
  return lineChart({
    title,
    note: 'The policy that samples, as in training; the band is the 95 % interval of the games around each point.',
    x: DECISIONS,
    y: { label: 'share', ...SHARE },
    series: [shareSeries('success', pools(lines), ({ success }) => success)],
  });
}

/** Shares of success that belong together: against whom, or at which table. */
export interface RateGroup {
  readonly title: string;
  readonly note: string;
  readonly names: readonly string[];
  /** What a policy no better than the others would have. */
  readonly reference?: { readonly label: string; readonly value: number };
}

/** Names of all shares that the run has played games for. */
export function rateNames(lines: readonly Metrics[]): string[] {
  const played = lines.flatMap(({ env }) => ratesOf(env).filter(({ of }) => of > 0));
  return [...new Set(played.map(({ name }) => name))].sort();
}

/** Curves of a group, and where it stood at the end, with intervals. */
export function rateCurves(lines: readonly Metrics[], { title, note, names, reference }: RateGroup): Html[] {
  const all = pools(lines);
  const end = pool(lines.slice(-Math.max(1, Math.ceil(lines.length * LAST))));
  const bars = names.flatMap((name): Bar[] => {
    const tally = end.rates.get(name);
    return tally === undefined || tally.of === 0 ? [] : [{ label: name, ...interval(tally) }];
  });
  const more = reference === undefined ? {} : { reference };
  const curves = lineChart({
    ...{ title, note, ...more },
    x: DECISIONS,
    y: { label: 'share', ...SHARE },
    // Many bands over each other hide what they belong to.
    series: names.map((name) => {
      const { band, ...line } = shareSeries(name, all, ({ rates }) => rates.get(name));
      return names.length > 1 ? line : { ...line, band: band! };
    }),
  });
  const last = barsWithIntervals({
    title: `${title}: the last tenth of the run`,
    note: 'Bars are means, whiskers 95 % intervals.',
    value: { label: 'share', ...SHARE },
    bars,
    ...more,
  });
  return bars.length === 0 ? [curves] : [curves, last];
}

/** One curve for each number that the learner reports. */
export function learnerCurves(lines: readonly Metrics[]): Html[] {
  const x = lines.map(({ steps }) => steps);
  return CURVES.map((metric) =>
    lineChart({
      title: metric.key,
      note: meaningOf(metric),
      x: DECISIONS,
      y: metric.unit === 'share' ? { label: 'share', percent: true } : { label: unitOf(metric) },
      series: [{ name: metric.key, x, y: lines.map((line) => metricOf(line, metric.key)) }],
    }),
  );
}

function unitOf({ unit, key }: MetricDefinition): string {
  return unit === 'none' ? key : unit;
}

function meaningOf({ meaning, formula }: MetricDefinition): string {
  return formula === undefined ? `${meaning}.` : `${meaning}. Formula: ${formula}.`;
}

/** Every number of the run's last line, and every sum over the run, each with what it means. */
export function metricTables(lines: readonly Metrics[]): Html {
  const last = lines.at(-1)!;
  const own = METRICS.map((metric) => [
    metric.key,
    formatNumber(metricOf(last, metric.key as OwnMetric)),
    metric.unit,
    meaningOf(metric),
  ]);
  const totals = new Map<string, number>();
  for (const { env } of lines) {
    for (const [key, value] of Object.entries(env)) totals.set(key, (totals.get(key) ?? 0) + value);
  }
  const sums = [...totals].map(([key, total]) => {
    const known = envDefinition(key);
    return [`env.${key}`, formatNumber(total), known?.unit ?? '', known === undefined ? '' : meaningOf(known)];
  });
  const columns = (value: string): string[] => ['metric', value, 'unit', 'meaning'];
  return details('Every metric', [
    table({ caption: 'At the last line', columns: columns('value'), rows: own }),
    table({ caption: 'Sums over the whole run', columns: columns('total'), rows: sums }),
  ]);
}
