import { BaseEncoder } from '../agents/deluxe/base-encode.js';
import type { Sight } from '../agents/deluxe/sight.js';
import { PaddedEncoder } from '../agents/padded/encode.js';
import type { Action } from '../src/core/game.js';
import { observationLayout } from '../src/env/gang-layout.js';
import { PaddedActions, paddedLayout, paddedSeats, Rows } from '../src/env/gang-padded.js';
import { actionIndex } from '../src/env/gang-table.js';
import { KEEP, takeAction } from '../src/gang/actions.js';
import type { GangConfig } from '../src/gang/config.js';
import { GANG_VERSION } from '../src/gang/game.js';
import { planOf } from '../src/gang/plan.js';
import type { GangView, PublicTable } from '../src/gang/state.js';

/**
 * What a network sees and answers at tables that aren't the base game's alone: padded, for tables of many sizes, or in
 * the base game's terms, so that a network of that can go on learning at other tables of its size.
 */
export const TABLE_FORMS = ['padded', 'base'] as const;
export type TableForm = (typeof TABLE_FORMS)[number];

/** What a seat of one configuration is shown, and what its answers mean. Allocates nothing after construction. */
export interface FormCodec {
  /** The critic's rows, as `encode` left them for the view's seat. */
  readonly rows: Rows;
  /** [S] the head's row of each seat, as `encode` left them (`RankHead` in agents/rank-head.ts). */
  readonly headRows: Int32Array;
  encode(view: GangView, sight: Sight, out: Float32Array, outAt: number): void;
  /** The network's index of a legal action about chips, −1 for one that it doesn't know. */
  indexOf(action: Action): number;
  /** The action of an index as the table lies. */
  actionAt(table: PublicTable, index: number): Action;
}

/** Sizes of the tensors of a network, and what its checkpoints say of its tables. */
export interface FormShape {
  readonly observation: number;
  readonly actions: number;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The network that sits at all these tables. Throws `RangeError` where none of this form does. */
export function formShape(form: TableForm, configs: readonly GangConfig[]): FormShape {
  const { players } = configs[0]!;
  const common = { game: 'gang', class: 'full', rulesVersion: String(GANG_VERSION) };
  if (form === 'padded') {
    const padded = paddedSeats(players);
    if (configs.some((config) => paddedSeats(config.players) !== padded)) {
      throw new RangeError('tables of up to 6 and of more players have different networks');
    }
    const { size, name, hash } = paddedLayout(padded);
    const metadata = { ...common, padded: String(padded), layoutName: name, layoutHash: hash };
    return { observation: size, actions: new PaddedActions(padded).size, metadata };
  }
  if (players > 6 || configs.some((config) => config.players !== players)) {
    throw new RangeError("a network of the base game's observation has tables of one size, of 3 to 6 players");
  }
  const { size, name, hash } = observationLayout('full', players);
  const metadata = { ...common, tables: form, players: String(players), layoutName: name, layoutHash: hash };
  return { observation: size, actions: 1 + players, metadata };
}

export function formCodec(form: TableForm, config: GangConfig): FormCodec {
  return form === 'padded' ? new PaddedCodec(config) : new BaseCodec(config);
}

class PaddedCodec implements FormCodec {
  readonly rows: Rows;
  private readonly encoder: PaddedEncoder;
  private readonly actions: PaddedActions;

  constructor(config: GangConfig) {
    const padded = paddedSeats(config.players);
    this.encoder = new PaddedEncoder(padded, config);
    this.rows = this.encoder.rows;
    this.actions = new PaddedActions(padded);
  }

  encode(view: GangView, sight: Sight, out: Float32Array, outAt: number): void {
    this.encoder.encode(view, sight, out, outAt);
  }

  get headRows(): Int32Array {
    return this.encoder.headRows;
  }

  indexOf(action: Action): number {
    return this.actions.indexOf(this.rows, action);
  }

  actionAt(table: PublicTable, index: number): Action {
    return this.actions.actionAt(table, this.rows, index);
  }
}

class BaseCodec implements FormCodec {
  readonly rows: Rows;
  private readonly encoder: BaseEncoder;
  private readonly players: number;

  constructor(config: GangConfig) {
    this.players = config.players;
    this.encoder = new BaseEncoder('full', config.players);
    this.rows = new Rows(planOf(config), paddedSeats(config.players));
  }

  encode(view: GangView, sight: Sight, out: Float32Array, outAt: number): void {
    this.rows.fill(view, view.seat);
    this.encoder.encode(view, sight, out, outAt);
  }

  get headRows(): Int32Array {
    return this.encoder.headRows;
  }

  indexOf(action: Action): number {
    const index = actionIndex(action);
    return index <= this.players ? index : -1;
  }

  actionAt(table: PublicTable, index: number): Action {
    return index === 0 ? KEEP : takeAction(index - 1, table.holder[index - 1]!);
  }
}
