import type { Rng } from '../../src/core/rng.js';
import type { GangupEvent } from '../../src/gangup/events.js';
import {
  type GangupConfig,
  type GangupState,
  type GangupView,
  gangup,
  INFO,
  viewOf,
  viewToJson,
} from '../../src/gangup/index.js';
import { checkConservation } from '../gangup/support.js';
import type { Subject } from './game-suite.js';

const CONFIGS = [
  { players: 2 },
  { players: 3, leaders: true, locations: true, expansion: true },
  { players: 5, expansion: true, crimeNeedsStatus: false, jailStart: 5 },
];

/** Another world that the seat can't tell from this one, by way of its view; what the others know is dropped with it. */
function rearrange(state: GangupState, seat: number, rng: Rng): void {
  const view = gangup.createView(state.config);
  gangup.view(state, seat, view);
  gangup.imagine(view, rng, state);
}

function shown(state: GangupState, seat: number): unknown {
  const view = gangup.createView(state.config);
  viewOf(state, seat, view);
  return JSON.stringify(viewToJson(view));
}

/** Private cards in an event must be ones that the seat holds, has passed on, or has looked at. */
function checkEvent(event: GangupEvent, state: GangupState, seat: number): void {
  if (event.type === 'drawn' && event.seat !== seat)
    throw new Error(`seat ${seat} sees the cards of seat ${event.seat}`);
  if (event.type === 'peeked' && event.seat !== seat)
    throw new Error(`seat ${seat} sees what seat ${event.seat} looks at`);
  if (event.type === 'passedOn' && event.seat !== seat && event.from !== seat) {
    throw new Error(`seat ${seat} sees a card go from ${event.from} to ${event.seat}`);
  }
  if (event.type === 'draw' && 'cards' in event) throw new Error('a public draw names its cards');
  if (state.info[INFO.over] === 0 && event.type === 'gameOver') throw new Error('game over too early');
}

export const gangupSubject: Subject<GangupConfig, GangupState, GangupView, GangupEvent> = {
  name: 'gangup',
  game: gangup,
  configs: CONFIGS,
  stateWords: (state) => state.words.slice(),
  viewWords: (view) => view.words.slice(),
  rearrange,
  shown,
  checkState: checkConservation,
  checkEvent,
  codes: [-1, 0, 1, 2, 3, 5, 17, 63, 64, 1 << 16, 1 << 26, 0x7fff_ffff, 0.5, Number.NaN, Number.POSITIVE_INFINITY],
  headless: true,
};
