import type { Packing } from './displace.js';

/**
 * Rank keys, 2 … A: each is the smallest number with which all sums of so many cards, at most four of a rank, stay
 * different. The five- and seven-card keys are published (K. Rasmussen, SpecialKEval); the eight-card keys continue
 * the same search.
 */
export const PACKING5: Packing = {
  cards: 5,
  keys: [0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415],
  shift: 8,
  size: 9058,
};
export const PACKING7: Packing = {
  cards: 7,
  keys: [0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181],
  shift: 11,
  size: 134_239,
};
export const PACKING8: Packing = {
  cards: 8,
  keys: [0, 1, 5, 22, 98, 453, 2129, 9543, 41368, 147895, 500413, 1674340, 4074503],
  shift: 11,
  size: 340_645,
};
