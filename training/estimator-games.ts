import { chooseAction, DEFAULT_TEMPERATURE, type OnnxPolicy } from '../agents/onnx.js';
import { nextSeed, Rng } from '../src/core/rng.js';
import type { GangConfig } from '../src/gang/config.js';
import { type EstimatorTable, estimatorTable } from './estimator-tables.js';
import { drawTraits, TRAITS } from './gang-partners.js';

/** Share of the deals in which the model sits in every seat; else each seat is its own with the other chance. */
const OWN_TABLES = 0.4;
const OWN_SEAT = 0.6;
/** Share of the deals that are played with `ready` round ends. */
const READY_SHARE = 0.3;
/** How often an own seat of a mixed table draws its acts from a wider choice, and from which. */
const LOOSE = 0.4;
const TEMPERATURES = [0.25, 0.5, 1] as const;
/** Strangers and their weights; `belief` sits only where it is among the strangers of its deals. */
const STRANGERS = [
  ['greedy', 0.5],
  ['beginner', 0.44],
  ['random', 0.06],
  ['belief', 1],
] as const;
/**
 * To rank all pockets of a board, as `belief` does, costs more than the rest of a heist, and is remembered: so its
 * deals come in groups that share the cards, with other people at the table each time.
 */
export const GROUP = 4;
const BELIEF_GROUPS = 0.25;
/** Share of the scripted strangers that play exactly as the agents of these names do. */
const PURE = 0.5;
/** Of the decisions that are looked at, the share in which another seat than the one that is asked looks. */
const BYSTANDERS = 0.25;
const TABLES = 256;
const SEATS_MAX = 10;

/** Where an estimate is made: a seat that looks at a table, and how the hands will stand. */
export interface Moment {
  readonly table: EstimatorTable;
  /** Which of the configurations is played there. */
  readonly kind: number;
  /** Whose view it is; `table.view` holds it. */
  readonly seat: number;
  /** Number of the deal; those of one `group` may have the same cards, so that only groups are independent. */
  readonly deal: number;
  readonly group: number;
  /** The seat is the one that is asked. */
  readonly asked: boolean;
  /** The model sits in every seat. */
  readonly own: boolean;
  /** [S] lowest and highest final rank of each seat, which differ by true ties (R-TIE). */
  readonly low: Int32Array;
  readonly high: Int32Array;
}

export interface EstimatorGames {
  readonly policy: OnnxPolicy;
  /** What is played, groups of deals in turn: tables at which the network can sit. `strict` and `ready` come by chance. */
  readonly tables: readonly GangConfig[];
  /** Numbers of the deals: `deals` of them from `firstDeal` on. */
  readonly firstDeal: number;
  readonly deals: number;
  readonly seed: number;
  /** Chance that a decision is looked at. */
  readonly rate: number;
  readonly signal?: AbortSignal | undefined;
  onProgress?(done: number): void;
  /** A seat is asked, `table.view` holds its view: for whoever has to keep what lay there in each round. */
  onAsked?(table: EstimatorTable): void;
  /** Called with a view that is valid until it returns. */
  onMoment(moment: Moment): void;
}

/** One place where deals are played, one after the other. */
class Slot implements Moment {
  /** [kinds, 2] tables of each configuration with either round end, made when they are first played. */
  private readonly tables: (EstimatorTable | undefined)[] = [];
  table: EstimatorTable;
  kind = 0;
  low = new Int32Array(0);
  high = new Int32Array(0);
  seat = 0;
  deal = -1;
  group = 0;
  asked = true;
  own = true;
  /** Draws who sits, how they act and which decisions are looked at. */
  rng = new Rng(0);
  /** [S] −1 the model, else a place in STRANGERS. */
  private readonly who = new Int8Array(SEATS_MAX);
  private readonly traits = new Float32Array(SEATS_MAX * TRAITS);
  private readonly temperature = new Float32Array(SEATS_MAX);

  constructor(private readonly games: EstimatorGames) {
    this.table = this.tableOf(0, false);
  }

  private tableOf(kind: number, ready: boolean): EstimatorTable {
    const { policy, tables } = this.games;
    const at = 2 * kind + (ready ? 1 : 0);
    const roundEnd = ready ? 'ready' : 'strict';
    this.tables[at] ??= estimatorTable({ ...tables[kind]!, roundEnd }, policy.card);
    return this.tables[at];
  }

