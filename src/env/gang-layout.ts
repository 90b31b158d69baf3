import { type FieldSpec, Layout } from '../core/layout.js';
import { ROUNDS } from '../gang/state.js';

/** Classes of observation. `legible` holds only what lies on the table now and past rounds' final chips (R-SILENT). */
export const OBSERVATION_CLASSES = ['full', 'legible'] as const;
export type ObservationClass = (typeof OBSERVATION_CLASSES)[number];

/** Knots of the soft bins in which the equity is also given: value 1 at the knot, falling linearly to the next. */
export const EQUITY_KNOTS = 17;

const dim = (name: string, size: number): { name: string; size: number } => ({ name, size });

function commonFields(seats: number): FieldSpec[] {
  return [
    { name: 'round', dims: [dim('round', ROUNDS)], meaning: 'one-hot round', range: [0, 1] },
    { name: 'readyEnd', dims: [], meaning: '1 when rounds end by everybody saying ready', range: [0, 1] },
    {
      name: 'equity',
      dims: [dim('round', ROUNDS)],
      meaning: 'equity against one random hand in each round so far, 0 in rounds to come',
      range: [0, 1],
    },
    { name: 'tie', dims: [], meaning: 'on the river: share of other hands that tie', range: [0, 1] },
    {
      name: 'equityBins',
      dims: [dim('knot', EQUITY_KNOTS)],
      meaning: "this round's equity in soft bins: neighbouring knots share 1 linearly",
      range: [0, 1],
    },
    { name: 'ownRanks', dims: [dim('rank', 13)], meaning: 'pocket cards of each rank, halved', range: [0, 1] },
    {
      name: 'boardRanks',
      dims: [dim('rank', 13)],
      meaning: 'community cards of each rank, divided by 4',
      range: [0, 1],
    },
    {
      name: 'suits',
      dims: [dim('measure', 3)],
      meaning: 'pocket suited; most community cards of one suit / 5; most of one suit with a pocket card / 7',
      range: [0, 1],
    },
    {
      name: 'chips',
      dims: [dim('round', ROUNDS), dim('seat', seats), dim('chip', seats)],
      meaning: 'one-hot star chip of each seat in each round; seats count from the own one to the left',
      range: [0, 1],
    },
  ];
}

function movementFields(seats: number): FieldSpec[] {
  return [
    {
      name: 'takesLeft',
      dims: [dim('seat', seats)],
      meaning: 'takes left in this round / max(1, takesMax)',
      range: [0, 1],
    },
    {
      name: 'first',
      dims: [dim('seat', seats), dim('chip', seats)],
      meaning: 'one-hot first chip that each seat took in this round',
      range: [0, 1],
    },
    {
      name: 'took',
      dims: [dim('seat', seats), dim('chip', seats)],
      meaning: 'times each seat took each chip in this round, halved and cut at 1',
      range: [0, 1],
    },
    {
      name: 'stole',
      dims: [dim('seat', seats), dim('from', seats)],
      meaning: 'times each seat took a chip from each other in this round, halved and cut at 1',
      range: [0, 1],
    },
  ];
}

const cache = new Map<string, Layout>();

/** The observation of a class at a table of so many seats. */
export function observationLayout(kind: ObservationClass, seats: number): Layout {
  const name = `gang/${kind}/${seats}`;
  let layout = cache.get(name);
  if (layout === undefined) {
    const fields = commonFields(seats);
    if (kind === 'full') fields.push(...movementFields(seats));
    layout = new Layout(name, 1, fields);
    cache.set(name, layout);
  }
  return layout;
}

/** What only the critic sees in training: every hand, now and as it will end. Seats count from the acting one. */
export function privilegedLayout(seats: number): Layout {
  const name = `gang/privileged/${seats}`;
  let layout = cache.get(name);
  if (layout === undefined) {
    layout = new Layout(name, 1, [
      {
        name: 'equities',
        dims: [dim('seat', seats)],
        meaning: "each seat's equity in this round",
        range: [0, 1],
      },
      {
        name: 'position',
        dims: [dim('seat', seats), dim('chip', seats)],
        meaning: 'true order on the river: 1 for each red chip with which the seat could stand in a right order',
        range: [0, 1],
      },
      {
        name: 'right',
        dims: [dim('round', ROUNDS), dim('seat', seats)],
        meaning: 'whether the chip that the seat holds or held in each round is one of those',
        range: [0, 1],
      },
      {
        name: 'ordered',
        dims: [],
        meaning: "whether this round's chips, all taken, stand in a right order",
        range: [0, 1],
      },
    ]);
    cache.set(name, layout);
  }
  return layout;
}

/** Action indices of the policy: 0 keep, 1 + c take chip c. */
export function actionCount(seats: number): number {
  return seats + 1;
}
