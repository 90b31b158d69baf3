import type { ActionList } from '../../src/core/game.js';
import { cardOf, DO, numberOf, verbOf } from '../../src/gangup/actions.js';
import { ABILITIES_MAX, type Cards, INFLUENCE } from '../../src/gangup/cards.js';
import { manpower, requirement, slotManpower } from '../../src/gangup/effects/evaluate.js';
import type { ExpressionData, OperationData } from '../../src/gangup/effects/schema.js';
import { PROMPT } from '../../src/gangup/prompts.js';
import { AT_HQ, FRAME, FRAME_REGISTERS, type GangupState, INFO, REGISTER_WORDS } from '../../src/gangup/state.js';

/** What the search knows about an ability beforehand, read off its effect data. */
interface Outlook {
  /** What it adds to the starter's side of a crime. */
  boost: number;
  /** Gangsters that it takes from somebody, or out of the crime. */
  harm: number;
  /** Status for its user, with half of what rivals lose, and a third of a point a card. */
  gain: number;
  /** Status that it adds to the crime's reward. */
  reward: number;
}

/** A rough number for an amount: what reads the table counts as one. */
function roughly(amount: ExpressionData): number {
  if (typeof amount === 'number') return amount;
  return (amount.times ?? 1) + (amount.plus ?? 0);
}

function isUser(who: unknown): boolean {
  return who === 'user';
}

function lookAt(list: readonly OperationData[], outlook: Outlook): void {
  for (const d of list) {
    switch (d.op) {
      case 'manpower':
        outlook.boost += roughly(d.amount);
        break;
      case 'requirement':
        outlook.boost -= roughly(d.amount);
        break;
      case 'reward':
        outlook.reward += roughly(d.amount);
        break;
      case 'strengthen':
        outlook.boost += d.amount;
        break;
      case 'join':
      case 'forceJoin':
        outlook.boost += 1;
        break;
      case 'withdraw':
        outlook.boost -= 1;
        break;
      case 'kill':
      case 'arrest':
      case 'toHand':
      case 'removeFromGame':
        outlook.harm += 1;
        break;
      case 'defect':
        outlook.harm += 1;
        outlook.gain += 0.5;
        break;
      case 'status':
        outlook.gain += isUser(d.who) ? roughly(d.amount) : -roughly(d.amount) / 2;
        break;
      case 'steal':
        outlook.gain += 1.5 * roughly(d.amount);
        break;
      case 'draw':
        outlook.gain += (isUser(d.who) ? 0.33 : -0.15) * roughly(d.n);
        break;
      case 'discard':
        outlook.gain += (isUser(d.who) ? -0.33 : 0.2) * (d.n === 'all' ? 3 : roughly(d.n));
        break;
      case 'take':
      case 'fetch':
      case 'escape':
        outlook.gain += 0.4;
        break;
      case 'if':
        lookAt(d.then, outlook);
        break;
      case 'forEach':
      case 'may':
        lookAt(d.do, outlook);
        break;
      default:
    }
  }
}

/**
 * Weights of actions from effect data and the table, never from a card's name: where a search looks first, and how its
 * playouts go on. Rough on purpose; the search corrects it.
 */
export class Guide {
  private readonly boost: Float64Array;
  private readonly harm: Float64Array;
  private readonly gain: Float64Array;
  private readonly reward: Float64Array;
  /** Per card: what it is worth to keep. */
  private readonly worth: Float64Array;
  private side = 0;
  private margin = 0;
  private spare = 0;

