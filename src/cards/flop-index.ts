/**
 * A number for every pocket and flop up to a renaming of suits: 1,755 flops, 1,286,792 pockets with flops.
 *
 * A flop is first brought to its canonical form (the smallest code among its 24 renamings). The same renaming is
 * applied to the pocket; what is left to identify are pockets that differ by a renaming that keeps the canonical flop.
 * These are numbered, flop by flop, in the order of their smallest member.
 */

/** Unordered pairs of 52 cards. */
export const PAIRS = 1326;
/** Unordered triples of 52 cards. */
export const TRIPLES = 22100;
export const CANONICAL_FLOPS = 1755;
export const CANONICAL_FLOP_STATES = 1_286_792;
/** In `numberFlopStates`: the pocket shares a card with the flop. */
export const NO_STATE = 0xffff_ffff;

/** The code of an unordered pair, 0 … 1325. */
export function pairIndex(a: number, b: number): number {
  return a > b ? ((a * (a - 1)) >> 1) + b : ((b * (b - 1)) >> 1) + a;
}

/** The code of an unordered triple, 0 … 22099. */
export function tripleIndex(a: number, b: number, c: number): number {
  const low = Math.min(a, b, c);
  const high = Math.max(a, b, c);
  const middle = a + b + c - low - high;
  return (high * (high - 1) * (high - 2)) / 6 + ((middle * (middle - 1)) >> 1) + low;
}

/** [24, 52]: each renaming of the suits, as the card that a card becomes. */
export const SUIT_RENAMINGS: Uint8Array = new Uint8Array(24 * 52);
{
  let at = 0;
  for (let code = 0; code < 256; code++) {
    const suits = [code & 3, (code >> 2) & 3, (code >> 4) & 3, code >> 6];
    if (new Set(suits).size < 4) continue;
    for (let card = 0; card < 52; card++) SUIT_RENAMINGS[at++] = (card & ~3) | suits[card & 3]!;
  }
}

/** The canonical flops and the way to them. */
export interface FlopClasses {
  /** [22100]: canonical flop (0 … 1754) of a triple. */
  readonly flopOf: Uint16Array;
  /** [22100]: offset into `SUIT_RENAMINGS` of a renaming that makes the triple canonical. */
  readonly renamingOf: Uint16Array;
  /** [1755, 3]: the cards of each canonical flop. */
  readonly cards: Uint8Array;
  /** [1755]: how many of the 22,100 flops it stands for. */
  readonly size: Uint8Array;
}

let classes: FlopClasses | undefined;

/** Built at the first call (a few milliseconds). */
export function flopClasses(): FlopClasses {
  classes ??= buildFlopClasses();
  return classes;
}

function buildFlopClasses(): FlopClasses {
  const flopOf = new Uint16Array(TRIPLES);
  const renamingOf = new Uint16Array(TRIPLES);
  const cards = new Uint8Array(CANONICAL_FLOPS * 3);
  const size = new Uint8Array(CANONICAL_FLOPS);
  const known = new Int16Array(TRIPLES).fill(-1);
  let flops = 0;
  for (let c = 2; c < 52; c++) {
    for (let b = 1; b < c; b++) {
      for (let a = 0; a < b; a++) {
        let smallest = TRIPLES;
        let renaming = 0;
        for (let at = 0; at < SUIT_RENAMINGS.length; at += 52) {
          const code = tripleIndex(SUIT_RENAMINGS[at + a]!, SUIT_RENAMINGS[at + b]!, SUIT_RENAMINGS[at + c]!);
          if (code < smallest) {
            smallest = code;
            renaming = at;
          }
        }
        const triple = tripleIndex(a, b, c);
        // Triples come in the order of their codes, so the canonical one is met first.
        if (smallest === triple) {
          cards.set([a, b, c], flops * 3);
          known[triple] = flops++;
        }
        const flop = known[smallest]!;
        flopOf[triple] = flop;
        renamingOf[triple] = renaming;
        size[flop]!++;
      }
    }
  }
  return { flopOf, renamingOf, cards, size };
}

/**
 * The numbers of all pockets with one canonical flop.
 * @param out [1326] by `pairIndex`; `NO_STATE` where the pocket shares a card with the flop.
 * @param first the number of the flop's first state.
 * @returns the number after its last state.
 */
export function numberFlopStates(flop: number, first: number, out: Uint32Array): number {
  const { cards } = flopClasses();
  const a = cards[flop * 3]!;
  const b = cards[flop * 3 + 1]!;
  const c = cards[flop * 3 + 2]!;
  const own = tripleIndex(a, b, c);
  const keeping: number[] = [];
  for (let at = 0; at < SUIT_RENAMINGS.length; at += 52) {
    if (tripleIndex(SUIT_RENAMINGS[at + a]!, SUIT_RENAMINGS[at + b]!, SUIT_RENAMINGS[at + c]!) === own)
      keeping.push(at);
  }
  let next = first;
  out.fill(NO_STATE, 0, PAIRS);
  for (let high = 1; high < 52; high++) {
    if (high === a || high === b || high === c) continue;
    for (let low = 0; low < high; low++) {
      if (low === a || low === b || low === c) continue;
      if (out[pairIndex(high, low)] !== NO_STATE) continue;
      for (const at of keeping) out[pairIndex(SUIT_RENAMINGS[at + high]!, SUIT_RENAMINGS[at + low]!)] = next;
      next++;
    }
  }
  return next;
}
