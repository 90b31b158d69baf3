import type { Budget, Session } from '../../src/core/agent.js';
import { BadInputError } from '../../src/core/errors.js';
import type { Action, ActionList, GameEvent } from '../../src/core/game.js';
import { inputError } from '../../src/core/result.js';
import type { Rng } from '../../src/core/rng.js';
import { ObservationEncoder } from '../../src/env/gang-encode.js';
import { actionIndex } from '../../src/env/gang-table.js';
import { headlessGang } from '../../src/env/schedule.js';
import type { GangConfig } from '../../src/gang/config.js';
import { planOf } from '../../src/gang/plan.js';
import { GangView } from '../../src/gang/state.js';
import type { AgentParameter } from '../entry.js';
import { ViewFeatures } from '../features.js';
import type { GangAgent } from '../gang-agent.js';
import { loadFor, type OnnxPolicy, shippedModel } from '../onnx.js';
import { HandBelief } from './hands.js';
import { TakeHistory } from './history.js';
import { Rollouts } from './rollouts.js';

/** How `search` searches. */
export interface SearchOptions {
  /** Worlds that an undecided move is played out in, once for each act that is looked at. */
  readonly worlds: number;
  /** Milliseconds after which no further worlds are begun; 0: no limit. With a limit, results depend on the machine. */
  readonly ms: number;
  /** Acts are looked at that the network gives at least this chance. */
  readonly least: number;
  /** The first round that is searched: 0 pre-flop, 1 flop, 2 turn, 3 river; before it the network acts. */
  readonly from: number;
  /** Standard errors by which another act must do better than the network's own to be taken instead. */
  readonly sure: number;
}

export const SEARCH_PARAMETERS: readonly AgentParameter[] = [
  { name: 'worlds', meaning: 'worlds that an undecided move is played out in', default: 200, min: 1, max: 100_000 },
  { name: 'ms', meaning: 'milliseconds for a move, 0 for no limit but the worlds', default: 0, min: 0, max: 600_000 },
  { name: 'least', meaning: 'chance that the network must give an act to be looked at', default: 0.05, min: 0, max: 1 },
  { name: 'from', meaning: 'first round that is searched: 0 pre-flop … 3 river', default: 2, min: 0, max: 3 },
  {
    name: 'sure',
    meaning: "standard errors by which an act must do better than the network's own",
    default: 2,
    min: 0,
    max: 100,
  },
];

/** Worlds begun at once; after each lot it is seen what is still open. */
const LOT = 40;
/** Acts looked at, at most. */
const ACTS_MAX = 4;
/** Standard errors by which another act must lead the network's own after each lot to be looked at any longer. */
const HOPE = 0.5;
/** Standard errors behind the best at which an act is no longer looked at. */
const BEHIND = 3;
/** How the others are thought to take: nearly as the network would. */
const HANDS = { temperature: 0.5, lapse: 0.02 };

/** What searched moves did, summed over all sessions of an agent. */
export interface SearchTally {
  moves: number;
  /** Moves with more than one act to look at. */
  searched: number;
  worlds: number;
  /** Moves on which the network was overruled. */
  overruled: number;
}

/** The agent, and what its searches did. */
export interface SearchAgent extends GangAgent {
  readonly tally: SearchTally;
  fits(config: GangConfig): boolean;
}

function isBase(config: GangConfig): boolean {
  return planOf(config).plain;
}

/**
 * `search`: plans over imagined worlds on top of the trained network `full`, at the base game's tables.
 *
 * Where the network is sure of its act, that is the act, and before the turn (`from`), where little is decided and every
 * world is long. Else worlds are dealt that fit the seat's view: the others'
 * pockets as likely as the network would have taken the chips that they took with them (`HandBelief`), the cards to come
 * at random. Every act that the network thinks possible is played out in the same worlds to the heist's end, all seats by
 * the network (`Rollouts`). The act that wins the most heists is taken, if it wins more than the network's own by so many
 * standard errors of the difference.
 */
export function makeSearch(parameters: Readonly<Record<string, number>>): SearchAgent {
  const options = parameters as unknown as SearchOptions;
  const benches = new Map<number, Promise<Bench>>();
  const tally: SearchTally = { moves: 0, searched: 0, worlds: 0, overruled: 0 };
  const { worlds, ms } = options;
  return {
    name: `search?worlds=${worlds}${ms > 0 ? `&ms=${ms}` : ''}`,
    observes: 'full',
    tally,
    fits: isBase,
    open: async (input, _seat, rng) => {
      const config = input as GangConfig;
      if (!isBase(config)) {
        const message = 'search knows the base game only, and this table has more.';
        throw new BadInputError(inputError('model/table', 'search', message, 'Use full or belief here.'));
      }
      let bench = benches.get(config.players);
      if (bench === undefined) {
        bench = loadFor(shippedModel('full', config.players), config.players).then((policy) => new Bench(policy));
        benches.set(config.players, bench);
      }
      return new SearchSession(await bench, config, options, rng, tally);
    },
  };
}

/** What the sessions of an agent at tables of one size share; one of them searches at a time. */
class Bench {
  private rollouts: Rollouts | undefined;
  private busy: Promise<unknown> = Promise.resolve();

  constructor(readonly policy: OnnxPolicy) {}

  /** Does the work when nobody else's is being done. */
  inTurn<T>(config: GangConfig, work: (rollouts: Rollouts) => Promise<T>): Promise<T> {
    this.rollouts ??= new Rollouts(this.policy, config);
    const { rollouts } = this;
    const done = this.busy.then(() => work(rollouts));
    this.busy = done.catch(() => {});
    return done;
  }
}