  /** Deals cards and seats; all that happens follows from the seed and the number of the deal. */
  start(deal: number): void {
    const { games, who, traits, temperature } = this;
    const rng = new Rng(games.seed, deal);
    const standard = DEFAULT_TEMPERATURE[games.policy.card.class];
    this.rng = rng;
    this.deal = deal;
    this.group = Math.floor(deal / GROUP);
    this.kind = this.group % games.tables.length;
    const { players } = games.tables[this.kind]!;
    const shared = new Rng(games.seed, -1 - this.group);
    const withBelief = shared.float() < BELIEF_GROUPS;
    const kinds = withBelief ? STRANGERS.length : STRANGERS.length - 1;
    this.own = rng.float() < OWN_TABLES;
    for (let s = 0; s < players; s++) {
      who[s] = this.own || rng.float() < OWN_SEAT ? -1 : drawStranger(rng, kinds);
      temperature[s] = !this.own && rng.float() < LOOSE ? TEMPERATURES[rng.below(TEMPERATURES.length)]! : standard;
      const kind = STRANGERS[who[s]!]?.[0] ?? 'random';
      if (kind !== 'random') drawTraits(kind, rng.float() < PURE, players, rng, traits, s * TRAITS);
    }
    this.table = this.tableOf(this.kind, rng.float() < READY_SHARE);
    this.table.reset(nextSeed(withBelief ? shared.words : rng.words, 0));
    if (this.low.length === players) return;
    this.low = new Int32Array(players);
    this.high = new Int32Array(players);
  }

  /** Plays the strangers' decisions up to one of the model's; false when the heist is over before one comes. */
  advance(): boolean {
    const { games, rng, table, traits, who } = this;
    while (!table.over) {
      if (games.onAsked !== undefined) {
        table.look(table.seat);
        games.onAsked(table);
      }
      this.look();
      const kind = STRANGERS[who[table.seat]!]?.[0];
      if (kind === undefined) return true;
      table.playStranger({ kind, traits, at: table.seat * TRAITS }, rng);
    }
    return false;
  }

  /** Now and then somebody estimates. */
  private look(): void {
    const { games, rng, table } = this;
    if (rng.float() >= games.rate) return;
    this.asked = rng.float() >= BYSTANDERS;
    this.seat = this.asked ? table.seat : rng.below(table.config.players);
    table.look(this.seat);
    table.truth(this.low, this.high);
    games.onMoment(this);
  }

  /** Plays the model's answer for the seat that is asked. */
  answer(logits: Float32Array, mask: Uint8Array, at: number): void {
    const { games, table, rng, temperature } = this;
    table.play(chooseAction(logits, at, mask, at, games.policy.actions, temperature[table.seat]!, rng));
  }
}

/** A place among the first `kinds` of STRANGERS. */
function drawStranger(rng: Rng, kinds: number): number {
  let left = 0;
  for (let i = 0; i < kinds; i++) left += STRANGERS[i]![1];
  left *= rng.float();
  for (let i = 0; i < kinds - 1; i++) {
    left -= STRANGERS[i]![1];
    if (left < 0) return i;
  }
  return kinds - 1;
}

/**
 * Plays heists with the model and strangers at the tables, and tells of moments at which somebody
 * looks. Each deal is the same whatever the others are, for a seed; the order of the moments is too.
 */
export async function playForEstimates(games: EstimatorGames): Promise<void> {
  const { deals, firstDeal, policy, signal } = games;
  const { actions, observationSize } = policy;
  const slots = Array.from({ length: Math.min(TABLES, deals) }, () => new Slot(games));
  const observations = new Float32Array(slots.length * observationSize);
  const mask = new Uint8Array(slots.length * actions);
  let next = 0;
  let done = 0;
  for (const slot of slots) slot.start(firstDeal + next++);
  while (done < deals) {
    signal?.throwIfAborted();
    const asking: Slot[] = [];
    for (const slot of slots) {
      while (slot.deal >= 0 && !slot.advance()) {
        done++;
        if (next < deals) slot.start(firstDeal + next++);
        else slot.deal = -1;
      }
      if (slot.deal < 0) continue;
      slot.table.observe(observations, asking.length * observationSize, mask, asking.length * actions);
      asking.push(slot);
    }
    if (asking.length > 0) {
      const logits = await policy.logits(observations, asking.length);
      for (const [row, slot] of asking.entries()) slot.answer(logits, mask, row * actions);
    }
    games.onProgress?.(done);
  }
}
