import type { EventSink } from '../core/game.js';
import { nextBelow, seedWords } from '../core/rng.js';
import { settle } from './apply.js';
import { CRIME, GANGSTER, INFLUENCE } from './cards.js';
import { HAND_AT_START, JAIL_NUMBER_MAX } from './config.js';
import type { GangupEvent } from './events.js';
import { clearFrame, STEP } from './prompts.js';
import { type GangupState, INFO, KNOWN_WORDS } from './state.js';
import { draw, shuffle, toJail } from './zones.js';

/** "The Setup": jail, piles, statuses, hands; then the seed's first seat begins (R-FIRST). */
export function setup(state: GangupState, seed: number, sink?: EventSink<GangupEvent>): void {
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 53)
    throw new RangeError(`seed ${seed} is not in 0 … 2^53 − 1`);
  const { info, cards, config } = state;
  blank(state);
  seedWords(state.rng, 0, seed);
  let resources = 0;
  let crimes = 0;
  for (let card = 0; card < cards.count; card++) {
    for (let copy = 0; copy < cards.copies[card]!; copy++) {
      const kind = cards.kind[card]!;
      if (kind === CRIME) state.crimePile[crimes++] = card;
      else if (kind === GANGSTER || kind === INFLUENCE) state.resourcePile[resources++] = card;
    }
  }
  shuffle(state, state.resourcePile, resources);
  shuffle(state, state.crimePile, crimes);
  info[INFO.crimes] = crimes;
  info[INFO.resources] = takeJail(state, resources, config.jailStart);
  info[INFO.first] = nextBelow(state.rng, 0, state.seats);
  info[INFO.active] = info[INFO.first]!;
  state.status.fill(config.startStatus);
  state.sink = sink;
  try {
    if (sink !== undefined) {
      const jail = Array.from(state.jail.subarray(0, info[INFO.jailed]!));
      sink({ type: 'start', first: info[INFO.first]!, jail });
    }
    for (let s = 0; s < state.seats; s++) draw(state, s, HAND_AT_START);
    settle(state);
  } finally {
    state.sink = undefined;
  }
}

/** "Pick 2 random Gangsters of Status 5 or lower": the first such in the shuffled pile. Returns what is left of it. */
function takeJail(state: GangupState, count: number, wanted: number): number {
  const { cards, resourcePile } = state;
  let kept = 0;
  let jailed = 0;
  for (let i = 0; i < count; i++) {
    const card = resourcePile[i]!;
    if (jailed < wanted && cards.kind[card] === GANGSTER && cards.number[card]! <= JAIL_NUMBER_MAX) {
      toJail(state, card);
      jailed++;
    } else resourcePile[kept++] = card;
  }
  resourcePile.fill(-1, kept, count);
  return kept;
}

/** An empty table: every word as if new. */
export function blank(state: GangupState): void {
  const { info } = state;
  state.words.fill(0);
  for (const list of [
    state.hand,
    state.resourcePile,
    state.crimePile,
    state.jail,
    state.discard,
    state.crimeDiscard,
    state.removed,
    state.leader,
    state.locationOwner,
    state.slotCard,
    state.slotOwner,
    state.peeks,
  ]) {
    list.fill(-1);
  }
  for (const rows of [state.known, state.knows]) {
    rows.fill(-1);
    for (let at = 0; at < rows.length; at += KNOWN_WORDS) rows[at] = 0;
  }
  clearFrame(state.pending);
  clearFrame(state.machine);
  clearFrame(state.draft);
  for (const at of [INFO.promptSeat, INFO.crime, INFO.starter, INFO.ally, INFO.limbo, INFO.offerCard]) info[at] = -1;
  info[INFO.lastCommit] = -1;
  info[INFO.outcome] = -1;
  info[INFO.answered] = -1;
  info[INFO.step] = STEP.leaders;
  state.legalReady = false;
}
