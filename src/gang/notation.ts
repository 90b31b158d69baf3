import { CARD_CODES, formatCard, parseCard, RANKS } from '../cards/card.js';
import { CATEGORIES } from '../cards/strength.js';
import type { Action } from '../core/game.js';
import { type InputError, inputError, type Result } from '../core/result.js';
import {
  cardAction,
  changeAction,
  chipOf,
  firstOf,
  holderOf,
  KEEP,
  NO,
  NO_ARGUMENT,
  NOT_NOW,
  proposeAction,
  proposedOther,
  proposeToAction,
  putBackAction,
  READY,
  seatAction,
  secondOf,
  specialistAction,
  takeAction,
  VERB_CARD,
  VERB_CHANGE,
  VERB_KEEP,
  VERB_NO,
  VERB_NOT_NOW,
  VERB_PROPOSE,
  VERB_PUT_BACK,
  VERB_READY,
  VERB_SEAT,
  VERB_TAKE,
  VERB_USE,
  VERB_VOTE,
  VERB_YES,
  VOTE_CARD,
  VOTE_CATEGORY,
  VOTE_RANK,
  verbOf,
  voteAction,
  YES,
} from './actions.js';
import type { GangView } from './state.js';
import { chipName, EXIT_CHIP, STARS_MAX, starsOf, ZERO_CHIP } from './words.js';

/** An action in the notation, without a view: `take 3 from seat 1`. */
export function describeAction(action: Action): string {
  switch (verbOf(action)) {
    case VERB_KEEP:
      return 'keep';
    case VERB_TAKE: {
      const from = holderOf(action);
      return `take ${chipName(chipOf(action))} from ${from < 0 ? 'centre' : `seat ${from}`}`;
    }
    case VERB_PUT_BACK:
      return `put back ${chipName(chipOf(action))}`;
    case VERB_READY:
      return 'ready';
    case VERB_PROPOSE: {
      const argument = secondOf(action);
      if (argument === NO_ARGUMENT) return `propose seat ${firstOf(action)}`;
      const other = proposedOther(action);
      const what = other >= 0 ? `to seat ${other}` : `value ${RANKS[argument] ?? argument}`;
      return `propose seat ${firstOf(action)} ${what}`;
    }
    case VERB_NOT_NOW:
      return 'not now';
    case VERB_VOTE:
      return `vote ${describeVote(firstOf(action), secondOf(action))}`;
    case VERB_CARD:
      return `choose ${cardName(firstOf(action))}`;
    case VERB_CHANGE:
      return `change ${cardName(firstOf(action))} to ${cardName(secondOf(action))}`;
    case VERB_YES:
      return 'yes';
    case VERB_NO:
      return 'no';
    case VERB_SEAT:
      return `choose seat ${firstOf(action)}`;
    case VERB_USE:
      return `use specialist ${firstOf(action)}`;
    default:
      return `unknown action ${action}`;
  }
}

function describeVote(on: number, value: number): string {
  if (on === VOTE_RANK) return RANKS[value] ?? String(value);
  return on === VOTE_CATEGORY ? (CATEGORIES[value] ?? String(value)) : cardName(value);
}

function cardName(card: number): string {
  return card < CARD_CODES ? formatCard(card) : String(card);
}

/** `keep`, `take 3 from centre`, `take 3 from seat 1`, `put back 3`, `ready`: chips by their stars, seats from 0. */
export function formatAction(_view: GangView, action: Action): string {
  return describeAction(action);
}

const TAKE = /^(?:take\s+)?(\d+|exit)(?:\s+from\s+(centre|center|seat\s+(\d+)))?$/;
const PUT_BACK = /^put\s*back(?:\s+(\d+|exit))?$/;
const PROPOSE = /^propose\s+seat\s+(\d+)(?:\s+value\s+(\S+)|\s+to\s+seat\s+(\d+))?$/;
const CHANGE = /^change\s+(\S+)\s+to\s+(\S+)$/;
const CHOOSE = /^choose\s+(?:seat\s+(\d+)|(\S+))$/;
const USE = /^use\s+(?:specialist\s+)?(\d{1,2})$/;
const WORDS: Readonly<Record<string, Action>> = {
  keep: KEEP,
  k: KEEP,
  ready: READY,
  r: READY,
  'not now': NOT_NOW,
  yes: YES,
  no: NO,
};

/**
 * Reads the notation. `3` and `take 3` take the chip from wherever it lies in the view; with `from …` the text says
 * whom the actor saw holding it. Says nothing about legality.
 */
export function parseAction(view: GangView, text: string): Result<Action, InputError> {
  const line = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (Object.hasOwn(WORDS, line)) return { ok: true, value: WORDS[line]! };
  const back = PUT_BACK.exec(line);
  if (back !== null) return parsePutBack(view, back[1]);
  const take = TAKE.exec(line);
  if (take !== null) return parseTake(view, take);
  return parseAnswer(view, line) ?? no('notation/unknown', `"${text.trim().slice(0, 40)}" is not a move`);
}

