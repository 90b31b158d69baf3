import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CardResult, type ModelCard, parityObservation } from '../agents/card.js';
import { modelsRoot, OnnxPolicy } from '../agents/onnx.js';
import type { GameId } from '../agents/registry.js';
import { BadInputError } from '../src/core/errors.js';
import { formatInputError } from '../src/core/result.js';
import { parseGangConfig } from '../src/gang/config.js';
import { type MeasureOptions, measureTeam } from './measure.js';
import type { Interval } from './stats.js';
import {
  headlineCheck,
  type ModelCheck,
  type ModelReport,
  NO_RESULT,
  offBy,
  parityCheck,
  unusable,
} from './verify-parts.js';

export type { ModelCheck, ModelReport } from './verify-parts.js';

/** Folders of the models that come with the package, those of The Gang first, each game's in alphabetical order. */
export function shippedModels(): string[] {
  return (['gang', 'gangup'] as const).flatMap((game) => foldersIn(join(modelsRoot(), game)));
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name))
      .sort();
  } catch {
    return [];
  }
}

/** The game that a model's card names; The Gang where there is no card that does. */
export function gameOfModel(dir: string): GameId {
  const file = join(dir, 'card.json');
  if (!existsSync(file)) return 'gang';
  try {
    const card: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return (card as { game?: unknown } | null)?.game === 'gangup' ? 'gangup' : 'gang';
  } catch {
    return 'gang'; // whoever loads it says what is wrong
  }
}

/** As for a measurement; `heists` 0 leaves the headline out. */
export type VerifyOptions = MeasureOptions;

/**
 * Checks a model folder: that its files belong together and to this version (card, SHA-256, rules version, layout
 * hash, inputs and outputs), that the network answers what the trainer's did, and that its headline result stands.
 */
export async function verifyModel(dir: string, options: VerifyOptions): Promise<ModelReport> {
  const loaded = await OnnxPolicy.load(dir);
  if (!loaded.ok) return unusable(dir, loaded.error);
  const policy = loaded.value;
  const { card } = policy;
  const detail = `SHA-256 ${card.sha256.slice(0, 12)}…, rules ${card.rulesVersion}, layout ${card.layout.hash}`;
  const checks: ModelCheck[] = [{ name: 'files', ok: true, detail }, await checkParity(policy)];
  if (policy.estimates) checks.push(await checkEstimator(policy));
  const report = (headline?: ModelReport['headline']): ModelReport => ({
    name: card.name,
    dir,
    ok: checks.every((check) => check.ok),
    checks,
    ...(headline === undefined ? {} : { headline }),
  });
  if (options.heists === 0) return report();
  const stated = card.results[0];
  if (stated === undefined) {
    checks.push(NO_RESULT);
    return report();
  }
  const measured = await measureAgain(dir, card, stated, options);
  checks.push(headlineCheck(stated.success, measured));
  if (typeof measured === 'string') return report();
  return report({ card: stated.success, measured, heists: options.heists });
}

async function checkParity(policy: OnnxPolicy): Promise<ModelCheck> {
  const { card } = policy;
  let worst = 0;
  for (const { seed, logits } of card.parity) {
    if (logits.length !== card.actions) {
      return { name: 'parity', ok: false, detail: `vector ${seed} has ${logits.length} logits, not ${card.actions}` };
    }
    worst = Math.max(worst, offBy(await policy.logits(parityObservation(card.layout.size, seed), 1), logits));
  }
  return parityCheck('parity', card.parity.length, worst);
}

/** Whether the estimator says of its vectors what it said where it was fitted. */
async function checkEstimator(policy: OnnxPolicy): Promise<ModelCheck> {
  const { card } = policy;
  const { parity } = card.estimator!;
  let worst = 0;
  try {
    for (const { seed, ranks } of parity) {
      worst = Math.max(worst, offBy(await policy.ranks(parityObservation(card.layout.size, seed), 1), ranks));
    }
  } catch (error) {
    if (error instanceof BadInputError) return { name: 'estimator', ok: false, detail: formatInputError(error.error) };
    throw error;
  }
  return parityCheck('estimator', parity.length, worst);
}

/** Plays the headline's table, the model in every seat; a sentence where that can't be done. */
async function measureAgain(
  dir: string,
  card: ModelCard,
  stated: CardResult,
  options: VerifyOptions,
): Promise<Interval | string> {
  const config = parseGangConfig({ players: card.players, ...stated.config, length: 'heist' });
  if (!config.ok) return formatInputError(config.error);
  return measureTeam(dir, card, config.value, options);
}