  constructor(private readonly cards: Cards) {
    const n = cards.abilities.length;
    this.boost = new Float64Array(n);
    this.harm = new Float64Array(n);
    this.gain = new Float64Array(n);
    this.reward = new Float64Array(n);
    this.worth = new Float64Array(cards.count);
    cards.data.forEach((card, index) => {
      const plays =
        card.kind === 'influence'
          ? card.play === undefined
            ? []
            : [card.play]
          : 'abilities' in card
            ? card.abilities
            : [];
      this.worth[index] = card.kind === 'gangster' ? 1.5 + card.manpower + 0.2 * plays.length : 1;
      plays.forEach((play, place) => {
        const at = cards.abilityAt[index * ABILITIES_MAX + place]!;
        if (at < 0 || !('do' in play)) return;
        const outlook: Outlook = { boost: 0, harm: 0, gain: 0, reward: 0 };
        lookAt(play.do, outlook);
        this.boost[at] = outlook.boost;
        this.harm[at] = outlook.harm;
        this.gain[at] = outlook.gain;
        this.reward[at] = outlook.reward;
        if (card.kind === 'influence') {
          this.worth[index]! +=
            Math.abs(outlook.boost) + outlook.harm + Math.max(0, outlook.gain) + 0.5 * outlook.reward;
        }
      });
    });
  }

  /** Writes a weight > 0 for each legal action of the asked seat; returns their sum. */
  weigh(state: GangupState, seat: number, legal: ActionList, out: Float64Array): number {
    const { info } = state;
    this.lookRound(state, seat);
    let sum = 0;
    for (let i = 0; i < legal.length; i++) {
      const weight = this.weight(state, seat, legal.codes[i]!, info[INFO.prompt]!);
      out[i] = weight;
      sum += weight;
    }
    return sum;
  }

  /** What the weights of one decision have in common. */
  private lookRound(state: GangupState, seat: number): void {
    const { info } = state;
    const stage = info[INFO.crimeStage]!;
    this.side = 0;
    this.margin = 0;
    this.spare = 0;
    const prompt = info[INFO.prompt]!;
    if (stage === 1 || stage === 2 || stage === 3) {
      const partner = seat === info[INFO.starter] || seat === info[INFO.ally];
      this.side = partner ? 1 : -1;
      this.margin = manpower(state) - requirement(state);
    }
    if (stage === 1 || stage === 2 || prompt === PROMPT.third) {
      for (let slot = 0; slot < state.slots; slot++) {
        if (state.slotCard[slot]! >= 0 && state.slotOwner[slot] === seat && state.slotAt[slot] === AT_HQ) {
          this.spare += slotManpower(state, slot);
        }
      }
    }
  }

  private weight(state: GangupState, seat: number, code: number, prompt: number): number {
    const { cards } = this;
    const { info } = state;
    const card = cardOf(code);
    const x = numberOf(code);
    switch (verbOf(code)) {
      case DO.place:
        return 20;
      case DO.play:
        return this.playWeight(state, seat, cards.abilityAt[card * ABILITIES_MAX]!, prompt);
      case DO.act: {
        const place = x % ABILITIES_MAX;
        return this.playWeight(state, seat, cards.abilityAt[card * ABILITIES_MAX + place]!, prompt);
      }
      case DO.pass:
        return 1.5;
      case DO.done:
        if (prompt !== PROMPT.organize || state.draft[FRAME.ability]! >= 0) return 1.5;
        return this.margin >= 0 || this.margin + this.spare < 0 ? 1.5 : 0.05;
      case DO.yes:
        if (prompt !== PROMPT.rumor) return 2;
        return this.margin + this.spare >= 0
          ? 8
          : this.margin + this.spare + this.handBoost(state, seat) >= -1
            ? 1
            : 0.15;
      case DO.second:
        return 2;
      case DO.crime:
        return this.spare >= 4 ? 8 : this.spare >= 3 ? 4 : this.spare >= 2 ? 1.5 : 0.4;
      case DO.commit:
        return this.margin < 0 ? 6 : this.margin < 2 ? 2 : 0.5;
      case DO.call:
        return this.margin < 0 && this.margin + this.spare < 0 ? 6 : 0.3;
      case DO.bid:
        return x >= -this.margin ? 1.5 : 0.3;
      case DO.ally: {
        const bid = state.bids[x]!;
        return bid >= -this.margin ? 4 : 0.7;
      }
      case DO.noAlly:
        return this.margin >= 0 ? 2 : 0.3;
      case DO.pick: {
        const owner = state.slotOwner[x]!;
        const size = 1 + cards.manpower[card]!;
        return owner === seat ? 0.3 * size : size * (1 + 0.1 * state.status[owner]!);
      }
      case DO.pickSeat:
        return x === seat ? 0.3 : 1 + 0.2 * state.status[x]!;
      case DO.pickCard:
      case DO.take:
        return this.worth[card]!;
      case DO.pay:
      case DO.discard:
      case DO.give: {
        const far = cards.number[card]! - state.status[seat]!;
        return far > 3 ? 3 : 4 / (this.worth[card]! * this.worth[card]!);
      }
      case DO.snitch:
        return 0.4;
      case DO.offer:
        return 0.1;
      case DO.accept:
        return info[INFO.offerPrice]! >= cards.price[info[INFO.offerCard]!]! ? 2 : 0.4;
      default:
        return 1;
    }
  }

