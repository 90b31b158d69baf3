import { unwrap } from '../core/errors.js';
import { type Action, ActionList, type EventSink, type Seat } from '../core/game.js';
import { type Move, makeReplay, type Replay } from '../core/replay.js';
import { DO, verbOf } from '../gangup/actions.js';
import { type GangupConfig, parseGangupConfig } from '../gangup/config.js';
import type { GangupEvent } from '../gangup/events.js';
import { gangup } from '../gangup/game.js';
import { describeAction } from '../gangup/notation.js';
import { readPacks, SHIPPED } from '../gangup/pack-file.js';
import { inUse } from '../gangup/prompts.js';
import { type GangupState, type GangupView, INFO, LEGAL_MAX } from '../gangup/state.js';

/** A game of Gang Up! under way: the rules' state and the moves that led to it. */
export class GangupMatch {
  readonly config: GangupConfig;
  readonly moves: Move[] = [];
  private readonly state: GangupState;
  /** The game as it was before the play that is being put together. */
  private readonly before: GangupState;
  private movesBefore = 0;
  private readonly list = new ActionList(LEGAL_MAX);

  /** Throws `BadInputError` for a bad configuration. */
  constructor(
    config: unknown,
    readonly seed: number,
  ) {
    this.config = unwrap(parseGangupConfig(config));
    this.state = gangup.createState(this.config);
    this.before = gangup.createState(this.config);
  }

  start(sink: EventSink<GangupEvent>): void {
    gangup.setup(this.state, this.seed, sink);
  }

  get over(): boolean {
    return gangup.isOver(this.state);
  }

  /** The seat whose answer the rules wait for, −1 after the end. */
  get asked(): Seat {
    return this.over ? -1 : this.state.info[INFO.promptSeat]!;
  }

  get prompt(): number {
    return this.state.info[INFO.prompt]!;
  }

  get statuses(): number[] {
    return [...this.state.status];
  }

  get turns(): number {
    return this.state.info[INFO.turn]!;
  }

  /** Seats that share the win; empty before the end. */
  get winners(): Seat[] {
    return this.statuses.flatMap((_, seat) => ((this.state.info[INFO.winners]! >> seat) & 1 ? [seat] : []));
  }

  /** What the asked seat may do, in the rules' order. The list is used again by the next call. */
  legal(): ActionList {
    gangup.legal(this.state, this.asked, this.list);
    return this.list;
  }

  view(seat: Seat): GangupView {
    const view = gangup.createView(this.config);
    gangup.view(this.state, seat, view);
    return view;
  }

  describe(action: Action): string {
    return describeAction(this.state, action);
  }

  /** Throws `IllegalActionError` for what isn't legal. */
  apply(seat: Seat, action: Action, sink: EventSink<GangupEvent>): void {
    const begins = (verbOf(action) === DO.play || verbOf(action) === DO.act) && !inUse(this.state.draft);
    if (begins) {
      gangup.copy(this.state, this.before);
      this.movesBefore = this.moves.length;
    }
    gangup.apply(this.state, seat, action, sink);
    this.moves.push({ seat, action });
  }

  /** Whether the asked seat is putting a play together: until it is announced nobody has seen it (R-ANNOUNCE). */
  get canGoBack(): boolean {
    return !this.over && inUse(this.state.draft);
  }

  /** Forgets the play that is being put together. */
  goBack(): void {
    if (!this.canGoBack) throw new Error('no play is being put together');
    gangup.copy(this.before, this.state);
    this.moves.length = this.movesBefore;
  }

  replay(about: {
    readonly agents: readonly string[];
    readonly models: Record<string, string>;
    people: number;
  }): Replay {
    const config = { ...this.config, packs: packsThemselves(this.config) };
    return makeReplay(gangup, { config, seed: this.seed, ...about }, this.moves);
  }
}

/** Packs from files as they were read, so that a replay needs no file but itself. */
function packsThemselves({ packs }: GangupConfig): unknown[] {
  return packs.map((source) => {
    if (source === SHIPPED || typeof source !== 'string') return source;
    const read = readPacks([source]);
    return read.ok ? read.value[0]!.pack : source;
  });
}
