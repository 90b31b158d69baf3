import { basename, dirname, join, relative, resolve } from 'node:path';
import { BELIEF_DEFAULTS, makeBelief } from '../agents/belief.js';
import { type CardResult, formatCard, type ModelCard } from '../agents/card.js';
import type { GangAgent } from '../agents/gang-agent.js';
import { greedy } from '../agents/greedy.js';
import { modelsRoot, OnnxPolicy } from '../agents/onnx.js';
import { modelAgent } from '../agents/trained.js';
import { writeFileWhole } from '../src/core/files.js';
import { fail, type InputError, type Result } from '../src/core/result.js';
import { type GangConfig, parseGangConfig } from '../src/gang/config.js';
import { runArena } from './arena.js';
import type { Interval } from './stats.js';

export interface MeasureOptions {
  readonly heists: number;
  readonly seed: number;
  readonly signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
}

/** Who sits with a model when it is measured: nobody else, then one stranger in one seat. */
const STRANGERS: readonly GangAgent[] = [greedy, makeBelief(BELIEF_DEFAULTS)];

/** The model in every seat but the `stranger`'s, if any, under a configuration of one-heist games. */
export async function measureTeam(
  dir: string,
  card: ModelCard,
  config: GangConfig,
  options: MeasureOptions,
  stranger?: GangAgent,
): Promise<Interval> {
  const agent = modelAgent(card.name, card, dir);
  const agents = Array.from({ length: config.players }, (_, i) => (i > 0 ? agent : (stranger ?? agent)));
  const lineups = [{ names: agents.map(({ name }) => name), agents }];
  const report = await runArena({ lineups, config, games: options.heists, ...options });
  return report.lineups[0]!.success;
}

type TableInput = Readonly<Record<string, unknown>> & { readonly players: number };

/** The tables that a network of many tables was trained at, of which the first is shown as an example. */
export function tablesOfTraining(card: ModelCard): readonly [TableInput, ...TableInput[]] {
  const { tables } = (card.training.config.envSpec ?? {}) as { readonly tables?: readonly TableInput[] };
  const [first = { players: card.players }, ...others] = tables ?? [];
  return [first, ...others];
}

/** The flags of `hench arena gang` for a table, each after a space; the line-up says how many play. */
export function tableFlags({ players: _, length: __, ...table }: TableInput): string {
  return Object.entries(table)
    .map(([key, value]) => [key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), value] as const)
    .map(([flag, value]) => (value === true ? ` --${flag}` : ` --${flag} ${String(value)}`))
    .join('');
}

/** What is measured of a model: at which tables, and beside whom. */
function plansOf(card: ModelCard): readonly { readonly table: TableInput; readonly stranger?: GangAgent }[] {
  if (card.padded !== undefined) return tablesOfTraining(card).map((table) => ({ table }));
  const { players } = card;
  return [
    { table: { players } },
    { table: { players, roundEnd: 'ready' } },
    ...STRANGERS.map((stranger) => ({ table: { players }, stranger })),
  ];
}

/**
 * Measures a model in self-play in both round ends, `strict` first (the headline), then beside one scripted stranger; a
 * network of many tables in self-play at each that it was trained at. Writes the results into its card in place of
 * those that stand there.
 */
export async function measureModel(dir: string, options: MeasureOptions): Promise<Result<ModelCard, InputError>> {
  const loaded = await OnnxPolicy.load(dir);
  if (!loaded.ok) return loaded;
  const { card } = loaded.value;
  const name = modelName(dir, card);
  const plans = plansOf(card);
  const results: CardResult[] = [];
  for (const [i, { table, stranger }] of plans.entries()) {
    const config = parseGangConfig({ ...table, length: 'heist' });
    if (!config.ok) return fail(config.error);
    const { players, roundEnd, takesMax, length } = config.value;
    const onProgress = (done: number, total: number): void =>
      options.onProgress?.(i * total + done, plans.length * total);
    const success = await measureTeam(dir, card, config.value, { ...options, onProgress }, stranger);
    const own = players - (stranger === undefined ? 0 : 1);
    const lineup = `${name}*${own}${stranger === undefined ? '' : `+${stranger.name}`}`;
    results.push({
      lineup,
      config: { ...table, roundEnd, takesMax, length },
      heists: options.heists,
      seed: options.seed,
      success,
      command: `hench arena gang --lineup '${lineup}' --games ${options.heists} --seed ${options.seed}${tableFlags(table)}`,
    });
  }
  const measured: ModelCard = { ...card, results };
  writeFileWhole(join(dir, 'card.json'), formatCard(measured));
  return { ok: true, value: measured };
}

/** `full` for a model in its place in the package, else `model:DIR`. */
function modelName(dir: string, card: ModelCard): string {
  const shipped = join(modelsRoot(), 'gang', `${card.class}-${card.players}`);
  return resolve(dir) === shipped ? card.class : modelPath(dir);
}

/** `model:DIR`, the folder as it is nearest from here. */
export function modelPath(dir: string): string {
  const near = relative(process.cwd(), resolve(dir));
  const short = near.startsWith('..') ? join(basename(dirname(resolve(dir))), basename(dir)) : near;
  return `model:${short.replaceAll('\\', '/')}`;
}
