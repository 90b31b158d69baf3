import type { Action, ActionList } from '../../src/core/game.js';
import type { Rng } from '../../src/core/rng.js';
import { legalNow } from '../../src/gangup/apply.js';
import type { GangupConfig } from '../../src/gangup/config.js';
import { gangup } from '../../src/gangup/game.js';
import { type GangupState, GangupView, INFO } from '../../src/gangup/state.js';
import type { Advised } from './advisor.js';
import { type BossPolicy, likeliest } from './boss-policy.js';
import { Questions, Sight } from './sight.js';

/** What may come of an action, as its seat can tell. */
export interface Outlook {
  readonly action: Action;
  /** [worlds] the share of the win that the seat may expect in each imagined world when the turn is over. */
  readonly shares: Float64Array;
  /** What its status is then more than now: the mean over the worlds. */
  readonly status: number;
}

/** Decisions after which a world is looked at where it stands. */
const STEPS_MAX = 60;

/** An imagined world that is played on. */
interface World {
  readonly state: GangupState;
  /** What each seat sees of it while it is asked: windows, which copy nothing. */
  readonly seen: readonly GangupView[];
  /** Which action and which of the worlds it is. */
  of: number;
  number: number;
}

/**
 * Plays actions out: in worlds that the view allows, the same ones for each action, all seats go on as the network would
 * until the turn is over; then its values say what that has come to. The network is asked about all worlds at once.
 */
export class Foresight {
  private readonly worlds: World[] = [];
  private readonly dealt: GangupState;
  private readonly sight: Sight;
  private readonly questions = new Questions(16, 256);

  constructor(
    private readonly policy: BossPolicy,
    private readonly config: GangupConfig,
    advised?: Advised,
  ) {
    this.dealt = gangup.createState(config);
    this.sight = new Sight(new GangupView(config, { state: this.dealt, seat: 0 }), advised);
  }

  /**
   * What may come of each of the actions, which must be legal for the seat of the view, in `count` worlds dealt by
   * `rng`.
   */
  async look(view: GangupView, actions: readonly Action[], count: number, rng: Rng): Promise<Outlook[]> {
    const { seat } = view;
    const shares = actions.map(() => new Float64Array(count));
    const gains = actions.map(() => 0);
    const open: World[] = [];
    for (let number = 0; number < count; number++) {
      gangup.imagine(view, rng, this.dealt);
      for (const [of, action] of actions.entries()) {
        const world = this.world(open.length);
        world.of = of;
        world.number = number;
        gangup.copy(this.dealt, world.state);
        gangup.apply(world.state, seat, action);
        open.push(world);
      }
    }
    const lastTurn = view.info[INFO.turn]!;
    const returns = new Float64Array(view.seats);
    const end = ({ state, of, number }: World, share: number): void => {
      shares[of]![number] = share;
      gains[of]! += (state.status[seat]! - view.status[seat]!) / count;
    };
    for (let step = 0, going = open; going.length > 0; step++) {
      const asked: World[] = [];
      this.questions.clear();
      for (const world of going) {
        const { state } = world;
        const legal = settled(state);
        if (legal === null) {
          gangup.returns(state, returns);
          end(world, returns[seat]!);
          continue;
        }
        this.sight.add(world.seen[state.info[INFO.promptSeat]!]!, legal, this.questions);
        asked.push(world);
      }
      going = [];
      if (asked.length === 0) break;
      const question = { ...this.questions.asked(), trust: this.sight.trust };
      const { logits, values } = await this.policy.answer(asked.length, question);
      const places = values.length / asked.length;
      let row = 0;
      for (const [i, world] of asked.entries()) {
        const { info } = world.state;
        const who = info[INFO.promptSeat]!;
        const legal = legalNow(world.state);
        const next = row + legal.length;
        if (info[INFO.turn]! > lastTurn || step >= STEPS_MAX) {
          end(world, values[i * places + ((seat - who + view.seats) % view.seats)]!);
        } else {
          gangup.apply(world.state, who, legal.at(likeliest(logits, row, next) - row));
          going.push(world);
        }
        row = next;
      }
    }
    return actions.map((action, of) => ({ action, shares: shares[of]!, status: gains[of]! }));
  }

  private world(at: number): World {
    const known = this.worlds[at];
    if (known !== undefined) return known;
    const state = gangup.createState(this.config);
    const seen = Array.from({ length: state.seats }, (_, seat) => new GangupView(this.config, { state, seat }));
    const made: World = { state, seen, of: 0, number: 0 };
    this.worlds.push(made);
    return made;
  }
}

/** The next real choice, after those that were none; null when the game is over. */
function settled(state: GangupState): ActionList | null {
  while (state.info[INFO.over] === 0) {
    const legal = legalNow(state);
    if (legal.length > 1) return legal;
    gangup.apply(state, state.info[INFO.promptSeat]!, legal.at(0));
  }
  return null;
}
