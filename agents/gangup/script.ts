import type { Session } from '../../src/core/agent.js';
import { type Action, ActionList, type GameEvent } from '../../src/core/game.js';
import type { Rng } from '../../src/core/rng.js';
import { action, cardOf, DO, numberOf, verbOf } from '../../src/gangup/actions.js';
import { GANGSTER } from '../../src/gangup/cards.js';
import type { GangupConfig } from '../../src/gangup/config.js';
import { needed } from '../../src/gangup/effects/evaluate.js';
import { inUse, PROMPT } from '../../src/gangup/prompts.js';
import { FRAME, type GangupView, INFO, LEGAL_MAX, RUN } from '../../src/gangup/state.js';
import { Appraiser } from './appraisal.js';
import { Crimes } from './crimes.js';
import type { GangupAgent } from './gangup-agent.js';
import type { Habits } from './habits.js';
import { firstOfBest } from './hand.js';
import { Plays } from './plays.js';
import { Prospects } from './prospects.js';
import { Rivals } from './rivals.js';
import { pickLeader, sells, shop, tasteOf } from './table-cards.js';
import type { Temper } from './temper.js';

/**
 * A script of this temper: everything it does follows from the view and the list of legal actions. With habits it plays
 * otherwise than it would where they say so.
 */
export function script(name: string, temper: Temper, habits?: Habits): GangupAgent {
  return {
    name,
    open: (config, seat, rng) => {
      const rivals = new Rivals(temper, seat, (config as GangupConfig).players);
      const session = new ScriptSession(temper, rivals, rng, habits);
      // Events are made only for those who listen.
      if (temper.aim === 'grudge') session.notice = (event) => rivals.notice(event);
      return session;
    },
  };
}

class ScriptSession implements Session<GangupView> {
  private appraiser!: Appraiser;
  private prospects!: Prospects;
  private plays!: Plays;
  private crimes!: Crimes;
  private taste!: Float64Array;
  private seated = false;
  private readonly left: ActionList;
  notice?: (event: GameEvent) => void;

  constructor(
    private readonly temper: Temper,
    private readonly rivals: Rivals,
    private readonly rng: Rng,
    private readonly habits: Habits | undefined,
  ) {
    this.left = new ActionList(habits === undefined ? 0 : LEGAL_MAX);
  }

  act(view: GangupView, all: ActionList): Action {
    if (all.length === 1) return all.codes[0]!;
    if (!this.seated) this.sit(view);
    const legal = this.habits === undefined ? all : this.unshunned(all, this.habits);
    if (legal.length === 1) return legal.codes[0]!;
    this.rivals.weigh(view, this.appraiser.weight);
    this.appraiser.begin(view);
    if (inUse(view.draft)) return this.draft(view, legal);
    switch (view.info[INFO.prompt]) {
      case PROMPT.leader:
        return pickLeader(this.appraiser, legal, this.rng);
      case PROMPT.start:
        return shop(this.appraiser, this.taste, view, legal);
      case PROMPT.offer:
        return action(sells(this.appraiser, this.taste, view) ? DO.accept : DO.refuse);
      case PROMPT.gangsters:
        return this.gangsters(view, legal);
      case PROMPT.third:
        return this.crimes.third(view, legal);
      case PROMPT.rumor:
        return action(this.crimes.begins(view) && legal.includes(action(DO.yes)) ? DO.yes : DO.no);
      case PROMPT.organize:
        return this.crimes.organize(view, legal);
      case PROMPT.bid:
        return this.crimes.bid(view, legal);
      case PROMPT.ally:
        return this.crimes.ally(view, legal);
      case PROMPT.priority:
        return this.plays.play(view, legal, action(DO.pass));
      case PROMPT.end:
        return this.plays.play(view, legal, action(DO.done));
      case PROMPT.answer:
        return this.plays.answer(view, legal);
      case PROMPT.discardDown:
        return this.fromHand(view, legal, DO.discard, this.plays.excess(view), -1);
      default:
        return this.effect(view, legal);
    }
  }

  /** What the habits leave of the legal actions: all, should they leave none. */
  private unshunned(legal: ActionList, habits: Habits): ActionList {
    const { left } = this;
    left.clear();
    for (let i = 0; i < legal.length; i++) if (!habits.shuns(legal.codes[i]!)) left.push(legal.codes[i]!);
    return left.length > 0 ? left : legal;
  }

  private sit(view: GangupView): void {
    this.seated = true;
    this.taste = tasteOf(view.cards, this.rng);
    this.appraiser = new Appraiser(view);
    this.prospects = new Prospects(this.appraiser, this.temper);
    this.plays = new Plays(this.appraiser, this.temper);
    this.crimes = new Crimes(this.appraiser, this.prospects, this.plays, this.temper);
  }

