/** Names of the bots, by seat. */
export const NAMES = ['Ada', 'Bo', 'Cleo', 'Dex', 'Eve', 'Finn', 'Gus', 'Hal', 'Ivy', 'Jo'] as const;
