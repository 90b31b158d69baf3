import type { Action, ActionList } from '../../src/core/game.js';
import type { Rng } from '../../src/core/rng.js';
import type { GangupConfig } from '../../src/gangup/config.js';
import { gangup } from '../../src/gangup/game.js';
import type { GangupView } from '../../src/gangup/state.js';
import { practise } from './advisor.js';
import { type Thought, thoughtOf } from './boss.js';
import type { BossPolicy } from './boss-policy.js';
import { Foresight, type Outlook } from './foresight.js';
import { Sight } from './sight.js';
import { copyView } from './view-copy.js';

/** What a network has to say of a decision, from what the asked seat could see. */
export interface Reasons {
  /** How likely it is to take each candidate, and what every seat may expect of the win. */
  readonly thought: Thought;
  /** What may come of the likeliest candidates and of the one that was taken, the likeliest first. */
  readonly outlooks: readonly Outlook[];
}

/** Candidates that are played out, beside the one that was taken. */
const PLAYED_OUT = 2;
/** Those less likely than this aren't. */
const WORTH_A_LOOK = 0.02;

/** Says why decisions are taken as they are. One question at a time. */
export class Reasoner {
  private readonly sight: Sight;
  private readonly foresight: Foresight;
  private readonly seen: GangupView;

  private constructor(
    private readonly policy: BossPolicy,
    config: GangupConfig,
  ) {
    this.seen = gangup.createView(config);
    this.sight = new Sight(this.seen);
    this.foresight = new Foresight(policy, config);
  }

  /** One for a table, whose adviser practises first where there are cards that the network wasn't trained with. */
  static async open(policy: BossPolicy, config: GangupConfig): Promise<Reasoner> {
    await practise(config);
    return new Reasoner(policy, config);
  }

  /** What the network thinks of the decision, without playing anything out. */
  async think(view: GangupView, legal: ActionList): Promise<Thought> {
    copyView(view, this.seen);
    const { seat, seats } = view;
    const actions = legal.toArray();
    return thoughtOf(await this.policy.answer(1, this.sight.look(view, legal)), actions, seat, seats);
  }

  /** Plays the likeliest candidates out, and `taken` if there is one, in `worlds` worlds that the last view allows. */
  async foresee(thought: Thought, taken: Action | null, worlds: number, rng: Rng): Promise<Reasons> {
    const { legal, chances } = thought;
    const order = legal.map((_, k) => k).sort((a, b) => chances[b]! - chances[a]!);
    const looked = order.filter((k, i) => legal[k] === taken || (i < PLAYED_OUT && chances[k]! >= WORTH_A_LOOK));
    const actions = looked.map((k) => legal[k]!);
    return { thought, outlooks: await this.foresight.look(this.seen, actions, worlds, rng) };
  }
}
