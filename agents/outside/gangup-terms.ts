import { DO, verbOf } from '../../src/gangup/actions.js';
import { cardsOf, type GangupConfig } from '../../src/gangup/config.js';
import { eventToJson } from '../../src/gangup/event-json.js';
import type { GangupEvent } from '../../src/gangup/events.js';
import { GANGUP_VERSION } from '../../src/gangup/game.js';
import { describeAction } from '../../src/gangup/notation.js';
import { GangupView } from '../../src/gangup/state.js';
import { viewToJson } from '../../src/gangup/view-json.js';
import type { Terms } from './terms.js';

/** Verbs that say no, or no more. */
const DECLINE = [DO.pass, DO.done, DO.no, DO.decline, DO.refuse, DO.noAlly, DO.noLeader, DO.second];

export const GANGUP_TERMS: Terms<GangupView> = {
  game: 'gangup',
  version: GANGUP_VERSION,
  createView: (config) => new GangupView(config as GangupConfig),
  describe: describeAction,
  standIn: (legal) => {
    for (const verb of DECLINE) {
      const action = legal.find((code) => verbOf(code) === verb);
      if (action !== undefined) return action;
    }
    return legal[0]!;
  },
  viewToJson,
  eventToJson: (config, event) => eventToJson(cardsOf(config as GangupConfig), event as GangupEvent),
};
