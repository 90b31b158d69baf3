import { z } from 'zod';
import { describeIssue } from '../src/core/describe-issue.js';
import { type InputError, inputError, type Result } from '../src/core/result.js';

/**
 * Who sits at a seat that isn't the learner's. `past` are earlier selves of the same run, `model` frozen networks of
 * other runs. A seat's number is 0 for the learner, 1 + its place here else.
 */
export const PARTNER_KINDS = ['greedy', 'belief', 'beginner', 'random', 'past', 'model'] as const;
export type PartnerKind = (typeof PARTNER_KINDS)[number];

const share = z.number().min(0).max(1);
const weight = z.number().min(0).max(1e6);

const schema = z.strictObject({
  share,
  seats: z.array(weight).min(1).max(9).default([0.6, 0.25, 0.15]),
  kinds: z
    .strictObject({
      greedy: weight.optional(),
      belief: weight.optional(),
      beginner: weight.optional(),
      random: weight.optional(),
      past: weight.optional(),
      model: weight.optional(),
    })
    .default({ greedy: 0.32, belief: 0.26, beginner: 0.12, random: 0.02, past: 0.14, model: 0.14 }),
  models: z.array(z.string().min(1)).default([]),
  pure: share.default(0.5),
  past: z
    .strictObject({ every: z.number().min(0.001).max(1).default(0.1), keep: z.int().min(1).max(16).default(4) })
    .default({ every: 0.1, keep: 4 }),
  dealUses: z.int().min(1).max(1000).default(8),
});

/** The partners with whom a policy of The Gang is trained besides its own copies; plain JSON. */
export interface Population {
  /** Share of the episodes with at least one partner; in the others all seats are the learner's. */
  readonly share: number;
  /** Weights of 1, 2, 3 … partners at the table; those that leave the learner no seat are left out. */
  readonly seats: readonly number[];
  /** Weights of the kinds, drawn for each partner apart. Kinds that aren't named don't come. */
  readonly kinds: Readonly<Partial<Record<PartnerKind, number>>>;
  /** Folders of frozen models (see `hench export`), or names of models that come with hench; all equally likely. */
  readonly models: readonly string[];
  /** Share of the greedy and belief partners that play exactly as the agents of these names do. */
  readonly pure: number;
  /** A past self is kept each time another `every` of the training is done, the `keep` newest of them. */
  readonly past: { readonly every: number; readonly keep: number };
  /**
   * How many of the episodes with a belief partner share a deal, with other seats and partners each time: ranking all
   * pockets of a board costs more than the rest of the heist, and is remembered.
   */
  readonly dealUses: number;
}

const WHERE = 'partners';

function bad(path: readonly PropertyKey[], message: string): Result<never, InputError> {
  const hint = 'See `Population` in training/gang-population.ts.';
  return {
    ok: false,
    error: inputError('partners/value', [WHERE, ...path.map(String)].join('.'), `${message}.`, hint),
  };
}

/** Reads a population from JSON, with its defaults filled in. */
export function parsePopulation(input: unknown): Result<Population, InputError> {
  const read = schema.safeParse(input);
  if (!read.success) {
    const issue = read.error.issues[0]!;
    if (issue.code === 'unrecognized_keys') return bad([...issue.path, issue.keys[0]!], 'is not a key of a population');
    return bad(issue.path, describeIssue(issue));
  }
  const { kinds, models, seats, ...rest } = read.data;
  const given: Partial<Record<PartnerKind, number>> = {};
  for (const kind of PARTNER_KINDS) {
    // Without a model there is no frozen partner: its weight goes to the others.
    if ((kinds[kind] ?? 0) > 0 && (kind !== 'model' || models.length > 0)) given[kind] = kinds[kind]!;
  }
  if (Object.keys(given).length === 0) return bad(['kinds'], 'should give at least one kind a weight above 0');
  if (!seats.some((w) => w > 0)) return bad(['seats'], 'should give at least one number of partners a weight above 0');
  return { ok: true, value: { ...rest, kinds: given, models, seats } };
}
