import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { BadInputError } from '../src/core/errors.js';
import { inputError } from '../src/core/result.js';
import type { ObservationClass } from '../src/env/gang-layout.js';
import { paddedSeats } from '../src/env/gang-padded.js';
import { defaultExitChips, type GangConfig, MODES, VARIANTS } from '../src/gang/config.js';
import { planOf } from '../src/gang/plan.js';
import { type ModelCard, seatsOfModel } from './card.js';
import { BaseNetSession, PaddedSession } from './deluxe/net-session.js';
import type { GangAgent } from './gang-agent.js';
import { DEFAULT_TEMPERATURE, modelsRoot, type OnnxOptions, OnnxPolicy, onnxAgent, shippedModel } from './onnx.js';

/**
 * The trained agents at every table. At the base game with three to six players a network of that table sits down; where
 * another network was measured to win more heists than `belief` does, that one; elsewhere none fits.
 */

const rowSchema = z.object({
  players: z.int().min(3).max(10),
  variant: z.enum(VARIANTS),
  mode: z.enum(MODES).default('basic'),
  jokers: z.boolean().default(false),
  tools: z.boolean().default(false),
  vaults: z.boolean().default(false),
  dealer: z.int().min(0).max(3).default(0),
  /** Where they aren't as many as the rulebook gives to so many players. */
  exitChips: z.int().min(0).max(3).optional(),
  /** Folder under models/gang of the network that sits here, null where `belief` does better than all. */
  model: z.string().nullable(),
});

/** Which network plays `full` at a table that isn't the base game's for three to six players. */
export type TableModel = z.infer<typeof rowSchema>;

const tablesSchema = z.object({ tables: z.array(rowSchema) });

const shipped = new Map<string, readonly TableModel[]>();

/** The rows of a file of `models/gang`; none where it has none. */
function rowsOfFile(name: string): readonly TableModel[] {
  let rows = shipped.get(name);
  if (rows === undefined) {
    const file = join(modelsRoot(), 'gang', name);
    rows = existsSync(file) ? tablesSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).tables : [];
    shipped.set(name, rows);
  }
  return rows;
}

/** The rows of `models/gang/tables.json`, which `docs/agents-by-table.mjs` writes from measurements. */
export function tableModels(): readonly TableModel[] {
  return rowsOfFile('tables.json');
}

/**
 * The rows of `models/gang/estimates.json`, which `docs/estimates-by-table.mjs` writes: whose estimates of final ranks
 * were measured to be better than `belief`'s; null where `belief`'s are as good.
 */
export function estimateModels(): readonly TableModel[] {
  return rowsOfFile('estimates.json');
}

/** Whether the table is one of those that the base game's networks were trained at. A bare number of players is. */
export function isBaseTable(config: Partial<GangConfig> & { readonly players: number }): boolean {
  return config.players <= 6 && (config.variant === undefined || planOf(config as GangConfig).plain);
}

/** What a table may have beside its players and its variant, each with the value that stands for having none of it. */
const NOTHING_MORE = {
  mode: 'basic',
  jokers: false,
  tools: false,
  vaults: false,
  dealer: 0,
  exitChips: undefined,
} as const;
const EXTRAS = Object.keys(NOTHING_MORE) as (keyof typeof NOTHING_MORE)[];

type Table = Omit<TableModel, 'model'>;

/** Whether a table is another with nothing more, or with less. */
function isPartOf(part: Table, whole: Table): boolean {
  if (part.players !== whole.players || part.variant !== whole.variant) return false;
  return EXTRAS.every((key) => part[key] === NOTHING_MORE[key] || part[key] === whole[key]);
}

/**
 * The network of the row of a table; null where that has none. A table without a row counts as those of its parts that
 * have one: of the rows that leave out some of what it has, the largest are asked, and where all of them have a network
 * the first one's sits down.
 */
export function modelIn(rows: readonly TableModel[], table: Table): string | null {
  const parts = rows.filter((row) => isPartOf(row, table));
  const largest = parts.filter((row) => !parts.some((other) => isPartOf(row, other) && !isPartOf(other, row)));
  return largest.every((row) => row.model !== null) ? (largest[0]?.model ?? null) : null;
}

/** Rows with that of the base game, at which networks of three to six players were trained. */
function withBase(rows: readonly TableModel[], players: number): readonly TableModel[] {
  if (players > 6) return rows;
  return [...rows, { players, variant: 'holdem', ...NOTHING_MORE, model: `full-${players}` }];
}

/** The row that a table would have. */
function rowOf(config: Partial<GangConfig> & { readonly players: number }): Table {
  const { players, variant = 'holdem', exitChips = defaultExitChips(players), ...more } = config;
  const { mode = 'basic', jokers = false, tools = false, vaults = false, dealer = 0 } = more;
  const table: Table = { players, variant, mode, jokers, tools: tools !== false, vaults, dealer };
  return exitChips === defaultExitChips(players) ? table : { ...table, exitChips };
}

