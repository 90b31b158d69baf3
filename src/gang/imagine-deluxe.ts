import { CARD_CODES, DECK_SIZE, JOKER_BASE } from '../cards/card.js';
import type { HandWeights } from '../core/game.js';
import { RNG_WORDS, type Rng } from '../core/rng.js';
import { imagineCards } from './imagine-cards.js';
import { distance, HandHistory } from './imagine-history.js';
import { askInSecret, isShutOut } from './imagine-secret.js';
import type { GangState, GangView } from './state.js';
import {
  BOARD_COUNT,
  BOARD_MAX,
  DISCARDED,
  FLOW_WORDS,
  JACK_CARD,
  L_BY,
  L_OP,
  L_SEAT,
  LEDGER_COUNT,
  LEDGER_WIDTH,
  OP_ASIDE,
  OP_DISCARD,
  OP_DRAW,
  OP_IN,
  OP_OUT,
  OP_PLAY,
  OP_REPLACE,
  OP_SHOW,
  OVER,
  PHASE,
  PHASE_SHOWDOWN,
  PROMPT_ASKED,
  PROMPT_BY,
  PROMPT_PENDING,
  REVEALED,
  ROUND,
  STEP,
} from './words.js';

/**
 * R-IMAGINE for every table: a world in which all facts of the view held at their time. Cards that the view doesn't
 * show are dealt to the hidden places and the ledger is walked backwards from there, so that each pocket is known as
 * it was when something was said about it (see `imagine-history.ts`).
 *
 * - Rejection first: up to `ATTEMPTS` independent deals, of which the first that keeps all facts is taken, which is
 *   uniform over the worlds that the view allows.
 * - Past that, constraint sampling: a deal is repaired by exchanging cards between hidden places, half of the time one
 *   that a broken fact is about (hardly ever further from the facts), then mixed by `MIXING` exchanges for each hidden place that keep all facts, a Markov chain whose
 *   stationary distribution is uniform.
 * - With `weights` (two pocket cards a seat) the chain accepts an exchange by the ratio of the weights.
 *
 * The time is bounded by `TRIES_MAX` deals that are looked at, some microseconds each: `RESTARTS` repairs of at most
 * `REPAIRS` exchanges, and the mixing. A view that a game shows always has a world, and one that isn't found then is
 * reported as an error. Short repairs pay: at eight seats of Omaha with all specialists in force half of the worlds are
 * found within 2,100 deals, the slowest of 27 took 13,000 (0.1 s); with repairs of 6,000 exchanges 6,900 and 35,000.
 */
const ATTEMPTS = 48;
const REPAIRS = 2000;
const RESTARTS = 200;
const UPHILL = 0.05;
const MIXING = 12;
const WEIGHING = 24;

/** Deals that are looked at for one world at most, mixing and weights aside. */
export const TRIES_MAX = ATTEMPTS + RESTARTS * (REPAIRS + 1);
/** Deals that were looked at for the newest world, mixing and weights included. */
let tries = 0;

/** How many deals were looked at for the world that was imagined last; 0 before. */
export function triesOfLastWorld(): number {
  return tries;
}

/** Cards that nobody needs to be dealt: the view's own and those that lie open. */
const seen = new Uint8Array(CARD_CODES);
/**
 * The unseen cards: the first `hidden` lie in the hidden places, the others are the deck. Jokers are never among the
 * first `strict`: seats tell of theirs at once (R-JOKER), but what a dealer lays aside may be one.
 */
const pool = new Int32Array(CARD_CODES);
let strict = 0;
/** Cards on top of the deck that the view's seat has looked at. */
const top = new Int32Array(CARD_CODES);
let topCount = 0;
const placeSeat = new Int32Array(CARD_CODES);
const placeIndex = new Int32Array(CARD_CODES);
const history = new HandHistory();

export function imagineDeluxe(view: GangView, rng: Rng, out: GangState, weights?: HandWeights): void {
  out.words.fill(0);
  out.publicWords.set(view.publicWords);
  out.pocket.fill(-1);
  out.discard.fill(-1);
  out.answers.fill(-1);
  out.ledgerCard.set(view.ledgerCard);
  seen.fill(0);
  const hidden = findPlaces(view, out);
  const size = gatherPool(view);
  if (hidden > size) throw new RangeError(`${hidden} hidden places for ${size} unseen cards`);
  history.begin(view, out.pocket, firstDiscard(view));
  deal(view, rng, hidden, size, weights);
  for (let i = 0; i < hidden; i++) {
    if (placeSeat[i]! >= 0) out.pocket[placeIndex[i]!] = pool[i]!;
    else out.ledgerCard[placeIndex[i]!] = pool[i]!;
  }
  fillPiles(view, out, hidden, size);
  for (let i = 0; i < RNG_WORDS; i++) out.rng[i] = rng.uint32();
  out.seed[0] = rng.uint32();
  out.seed[1] = rng.below(1 << 21);
  for (let i = 0; i < view.own.length; i++) out.own[view.seat * view.own.length + i] = view.own[i]!;
  imagineHidden(view, rng, out);
  if (isShutOut(view)) askInSecret(view, rng, out, () => imagineHidden(view, rng, out));
  else standWhere(view, out);
}

