import { GANGSTER } from '../../src/gangup/cards.js';
import {
  baseReward,
  manpowerAround,
  participants,
  rawManpower,
  requirement,
  slotManpower,
} from '../../src/gangup/effects/evaluate.js';
import { AT_HQ, type GangupView, INFO } from '../../src/gangup/state.js';
import { type Worth, worthOf } from './worth.js';

/** What winning the game is worth beyond the points. */
export const WIN = 10;

/** A seat's sense of the table: whose points are worth what to it, how the crime at hand stands, what cards are worth. */
export class Sense {
  /** [S] what a point of status of each seat is worth to this one: 1 for itself, negative for rivals. */
  readonly weight: Float64Array;
  readonly worth: Worth;
  /** Of the crime at hand: manpower beyond the requirement, reward, whether it can be won or lost now. */
  margin = 0;
  reward = 0;
  live = false;

  constructor(protected view: GangupView) {
    this.weight = new Float64Array(view.seats);
    this.worth = worthOf(view.cards);
  }

  /** Reads the table; `weight` must be filled. */
  begin(view: GangupView): void {
    this.view = view;
    const { info } = view;
    const stage = info[INFO.crimeStage]!;
    this.live = info[INFO.crime]! >= 0 && stage >= 1 && stage <= 3;
    if (!this.live) {
      this.margin = 0;
      this.reward = 0;
      return;
    }
    this.margin = rawManpower(view) - requirement(view);
    this.reward = baseReward(view);
    // Before it is in progress, what the starter can still send counts as sent.
    if (stage < 3) this.margin += this.headquarters(info[INFO.starter]!);
  }

  /** Manpower of a seat's gangsters that are in its headquarters. */
  headquarters(seat: number): number {
    const { view } = this;
    const { slotsEnd, slotCard, slotOwner, slotAt } = view;
    const around = manpowerAround(view);
    let sum = 0;
    for (let slot = 0; slot < slotsEnd; slot++) {
      if (slotCard[slot]! >= 0 && slotOwner[slot] === seat && slotAt[slot] === AT_HQ) {
        sum += slotManpower(view, slot, around);
      }
    }
    return sum;
  }

  /** What the crime at hand is worth to the seat if it ends so. */
  outcome(success: boolean, reward: number): number {
    const { view, weight } = this;
    const mask = participants(view);
    let sum = 0;
    let top = -1;
    for (let s = 0; s < view.seats; s++) {
      if (((mask >> s) & 1) === 0) continue;
      const now = view.status[s]!;
      sum += weight[s]! * (success ? reward : -Math.min(reward, now));
      if (success && now + reward >= view.config.winStatus && (top < 0 || now > view.status[top]!)) top = s;
    }
    if (top >= 0) {
      const shared = ((mask >> view.seat) & 1) === 1 && view.status[view.seat] === view.status[top];
      sum += top === view.seat || shared ? WIN : -WIN;
    }
    return sum;
  }

  /** The same with the chance that a crime with such a margin succeeds, as long as others may still play. */
  crime(margin: number, reward: number): number {
    if (!this.live) return 0;
    const p = chance(margin);
    // A crime that isn't in progress yet and never is costs nobody anything.
    const failure = this.view.info[INFO.crimeStage] === 3 ? this.outcome(false, reward) : 0;
    return p * this.outcome(true, reward) + (1 - p) * failure;
  }

  /** What a card of a hand is worth to its holder now. */
  inHand(seat: number, card: number): number {
    const { view, worth } = this;
    const short = view.cards.number[card]! - view.status[seat]!;
    const soon = short <= 0 ? 0.9 : short <= 2 ? 0.6 : short <= 5 ? 0.35 : 0.15;
    return worth.card[card]! * soon * (view.cards.kind[card] === GANGSTER ? 1 : 0.9);
  }
}

const MARGINS = 32;
/** `chance` of whole margins from −32 to 31: a power takes longer than a look. */
const CHANCES = Float64Array.from({ length: 2 * MARGINS }, (_, i) => chanceAt(i - MARGINS));

/** The chance that a crime with this margin succeeds while others may still play. */
export function chance(margin: number): number {
  return CHANCES[margin + MARGINS] ?? chanceAt(margin);
}

function chanceAt(margin: number): number {
  if (margin >= 0) return 1 - 0.2 * 0.45 ** Math.min(margin, 8);
  return 0.22 * 0.5 ** Math.min(-margin - 1, 8);
}
