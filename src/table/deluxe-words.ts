import { describeHand } from '../cards/names.js';
import type { Action } from '../core/game.js';
import { NO_ARGUMENT, secondOf, VERB_PROPOSE, verbOf } from '../gang/actions.js';
import { isDark } from '../gang/chips.js';
import type { GangConfig } from '../gang/config.js';
import { askedWhat, cardTitle, tellDeluxe, withNames } from '../gang/event-words.js';
import { handStrength, openCardAt } from '../gang/hands.js';
import { describeAction } from '../gang/notation.js';
import { seenPrompt } from '../gang/prompts.js';
import {
  BOARD_COUNT,
  BOARD_MAX,
  chipName,
  DEALER_SEAT,
  EXIT_CHIP,
  EXITS_LEFT,
  type GangView,
  LEDGER_WIDTH,
  OP_FACT,
  PROMPT_OTHER,
  PROMPT_PENDING,
  type PublicTable,
} from '../gang/state.js';
import { deluxeToJson } from '../gang/view-json.js';
import { capital, type Telling, tellHand } from './words.js';

/** What a view of a Deluxe table says, in words; all of it also holds at tables of the base game. */

/** The strength of the best hand that the view's seat could show now; 0 while it has no card. */
export function ownStrength(view: GangView): number {
  return handStrength(view, view.seat, view.pocket, 0, view.pocketCount[view.seat]!);
}

/** The same hand in words; '' while it has no card. */
export function tellOwnHand(view: GangView): string {
  if (view.plain) return tellHand(view.pocket, view.board.subarray(0, view.info[BOARD_COUNT]!));
  const strength = ownStrength(view);
  return strength === 0 ? '' : describeHand(strength);
}

/** The own pocket cards. */
export function pocketCards(view: GangView): number[] {
  return [...view.pocket].filter((card) => card >= 0);
}

/** The cards on one place of the table: one, or the stack that a joker left (R-JOKER). */
export function stackAt(table: PublicTable, place: number): number[] {
  const over = table.stacked.length === 0 ? [] : table.stacked.subarray(2 * place, 2 * place + 2);
  return [openCardAt(table, place), ...over].filter((card) => card >= 0);
}

/** The community cards, each with what lies stacked on it. */
export function boardStacks(table: PublicTable): number[][] {
  return Array.from({ length: table.info[BOARD_COUNT]! }, (_, place) => stackAt(table, place));
}

/** The face-up cards of each seat (Stud), or between each seat and its left neighbour (Banana Split). */
export function upStacks(table: PublicTable): number[][][] {
  const { seats, up } = table.shape;
  return Array.from({ length: up === 0 ? 0 : seats }, (_, s) =>
    Array.from({ length: up }, (_, i) => stackAt(table, BOARD_MAX + s * up + i)).filter((stack) => stack.length > 0),
  );
}

/** Whether the face-up cards of `upStacks` lie between seats. */
export function upBetween(table: PublicTable): boolean {
  return table.plan.variant?.upBetween === true;
}

/** `K♦ 10♥/9♠`: cards of one place with strokes between them. */
export function tellStacks(stacks: readonly (readonly number[])[], telling: Telling): string {
  return stacks.map((stack) => stack.map((card) => telling.cards([card])).join('/')).join(' ');
}

/** The face-up cards of seats or gaps: `seat 0 K♦ 4♣, you 9♠ 2♥`. */
export function tellUpCards(table: PublicTable, telling: Telling): string {
  const { seats } = table.shape;
  const between = upBetween(table);
  const told = upStacks(table).map((stacks, s) => {
    const place = between ? `${telling.name(s)}–${telling.name((s + 1) % seats)}` : telling.name(s);
    return `${place} ${tellStacks(stacks, telling)}`;
  });
  return told.join(', ');
}

/** The question that the view's seat has to answer now, in a sentence; `null` when it isn't asked. */
export function tellQuestion(view: GangView, telling: Telling): string | null {
  const prompt = seenPrompt(view);
  if (prompt === null || !prompt.pending) return null;
  const shown = prompt.kind === 'card' && prompt.purpose === 'show' && !prompt.secret;
  const to = shown ? ` ${capital(telling.name(view.asked(PROMPT_OTHER)))} will see it.` : '';
  const secret = prompt.secret ? ' Nobody else knows that you are asked.' : '';
  return `${cardTitle(prompt.by)}: ${askedWhat(prompt.purpose)}${to}${secret}`;
}

/** Why the view's seat can do nothing while others are asked; `null` when it can. */
export function tellWaiting(view: GangView): string | null {
  const prompt = seenPrompt(view);
  if (prompt === null || prompt.pending) return null;
  return `${cardTitle(prompt.by)}: waiting for the others (${askedWhat(prompt.purpose)}).`;
}

/** Whether this view's seat is asked something. */
export function isAsked(view: GangView): boolean {
  return ((view.asked(PROMPT_PENDING) >> view.seat) & 1) === 1;
}

/** A rule in force, as its card says it. */
export interface InForce {
  readonly title: string;
  readonly text: string;
}

