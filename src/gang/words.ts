/**
 * Places of the words that tables are made of, apart from the classes that hold them: rules, modifiers and views all
 * speak of these, and only `state.ts` knows how the words are laid out.
 */

/** Rounds of a heist: pre-flop, flop, turn, river. */
export const ROUNDS = 4;
export const ROUND_NAMES = ['white', 'yellow', 'orange', 'red'] as const;
/** Community cards on the table in each round. */
export const BOARD_BY_ROUND = [0, 3, 4, 5] as const;
export const BOARD_MAX = 5;
/** R-JACK: the specialist card in a pocket, a jack without a suit; it isn't a card of the deck. */
export const JACK_CARD = 61;
/** Cards of the deck without jokers. */
export const DECK_SIZE = 52;

/** Cards of the two numbered stacks, and their words in a state: two rows of ten. */
export const STACK_SIZE = 10;

/** Gold bars that win and alarms that lose the base game. */
export const BARS_TO_WIN = 3;
export const ALARMS_TO_LOSE = 3;

/** Indices into `info`, the public scalars. */
export const OVER = 0;
/** What the table is doing: `PHASE_CHIPS`, `PHASE_TALK`, `PHASE_SHOWDOWN`. The base game only ever lies in the first. */
export const PHASE = 1;
export const ROUND = 2;
export const HEIST = 3;
export const BARS = 4;
export const ALARMS = 5;
export const BOARD_COUNT = 6;
/** Chips moved in this round. */
export const MOVES = 7;
/** The newest take: seat, chip, seat it came from (−1 the centre). All −1 when nothing has been taken. */
export const LAST_SEAT = 8;
export const LAST_CHIP = 9;
export const LAST_FROM = 10;
/** Seats that said ready (bits). */
export const READY_MASK = 11;
/** Seats of people, who have no `takesMax` (bits, R-CONCURRENT). */
export const PEOPLE_MASK = 12;
/** The heist before this one: −1 there was none, 0 it failed, 1 it succeeded. */
export const PAST_OUTCOME = 13;
/** Chips of this round that lie on their dark side (bits, R-DARK). */
export const DARK_CHIPS = 14;
/** Exit chips in the centre in this round. */
export const EXITS_LEFT = 15;
/** Hands revealed in the showdown that is going on. */
export const REVEALED = 16;
/** Cards in the discard pile of this heist. */
export const DISCARDED = 17;
/** Entries in the ledger of this heist. */
export const LEDGER_COUNT = 18;
/** Who holds the dealer chip, −1 nobody. */
export const DEALER_SEAT = 19;
/** Vault cards turned so far. */
export const VAULTS_TURNED = 20;
/** How often the deck of this heist was refilled from the discard pile (R-RESHUFFLE). */
export const RESHUFFLES = 21;
/** Number of the challenge that stays for the whole game (professional mode), 0 none. */
export const PERMANENT = 22;
/** 1 when the seat that is asked must take an exit chip from the centre (R-HEADLESS). */
export const FORCED_EXIT = 23;
/** The showdown so far: the highest place revealed, and the highest below the hand's own stars (R-ZERO). */
export const SHOWN_TOP = 24;
export const SHOWN_BELOW = 25;
/** 1 when a hand stood in the wrong order. */
export const MISTAKEN = 26;
/** 1 when the heist has failed whatever the order of the chips says (Retina Scan …). */
export const FAILED = 27;
export const INFO_WORDS = 28;

export const PHASE_CHIPS = 0;
/** Between chips: something is decided, or seats are asked. */
export const PHASE_TALK = 1;
export const PHASE_SHOWDOWN = 2;

/**
 * Chips: 0…7 are the chips with 1…8 stars, 8 and 9 the two with none, 10 an exit chip. A code means the same at every
 * table; `Plan.chipOrder` lists those of a table from the weakest to the strongest.
 */
export const ZERO_CHIP = 8;
export const EXIT_CHIP = 10;
/** The most star chips with a star. */
export const STARS_MAX = 8;

/** Stars on a chip; an exit chip has none. */
export function starsOf(chip: number): number {
  return chip < ZERO_CHIP ? chip + 1 : 0;
}

/** The name of a chip of a table in words: its stars, or `exit`. */
export function chipName(chip: number): string {
  return chip === EXIT_CHIP ? 'exit' : String(starsOf(chip));
}

/** Indices into `flow`, the hidden words of what the table is doing. */
/** Index into the plan's steps: the step that is going on. */
export const STEP = 0;
/** How far a step has come through its seats (tools) or through the order of the showdown. */
export const CURSOR = 1;
/** A modifier's own place within its part of a step; 0 when it begins. */
export const STAGE = 2;
/** How far the showdown has come through the hooks of the hand that is to be revealed. */
export const HOOK = 3;
/** The question that is open: who asks (index of the modifier + 1; 0 when none is open). */
export const PROMPT_BY = 4;
/** Index into `PROMPT_KINDS`. */
export const PROMPT_KIND = 5;
/** Index into `PURPOSES`: what the answer is for. */
export const PROMPT_PURPOSE = 6;
/** Seats that were asked (bits), and those that haven't answered. */
export const PROMPT_ASKED = 7;
export const PROMPT_PENDING = 8;
/** Arguments of the question, by kind. */
export const PROMPT_ARG = 9;
export const PROMPT_OTHER = 10;
/** 1 when nobody but the seats asked may know that something is asked. */
export const PROMPT_SECRET = 11;
export const FLOW_WORDS = 12;
/** Words of `flow` that a view holds while it may know of the open question. */
export const PROMPT_WORDS = FLOW_WORDS;

/**
 * The ledger: what happened to pocket cards in this heist, entry by entry, so that a reader of a view can reason about
 * what was said before cards changed hands (R-FACTS). Everybody sees the entries; the card of an entry is known to the
 * seats in its mask only.
 */
export const LEDGER_WIDTH = 8;
/** Index into `LEDGER_OPS`. */
export const L_OP = 0;
/** The modifier that caused it (index in the plan), −1 the rules. */
export const L_BY = 1;
export const L_SEAT = 2;
/** The other seat of a showing or passing; `POOL` for the pile in the middle; a place on the board. */
export const L_OTHER = 3;
/** What was asked (a rank …), by modifier. */
export const L_ARG = 4;
/** What was told. */
export const L_VALUE = 5;
/** Seats that know the card (bits). */
export const L_SEEN = 6;
/** Community cards that lay open. */
export const L_BOARD = 7;

export const LEDGER_OPS = [
  'fact',
  'show',
  'draw',
  'discard',
  'out',
  'in',
  'play',
  'replace',
  'aside',
  'stack',
] as const;
export const OP_FACT = 0;
export const OP_SHOW = 1;
export const OP_DRAW = 2;
export const OP_DISCARD = 3;
export const OP_OUT = 4;
export const OP_IN = 5;
export const OP_PLAY = 6;
/** A face-up card goes to the discard pile: `L_OTHER` its place, `L_VALUE` its layer in a stack (0 the lowest). */
export const OP_REPLACE = 7;
/** A card drawn from the deck goes to the discard pile without ever having been in a pocket or on the table. */
export const OP_ASIDE = 8;
/** A card is laid on a joker's stack: place and layer as of a replaced one. */
export const OP_STACK = 9;
/** `L_OTHER` of cards on their way through the pile in the middle (Con Artist). */
export const POOL = 31;

/** Cards that were changed for this showdown (R-SMOKE, R-LOCKPICK): entries of seat, card, what it counts as. */
export const CHANGES_MAX = 4;
export const CHANGE_WIDTH = 3;
