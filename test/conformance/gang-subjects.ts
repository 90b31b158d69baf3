import { ActionList } from '../../src/core/game.js';
import type { Rng } from '../../src/core/rng.js';
import { computeFeatures, computeViewFeatures, FEATURES, ObservationEncoder } from '../../src/env/gang-encode.js';
import { OBSERVATION_CLASSES } from '../../src/env/gang-layout.js';
import { GangTable } from '../../src/env/gang-table.js';
import { type HeadlessGangState, headlessGang } from '../../src/env/schedule.js';
import type { GangConfig } from '../../src/gang/config.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { gang } from '../../src/gang/game.js';
import { type GangState, type GangView, OVER } from '../../src/gang/state.js';
import { viewToJson } from '../../src/gang/view-json.js';
import {
  checkGangEvent,
  checkGangState,
  chooseLive,
  pickLive,
  rearrangeHidden,
  STRANGE_CODES,
} from '../support/gang-secrets.js';
import { headlessWords, viewFrom } from '../support/gang-tables.js';
import type { Subject } from './game-suite.js';

const CONFIGS = [
  { players: 3 },
  { players: 4, roundEnd: 'ready' },
  { players: 5, length: 'heist', takesMax: 2 },
  { players: 6, roundEnd: 'ready', takesMax: 1 },
];

/** The view in words, the seat's legal acts in the notation, and both observations with the features of either way. */
function shownLive(state: GangState, seat: number): unknown {
  const view = viewFrom(state, seat);
  const legal = new ActionList();
  gang.legal(state, seat, legal);
  const shown = {
    json: viewToJson(view),
    legal: legal.toArray().map((action) => gang.formatAction(view, action)),
    observations: [] as number[][],
  };
  if (state.info[OVER]) return shown;
  const own = new Float32Array(FEATURES);
  computeViewFeatures(view, own);
  const all = new Float32Array(FEATURES * state.shape.seats);
  computeFeatures(state, all);
  for (const kind of OBSERVATION_CLASSES) {
    const encoder = new ObservationEncoder(kind, state.shape.seats);
    const out = new Float32Array(encoder.size);
    encoder.encode(view, own, 0, out, 0);
    shown.observations.push([...out]);
    encoder.encode(view, all, seat * FEATURES, out, 0);
    shown.observations.push([...out]);
  }
  return shown;
}

/** What a headless table writes out, beside what a live one shows: observations and the mask. */
function shownHeadless(state: HeadlessGangState, seat: number): unknown {
  if (seat !== state.asked) return shownLive(state.game, seat);
  return OBSERVATION_CLASSES.map((observation) => {
    const table = new GangTable(state.config, { observation, equity: true, privileged: false, shaping: 0 });
    headlessGang.copy(state, table.state);
    table.restore();
    const out = new Float32Array(table.encoder.size);
    const mask = new Uint8Array(table.actions);
    table.observe(out, 0);
    table.mask(mask, 0);
    const legal = new ActionList();
    headlessGang.legal(state, seat, legal);
    return { live: shownLive(state.game, seat), out: [...out], mask: [...mask], legal: legal.toArray() };
  });
}

/** What a seat may not know of a headless table: besides cards, all that the scheduler remembers but who is asked. */
function rearrangeHeadless(state: HeadlessGangState, seat: number, rng: Rng): void {
  rearrangeHidden(state.game, seat, rng);
  const asked = state.asked;
  const other = headlessGang.createState(state.config);
  headlessGang.setup(other, rng.uint32());
  const { schedule } = state;
  schedule.set(other.schedule);
  // Position and answers are the two words after the generator; the seat that is asked follows them.
  schedule[4] = rng.below(state.config.players + 1);
  schedule[5] = rng.below(1 << state.config.players);
  schedule[6] = asked;
  if (state.asked !== asked) throw new Error('the words of the scheduler lie elsewhere now');
}

export const liveGang: Subject<GangConfig, GangState, GangView, SeenGangEvent> = {
  name: 'gang',
  game: gang,
  configs: CONFIGS,
  stateWords: (state) => state.words.slice(),
  viewWords: (view) => view.words.slice(),
  rearrange: rearrangeHidden,
  shown: shownLive,
  checkState: checkGangState,
  checkEvent: checkGangEvent,
  pick: pickLive,
  choose: chooseLive,
  codes: STRANGE_CODES,
  headless: false,
};

export const headless: Subject<GangConfig, HeadlessGangState, GangView, SeenGangEvent> = {
  name: 'headlessGang',
  game: headlessGang,
  configs: [...CONFIGS, { players: 4, takesMax: 0, length: 'heist' }],
  stateWords: headlessWords,
  viewWords: (view) => view.words.slice(),
  rearrange: rearrangeHeadless,
  shown: shownHeadless,
  checkState: (state) => checkGangState(state.game),
  checkEvent: (event, state, seat) => checkGangEvent(event, state.game, seat),
  codes: STRANGE_CODES,
  headless: true,
};