/** Tools, stacks, vault cards and what modifiers hide. */
function imagineHidden(view: GangView, rng: Rng, out: GangState): void {
  imagineCards(view, rng, out);
  view.plan.modifiers.forEach((modifier, m) => {
    modifier.imagine?.(view, m, rng, out);
  });
}

/** Marks a card as one that lies where the view knows. */
function know(card: number): void {
  if (card >= 0) seen[card] = 1;
}

/**
 * Fills the pockets as far as they are known and lists the hidden places: cells of other seats' pockets, and entries of
 * the ledger whose card lies on the discard pile. Returns how many there are.
 */
function findPlaces(view: GangView, out: GangState): number {
  const { pocket, seats } = view.shape;
  const revealed = view.info[OVER] === 1 || (view.info[PHASE] === PHASE_SHOWDOWN && view.info[REVEALED]! > 0);
  for (const card of view.board) know(card);
  for (const card of view.up) know(card);
  for (const card of view.stacked) know(card);
  topCount = 0;
  for (const { modifier, call } of view.plan.deckKnown) if (topCount === 0) topCount = call(view, modifier, top);
  for (let i = 0; i < topCount; i++) know(top[i]!);
  let places = 0;
  for (let s = 0; s < seats; s++) {
    const from = s * pocket;
    let filled = 0;
    if (s === view.seat) {
      for (let i = 0; i < view.pocketCount[s]!; i++) out.pocket[from + filled++] = view.pocket[i]!;
    } else if (revealed && view.pastStrength[s]! >= 0) {
      for (let i = 0; i < view.pocketCount[s]!; i++) out.pocket[from + filled++] = view.pastPocket[from + i]!;
    } else {
      filled = pinCards(view, out, s);
    }
    for (let i = 0; i < filled; i++) know(out.pocket[from + i]!);
    for (let i = filled; i < view.pocketCount[s]!; i++) {
      placeSeat[places] = s;
      placeIndex[places++] = from + i;
    }
  }
  places = findDiscards(view, places, false);
  strict = places;
  return findDiscards(view, places, true);
}

/** Adds the hidden cards of the discard pile: of those that dealers laid aside, or of all others. */
function findDiscards(view: GangView, from: number, dealers: boolean): number {
  let places = from;
  const first = firstDiscard(view);
  for (let e = 0; e < view.info[LEDGER_COUNT]!; e++) {
    if (!isDiscard(view, e)) continue;
    const card = view.ledgerCard[e]!;
    // R-RESHUFFLE: jokers and the suitless Jack never go back into the deck.
    if (e >= first || card >= DECK_SIZE) know(card);
    const byDealer = view.plan.modifiers[view.ledger[e * LEDGER_WIDTH + L_BY]!]?.kind === 'dealer';
    if (card >= 0 || e < first || byDealer !== dealers) continue;
    placeSeat[places] = -1;
    placeIndex[places++] = e;
  }
  return places;
}

/** Cards that the view knows to lie in another seat's pocket: shown or passed since that seat last gave one away. */
function pinCards(view: GangView, out: GangState, seat: number): number {
  const from = seat * view.shape.pocket;
  let filled = 0;
  if (holdsJack(view, seat)) out.pocket[from + filled++] = JACK_CARD;
  for (let e = view.info[LEDGER_COUNT]! - 1; e >= 0; e--) {
    const at = e * LEDGER_WIDTH;
    if (view.ledger[at + L_SEAT] !== seat) continue;
    const op = view.ledger[at + L_OP]!;
    if (op === OP_DISCARD || op === OP_OUT || op === OP_PLAY) break;
    const card = view.ledgerCard[e]!;
    if (card < 0 || (op !== OP_SHOW && op !== OP_IN) || out.pocket.subarray(from, from + filled).includes(card)) {
      continue;
    }
    out.pocket[from + filled++] = card;
  }
  return filled;
}

