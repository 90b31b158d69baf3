import type { Session } from '../../src/core/agent.js';
import type { Action } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { GangupTable } from '../../src/env/gangup-table.js';
import type { Cards } from '../../src/gangup/cards.js';
import type { GangupConfig } from '../../src/gangup/config.js';
import { gangup } from '../../src/gangup/game.js';
import type { GangupState, GangupView } from '../../src/gangup/state.js';
import { type Habits, wayOfAction, wayOfCode, waysOf } from './habits.js';
import { evaluateSeats } from './ismcts-value.js';
import { script } from './script.js';
import { ADVISOR, type Temper } from './temper.js';

/** Games of the script with itself from which it learns what to do otherwise. */
export const PRACTICE_GAMES = 2000;
/** Decisions after which it is enough, however few games that was: with cards that make endless games. */
const DECISIONS_MAX = 1_200_000;
const SEED = 20_261_201;

/** Other tempers that are tried, each by itself. */
const TEMPERS: readonly Partial<Temper>[] = [
  { playMin: 0.4 },
  { meddleMin: 0.4 },
  { cancelMin: 0.5 },
  { rivalry: 0.5 },
  { aim: 'all' },
  { fear: 1 },
  { crimeMin: 0.5 },
  { over: 1 },
  { overAlly: 1 },
  { askBias: 0 },
  { askBias: -1 },
  { offerBias: 0.5 },
  { offerBias: -0.5 },
  { bluffs: false },
];

/** What a departure from the script is thought to do before it was tried: it costs a share of the win of so much … */
const PRIOR_MEAN = -0.02;
/** … give or take so much … */
const PRIOR_SPREAD = 0.03;
/** … and one game says so little of it. */
const NOISE = 0.47;
/** How often each is tried at first, and the least and the most. */
const TRIED = { first: 0.15, least: 0.01, most: 0.6 } as const;
/** Games until that is first changed, and from one change to the next. */
const PATIENCE = 300;
const REVIEW = 100;
/** A departure is kept when it is thought to win by this many of its standard errors. */
const CONVINCED = 0.5;

/** What one seat departs in during a game of practice; drawn when it first matters, and what it was worth until then. */
class Trial implements Habits {
  readonly temper: Temper = { ...ADVISOR };
  /** [ways] −1: it hasn't mattered in this game; else whether the seat departs. */
  readonly departs: Int8Array;
  /** [ways] the share of the win that the seat could expect when it first mattered. */
  readonly before: Float64Array;
  /** Those that have mattered: `met[0 … count)`. */
  readonly met: Int32Array;
  count = 0;
  private readonly shares: Float64Array;

  constructor(
    private readonly practice: Practice,
    private readonly state: GangupState,
    private readonly seat: number,
  ) {
    this.departs = new Int8Array(practice.size).fill(-1);
    this.before = new Float64Array(practice.size);
    this.met = new Int32Array(practice.size);
    this.shares = new Float64Array(state.seats);
  }

  begin(): void {
    for (let i = 0; i < this.count; i++) this.departs[this.met[i]!] = -1;
    this.count = 0;
    Object.assign(this.temper, ADVISOR);
    for (const [t, temper] of TEMPERS.entries()) {
      if (this.meet(t, 1 / this.state.seats)) Object.assign(this.temper, temper);
    }
  }

  shuns(code: Action): boolean {
    const way = wayOfAction(this.state.cards, code);
    return way >= 0 && this.matters(TEMPERS.length + way);
  }

  turns(pc: number): boolean {
    return this.matters(TEMPERS.length + wayOfCode(this.state.cards, pc));
  }

  private matters(k: number): boolean {
    if (this.departs[k]! >= 0) return this.departs[k] === 1;
    evaluateSeats(this.state, this.shares);
    return this.meet(k, this.shares[this.seat]!);
  }

  private meet(k: number, before: number): boolean {
    const departs = this.practice.draw(k);
    this.departs[k] = departs ? 1 : 0;
    this.before[k] = before;
    this.met[this.count++] = k;
    return departs;
  }
}

/**
 * Plays games of the network's adviser with itself in which each seat departs from it at random – leaves a card alone,
 * answers a `may` the other way round, has another temper – and so finds for the cards of a game which departures win. Of
 * each it compares what the seats that did so came off with and what those did that could have, beside what they could
 * expect when it first mattered. What does well is tried more often. The same for the same configuration.
 */
