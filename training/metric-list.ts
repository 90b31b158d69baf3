import type { Metrics } from './metrics.js';

/** What a number of `metrics.jsonl` is; docs/METRICS.md is made from this. */
export interface MetricDefinition {
  /** Path of keys in a line. */
  readonly key: string;
  /** Its tag in TensorBoard; absent where it is the step itself. */
  readonly tag?: string;
  readonly meaning: string;
  readonly formula?: string;
  readonly unit: string;
  readonly range: string;
  /** The function that works it out. */
  readonly source: string;
}

/** Key of a number that every line has. */
export type OwnMetric = Exclude<keyof Metrics, 'success' | 'env'> | `success.${keyof Metrics['success']}`;

const PARTNERS = 'training/gang-env.ts';
const LEAGUE = 'training/gangup-selfplay.ts';
const SHARE = { unit: 'share', range: '0 … 1' } as const;
const LOSS = { unit: 'none', source: 'training/ppo.ts, averaged over the minibatches of each update' } as const;

/** Every number of a line but the environment's own (`ENV_METRICS`), in the order in which they are written. */
export const METRICS: readonly (MetricDefinition & { readonly key: OwnMetric })[] = [
  {
    key: 'steps',
    meaning: 'decisions made by the learner since the run began; the step of TensorBoard',
    unit: 'decisions',
    range: '≥ 0',
    source: 'training/run.ts',
  },
  {
    key: 'seconds',
    tag: 'charts/seconds',
    meaning: 'time in training since the run began, over all its parts',
    unit: 's',
    range: '≥ 0',
    source: 'training/run.ts',
  },
  {
    key: 'iterations',
    tag: 'charts/iterations',
    meaning: 'rollouts, each with its update, since the run began',
    unit: 'iterations',
    range: '≥ 0',
    source: 'training/run.ts',
  },
  {
    key: 'success.mean',
    tag: 'train/success',
    meaning:
      'episodes won by the policy that samples, partners included where there are any; in Gang Up! the learner’s share of wins against scripts',
    formula: 'won / ended',
    ...SHARE,
    source: '`successInterval` in training/metrics.ts',
  },
  {
    key: 'success.low',
    tag: 'train/success_low',
    meaning: 'lower end of its 95 % interval',
    formula: 'Wilson score interval, z = 1.960',
    ...SHARE,
    source: '`successInterval` in training/metrics.ts',
  },
  {
    key: 'success.high',
    tag: 'train/success_high',
    meaning: 'upper end of its 95 % interval',
    formula: 'Wilson score interval, z = 1.960',
    ...SHARE,
    source: '`successInterval` in training/metrics.ts',
  },
  {
    key: 'success.episodes',
    tag: 'train/episodes',
    meaning: 'episodes that ended',
    unit: 'episodes',
    range: '≥ 0',
    source: 'training/run.ts',
  },
  {
    key: 'stepsPerSecond',
    tag: 'charts/steps_per_second',
    meaning: 'speed of the whole run: rollouts, updates, checkpoints',
    formula: 'decisions / time since the line before',
    unit: 'decisions/s',
    range: '≥ 0',
    source: 'training/run.ts',
  },
  {
    key: 'rolloutShare',
    tag: 'charts/rollout_share',
    meaning: 'part of the time that rollouts take; of the slowest thread',
    formula: 'time in rollouts / time since the line before',
    ...SHARE,
    source: 'training/run.ts',
  },
  {
    key: 'learningRate',
    tag: 'charts/learning_rate',
    meaning: 'where its schedule stands',
    formula: 'start + (end − start) · progress',
    unit: 'none',
    range: '≥ 0',
    source: '`scheduled` in training/ppo.ts',
  },
  {
    key: 'entropyWeight',
    tag: 'charts/entropy_weight',
    meaning:
      'where the schedule of the entropy bonus stands (by DMC: that of slips, the share of moves made at random)',
    formula: 'start + (end − start) · progress',
    unit: 'none',
    range: '≥ 0',
    source: '`scheduled` in training/ppo.ts',
  },
  {
    key: 'policyLoss',
    tag: 'losses/policy',
    meaning:
      'clipped surrogate loss (PPO, equation 7), r: new probability of the action to the old; by DMC cross-entropy with the outcome',
    formula: '−mean(min(r · A, clip(r, 1 − ε, 1 + ε) · A))',
    range: 'any',
    ...LOSS,
  },
  {
    key: 'valueLoss',
    tag: 'losses/value',
    meaning:
      'of the critic: half its mean square error (The Gang), cross-entropy of the win shares of the places (Gang Up!)',
    formula: '½ · mean((V − target)²)',
    range: '≥ 0',
    ...LOSS,
  },
  {
    key: 'entropy',
    tag: 'losses/entropy',
    meaning: 'of the policy over the legal actions',
    formula: '−mean(Σ p · ln p)',
    range: '0 … ln(legal actions)',
    ...LOSS,
    unit: 'nats',
  },
  {
    key: 'approxKl',
    tag: 'losses/approx_kl',
    meaning: 'divergence from the policy that played; estimator k3 of Schulman (2020)',
    formula: 'mean((r − 1) − ln r)',
    range: '≥ 0',
    ...LOSS,
    unit: 'nats',
  },
  {
    key: 'clipFraction',
    tag: 'losses/clip_fraction',
    meaning: 'decisions whose ratio lies outside the clip range',
    formula: 'mean(|r − 1| > ε)',
    ...LOSS,
    ...SHARE,
  },
  {
    key: 'gradientNorm',
    tag: 'losses/gradient_norm',
    meaning: 'Euclidean norm of the gradient over all parameters, before it is clipped',
    formula: '√(Σ g²)',
    range: '≥ 0',
    ...LOSS,
  },
  {
    key: 'explainedVariance',
    tag: 'losses/explained_variance',
    meaning: 'how much of the returns the critic foretells: 1 all, 0 no more than their mean',
    formula: '1 − Var(advantage) / Var(value target)',
    unit: 'none',
    range: '≤ 1',
    source: '`normaliseAdvantages` in training/ppo.ts',
  },
];