/** R-JACK: everybody sees who has the suitless Jack, whatever else is discarded face down. */
function holdsJack(view: GangView, seat: number): boolean {
  let holds = false;
  for (let e = 0; e < view.info[LEDGER_COUNT]!; e++) {
    if (view.ledgerCard[e] !== JACK_CARD || view.ledger[e * LEDGER_WIDTH + L_SEAT] !== seat) continue;
    const op = view.ledger[e * LEDGER_WIDTH + L_OP]!;
    if (op === OP_DRAW) holds = true;
    else if (op === OP_DISCARD) holds = false;
  }
  return holds;
}

function isDiscard(view: GangView, entry: number): boolean {
  const op = view.ledger[entry * LEDGER_WIDTH + L_OP]!;
  return op === OP_DISCARD || op === OP_REPLACE || op === OP_ASIDE;
}

/** The oldest entry of the ledger whose card still lies on the discard pile: older ones were shuffled into the deck. */
function firstDiscard(view: GangView): number {
  let left = view.info[DISCARDED]!;
  let entry = view.info[LEDGER_COUNT]!;
  for (let e = 0; e < entry; e++) if (isDiscard(view, e) && view.ledgerCard[e]! >= DECK_SIZE) left--;
  while (left > 0 && entry > 0) if (isDiscard(view, --entry) && view.ledgerCard[entry]! < DECK_SIZE) left--;
  return left > 0 ? 0 : entry;
}

/** The unseen cards of the deck, in order. */
function gatherPool(view: GangView): number {
  let count = 0;
  for (let i = 0; i < view.shape.deck; i++) {
    const card = i < 52 ? i : 26 + i;
    if (seen[card] === 0) pool[count++] = card;
  }
  return count;
}

/** A uniformly random order of the pool among those without jokers in the first `strict` places. */
function shuffle(rng: Rng, count: number): void {
  let ordinary = count;
  for (let i = count - 1; i >= 0; i--) if (pool[i]! >= JOKER_BASE) exchange(i, --ordinary);
  for (let i = 0; i < strict; i++) exchange(i, i + rng.below(ordinary - i));
  for (let i = count - 1; i > strict; i--) exchange(i, strict + rng.below(i - strict + 1));
}

function exchange(i: number, j: number): void {
  const card = pool[i]!;
  pool[i] = pool[j]!;
  pool[j] = card;
}

/** Puts the pool in an order that keeps the facts; see above. */
function deal(view: GangView, rng: Rng, hidden: number, size: number, weights: HandWeights | undefined): void {
  tries = 0;
  const lay = (): number => {
    tries++;
    history.lay(pool, hidden, placeSeat, placeIndex);
    return distance(view, history);
  };
  if (!history.constrained(view)) {
    shuffle(rng, size);
    history.chooseAll(rng);
    lay();
  } else {
    let far = 1;
    for (let attempt = 0; attempt < ATTEMPTS && far > 0; attempt++) {
      shuffle(rng, size);
      history.chooseAll(rng);
      far = lay();
    }
    for (let restart = 0; far > 0; restart++) {
      if (restart === RESTARTS) throw new Error('found no world that keeps the facts of this view');
      far = repair(rng, hidden, size, far, lay);
      if (far === 0) {
        mix(rng, hidden, size, lay);
        break;
      }
      shuffle(rng, size);
      history.chooseAll(rng);
      far = lay();
    }
  }
  if (weights !== undefined && history.pairs(view)) weigh(view, rng, hidden, size, lay, weights);
  lay();
}

/**
 * Exchanges cards until the facts hold or the bound is reached: never further from them but now and then, by
 * `UPHILL` for each step further, which leads out of dead ends.
 */
function repair(rng: Rng, hidden: number, size: number, from: number, lay: () => number): number {
  let far = from;
  keepBroken();
  for (let step = 0; step < REPAIRS && far > 0; step++) {
    const undo = rng.below(2) === 0 ? propose(rng, hidden, size) : proposeBroken(rng, hidden, size);
    const now = lay();
    if (now <= far || rng.float() < UPHILL ** (now - far)) {
      far = now;
      keepBroken();
    } else {
      undo();
    }
  }
  return far;
}

/** Cards that something broken is about in the world as it lies. */
const broken = new Int32Array(CARD_CODES);
let brokenCount = 0;

function keepBroken(): void {
  brokenCount = history.brokenCount;
  broken.set(history.broken.subarray(0, brokenCount));
}

/** Exchanges a card that something broken is about with one in a hidden place, or any where it lies in one itself. */
function proposeBroken(rng: Rng, hidden: number, size: number): () => void {
  const card = brokenCount > 0 ? broken[rng.below(brokenCount)]! : -1;
  let place = 0;
  while (place < size && pool[place] !== card) place++;
  if (place === size || hidden === 0) return propose(rng, hidden, size);
  return proposeExchange(place, rng.below(place < hidden ? size : hidden));
}

