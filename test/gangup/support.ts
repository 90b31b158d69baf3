import { join } from 'node:path';
import { unwrap } from '../../src/core/errors.js';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { CRIME, GANGSTER, INFLUENCE } from '../../src/gangup/cards.js';
import type { GangupEvent } from '../../src/gangup/events.js';
import { type GangupConfig, GangupState, gangup, INFO, LEGAL_MAX, parseGangupConfig } from '../../src/gangup/index.js';

/**
 * Packs whose numbers stay: what tests of rules count on. The shipped pack may be tuned; its cards have specs of their
 * own (`cards/`).
 */
export const FIXTURE: readonly string[] = ['base', 'expansion'].map((name) =>
  join(import.meta.dirname, `fixture/${name}.json`),
);

/** Every combination of the optional rules. */
export const OPTIONS = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  leaders: (bits & 1) !== 0,
  locations: (bits & 2) !== 0,
  expansion: (bits & 4) !== 0,
}));

export function configOf(input: unknown): GangupConfig {
  return unwrap(parseGangupConfig(input));
}

/** Plays at random to the end; `visit` sees every state in which a seat is asked. Returns the state and decisions. */
export function playRandom(
  config: GangupConfig,
  seed: number,
  visit: (state: GangupState, legal: ActionList, step: number) => void = () => undefined,
  sink?: (event: GangupEvent) => void,
): { state: GangupState; decisions: number } {
  const rng = new Rng(seed, 5);
  const state = gangup.createState(config);
  const legal = new ActionList(LEGAL_MAX);
  gangup.setup(state, seed, sink);
  let decisions = 0;
  for (; !gangup.isOver(state); decisions++) {
    if (decisions > Math.min(50_000, gangup.decisionsMax(config))) throw new Error(`game ${seed} doesn't end`);
    const seat = state.info[INFO.promptSeat]!;
    gangup.legal(state, seat, legal);
    if (legal.length < 2) throw new Error(`seat ${seat} is asked though it has ${legal.length} actions`);
    visit(state, legal, decisions);
    gangup.apply(state, seat, legal.at(rng.below(legal.length)), sink);
  }
  return { state, decisions };
}

/** Throws unless every card lies in just one place, lists are sound and what seats know is true. */
export function checkConservation(state: GangupState): void {
  const { cards, info } = state;
  const left = Int32Array.from(cards.copies);
  const take = (card: number, where: string): void => {
    if (card < 0 || card >= cards.count) throw new Error(`${where} holds ${card}`);
    if (--left[card]! < 0) throw new Error(`card ${cards.name(card)} twice, also in ${where}`);
  };
  const list = (words: Int32Array, count: number, where: string, sorted = true): void => {
    for (let i = 0; i < words.length; i++) {
      if (i >= count) {
        if (words[i] !== -1) throw new Error(`${where} has ${words[i]} past its end`);
        continue;
      }
      take(words[i]!, where);
      if (sorted && i > 0 && words[i]! < words[i - 1]!) throw new Error(`${where} is out of order`);
    }
  };
  for (let s = 0; s < state.seats; s++) {
    const hand = state.hand.subarray(s * state.handCapacity, (s + 1) * state.handCapacity);
    list(hand, state.handCount[s]!, `hand ${s}`);
    for (let v = -1; v < state.seats; v++) {
      const rows = v < 0 ? state.known : state.knows;
      const at = ((v < 0 ? 0 : v * state.seats) + s) * state.knownWords;
      const rest = Array.from(hand.subarray(0, state.handCount[s]!));
      for (let i = 1; i <= rows[at]!; i++) {
        const k = rest.indexOf(rows[at + i]!);
        if (k < 0) throw new Error(`seat ${v} knows ${cards.name(rows[at + i]!)} in hand ${s}, where it isn't`);
        rest.splice(k, 1);
      }
    }
    if (state.status[s]! < 0) throw new Error(`status of seat ${s} is ${state.status[s]}`);
    if (state.leader[s]! >= 0) take(state.leader[s]!, `leader ${s}`);
  }
  list(state.resourcePile, info[INFO.resources]!, 'resource pile', false);
  list(state.crimePile, info[INFO.crimes]!, 'crime pile', false);
  list(state.discard, info[INFO.discards]!, 'discards');
  list(state.crimeDiscard, info[INFO.crimeDiscards]!, 'crime discards');
  list(state.jail, info[INFO.jailed]!, 'jail');
  list(state.removed, info[INFO.removed]!, 'removed');
  for (let slot = 0; slot < state.slots; slot++) {
    const card = state.slotCard[slot]!;
    if (card < 0) continue;
    take(card, `place ${slot}`);
    if (cards.number[card]! > state.status[state.slotOwner[slot]!]! && cards.kind[card] === GANGSTER) {
      const owner = state.slotOwner[slot]!;
      if (cards.modified === 0) throw new Error(`${cards.name(card)} doesn't respect seat ${owner}`);
    }
  }
  if (info[INFO.crime]! >= 0) take(info[INFO.crime]!, 'crime');
  if (info[INFO.limbo]! >= 0) take(info[INFO.limbo]!, 'limbo');
  for (let card = 0; card < cards.count; card++) {
    const kind = cards.kind[card]!;
    if ((kind === CRIME || kind === GANGSTER || kind === INFLUENCE) && left[card] !== 0) {
      throw new Error(`${left[card]} of card ${cards.name(card)} are gone`);
    }
  }
  for (let v = 0; v < state.seats; v++) {
    for (const pile of [0, 1]) {
      const size = info[pile === 0 ? INFO.crimes : INFO.resources]!;
      for (let depth = 0; depth < 5; depth++) {
        const known = state.peeks[(v * 2 + pile) * 5 + depth]!;
        const real = (pile === 0 ? state.crimePile : state.resourcePile)[size - 1 - depth] ?? -1;
        if (known >= 0 && known !== real) throw new Error(`seat ${v} has a wrong memory of pile ${pile}`);
      }
    }
  }
}

export function freshState(input: unknown, seed = 1): GangupState {
  const state = new GangupState(configOf(input));
  gangup.setup(state, seed);
  return state;
}
