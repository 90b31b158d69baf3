import { BELIEF_DEFAULTS, type BeliefOptions, makeBelief } from '../agents/belief.js';
import { freeExit, isSamePlace, nearestFree as nearestFreePlace, placeOf, takeOf } from '../agents/deluxe/chips.js';
import { greedyChips } from '../agents/deluxe/greedy-session.js';
import type { GangAgent } from '../agents/gang-agent.js';
import { greedyAct, nearestFree } from '../agents/greedy.js';
import type { Session } from '../src/core/agent.js';
import { type Action, ActionList } from '../src/core/game.js';
import { Rng } from '../src/core/rng.js';
import { holderOf, KEEP, takeAction } from '../src/gang/actions.js';
import type { GangConfig } from '../src/gang/config.js';
import { type GangView, ROUNDS } from '../src/gang/state.js';

/**
 * Numbers that make up a scripted partner's temperament; 0 throughout is the agent as it ships. The first ROUNDS are by
 * how much it misjudges its equity in each round.
 */
export const TRAITS = ROUNDS + 2;
/** Greedy: moves after which it settles, less 2N. Belief: which model of the others it has. Beginner: restlessness. */
const MANNER = ROUNDS;
/** Chance to keep its star where it would have moved. */
const STUBBORN = ROUNDS + 1;

/** Models of how people pick that belief partners may have; the first is the agent's own. */
const BELIEFS: readonly Partial<BeliefOptions>[] = [
  BELIEF_DEFAULTS,
  { spread: 0.4, earlier: 0.1 },
  { spread: 0.9, earlier: 0.2 },
  { spread: 0.6, earlier: 0.5 },
  { spread: 0.6, earlier: 0.2, lapse: 0.2 },
];
const agents: readonly GangAgent[] = BELIEFS.map((options) => makeBelief(options));

/** Draws the temperament of a partner: `out` [TRAITS] at `at`. `pure`: it plays exactly as the agent of its name. */
export function drawTraits(
  kind: 'greedy' | 'belief' | 'beginner',
  pure: boolean,
  seats: number,
  rng: Rng,
  out: Float32Array,
  at: number,
): void {
  out.fill(0, at, at + TRAITS);
  if (kind === 'beginner') {
    const error = 0.08 + 0.17 * rng.float();
    for (let r = 0; r < ROUNDS; r++) out[at + r] = error * rng.normal();
    out[at + MANNER] = 0.3 * rng.float();
    out[at + STUBBORN] = 0.3 + 0.4 * rng.float();
    return;
  }
  if (pure) return;
  if (rng.float() < 0.5) out[at + STUBBORN] = 0.5 * rng.float();
  if (kind === 'belief') {
    out[at + MANNER] = rng.below(BELIEFS.length);
    return;
  }
  const error = 0.12 * rng.float();
  for (let r = 0; r < ROUNDS; r++) out[at + r] = error * rng.normal();
  out[at + MANNER] = rng.below(2 * seats) - seats;
}

/** The scripted partners of a vector of tables. Their acts follow from view, temperament and the generator alone. */
export class ScriptedPartners {
  private readonly sessions = new Map<number, Session<GangView>>();
  private readonly legal = new ActionList();

  constructor(private readonly config: GangConfig) {}

  /**
   * `equity`: the seat's own in this round; `place` tells apart the seats of all tables; `legal` is needed where the
   * base game isn't all there is.
   */
  act(
    kind: 'greedy' | 'belief' | 'beginner',
    view: GangView,
    equity: number,
    traits: Float32Array,
    at: number,
    place: number,
    rng: Rng,
    legal: ActionList = this.legal,
  ): Action {
    const stubborn = traits[at + STUBBORN]!;
    const own = view.starNow(view.seat);
    if (stubborn > 0 && own >= 0 && rng.float() < stubborn) return KEEP;
    if (kind === 'belief') return this.session(place, view.seat, traits[at + MANNER]!).act(view, legal, {}) as Action;
    const guess = Math.min(1, Math.max(0, equity + traits[at + view.round]!));
    const manner = traits[at + MANNER]!;
    if (kind === 'greedy') {
      const patience = 2 * view.shape.seats + manner;
      return view.plain ? greedyAct(view, guess, patience) : greedyChips(view, legal, guess, patience);
    }
    return view.plain ? beginnerAct(view, guess, manner, rng) : beginnerChips(view, legal, guess, manner, rng);
  }

  /** A seat's session remembers what its cards are worth, nothing else. */
  private session(place: number, seat: number, belief: number): Session<GangView> {
    const key = place * BELIEFS.length + belief;
    let session = this.sessions.get(key);
    if (session === undefined) {
      session = agents[belief]!.open(this.config, seat, new Rng(0)) as Session<GangView>;
      this.sessions.set(key, session);
    }
    return session;
  }
}

/**
 * A beginner has a rough idea of its hand, takes the free chip nearest to it, seldom changes its mind and takes from
 * others more seldom still.
 */
function beginnerAct(view: GangView, guess: number, restless: number, rng: Rng): Action {
  const { chips } = view.shape;
  const target = Math.min(chips - 1, Math.floor(guess * chips));
  const own = view.starNow(view.seat);
  if (own < 0) return takeAction(nearestFree(view, target), -1);
  if (own === target || view.takesLeft(view.seat) === 0 || rng.float() >= restless) return KEEP;
  const holder = view.holder[target]!;
  return holder < 0 || rng.float() < 0.5 ? takeAction(target, holder) : KEEP;
}

/** The same where the base game isn't all there is: chips count by their place, and an exit chip goes to the unsure. */
function beginnerChips(view: GangView, legal: ActionList, guess: number, restless: number, rng: Rng): Action {
  const { chips, exits, seats } = view.shape;
  const target = Math.min(chips - 1, Math.floor(guess * chips));
  const own = placeOf(view, view.starNow(view.seat));
  const exit = own >= 0 && !view.hasExit(view.seat) ? freeExit(view, legal) : -1;
  if (exit >= 0 && Math.abs(guess - 0.5) < exits / (2 * seats)) return exit;
  if (own < 0) {
    const free = nearestFreePlace(view, legal, target);
    return free >= 0 ? free : legal.at(0);
  }
  const take = isSamePlace(view, own, target) || rng.float() >= restless ? -1 : takeOf(view, legal, target);
  if (take >= 0 && (holderOf(take) < 0 || rng.float() < 0.5)) return take;
  return KEEP;
}
