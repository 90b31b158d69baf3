import type { GangAgent } from '../../agents/gang-agent.js';
import { resolveAgent } from '../../agents/registry.js';
import { unwrap } from '../core/errors.js';
import { ActionList } from '../core/game.js';
import { Rng } from '../core/rng.js';
import { legalWhenAsked } from '../env/schedule.js';
import { describeAction } from '../gang/notation.js';
import { type GangView, OVER } from '../gang/state.js';

/**
 * The agent of that name (see `hench agents`): `full`, `greedy`, `model:DIR`, `./my-bot.js` … With `players` a trained
 * agent's model is loaded now. Rejects with `BadInputError` for a name or a model that is none.
 */
export async function loadAgent(name: string, players?: number): Promise<GangAgent> {
  return unwrap(await resolveAgent('gang', name, players));
}

/**
 * The move that an agent makes from a view, in the notation: `take 3 from centre`, `take 1 from seat 2`, `keep`.
 * `seed` stands for its randomness, where it has any. Throws `RangeError` when the game in the view is over.
 */
export async function chooseMove(agent: GangAgent, view: GangView, seed = 0): Promise<string> {
  if (view.info[OVER] === 1) throw new RangeError('the game is over: there is no move to choose');
  const session = await agent.open(view.config, view.seat, new Rng(seed));
  try {
    const legal = new ActionList(view.shape.chips + 1);
    legalWhenAsked(view, view.seat, legal);
    return describeAction(await session.act(view, legal, {}));
  } finally {
    session.close?.();
  }
}
