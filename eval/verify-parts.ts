import { basename } from 'node:path';
import { formatInputError, type InputError } from '../src/core/result.js';
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
  /** The card's first result and the same measured again, over so many heists or games; absent where it wasn't. */
  readonly headline?: Headline & ({ readonly heists: number } | { readonly games: number });
}

export interface Headline {
  readonly card: Interval;
  readonly measured: Interval;
}

/** Largest difference between the file's numbers and the trainer's, as a share of the largest one (at least 1). */
const PARITY_TOLERANCE = 1e-4;

/** The two measurements must agree within 99.9 % of their difference's spread. */
const Z999 = 3.290526731;

/** The report of a model that can't be loaded at all. */
export function unusable(dir: string, error: InputError): ModelReport {
  const checks: ModelCheck[] = [{ name: 'files', ok: false, detail: formatInputError(error) }];
  return { name: basename(dir), dir, ok: false, checks };
}

/** The largest difference between what was answered and what was stated, as a share of the largest one stated (at least 1). */
export function offBy(answered: ArrayLike<number>, stated: readonly number[]): number {
  const unit = Math.max(1, ...stated.map(Math.abs));
  let worst = answered.length === stated.length ? 0 : Number.POSITIVE_INFINITY;
  for (const [i, value] of stated.entries()) {
    const off = Math.abs(answered[i]! - value) / unit;
    worst = Math.max(worst, Number.isNaN(off) ? Number.POSITIVE_INFINITY : off);
  }
  return worst;
}

/** The check that a network answers so many vectors as was stated, `worst` being the largest difference. */
export function parityCheck(name: 'parity' | 'estimator', vectors: number, worst: number): ModelCheck {
  if (vectors === 0) return { name, ok: false, detail: 'the card has no parity vectors' };
  const ok = worst <= PARITY_TOLERANCE;
  return { name, ok, detail: `${vectors} vectors, at most ${worst.toExponential(1)} off` };
}

/** The check of a headline: a refusal in words, or what was measured. */
export function headlineCheck(stated: Interval, measured: Interval | string): ModelCheck {
  const name = 'headline';
  if (typeof measured === 'string') return { name, ok: false, detail: measured };
  const spread = (interval: Interval): number => (interval.high - interval.low) / 2 / Z95;
  const ok = Math.abs(stated.mean - measured.mean) <= Z999 * Math.hypot(spread(stated), spread(measured));
  const show = (i: Interval): string =>
    `${(100 * i.mean).toFixed(1)} % (${(100 * i.low).toFixed(1)}–${(100 * i.high).toFixed(1)})`;
  return { name, ok, detail: `card ${show(stated)}, measured ${show(measured)}` };
}

/** What a card without results is told. */
export const NO_RESULT: ModelCheck = { name: 'headline', ok: false, detail: 'the card states no result' };
