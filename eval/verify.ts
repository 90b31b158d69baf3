import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type CardResult, type ModelCard, parityObservation } from '../agents/card.js';
import { modelsRoot, OnnxPolicy } from '../agents/onnx.js';
import { BadInputError } from '../src/core/errors.js';
import { formatInputError } from '../src/core/result.js';
import { parseGangConfig } from '../src/gang/config.js';
import { type MeasureOptions, measureTeam } from './measure.js';
import { type Interval, Z95 } from './stats.js';

export interface ModelCheck {
  readonly name: 'files' | 'parity' | 'estimator' | 'headline';
  readonly ok: boolean;
  readonly detail: string;
}

export interface ModelReport {
  readonly name: string;
  readonly dir: string;
  readonly ok: boolean;
  readonly checks: readonly ModelCheck[];
  /** The card's first result and the same measured again; absent where it wasn't. */
  readonly headline?: { readonly card: Interval; readonly measured: Interval; readonly heists: number };
}

/** Largest difference between the file's logits and the trainer's, as a share of the largest logit (at least 1). */
const PARITY_TOLERANCE = 1e-4;

/** The two measurements must agree within 99.9 % of their difference's spread. */
const Z999 = 3.290526731;

/** Folders of the models that come with the package, in alphabetical order. */
export function shippedModels(): string[] {
  const folder = join(modelsRoot(), 'gang');
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name))
      .sort();
  } catch {
    return [];
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
  if (!loaded.ok) {
    const checks: ModelCheck[] = [{ name: 'files', ok: false, detail: formatInputError(loaded.error) }];
    return { name: basename(dir), dir, ok: false, checks };
  }
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
    checks.push({ name: 'headline', ok: false, detail: 'the card states no result' });
    return report();
  }
  const measured = await measureAgain(dir, card, stated, options);
  if (typeof measured === 'string') {
    checks.push({ name: 'headline', ok: false, detail: measured });
    return report();
  }
  checks.push(compare(stated.success, measured));
  return report({ card: stated.success, measured, heists: options.heists });
}

async function checkParity(policy: OnnxPolicy): Promise<ModelCheck> {
  const { card } = policy;
  if (card.parity.length === 0) return { name: 'parity', ok: false, detail: 'the card has no parity vectors' };
  let worst = 0;
  for (const { seed, logits } of card.parity) {
    if (logits.length !== card.actions) {
      return { name: 'parity', ok: false, detail: `vector ${seed} has ${logits.length} logits, not ${card.actions}` };
    }
    const answer = await policy.logits(parityObservation(card.layout.size, seed), 1);
    const scale = Math.max(1, ...logits.map(Math.abs));
    logits.forEach((logit, a) => {
      const off = Math.abs(answer[a]! - logit) / scale;
      if (!(off <= worst)) worst = off; // not-a-number counts as worst
    });
  }
  const ok = worst <= PARITY_TOLERANCE;
  return { name: 'parity', ok, detail: `${card.parity.length} vectors, at most ${worst.toExponential(1)} off` };
}

/** Whether the estimator says of its vectors what it said where it was fitted. */
async function checkEstimator(policy: OnnxPolicy): Promise<ModelCheck> {
  const { card } = policy;
  const { parity } = card.estimator!;
  let worst = parity.length === 0 ? Number.POSITIVE_INFINITY : 0;
  try {
    for (const { seed, ranks } of parity) {
      const answer = await policy.ranks(parityObservation(card.layout.size, seed), 1);
      const off = Math.max(...answer.map((chance, i) => Math.abs(chance - ranks[i]!)));
      if (!(off <= worst)) worst = off; // not-a-number counts as worst
    }
  } catch (error) {
    if (error instanceof BadInputError) return { name: 'estimator', ok: false, detail: formatInputError(error.error) };
    throw error;
  }
  const ok = worst <= PARITY_TOLERANCE;
  return { name: 'estimator', ok, detail: `${parity.length} vectors, at most ${worst.toExponential(1)} off` };
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

function compare(stated: Interval, measured: Interval): ModelCheck {
  const spread = (interval: Interval): number => (interval.high - interval.low) / 2 / Z95;
  const ok = Math.abs(stated.mean - measured.mean) <= Z999 * Math.hypot(spread(stated), spread(measured));
  const show = (i: Interval): string =>
    `${(100 * i.mean).toFixed(1)} % (${(100 * i.low).toFixed(1)}–${(100 * i.high).toFixed(1)})`;
  return { name: 'headline', ok, detail: `card ${show(stated)}, measured ${show(measured)}` };
}
