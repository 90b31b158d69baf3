import { cardsOf } from '../../src/gangup/config.js';
import { CARD_KINDS, type CardKind } from '../../src/gangup/effects/vocabulary.js';
import { type Interval, ratioInterval } from '../stats.js';
import { type RatioName, type Tally, WIN } from './tally.js';

/** A figure of the balance paragraph with its range. */
export interface Figure {
  readonly id: string;
  readonly meaning: string;
  readonly value: number;
  /** 95 %; absent where a figure is the extreme of several. */
  readonly interval?: Interval;
  /** What it should be, both ends included; null where only the value is of interest. */
  readonly range: readonly [low: number, high: number] | null;
  /** Whether the range is asked for at this number of players. */
  readonly asked: boolean;
  readonly inRange: boolean;
  /** Cards that are out of range. */
  readonly cards?: readonly string[];
}

/** How one card did. */
export interface CardFigures {
  readonly id: string;
  readonly kind: CardKind;
  readonly copies: number;
  /** Seats that had it in the opening hand (leaders: that chose it), and the share of games that they won over the fair share. */
  readonly opening: number;
  readonly openingWins: Interval | null;
  /** Games in which it was drawn (crimes: revealed), and the share of them in which it was played. */
  readonly drawn: number;
  readonly played: number | null;
  readonly inRange: boolean;
}

export const OPENING_RANGE = [0.8, 1.25] as const;
export const PLAYED_MIN = 0.05;
/** Number of players that a range of the rulings names; others hold at every number. */
const NAMED_PLAYERS = 3;

interface Measured {
  readonly id: RatioName;
  readonly meaning: string;
  readonly range: readonly [number, number] | null;
  readonly players?: number;
  /** A share, or a mean of any size. */
  readonly share: boolean;
}

const MEASURED: readonly Measured[] = [
  { id: 'success', meaning: 'crimes in progress that succeed', range: [0.65, 0.85], share: true },
  {
    id: 'byStatus',
    meaning: 'games that end at the winning status',
    range: [0.7, 1],
    players: NAMED_PLAYERS,
    share: true,
  },
  { id: 'atCap', meaning: 'games that reach the cap of 200 turns', range: [0, 0], players: NAMED_PLAYERS, share: true },
  { id: 'turns', meaning: 'turns a seat', range: [6, 14], players: NAMED_PLAYERS, share: false },
  { id: 'leader', meaning: 'wins of the leader at half of the turns', range: [0, 0.65], share: true },
  { id: 'last', meaning: 'wins of the last at half of the turns', range: [0.12, 1], share: true },
  { id: 'allied', meaning: 'crimes in progress with an ally', range: [0.25, 0.6], share: true },
  { id: 'turned', meaning: 'crimes whose manpower falls short during 4C', range: [0.15, 0.4], share: true },
  { id: 'stuck', meaning: 'seats with nothing to do for three own turns', range: [0, 0.02], share: true },
  { id: 'fuel', meaning: 'games in which a seat makes all plays of a turn (R-FUEL)', range: [0, 0], share: true },
  { id: 'started', meaning: 'crimes revealed that get in progress', range: null, share: true },
  { id: 'decisions', meaning: 'decisions a game', range: null, share: false },
];

/** Every figure of the games counted, then every card. */
export function figuresOf(tally: Tally): { readonly figures: Figure[]; readonly cards: CardFigures[] } {
  const { players } = tally.config;
  const figures = MEASURED.map(({ id, meaning, range, share, players: named }): Figure => {
    const interval = ratioInterval(tally.moments(id), share);
    const asked = range !== null && (named === undefined || named === players);
    return { id, meaning, value: interval.mean, interval, range, asked, inRange: within(interval.mean, range) };
  });
  const places = Array.from({ length: players }, (_, place) =>
    ratioInterval(tally.moments(`place${place as 0 | 1 | 2 | 3 | 4}`), true),
  );
  const shares = places.map(({ mean }) => mean);
  figures.push(extreme('seats', 'win shares of the first to the last to begin: widest gap', gap(shares), [0, 0.04]));
  places.forEach((interval, place) => {
    const meaning = `wins of the seat that begins${place === 0 ? '' : ` + ${place}`}`;
    figures.push({
      id: `place${place}`,
      meaning,
      value: interval.mean,
      interval,
      range: null,
      asked: false,
      inRange: true,
    });
  });
  const cards = cardFigures(tally);
  const opening = cards.flatMap(({ id, kind, openingWins }) =>
    openingWins === null || kind === 'leader' ? [] : [{ id, value: openingWins.mean }],
  );
  const played = cards.flatMap(({ id, played }) => (played === null ? [] : [{ id, value: played }]));
  const most = Math.max(...opening.map(({ value }) => value));
  const least = Math.min(...opening.map(({ value }) => value));
  figures.push(
    extreme(
      'openingMost',
      'wins with a card in the opening hand over the fair share, the best',
      most,
      OPENING_RANGE,
      opening.filter((one) => one.value > 1),
    ),
    extreme(
      'openingLeast',
      'the same, the worst',
      least,
      OPENING_RANGE,
      opening.filter((one) => one.value < 1),
    ),
    extreme(
      'played',
      'games in which a card is played, of those in which it is drawn, the least',
      Math.min(...played.map(({ value }) => value)),
      [PLAYED_MIN, 1],
      played,
    ),
  );
  return { figures, cards };
}

function cardFigures(tally: Tally): CardFigures[] {
  const cards = cardsOf(tally.config);
  const fair = 1 / tally.config.players;
  return Array.from({ length: cards.count }, (_, card): CardFigures => {
    const opening = tally.cardMoments(card, 'opening');
    const share = opening.n > 0 ? ratioInterval(opening, true) : null;
    const { x, n } = tally.cardMoments(card, 'played');
    const openingWins =
      share === null ? null : { mean: share.mean / fair, low: share.low / fair, high: share.high / fair };
    const played = n > 0 ? x / n : null;
    const kind = CARD_KINDS[cards.kind[card]!]!;
    const openingFine = openingWins === null || kind === 'leader' || within(openingWins.mean, OPENING_RANGE);
    const playedFine = played === null || played >= PLAYED_MIN;
    return {
      id: cards.data[card]!.id,
      kind,
      copies: cards.copies[card]!,
      opening: opening.n / WIN,
      openingWins,
      drawn: n,
      played,
      inRange: openingFine && playedFine,
    };
  });
}

/** The extreme of several values; the ids of those that are out of range. */
function extreme(
  id: string,
  meaning: string,
  value: number,
  range: readonly [number, number],
  of: readonly { readonly id: string; readonly value: number }[] = [],
): Figure {
  const out = of.filter((one) => !within(one.value, range)).map((one) => one.id);
  const figure = { id, meaning, value, range, asked: true, inRange: within(value, range) };
  return of.length > 0 ? { ...figure, cards: out } : figure;
}

function gap(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

/** No figure at all (no games of that kind) is in no range. */
function within(value: number, range: readonly [number, number] | null): boolean {
  return range === null || (value >= range[0] && value <= range[1]);
}
