import type { Action, Seat } from '../core/game.js';
import { cardOf, DO, numberOf, verbOf } from './actions.js';
import { WINDOW_AFTER, WINDOW_ANY, WINDOW_CANCEL, WINDOW_CRIME } from './announce.js';
import { ABILITIES_MAX, type Ability, ACTION, GANGSTER, INFLUENCE, LEADER, LOCATION } from './cards.js';
import { holds, needed } from './effects/evaluate.js';
import * as o from './effects/opcodes.js';
import type { ChooseOperation, ConditionData, OperationData, TargetData } from './effects/schema.js';
import { MISSING, targetable } from './effects/targetable.js';
import { conditionText, targetText } from './effects/text.js';
import { GANGSTER_VERBS, ICONS, WINDOWS } from './effects/vocabulary.js';
import { clearFrame, inUse, PROMPT } from './prompts.js';
import { FRAME, FRAME_WORDS, type GangupView, INFO, PLAYS_MAX } from './state.js';
import { completes, hasCandidate, sameGangster } from './targets.js';

/** Kinds of reasons, in the order in which they are looked for: the first that holds is given. */
export const WHY_NOT = [
  'over',
  'elsewhere',
  'kind',
  'unimplemented',
  'unasked',
  'choosing',
  'prompt',
  'fuel',
  'owner',
  'same',
  'used',
  'window',
  'status',
  'organizing',
  'icon',
  'cost',
  'when',
  'target',
  'snitched',
  'lower',
] as const;

export interface Refusal {
  readonly code: (typeof WHY_NOT)[number];
  /** For people, without a full stop: `needs 9 status, you have 6`. */
  readonly text: string;
}

const probe = new Int32Array(FRAME_WORDS);
const CANCEL = WINDOWS.indexOf('cancel');

/**
 * Why the seat of the view can't play this influence, place or trade this gangster, or use this action now; null if and
 * only if the action is legal. For the verbs `play`, `place`, `snitch` and `act`; a `RangeError` for others. Reads the
 * view alone, so it tells nothing that the seat doesn't know.
 */
export function whyNot(view: GangupView, code: Action): Refusal | null {
  const card = cardOf(code);
  const x = numberOf(code);
  switch (verbOf(code)) {
    case DO.play:
      return whyNotPlay(view, card);
    case DO.place:
      return whyNotPlace(view, card);
    case DO.snitch:
      return whyNotSnitch(view, card, x);
    case DO.act:
      return whyNotUse(view, card, Math.floor(x / ABILITIES_MAX), x % ABILITIES_MAX);
    default:
      throw new RangeError(`no reasons are kept for action ${code}`);
  }
}

/** The same for a card of the hand as it is mostly meant: an influence is played, a gangster placed. */
export function whyNotCard(view: GangupView, card: number): Refusal | null {
  return view.cards.kind[card] === GANGSTER ? whyNotPlace(view, card) : whyNotPlay(view, card);
}

/**
 * Why the seat can't use any action now of a card that lies on the table, its own before those of others; null: it can.
 * Undefined when the card isn't there, has no action that the seat may ever use, or the game is over.
 */
export function whyNotAction(view: GangupView, card: number): Refusal | null | undefined {
  const { cards, slotCard, slotOwner, seat } = view;
  if (view.info[INFO.over] === 1) return undefined;
  const gangster = cards.kind[card] === GANGSTER;
  const slots = gangster ? [...slotCard.keys()].filter((slot) => slotCard[slot] === card) : [0];
  slots.sort((a, b) => Number(slotOwner[b] === seat) - Number(slotOwner[a] === seat));
  let first: Refusal | undefined;
  for (const slot of slots) {
    for (let place = 0; place < ABILITIES_MAX; place++) {
      const refusal = whyNotUse(view, card, slot, place);
      if (refusal === null) return null;
      const never = refusal.code === 'elsewhere' || refusal.code === 'kind' || refusal.code === 'owner';
      if (!never && refusal.code !== 'same') first ??= refusal;
    }
  }
  return first;
}

function why(code: Refusal['code'], text: string): Refusal {
  return { code, text };
}

function inHand(view: GangupView, card: number): boolean {
  return view.hand.subarray(0, view.handCount[view.seat]!).includes(card);
}

/** Why nothing can be played or placed at all. */
function whySilent(view: GangupView): Refusal | null {
  const { info } = view;
  if (info[INFO.promptSeat] !== view.seat) return why('unasked', 'it is not your turn to speak');
  if (inUse(view.draft)) return why('choosing', 'first finish, or take back, the play that you are putting together');
  return null;
}

