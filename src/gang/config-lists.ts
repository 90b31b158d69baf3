/** The values of the configuration's keys, apart from the reader: the command line lists them without loading it. */
export const MODES = ['basic', 'advanced', 'professional', 'masterThief'] as const;
export const VARIANTS = ['holdem', 'omaha', 'stud', 'bananaSplit', 'voteOfChange'] as const;
export const ROUND_ENDS = ['strict', 'ready'] as const;
export const LENGTHS = ['game', 'heist'] as const;
export const STACKS = ['numbered', 'shuffled'] as const;

export type Mode = (typeof MODES)[number];
export type Variant = (typeof VARIANTS)[number];
export type RoundEnd = (typeof ROUND_ENDS)[number];
export type GameLength = (typeof LENGTHS)[number];
export type Stacks = (typeof STACKS)[number];

/** Whether challenges are turned at the table. */
export function usesChallenges(config: { readonly mode: Mode }): boolean {
  return config.mode !== 'basic';
}

/** Whether specialists are turned at the table. */
export function usesSpecialists(config: { readonly mode: Mode }): boolean {
  return config.mode === 'advanced' || config.mode === 'professional';
}
