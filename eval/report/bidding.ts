import { type BiddingResult, GAPS, HABITS, type HabitResult, type Rate } from '../bidding.js';
import { lineChart } from './charts.js';
import { formatNumber, formatPercent, type Html, paragraph, type Section, table } from './html.js';
import { plots } from './plot.js';

/** How agents bid: a table over all, and for each habit curves by status gap and by place in the order of turns. */
export function biddingSection(results: readonly BiddingResult[], title = 'Crimes and alliances'): Section {
  const rows = HABITS.map(({ key, meaning }) => [meaning, ...results.map((one) => shown(key, habitOf(one, key)))]);
  const charts = HABITS.flatMap(({ key, meaning, unit }) => [
    chart(results, key, meaning, unit, 'status gap to the best rival', (habit) => habit.byGap, [...GAPS]),
    chart(results, key, meaning, unit, 'place in the order of turns', (habit) => habit.byPosition),
  ]);
  return {
    title,
    body: [
      paragraph('How often each agent does so, of the occasions that it had; intervals are 95 %, over deals.'),
      table({ columns: ['habit', ...results.map(({ agent }) => agent)], rows }),
      plots(charts.filter((one) => one !== null)),
    ],
  };
}

function habitOf(result: BiddingResult, key: string): HabitResult {
  return result.habits.find(({ habit }) => habit === key)!;
}

function shown(key: string, { rate, occasions }: Rate): string {
  if (rate === null) return 'no occasion';
  const number = key === 'surplus' ? formatNumber : formatPercent;
  return `${number(rate.mean)} (${number(rate.low)} – ${number(rate.high)}), ${occasions} times`;
}

/** Curves over bins that had occasions; null where none had. Bins that are words count from 1, and are listed below. */
function chart(
  results: readonly BiddingResult[],
  key: string,
  meaning: string,
  unit: string,
  by: string,
  bins: (habit: HabitResult) => readonly Rate[],
  names?: readonly string[],
): Html | null {
  const series = results.flatMap((result) => {
    const known = bins(habitOf(result, key)).flatMap(({ rate }, i) => (rate === null ? [] : [{ at: i + 1, rate }]));
    if (known.length === 0) return [];
    const within = (x: number): number => (Number.isFinite(x) ? x : 0);
    return [
      {
        name: result.agent,
        x: known.map(({ at }) => at),
        y: known.map(({ rate }) => rate.mean),
        band: { low: known.map(({ rate }) => within(rate.low)), high: known.map(({ rate }) => within(rate.high)) },
      },
    ];
  });
  if (series.length === 0) return null;
  const note =
    names === undefined ? '1 is the seat that began.' : names.map((name, i) => `${i + 1}: ${name}`).join('; ');
  const value =
    unit === 'share' ? { label: 'share of occasions', min: 0, max: 1, percent: true } : { label: unit, min: 0 };
  return lineChart({ title: `${key} by ${by}`, note: `${meaning}. ${note}`, x: { label: by }, y: value, series });
}