class SearchSession implements Session<GangView> {
  private readonly features = new ViewFeatures();
  private readonly encoder: ObservationEncoder;
  private readonly history: TakeHistory;
  private readonly hands: HandBelief;
  private readonly view: GangView;

  constructor(
    private readonly bench: Bench,
    private readonly config: GangConfig,
    private readonly options: SearchOptions,
    private readonly rng: Rng,
    private readonly tally: SearchTally,
  ) {
    this.encoder = new ObservationEncoder(bench.policy.card.class, config.players);
    this.history = new TakeHistory(config);
    this.hands = new HandBelief(bench.policy, config, HANDS);
    this.view = new GangView(config);
  }

  notice(event: GameEvent): void {
    this.history.hear(event);
  }

  async act(seen: GangView, legal: ActionList, budget: Budget): Promise<Action> {
    const { tally, view } = this;
    const answers = legal.toArray();
    view.words.set(seen.words); // the caller's may change before the answer is found
    tally.moves++;
    const acts = await this.candidates(view, answers);
    if (acts.length === 1) return acts[0]!;
    tally.searched++;
    const best = await this.bench.inTurn(this.config, (rollouts) => this.search(rollouts, acts, budget));
    if (best !== acts[0]) tally.overruled++;
    return best;
  }

  /** Acts that the network thinks possible, the likeliest first. */
  private async candidates(view: GangView, answers: readonly Action[]): Promise<Action[]> {
    const { encoder, features, bench, options } = this;
    if (answers.length === 1) return [answers[0]!];
    const observation = new Float32Array(encoder.size);
    encoder.encode(view, features.update(view), 0, observation, 0);
    const logits = await bench.policy.logits(observation, 1);
    const logit = (action: Action): number => logits[actionIndex(action)]!;
    const ranked = [...answers].sort((a, b) => logit(b) - logit(a));
    const sum = ranked.reduce((total, action) => total + Math.exp(logit(action) - logit(ranked[0]!)), 0);
    const chance = (action: Action): number => Math.exp(logit(action) - logit(ranked[0]!)) / sum;
    if (view.round < options.from) return [ranked[0]!];
    return ranked.slice(0, ACTS_MAX).filter((action, i) => i === 0 || chance(action) >= options.least);
  }

  private async search(rollouts: Rollouts, acts: readonly Action[], budget: Budget): Promise<Action> {
    const { options, view, history, hands, rng, tally } = this;
    const known = history.follows(view);
    if (known) await hands.update(history, view);
    const stop = Math.min(
      options.ms > 0 ? performance.now() + options.ms : Number.POSITIVE_INFINITY,
      budget.deadline ?? Number.POSITIVE_INFINITY,
    );
    const scores = new Scores(acts);
    while (scores.worlds < options.worlds && scores.alive.length > 1 && performance.now() < stop) {
      if (budget.signal?.aborted) break;
      const count = Math.min(LOT, options.worlds - scores.worlds);
      for (let w = 0; w < count; w++) {
        headlessGang.imagine(view, rng, rollouts.world(w), known ? hands.weight : undefined);
      }
      const won = new Uint8Array(count * scores.alive.length);
      await rollouts.play(count, view.seat, scores.alive, won, 0);
      scores.add(won, count, options.sure);
      tally.worlds += count;
    }
    return scores.choice(options.sure);
  }
}

/** How often each act won, in the same worlds; the first is the network's own. */
class Scores {
  worlds = 0;
  alive: Action[];
  private readonly wins = new Map<Action, number>();
  /** Worlds in which the one won and the other didn't: `apart.get(a).get(b)`. */
  private readonly apart = new Map<Action, Map<Action, number>>();

  constructor(private readonly acts: readonly Action[]) {
    this.alive = [...acts];
    for (const a of acts) {
      this.wins.set(a, 0);
      this.apart.set(a, new Map(acts.map((b) => [b, 0])));
    }
  }

  /** `won` [count, alive]; then drops acts that will hardly be taken. */
  add(won: Uint8Array, count: number, sure: number): void {
    const { alive, wins, apart } = this;
    const width = alive.length;
    for (let w = 0; w < count; w++) {
      for (let i = 0; i < width; i++) {
        if (won[w * width + i] === 0) continue;
        const row = apart.get(alive[i]!)!;
        wins.set(alive[i]!, wins.get(alive[i]!)! + 1);
        for (let j = 0; j < width; j++) {
          if (won[w * width + j] === 0) row.set(alive[j]!, row.get(alive[j]!)! + 1);
        }
      }
    }
    this.worlds += count;
    const [own] = this.acts;
    const best = this.best();
    this.alive = alive.filter(
      (act) => act === own || act === best || (this.lead(act, own!) >= HOPE && this.lead(best, act) < BEHIND),
    );
    // Nothing will change any more.
    if (best === own || this.lead(best, own!) < HOPE) this.alive = [own!];
    else if (this.lead(best, own!) >= sure + 1) this.alive = [best];
  }

  /** The best of those still looked at if it leads the network's own by enough, else the network's own. */
  choice(sure: number): Action {
    const [own] = this.acts;
    const best = this.best();
    if (this.alive.length === 1) return this.alive[0]!;
    return this.lead(best, own!) >= sure ? best : own!;
  }

  private best(): Action {
    return this.alive.reduce((a, b) => (this.wins.get(b)! > this.wins.get(a)! ? b : a));
  }

  /** By how many standard errors of their difference `a` wins more than `b` (paired worlds: McNemar's statistic). */
  private lead(a: Action, b: Action): number {
    const [more, fewer] = [this.apart.get(a)!.get(b)!, this.apart.get(b)!.get(a)!];
    return more + fewer === 0 ? 0 : (more - fewer) / Math.sqrt(more + fewer);
  }
}
