import { type Cards, GANGSTER, INFLUENCE } from '../../src/gangup/cards.js';
import { everyOperation } from '../../src/gangup/effects/compile.js';
import type {
  ActionData,
  CardData,
  ExpressionData,
  OperationData,
  PassiveData,
  PlayData,
  PlayersData,
  TriggerData,
} from '../../src/gangup/effects/schema.js';

/** What a resource card in hand is worth to its holder, in points of status, when nothing is known about it. */
export const CARD_WORTH = 0.45;
/** What one manpower in a gang is worth for the rest of the game, in points of status. */
export const MANPOWER_WORTH = 1.1;

/** An amount that depends on the table counts as this many. */
const TYPICAL_COUNT = 2;
/** A gangster that everybody may use, or take away again, is worth this part of another. */
const FICKLE = 0.3;
/** A condition that may or may not hold. */
const CONDITIONAL = 0.4;
/** How often in a whole game what happens in each of one's own turns comes, and an action is worth its cards. */
const OWN_TURNS = 8;
const USES = 4;
/** Crimes of a whole game that end in success and in failure. */
const SUCCESSES = 9;
const FAILURES = 3;
/** Whatever else may happen to a seat in a whole game. */
const INCIDENTS = 1.5;
/** What a seat sees of the crimes that it takes part in. */
const OWN_PART = 0.5;

/** What cards are worth by their effect data alone, in points of status for whoever uses them well; one number a card. */
export interface Worth {
  /** On the table (gangsters), played (influences), had for a whole game (leaders, locations); 0 for crimes. */
  readonly card: Float64Array;
  /** Of gangsters the same without a lowest bound: negative where one does its own gang more harm than good. */
  readonly gangster: Float64Array;
  /** Manpower that an influence can add to a crime of one's own. */
  readonly boost: Float64Array;
  /** Manpower that an influence or an action can cost a crime of somebody else's. */
  readonly hostile: Float64Array;
  /** Whether an influence answers plays (R-CANCEL). */
  readonly cancels: Uint8Array;
  /** `hostile` of an average card of the resource pile. */
  readonly hostility: number;
}

const known = new WeakMap<Cards, Worth>();

/** The worth of the cards of a game; worked out once for each set of packs. */
export function worthOf(cards: Cards): Worth {
  const found = known.get(cards);
  if (found !== undefined) return found;
  const worth: Worth = {
    card: Float64Array.from(cards.data, cardWorth),
    gangster: Float64Array.from(cards.data, (card) => (card.kind === 'gangster' ? gangsterWorth(card) : 0)),
    boost: Float64Array.from(cards.data, (card) => swing(card, 1)),
    hostile: Float64Array.from(cards.data, (card) => swing(card, -1)),
    cancels: Uint8Array.from(cards.data, (card) => (card.kind === 'influence' && isCancel(card.play) ? 1 : 0)),
    hostility: 0,
  };
  let sum = 0;
  for (let c = 0; c < cards.count; c++) {
    if (cards.kind[c] === INFLUENCE || cards.kind[c] === GANGSTER) sum += worth.hostile[c]! * cards.copies[c]!;
  }
  const done = { ...worth, hostility: cards.resourceTotal === 0 ? 0 : sum / cards.resourceTotal };
  known.set(cards, done);
  return done;
}

function isCancel(play: PlayData | undefined): boolean {
  return play?.window === 'cancel';
}

function isAnyones(card: GangsterData): boolean {
  return card.abilities.some((ability) => ability.type === 'action' && ability.usableBy === 'any');
}

type GangsterData = Extract<CardData, { kind: 'gangster' }>;

function gangsterWorth(card: GangsterData): number {
  const force = card.manpower * MANPOWER_WORTH;
  return card.unimplemented ? force : (force + abilitiesWorth(card)) * (isAnyones(card) ? FICKLE : 1);
}

function cardWorth(card: CardData): number {
  if (card.unimplemented) return card.kind === 'gangster' ? gangsterWorth(card) : 0;
  switch (card.kind) {
    case 'crime':
      return 0;
    case 'influence':
      return card.play === undefined ? 0 : clamp(playWorth(card.play), 0.1, 4);
    case 'gangster':
      return Math.max(0.2, gangsterWorth(card));
    default:
      return lastingWorth(card);
  }
}

/** Of a leader or a location: nothing takes it off the table, so all counts as often as it comes in a whole game. */
function lastingWorth(card: Extract<CardData, { kind: 'leader' | 'location' }>): number {
  let sum = 0;
  for (const ability of card.abilities) {
    if (ability.type === 'passive') sum += passiveWorth(ability) * 2;
    else if (ability.type === 'trigger') {
      const chance = (ability.of?.length ?? 4) / 4;
      sum +=
        operationsWorth(ability.do) * timesAGame(ability) * chance * (ability.when === undefined ? 1 : CONDITIONAL);
    } else sum += Math.max(0, playWorth(ability) - 0.25 * ability.cost) * (ability.cost === 0 ? OWN_TURNS : USES);
  }
  return sum;
}

function timesAGame({ on, who }: TriggerData): number {
  const part = who === 'any' ? 1 : OWN_PART;
  switch (on) {
    case 'turnStart':
    case 'turnEnd':
    case 'crimeDraw':
      return OWN_TURNS;
    case 'crimeSuccess':
      return SUCCESSES * part;
    case 'crimeFailure':
      return FAILURES * part;
    default:
      return INCIDENTS;
  }
}

