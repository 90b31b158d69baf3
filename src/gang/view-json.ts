import { formatCard } from '../cards/card.js';
import {
  ALARMS,
  BARS,
  BOARD_COUNT,
  type GangView,
  HEIST,
  OVER,
  PAST_OUTCOME,
  READY_MASK,
  ROUND_NAMES,
  ROUNDS,
  starsOf,
} from './state.js';

/** A view in words and numbers, for people, logs and networks; holds nothing that the view doesn't. */
export interface GangViewJson {
  readonly seat: number;
  readonly players: number;
  readonly heist: number;
  readonly bars: number;
  readonly alarms: number;
  readonly over: boolean;
  readonly round: (typeof ROUND_NAMES)[number];
  readonly roundEnd: 'strict' | 'ready';
  readonly pocket: string[];
  readonly board: string[];
  /** Stars each seat holds in this round, null for none. */
  readonly chips: (number | null)[];
  /** The same for the rounds before. */
  readonly pastChips: (number | null)[][];
  readonly takesLeft: number[];
  readonly ready: boolean[];
  /** This round's takings: `took[seat][chip]` times, `stole[seat][other]` times. */
  readonly took: number[][];
  readonly stole: number[][];
  /** The showdown before, null before the first. */
  readonly past: {
    readonly success: boolean;
    readonly board: string[];
    readonly pockets: string[][];
    readonly chips: number[];
  } | null;
}

export function viewToJson(view: GangView): GangViewJson {
  const { seats, chips, pocket } = view.shape;
  const round = view.round;
  const list = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
  const cards = (words: Int32Array): string[] => [...words].filter((card) => card >= 0).map(formatCard);
  const row = (r: number): (number | null)[] =>
    list(seats).map((s) => (view.star[r * seats + s]! < 0 ? null : starsOf(view.star[r * seats + s]!)));
  return {
    seat: view.seat,
    players: seats,
    heist: view.info[HEIST]!,
    bars: view.info[BARS]!,
    alarms: view.info[ALARMS]!,
    over: view.info[OVER] === 1,
    round: ROUND_NAMES[Math.min(round, ROUNDS - 1)]!,
    roundEnd: view.config.roundEnd,
    pocket: cards(view.pocket),
    board: cards(view.board.subarray(0, view.info[BOARD_COUNT]!)),
    chips: row(round),
    pastChips: list(round).map(row),
    takesLeft: list(seats).map((s) => view.takesLeft(s)),
    ready: list(seats).map((s) => ((view.info[READY_MASK]! >> s) & 1) === 1),
    took: list(seats).map((s) => [...view.took.subarray((round * seats + s) * chips, (round * seats + s + 1) * chips)]),
    stole: list(seats).map((s) => [
      ...view.stole.subarray((round * seats + s) * seats, (round * seats + s + 1) * seats),
    ]),
    past:
      view.info[PAST_OUTCOME]! < 0
        ? null
        : {
            success: view.info[PAST_OUTCOME] === 1,
            board: cards(view.pastBoard),
            pockets: list(seats).map((s) => cards(view.pastPocket.subarray(s * pocket, (s + 1) * pocket))),
            chips: [...view.pastStar].map(starsOf),
          },
  };
}
