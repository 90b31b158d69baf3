import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Layout } from '../src/core/layout.js';
import { type InputError, inputError, type Result } from '../src/core/result.js';
import { Rng } from '../src/core/rng.js';
import { actionCount, OBSERVATION_CLASSES, observationLayout } from '../src/env/gang-layout.js';
import { fewestPlayers, PADDED_SEATS, PaddedActions, type PaddedSeats, paddedLayout } from '../src/env/gang-padded.js';
import { GANG_VERSION } from '../src/gang/game.js';

/** Names of the tensors in every `policy.onnx`: float32 [B, layout.size] in, float32 [B, actions] out. */
export const POLICY_INPUT = 'observation';
export const POLICY_OUTPUT = 'logits';

/** A SHA-256, hexadecimal. */
export const hexHash = z.string().regex(/^[0-9a-f]{64}$/);

export const intervalSchema = z.object({ mean: z.number(), low: z.number(), high: z.number() });

/** One measurement of the model: who sat at the table, under which configuration, and the command that repeats it. */
const resultSchema = z.object({
  lineup: z.string(),
  config: z.record(z.string(), z.unknown()),
  heists: z.int().positive(),
  seed: z.int().nonnegative(),
  success: intervalSchema,
  command: z.string(),
});

/** How well the estimator of a model does on deals that it was not fitted to; see METRICS.md for what is measured. */
const estimatorSchema = z.object({
  /** Nats for each seat's final rank: lower is better. */
  logLoss: intervalSchema,
  /** The same by knowing nothing (ln players), and by the estimates of `belief` in the same moments. */
  baseRates: intervalSchema,
  belief: intervalSchema,
  /** `belief` again, its chances made as sure in each round as was best for the heists measured. */
  tempered: intervalSchema,
  /** Expected calibration error of the likeliest rank. */
  ece: intervalSchema,
  /** Held-out heists measured, and those it was fitted to. */
  heists: z.int().positive(),
  fittedTo: z.int().positive(),
  seed: z.int().nonnegative(),
  /** Numbers in its weights and biases. */
  parameters: z.int().positive(),
  /** SHA-256 of the policy's part of the file, which is as it was before it had an estimator. */
  policySha256: hexHash,
  command: z.string(),
  /** What it said of `parityObservation(layout.size, seed)` where it was fitted: [players, players] chances. */
  parity: z.array(z.object({ seed: z.int().nonnegative(), ranks: z.array(z.number()) })),
});

/** How a model was made. */
export const trainingSchema = z.object({
  command: z.string(),
  config: z.record(z.string(), z.unknown()),
  seed: z.int().nonnegative(),
  /** Decisions of the environment that it was trained on. */
  steps: z.int().nonnegative(),
  seconds: z.number().nonnegative(),
  codeVersion: z.string(),
});

/**
 * `card.json`, which lies beside `policy.onnx`. An agent reads it before it runs the model, and refuses a model that
 * was made for other rules, another layout or another file. Unknown keys are ignored.
 */
export const modelCardSchema = z.object({
  format: z.literal(1),
  game: z.literal('gang'),
  name: z.string().min(1),
  class: z.enum(OBSERVATION_CLASSES),
  players: z.int().min(3).max(10),
  /** A network of padded tables, for up to so many players; `players` is the same number then. */
  padded: z.literal(PADDED_SEATS).optional(),
  /** Version of the rules that the model was trained under. */
  rulesVersion: z.int(),
  layout: z.object({ name: z.string(), hash: z.string(), size: z.int().positive() }),
  actions: z.int().positive(),
  opset: z.int().positive(),
  input: z.string().min(1),
  output: z.string().min(1),
  /** SHA-256 of `policy.onnx`, hexadecimal. */
  sha256: hexHash,
  /** Numbers in the policy's weights and biases. */
  parameters: z.int().positive(),
  training: trainingSchema,
  /** The first one is the headline that `hench models verify` measures again. */
  results: z.array(resultSchema),
  /** What the trainer's own network says to `parityObservation(layout.size, seed)`. */
  parity: z.array(z.object({ seed: z.int().nonnegative(), logits: z.array(z.number()) })),
  knownWeaknesses: z.array(z.string()),
  /** Absent for models without an estimator. */
  estimator: estimatorSchema.optional(),
});