function parsePutBack(view: GangView, chip: string | undefined): Result<Action, InputError> {
  if (chip === 'exit') {
    if (view.hasExit(view.seat)) return { ok: true, value: putBackAction(EXIT_CHIP) };
    return no('notation/no-chip', 'you have no exit chip to put back');
  }
  const own = view.starNow(view.seat);
  if (own < 0) return no('notation/no-chip', 'you have no chip of this round to put back');
  if (chip !== undefined && Number(chip) !== starsOf(own)) {
    return no('notation/chip', `your chip has ${stars(own)}, not ${chip}`);
  }
  return { ok: true, value: putBackAction(own) };
}

function parseTake(view: GangView, take: RegExpExecArray): Result<Action, InputError> {
  const { chips, seats } = view.shape;
  const from = take[2] === undefined ? null : take[3] === undefined ? -1 : Number(take[3]);
  if (from !== null && from >= seats)
    return no('notation/seat', `there is no seat ${from}; seats are 0 to ${seats - 1}`);
  if (take[1] === 'exit') {
    if (view.exit.length === 0) return no('notation/chip', 'this table has no exit chips');
    return { ok: true, value: takeAction(EXIT_CHIP, from ?? -1) };
  }
  const named = Number(take[1]);
  const chip = named === 0 ? zeroChip(view, from) : named - 1;
  if (chip < 0 || chip >= chips || named > STARS_MAX) {
    const least = starsOf(view.plan.chipOrder[0]!);
    const most = starsOf(view.plan.chipOrder[chips - 1]!);
    return no('notation/chip', `there is no chip with ${take[1]} stars; chips have ${least} to ${most}`);
  }
  return { ok: true, value: takeAction(chip, from ?? view.holder[chip]!) };
}

/** Which of the two chips without stars is meant: the one that lies where the text says, else one in the centre. */
function zeroChip(view: GangView, from: number | null): number {
  for (let chip = ZERO_CHIP; chip < view.shape.chips; chip++) if (view.holder[chip] === (from ?? -1)) return chip;
  return view.shape.chips > ZERO_CHIP ? ZERO_CHIP : -1;
}

/** An answer to a question; null for what is none. */
function parseAnswer(view: GangView, line: string): Result<Action, InputError> | null {
  const proposed = PROPOSE.exec(line);
  if (proposed !== null) {
    const seat = Number(proposed[1]);
    const other = proposed[3] === undefined ? -1 : Number(proposed[3]);
    if (Math.max(seat, other) >= view.shape.seats) {
      return no('notation/seat', `there is no seat ${Math.max(seat, other)}; seats are 0 to ${view.shape.seats - 1}`);
    }
    if (other >= 0) return { ok: true, value: proposeToAction(seat, other) };
    if (proposed[2] === undefined) return { ok: true, value: proposeAction(seat) };
    const rank = rankOfText(proposed[2]);
    if (rank < 0) return no('notation/value', `"${proposed[2].slice(0, 20)}" is no card value`);
    return { ok: true, value: proposeAction(seat, rank) };
  }
  if (line.startsWith('vote ')) return parseVote(line.slice(5));
  const change = CHANGE.exec(line);
  if (change !== null) {
    const card = parseCard(change[1]!);
    const as = parseCard(change[2]!);
    if (!card.ok) return card;
    return as.ok ? { ok: true, value: changeAction(card.value, as.value) } : as;
  }
  const use = USE.exec(line);
  if (use !== null) return { ok: true, value: specialistAction(Number(use[1])) };
  const choose = CHOOSE.exec(line);
  if (choose === null) return null;
  if (choose[1] !== undefined) {
    const seat = Number(choose[1]);
    if (seat >= view.shape.seats) return no('notation/seat', `there is no seat ${seat}`);
    return { ok: true, value: seatAction(seat) };
  }
  const card = parseCard(choose[2]!);
  return card.ok ? { ok: true, value: cardAction(card.value) } : card;
}

function parseVote(what: string): Result<Action, InputError> {
  const rank = rankOfText(what);
  if (rank >= 0) return { ok: true, value: voteAction(VOTE_RANK, rank) };
  const category = CATEGORIES.indexOf(what as (typeof CATEGORIES)[number]);
  if (category >= 0) return { ok: true, value: voteAction(VOTE_CATEGORY, category) };
  const card = parseCard(what);
  return card.ok ? { ok: true, value: voteAction(VOTE_CARD, card.value) } : card;
}

/** 0…12 for `2` … `t` or `10` … `a`; −1 for anything else. */
function rankOfText(text: string): number {
  return text === '10' ? 8 : RANKS.indexOf(text.toUpperCase() as (typeof RANKS)[number]);
}

function stars(chip: number): string {
  return starsOf(chip) === 1 ? '1 star' : `${starsOf(chip)} stars`;
}

function no(code: string, message: string): Result<never, InputError> {
  return {
    ok: false,
    error: inputError(code, '', `${message}.`, 'Write "take 3", "keep", "put back" or "ready".'),
  };
}
