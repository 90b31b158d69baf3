import { existsSync } from 'node:fs';
import { type ModelCard, seatsOfModel } from '../../agents/card.js';
import type { BossCard } from '../../agents/gangup/boss-card.js';
import { BossPolicy } from '../../agents/gangup/boss-policy.js';
import { OnnxPolicy } from '../../agents/onnx.js';
import { measureModel } from '../../eval/measure.js';
import { measureGangupModel } from '../../eval/measure-gangup.js';
import { gameOfModel, type ModelReport, shippedModels, verifyModel } from '../../eval/verify.js';
import { verifyGangupModel } from '../../eval/verify-gangup.js';
import { BadInputError, unwrap } from '../core/errors.js';
import { formatInputError, inputError } from '../core/result.js';
import { untilInterrupted } from './progress.js';

/** A model as listed: its card, or why it can't be used. */
export interface ListedModel {
  readonly dir: string;
  readonly card?: ModelCard | BossCard;
  readonly error?: string;
}

/** How much is played for a model. */
export interface Amount {
  /** Of The Gang. */
  readonly heists: number;
  /** Of Gang Up!. */
  readonly games: number;
  readonly seed: number;
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
    const loaded = await (gameOfModel(dir) === 'gang' ? OnnxPolicy.load(dir) : BossPolicy.load(dir));
    models.push(loaded.ok ? { dir, card: loaded.value.card } : { dir, error: formatInputError(loaded.error) });
  }
  return models;
}

export function listLines(models: readonly ListedModel[]): string[] {
  if (models.length === 0) return ['No models here. Train one: hench train gang --players 4'];
  return models.map(({ dir, card, error }) => {
    if (card === undefined) return `${dir}  cannot be used: ${error}`;
    const table =
      card.game === 'gang' ? `class ${card.class}, ${seatsOfModel(card)} players` : 'Gang Up!, 2 to 5 players';
    return `${card.name.padEnd(12)} ${table}, ${card.parameters} parameters, ${headline(card)}  (${dir})`;
  });
}

function headline(card: ModelCard | BossCard): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  if (card.game === 'gang') {
    const [first] = card.results;
    return first === undefined ? 'not measured' : `${percent(first.success.mean)} of heists as ${first.lineup}`;
  }
  const [first] = card.results;
  return first === undefined ? 'not measured' : `wins ${percent(first.winShare.mean)} as ${first.lineup}`;
}

type OnProgress = (done: number, total: number) => void;

/** Does something to each model, with a progress bar. Undefined when Ctrl-C ended it. */
async function eachModel<T>(
  dirs: readonly string[],
  { heists, games }: Amount,
  work: (dir: string, signal: AbortSignal, onProgress: OnProgress) => Promise<T>,
): Promise<T[] | undefined> {
  const sizes = dirs.map((dir) => (gameOfModel(dir) === 'gang' ? heists : games));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return untilInterrupted('games', async ({ signal, onProgress }) => {
    const results: T[] = [];
    let before = 0;
    for (const [i, dir] of dirs.entries()) {
      const size = sizes[i]!;
      results.push(await work(dir, signal, (done, of) => onProgress(before + Math.round((size * done) / of), total)));
      before += size;
    }
    return results;
  });
}

export function verifyModels(dirs: readonly string[], amount: Amount): Promise<ModelReport[] | undefined> {
  return eachModel(folders(dirs), amount, (dir, signal, onProgress) => {
    const options = { ...amount, signal, onProgress };
    return gameOfModel(dir) === 'gang' ? verifyModel(dir, options) : verifyGangupModel(dir, options);
  });
}

/** Line-ups that a model is measured in. */
const LINEUPS = 4;

/** Writes what it measures into each model's card. Throws `BadInputError` for what is no model. */
export function measureModels(dirs: readonly string[], amount: Amount): Promise<ListedModel[] | undefined> {
  const all = { ...amount, heists: LINEUPS * amount.heists, games: LINEUPS * amount.games };
  return eachModel(folders(dirs), all, async (dir, signal, onProgress) => {
    const options = { ...amount, signal, onProgress };
    const gang = gameOfModel(dir) === 'gang';
    const card = gang ? unwrap(await measureModel(dir, options)) : unwrap(await measureGangupModel(dir, options));
    return { dir, card };
  });
}

export function verifyLines(models: readonly ModelReport[]): string[] {
  if (models.length === 0) return ['No models here. Train one: hench train gang --players 4'];
  return models.flatMap((model) => [
    `${model.ok ? 'ok    ' : 'FAILED'}  ${model.name}  (${model.dir})`,
    ...model.checks.map((check) => `        ${check.name.padEnd(9)}  ${check.ok ? 'ok' : 'FAILED'}: ${check.detail}`),
  ]);
}
