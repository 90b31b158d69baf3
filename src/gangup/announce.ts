import type { ActionList } from '../core/game.js';
import { action, DO } from './actions.js';
import { ABILITIES_MAX, type Ability, ACTION, GANGSTER, INFLUENCE, LEADER, LOCATION } from './cards.js';
import { chosenSeats, concernedSeats } from './concerns.js';
import { holds, NUMBER, passive } from './effects/evaluate.js';
import * as o from './effects/opcodes.js';
import { MISSING, targetable } from './effects/targetable.js';
import { WINDOWS } from './effects/vocabulary.js';
import { clearFrame, PROMPT } from './prompts.js';
import { RECENT, remember } from './recent.js';
import { FRAME, FRAME_WORDS, type GangupState, INFO, PLAYS_MAX } from './state.js';
import { targetWords } from './target-words.js';
import { addPick, completes, mayEnd, nextPicks, registerAt, sameGangster } from './targets.js';
import { discardFromHand, fromHandSeen, fromRemoved, toDiscard, toRemoved } from './zones.js';

export const WINDOW_ANY = 1 << WINDOWS.indexOf('any');
export const WINDOW_CRIME = 1 << WINDOWS.indexOf('crime');
export const WINDOW_AFTER = 1 << WINDOWS.indexOf('afterCrime');
export const WINDOW_CANCEL = 1 << WINDOWS.indexOf('cancel');

const probe = new Int32Array(FRAME_WORDS);
const picks = new Int32Array(512);

/** R-ANNOUNCE: whether the seat could play this ability to its end now. `windows`: those that are open. */
function playable(
  state: GangupState,
  seat: number,
  ability: Ability,
  slot: number,
  windows: number,
  organizing: boolean,
): boolean {
  if (((windows >> ability.window) & 1) === 0 || (organizing && !ability.organizes)) return false;
  const influence = state.cards.kind[ability.card] === INFLUENCE;
  if (state.handCount[seat]! - (influence ? 1 : 0) < ability.cost) return false;
  const { code } = state.cards;
  if (ability.window === WINDOWS.indexOf('cancel')) {
    const icons = code[ability.program + 1]!;
    if (icons !== -1 && (icons & state.info[INFO.answeredIcons]!) === 0) return false;
  }
  clearFrame(probe);
  probe[FRAME.card] = ability.card;
  probe[FRAME.slot] = slot;
  probe[FRAME.user] = seat;
  if (!holds(state, probe, ability.when)) return false;
  if (ability.targetCount > 0) return completes(state, probe, ability, 0);
  return targetable(state, probe, ability.program) !== MISSING;
}

/** R-FUEL: an action that costs no card is used once a turn. */
function usedUp(state: GangupState, ability: Ability, kind: number, index: number, place: number): boolean {
  if (ability.cost > 0) return false;
  const used = kind === GANGSTER ? state.slotUsed : kind === LEADER ? state.leaderUsed : state.locationUsed;
  return ((used[index]! >> place) & 1) === 1;
}

/** Lists the influences and actions that the seat may play now. */
export function listPlays(
  state: GangupState,
  seat: number,
  windows: number,
  organizing: boolean,
  out: ActionList,
): void {
  const { cards, hand, slotsEnd, slotCard, slotOwner } = state;
  if (state.plays[seat]! >= PLAYS_MAX) return;
  const base = seat * state.handCapacity;
  const end = base + state.handCount[seat]!;
  // What passive modifiers do to the numbers of influences is the same for all of them.
  let allowed = Number.NaN;
  let before = -1;
  for (let i = base; i < end; i++) {
    const card = hand[i]!;
    if (card === before) continue; // R-SAME
    before = card;
    if ((cards.playWindows[card]! & windows) === 0) continue;
    if (Number.isNaN(allowed)) allowed = state.status[seat]! - passive(state, NUMBER, seat, -1, 1 << INFLUENCE);
    if (cards.number[card]! > allowed) continue;
    if (playable(state, seat, cards.ability(card, 0)!, -1, windows, organizing)) out.push(action(DO.play, card));
  }
  for (let slot = 0; slot < slotsEnd; slot++) {
    const card = slotCard[slot]!;
    if (card < 0 || (cards.actionWindows[card]! & windows) === 0) continue;
    if (slotOwner[slot] !== seat && cards.shared[card] === 0) continue;
    let repeated = false;
    for (let k = 0; k < slot && !repeated; k++) repeated = slotCard[k] === card && sameGangster(state, k, slot);
    if (!repeated) listActions(state, seat, card, GANGSTER, slot, windows, organizing, out);
  }
  const leader = state.leader[seat]!;
  if (leader >= 0) listActions(state, seat, leader, LEADER, seat, windows, organizing, out);
  for (let l = 0; l < cards.locations.length; l++) {
    if (state.locationOwner[l] !== seat) continue;
    listActions(state, seat, cards.locations[l]!, LOCATION, l, windows, organizing, out);
  }
}

