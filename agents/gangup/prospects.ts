import { CRIME, INFLUENCE } from '../../src/gangup/cards.js';
import { manpowerAround, needed, rawManpower, requirement, slotManpower } from '../../src/gangup/effects/evaluate.js';
import { AT_HQ, type GangupView, INFO, PEEK_MAX } from '../../src/gangup/state.js';
import type { Appraiser } from './appraisal.js';
import { askBias, type Temper } from './temper.js';

/** How much of what the others could do to a crime they are expected to do. */
const WILLING = 0.4;
const SPREAD = 0.9;

/** What the seat thinks of crimes: whether to begin, whom to ask, how many to send. */
export class Prospects {
  /** Of `weigh`: worth of the crime at hand alone, and with the best partner. */
  alone = 0;
  allied = 0;
  /** Manpower of one's own: there and at home; what influences can add. */
  own = 0;
  boost = 0;

  constructor(
    private readonly appraiser: Appraiser,
    private readonly temper: Temper,
  ) {}

  /** The manpower that outsiders are expected to take away, `partner` (a seat or −1) being none of them. */
  threat(view: GangupView, starter: number, partner: number): number {
    let sum = 0;
    const { hostility } = this.appraiser.worth;
    for (let s = 0; s < view.seats; s++) {
      if (s === starter || s === partner) continue;
      sum += Math.min(8, view.handCount[s]!) * hostility * (view.status[s]! < 5 ? 0.6 : 1) * WILLING;
    }
    return sum;
  }

  /** What a hand of this seat can add to a crime. */
  reserve(view: GangupView): number {
    const { worth } = this.appraiser;
    const { seat, cards } = view;
    let sum = 0;
    for (let i = 0; i < view.handCount[seat]!; i++) {
      const card = view.hand[i]!;
      if (cards.kind[card] !== INFLUENCE || cards.number[card]! > view.status[seat]!) continue;
      sum += worth.boost[card]! + (worth.cancels[card] === 1 ? 0.5 : 0);
    }
    return sum;
  }

  /** The worth of a crime with this margin for a seat that takes part in it, by itself or with one other. */
  value(view: GangupView, seat: number, partner: number, reward: number, p: number): number {
    const { weight } = this.appraiser;
    const { fear } = this.temper;
    const loss = Math.min(reward, view.status[seat]!);
    let sum = weight[seat]! * (p * reward - (1 - p) * loss * (seat === view.seat ? fear : 1));
    if (partner >= 0) {
      const theirs = Math.min(reward, view.status[partner]!);
      const fears = partner === view.seat ? fear : 1;
      sum += weight[partner]! * (p * reward - (1 - p) * theirs * fears);
    }
    return sum + p * this.victory(view, seat, partner, reward);
  }

  /** More than points when it ends the game. */
  private victory(view: GangupView, seat: number, partner: number, reward: number): number {
    const first = view.status[seat]!;
    const second = partner < 0 ? -1 : view.status[partner]!;
    if (Math.max(first, second) + reward < view.config.winStatus) return 0;
    const winner = first >= second ? seat : partner;
    const mine = view.seat === seat ? first : view.seat === partner ? second : -1;
    return winner === view.seat || mine === Math.max(first, second) ? 10 : -10;
  }

  /** Looks at the crime at hand, which this seat has revealed. */
  weigh(view: GangupView): void {
    const { appraiser } = this;
    const { seat, info } = view;
    const reward = appraiser.reward;
    const force = rawManpower(view);
    const need = requirement(view);
    this.own = force + appraiser.headquarters(seat);
    this.boost = this.reserve(view);
    const safe = this.chance(this.own - need, this.boost, this.threat(view, seat, -1));
    this.alone = this.value(view, seat, -1, reward, safe);
    this.allied = Number.NEGATIVE_INFINITY;
    if (info[INFO.ally]! >= 0) return;
    for (let s = 0; s < view.seats; s++) {
      if (s === seat) continue;
      const help = appraiser.headquarters(s);
      if (help === 0) continue;
      const sent = Math.min(help, Math.max(1, need + this.temper.over - this.own));
      const p = this.chance(this.own + sent - need, this.boost, this.threat(view, seat, s));
      this.allied = Math.max(this.allied, this.value(view, seat, s, reward, p));
    }
  }

