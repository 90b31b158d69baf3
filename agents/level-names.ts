/** How hard it is for a person: `hench play --level`. */
export const LEVELS = ['easy', 'normal', 'hard'] as const;
export type Level = (typeof LEVELS)[number];

/**
 * The agents that are the levels of each game. Rivals are called by how hard they are to beat, teammates by how much they
 * can be relied upon.
 */
export const LEVEL_AGENTS = {
  gang: { easy: 'beginner', normal: 'regular', hard: 'expert' },
  gangup: { easy: 'easy', normal: 'normal', hard: 'hard' },
} as const satisfies Readonly<Record<'gang' | 'gangup', Readonly<Record<Level, string>>>>;
