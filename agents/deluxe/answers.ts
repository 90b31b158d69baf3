import { JOKER_BASE, rankOf } from '../../src/cards/card.js';
import type { Action, ActionList } from '../../src/core/game.js';
import { equityAt } from '../../src/env/gang-equity.js';
import { firstOf, NO, secondOf, VERB_CARD, verbOf, YES } from '../../src/gang/actions.js';
import { handStrength } from '../../src/gang/hands.js';
import { alarmsToLose } from '../../src/gang/modes.js';
import { type Prompt, seenPrompt } from '../../src/gang/prompts.js';
import type { GangView } from '../../src/gang/state.js';
import { ALARMS, ROUNDS, SHOWN_TOP } from '../../src/gang/words.js';
import type { ChipEvidence } from './chip-evidence.js';
import { proposalFor, replacementVote, windowNow } from './conventions.js';
import { guessTop } from './guess.js';
import type { CardSense } from './sense.js';

/** What a script knows of its own hand when it is asked something. */
export interface Judgement {
  readonly sense: CardSense;
  /** How sure it is of its place among the hands, 0…1. */
  confidence(view: GangView): number;
  /** What it remembers of the chips that others took; without, it guesses by the cards alone. */
  readonly chipEvidence?: ChipEvidence;
}

/** Below this a seat isn't sure of its place, above the other it is. */
const UNSURE = 0.55;
const SURE = 0.75;

/** Whether the answer to what the seat is asked may depend on how sure it is of its place. */
export function needsConfidence(view: GangView): boolean {
  const prompt = seenPrompt(view);
  if (prompt === null || view.pocketCount[view.seat] === 0) return false;
  return (prompt.kind === 'decide' && prompt.purpose !== 'deal') || prompt.purpose === 'show';
}

/** The answer to whatever the seat is asked: never more than the view shows goes into it. */
export function answerQuestion(view: GangView, legal: ActionList, judge: Judgement): Action {
  const prompt = seenPrompt(view);
  const answer = prompt === null ? -1 : choose(view, legal, prompt, judge);
  return legal.includes(answer) ? answer : legal.at(0);
}

function choose(view: GangView, legal: ActionList, prompt: Prompt, judge: Judgement): Action {
  switch (prompt.kind) {
    case 'propose':
      return proposalFor(view, prompt.by);
    case 'vote':
      return prompt.purpose === 'replace' ? replacementVote(view) : guessTop(view, legal, judge.chipEvidence);
    case 'card':
      return chooseCard(view, legal, prompt, judge);
    case 'change':
      return chooseChange(view, legal, prompt.left);
    case 'decide':
      return prompt.purpose === 'deal' || wantsTool(view, prompt.by, judge) ? YES : NO;
    case 'specialist':
      return chooseSpecialist(view, legal);
    case 'seat':
      // Earpiece: what one gives away is known, what comes back isn't; worth it for a hand that says little.
      return windowNow(view) === 0 && Math.abs(judge.sense.equity(view) - 0.5) < 0.06 ? neighbour(legal) : NO;
  }
}

function neighbour(legal: ActionList): Action {
  return legal.length > 1 ? legal.at(1) : NO;
}

function chooseCard(view: GangView, legal: ActionList, prompt: Prompt, judge: Judgement): Action {
  const { sense } = judge;
  switch (prompt.purpose) {
    case 'play': {
      const card = sense.nextToPlay(view);
      return byCard(legal, (option) => (option === card ? 1 : 0));
    }
    case 'discard':
      return prompt.by.startsWith('dealer-') ? layOut(view, legal) : dropFrom(view, legal);
    case 'keep':
      return keepDrawn(view, legal);
    case 'show':
      if (prompt.by === 'night-vision' && !nowOrNever(view, judge)) return NO;
      return byCard(legal, (card) => rankOf(card)); // the highest card says most about the hand
    default:
      return byCard(legal, (card) => -rankOf(card)); // what is given away is the least
  }
}

/** Tools that tell something are used before the last chips, by who isn't sure. */
function nowOrNever(view: GangView, judge: Judgement): boolean {
  return windowNow(view) === ROUNDS - 1 && judge.confidence(view) < UNSURE;
}

/** The option with the highest score, the first of equals; options that are no cards aside. */
function byCard(legal: ActionList, score: (card: number) => number): Action {
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < legal.length; i++) {
    const action = legal.codes[i]!;
    if (verbOf(action) !== VERB_CARD) continue;
    const value = score(firstOf(action));
    if (value <= most) continue;
    best = action;
    most = value;
  }
  return best;
}

const rest = new Int32Array(16);

/** The pocket without one card: fills `rest`. */
function without(view: GangView, card: number): number {
  let count = 0;
  for (let i = 0; i < view.pocketCount[view.seat]!; i++) {
    if (view.pocket[i] !== card) rest[count++] = view.pocket[i]!;
  }
  return count;
}

