import { unwrap } from '../../src/core/errors.js';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { settle } from '../../src/gangup/apply.js';
import { manpower, requirement } from '../../src/gangup/effects/evaluate.js';
import type { GangupEvent } from '../../src/gangup/events.js';
import { openRound } from '../../src/gangup/flow.js';
import {
  CRIME,
  GANGSTER,
  GangupState,
  type GangupView,
  gangup,
  INFLUENCE,
  INFO,
  LEGAL_MAX,
  PROMPTS,
  STEP,
} from '../../src/gangup/index.js';
import { clearRow } from '../../src/gangup/knowledge.js';
import { blank } from '../../src/gangup/setup.js';
import { placeGangster, toDiscard, toHandSeen, toJail } from '../../src/gangup/zones.js';
import { checkConservation, configOf, FIXTURE } from './support.js';

export interface Arrangement {
  readonly hands?: readonly (readonly string[])[];
  readonly tables?: readonly (readonly string[])[];
  readonly status?: readonly number[];
  readonly jail?: readonly string[];
  readonly discard?: readonly string[];
  /** The top cards of the piles, first drawn first. Of the crime pile these may be all. */
  readonly crimes?: readonly string[];
  readonly pile?: readonly string[];
  readonly leaders?: readonly (string | undefined)[];
  readonly locations?: Readonly<Record<string, number>>;
  readonly step?: keyof typeof STEP;
  readonly lastCrime?: boolean;
}

/** A table arranged by hand: seat 0 is at its gangster phase unless another step is named. */
export class Scene {
  readonly state: GangupState;
  readonly events: GangupEvent[] = [];
  private readonly view: GangupView;

  constructor(input: object, a: Arrangement = {}) {
    const config = configOf({ players: 2, packs: FIXTURE, ...input });
    const state = new GangupState(config);
    this.state = state;
    this.view = gangup.createView(config);
    blank(state);
    new Rng(7).words.forEach((word, i) => {
      state.rng[i] = word;
    });
    const { cards, info } = state;
    const left = Int32Array.from(cards.copies);
    const take = (id: string): number => {
      const card = cards.data.findIndex((c) => c.id === id);
      if (card < 0) throw new Error(`no card ${id}`);
      if (--left[card]! < 0) throw new Error(`no copy of ${id} is left`);
      return card;
    };
    for (let s = 0; s < state.seats; s++) state.status[s] = a.status?.[s] ?? config.startStatus;
    a.hands?.forEach((hand, s) => {
      for (const id of hand) toHandSeen(state, s, take(id));
      for (let v = 0; v < state.seats; v++)
        if (v !== s) clearRow(state, state.knows, (v * state.seats + s) * state.knownWords);
      clearRow(state, state.known, s * state.knownWords);
    });
    a.tables?.forEach((gang, s) => {
      for (const id of gang) placeGangster(state, s, take(id));
    });
    for (const id of a.jail ?? []) toJail(state, take(id));
    for (const id of a.discard ?? []) toDiscard(state, take(id));
    a.leaders?.forEach((id, s) => {
      if (id !== undefined) state.leader[s] = take(id);
    });
    for (const [id, owner] of Object.entries(a.locations ?? {})) {
      state.locationOwner[cards.locations.findIndex((c) => cards.data[c]!.id === id)] = owner;
    }
    const tops = (a.pile ?? []).map(take).reverse();
    const crimes = (a.crimes ?? []).map(take).reverse();
    for (let card = 0; card < cards.count; card++) {
      for (; left[card]! > 0; left[card]!--) {
        if (cards.kind[card] === GANGSTER || cards.kind[card] === INFLUENCE) {
          state.resourcePile[info[INFO.resources]!++] = card;
        } else if (cards.kind[card] === CRIME) {
          if (a.lastCrime) state.crimeDiscard[info[INFO.crimeDiscards]!++] = card;
          else state.crimePile[info[INFO.crimes]!++] = card;
        }
      }
    }
    for (const card of tops) state.resourcePile[info[INFO.resources]!++] = card;
    for (const card of crimes) state.crimePile[info[INFO.crimes]!++] = card;
    info[INFO.turn] = 1;
    info[INFO.step] = STEP[a.step ?? 'gangsters'];
    if (a.step === 'gangstersRound') openRound(state, STEP.gangstersRound, 1);
    state.sink = (event) => this.events.push(event);
    settle(state);
    state.sink = undefined;
    checkConservation(state);
  }

  get asked(): number {
    return this.state.info[INFO.promptSeat]!;
  }

  /** What is asked of whom: `0 organize`. */
  get prompt(): string {
    return `${this.asked} ${PROMPTS[this.state.info[INFO.prompt]!]}`;
  }

  get manpower(): number {
    return manpower(this.state);
  }

  get requirement(): number {
    return requirement(this.state);
  }

  get statuses(): number[] {
    return [...this.state.status];
  }

  legal(): string[] {
    const list = new ActionList(LEGAL_MAX);
    gangup.legal(this.state, this.asked, list);
    gangup.view(this.state, this.asked, this.view);
    return list.toArray().map((code) => gangup.formatAction(this.view, code));
  }

  /** The asked seat does each in turn; places of gangsters may be left out. */
  do(...texts: string[]): this {
    for (const text of texts) {
      gangup.view(this.state, this.asked, this.view);
      const code = unwrap(gangup.parseAction(this.view, text));
      gangup.apply(this.state, this.asked, code, (event) => this.events.push(event));
      checkConservation(this.state);
    }
    return this;
  }

  /** Everybody passes, declines or is done until the prompt is of this kind. */
  until(prompt: string): this {
    for (let i = 0; i < 200 && this.prompt !== prompt && this.state.info[INFO.over] === 0; i++) {
      const legal = this.legal();
      const quiet = ['pass', 'decline', 'no ally', 'done', 'draw and end', 'no', 'refuse'].find((w) =>
        legal.includes(w),
      );
      this.do(quiet ?? legal[0]!);
    }
    if (this.prompt !== prompt) throw new Error(`never at ${prompt}, but at ${this.prompt}`);
    return this;
  }

  hand(seat: number): string[] {
    const base = seat * this.state.handCapacity;
    return Array.from(this.state.hand.subarray(base, base + this.state.handCount[seat]!), (c) => this.id(c)).sort();
  }

  gang(seat: number): string[] {
    const { slotCard, slotOwner } = this.state;
    return [...slotCard].flatMap((card, g) => (card >= 0 && slotOwner[g] === seat ? [this.id(card)] : [])).sort();
  }

  atCrime(): string[] {
    const { slotCard, slotAt } = this.state;
    return [...slotCard].flatMap((card, g) => (card >= 0 && slotAt[g] !== 0 ? [this.id(card)] : [])).sort();
  }

  pile(name: 'jail' | 'discard' | 'removed' | 'crimeDiscard'): string[] {
    return [...this.state[name]]
      .filter((card) => card >= 0)
      .map((card) => this.id(card))
      .sort();
  }

  get over(): boolean {
    return this.state.info[INFO.over] === 1;
  }

  get winners(): number[] {
    return [...Array(this.state.seats).keys()].filter((s) => (this.state.info[INFO.winners]! >> s) & 1);
  }

  types(): string[] {
    return this.events.map((event) => event.type);
  }

  private id(card: number): string {
    return this.state.cards.data[card]!.id;
  }
}