/** Exchanges that keep the facts: the chain's stationary distribution is uniform. */
function mix(rng: Rng, hidden: number, size: number, lay: () => number): void {
  for (let step = 0; step < MIXING * hidden; step++) {
    const undo = propose(rng, hidden, size);
    if (lay() > 0) undo();
  }
}

/** Metropolis: exchanges that keep the facts, accepted by the ratio of the hands' weights. */
function weigh(view: GangView, rng: Rng, hidden: number, size: number, lay: () => number, weights: HandWeights): void {
  lay();
  let weight = history.weight(view, weights);
  for (let step = 0; step < WEIGHING * hidden; step++) {
    const undo = propose(rng, hidden, size);
    const now = lay() > 0 ? 0 : history.weight(view, weights);
    // From a world of weight zero any step that keeps the facts is taken.
    if (now > 0 ? now >= weight || rng.float() * weight < now : weight === 0 && lay() === 0) weight = now;
    else undo();
  }
}

let changedEntry = -1;
let changedFrom = 0;
let changedI = 0;
let changedJ = 0;

/** A random exchange of a hidden place's card with any other, or another choice of a hidden card that moved. */
function propose(rng: Rng, hidden: number, size: number): () => void {
  changedEntry = -1;
  if (hidden === 0 || (history.choices > 0 && rng.below(4) === 0)) {
    changedEntry = rng.below(Math.max(1, history.choices));
    changedFrom = history.choose(changedEntry, rng);
    return undoChoice;
  }
  return proposeExchange(rng.below(hidden), rng.below(size));
}

function proposeExchange(i: number, j: number): () => void {
  changedEntry = -1;
  changedI = i;
  changedJ = j;
  // Jokers don't come into pockets; an exchange of a card with itself is none.
  if ((changedI < strict && pool[changedJ]! >= JOKER_BASE) || (changedJ < strict && pool[changedI]! >= JOKER_BASE)) {
    changedJ = changedI;
  }
  exchange(changedI, changedJ);
  return undoExchange;
}

function undoChoice(): void {
  history.restore(changedEntry, changedFrom);
}

function undoExchange(): void {
  exchange(changedI, changedJ);
}

/** The discard pile, the cards of the ledger, and the deck: first what is out of it, then the rest of the pool. */
function fillPiles(view: GangView, out: GangState, hidden: number, size: number): void {
  const { seats, pocket } = view.shape;
  history.writeCards(view, out.ledgerCard);
  let discarded = 0;
  const first = firstDiscard(view);
  for (let e = 0; e < view.info[LEDGER_COUNT]!; e++) {
    if (isDiscard(view, e) && (e >= first || view.ledgerCard[e]! >= DECK_SIZE)) {
      out.discard[discarded++] = out.ledgerCard[e]!;
    }
  }
  let at = 0;
  const put = (card: number): void => {
    if (card >= 0 && (card < 52 || card >= 78)) out.deck[at++] = card;
  };
  for (let s = 0; s < seats; s++) for (let i = 0; i < pocket; i++) put(out.pocket[s * pocket + i]!);
  for (let i = 0; i < BOARD_MAX; i++) put(i < view.info[BOARD_COUNT]! ? view.board[i]! : -1);
  for (const card of view.up) put(card);
  for (const card of view.stacked) put(card);
  for (let i = 0; i < discarded; i++) put(out.discard[i]!);
  out.deckInfo[0] = at;
  for (let i = 0; i < topCount; i++) put(top[i]!);
  out.deckInfo[1] = at;
  for (let i = hidden; i < size; i++) put(pool[i]!);
  if (at !== view.shape.deck) throw new RangeError(`an imagined deck of ${at} cards, not ${view.shape.deck}`);
}

/** What the table is doing: the chips of the round, or the question that the view knows of. */
function standWhere(view: GangView, out: GangState): void {
  const { flow, info } = out;
  const { chipSteps, steps } = view.plan;
  flow.fill(0);
  if (view.asked(PROMPT_BY) !== 0) {
    for (let i = 0; i < FLOW_WORDS; i++) flow[i] = view.prompt[i]!;
    const asked = view.asked(PROMPT_ASKED);
    const mine = 1 << view.seat;
    // Answers are sealed: nobody else counts as having answered, and the own answer, once given, stays given.
    flow[PROMPT_PENDING] = view.asked(PROMPT_PENDING) !== 0 ? asked : asked & ~mine;
    return;
  }
  if (info[OVER] === 1) {
    flow[STEP] = steps.length - 1;
    return;
  }
  flow[STEP] = chipSteps[info[ROUND]!]!;
}
