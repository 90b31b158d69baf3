/** The closed word lists of card data. Types, JSON Schema, compiler, interpreter and English text all come from these. */
export const CARD_KINDS = ['crime', 'influence', 'gangster', 'leader', 'location'] as const;
export const CRIME_TYPES = ['robbery', 'fraud', 'gambling', 'trafficking'] as const;
export const ICONS = ['jail', 'defect', 'kill', 'cancel', 'cards', 'status', 'manpower'] as const;
/** What the icon card explains: the icons of plays, the types of crimes, and the numbers on cards. */
export const SIGNS = [...ICONS, ...CRIME_TYPES, 'requiredStatus', 'requiredManpower', 'reward', 'cost'] as const;
export const GENDERS = ['male', 'female'] as const;
export const SOURCES = ['rulebook', 'maker', 'house'] as const;
export const SETS = ['base', 'expansion'] as const;

/** When an influence or action may be played. `any` is R-ANYTIME, `crime` is 4C, `afterCrime` is 4E, `cancel` answers a play. */
export const WINDOWS = ['any', 'crime', 'afterCrime', 'cancel'] as const;

/** Sets of seats. `user` plays the card or owns the passive; `event` is whom the trigger's event is about. */
export const PLAYER_WORDS = [
  'user',
  'others',
  'all',
  'active',
  'starter',
  'ally',
  'participants',
  'gangsAtCrime',
  'outsiders',
  'highest',
  'lowest',
  'event',
] as const;

/** Where gangsters stand: `table` is headquarters and crime together (a gang). */
export const GANGSTER_ZONES = ['table', 'crime', 'hq'] as const;
/** Face-up piles from which cards are chosen. */
export const CARD_ZONES = ['jail', 'discard'] as const;

/** What can be done to a gangster on the table; protection and immunity name these. */
export const GANGSTER_VERBS = ['kill', 'arrest', 'defect', 'toHand', 'forceJoin', 'withdraw'] as const;

/** Rule events that triggers listen to. */
export const TRIGGER_EVENTS = [
  'turnStart',
  'turnEnd',
  'crimeDraw',
  'crimeRevealed',
  'crimeStarted',
  'crimeSuccess',
  'crimeFailure',
  'killed',
  'arrested',
  'defected',
  'placed',
  'escaped',
  'statusGained',
  'statusLost',
  'influencePlayed',
  'actionPlayed',
  'cancelled',
] as const;

/** Whom the event must be about, seen from the card's owner. `participant`: the owner is starter or ally; `present`: this gangster is at the crime; `self`: it happens to this gangster. */
export const TRIGGER_WHO = ['any', 'owner', 'others', 'participant', 'present', 'self'] as const;

export const MODIFIED = ['manpower', 'immune', 'number', 'handMax', 'requirement', 'reward'] as const;
export const DURATIONS = ['crime', 'turn'] as const;
export const READINGS = ['status', 'hand', 'gang', 'manpower', 'requirement', 'reward', 'gangs', 'number'] as const;
export const COMPARISONS = ['=', '>=', '<='] as const;

/** The closed list of operations. */
export const OPERATIONS = [
  'kill',
  'arrest',
  'defect',
  'toHand',
  'forceJoin',
  'join',
  'withdraw',
  'removeFromGame',
  'escape',
  'fetch',
  'status',
  'steal',
  'draw',
  'discard',
  'reveal',
  'take',
  'give',
  'peekReorder',
  'manpower',
  'requirement',
  'reward',
  'cancelLast',
  'protect',
  'strengthen',
  'if',
  'forEach',
  'choose',
  'may',
] as const;

export type CardKind = (typeof CARD_KINDS)[number];
export type CrimeType = (typeof CRIME_TYPES)[number];
export type Sign = (typeof SIGNS)[number];
export type Icon = (typeof ICONS)[number];
export type Window = (typeof WINDOWS)[number];
export type PlayerWord = (typeof PLAYER_WORDS)[number];
export type GangsterVerb = (typeof GANGSTER_VERBS)[number];
export type TriggerEvent = (typeof TRIGGER_EVENTS)[number];
export type OperationName = (typeof OPERATIONS)[number];

/** The bits of the named members of a list. */
export function maskOf<T>(list: readonly T[], names: readonly T[]): number {
  return names.reduce((mask, name) => mask | (1 << list.indexOf(name)), 0);
}
