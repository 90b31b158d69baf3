import type { Agent, Budget, Session } from '../src/core/agent.js';
import type { Action, ActionList } from '../src/core/game.js';
import type { Rng } from '../src/core/rng.js';

/** Answers a share of its questions at random, the rest as the session that it stands before. */
class SlippingSession<View> implements Session<View> {
  constructor(
    private readonly inner: Session<View>,
    private readonly share: number,
    private readonly rng: Rng,
  ) {
    // Events are made only for those who listen.
    if (inner.notice !== undefined) this.notice = (event) => inner.notice!(event);
  }

  notice?: Session<View>['notice'];

  act(view: View, legal: ActionList, budget: Budget): Action | Promise<Action> {
    if (this.rng.float() < this.share) return legal.at(this.rng.below(legal.length));
    return this.inner.act(view, legal, budget);
  }

  close(): void {
    this.inner.close?.();
  }
}

/** A handicap: the agent, with `share` of its decisions (0 … 1) made at random, each legal act as likely as another. */
export function slipping<View>(agent: Agent<View>, share: number): Pick<Agent<View>, 'open'> {
  return {
    open: async (config, seat, rng) => new SlippingSession(await agent.open(config, seat, rng), share, rng),
  };
}
