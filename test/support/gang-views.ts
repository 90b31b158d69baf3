import { parseCard } from '../../src/cards/card.js';
import { unwrap } from '../../src/core/errors.js';
import { type GangConfig, parseGangConfig } from '../../src/gang/config.js';
import { BOARD_COUNT, GangView, HEIST, MOVES, ROUND } from '../../src/gang/state.js';

export interface Spot {
  readonly players: number;
  /** The seat that looks. */
  readonly seat?: number;
  /** `Ah Kd` */
  readonly pocket?: string;
  readonly board?: string;
  /** Stars that each seat holds in this round, 0 for none. */
  readonly stars?: readonly number[];
  /** Moves of chips in this round. */
  readonly moves?: number;
  /** Takes that each seat has spent in this round. */
  readonly takes?: readonly number[];
  readonly config?: Partial<GangConfig>;
}

const cards = (text: string | undefined): number[] =>
  (text ?? '')
    .split(' ')
    .filter((card) => card !== '')
    .map((card) => unwrap(parseCard(card)));

/** A view made by hand, one heist into the game. */
export function viewOfSpot(spot: Spot): GangView {
  const config = unwrap(parseGangConfig({ players: spot.players, length: 'heist', ...spot.config }));
  const view = new GangView(config);
  const board = cards(spot.board);
  const round = board.length === 0 ? 0 : board.length - 2;
  view.star.fill(-1);
  view.first.fill(-1);
  view.holder.fill(-1);
  view.board.fill(-1);
  view.pocketCount.fill(2);
  view.board.set(board);
  view.pocket.set(cards(spot.pocket ?? '7h 2d'));
  view.seat = spot.seat ?? 0;
  view.info[ROUND] = round;
  view.info[BOARD_COUNT] = board.length;
  view.info[MOVES] = spot.moves ?? 0;
  view.info[HEIST] = 0;
  (spot.stars ?? []).forEach((stars, seat) => {
    if (stars === 0) return;
    view.star[round * spot.players + seat] = stars - 1;
    view.holder[stars - 1] = seat;
  });
  (spot.takes ?? []).forEach((takes, seat) => {
    view.takes[seat] = takes;
  });
  return view;
}

/** Notes in the view that `seat` took the chip with so many stars, `times` times, in a round. */
export function noteTakes(view: GangView, round: number, seat: number, stars: number, times: number): void {
  const { seats, chips } = view.shape;
  view.took[(round * seats + seat) * chips + stars - 1] = times;
  if (view.first[round * seats + seat]! < 0) view.first[round * seats + seat] = stars - 1;
}
