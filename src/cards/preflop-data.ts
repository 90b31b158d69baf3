export const PREFLOP_TOTALS: readonly number[] = [];
