import { existsSync } from 'node:fs';
import type { ModelCard } from '../../agents/card.js';
import { OnnxPolicy } from '../../agents/onnx.js';
import { measureModel } from '../../eval/measure.js';
import { type ModelReport, shippedModels, verifyModel } from '../../eval/verify.js';
import { BadInputError, unwrap } from '../core/errors.js';
import { formatInputError, inputError } from '../core/result.js';
import { untilInterrupted } from './progress.js';

/** A model as listed: its card, or why it can't be used. */
export interface ListedModel {
  readonly dir: string;
  readonly card?: ModelCard;
  readonly error?: string;
}

/** The folders given, which must be there, or those that come with hench. */
function folders(dirs: readonly string[]): readonly string[] {
  if (dirs.length === 0) return shippedModels();
  for (const dir of dirs) {
    if (!existsSync(dir)) {
      throw new BadInputError(inputError('model/missing', dir, 'there is no such model folder.', 'See hench models.'));
    }
  }
  return dirs;
}

export async function listModels(dirs: readonly string[]): Promise<ListedModel[]> {
  const models: ListedModel[] = [];
  for (const dir of folders(dirs)) {
    const loaded = await OnnxPolicy.load(dir);
    models.push(loaded.ok ? { dir, card: loaded.value.card } : { dir, error: formatInputError(loaded.error) });
  }
  return models;
}

export function listLines(models: readonly ListedModel[]): string[] {
  if (models.length === 0) return ['No models here. Train one: hench train gang --players 4'];
  return models.map(({ dir, card, error }) => {
    if (card === undefined) return `${dir}  cannot be used: ${error}`;
    const headline = card.results[0];
    const result =
      headline === undefined
        ? 'not measured'
        : `${(100 * headline.success.mean).toFixed(1)} % of heists as ${headline.lineup}`;
    return `${card.name.padEnd(12)} class ${card.class}, ${card.players} players, ${card.parameters} parameters, ${result}  (${dir})`;
  });
}

type OnProgress = (done: number) => void;

/** Does something to each model, with a progress bar. Undefined when Ctrl-C ended it. */
async function eachModel<T>(
  dirs: readonly string[],
  heists: number,
  work: (dir: string, signal: AbortSignal, onProgress: OnProgress) => Promise<T>,
): Promise<T[] | undefined> {
  return untilInterrupted('heists', async ({ signal, onProgress }) => {
    const results: T[] = [];
    for (const [i, dir] of dirs.entries()) {
      results.push(await work(dir, signal, (done) => onProgress(i * heists + done, dirs.length * heists)));
    }
    return results;
  });
}

export function verifyModels(
  dirs: readonly string[],
  heists: number,
  seed: number,
): Promise<ModelReport[] | undefined> {
  return eachModel(folders(dirs), heists, (dir, signal, onProgress) =>
    verifyModel(dir, { heists, seed, signal, onProgress }),
  );
}

/** Writes what it measures into each model's card. Throws `BadInputError` for what is no model. */
export function measureModels(
  dirs: readonly string[],
  heists: number,
  seed: number,
): Promise<ListedModel[] | undefined> {
  return eachModel(folders(dirs), 2 * heists, async (dir, signal, onProgress) => {
    const card = unwrap(await measureModel(dir, { heists, seed, signal, onProgress }));
    return { dir, card };
  });
}

export function verifyLines(models: readonly ModelReport[]): string[] {
  if (models.length === 0) return ['No models here. Train one: hench train gang --players 4'];
  return models.flatMap((model) => [
    `${model.ok ? 'ok    ' : 'FAILED'}  ${model.name}  (${model.dir})`,
    ...model.checks.map((check) => `        ${check.name.padEnd(8)}  ${check.ok ? 'ok' : 'FAILED'}: ${check.detail}`),
  ]);
}
