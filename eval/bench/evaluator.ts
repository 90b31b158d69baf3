import { DECK_SIZE, formatCard } from '../../src/cards/card.js';
import { evaluate7, evaluate8, evaluateOmaha } from '../../src/cards/evaluator.js';
import { Rng } from '../../src/core/rng.js';
import {
  type BenchOptions,
  type BenchResult,
  compared,
  notInstalled,
  optionalPackage,
  race,
  type Subject,
} from './measure.js';

/** Hands in a batch: small enough for the caches that a solver's working set fits in too. */
const HANDS = 1 << 15;
const SEED = 20240607;

/** The part of a reference evaluator that is timed: card codes in, strength out. */
interface Reference {
  readonly name: string;
  code(card: string): number;
  evaluate(codes: number[]): number;
}

async function references(): Promise<{ found: Reference[]; missing: string[] }> {
  const found: Reference[] = [];
  const missing: string[] = [];
  const pokertools = await optionalPackage<{
    getCardCode(card: string): number;
    evaluate(codes: number[]): number;
  }>('@pokertools/evaluator');
  if (pokertools === null) missing.push(notInstalled('@pokertools/evaluator'));
  else found.push({ name: '@pokertools/evaluator', code: pokertools.getCardCode, evaluate: pokertools.evaluate });
  const phe = await optionalPackage<{
    default: { cardCode(rank: string, suit: string): number; evaluateCardCodes(codes: number[]): number };
  }>('phe');
  if (phe === null) missing.push(notInstalled('phe'));
  else {
    const { cardCode, evaluateCardCodes } = phe.default;
    found.push({ name: 'phe', code: (card) => cardCode(card[0]!, card[1]!), evaluate: evaluateCardCodes });
  }
  return { found, missing };
}

/** [HANDS, size] random cards, all different within a hand. */
function randomHands(size: number): Int32Array {
  const rng = new Rng(SEED, size);
  const deck = Int32Array.from({ length: DECK_SIZE }, (_, card) => card);
  const hands = new Int32Array(HANDS * size);
  for (let h = 0; h < HANDS; h++) {
    for (let i = 0; i < size; i++) {
      const j = i + rng.below(DECK_SIZE - i);
      const card = deck[j]!;
      deck[j] = deck[i]!;
      deck[i] = card;
      hands[h * size + i] = card;
    }
  }
  return hands;
}

/** The same hands as arrays of the reference's codes: what it is fastest with. */
function codesFor(reference: Reference, hands: Int32Array, size: number): number[][] {
  const code = Array.from({ length: DECK_SIZE }, (_, card) => reference.code(formatCard(card)));
  return Array.from({ length: hands.length / size }, (_, h) =>
    Array.from(hands.subarray(h * size, (h + 1) * size), (card) => code[card]!),
  );
}

/** Keeps results in use, so that no compiler leaves the work out. */
let total = 0;

function raceWith(
  name: string,
  size: number,
  own: (hands: Int32Array) => number,
  theirs: (reference: Reference, hand: number[]) => number,
  referenceShare: number,
): (options: BenchOptions) => Promise<BenchResult> {
  return async (options) => {
    const { found, missing } = await references();
    const hands = randomHands(size);
    const subjects: Subject[] = [
      {
        name: 'hench',
        run() {
          total += own(hands);
          return HANDS;
        },
      },
      ...found.map((reference) => {
        const codes = codesFor(reference, hands, size).slice(0, HANDS * referenceShare);
        return {
          name: reference.name,
          run() {
            let sum = 0;
            for (const hand of codes) sum += theirs(reference, hand);
            total += sum;
            return codes.length;
          },
        };
      }),
    ];
    const [value, ...rest] = await race(subjects, options);
    return compared(
      name,
      'hands/s',
      value!,
      found.map((reference, i) => ({ name: reference.name, value: rest[i]! })),
      missing,
    );
  };
}

export const sevenRandom = raceWith(
  'evaluator/7-random',
  7,
  (hands) => {
    let sum = 0;
    for (let at = 0; at < HANDS * 7; at += 7) sum += evaluate7(hands, at);
    return sum;
  },
  (reference, hand) => reference.evaluate(hand),
  1,
);

const sub = [0, 0, 0, 0, 0, 0, 0];

/** Evaluators for up to seven cards find the best of eight by leaving out each card once. */
export const eightRandom = raceWith(
  'evaluator/8-random',
  8,
  (hands) => {
    let sum = 0;
    for (let at = 0; at < HANDS * 8; at += 8) sum += evaluate8(hands, at);
    return sum;
  },
  (reference, hand) => {
    let best = Number.MAX_SAFE_INTEGER;
    for (let out = 0; out < 8; out++) {
      for (let i = 0, n = 0; i < 8; i++) if (i !== out) sub[n++] = hand[i]!;
      const strength = reference.evaluate(sub);
      if (strength < best) best = strength;
    }
    return best;
  },
  1 / 8,
);

const five = [0, 0, 0, 0, 0];

/** Evaluators without Omaha find it by all sixty hands of two pocket and three community cards. */
export const omaha = raceWith(
  'evaluator/omaha',
  9,
  (hands) => {
    let sum = 0;
    for (let at = 0; at < HANDS * 9; at += 9) sum += evaluateOmaha(hands, at, hands, at + 4);
    return sum;
  },
  (reference, hand) => {
    let best = Number.MAX_SAFE_INTEGER;
    for (let a = 0; a < 3; a++)
      for (let b = a + 1; b < 4; b++)
        for (let x = 4; x < 7; x++)
          for (let y = x + 1; y < 8; y++)
            for (let z = y + 1; z < 9; z++) {
              five[0] = hand[a]!;
              five[1] = hand[b]!;
              five[2] = hand[x]!;
              five[3] = hand[y]!;
              five[4] = hand[z]!;
              const strength = reference.evaluate(five);
              if (strength < best) best = strength;
            }
    return best;
  },
  1 / 32,
);

/** The sum of all strengths so far. */
export function spent(): number {
  return total;
}
