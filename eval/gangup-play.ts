import type { GangupAgent } from '../agents/gangup/gangup-agent.js';
import type { Session } from '../src/core/agent.js';
import { BadInputError, ForfeitError } from '../src/core/errors.js';
import { type Action, ActionList } from '../src/core/game.js';
import { inputError } from '../src/core/result.js';
import { Rng } from '../src/core/rng.js';
import type { GangupConfig } from '../src/gangup/config.js';
import type { GangupEvent } from '../src/gangup/events.js';
import { gangup } from '../src/gangup/game.js';
import { describeAction } from '../src/gangup/notation.js';
import { GangupState, GangupView, INFO, LEGAL_MAX } from '../src/gangup/state.js';
import { AGENT_STREAM } from './deals.js';

/** Measures a game from outside, hidden cards included: nothing that plays may be one. */
export interface Watcher {
  event?(event: GangupEvent, state: GangupState): void;
  /** Before the seat that is asked takes `action`. */
  decision?(state: GangupState, seat: number, legal: ActionList, action: Action): void;
}

/** A table at which game after game is played. */
export class GangupMatch {
  readonly state: GangupState;
  /** Decisions of the last game: prompts with at least two answers. */
  decisions = 0;
  /** The seat whose agent's fault ended the last game (`ForfeitError`), −1 where none did. */
  forfeit = -1;
  private readonly view: GangupView;
  private readonly legal = new ActionList(LEGAL_MAX);
  private readonly sessions: Session<GangupView>[] = [];

  constructor(readonly config: GangupConfig) {
    this.state = new GangupState(config);
    this.view = new GangupView(config);
  }

  /**
   * Plays the game of `seed` with these agents in the seats, each with its own randomness from the seed and its seat;
   * false if `stopped` became true meanwhile. Throws `BadInputError` for an illegal answer.
   */
  async play(
    agents: readonly GangupAgent[],
    seed: number,
    watcher?: Watcher,
    stopped?: () => boolean,
  ): Promise<boolean> {
    const { config, state, view, legal, sessions } = this;
    for (let seat = 0; seat < config.players; seat++) {
      const opened = agents[seat]!.open(config, seat, new Rng(seed, AGENT_STREAM - seat));
      sessions[seat] = opened instanceof Promise ? await opened : opened;
    }
    const sink = this.sink(watcher);
    this.decisions = 0;
    this.forfeit = -1;
    gangup.setup(state, seed, sink);
    while (state.info[INFO.over] === 0) {
      if (stopped?.()) return false;
      const seat = state.info[INFO.promptSeat]!;
      gangup.view(state, seat, view);
      gangup.legal(state, seat, legal);
      const answer = sessions[seat]!.act(view, legal, {});
      const action = answer instanceof Promise ? await answer.catch(forfeited) : answer;
      if (action === null) {
        this.forfeit = seat;
        break;
      }
      if (!legal.includes(action)) throw this.illegal(agents[seat]!.name, action);
      watcher?.decision?.(state, seat, legal, action);
      this.decisions++;
      gangup.apply(state, seat, action, sink);
    }
    for (const session of sessions) session.close?.();
    return true;
  }

  /** [seats] What each won: the game's returns; when a seat forfeits, the others share its game. */
  shares(): Float64Array {
    const { state, forfeit } = this;
    const shares = new Float64Array(state.seats);
    if (forfeit < 0) gangup.returns(state, shares);
    else shares.fill(1 / (state.seats - 1)).fill(0, forfeit, forfeit + 1);
    return shares;
  }

  /** Who hears of events: the watcher of all, each session of what its seat may see. None made where nobody does. */
  private sink(watcher: Watcher | undefined): ((event: GangupEvent) => void) | undefined {
    const { sessions, state } = this;
    const hearing = sessions.some((session) => session.notice !== undefined);
    if (!hearing && watcher?.event === undefined) return undefined;
    return (event) => {
      watcher?.event?.(event, state);
      if (!hearing) return;
      for (let seat = 0; seat < sessions.length; seat++) {
        if (event.to === undefined || ((event.to >> seat) & 1) === 1) sessions[seat]!.notice?.(event);
      }
    };
  }

  private illegal(name: string, action: Action): BadInputError {
    const { state, legal } = this;
    const answered = Number.isInteger(action) ? describeAction(state, action) : String(action);
    const could = legal
      .toArray()
      .slice(0, 12)
      .map((code) => describeAction(state, code))
      .join(', ');
    return new BadInputError(
      inputError('agent/illegal', name, `answered '${answered}', which is not legal.`, `Legal: ${could}.`),
    );
  }
}

function forfeited(error: unknown): null {
  if (error instanceof ForfeitError) return null;
  throw error;
}