function abilitiesWorth(card: Exclude<CardData, { kind: 'influence' }>): number {
  let sum = 0;
  for (const ability of card.abilities) {
    if (ability.type === 'action') sum += actionWorth(ability);
    else if (ability.type === 'trigger') sum += triggerWorth(ability);
    else sum += passiveWorth(ability);
  }
  return sum;
}

function actionWorth(action: ActionData): number {
  const gain = clamp((playWorth(action) - 0.25 * action.cost) * 0.8, 0, 2);
  return action.usableBy === 'any' ? 0 : gain;
}

function triggerWorth(trigger: TriggerData): number {
  const effect = clamp(operationsWorth(trigger.do), -2, 3);
  const often = trigger.on === 'turnStart' || trigger.on === 'turnEnd' || trigger.on === 'crimeDraw' ? 3 : 0.6;
  const chance = trigger.of === undefined ? 1 : trigger.of.length / 4;
  return effect * often * chance * (trigger.when === undefined ? 1 : CONDITIONAL);
}

function passiveWorth(passive: PassiveData): number {
  const often = passive.when === undefined ? 1 : CONDITIONAL;
  switch (passive.modify) {
    case 'manpower':
      return often * amount(passive.amount) * MANPOWER_WORTH * (passive.of === 'gang' ? 2.5 : 1);
    case 'immune':
      return often * 0.1 * passive.from.length * (passive.of === 'gang' ? 2 : 1);
    case 'number':
      return often * amount(passive.amount) * -0.25;
    case 'handMax':
      return often * amount(passive.amount) * 0.15;
    case 'requirement':
      return often * amount(passive.amount) * -MANPOWER_WORTH;
    case 'reward':
      return often * amount(passive.amount) * 1.5;
  }
}

function playWorth(play: PlayData): number {
  return operationsWorth(play.do) * (play.when === undefined ? 1 : 0.8);
}

function operationsWorth(list: readonly OperationData[]): number {
  let sum = 0;
  for (const operation of everyOperation(list)) sum += operationWorth(operation);
  return sum;
}

function operationWorth(d: OperationData): number {
  switch (d.op) {
    case 'kill':
    case 'removeFromGame':
      return d.what === 'self' ? -1 : 0.9;
    case 'arrest':
      return d.what === 'self' ? -1 : 0.9;
    case 'defect':
      return 1.4;
    case 'toHand':
      return 0.5;
    case 'forceJoin':
    case 'join':
      return 0.8;
    case 'withdraw':
      return 0.7;
    case 'escape':
    case 'fetch':
      return 0.8;
    case 'status':
      return amount(d.amount) * side(d.who, amount(d.amount) < 0);
    case 'steal':
      return amount(d.amount) * 1.4;
    case 'draw':
      return amount(d.n) * CARD_WORTH * side(d.who, false);
    case 'discard':
      return (d.n === 'all' ? 5 : amount(d.n)) * -0.3 * side(d.who, true);
    case 'reveal':
      return 0.1;
    case 'take':
      return 0.7 * d.n;
    case 'give':
      return -0.3 * d.n;
    case 'peekReorder':
      return 0.2 + 0.1 * d.n;
    case 'manpower':
    case 'requirement':
      return 0.15 + 0.5 * Math.abs(amount(d.amount));
    case 'reward':
      return 0.4 * Math.abs(amount(d.amount));
    case 'cancelLast':
      return d.icons === undefined ? 1 : 0.7;
    case 'protect':
      return 0.3;
    case 'strengthen':
      return 0.4 * Math.abs(d.amount);
    default:
      return 0;
  }
}

/** How much of what happens to these players is good for the user: 1 for oneself, negative for others. */
function side(who: PlayersData, harms: boolean): number {
  if (typeof who !== 'string') return harms ? -0.5 : 1;
  switch (who) {
    case 'user':
    case 'event':
    case 'starter':
      return 1;
    case 'others':
    case 'outsiders':
    case 'highest':
      return -0.6;
    case 'participants':
      return 0.6;
    default:
      return 0.2;
  }
}

function amount(d: ExpressionData): number {
  if (typeof d === 'number') return d;
  return TYPICAL_COUNT * (d.times ?? 1) + (d.plus ?? 0);
}

/** By how much a card can move the manpower at a crime, up (`sign` 1) or down. */
function swing(card: CardData, sign: number): number {
  if (card.unimplemented || card.kind === 'crime') return 0;
  if (card.kind === 'influence') return card.play === undefined ? 0 : swingOf(card.play.do, sign);
  let best = 0;
  for (const ability of card.abilities) {
    // Actions cost cards: half of what they could do.
    if (ability.type === 'action') best = Math.max(best, swingOf(ability.do, sign) / 2);
  }
  return best;
}

function swingOf(list: readonly OperationData[], sign: number): number {
  let sum = 0;
  for (const d of everyOperation(list)) {
    if (d.op === 'manpower') sum += Math.max(0, sign * amount(d.amount));
    else if (d.op === 'requirement') sum += Math.max(0, -sign * amount(d.amount));
    else if (d.op === 'forceJoin' || d.op === 'join') sum += sign > 0 ? 1 : 0;
    else if (d.op === 'strengthen') sum += Math.max(0, sign * d.amount);
    else if (d.op === 'arrest' || d.op === 'withdraw' || d.op === 'kill' || d.op === 'defect' || d.op === 'toHand') {
      sum += sign < 0 && d.what !== 'self' ? 1 : 0;
    }
  }
  return sum;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
