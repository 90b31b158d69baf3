import type { EventSink } from '../core/game.js';
import { nextBelow, seedWords } from '../core/rng.js';
import { settle } from './apply.js';
import { CRIME, GANGSTER, INFLUENCE } from './cards.js';
import { HAND_AT_START, JAIL_NUMBER_MAX } from './config.js';
import type { GangupEvent } from './events.js';
import { clearRow } from './knowledge.js';
import { clearFrame, STEP } from './prompts.js';
import { type GangupState, INFO } from './state.js';
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
  state.hand.fill(-1);
  state.resourcePile.fill(-1);
  state.crimePile.fill(-1);
  state.jail.fill(-1);
  state.discard.fill(-1);
  state.crimeDiscard.fill(-1);
  state.removed.fill(-1);
  state.leader.fill(-1);
  state.locationOwner.fill(-1);
  state.slotCard.fill(-1);
  state.slotOwner.fill(-1);
  state.peeks.fill(-1);
  for (let at = 0; at < state.known.length; at += state.knownWords) clearRow(state, state.known, at);
  for (let at = 0; at < state.knows.length; at += state.knownWords) clearRow(state, state.knows, at);
  clearFrame(state.pending);
  clearFrame(state.machine);
  clearFrame(state.draft);
  info[INFO.promptSeat] = -1;
  info[INFO.crime] = -1;
  info[INFO.starter] = -1;
  info[INFO.ally] = -1;
  info[INFO.limbo] = -1;
  info[INFO.offerCard] = -1;
  info[INFO.lastCommit] = -1;
  info[INFO.outcome] = -1;
  info[INFO.answered] = -1;
  info[INFO.cancelCard] = -1;
  info[INFO.step] = STEP.leaders;
  state.legalReady = false;
}