export class Practice {
  /** Departures: tempers, then the ways to use cards. */
  readonly size: number;
  games = 0;
  private playing = false;
  private decisions = 0;
  private readonly table: GangupTable;
  private readonly trials: readonly Trial[];
  private readonly sessions: readonly Session<GangupView>[];
  private readonly rng = new Rng(SEED);
  private readonly chance: Float64Array;
  /** [size, 2] how often a seat kept to the script and departed where it mattered, and the sum of what it gained then. */
  private readonly times: Float64Array;
  private readonly gained: Float64Array;
  private readonly shares: Float64Array;

  constructor(config: GangupConfig) {
    this.table = new GangupTable(config);
    const { state } = this.table;
    this.size = TEMPERS.length + waysOf(state.cards);
    this.trials = Array.from({ length: config.players }, (_, seat) => new Trial(this, state, seat));
    this.sessions = this.trials.map(
      (trial, seat) =>
        script('practice', trial.temper, trial).open(config, seat, new Rng(SEED, seat + 1)) as Session<GangupView>,
    );
    this.chance = new Float64Array(this.size).fill(TRIED.first);
    this.times = new Float64Array(2 * this.size);
    this.gained = new Float64Array(2 * this.size);
    this.shares = new Float64Array(config.players);
  }

  draw(k: number): boolean {
    return this.rng.float() < this.chance[k]!;
  }

  /** One more decision. */
  step(): void {
    const { table, trials, sessions } = this;
    if (!this.playing) {
      if (this.games >= PATIENCE && this.games % REVIEW === 0) this.review();
      table.reset(SEED + this.games);
      for (const trial of trials) trial.begin();
      this.playing = true;
    }
    const { seat } = table;
    gangup.apply(table.state, seat, sessions[seat]!.act(table.view, table.legal, {}) as Action);
    this.decisions++;
    if (table.over) this.learn();
  }

  /** Counts the game that is over. */
  private learn(): void {
    const { table, trials, shares } = this;
    this.playing = false;
    this.games++;
    gangup.returns(table.state, shares);
    for (const [seat, { met, count, departs, before }] of trials.entries()) {
      for (let i = 0; i < count; i++) {
        const k = met[i]!;
        const at = 2 * k + departs[k]!;
        this.times[at]!++;
        this.gained[at]! += shares[seat]! - before[k]!;
      }
    }
  }

  /** By how many standard errors a departure is thought to win; negative where it loses. */
  private promise(k: number): number {
    const [kept, departed] = [this.times[2 * k]!, this.times[2 * k + 1]!];
    if (kept < 5 || departed < 5) return PRIOR_MEAN / PRIOR_SPREAD;
    const seen = this.gained[2 * k + 1]! / departed - this.gained[2 * k]! / kept;
    const doubt = NOISE * NOISE * (1 / kept + 1 / departed);
    const weight = (PRIOR_SPREAD * PRIOR_SPREAD) / (PRIOR_SPREAD * PRIOR_SPREAD + doubt);
    return (PRIOR_MEAN + weight * (seen - PRIOR_MEAN)) / Math.sqrt(weight * doubt);
  }

  /** Tries more often what does well: about as likely as it is to win. */
  private review(): void {
    for (let k = 0; k < this.size; k++) {
      this.chance[k] = Math.min(TRIED.most, Math.max(TRIED.least, 0.5 + 0.3 * this.promise(k)));
    }
  }

  /** Whether so many games were played, or it has taken long enough; between two games alone. */
  enough(games: number): boolean {
    return !this.playing && (this.games >= games || this.decisions >= DECISIONS_MAX);
  }

  /** What has been found until now. */
  habits(): Habits {
    const { cards } = this.table.state;
    const kept = Uint8Array.from({ length: this.size }, (_, k) => (this.promise(k) > CONVINCED ? 1 : 0));
    return settled(cards, kept);
  }
}

function settled(cards: Cards, kept: Uint8Array): Habits {
  const own = kept.subarray(TEMPERS.length);
  return {
    temper: Object.assign({ ...ADVISOR }, ...TEMPERS.filter((_, t) => kept[t] === 1)),
    shuns: (code) => {
      const way = wayOfAction(cards, code);
      return way >= 0 && own[way] === 1;
    },
    turns: (pc) => own[wayOfCode(cards, pc)] === 1,
  };
}
