import { formatCard } from '../cards/card.js';
import { openCardAt } from './hands.js';
import { activeIds, VAULT_FACE_DOWN } from './modes.js';
import { type Prompt, seenPrompt } from './prompts.js';
import type { GangView } from './state.js';
import {
  ALARMS,
  BARS,
  BOARD_COUNT,
  CHANGE_WIDTH,
  DARK_CHIPS,
  DEALER_SEAT,
  EXITS_LEFT,
  HEIST,
  L_BY,
  L_OP,
  L_OTHER,
  L_SEAT,
  LEDGER_COUNT,
  LEDGER_OPS,
  LEDGER_WIDTH,
  OP_FACT,
  OVER,
  PAST_OUTCOME,
  PHASE,
  READY_MASK,
  ROUND_NAMES,
  ROUNDS,
  starsOf,
} from './words.js';

/** A view in words and numbers, for people, logs and networks; holds nothing that the view doesn't. */
export interface GangViewJson {
  readonly seat: number;
  readonly players: number;
  readonly heist: number;
  readonly bars: number;
  readonly alarms: number;
  readonly over: boolean;
  readonly round: (typeof ROUND_NAMES)[number];
  readonly roundEnd: 'strict' | 'ready';
  readonly pocket: string[];
  readonly board: string[];
  /** Stars each seat holds in this round, null for none. */
  readonly chips: (number | null)[];
  /** The same for the rounds before. */
  readonly pastChips: (number | null)[][];
  readonly takesLeft: number[];
  readonly ready: boolean[];
  /** This round's takings: `took[seat][chip]` times, `stole[seat][other]` times. */
  readonly took: number[][];
  readonly stole: number[][];
  /** The showdown before, null before the first. */
  readonly past: {
    readonly success: boolean;
    readonly board: string[];
    readonly pockets: string[][];
    readonly chips: number[];
  } | null;
  /** Absent at tables of the base game. */
  readonly deluxe?: DeluxeJson;
}

/** What only tables with modifiers or exit chips show. */
export interface DeluxeJson {
  /** Ids of the challenges, specialists and vault effects that are active. */
  readonly active: string[];
  readonly phase: 'chips' | 'talk' | 'showdown';
  /** Stars of chips that lie on their dark side in this round. */
  readonly darkChips: number[];
  /** Seats that hold an exit chip, and how many lie in the centre. */
  readonly exits: { readonly held: number[]; readonly centre: number } | null;
  /** Who holds the dealer chip. */
  readonly dealer: number | null;
  /** Vault cards turned so far; null for one that does nothing. */
  readonly vaults: (string | null)[];
  /** Face-up cards that one seat alone may use. */
  readonly lone: { readonly seat: number; readonly card: string }[];
  /** What modifiers tell this seat alone. */
  readonly own: string[];
  /** Face-up cards of each seat or gap, and cards stacked on the place of a community card. */
  readonly up: string[][];
  readonly stacked: string[][];
  /** The seat's own tool, and those used so far. */
  readonly tool: string | null;
  readonly toolsUsed: (string | null)[];
  readonly prompt: Prompt | null;
  /** What was announced, and what happened to pocket cards; `card` null where the seat doesn't know it. */
  readonly facts: string[];
  readonly moves: {
    readonly op: string;
    readonly by: string;
    readonly seat: number;
    readonly other: number | null;
    readonly card: string | null;
  }[];
  /** Cards that count as others in this showdown. */
  readonly changes: { readonly seat: number; readonly card: string; readonly as: string }[];
}

