import type { Action, ActionList } from '../../src/core/game.js';
import type { Rng } from '../../src/core/rng.js';
import { legalNow } from '../../src/gangup/apply.js';
import type { GangupConfig } from '../../src/gangup/config.js';
import { gangup } from '../../src/gangup/game.js';
import { type GangupState, type GangupView, INFO, LEGAL_MAX } from '../../src/gangup/state.js';
import { Guide } from './ismcts-guide.js';
import { keyOf, seatOfKey, Tree } from './ismcts-tree.js';
import { evaluateSeats } from './ismcts-value.js';

export interface SearchOptions {
  /** Weight of the prior in the choice of a child. */
  readonly explore: number;
  /** How many turns beyond the one at hand a playout goes. */
  readonly turns: number;
}

export const SEARCH_DEFAULTS: SearchOptions = { explore: 0.6, turns: 1 };

/** Choices that a path through the tree holds at most, and that a playout makes. */
const DEPTH_MAX = 256;
const STEPS_MAX = 120;

/**
 * Information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012, the single-observer form): each iteration
 * deals the hidden cards anew from the view and walks one tree that all worlds share, whose nodes are actions; a child
 * competes in proportion to how often it was available. Values are max-n: each seat maximises its own share of the
 * win. Priors enter as in PUCT. A playout ends a few turns on and is valued by `evaluateSeats`.
 */
export class Search {
  private readonly world: GangupState;
  private readonly guide: Guide;
  private readonly tree: Tree;
  private readonly weights = new Float64Array(LEGAL_MAX);
  private readonly children = new Int32Array(LEGAL_MAX);
  private readonly path = new Int32Array(DEPTH_MAX);
  private readonly values: Float64Array;
  private depth = 0;

  constructor(
    config: GangupConfig,
    capacity: number,
    private readonly options: SearchOptions = SEARCH_DEFAULTS,
  ) {
    this.world = gangup.createState(config);
    this.guide = new Guide(this.world.cards);
    this.tree = new Tree(capacity);
    this.values = new Float64Array(config.players);
  }

  /** Forgets the last move's tree. */
  begin(): void {
    this.tree.clear();
  }

  /** One deal, one walk down the tree, one new node, one playout. */
  iterate(view: GangupView, rng: Rng): void {
    const { world, tree } = this;
    gangup.imagine(view, rng, world);
    const lastTurn = world.info[INFO.turn]! + this.options.turns;
    this.depth = 0;
    let node = 0;
    while (world.info[INFO.over] === 0 && world.info[INFO.turn]! <= lastTurn && this.depth < DEPTH_MAX) {
      const fresh = tree.count;
      node = this.descend(node);
      if (tree.count !== fresh) break;
    }
    this.playOut(rng, lastTurn);
    evaluateSeats(world, this.values);
    tree.visits[0]!++;
    for (let i = 0; i < this.depth; i++) {
      const at = this.path[i]!;
      tree.visits[at]!++;
      tree.value[at]! += this.values[seatOfKey(tree.key[at]!)]!;
    }
  }

  /** Takes the most promising action of the asked seat; the node that stands for it. */
  private descend(node: number): number {
    const { world, tree, weights, children } = this;
    const legal = legalNow(world);
    const seat = world.info[INFO.promptSeat]!;
    const total = this.guide.weigh(world, seat, legal, weights);
    let value = 0;
    let visits = 0;
    for (let i = 0; i < legal.length; i++) {
      const child = tree.child(node, keyOf(seat, legal.codes[i]!));
      children[i] = child;
      if (child < 0) continue;
      tree.available[child]!++;
      value += tree.value[child]!;
      visits += tree.visits[child]!;
    }
    // What hasn't been tried is thought a little worse than what has.
    const untried = visits === 0 ? 0.5 : Math.max(0, value / visits - 0.05);
    const scale = this.options.explore / total;
    let best = 0;
    let bestScore = -Infinity;
    for (let i = 0; i < legal.length; i++) {
      const child = children[i]!;
      let score: number;
      if (child < 0) score = untried + scale * weights[i]! * Math.sqrt(visits + 1);
      else {
        const n = tree.visits[child]!;
        score = tree.value[child]! / n + (scale * weights[i]! * Math.sqrt(tree.available[child]!)) / (1 + n);
      }
      if (score > bestScore) {
        bestScore = score;
        best = i;
      }
    }
    const code = legal.codes[best]!;
    let next = children[best]!;
    if (next < 0) {
      next = tree.add(node, keyOf(seat, code));
      tree.available[next] = 1;
    }
    this.path[this.depth++] = next;
    gangup.apply(world, seat, code);
    return next;
  }

  /** Plays on by the guide's weights. */
  private playOut(rng: Rng, lastTurn: number): void {
    const { world, weights } = this;
    for (let step = 0; step < STEPS_MAX; step++) {
      if (world.info[INFO.over] === 1 || world.info[INFO.turn]! > lastTurn) return;
      const legal = legalNow(world);
      const seat = world.info[INFO.promptSeat]!;
      let rest = this.guide.weigh(world, seat, legal, weights) * rng.float();
      let i = 0;
      for (rest -= weights[0]!; rest >= 0 && i < legal.length - 1; rest -= weights[i]!) i++;
      gangup.apply(world, seat, legal.codes[i]!);
    }
  }

  /** The action that was chosen most often; the first of equals. */
  best(seat: number, legal: ActionList): Action {
    let best = legal.at(0);
    let most = -1;
    for (let i = 0; i < legal.length; i++) {
      const child = this.tree.child(0, keyOf(seat, legal.codes[i]!));
      const visits = child < 0 ? 0 : this.tree.visits[child]!;
      if (visits > most) {
        most = visits;
        best = legal.codes[i]!;
      }
    }
    return best;
  }

  /** Whether `left` more iterations could still change the answer. */
  open(left: number): boolean {
    let most = 0;
    let second = 0;
    for (let at = this.tree.firstChild[0]!; at >= 0; at = this.tree.nextSibling[at]!) {
      const visits = this.tree.visits[at]!;
      if (visits > most) {
        second = most;
        most = visits;
      } else if (visits > second) second = visits;
    }
    return most - second <= left;
  }
}
