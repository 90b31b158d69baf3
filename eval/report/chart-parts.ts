import type { SERIES_COLOURS } from './html.js';
import { colour } from './plot.js';

export interface Axis {
  readonly label: string;
  readonly min?: number;
  readonly max?: number;
  /** Shares, written as percent. */
  readonly percent?: boolean;
  readonly log?: boolean;
}

export interface Series {
  readonly name: string;
  readonly x: readonly number[];
  /** [x.length]; what isn't finite leaves a gap. */
  readonly y: readonly number[];
  /** Lower and upper end of the band around each point, [x.length] each. */
  readonly band?: { readonly low: readonly number[]; readonly high: readonly number[] };
}

export const FONT = 'system-ui, sans-serif';

export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Neighbouring points averaged so that at most `most` stay. */
export function thinned(series: Series, most: number): Series {
  const each = Math.ceil(series.x.length / most);
  if (each <= 1) return series;
  const { name, x, y, band } = series;
  const mean = (values: readonly number[]): number[] => {
    const out: number[] = [];
    for (let from = 0; from < values.length; from += each) {
      const part = values.slice(from, from + each).filter(Number.isFinite);
      out.push(part.reduce((sum, value) => sum + value, 0) / part.length);
    }
    return out;
  };
  const thin = { name, x: mean(x), y: mean(y) };
  return band === undefined ? thin : { ...thin, band: { low: mean(band.low), high: mean(band.high) } };
}

/** The picture's edges hold axes, labels and names. */
export const OUTER = { outerBoundsMode: 'same', outerBoundsContain: 'all' };

export function frame(legend: readonly string[]): Record<string, unknown> {
  return {
    textStyle: { fontFamily: FONT, color: colour('ink') },
    grid: { left: 12, right: 24, top: legend.length > 0 ? 36 : 16, bottom: 12, ...OUTER },
    ...(legend.length === 0
      ? {}
      : { legend: { data: legend, top: 0, textStyle: { color: colour('ink'), fontFamily: FONT } } }),
  };
}

function named(label: string, side: 'bottom' | 'left'): Record<string, unknown> {
  return {
    name: label,
    nameLocation: 'middle',
    nameGap: side === 'bottom' ? 12 : 8,
    nameTextStyle: { color: colour('dim'), fontFamily: FONT },
  };
}

function lines(): Record<string, unknown> {
  return {
    axisLine: { lineStyle: { color: colour('dim') } },
    axisTick: { lineStyle: { color: colour('dim') } },
    splitLine: { lineStyle: { color: colour('line') } },
    splitArea: { show: false },
  };
}

export function axis({ label, min, max, percent, log }: Axis, side: 'x' | 'y'): Record<string, unknown> {
  return {
    type: log === true ? 'log' : 'value',
    ...named(label, side === 'x' ? 'bottom' : 'left'),
    ...lines(),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(side === 'x' && min === undefined ? { min: 'dataMin' } : {}),
    ...(side === 'x' && max === undefined ? { max: 'dataMax' } : {}),
    scale: true,
    axisLabel: {
      color: colour('dim'),
      fontFamily: FONT,
      formatter: (value: number) => (percent === true ? `${Number((100 * value).toFixed(1))} %` : short(value)),
    },
  };
}

/** Bars begin at 0 unless told otherwise, and end at a round number. */
export function openEnds({ min, max }: Axis): Record<string, unknown> {
  return { min: min ?? null, max: max ?? null, scale: false };
}

