/** A hand of the showdown as the screen shows it. */
export interface RevealedHand {
  readonly seat: number;
  readonly chip: number;
  readonly cards: readonly number[];
  readonly strength: number;
  readonly correct: boolean;
  readonly place?: number;
}

/** A showdown as the screen turns it over, hand by hand. */
export interface Showdown {
  readonly heist: number;
  /** Community cards, each with what is stacked on it. */
  readonly board: readonly (readonly number[])[];
  readonly hands: readonly RevealedHand[];
  /** Hands turned over so far. */
  shown: number;
  readonly success: boolean;
  readonly bars: number;
  readonly alarms: number;
  /** Bars and alarms that this heist moved. */
  readonly barsMoved: number;
  readonly alarmsMoved: number;
  /** Face-up cards of each seat, or between seats, at tables that have some. */
  readonly up: readonly (readonly (readonly number[])[])[];
  /** What the others guessed wrong about the highest hand (R-GUESS). */
  readonly wrong: readonly string[];
  /** Whether the game ended with it: won or lost. */
  won: boolean | null;
}