/** Of the own pocket the card goes without which the hand is strongest. */
function dropFrom(view: GangView, legal: ActionList): Action {
  return byCard(legal, (card) => equityAt(view, rest, without(view, card)));
}

/** R-JOKER: of the cards drawn, which lie last in the pocket, the one with which the hand is stronger stays. */
function keepDrawn(view: GangView, legal: ActionList): Action {
  const drawn: number[] = [];
  for (let i = 0; i < legal.length; i++)
    if (verbOf(legal.codes[i]!) === VERB_CARD) drawn.push(firstOf(legal.codes[i]!));
  const equityWithOne = (card: number): number => {
    let count = 0;
    for (let i = 0; i < view.pocketCount[view.seat]!; i++) {
      const held = view.pocket[i]!;
      if (held === card || !drawn.includes(held)) rest[count++] = held;
    }
    return equityAt(view, rest, count);
  };
  const best = byCard(legal, equityWithOne);
  // One card may be refused for two others: a poor one is.
  return legal.includes(NO) && equityWithOne(firstOf(best)) < 0.5 ? NO : best;
}

/**
 * A dealer who lays out all cards that it looked at but one: those that make its own hand stand clearest, above or
 * below the others.
 */
function layOut(view: GangView, legal: ActionList): Action {
  const looked: number[] = [];
  for (let i = 0; i < legal.length; i++)
    if (verbOf(legal.codes[i]!) === VERB_CARD) looked.push(firstOf(legal.codes[i]!));
  const pocket = view.pocket.subarray(0, view.pocketCount[view.seat]!);
  return byCard(legal, (card) => {
    const laid = looked.filter((other) => other !== card);
    // A joker that is laid out makes a stack that nobody knows.
    if (laid.some((other) => other >= JOKER_BASE)) return -1;
    return Math.abs(equityAt(view, pocket, pocket.length, { next: laid }) - 0.5);
  });
}

const changed = new Int32Array(16);

/**
 * R-REVEAL: a hand that is weaker than one revealed before would fail the heist. The least change that makes it strong
 * enough is made, with two cards where one isn't enough; a hand that stands right stays as it is.
 */
function chooseChange(view: GangView, legal: ActionList, left: number): Action {
  const { seat } = view;
  const count = view.pocketCount[seat]!;
  const enough = view.info[SHOWN_TOP]!;
  for (let i = 0; i < count; i++) changed[i] = view.pocket[i]!;
  const strength = (): number => 2 * handStrength(view, seat, changed, 0, count);
  if (strength() >= enough) return NO;
  let best = NO;
  let least = Number.POSITIVE_INFINITY;
  const tryChanges = (first: number, depth: number): void => {
    for (let i = 0; i < legal.length; i++) {
      const action = legal.codes[i]!;
      const at = action === NO ? -1 : changed.subarray(0, count).indexOf(firstOf(action));
      if (at < 0) continue;
      const card = changed[at]!;
      changed[at] = secondOf(action);
      const value = strength();
      if (value >= enough && value < least) {
        least = value;
        best = first < 0 ? action : first;
      }
      if (depth > 1) tryChanges(action, depth - 1);
      changed[at] = card;
    }
  };
  tryChanges(-1, 1);
  if (best === NO && left > 1) tryChanges(-1, 2);
  return best;
}

/** Whether the owner of a tool uses it in this window. */
function wantsTool(view: GangView, id: string, judge: Judgement): boolean {
  const window = windowNow(view);
  const last = view.info[ALARMS]! + 1 >= alarmsToLose(view.config) || view.config.length === 'heist';
  switch (id) {
    // Who is skipped in the showdown can't be in the wrong place.
    case 'backdoor-key':
      return judge.confidence(view) < (last ? SURE : UNSURE);
    case 'crowbar':
      return window === ROUNDS && judge.confidence(view) > SURE;
    case 'jamming-device':
      return window === ROUNDS && (last || judge.confidence(view) < UNSURE);
    // One card more for a hand that is above most others already moves it away from them.
    case 'flashlight':
      return window === ROUNDS - 1 && judge.confidence(view) < UNSURE && judge.sense.equity(view) > 0.6;
    default:
      return false;
  }
}

/** R-BURNER: what tells all hands first, then what tells one, then what makes the top hand safe. */
const WANTED = [8, 3, 2, 4, 1] as const;
const MUSCLE = 10;

function chooseSpecialist(view: GangView, legal: ActionList): Action {
  const window = windowNow(view);
  for (const number of WANTED) {
    for (let i = 0; i < legal.length; i++) {
      const action = legal.codes[i]!;
      if (action !== NO && firstOf(action) === number && window >= 1 && window < ROUNDS) return action;
    }
  }
  for (let i = 0; i < legal.length; i++) {
    const action = legal.codes[i]!;
    if (action !== NO && firstOf(action) === MUSCLE && window === ROUNDS) return action;
  }
  return NO;
}
