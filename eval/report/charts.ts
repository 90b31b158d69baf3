import {
  type Axis,
  axis,
  band,
  boxes,
  categories,
  FONT,
  finite,
  frame,
  markLine,
  OUTER,
  openEnds,
  type Series,
  thinned,
  whiskers,
} from './chart-parts.js';
import { formatNumber, formatPercent, type Html, SERIES_COLOURS } from './html.js';
import { colour, figure } from './plot.js';

export type { Axis, Series } from './chart-parts.js';

/** An estimate with its interval. */
export interface Bar {
  readonly label: string;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

interface Described {
  readonly title: string;
  readonly note?: string;
}

export interface LineChartSpec extends Described {
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  /** A horizontal line for comparison. */
  readonly reference?: { readonly label: string; readonly value: number };
}

const WIDTH = 640;
const HEIGHT = 340;
/** More points than this are too fine to be seen: neighbours are averaged. */
const POINTS_MAX = 400;
const ROWS_MAX = 40;

/** Curves, each with a band where it has one. Long ones are averaged over neighbouring points. */
export function lineChart({ title, note, x, y, series, reference }: LineChartSpec): Html {
  const thin = series.map((line) => thinned(line, POINTS_MAX));
  const option = {
    ...frame(series.length > 1 ? series.map(({ name }) => name) : []),
    xAxis: axis(x, 'x'),
    yAxis: axis(y, 'y'),
    series: thin.flatMap((line, i) => {
      const hue = colour(SERIES_COLOURS[i % SERIES_COLOURS.length]!);
      const data = line.x.map((at, p) => [at, finite(line.y[p]!)]);
      const curve = {
        name: line.name,
        type: 'line',
        data,
        // A point between gaps has no line that would show it.
        showSymbol: line.y.filter(Number.isFinite).length < 3,
        itemStyle: { color: hue },
        lineStyle: { color: hue, width: 2 },
        z: 3,
        ...(i === 0 && reference !== undefined ? { markLine: markLine(reference) } : {}),
      };
      return line.band === undefined ? [curve] : [band(line.name, line.x, line.band, hue), curve];
    }),
  };
  const few = thin.map((line) => thinned(line, ROWS_MAX));
  const number = y.percent === true ? formatPercent : formatNumber;
  const rows = few.flatMap((line) =>
    line.x.map((at, p) => {
      const ends = line.band === undefined ? '' : `${number(line.band.low[p]!)} – ${number(line.band.high[p]!)}`;
      return [line.name, x.percent === true ? formatPercent(at) : at, number(line.y[p]!), ends];
    }),
  );
  const numbers = { columns: ['curve', x.label, y.label, 'interval'], rows };
  return figure({ title, note, drawing: { width: WIDTH, height: HEIGHT, option }, numbers });
}

export interface BarsSpec extends Described {
  readonly value: Axis;
  readonly bars: readonly Bar[];
  readonly reference?: { readonly label: string; readonly value: number };
}

/** One horizontal bar a row, with its interval. */
export function barsWithIntervals({ title, note, value, bars, reference }: BarsSpec): Html {
  const number = value.percent === true ? formatPercent : formatNumber;
  const option = {
    ...frame([]),
    xAxis: { ...axis(value, 'x'), ...openEnds(value) },
    yAxis: { ...categories(bars.map(({ label }) => label)), inverse: true },
    series: [
      {
        type: 'bar',
        data: bars.map(({ mean }) => finite(mean)),
        barMaxWidth: 18,
        itemStyle: { color: colour('c1'), opacity: 0.75 },
        label: {
          show: true,
          position: 'insideLeft',
          color: colour('ground'),
          fontFamily: FONT,
          formatter: ({ dataIndex }: { dataIndex: number }) => number(bars[dataIndex]!.mean),
        },
        ...(reference === undefined ? {} : { markLine: markLine(reference, 'x') }),
      },
      whiskers(
        bars.map(({ low, high }, i) => [low, i, high]),
        'x',
        'ink',
      ),
    ],
  };
  const rows = bars.map(({ label, mean, low, high }) => [label, number(mean), number(low), number(high)]);
  const numbers = { columns: ['', value.label, 'low', 'high'], rows };
  return figure({ title, note, drawing: { width: WIDTH, height: 90 + 30 * bars.length, option }, numbers });
}

export interface HistogramSpec extends Described {
  readonly x: Axis;
  readonly y: Axis;
  /** Ends of the bins, ascending, [bins + 1]. */
  readonly edges: readonly number[];
  /** [bins] */
  readonly counts: readonly number[];
}

/** Bars that touch, as wide as their bins. */
export function histogram({ title, note, x, y, edges, counts }: HistogramSpec): Html {
  const data = counts.map((count, i) => [edges[i]!, edges[i + 1]!, count]);
  const option = {
    ...frame([]),
    xAxis: axis({ ...x, min: edges[0], max: edges.at(-1) }, 'x'),
    yAxis: axis({ min: 0, ...y }, 'y'),
    series: [boxes(data)],
  };
  const number = x.percent === true ? formatPercent : formatNumber;
  const rows = data.map(([from, to, count]) => [`${number(from!)} – ${number(to!)}`, count]);
  const numbers = { columns: [x.label, y.label], rows };
  return figure({ title, note, drawing: { width: WIDTH, height: HEIGHT, option }, numbers });
}

export interface ReliabilityBin {
  /** Mean probability that was said, and the share that came true. */
  readonly predicted: number;
  readonly observed: number;
  readonly count: number;
  /** Interval of `observed`. */
  readonly low?: number;
  readonly high?: number;
}

export interface ReliabilitySpec extends Described {
  readonly curves: readonly { readonly name: string; readonly bins: readonly ReliabilityBin[] }[];
}

/** What came true of what was said: on the diagonal when the probabilities are honest. Empty bins are left out. */
export function reliability({ title, note, curves }: ReliabilitySpec): Html {
  const full = curves.map(({ name, bins }) => ({ name, bins: bins.filter(({ count }) => count > 0) }));
  const percent = { min: 0, max: 1, percent: true };
  const option = {
    ...frame(curves.length > 1 ? curves.map(({ name }) => name) : []),
    xAxis: axis({ label: 'probability said', ...percent }, 'x'),
    yAxis: axis({ label: 'share that came true', ...percent }, 'y'),
    series: [
      {
        type: 'line',
        silent: true,
        showSymbol: false,
        data: [
          [0, 0],
          [1, 1],
        ],
        lineStyle: { color: colour('dim'), type: 'dashed', width: 1 },
      },
      ...full.flatMap(({ name, bins }, i) => {
        const shade = SERIES_COLOURS[i % SERIES_COLOURS.length]!;
        const hue = colour(shade);
        const intervals = bins.filter(({ low, high }) => low !== undefined && high !== undefined);
        return [
          whiskers(
            intervals.map(({ predicted, low, high }) => [low!, predicted, high!]),
            'y',
            shade,
          ),
          {
            name,
            type: 'line',
            data: bins.map(({ predicted, observed }) => [predicted, observed]),
            symbol: 'circle',
            symbolSize: 7,
            itemStyle: { color: hue },
            lineStyle: { color: hue, width: 1.5 },
            z: 3,
          },
        ];
      }),
    ],
  };
  const rows = full.flatMap(({ name, bins }) =>
    bins.map(({ predicted, observed, count, low, high }) => {
      const ends = low === undefined || high === undefined ? '' : `${formatPercent(low)} – ${formatPercent(high)}`;
      return [name, formatPercent(predicted), formatPercent(observed), ends, count];
    }),
  );
  const numbers = { columns: ['curve', 'said', 'came true', 'interval', 'cases'], rows };
  return figure({ title, note, drawing: { width: 520, height: 460, option }, numbers });
}

export interface HeatMapSpec extends Described {
  readonly rowLabel: string;
  readonly columnLabel: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** [rows][columns]; null where there is nothing. */
  readonly values: readonly (readonly (number | null)[])[];
  /** Half widths of the values' intervals, for the numbers beneath, [rows][columns]. */
  readonly halfWidths?: readonly (readonly (number | null)[])[];
  readonly percent?: boolean;
}

/** A matrix of numbers, each on its colour. The scale goes from the least of them to the greatest. */
export function heatMap(spec: HeatMapSpec): Html {
  const { title, note, rows, columns, values, halfWidths, percent } = spec;
  const number = percent === true ? formatPercent : formatNumber;
  const found = values.flat().filter((value): value is number => value !== null && Number.isFinite(value));
  const [min, max] = found.length === 0 ? [0, 1] : [Math.min(...found), Math.max(...found)];
  const data = values.flatMap((row, r) =>
    row.flatMap((value, c) => {
      if (value === null || !Number.isFinite(value)) return [];
      // Cells carry their own ground, so their figures don't follow the reader's light or dark.
      const share = max > min ? (value - min) / (max - min) : 0.5;
      return [{ value: [c, r, value], label: { color: share > 0.55 ? '#ffffff' : '#10202e' } }];
    }),
  );
  const option = {
    ...frame([]),
    grid: { left: 12, right: 16, top: 32, bottom: 8, ...OUTER },
    xAxis: { ...categories(columns), position: 'top' },
    yAxis: { ...categories(rows), inverse: true },
    visualMap: { show: false, min, max: max > min ? max : min + 1, inRange: { color: SCALE } },
    series: [
      {
        type: 'heatmap',
        data,
        itemStyle: { borderColor: colour('panel'), borderWidth: 2 },
        label: {
          show: true,
          fontFamily: FONT,
          formatter: ({ value }: { value: readonly number[] }) => number(value[2]!),
        },
      },
    ],
  };
  const table = values.map((row, r) => [
    rows[r]!,
    ...row.map((value, c) => {
      const half = halfWidths?.[r]?.[c];
      if (value === null) return '';
      return half === undefined || half === null ? number(value) : `${number(value)} ± ${number(half)}`;
    }),
  ]);
  const numbers = { columns: [`${spec.rowLabel} \\ ${spec.columnLabel}`, ...columns], rows: table };
  const drawing = { width: Math.max(420, 160 + 84 * columns.length), height: 60 + 40 * rows.length, option };
  const sides = `Rows: ${spec.rowLabel}; columns: ${spec.columnLabel}.`;
  return figure({ title, note: note === undefined ? sides : `${note} ${sides}`, drawing, numbers });
}

/** From pale to deep, even in lightness (a part of ColorBrewer's "Blues"). */
const SCALE = ['#eaf3fb', '#c6dbef', '#6baed6', '#2171b5', '#08306b'];
