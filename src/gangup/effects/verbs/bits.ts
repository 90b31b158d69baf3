import { OP, VERB_JOIN_BIT } from '../opcodes.js';
import { GANGSTER_VERBS } from '../vocabulary.js';

/** By operation: the bit of GANGSTER_VERBS, or that of joining, that decides whether a gangster can be its target. */
export const VERB_BITS: Int32Array = (() => {
  const bits = new Int32Array(64);
  GANGSTER_VERBS.forEach((verb, i) => {
    bits[OP[verb]] = 1 << i;
  });
  bits[OP.join] = VERB_JOIN_BIT;
  return bits;
})();