/** The part of a view that the base game doesn't have; null at its tables. */
export function deluxeToJson(view: GangView): DeluxeJson | null {
  const { plan, shape } = view;
  if (view.plain) return null;
  const seats = Array.from({ length: shape.seats }, (_, s) => s);
  const entries = Array.from({ length: view.info[LEDGER_COUNT]! }, (_, e) => e);
  const op = (e: number): number => view.ledger[e * LEDGER_WIDTH + L_OP]!;
  const word = (e: number, k: number): number => view.ledger[e * LEDGER_WIDTH + k]!;
  const by = (e: number): string => plan.modifiers[word(e, L_BY)]?.id ?? '';
  const shown = (words: Int32Array): string[] => [...words].filter((card) => card >= 0).map(formatCard);
  return {
    active: activeIds(view),
    phase: (['chips', 'talk', 'showdown'] as const)[view.info[PHASE]!]!,
    darkChips: [...plan.chipOrder].filter((chip) => (view.info[DARK_CHIPS]! >> chip) & 1).map(starsOf),
    exits:
      view.exit.length === 0 ? null : { held: seats.filter((s) => view.hasExit(s)), centre: view.info[EXITS_LEFT]! },
    dealer: view.info[DEALER_SEAT]! < 0 ? null : view.info[DEALER_SEAT]!,
    vaults: [...view.vaultKnown]
      .filter((card) => card !== VAULT_FACE_DOWN)
      .map((card) => (card < 0 ? null : plan.modifiers[card]!.id)),
    lone: plan.extraPlace.flatMap(({ modifier, call }) =>
      seats
        .filter((s) => call(view, modifier, s) >= 0)
        .map((seat) => ({
          seat,
          card: formatCard(openCardAt(view, call(view, modifier, seat))),
        })),
    ),
    own: plan.modifiers.flatMap((modifier, m) => modifier.describeOwn?.(view, m) ?? []),
    up: seats.map((s) => shown(view.up.subarray(s * shape.up, (s + 1) * shape.up))),
    stacked: Array.from({ length: view.stacked.length / 2 }, (_, i) => shown(view.stacked.subarray(2 * i, 2 * i + 2))),
    tool: view.tool < 0 ? null : plan.modifiers[view.tool]!.id,
    toolsUsed: [...view.toolUsed].map((tool) => (tool < 0 ? null : plan.modifiers[tool]!.id)),
    prompt: seenPrompt(view),
    facts: entries
      .filter((e) => op(e) === OP_FACT)
      .map((e) => plan.modifiers[word(e, L_BY)]!.describeFact!(view, e * LEDGER_WIDTH)),
    moves: entries
      .filter((e) => op(e) !== OP_FACT)
      .map((e) => ({
        op: LEDGER_OPS[op(e)]!,
        by: by(e),
        seat: word(e, L_SEAT),
        other: word(e, L_OTHER) < 0 ? null : word(e, L_OTHER),
        card: view.ledgerCard[e]! < 0 ? null : formatCard(view.ledgerCard[e]!),
      })),
    changes: Array.from({ length: view.changes.length / CHANGE_WIDTH }, (_, i) => i * CHANGE_WIDTH)
      .filter((at) => view.changes[at]! >= 0)
      .map((at) => ({
        seat: view.changes[at]!,
        card: formatCard(view.changes[at + 1]!),
        as: formatCard(view.changes[at + 2]!),
      })),
  };
}

export function viewToJson(view: GangView): GangViewJson {
  const { seats, chips, pocket } = view.shape;
  const round = view.round;
  const list = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
  const cards = (words: Int32Array): string[] => [...words].filter((card) => card >= 0).map(formatCard);
  const row = (r: number): (number | null)[] =>
    list(seats).map((s) => (view.star[r * seats + s]! < 0 ? null : starsOf(view.star[r * seats + s]!)));
  return {
    seat: view.seat,
    players: seats,
    heist: view.info[HEIST]!,
    bars: view.info[BARS]!,
    alarms: view.info[ALARMS]!,
    over: view.info[OVER] === 1,
    round: ROUND_NAMES[Math.min(round, ROUNDS - 1)]!,
    roundEnd: view.config.roundEnd,
    pocket: cards(view.pocket),
    board: cards(view.board.subarray(0, view.info[BOARD_COUNT]!)),
    chips: row(round),
    pastChips: list(round).map(row),
    takesLeft: list(seats).map((s) => view.takesLeft(s)),
    ready: list(seats).map((s) => ((view.info[READY_MASK]! >> s) & 1) === 1),
    took: list(seats).map((s) => [...view.took.subarray((round * seats + s) * chips, (round * seats + s + 1) * chips)]),
    stole: list(seats).map((s) => [
      ...view.stole.subarray((round * seats + s) * seats, (round * seats + s + 1) * seats),
    ]),
    past:
      view.info[PAST_OUTCOME]! < 0
        ? null
        : {
            success: view.info[PAST_OUTCOME] === 1,
            board: cards(view.pastBoard),
            pockets: list(seats).map((s) => cards(view.pastPocket.subarray(s * pocket, (s + 1) * pocket))),
            chips: [...view.pastStar].map(starsOf),
          },
    ...(view.plain ? {} : { deluxe: deluxeToJson(view)! }),
  };
}