/**
 * Whether a network's estimates of final ranks are to be had at a table rather than `belief`'s: at the base game for as
 * many players as it sits down with, to which its estimator was fitted, and where it was measured to be better.
 */
export function estimatesAt(policy: OnnxPolicy, config: GangConfig): boolean {
  const { card, dir, estimates } = policy;
  if (!estimates) return false;
  if (card.padded === undefined && isBaseTable(config)) return true;
  const table = rowOf(config);
  if (card.padded !== undefined && isPartOf(table, { ...table, variant: 'holdem', ...NOTHING_MORE })) return true;
  const model = modelIn(withBase(estimateModels(), config.players), table);
  return model !== null && resolve(dir) === join(modelsRoot(), 'gang', model);
}

/** The folder under models/gang of the network that plays `full` at a table, null where none does (see `modelIn`). */
export function modelAt(config: Partial<GangConfig> & { readonly players: number }): string | null {
  const { players } = config;
  if (isBaseTable(config)) return `full-${players}`;
  return modelIn(withBase(tableModels(), players), rowOf(config));
}

/** `full` or `legible` with the models that come with hench; `legible` has none but the base game's. */
export function trainedAgent(observes: ObservationClass, options: OnnxOptions = {}): GangAgent {
  const base = onnxAgent(observes, observes, (players) => shippedModel(observes, players), options);
  if (observes === 'legible') return { ...base, fits: isBaseTable };
  const elsewhere = anyTableAgent(observes, (config) => join(modelsRoot(), 'gang', shippedAt(config)), options);
  return {
    ...base,
    fits: (config) => modelAt(config) !== null,
    policy: async (config) => (isBaseTable(config) ? base.policy!(config) : undefined),
    network: (config) => (isBaseTable(config) ? base.policy!(config) : elsewhere.network!(config)),
    open: (config, seat, rng) => (isBaseTable(config as GangConfig) ? base : elsewhere).open(config, seat, rng),
  };
}

function shippedAt(config: GangConfig): string {
  const model = modelAt(config);
  if (model !== null) return model;
  const message = 'no trained network plays better than belief at this table.';
  throw new BadInputError(inputError('model/table', 'full', message, 'Use belief here.'));
}

/**
 * The model of a folder at any table that it can sit at: the base game's at every table of as many seats, a padded one
 * at every table of its sizes.
 */
export function modelAgent(name: string, card: ModelCard, dir: string, options: OnnxOptions = {}): GangAgent {
  const elsewhere = anyTableAgent(name, () => dir, options);
  if (card.padded !== undefined) return elsewhere;
  const base = onnxAgent(name, card.class, () => dir, options);
  if (card.class === 'legible') return { ...base, fits: isBaseTable };
  return {
    ...base,
    policy: async (config) => (isBaseTable(config) ? base.policy!(config) : undefined),
    network: (config) => (isBaseTable(config) ? base.policy!(config) : elsewhere.network!(config)),
    fits: (config) => config.players === card.players,
    open: (config, seat, rng) => (isBaseTable(config as GangConfig) ? base : elsewhere).open(config, seat, rng),
  };
}

/** A network of class `full` where the base game isn't all there is; `find` gives the model's folder. */
function anyTableAgent(name: string, find: (config: GangConfig) => string, options: OnnxOptions): GangAgent {
  const temperature = options.temperature ?? DEFAULT_TEMPERATURE.full;
  const loaded = new Map<string, Promise<OnnxPolicy>>();
  const network = async (config: GangConfig): Promise<OnnxPolicy> => {
    const dir = find(config);
    let promise = loaded.get(dir);
    if (promise === undefined) {
      promise = load(dir);
      loaded.set(dir, promise);
      promise.catch(() => loaded.delete(dir));
    }
    const policy = await promise;
    checkSeats(policy.card, config.players, dir);
    return policy;
  };
  return {
    name,
    observes: 'full',
    network,
    fits: (config) => {
      try {
        return find(config) !== '';
      } catch {
        return false;
      }
    },
    open: async (input, _seat, rng) => {
      const config = input as GangConfig;
      const policy = await network(config);
      const Kind = policy.card.padded === undefined ? BaseNetSession : PaddedSession;
      return new Kind(policy, config, temperature, rng);
    },
  };
}

async function load(dir: string): Promise<OnnxPolicy> {
  const read = await OnnxPolicy.load(dir);
  if (!read.ok) throw new BadInputError(read.error);
  return read.value;
}

function checkSeats(card: ModelCard, players: number, dir: string): void {
  const fits = card.padded === undefined ? card.players === players : card.padded === paddedSeats(players);
  if (fits) return;
  const tables = seatsOfModel(card);
  const message = `is a model for ${tables} players; this table has ${players}.`;
  throw new BadInputError(inputError('model/players', dir, message, `Use it at a table of ${tables}.`));
}
