import type { GangAgent } from '../../agents/gang-agent.js';
import type { GangupAgent } from '../../agents/gangup/gangup-agent.js';
import { resolveAgent } from '../../agents/registry.js';
import { unwrap } from '../core/errors.js';
import { ActionList } from '../core/game.js';
import { Rng } from '../core/rng.js';
import { legalWhenAsked } from '../env/schedule.js';
import { gang } from '../gang/game.js';
import { describeAction } from '../gang/notation.js';
import { type GangView, OVER, PROMPT_BY } from '../gang/state.js';
import { gangup } from '../gangup/game.js';
import { describeAction as describeGangup } from '../gangup/notation.js';
import { type GangupView, INFO, LEGAL_MAX } from '../gangup/state.js';

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
    const legal = new ActionList();
    legalForView(view, legal);
    if (legal.length === 0) throw new RangeError(`seat ${view.seat} is asked nothing: there is no move to choose`);
    return describeAction(await session.act(view, legal, {}));
  } finally {
    session.close?.();
  }
}

/** What the seat of a view may do: chips as everybody sees them, or the answers to the question that it is asked. */
function legalForView(view: GangView, legal: ActionList): void {
  if (view.asked(PROMPT_BY) === 0) {
    legalWhenAsked(view, view.seat, legal);
    return;
  }
  // A seat's answers follow from what it sees: any world that the view allows has the same list.
  const world = gang.createState(view.config);
  gang.imagine(view, new Rng(0, WORLD_STREAM), world);
  gang.legal(world, view.seat, legal);
}

/** The same for Gang Up!: `schemer`, `greedy`, `./my-bot.js` … */
export async function loadGangupAgent(name: string, players?: number): Promise<GangupAgent> {
  return unwrap(await resolveAgent('gangup', name, players));
}

/**
 * The move that an agent of Gang Up! makes from a view in which its seat is asked, in the notation: `place red`, `pass`.
 * Throws `RangeError` when the seat of the view isn't asked.
 */
export async function chooseGangupMove(agent: GangupAgent, view: GangupView, seed = 0): Promise<string> {
  if (view.info[INFO.over] === 1 || view.info[INFO.promptSeat] !== view.seat) {
    throw new RangeError(`seat ${view.seat} is asked nothing: there is no move to choose`);
  }
  // What a seat may do follows from what it sees: any world that the view allows has the same list.
  const world = gangup.createState(view.config);
  gangup.imagine(view, new Rng(seed, WORLD_STREAM), world);
  const legal = new ActionList(LEGAL_MAX);
  gangup.legal(world, view.seat, legal);
  const session = await agent.open(view.config, view.seat, new Rng(seed));
  try {
    return describeGangup(view, await session.act(view, legal, {}));
  } finally {
    session.close?.();
  }
}

const WORLD_STREAM = 0x6000_0000;
