import type { Action } from '../../src/core/game.js';
import { holderOf, KEEP, NOT_NOW, VERB_TAKE, verbOf } from '../../src/gang/actions.js';
import type { GangConfig } from '../../src/gang/config.js';
import { eventToJson } from '../../src/gang/event-json.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { GANG_VERSION } from '../../src/gang/game.js';
import { describeAction } from '../../src/gang/notation.js';
import { GangView } from '../../src/gang/state.js';
import { viewToJson } from '../../src/gang/view-json.js';
import type { Terms } from './terms.js';

/** The first of the list that is among the legal actions, else the first legal one. */
function firstOf(wanted: readonly Action[], legal: readonly Action[]): Action {
  return wanted.find((action) => legal.includes(action)) ?? legal[0]!;
}

export const GANG_TERMS: Terms<GangView> = {
  game: 'gang',
  version: GANG_VERSION,
  createView: (config) => new GangView(config as GangConfig),
  describe: (_view, action) => describeAction(action),
  standIn: (legal) => {
    const free = legal.find((action) => verbOf(action) === VERB_TAKE && holderOf(action) < 0);
    return firstOf(free === undefined ? [KEEP, NOT_NOW] : [KEEP, NOT_NOW, free], legal);
  },
  viewToJson: (view, observes) => {
    const json = viewToJson(view);
    if (observes === 'full') return json;
    // R-SILENT: how chips moved, and what follows from it.
    const { took: _took, stole: _stole, takesLeft: _takesLeft, ...legible } = json;
    return legible;
  },
  eventToJson: (_config, event, observes) => {
    const seen = event as SeenGangEvent;
    if (observes === 'legible' && (seen.type === 'take' || seen.type === 'putBack')) return null;
    return { type: seen.type, ...eventToJson(seen) };
  },
};
