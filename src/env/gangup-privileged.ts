import { type GangupState, INFO } from '../gangup/state.js';
import { briefLayout } from './gangup-card-layout.js';
import { cardVectorsOf } from './gangup-cards.js';
import { gangupPrivilegedLayout, HAND_SET } from './gangup-layout.js';
import { addSet } from './gangup-write.js';

const BRIEF = briefLayout.size;
const HANDS = gangupPrivilegedLayout.offset('hands');
const CRIMES = gangupPrivilegedLayout.offset('crimes');
const RESOURCES = gangupPrivilegedLayout.offset('resources');
const CRIMES_SHOWN = (RESOURCES - CRIMES) / BRIEF;
const RESOURCES_SHOWN = (gangupPrivilegedLayout.size - RESOURCES) / BRIEF;

/** Writes what a critic may see in training (`gangupPrivilegedLayout`) beside the observation of `seat`. */
export function encodeGangupPrivileged(state: GangupState, seat: number, out: Float32Array, at: number): void {
  const { brief } = cardVectorsOf(state.cards);
  const { info, seats } = state;
  out.fill(0, at, at + gangupPrivilegedLayout.size);
  for (let i = 0; i < seats; i++) {
    const s = (seat + i) % seats;
    const hand = s * state.handCapacity;
    addSet(brief, state.hand, hand, state.handCount[s]!, HAND_SET, out, at + HANDS + i * BRIEF);
  }
  for (let depth = 0; depth < CRIMES_SHOWN && depth < info[INFO.crimes]!; depth++) {
    brief.put(state.crimePile[info[INFO.crimes]! - 1 - depth]!, out, at + CRIMES + depth * BRIEF);
  }
  for (let depth = 0; depth < RESOURCES_SHOWN && depth < info[INFO.resources]!; depth++) {
    brief.put(state.resourcePile[info[INFO.resources]! - 1 - depth]!, out, at + RESOURCES + depth * BRIEF);
  }
}
