import { cardsOf, type GangupConfig } from '../../src/gangup/config.js';
import type { Moments } from '../stats.js';

/** Figures that are ratios of what is counted game by game: x of n. */
export const RATIOS = [
  /** Crimes that succeeded, of those that got in progress. */
  'success',
  /** Crimes whose manpower fell below the requirement in 4C at least once, of those that got in progress. */
  'turned',
  /** Crimes with an ally, of those that got in progress. */
  'allied',
  /** Crimes that got in progress, of those revealed. */
  'started',
  /** Games that ended with a winning status; at the cap on turns. */
  'byStatus',
  'atCap',
  /** Turns, of seats. */
  'turns',
  /** Wins of the seat with the highest, with the lowest status after half of the turns. */
  'leader',
  'last',
  /** Seats that had three own turns in a row without anything to do, of seats. */
  'stuck',
  /** Games in which a seat made all plays that a turn allows (R-FUEL). */
  'fuel',
  /** Prompts with at least two answers, a game. */
  'decisions',
  /** Wins of the seat that begins, of the next, … */
  'place0',
  'place1',
  'place2',
  'place3',
  'place4',
] as const;
export type RatioName = (typeof RATIOS)[number];

const AT = Object.fromEntries(RATIOS.map((name, i) => [name, i])) as Record<RatioName, number>;

/** Ratios of each card definition: wins of seats that had it in the opening hand; games in which it was played, of those in which it was drawn. */
export const CARD_RATIOS = ['opening', 'played'] as const;
export type CardRatioName = (typeof CARD_RATIOS)[number];

/** Wins are counted in parts that shares of two to five seats, and means over as many, hit exactly. */
export const WIN = 3600;

const MOMENTS = ['x', 'n', 'xx', 'xn', 'nn'] as const;

/** Sums of whole numbers over games, so that it makes no difference in which order games are added. */
export class Tally {
  readonly cardCount: number;
  /** [ratios, 5] */
  readonly sums: Float64Array;
  games = 0;
  private readonly x: Float64Array;
  private readonly n: Float64Array;

  constructor(readonly config: GangupConfig) {
    this.cardCount = cardsOf(config).count;
    const ratios = RATIOS.length + this.cardCount * CARD_RATIOS.length;
    this.sums = new Float64Array(ratios * MOMENTS.length);
    this.x = new Float64Array(ratios);
    this.n = new Float64Array(ratios);
  }

  /** Counts `x` of `n` for the game under way; whole numbers. */
  count(name: RatioName, x: number, n: number): void {
    this.add(AT[name], x, n);
  }

  countCard(card: number, name: CardRatioName, x: number, n: number): void {
    this.add(this.cardAt(card, name), x, n);
  }

  /** The game is over: what was counted becomes one cluster. */
  endGame(): void {
    const { x, n, sums } = this;
    for (let r = 0; r < x.length; r++) {
      const [a, b] = [x[r]!, n[r]!];
      const at = r * MOMENTS.length;
      sums[at]! += a;
      sums[at + 1]! += b;
      sums[at + 2]! += a * a;
      sums[at + 3]! += a * b;
      sums[at + 4]! += b * b;
    }
    this.games++;
    x.fill(0);
    n.fill(0);
  }

  /** Adds the games of another tally of the same configuration, given by its sums. */
  merge(sums: Float64Array, games: number): void {
    for (let i = 0; i < this.sums.length; i++) this.sums[i]! += sums[i]!;
    this.games += games;
  }

  moments(name: RatioName): Moments {
    return this.momentsAt(AT[name]);
  }

  cardMoments(card: number, name: CardRatioName): Moments {
    return this.momentsAt(this.cardAt(card, name));
  }

  private cardAt(card: number, name: CardRatioName): number {
    return RATIOS.length + card * CARD_RATIOS.length + CARD_RATIOS.indexOf(name);
  }

  private add(ratio: number, x: number, n: number): void {
    this.x[ratio]! += x;
    this.n[ratio]! += n;
  }

  private momentsAt(ratio: number): Moments {
    const [x, n, xx, xn, nn] = this.sums.subarray(ratio * MOMENTS.length, (ratio + 1) * MOMENTS.length);
    return { clusters: this.games, x: x!, n: n!, xx: xx!, xn: xn!, nn: nn! };
  }
}
