import type { Session } from '../../src/core/agent.js';
import type { Action, ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { legalNow } from '../../src/gangup/apply.js';
import type { GangupConfig } from '../../src/gangup/config.js';
import { gangup } from '../../src/gangup/game.js';
import { type GangupState, GangupView, INFO, LEGAL_MAX } from '../../src/gangup/state.js';
import { keyOf, seatOfKey, Tree } from './ismcts-tree.js';
import { evaluateSeats } from './ismcts-value.js';
import { script } from './script.js';
import { SCHEMER } from './temper.js';

export interface SearchOptions {
  /** How much a child's prior counts against what was seen of it. */
  readonly explore: number;
  /** The part of the prior that is the advised action's; all actions share the rest. */
  readonly trust: number;
  /** How many turns beyond the one at hand a playout goes. */
  readonly turns: number;
}

export const SEARCH_DEFAULTS: SearchOptions = { explore: 0.6, trust: 0.5, turns: 0 };

/** Where the world of an iteration comes from: writes it into `out`. */
export type Deal = (out: GangupState) => void;

/** Actions that a path through the tree holds at most, and that a playout takes. */
const DEPTH_MAX = 256;
const STEPS_MAX = 200;
/** What hasn't been tried is thought this much worse than what has. */
const RESERVE = 0.05;

/**
 * Information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012, with one observer): each iteration deals
 * the hidden cards anew from the view and walks one tree that all worlds share, whose nodes are actions; a child
 * competes by how often it was available. Values are max-n: each seat maximises its own share of the win. What the
 * script `schemer` would do in a seat is a prior in the tree (as in PUCT) and the policy of the playouts, which end with
 * the turn at hand; `evaluateSeats` says what it has come to.
 */
export class Search {
  private readonly world: GangupState;
  /** What each seat sees of the world while it is asked: windows, which copy nothing. */
  private readonly seen: readonly GangupView[];
  private readonly advisor: Session<GangupView>;
  private readonly tree: Tree;
  private readonly children = new Int32Array(LEGAL_MAX);
  private readonly path = new Int32Array(DEPTH_MAX);
  private readonly values: Float64Array;
  private depth = 0;
  /** The advice at the root, where every world looks the same. */
  private first: Action = -1;

  /** `capacity`: nodes that there is room for from the start. */
  constructor(
    config: GangupConfig,
    capacity: number,
    private readonly options: SearchOptions = SEARCH_DEFAULTS,
  ) {
    this.world = gangup.createState(config);
    this.seen = Array.from(
      { length: config.players },
      (_, seat) => new GangupView(config, { state: this.world, seat }),
    );
    this.advisor = script('advisor', SCHEMER).open(config, 0, new Rng(0)) as Session<GangupView>;
    this.tree = new Tree(capacity);
    this.values = new Float64Array(config.players);
  }

  /** Forgets the last decision's tree. */
  begin(): void {
    this.tree.clear();
    this.first = -1;
  }

  /** So many iterations, fewer when more could not change the answer. */
  think(deal: Deal, iterations: number): void {
    for (let done = 0; done < iterations && this.open(iterations - done); done++) this.iterate(deal);
  }

  /** One deal, one walk down the tree, one new node, one playout. */
  iterate(deal: Deal): void {
    const { world, tree, values } = this;
    deal(world);
    const lastTurn = world.info[INFO.turn]! + this.options.turns;
    this.depth = 0;
    let node = 0;
    while (world.info[INFO.over] === 0 && world.info[INFO.turn]! <= lastTurn && this.depth < DEPTH_MAX) {
      const before = tree.count;
      node = this.descend(node);
      if (tree.count !== before) break;
    }
    this.playOut(lastTurn);
    evaluateSeats(world, values);
    tree.visits[0]!++;
    for (let i = 0; i < this.depth; i++) {
      const at = this.path[i]!;
      tree.visits[at]!++;
      tree.value[at]! += values[seatOfKey(tree.key[at]!)]!;
    }
  }

  /** Takes the most promising action of the asked seat; returns its node, which may be new. */
  private descend(node: number): number {
    const { world, tree, children, options } = this;
    const legal = legalNow(world);
    const seat = world.info[INFO.promptSeat]!;
    const advice = node === 0 && this.first >= 0 ? this.first : this.advice(seat, legal);
    if (node === 0) this.first = advice;
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
    const untried = visits === 0 ? 0 : value / visits - RESERVE;
    const even = (1 - options.trust) / legal.length;
    let best = 0;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < legal.length; i++) {
      const child = children[i]!;
      const weight = options.explore * (even + (legal.codes[i] === advice ? options.trust : 0));
      let score = untried + weight * Math.sqrt(visits + 1);
      if (child >= 0) {
        const n = tree.visits[child]!;
        score = tree.value[child]! / n + (weight * Math.sqrt(tree.available[child]!)) / (1 + n);
      }
      if (score > bestScore) {
        bestScore = score;
        best = i;
      }
    }
    const code = legal.codes[best]!;
    let next = children[best]!;
    if (next < 0) next = tree.add(node, keyOf(seat, code));
    this.path[this.depth++] = next;
    gangup.apply(world, seat, code);
    return next;
  }

  /** What the script would do in this seat, from what that seat sees of the world. */
  private advice(seat: number, legal: ActionList): Action {
    return this.advisor.act(this.seen[seat]!, legal, {}) as Action;
  }

  private playOut(lastTurn: number): void {
    const { world } = this;
    for (let step = 0; step < STEPS_MAX; step++) {
      if (world.info[INFO.over] === 1 || world.info[INFO.turn]! > lastTurn) return;
      const legal = legalNow(world);
      const seat = world.info[INFO.promptSeat]!;
      gangup.apply(world, seat, this.advice(seat, legal));
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
    const { tree } = this;
    let most = 0;
    let second = 0;
    for (let at = tree.firstChild[0]!; at >= 0; at = tree.nextSibling[at]!) {
      const visits = tree.visits[at]!;
      if (visits > most) {
        second = most;
        most = visits;
      } else if (visits > second) second = visits;
    }
    return most - second <= left;
  }
}
