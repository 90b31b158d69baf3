import { renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type CardResult, formatCard, type ModelCard } from '../agents/card.js';
import { modelsRoot, OnnxPolicy, onnxAgent } from '../agents/onnx.js';
import { fail, type InputError, type Result } from '../src/core/result.js';
import { type GangConfig, parseGangConfig, ROUND_ENDS } from '../src/gang/config.js';
import { runArena } from './arena.js';
import type { Interval } from './stats.js';

export interface MeasureOptions {
  readonly heists: number;
  readonly seed: number;
  readonly signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
}

/** The model in every seat, under a configuration of one-heist games. */
export async function measureSelfPlay(
  dir: string,
  card: ModelCard,
  config: GangConfig,
  options: MeasureOptions,
): Promise<Interval> {
  const agent = onnxAgent(card.name, card.class, () => dir);
  const names = Array.from({ length: card.players }, () => card.name);
  const lineups = [{ names, agents: names.map(() => agent) }];
  const report = await runArena({ lineups, config, games: options.heists, ...options });
  return report.lineups[0]!.success;
}

/**
 * Measures a model in self-play in both round ends, `strict` first (the headline), and writes the results into its
 * card in place of those that stand there.
 */
export async function measureModel(dir: string, options: MeasureOptions): Promise<Result<ModelCard, InputError>> {
  const loaded = await OnnxPolicy.load(dir);
  if (!loaded.ok) return loaded;
  const { card } = loaded.value;
  const lineup = selfPlayLineup(dir, card);
  const results: CardResult[] = [];
  for (const [i, roundEnd] of ROUND_ENDS.entries()) {
    const config = parseGangConfig({ players: card.players, roundEnd, length: 'heist' });
    if (!config.ok) return fail(config.error);
    const { takesMax, length } = config.value;
    const success = await measureSelfPlay(dir, card, config.value, {
      ...options,
      onProgress: (done, total) => options.onProgress?.(i * total + done, ROUND_ENDS.length * total),
    });
    const ready = roundEnd === 'ready' ? ' --round-end ready' : '';
    results.push({
      lineup,
      config: { players: card.players, roundEnd, takesMax, length },
      heists: options.heists,
      seed: options.seed,
      success,
      command: `hench arena gang --lineup '${lineup}' --games ${options.heists} --seed ${options.seed}${ready}`,
    });
  }
  const measured: ModelCard = { ...card, results };
  const file = join(dir, 'card.json');
  writeFileSync(`${file}.new`, formatCard(measured));
  renameSync(`${file}.new`, file); // a card is whole or not there
  return { ok: true, value: measured };
}

/** `full*4` for a model in its place in the package, else `model:DIR*4`. */
function selfPlayLineup(dir: string, card: ModelCard): string {
  const shipped = join(modelsRoot(), 'gang', `${card.class}-${card.players}`);
  if (resolve(dir) === shipped) return `${card.class}*${card.players}`;
  const near = relative(process.cwd(), resolve(dir));
  const short = near.startsWith('..') ? join(basename(dirname(resolve(dir))), basename(dir)) : near;
  return `model:${short.replaceAll('\\', '/')}*${card.players}`;
}
