/** Two cards seen without their suits: one of 91 classes, (high, low) with high ≥ low, ranks 0 (two) … 12 (ace). */
export const RANKS_COUNT = 13;
export const RANK_CLASSES = 91;

/** [13, 13]: the class of two ranks in either order. */
export const CLASS_OF: Uint8Array = new Uint8Array(RANKS_COUNT * RANKS_COUNT);
/** [91]: the higher and the lower rank of a class. */
export const CLASS_HIGH: Uint8Array = new Uint8Array(RANK_CLASSES);
export const CLASS_LOW: Uint8Array = new Uint8Array(RANK_CLASSES);

for (let high = 0, at = 0; high < RANKS_COUNT; high++) {
  for (let low = 0; low <= high; low++, at++) {
    CLASS_OF[high * RANKS_COUNT + low] = at;
    CLASS_OF[low * RANKS_COUNT + high] = at;
    CLASS_HIGH[at] = high;
    CLASS_LOW[at] = low;
  }
}