  private handBoost(state: GangupState, seat: number): number {
    const base = seat * state.handCapacity;
    let sum = 0;
    for (let i = 0; i < state.handCount[seat]!; i++) {
      const card = state.hand[base + i]!;
      if (this.cards.kind[card] !== INFLUENCE || this.cards.number[card]! > state.status[seat]!) continue;
      const at = this.cards.abilityAt[card * ABILITIES_MAX]!;
      if (at >= 0) sum += Math.max(0, this.boost[at]!);
    }
    return sum;
  }

  private playWeight(state: GangupState, seat: number, at: number, prompt: number): number {
    const ability = this.cards.abilities[at]!;
    const { info } = state;
    if (prompt === PROMPT.answer) return this.cancelWeight(state, seat);
    const shift = this.boost[at]! - (info[INFO.crimeStage] === 3 ? this.harm[at]! : 0);
    const cost = ability.cost;
    if (this.side > 0) {
      if (shift > 0) return this.margin < 0 ? (this.margin + shift >= 0 ? 8 : 2) : 0.15;
      if (shift < 0) return 0.1;
      if (this.reward[at]! > 0) return this.margin >= 0 ? 3 : 0.1;
    } else if (this.side < 0) {
      if (shift < 0) return this.margin >= 0 ? (this.margin + shift < 0 ? 6 : 0.6) : 0.05;
      if (shift > 0) return 0.05;
      if (this.reward[at]! > 0) return this.margin < 0 ? 1 : 0.1;
    }
    const gain = this.gain[at]! + this.harm[at]! - 0.3 * cost;
    return gain > 0 ? 1 + 2 * gain : 0.3;
  }

  /** Cancels what takes from the seat or turns the crime against its side. */
  private cancelWeight(state: GangupState, seat: number): number {
    const { pending, info } = state;
    if ((info[INFO.cancels]! & 1) === 1)
      return info[INFO.answered] === seat ? 0.1 : pending[FRAME.user] === seat ? 3 : 0.3;
    const at = pending[FRAME.ability]!;
    let mine = 0;
    for (let r = FRAME_REGISTERS; r < pending.length; r += REGISTER_WORDS) {
      for (let i = 1; i <= pending[r]!; i++) {
        const value = pending[r + i]!;
        if (this.harm[at]! > 0 && value < state.slots && state.slotCard[value]! >= 0 && state.slotOwner[value] === seat)
          mine++;
      }
    }
    const shift = this.boost[at]! - (info[INFO.crimeStage] === 3 ? this.harm[at]! : 0);
    if (this.side * shift < 0) {
      const after = this.margin + shift;
      if (this.margin >= 0 !== after >= 0) return 6;
    }
    return mine > 0 ? 3 : this.gain[at]! > 1 ? 1 : 0.3;
  }
}
