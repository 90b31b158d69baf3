/** Every bench: group/what. Kept apart from the code that runs them, so that the command line can list them at once. */
export const BENCH_NAMES = [
  'evaluator/7-random',
  'evaluator/8-random',
  'evaluator/omaha',
  'equity/river',
  'equity/turn',
  'equity/flop',
  'tables/9-cards',
  'tables/omaha-5',
  'tables/joker',
  'tables/omaha-preflop',
  'tables/omaha-river',
  'tables/omaha-field',
  'tables/cameras-river',
  'tables/stud-ranks',
  'tables/banana-ranks',
  'env/gang',
  'env/gang-equity',
  'env/deluxe',
  'env/omaha',
  'env/gangup',
  'learner/ppo',
  'train/gang',
  'agent/full',
  'agent/boss',
] as const;
export type BenchName = (typeof BENCH_NAMES)[number];

export const BENCH_GROUPS = ['evaluator', 'equity', 'tables', 'env', 'learner', 'train', 'agent', 'all'] as const;
export type BenchGroup = (typeof BENCH_GROUPS)[number];

/** The benches of a group, or one bench by its name; none for any other text. */
export function benchesOf(what: string): BenchName[] {
  return BENCH_NAMES.filter((name) => what === 'all' || name === what || name.startsWith(`${what}/`));
}