  private fromHand(view: GangupView, legal: ActionList, verb: number, n: number, sign: number): Action {
    return firstOfBest(this.appraiser, view, legal, verb, view.hand, 0, view.handCount[view.seat]!, n, sign);
  }

  /** Places whoever can be placed, swaps who can't for who can, then plays. */
  private gangsters(view: GangupView, legal: ActionList): Action {
    const { appraiser } = this;
    const { seat, cards } = view;
    let best = -1;
    let gain = 0.2;
    for (let i = 0; i < legal.length; i++) {
      const code = legal.codes[i]!;
      if (verbOf(code) === DO.place && !this.shuns(view, cardOf(code))) return code;
      if (verbOf(code) !== DO.snitch) continue;
      const freed = numberOf(code);
      if (this.shuns(view, freed)) continue;
      if (needed(view, seat, freed) > view.status[seat]!) continue;
      const net =
        appraiser.worth.card[freed]! - appraiser.inHand(seat, cardOf(code)) - (cards.kind[freed] === GANGSTER ? 0 : 1);
      if (net > gain) {
        gain = net;
        best = code;
      }
    }
    return best >= 0 ? best : this.plays.play(view, legal, action(DO.done));
  }

  /** Whether it is better not to place the card. */
  private shuns(view: GangupView, card: number): boolean {
    return this.temper.picky && view.cards.kind[card] === GANGSTER && this.appraiser.worth.gangster[card]! <= 0;
  }

  /** Targets, then payment, of the play that is being put together. */
  private draft(view: GangupView, legal: ActionList): Action {
    const { draft, cards } = view;
    const ability = cards.abilities[draft[FRAME.ability]!]!;
    if (draft[FRAME.stage]! >= ability.targetCount) {
      return this.fromHand(view, legal, DO.pay, ability.cost - draft[FRAME.pays]!, -1);
    }
    let best = legal.codes[0]!;
    let worth = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < legal.length; i++) {
      const code = legal.codes[i]!;
      const value = this.appraiser.continued(picked(code));
      if (value > worth) {
        worth = value;
        best = code;
      }
    }
    return best;
  }

  /** A choice inside a running effect. */
  private effect(view: GangupView, legal: ActionList): Action {
    const { run, info } = view;
    const { appraiser } = this;
    const pc = run[RUN.pc]!;
    const left = run[RUN.sub]! - 1;
    switch (info[INFO.prompt]) {
      case PROMPT.may:
        return action(appraiser.body(pc) > 0 !== (this.habits?.turns(pc) ?? false) ? DO.yes : DO.no);
      case PROMPT.discardPick:
        return this.fromHand(view, legal, DO.discard, left, -1);
      case PROMPT.givePick:
        return this.fromHand(view, legal, DO.give, left, -1);
      case PROMPT.takePick: {
        const row = run[RUN.last]! * view.knownWords;
        return firstOfBest(appraiser, view, legal, DO.take, view.knows, row + 1, view.knows[row]!, left, 1);
      }
      case PROMPT.peek:
        return this.arrange(view, legal);
      default: {
        let best = legal.codes[0]!;
        let worth = Number.NEGATIVE_INFINITY;
        for (let i = 0; i < legal.length; i++) {
          const value = appraiser.resumed(pc, picked(legal.codes[i]!));
          if (value > worth) {
            worth = value;
            best = legal.codes[i]!;
          }
        }
        return best;
      }
    }
  }

  /** The top of a pile: the best first for oneself, the worst first for whoever draws next. */
  private arrange(view: GangupView, legal: ActionList): Action {
    const { info, seat, cards } = view;
    const drawsNext =
      info[INFO.active] === seat && info[INFO.crimeStage] === 0 && info[INFO.prompt] !== PROMPT.end
        ? seat
        : (info[INFO.active]! + 1) % view.seats;
    const sign = drawsNext === seat ? 1 : -1;
    let best = legal.codes[0]!;
    let worth = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < legal.length; i++) {
      const code = legal.codes[i]!;
      const card = cardOf(code);
      const value =
        sign *
        (cards.reward[card]! > 0
          ? this.prospects.worthOfCrime(view, drawsNext, card)
          : this.appraiser.inHand(drawsNext, card));
      if (value > worth) {
        worth = value;
        best = code;
      }
    }
    return best;
  }
}

/** What an action picks: a place, a card or a seat; −1 for `done`. */
function picked(code: Action): number {
  const verb = verbOf(code);
  return verb === DO.done ? -1 : verb === DO.pickCard ? cardOf(code) : numberOf(code);
}
