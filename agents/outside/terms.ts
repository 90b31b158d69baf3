import type { Action, GameEvent } from '../../src/core/game.js';
import type { ObservationClass } from '../../src/env/gang-layout.js';
import { holderOf, KEEP, NOT_NOW, VERB_TAKE, verbOf } from '../../src/gang/actions.js';
import type { GangConfig } from '../../src/gang/config.js';
import { eventToJson } from '../../src/gang/event-json.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { GANG_VERSION } from '../../src/gang/game.js';
import { describeAction } from '../../src/gang/notation.js';
import { GangView } from '../../src/gang/state.js';
import { viewToJson } from '../../src/gang/view-json.js';
import { DO, verbOf as gangupVerbOf } from '../../src/gangup/actions.js';
import { cardsOf, type GangupConfig } from '../../src/gangup/config.js';
import { eventToJson as gangupEventToJson } from '../../src/gangup/event-json.js';
import type { GangupEvent } from '../../src/gangup/events.js';
import { GANGUP_VERSION } from '../../src/gangup/game.js';
import { describeAction as describeGangup } from '../../src/gangup/notation.js';
import { GangupView } from '../../src/gangup/state.js';
import { viewToJson as gangupViewToJson } from '../../src/gangup/view-json.js';

/** A view that can be sent as words and made again from them. */
export interface SentView {
  readonly words: Int32Array;
}

/** What a game is to agents outside this process. */
export interface Terms<View extends SentView> {
  readonly game: 'gang' | 'gangup';
  /** Of the rules. */
  readonly version: number;
  createView(config: unknown): View;
  describe(view: View, action: Action): string;
  /** The act of a seat whose agent gave none: it lets things lie where it can. */
  standIn(legal: readonly Action[]): Action;
  /** What a seat may know, as JSON; without what the class doesn't see. */
  viewToJson(view: View, observes: ObservationClass): object;
  /** What happened, as JSON; null where the class doesn't see it. */
  eventToJson(config: unknown, event: GameEvent, observes: ObservationClass): object | null;
}

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

/** Verbs that say no, or no more. */
const DECLINE = [DO.pass, DO.done, DO.no, DO.decline, DO.refuse, DO.noAlly, DO.noLeader, DO.second];

export const GANGUP_TERMS: Terms<GangupView> = {
  game: 'gangup',
  version: GANGUP_VERSION,
  createView: (config) => new GangupView(config as GangupConfig),
  describe: describeGangup,
  standIn: (legal) => {
    for (const verb of DECLINE) {
      const action = legal.find((code) => gangupVerbOf(code) === verb);
      if (action !== undefined) return action;
    }
    return legal[0]!;
  },
  viewToJson: gangupViewToJson,
  eventToJson: (config, event) => gangupEventToJson(cardsOf(config as GangupConfig), event as GangupEvent),
};
