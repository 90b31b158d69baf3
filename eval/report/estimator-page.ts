import { ROUND_NAMES } from '../../src/gang/state.js';
import { type EstimatorReport, FORECASTERS, seatsInWords, TABLE_KINDS } from '../estimates.js';
import type { Interval } from '../stats.js';
import { barsWithIntervals, reliability } from './charts.js';
import { type Html, page, paragraph, type Section, table } from './html.js';

const NAMES = { model: 'the model', belief: 'belief', tempered: 'belief, tempered', baseRates: 'base rates' } as const;
const TABLES = { all: 'all tables', own: 'the model in every seat', strangers: 'with strangers' } as const;

/** A page in one file: how good estimates of final ranks are, one section a model. */
export function estimatorPage(reports: readonly EstimatorReport[]): string {
  return page({
    title: 'Estimates of final ranks',
    subtitle: 'Log-loss in nats a seat (lower is better) and calibration, on heists that no fit has seen.',
    sections: reports.map(section),
  });
}

function section(report: EstimatorReport): Section {
  return { title: report.model, body: estimatorFigures(report) };
}

/** Tables and plots of one model's estimates, for any page. */
export function estimatorFigures(report: EstimatorReport): Html[] {
  const { model, heists, moments, seed, scores, byTable } = report;
  const rowsOf = (tables: string, of: EstimatorReport['scores']['all']) =>
    FORECASTERS.map((who) => {
      const score = of[who];
      const rounds = score.byRound.map(({ mean }) => mean.toFixed(3));
      return [tables, NAMES[who], interval(score.logLoss), ...rounds, interval(score.ece), score.eceAll.toFixed(4)];
    });
  const losses = [
    ...TABLE_KINDS.flatMap((kind) => rowsOf(TABLES[kind], scores[kind])),
    ...(byTable ?? []).flatMap((at) => rowsOf(`${at.table} players`, at.scores)),
  ];
  const { model: own, belief } = scores.all;
  return [
    paragraph(
      `${moments.toLocaleString('en')} estimates of ${seatsInWords(report)} seats in ${heists.toLocaleString('en')} heists, seed ${seed}.`,
    ),
    table({
      caption:
        'Log-loss by who estimates and by round; expected calibration error of the likeliest rank, of every rank',
      columns: ['tables', 'estimate of', 'log-loss', ...ROUND_NAMES, 'calibration error', 'of every rank'],
      rows: losses,
    }),
    barsWithIntervals({
      title: `${model}: log-loss`,
      value: { label: 'nats a seat', min: 0 },
      bars: FORECASTERS.map((who) => ({ label: NAMES[who], ...ends(scores.all[who].logLoss) })),
    }),
    reliability({
      title: `${model}: the likeliest rank of each seat`,
      note: 'On the diagonal what is said comes true as often as was said.',
      curves: [
        { name: NAMES.model, bins: own.bins },
        { name: NAMES.belief, bins: belief.bins },
      ],
    }),
    reliability({
      title: `${model}: every rank of each seat`,
      curves: [
        { name: NAMES.model, bins: own.binsAll },
        { name: NAMES.belief, bins: belief.binsAll },
      ],
    }),
  ];
}

function ends({ mean, low, high }: Interval): Interval {
  return { mean, low, high };
}

function interval({ mean, low, high }: Interval): string {
  return `${mean.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`;
}