function whyNotPlay(view: GangupView, card: number): Refusal | null {
  const { cards, info, seat } = view;
  if (info[INFO.over] === 1) return why('over', 'the game is over');
  if (!inHand(view, card)) return why('elsewhere', 'it is not in your hand');
  if (cards.kind[card] !== INFLUENCE) return why('kind', 'gangsters are placed, not played');
  const ability = cards.ability(card, 0);
  if (ability === undefined) return why('unimplemented', 'this card does nothing: its effect is not implemented');
  const data = cards.data[card]!;
  const play = data.kind === 'influence' ? data.play : undefined;
  return (
    whySilent(view) ??
    whyWindow(view, ability) ??
    whyStatus(view, seat, card) ??
    whyNotPlayable(view, ability, -1, play ?? { targets: [], do: [] })
  );
}

function whyNotUse(view: GangupView, card: number, slot: number, place: number): Refusal | null {
  const { cards, info, seat } = view;
  if (info[INFO.over] === 1) return why('over', 'the game is over');
  const kind = cards.kind[card]!;
  const index = kind === GANGSTER ? slot : kind === LEADER ? seat : cards.locations.indexOf(card);
  const owner = ownerOf(view, card, kind, index);
  if (owner < 0) return why('elsewhere', kind === LOCATION ? 'nobody has bought it' : 'it is not on the table');
  const ability = cards.ability(card, place);
  if (ability === undefined || ability.type !== ACTION) return why('kind', 'it has no such action');
  if (owner !== seat && !ability.anyone) return why('owner', 'only its owner may use it');
  for (let k = 0; kind === GANGSTER && k < slot; k++) {
    if (sameGangster(view, k, slot)) return why('same', `the one in place #${k} is just like it (R-SAME)`);
  }
  const data = cards.data[card]!;
  const source = data.kind === 'influence' ? undefined : data.abilities[place];
  const used = kind === GANGSTER ? view.slotUsed : kind === LEADER ? view.leaderUsed : view.locationUsed;
  const spent = ability.cost === 0 && ((used[index]! >> place) & 1) === 1;
  return (
    whySilent(view) ??
    whyWindow(view, ability) ??
    (spent ? why('used', 'it costs no card, so it is used once a turn (R-FUEL), and it was used') : null) ??
    whyNotPlayable(
      view,
      ability,
      kind === GANGSTER ? slot : -1,
      source?.type === 'action' ? source : { targets: [], do: [] },
    )
  );
}

/** Who has the card on the table, −1 when it isn't there. */
function ownerOf(view: GangupView, card: number, kind: number, index: number): Seat {
  if (kind === GANGSTER) return view.slotCard[index] === card ? view.slotOwner[index]! : -1;
  if (kind === LEADER) return view.leader.indexOf(card);
  return kind === LOCATION ? (view.locationOwner[index] ?? -1) : -1;
}

const OPEN = 'now there is only time for';

/** Whether there is time for such a play, and any play left (R-FUEL). */
function whyWindow(view: GangupView, ability: Ability): Refusal | null {
  const { info, seat } = view;
  const open = openWindows(view);
  if (open === 0) return why('prompt', 'first answer what you are asked');
  if (((open >> ability.window) & 1) === 0) {
    const bit = 1 << ability.window;
    if (bit === WINDOW_CANCEL) return why('window', 'only as an answer to a play');
    if (open === WINDOW_CANCEL) return why('window', `${OPEN} Cancels that answer the last play (R-CANCEL)`);
    if (bit === WINDOW_AFTER) return why('window', 'only after a crime');
    if (bit === WINDOW_CRIME) return why('window', 'only while a crime is in progress');
    return why('window', `${OPEN} cards that are played after a crime`);
  }
  if (view.plays[seat]! >= PLAYS_MAX) return why('fuel', `you have made all ${PLAYS_MAX} plays of this turn (R-FUEL)`);
  if (info[INFO.prompt] === PROMPT.organize && !ability.organizes) {
    return why('organizing', 'while a crime is organized only cards that add manpower or make gangsters join (R-4B)');
  }
  return null;
}

/** Windows in which the asked seat may play now (bits of WINDOWS). */
function openWindows(view: GangupView): number {
  switch (view.info[INFO.prompt]) {
    case PROMPT.gangsters:
    case PROMPT.third:
    case PROMPT.end:
      return WINDOW_ANY;
    case PROMPT.priority:
      return view.info[INFO.windows]!;
    case PROMPT.organize:
      return WINDOW_ANY | WINDOW_CRIME;
    case PROMPT.answer:
      return WINDOW_CANCEL;
    default:
      return 0;
  }
}

function whyStatus(view: GangupView, seat: Seat, card: number): Refusal | null {
  const need = needed(view, seat, card);
  const have = view.status[seat]!;
  return need > have ? why('status', `needs ${need} status, you have ${have}`) : null;
}

/** What an ability's data says about when and on what it is played. */
interface PlayedData {
  readonly when?: ConditionData | undefined;
  readonly targets: readonly TargetData[];
  readonly do: readonly OperationData[];
}