export type ModelCard = z.infer<typeof modelCardSchema>;
export type CardResult = ModelCard['results'][number];
export type CardEstimator = NonNullable<ModelCard['estimator']>;

/** The observation that a model of a card like this sees in this version. */
export function layoutOfModel(card: Pick<ModelCard, 'class' | 'players' | 'padded'>): Layout {
  return card.padded === undefined ? observationLayout(card.class, card.players) : paddedLayout(card.padded);
}

/** Who fits at a table that it plays, in words: `4`, or `3 to 6` where its tables are padded. */
export function seatsOfModel(card: Pick<ModelCard, 'players' | 'padded'>): string {
  return card.padded === undefined ? `${card.players}` : `${fewestPlayers(card.padded)} to ${card.padded}`;
}

/** The number of its actions in this version. */
export function actionsOfModel(card: Pick<ModelCard, 'players' | 'padded'>): number {
  return card.padded === undefined ? actionCount(card.players) : new PaddedActions(card.padded).size;
}

/** What `makeCard` is told; the rest follows from the class, the number of players and the file. */
export interface CardInput extends Pick<ModelCard, 'name' | 'class' | 'players' | 'opset' | 'parameters' | 'training'> {
  /** The bytes of `policy.onnx`. */
  readonly policy: Uint8Array;
  readonly results?: ModelCard['results'];
  readonly parity: ModelCard['parity'];
  readonly knownWeaknesses?: readonly string[];
  readonly padded?: PaddedSeats;
}

/** A card for these bytes under the layouts and rules of this version. Throws for values that no card can have. */
export function makeCard(input: CardInput): ModelCard {
  const layout = layoutOfModel(input);
  return modelCardSchema.parse({
    format: 1,
    game: 'gang',
    name: input.name,
    class: input.class,
    players: input.players,
    ...(input.padded === undefined ? {} : { padded: input.padded }),
    rulesVersion: GANG_VERSION,
    layout: { name: layout.name, hash: layout.hash, size: layout.size },
    actions: actionsOfModel(input),
    opset: input.opset,
    input: POLICY_INPUT,
    output: POLICY_OUTPUT,
    sha256: sha256(input.policy),
    parameters: input.parameters,
    training: input.training,
    results: input.results ?? [],
    parity: input.parity,
    knownWeaknesses: [...(input.knownWeaknesses ?? [])],
  });
}

/** The text of `card.json`. */
export function formatCard(card: object): string {
  return `${JSON.stringify(card, null, 2)}\n`;
}

/** Reads the text of a `card.json`; `path` is for the message. */
export function parseCard(text: string, path: string): Result<ModelCard, InputError> {
  return parseCardAs(modelCardSchema, text, path);
}

/** Reads the text of a `card.json` of this form. */
export function parseCardAs<T>(schema: z.ZodType<T>, text: string, path: string): Result<T, InputError> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return bad('model/card', path, 'is not JSON.');
  }
  const read = schema.safeParse(json);
  if (read.success) return { ok: true, value: read.data };
  const issue = read.error.issues[0]!;
  const where = issue.path.map(String).join('.');
  const what = issue.message.replace(/^Invalid input: /, '');
  return bad('model/card', path, `is not a model card: ${where === '' ? '' : `${where}: `}${what}.`);
}

function bad(code: string, path: string, message: string): Result<never, InputError> {
  return { ok: false, error: inputError(code, path, message, 'Make the model again with `hench export`.') };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The observation for parity vector `seed`: [size] numbers, uniform in 0…1. */
export function parityObservation(size: number, seed: number): Float32Array {
  const rng = new Rng(seed, size);
  return Float32Array.from({ length: size }, () => rng.float());
}
