import { z } from 'zod';
import type { InputError, Result } from '../../src/core/result.js';
import { Rng } from '../../src/core/rng.js';
import { gangupLayout, rowLayout } from '../../src/env/gangup-layout.js';
import { GANGUP_VERSION } from '../../src/gangup/game.js';
import { hexHash, intervalSchema, parseCardAs, sha256, trainingSchema } from '../card.js';

const layoutSchema = z.object({ name: z.string(), hash: z.string(), size: z.int().positive() });

/** One measurement: who sat at the table, and the share of the wins of the line-up's first agent, for each of it. */
const resultSchema = z.object({
  lineup: z.string(),
  config: z.record(z.string(), z.unknown()),
  games: z.int().positive(),
  seed: z.int().nonnegative(),
  winShare: intervalSchema,
  command: z.string(),
});

/**
 * `card.json` of a policy for Gang Up!, which plays tables of 2 to 5 with any options and cards. An agent reads it before
 * it runs the model, and refuses one that was made for other rules, other layouts or another file.
 */
export const bossCardSchema = z.object({
  format: z.literal(1),
  game: z.literal('gangup'),
  name: z.string().min(1),
  rulesVersion: z.int(),
  layout: layoutSchema,
  row: layoutSchema,
  opset: z.int().positive(),
  sha256: hexHash,
  /** Numbers in the file's weights and biases. */
  parameters: z.int().positive(),
  /** `critic.onnx` beside the policy, where there is one: what training goes on with. Agents don't need it. */
  critic: z.object({ sha256: hexHash, parameters: z.int().positive() }).optional(),
  training: trainingSchema,
  results: z.array(resultSchema),
  /** What the trainer's own network says to `bossParity(seed)`: logits [R], values [5]. */
  parity: z.array(z.object({ seed: z.int().nonnegative(), logits: z.array(z.number()), values: z.array(z.number()) })),
  knownWeaknesses: z.array(z.string()),
});

export type BossCard = z.infer<typeof bossCardSchema>;

/** What `makeBossCard` is told; the rest follows from the file and this version. */
export interface BossCardInput
  extends Pick<BossCard, 'name' | 'opset' | 'parameters' | 'critic' | 'training' | 'parity' | 'knownWeaknesses'> {
  readonly policy: Uint8Array;
  readonly results?: BossCard['results'];
}

const named = ({ name, hash, size }: { name: string; hash: string; size: number }) => ({ name, hash, size });

/** A card for these bytes under the layouts and rules of this version. */
export function makeBossCard({ policy, ...given }: BossCardInput): BossCard {
  return bossCardSchema.parse({
    format: 1,
    game: 'gangup',
    rulesVersion: GANGUP_VERSION,
    layout: named(gangupLayout),
    row: named(rowLayout),
    sha256: sha256(policy),
    results: [],
    ...given,
  });
}

/** Reads the text of a `card.json`; `path` is for the message. */
export function parseBossCard(text: string, path: string): Result<BossCard, InputError> {
  return parseCardAs(bossCardSchema, text, path);
}

/** Candidates of a parity decision. */
export const PARITY_CANDIDATES = 5;

/** The made-up decision for parity vector `seed`: one observation, five candidates, one of them advised, numbers uniform in 0 … 1. */
export function bossParity(seed: number): Record<'observation' | 'rows' | 'advice', Float32Array> {
  const rng = new Rng(seed, gangupLayout.size);
  const fill = (size: number): Float32Array => Float32Array.from({ length: size }, () => rng.float());
  const observation = fill(gangupLayout.size);
  observation.fill(1, gangupLayout.offset('present'), gangupLayout.offset('present') + 5);
  const advice = new Float32Array(PARITY_CANDIDATES);
  advice[seed % PARITY_CANDIDATES] = 1;
  return { observation, rows: fill(PARITY_CANDIDATES * rowLayout.size), advice };
}
