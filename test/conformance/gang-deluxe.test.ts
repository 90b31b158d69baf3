import { ActionList } from '../../src/core/game.js';
import { type HeadlessGangState, headlessGang } from '../../src/env/schedule.js';
import type { GangConfig } from '../../src/gang/config.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { gang } from '../../src/gang/game.js';
import type { GangView } from '../../src/gang/state.js';
import { viewToJson } from '../../src/gang/view-json.js';
import { checkDeluxeEvent, checkDeluxeState, rearrangeDeluxe } from '../support/gang-deluxe.js';
import { STRANGE_CODES } from '../support/gang-secrets.js';
import { headlessWords, viewFrom } from '../support/gang-tables.js';
import { gameSuite, type Subject } from './game-suite.js';

/** Tables with modifiers of every flavour: facts, cards that move, votes, tools, dark chips, other hands, exit chips. */
const CONFIGS = [
  { players: 4, active: ['investor', 'hacker', 'retina-scan', 'smoke-grenade'], length: 'heist', takesMax: 1 },
  { players: 9, active: ['noise-sensors', 'muscle', 'night-vision'], length: 'heist', takesMax: 1, roundEnd: 'ready' },
  { players: 3, variant: 'omaha', mode: 'advanced', tools: true, takesMax: 0 },
];

/** The view in words and, for the seat that is asked, its options. */
function shown(state: HeadlessGangState, seat: number): unknown {
  const view = viewFrom(state.game, seat);
  const legal = new ActionList();
  headlessGang.legal(state, seat, legal);
  return { json: viewToJson(view), legal: legal.toArray().map((action) => gang.formatAction(view, action)) };
}

const deluxe: Subject<GangConfig, HeadlessGangState, GangView, SeenGangEvent> = {
  name: 'headlessGang with modifiers',
  game: headlessGang,
  configs: CONFIGS,
  stateWords: headlessWords,
  viewWords: (view) => view.words.slice(),
  rearrange: (state, seat, rng) => rearrangeDeluxe(state.game, seat, rng),
  shown,
  checkState: (state) => checkDeluxeState(state.game),
  checkEvent: (event, state, seat) => checkDeluxeEvent(event, state.game, seat),
  codes: STRANGE_CODES,
  headless: true,
};

gameSuite(deluxe, [1, 2]);