/** `12M`, `350k`, `0.002` */
function short(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e9) return `${Number((value / 1e9).toPrecision(3))}G`;
  if (size >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (size >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`;
  return size > 0 && size < 1e-3 ? value.toExponential(0) : String(Number(value.toPrecision(4)));
}

export function categories(names: readonly string[]): Record<string, unknown> {
  return {
    type: 'category',
    data: names,
    ...lines(),
    axisLabel: { color: colour('ink'), fontFamily: FONT, interval: 0 },
    splitLine: { show: false },
  };
}

export function markLine(
  { label, value }: { label: string; value: number },
  side: 'x' | 'y' = 'y',
): Record<string, unknown> {
  return {
    silent: true,
    symbol: 'none',
    data: [side === 'y' ? { yAxis: value } : { xAxis: value }],
    lineStyle: { color: colour('dim'), type: 'dashed' },
    label: { formatter: () => label, position: 'insideEndTop', color: colour('dim'), fontFamily: FONT },
  };
}

/** What a custom series of the library may ask and draw with. */
interface Pen {
  value(dimension: number): number;
  coord(point: readonly [number, number]): [number, number];
}

function custom(data: readonly unknown[], renderItem: (pen: Pen) => unknown, z: number): Record<string, unknown> {
  return { type: 'custom', silent: true, z, data, clip: true, renderItem: (_: unknown, pen: Pen) => renderItem(pen) };
}

/** Intervals as lines with ends; data: low, place, high along `along`. */
export function whiskers(
  data: readonly number[][],
  along: 'x' | 'y',
  shade: 'ink' | (typeof SERIES_COLOURS)[number],
): unknown {
  const known = data.filter((ends) => ends.every(Number.isFinite));
  const style = { stroke: colour(shade), lineWidth: 1.5, fill: 'none' };
  const stroke = (x1: number, y1: number, x2: number, y2: number) => ({
    type: 'line',
    shape: { x1, y1, x2, y2 },
    style,
  });
  return custom(
    known,
    (pen) => {
      const [low, place, high] = [pen.value(0), pen.value(1), pen.value(2)];
      const flat = along === 'x';
      const [x1, y1] = pen.coord(flat ? [low, place] : [place, low]);
      const [x2, y2] = pen.coord(flat ? [high, place] : [place, high]);
      const [dx, dy] = flat ? [0, 4] : [4, 0];
      const ends = [stroke(x1 - dx, y1 - dy, x1 + dx, y1 + dy), stroke(x2 - dx, y2 - dy, x2 + dx, y2 + dy)];
      return { type: 'group', children: [stroke(x1, y1, x2, y2), ...ends] };
    },
    4,
  );
}

/** Boxes from the x-axis up; data: from, to, height. */
export function boxes(data: readonly number[][]): unknown {
  return {
    ...custom(
      data,
      (pen) => {
        const [x1, y1] = pen.coord([pen.value(0), pen.value(2)]);
        const [x2, y2] = pen.coord([pen.value(1), 0]);
        const shape = { x: x1, y: y1, width: Math.max(0, x2 - x1 - 1), height: Math.max(0, y2 - y1) };
        return { type: 'rect', shape, style: { fill: colour('c1'), opacity: 0.8 } };
      },
      2,
    ),
    encode: { x: [0, 1], y: 2 },
  };
}

/** The area between two curves, as one polygon for each stretch without a gap. */
export function band(name: string, x: readonly number[], ends: NonNullable<Series['band']>, hue: string): unknown {
  const stretches: number[][] = [];
  let current: number[] = [];
  for (let i = 0; i <= x.length; i++) {
    if (i < x.length && Number.isFinite(ends.low[i]!) && Number.isFinite(ends.high[i]!)) current.push(i);
    else if (current.length > 0) {
      stretches.push(current);
      current = [];
    }
  }
  // The library reads the axes' ranges from the data: all low and high ends are there, drawn by the stretches' first.
  const data = stretches.flatMap((stretch, s) => stretch.map((i) => [x[i]!, ends.low[i]!, ends.high[i]!, s]));
  const drawn = new Set<number>();
  return {
    ...custom(
      data,
      (pen) => {
        const s = pen.value(3);
        if (drawn.has(s)) return undefined;
        drawn.add(s);
        const stretch = stretches[s]!;
        const upper = stretch.map((i) => pen.coord([x[i]!, ends.high[i]!]));
        const lower = stretch.map((i) => pen.coord([x[i]!, ends.low[i]!])).reverse();
        return { type: 'polygon', shape: { points: [...upper, ...lower] }, style: { fill: hue, opacity: 0.2 } };
      },
      1,
    ),
    name: `${name} (interval)`,
    encode: { x: 0, y: [1, 2] },
  };
}
