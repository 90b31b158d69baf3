import { type InputError, inputError, type Result } from '../core/result.js';
import { Rng } from '../core/rng.js';

/** How long bots take, as a multiple of a person's pace. */
export const PACES = { slow: 2, normal: 1, fast: 0.4, instant: 0 } as const;
export type PaceName = keyof typeof PACES;
export type Pace = PaceName | number;

const PACE_MAX = 20;
const HINT = `Use ${Object.keys(PACES).join(', ')}, or a number such as 1.5 (0 to ${PACE_MAX}; larger is slower).`;

/** Reads a pace: one of the names, or a multiple of the normal delays. Error code `pace`. */
export function parsePace(input: unknown, path = 'pace'): Result<number, InputError> {
  if (typeof input === 'string' && Object.hasOwn(PACES, input)) return { ok: true, value: PACES[input as PaceName] };
  const value = typeof input === 'string' && input.trim() !== '' ? Number(input) : input;
  if (typeof value === 'number' && value >= 0 && value <= PACE_MAX) return { ok: true, value };
  return { ok: false, error: inputError('pace', path, `${JSON.stringify(input)} is not a pace.`, HINT) };
}

/**
 * What a bot has to take in: new cards, or a chip that moved; at a table of turns what it does: an act, or a pass.
 */
export type Occasion = 'cards' | 'chips' | 'act' | 'pass';

/** Median delay in milliseconds, and the shortest one. */
const DELAYS: Readonly<Record<Occasion, { readonly median: number; readonly least: number }>> = {
  cards: { median: 2200, least: 900 },
  chips: { median: 1300, least: 500 },
  act: { median: 1100, least: 600 },
  pass: { median: 350, least: 200 },
};
const SPREAD = 0.4;
const LONGEST = 3;

/** The stream of the table's seed from which a seat's delays come. */
const PACE_STREAM = 0x5000_0000;

/**
 * A bot's delays: log-normal like a person's, from the table's seed. They depend on the seat, the number of times it
 * was asked and the public occasion, and on nothing else: a delay must tell nothing about hidden cards (R-SILENT).
 */
export class Pacer {
  private readonly rng: Rng;

  constructor(
    seed: number,
    seat: number,
    private readonly factor: number,
  ) {
    this.rng = new Rng(seed, PACE_STREAM + seat);
  }

  /** Milliseconds until the bot acts. */
  next(occasion: Occasion): number {
    const { median, least } = DELAYS[occasion];
    const delay = median * Math.exp(SPREAD * this.rng.normal());
    return this.factor * Math.min(Math.max(delay, least), LONGEST * median);
  }
}