function listActions(
  state: GangupState,
  seat: number,
  card: number,
  kind: number,
  index: number,
  windows: number,
  organizing: boolean,
  out: ActionList,
): void {
  for (let place = 0; place < ABILITIES_MAX; place++) {
    const ability = state.cards.ability(card, place);
    if (ability === undefined) return;
    if (ability.type !== ACTION || usedUp(state, ability, kind, index, place)) continue;
    // R-ACTION: by the owner unless the card says otherwise.
    if (kind === GANGSTER && state.slotOwner[index] !== seat && !ability.anyone) continue;
    if (!playable(state, seat, ability, kind === GANGSTER ? index : -1, windows, organizing)) continue;
    out.push(action(DO.act, card, (kind === GANGSTER ? index * ABILITIES_MAX : 0) + place));
  }
}

/** Begins to put a play together: targets first, then payment. */
export function beginPlay(state: GangupState, seat: number, card: number, slot: number, place: number): void {
  const { draft } = state;
  clearFrame(draft);
  draft[FRAME.ability] = state.cards.abilityAt[card * ABILITIES_MAX + place]!;
  draft[FRAME.card] = card;
  draft[FRAME.slot] = slot;
  draft[FRAME.user] = seat;
}

/** Where the target that is being chosen lies in the code. */
function targetAt(ability: Ability, stage: number): number {
  return ability.targets + stage * o.TARGET_WORDS;
}

/** Goes past targets that are complete; true while there is something to choose or pay. */
export function draftAsks(state: GangupState): boolean {
  const { draft } = state;
  const ability = state.cards.abilities[draft[FRAME.ability]!]!;
  while (draft[FRAME.stage]! < ability.targetCount) {
    const stage = draft[FRAME.stage]!;
    if (nextPicks(state, draft, targetAt(ability, stage), ability, stage, picks) > 0) return true;
    draft[FRAME.stage]!++;
  }
  return draft[FRAME.pays]! < ability.cost;
}

/** What may be chosen or paid next. */
export function listDraft(state: GangupState, out: ActionList): void {
  const { draft, cards } = state;
  const ability = cards.abilities[draft[FRAME.ability]!]!;
  const stage = draft[FRAME.stage]!;
  if (stage < ability.targetCount) {
    const t = targetAt(ability, stage);
    const n = nextPicks(state, draft, t, ability, stage, picks);
    listPicks(state, t, n, picks, out);
    if (mayEnd(state, draft, ability, stage)) out.push(action(DO.done));
    return;
  }
  const seat = draft[FRAME.user]!;
  const own = cards.kind[draft[FRAME.card]!] === INFLUENCE ? draft[FRAME.card]! : -1;
  listHand(state, seat, draft[FRAME.last]!, ability.cost - draft[FRAME.pays]!, own, draft[FRAME.pays]!, DO.pay, out);
}

/** Picks as actions by the kind of the target at `t`. */
export function listPicks(state: GangupState, t: number, n: number, values: Int32Array, out: ActionList): void {
  const kind = state.cards.code[t + o.TARGET_KIND]!;
  for (let i = 0; i < n; i++) {
    const value = values[i]!;
    if (kind === o.KIND_GANGSTER) out.push(action(DO.pick, state.slotCard[value]!, value));
    else if (kind === o.KIND_CARD) out.push(action(DO.pickCard, value));
    else out.push(action(DO.pickSeat, 0, value));
  }
}

/**
 * Cards of a hand from which `left` more are picked in ascending order. `own`: a card of which one copy doesn't count;
 * `picked`: how many were picked and are still in the hand, with `last` the newest of them.
 */
export function listHand(
  state: GangupState,
  seat: number,
  last: number,
  left: number,
  own: number,
  picked: number,
  verb: number,
  out: ActionList,
): void {
  const base = seat * state.handCapacity;
  const count = state.handCount[seat]!;
  // A card never pays for itself; copies picked before stand first among their equals.
  let skipOwn = own;
  let skipLast = 0;
  for (let i = 0; picked > 0 && i < picked; i++) if (state.draft[FRAME.pay + i] === last) skipLast++;
  let usable = 0;
  for (let i = 0; i < count; i++) {
    const card = state.hand[base + i]!;
    if (card === skipOwn) skipOwn = -1;
    else if (card > last || (card === last && skipLast-- <= 0)) usable++;
  }
  skipOwn = own;
  skipLast = 0;
  for (let i = 0; picked > 0 && i < picked; i++) if (state.draft[FRAME.pay + i] === last) skipLast++;
  let before = -1;
  for (let i = 0; i < count && usable >= left; i++) {
    const card = state.hand[base + i]!;
    if (card === skipOwn) {
      skipOwn = -1;
      continue;
    }
    if (card < last || (card === last && skipLast-- > 0)) continue;
    if (card !== before) out.push(action(verb, card));
    before = card;
    usable--;
  }
}

