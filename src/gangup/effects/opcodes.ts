import { OPERATIONS, type OperationName } from './vocabulary.js';

/** Numbers of the compiled form. An operation's code is its place in OPERATIONS; control codes follow. */
export const OP = Object.fromEntries(OPERATIONS.map((name, i) => [name, i])) as Record<OperationName, number>;
export const OP_JUMP = OPERATIONS.length;
export const OP_NEXT = OPERATIONS.length + 1;
export const OP_END = OPERATIONS.length + 2;

/** Players beyond PLAYER_WORDS: [PLAYERS_CHOSEN, register] and [PLAYERS_OWNER, reference]. */
export const PLAYERS_CHOSEN = 64;
export const PLAYERS_OWNER = 65;

/** References to a gangster: a register (≥ 0), the card itself, or the gangster of the trigger's event. */
export const REF_SELF = -1;
export const REF_EVENT = -2;

/** A selector: [zone, players, players' argument, gender, smallest number, largest number, flags, kinds, icon]. */
export const SELECTOR_WORDS = 9;
export const ZONE_TABLE = 0;
export const ZONE_CRIME = 1;
export const ZONE_HQ = 2;
export const ZONE_JAIL = 3;
export const ZONE_DISCARD = 4;
export const FLAG_NOT_SELF = 1;
export const FLAG_WITH_GANGSTERS = 2;
export const FLAG_WITH_CARDS = 4;

/** A target: [kind, register, min, max, max per gang, chooser, its argument, random, verbs, new owner, its argument, selector …]. */
export const TARGET_KIND = 0;
export const TARGET_REGISTER = 1;
export const TARGET_MIN = 2;
export const TARGET_MAX = 3;
export const TARGET_PER_GANG = 4;
export const TARGET_BY = 5;
export const TARGET_RANDOM = 7;
export const TARGET_VERBS = 8;
export const TARGET_OWNER = 9;
export const TARGET_SELECTOR = 11;
export const TARGET_WORDS = TARGET_SELECTOR + SELECTOR_WORDS;
export const KIND_GANGSTER = 0;
export const KIND_CARD = 1;
export const KIND_PLAYER = 2;

/** Beside GANGSTER_VERBS (bits 0 …): a gangster of one's own that joins the crime. */
export const VERB_JOIN_BIT = 1 << 6;

export const EXPR_CONST = 0;
export const EXPR_COUNT = 1;
export const EXPR_READ = 2;

export const COND_COMPARE = 1;
export const COND_TYPE = 2;
export const COND_IN = 3;
export const COND_PRESENT = 4;
export const COND_NOT = 5;
export const COND_ALL = 6;
export const COND_ANY = 7;

/** Bounds that compiled programs keep. */
export const REGISTERS = 6;
export const PICKS_MAX = 8;
export const LOOPS_MAX = 3;