/** What changes the base game at this table in this heist, and the seat's own tool; reconstructed ones are marked. */
export function inForce(view: GangView): InForce[] {
  const { plan } = view;
  const kinds = ['variant', 'dealer', 'jokers'];
  const standing = plan.modifiers.filter((m) => kinds.includes(m.kind));
  const active = plan.modifiers.filter((m, i) => view.isActive(i) && !kinds.includes(m.kind));
  const list = [...standing, ...active].map((m) => ({ title: cardTitle(m.id), text: m.text }));
  if (view.tool >= 0) {
    const tool = plan.modifiers[view.tool]!;
    list.push({ title: `Your tool, ${cardTitle(tool.id)}`, text: tool.text });
  }
  return list;
}

/** What was announced in this heist, what happened to pocket cards, and what only this seat was told. */
export function known(view: GangView, telling: Telling): string[] {
  const deluxe = deluxeToJson(view);
  if (deluxe === null) return [];
  const { ledger } = view;
  const lines = deluxe.facts.map((fact) => `${capital(withNames(fact, telling.name))}.`);
  let at = 0;
  for (const move of deluxe.moves) {
    while (ledger[at * LEDGER_WIDTH] === OP_FACT) at++;
    const card = view.ledgerCard[at++]!;
    const { by, op, seat } = move;
    if (by === '') continue;
    const event = { type: 'card', by, op: op as 'show', seat, other: move.other ?? -1, card } as const;
    lines.push(tellDeluxe(event, telling.name, telling)!);
  }
  lines.push(...deluxe.own.map((text) => `${capital(withNames(text, telling.name))}.`));
  return lines;
}

/** Who holds what besides star chips: exit chips, the dealer chip, cards that one seat alone may use. */
export function tellHoldings(view: GangView, telling: Telling): string[] {
  const lines: string[] = [];
  const seats = Array.from({ length: view.shape.seats }, (_, s) => s);
  if (view.exit.length > 0 && view.round === 3) {
    const held = seats.filter((s) => view.hasExit(s)).map((s) => telling.name(s));
    const free = view.info[EXITS_LEFT]!;
    lines.push(`Exit chips: ${free} in the centre${held.length === 0 ? '' : `, held by ${held.join(', ')}`}.`);
  }
  const dark = [...view.plan.chipOrder].filter((chip) => isDark(view, chip));
  if (dark.length > 0) {
    const chips = dark.map((chip) => telling.chip(chip)).join(', ');
    lines.push(`On the dark side: ${chips}; once taken from the centre it stays where it is.`);
  }
  if (view.info[DEALER_SEAT]! >= 0) lines.push(`Dealer: ${telling.name(view.info[DEALER_SEAT]!)}.`);
  for (const { seat, stack } of loneCards(view)) {
    lines.push(`${tellStacks([stack], telling)} lies open for ${telling.name(seat)} alone.`);
  }
  return lines;
}

/** Face-up cards that one seat alone may use (Flashlight). */
export function loneCards(table: PublicTable): { readonly seat: number; readonly stack: readonly number[] }[] {
  return table.plan.extraPlace.flatMap(({ modifier, call }) =>
    Array.from({ length: table.shape.seats }, (_, seat) => ({ seat, place: call(table, modifier, seat) }))
      .filter(({ place }) => place >= 0)
      .map(({ seat, place }) => ({ seat, stack: stackAt(table, place) })),
  );
}

/** More options than these are told by their forms. */
const LISTED_MAX = 32;

/** What a seat may do, in the notation; long lists of proposals are put together. */
export function tellOptions(options: readonly Action[]): string {
  if (options.length <= LISTED_MAX) return options.map(describeAction).join(', ');
  const single = options.filter((action) => verbOf(action) !== VERB_PROPOSE).map(describeAction);
  const proposals = options.filter((action) => verbOf(action) === VERB_PROPOSE);
  const example = proposals[0];
  if (example === undefined || secondOf(example) === NO_ARGUMENT) return options.map(describeAction).join(', ');
  const form = describeAction(example).includes(' value ') ? 'propose seat S value V' : 'propose seat S to seat T';
  return [...single, form].join(', ');
}

/** A chip within a sentence: `the 3-star chip`, `an exit chip`. */
export function chipWords(chip: number): string {
  return chip === EXIT_CHIP ? 'an exit chip' : `the ${chipName(chip)}-star chip`;
}

export const MODE_NAMES: Readonly<Record<GangConfig['mode'], string>> = {
  basic: 'basic',
  advanced: 'advanced',
  professional: 'professional',
  masterThief: 'master thief',
};

/** The modes in a sentence each. */
export const MODE_WORDS: Readonly<Record<GangConfig['mode'], string>> = {
  basic: 'basic: no challenges and no specialists.',
  advanced: 'advanced: a challenge in the heist after a success, a specialist after a failure.',
  professional:
    'professional: one challenge stays for the whole game, and each heist after the first has a challenge after a success, a specialist after a failure.',
  masterThief: 'master thief: two challenges in each heist, no specialists, and the second alarm loses.',
};
