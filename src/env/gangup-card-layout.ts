import { type FieldSpec, Layout } from '../core/layout.js';
import * as words from '../gangup/effects/vocabulary.js';

/** Numbers of the projection that keeps any two different effects apart; short descriptions have the first few. */
export const PROJECTION = 6;
export const BRIEF_PROJECTION = 3;

/** Sizes that operations state, each with a place of its own. `own`: the player's side, `others`: anybody else. */
export const EFFECT_AMOUNTS = [
  'statusOwn',
  'statusOthers',
  'drawOwn',
  'drawOthers',
  'discardOwn',
  'discardOthers',
  'steal',
  'take',
  'give',
  'manpower',
  'requirement',
  'reward',
  'strengthen',
  'peek',
] as const;

export const TARGET_KINDS = ['gangsters', 'cards', 'player'] as const;
export const TARGET_SIDES = ['own', 'others', 'anyone', 'named'] as const;

/** Sums over a card's operations are cut here. */
export const EFFECT_MAX = 5;

type Dim = { readonly name: string; readonly size: number };
export const dim = (name: string, size: number): Dim => ({ name, size });

export function field(
  name: string,
  dims: readonly Dim[],
  meaning: string,
  range: readonly [number, number] = [0, 1],
): FieldSpec {
  return { name, dims, meaning, range };
}

const printedFields: readonly FieldSpec[] = [
  field('number', [], 'status number / 10', [0, 2]),
  field('manpower', [], 'manpower of a gangster, or what a crime needs, / 5', [0, 4]),
  field('worth', [], 'reward of a crime or price of a location / 5', [0, 4]),
  field('gender', [dim('gender', words.GENDERS.length)], 'one-hot gender of a gangster'),
];
const projectionField = (size: number): FieldSpec =>
  field(
    'projection',
    [dim('number', size)],
    'seeded projection of all that the data says, squashed; different data, different numbers',
    [-1, 1],
  );
const iconsField = field('icons', [dim('icon', words.ICONS.length)], `icons: ${words.ICONS.join(', ')}`);
const counted = (what: string): string => `${what}; sums over abilities, cut at ${EFFECT_MAX}`;

/** What an ability does, in numbers: sums of these describe a card, one alone an action. */
const effectFields: readonly FieldSpec[] = [
  field('ability', [dim('type', 4)], counted('plays, actions, triggers, passives'), [0, EFFECT_MAX]),
  field('window', [dim('window', words.WINDOWS.length)], counted(`windows ${words.WINDOWS.join(', ')}`), [
    0,
    EFFECT_MAX,
  ]),
  field('cost', [], counted('cards to pay / 4'), [0, EFFECT_MAX]),
  field('anyone', [], counted('usable by anybody'), [0, EFFECT_MAX]),
  field('may', [], counted('optional'), [0, EFFECT_MAX]),
  field('conditions', [], counted('conditions / 2'), [0, EFFECT_MAX]),
  iconsField,
  field('on', [dim('event', words.TRIGGER_EVENTS.length)], counted('trigger events'), [0, EFFECT_MAX]),
  field('who', [dim('who', words.TRIGGER_WHO.length)], counted('whom the event is about'), [0, EFFECT_MAX]),
  field('of', [dim('type', words.CRIME_TYPES.length)], counted('crime types that triggers or conditions name'), [
    0,
    EFFECT_MAX,
  ]),
  field(
    'modify',
    [dim('what', words.MODIFIED.length)],
    counted(`passive changes / 4 to ${words.MODIFIED.join(', ')}`),
    [-EFFECT_MAX, EFFECT_MAX],
  ),
  field('verbs', [dim('verb', words.GANGSTER_VERBS.length)], counted('protection and immunity from these'), [
    0,
    EFFECT_MAX,
  ]),
  field('operations', [dim('operation', words.OPERATIONS.length)], counted('operations / 2, those inside others too'), [
    0,
    EFFECT_MAX,
  ]),
  field('amounts', [dim('what', EFFECT_AMOUNTS.length)], counted(`sizes / 4: ${EFFECT_AMOUNTS.join(', ')}`), [
    -EFFECT_MAX,
    EFFECT_MAX,
  ]),
  field('targets', [dim('kind', TARGET_KINDS.length)], counted(`targets: ${TARGET_KINDS.join(', ')}`), [0, EFFECT_MAX]),
  field(
    'zones',
    [dim('zone', words.GANGSTER_ZONES.length + words.CARD_ZONES.length)],
    counted(`where targets are: ${[...words.GANGSTER_ZONES, ...words.CARD_ZONES].join(', ')}`),
    [0, EFFECT_MAX],
  ),
  field('sides', [dim('side', TARGET_SIDES.length)], counted(`whose targets are: ${TARGET_SIDES.join(', ')}`), [
    0,
    EFFECT_MAX,
  ]),
  field('picks', [dim('bound', 2)], counted('fewest and most targets / 4'), [0, EFFECT_MAX]),
];

/** The whole description of a card, or of one action of a card. Made of effect data alone: no ids, no names. */
export const cardLayout = new Layout('gangup/card', 1, [
  field('kind', [dim('kind', words.CARD_KINDS.length)], `one-hot ${words.CARD_KINDS.join(', ')}`),
  ...printedFields,
  field('crimeType', [dim('type', words.CRIME_TYPES.length)], 'one-hot type of a crime'),
  field('removed', [], '1 when an influence leaves the game after its play'),
  ...effectFields,
  projectionField(PROJECTION),
]);

/** The short description, for sets of cards. */
export const briefLayout = new Layout('gangup/brief', 1, [
  field('card', [], '1'),
  field('kind', [dim('kind', 2)], 'influence, gangster'),
  ...printedFields,
  field('windows', [dim('window', words.WINDOWS.length)], 'windows of its plays and actions, cut at 1'),
  field('lasting', [dim('what', 2)], 'has triggers, has passives'),
  iconsField,
  projectionField(BRIEF_PROJECTION),
]);