  /** The chance that a crime ends well; one that can't be organized is worth nothing, which `p` = ½ says. */
  chance(margin: number, boost: number, threat: number): number {
    if (margin + boost < 0) return 0.5;
    return 1 / (1 + Math.exp(-(margin + 0.5 + 0.6 * boost - threat) / SPREAD));
  }

  /** What drawing a crime now promises: the mean over those that may lie on top. */
  draw(view: GangupView): number {
    const { cards, info, seat, peeks } = view;
    this.own = this.appraiser.headquarters(seat);
    this.boost = this.reserve(view);
    const threat = this.threat(view, seat, -1);
    const top = peeks[0]!;
    if (top >= 0) return this.promise(view, top, threat);
    let sum = 0;
    let count = 0;
    for (let card = 0; card < cards.count; card++) {
      if (cards.kind[card] !== CRIME) continue;
      let left = cards.copies[card]!;
      for (let i = 0; i < info[INFO.crimeDiscards]!; i++) if (view.crimeDiscard[i] === card) left--;
      for (let i = 1; i < PEEK_MAX; i++) if (peeks[i] === card) left--;
      if (left <= 0) continue;
      sum += left * this.promise(view, card, threat);
      count += left;
    }
    return count === 0 ? 0 : sum / count;
  }

  private promise(view: GangupView, card: number, threat: number): number {
    const { cards, seat } = view;
    if (needed(view, seat, card) > view.status[seat]!) return 0;
    const reward = cards.reward[card]!;
    const margin = this.own - cards.manpower[card]!;
    const p = this.chance(margin, this.boost, threat);
    return Math.max(
      0,
      this.value(view, seat, -1, reward, p),
      margin >= -2 && askBias(this.temper, view.seats) > Number.NEGATIVE_INFINITY ? 0.25 * reward : 0,
    );
  }

  /** What a crime would be worth to a seat that draws it. */
  worthOfCrime(view: GangupView, seat: number, card: number): number {
    const { cards } = view;
    if (cards.number[card]! > view.status[seat]!) return 0;
    const margin = this.appraiser.headquarters(seat) - cards.manpower[card]!;
    return margin < 0 ? 0.2 : cards.reward[card]! * (0.6 + 0.1 * Math.min(margin, 3));
  }

  /** Manpower that is still to be sent for a margin of `over`. */
  missing(view: GangupView, over: number): number {
    return requirement(view) + over - rawManpower(view);
  }
}

/**
 * Of one's gangsters at home from place `from` on, the first of those to send so that `wanted` manpower comes together;
 * −1: none. The weak ones go first, so that the best stay at home when they aren't needed.
 */
export function firstToSend(
  appraiser: Appraiser,
  view: GangupView,
  legal: Int32Array,
  count: number,
  wanted: number,
): number {
  let left = wanted;
  let first = -1;
  used.fill(0, 0, count);
  const around = manpowerAround(view);
  for (let i = 0; i < count; i++) {
    const slot = legal[i]!;
    forces[i] = view.slotAt[slot] === AT_HQ ? slotManpower(view, slot, around) : 0;
  }
  while (left > 0) {
    let best = -1;
    let bestCost = Number.POSITIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      if (used[i] === 1) continue;
      const force = forces[i]!;
      if (force <= 0) continue;
      const cost = appraiser.worth.card[view.slotCard[legal[i]!]!]! / Math.min(force, Math.max(1, left));
      if (cost < bestCost) {
        best = i;
        bestCost = cost;
      }
    }
    if (best < 0) break;
    used[best] = 1;
    left -= forces[best]!;
    if (first < 0 || legal[best]! < first) first = legal[best]!;
  }
  return first;
}

const used = new Uint8Array(512);
const forces = new Int32Array(512);