/** R-ANNOUNCE: what keeps the play from being completed. */
function whyNotPlayable(view: GangupView, ability: Ability, slot: number, data: PlayedData): Refusal | null {
  const { cards, info, seat } = view;
  const { code } = cards;
  if (ability.window === CANCEL) {
    const icons = code[ability.program + 1]!;
    if (icons !== -1 && (icons & info[INFO.answeredIcons]!) === 0) {
      const names = ICONS.filter((_, i) => (icons >> i) & 1).join(' or ');
      return why('icon', `it cancels only what has the icon ${names}`);
    }
  }
  const others = view.handCount[seat]! - (cards.kind[ability.card] === INFLUENCE ? 1 : 0);
  if (others < ability.cost) {
    const more = cards.kind[ability.card] === INFLUENCE ? 'other' : '';
    return why('cost', `costs ${count(ability.cost, 'card')}, you hold ${others === 0 ? 'no' : others} ${more}`.trim());
  }
  clearFrame(probe);
  probe[FRAME.card] = ability.card;
  probe[FRAME.slot] = slot;
  probe[FRAME.user] = seat;
  if (!holds(view, probe, ability.when)) {
    return why('when', data.when === undefined ? 'its condition is not met' : `only if ${conditionText(data.when)}`);
  }
  if (ability.targetCount > 0) {
    if (completes(view, probe, ability, 0)) return null;
    return whyNoTarget(view, data.targets[missing(view, ability)], data.targets);
  }
  if (targetable(view, probe, ability.program) !== MISSING) return null;
  return whyNothingToDo(view, data.do);
}

const MOVES_SELF: ReadonlySet<string> = new Set([...GANGSTER_VERBS, 'join']);

/** What a play without targets of its own finds nothing for: the first operation that needs something. */
function whyNothingToDo(view: GangupView, list: readonly OperationData[]): Refusal {
  for (const op of list) {
    if (op.op === 'choose') return whyNoTarget(view, op, []);
    if (op.op === 'forEach' && op.gangsters !== undefined)
      return whyNoTarget(view, { as: op.as, gangsters: op.gangsters }, []);
    if ('what' in op && MOVES_SELF.has(op.op)) return why('target', "no target: this gangster can't be moved so now");
  }
  return why('target', 'no target: there is nothing that it could do');
}

/** The first target that nothing on the table fits. */
function missing(view: GangupView, ability: Ability): number {
  for (let i = 0; i < ability.targetCount; i++) {
    if (!hasCandidate(view, probe, ability.targets + i * o.TARGET_WORDS)) return i;
  }
  return 0;
}

function whyNoTarget(
  view: GangupView,
  target: TargetData | ChooseOperation | undefined,
  all: readonly TargetData[],
): Refusal {
  const { info } = view;
  if (target === undefined) return why('target', 'no target');
  if ('cards' in target) {
    if (target.cards.zone === 'jail' && info[INFO.jailed] === 0) return why('target', 'no target: nobody is in jail');
    if (target.cards.zone === 'discard' && info[INFO.discards] === 0) {
      return why('target', 'no target: the resource discard pile is empty');
    }
  }
  if ('gangsters' in target && target.gangsters.zone === 'crime' && !view.crimeRuns) {
    return why('target', 'no target: no crime is under way');
  }
  return why('target', `no target: it needs ${targetText(target, all)}`);
}

/** What keeps gangsters from being placed or traded at all. */
function whyNoGangsters(view: GangupView, card: number): Refusal | null {
  const { cards, info, seat } = view;
  if (info[INFO.over] === 1) return why('over', 'the game is over');
  if (!inHand(view, card)) return why('elsewhere', 'it is not in your hand');
  if (cards.kind[card] === INFLUENCE) return why('kind', 'an influence is played, not placed');
  if (info[INFO.active] !== seat) return why('window', 'gangsters are placed in your own gangster phase');
  const silent = whySilent(view);
  if (silent !== null) return silent;
  if (info[INFO.prompt] === PROMPT.gangsters) return null;
  return why('window', 'your gangster phase is over, or has not begun');
}

function whyNotPlace(view: GangupView, card: number): Refusal | null {
  return whyNoGangsters(view, card) ?? whyStatus(view, view.seat, card);
}

/** R-SNITCH: once a turn, for a jailed gangster with a lower number. */
function whyNotSnitch(view: GangupView, card: number, jailed: number): Refusal | null {
  const { cards, info } = view;
  const closed = whyNoGangsters(view, card);
  if (closed !== null) return closed;
  if (info[INFO.snitched] === 1) return why('snitched', 'there is one Snitch-switch a turn, and you have made it');
  if (!view.jail.subarray(0, info[INFO.jailed]!).includes(jailed))
    return why('elsewhere', 'nobody of that name is in jail');
  if (cards.number[jailed]! < cards.number[card]!) return null;
  return why('lower', `${cards.name(jailed)} has ${cards.number[jailed]}, not less than ${cards.number[card]}`);
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