export function payCard(state: GangupState, card: number): void {
  const { draft } = state;
  draft[FRAME.pay + draft[FRAME.pays]!] = card;
  draft[FRAME.pays]!++;
  draft[FRAME.last] = card;
}

/** Adds what an action names to the target that is being chosen. */
export function pickTarget(state: GangupState, value: number): void {
  const ability = state.cards.abilities[state.draft[FRAME.ability]!]!;
  addPick(state.draft, registerAt(state, targetAt(ability, state.draft[FRAME.stage]!)), value);
}

/** A play starts its round of passes anew and moves the turn to speak on. */
function noticePlay(state: GangupState, seat: number): void {
  const { info } = state;
  if (info[INFO.prompt] === PROMPT.priority) {
    info[INFO.passes] = 0;
    info[INFO.cursor] = (seat + 1) % state.seats;
  } else if (info[INFO.prompt] === PROMPT.organize) {
    info[INFO.organized] = 0;
    info[INFO.lastCommit] = -1;
  }
}

/** R-ANNOUNCE: payment and targets are shown at once; a window for Cancels opens (R-CANCEL). */
export function announce(state: GangupState): void {
  const { draft, cards, info } = state;
  const ability = cards.abilities[draft[FRAME.ability]!]!;
  const seat = draft[FRAME.user]!;
  const card = draft[FRAME.card]!;
  const kind = cards.kind[card]!;
  const cancels = ability.window === WINDOWS.indexOf('cancel');
  noticePlay(state, seat);
  state.plays[seat]!++;
  if (state.plays[seat] === PLAYS_MAX) state.sink?.({ type: 'fuel', seat });
  if (kind === INFLUENCE) fromHandSeen(state, seat, card);
  if (state.sink !== undefined) {
    const paid = Array.from(draft.subarray(FRAME.pay, FRAME.pay + draft[FRAME.pays]!));
    const concerns = concernedSeats(state, draft, ability, seat);
    state.sink(
      cancels
        ? { type: 'cancel', seat, card }
        : { type: 'play', seat, card, paid, targets: targetWords(state, draft), concerns },
    );
  }
  remember(state, cancels ? RECENT.cancel : RECENT.play, seat, card, chosenSeats(state, draft, ability));
  for (let i = 0; i < draft[FRAME.pays]!; i++) discardFromHand(state, seat, draft[FRAME.pay + i]!);
  if (ability.cost === 0) {
    const bit = 1 << (draft[FRAME.ability]! - cards.abilityAt[card * ABILITIES_MAX]!);
    if (kind === GANGSTER) state.slotUsed[draft[FRAME.slot]!]! |= bit;
    else if (kind === LEADER) state.leaderUsed[seat]! |= bit;
    else if (kind === LOCATION) state.locationUsed[cards.locations.indexOf(card)]! |= bit;
  }
  info[INFO.answered] = seat;
  info[INFO.answeredIcons] = ability.icons;
  info[INFO.answerSeat] = (seat + 1) % state.seats;
  // R-ACTION: leaders' and locations' actions can't be cancelled, their Cancels neither.
  info[INFO.answersLeft] = kind === LEADER || kind === LOCATION ? 0 : state.seats - 1;
  if (cancels) {
    info[INFO.cancels]!++;
    cancelledCard(state);
    info[INFO.cancelCard] = kind === INFLUENCE ? card : -1;
    if (kind === INFLUENCE) settleCard(state, card);
  } else {
    info[INFO.cancels] = 0;
    info[INFO.cancelCard] = -1;
    if (kind === INFLUENCE) info[INFO.limbo] = card;
    state.pending.set(draft);
    state.pending[FRAME.stage] = 0;
  }
  clearFrame(draft);
}

/** R-CANCEL: a Cancel that is answered by another is discarded, even if it would have left the game. */
function cancelledCard(state: GangupState): void {
  const card = state.info[INFO.cancelCard]!;
  if (card < 0 || state.cards.removed[card] === 0) return;
  fromRemoved(state, card);
  toDiscard(state, card);
}

/** R-LIMBO: where a played influence goes in the end. */
export function settleCard(state: GangupState, card: number): void {
  if (state.cards.removed[card] === 1) toRemoved(state, card);
  else toDiscard(state, card);
}