/**
 * Numbers of `env`: sums over the time since the line before, of the environment. `{…}` stands for a name. They are
 * tagged `env/…`.
 */
export const ENV_METRICS: readonly MetricDefinition[] = [
  env('episodes', 'heists (The Gang) or games (Gang Up!) that ended', 'episodes', 'the environment'),
  env('successes', 'The Gang: heists won of all', 'heists', 'src/env/gang-vec.ts'),
  env(
    'strictHeists',
    'The Gang, base game: heists of tables whose rounds end strictly',
    'heists',
    'src/env/gang-vec.ts',
  ),
  env('strictSuccesses', 'of these, won', 'heists', 'src/env/gang-vec.ts'),
  env(
    'decisions',
    'The Gang, base game: decisions of all seats, partners included',
    'decisions',
    'src/env/gang-vec.ts',
  ),
  env('moves', 'of these, other than keeping what one has', 'decisions', 'src/env/gang-vec.ts'),
  env('rounds', 'rounds of betting that ended', 'rounds', 'src/env/gang-vec.ts'),
  env('{who}Heists', 'with partners: heists at which this partner sat; `own`: without any', 'heists', PARTNERS),
  env('{who}Successes', 'of these, won', 'heists', PARTNERS),
  env('heists:{table}', 'The Gang Deluxe: heists at tables of this name', 'heists', 'training/gang-deluxe-env.ts'),
  env('won:{table}', 'of these, won', 'heists', 'training/gang-deluxe-env.ts'),
  env('games {rival} {players}', 'Gang Up!: games of so many players against this rival', 'games', LEAGUE),
  env('wins {rival} {players}', 'the learner’s share of their wins, added up', 'games', LEAGUE),
];

/** Which sums are shares of which: tagged `success/{…}`. */
const RATES: readonly { readonly won: string; readonly of: string }[] = [
  { won: '{who}Successes', of: '{who}Heists' },
  { won: 'won:{table}', of: 'heists:{table}' },
  { won: 'wins {rival} {players}', of: 'games {rival} {players}' },
];

function env(key: string, meaning: string, unit: string, source: string): MetricDefinition {
  return { key: `env.${key}`, tag: tagOf(`env/${key}`), meaning, unit, range: '≥ 0', source };
}

/** Tags have no spaces; a slash makes a group. */
function tagOf(text: string): string {
  return text.replaceAll(' ', '_').replaceAll(':', '/');
}

/** The names that stand in a key for the `{…}` of a pattern; undefined where the key has another form. */
function namesIn(pattern: string, key: string): string[] | undefined {
  const form = pattern.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${form.join('(.+)')}$`).exec(key)?.slice(1);
}

/** What defines a number of `env`; undefined where nothing does. */
export function envDefinition(key: string): MetricDefinition | undefined {
  const plain = ENV_METRICS.find((metric) => metric.key === `env.${key}`);
  return plain ?? ENV_METRICS.find((metric) => namesIn(metric.key, `env.${key}`) !== undefined);
}

/** Shares among the environment's sums, each with what it is a share of: `greedy`, `past 4`. */
export function ratesOf(env: Metrics['env']): { readonly name: string; readonly won: number; readonly of: number }[] {
  return Object.entries(env).flatMap(([key, of]) => {
    for (const rate of RATES) {
      const names = namesIn(rate.of, key);
      if (names === undefined) continue;
      let i = 0;
      const won = env[rate.won.replace(/\{\w+\}/g, () => names[i++]!)];
      return won === undefined ? [] : [{ name: names.join(' '), won, of }];
    }
    return [];
  });
}

/** The scalars of a line as TensorBoard's tags have them. Numbers that aren't finite are left out. */
export function scalarsOf(metrics: Metrics): Record<string, number> {
  const scalars: Record<string, number> = {};
  for (const { key, tag } of METRICS) {
    const value = metricOf(metrics, key);
    if (tag !== undefined && Number.isFinite(value)) scalars[tag] = value;
  }
  for (const [key, value] of Object.entries(metrics.env)) scalars[tagOf(`env/${key}`)] = value;
  for (const { name, won, of } of ratesOf(metrics.env)) if (of > 0) scalars[tagOf(`success/${name}`)] = won / of;
  return scalars;
}

/** The number of a line that a key names: `success.mean`. NaN where there is none. */
export function metricOf(metrics: Metrics, key: OwnMetric): number {
  let at: unknown = metrics;
  for (const part of key.split('.')) at = (at as Record<string, unknown> | undefined)?.[part];
  return typeof at === 'number' ? at : Number.NaN;
}
