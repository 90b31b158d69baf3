import { type FieldSpec, Layout } from '../core/layout.js';
import {
  CARD_KINDS,
  CARD_ZONES,
  CRIME_TYPES,
  GANGSTER_VERBS,
  GANGSTER_ZONES,
  GENDERS,
  ICONS,
  MODIFIED,
  OPERATIONS,
  TRIGGER_EVENTS,
  TRIGGER_WHO,
  WINDOWS,
} from '../gangup/effects/vocabulary.js';

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
  field('gender', [dim('gender', GENDERS.length)], 'one-hot gender of a gangster'),
];
const projectionField = (size: number): FieldSpec =>
  field(
    'projection',
    [dim('number', size)],
    'seeded projection of all that the data says, squashed; different data, different numbers',
    [-1, 1],
  );
const iconsField = field('icons', [dim('icon', ICONS.length)], `icons: ${ICONS.join(', ')}`);
const counted = (what: string): string => `${what}; sums over abilities, cut at ${EFFECT_MAX}`;

/** What an ability does, in numbers: sums of these describe a card, one alone an action. */
const effectFields: readonly FieldSpec[] = [
  field('ability', [dim('type', 4)], counted('plays, actions, triggers, passives'), [0, EFFECT_MAX]),
  field('window', [dim('window', WINDOWS.length)], counted(`windows ${WINDOWS.join(', ')}`), [0, EFFECT_MAX]),
  field('cost', [], counted('cards to pay / 4'), [0, EFFECT_MAX]),
  field('anyone', [], counted('usable by anybody'), [0, EFFECT_MAX]),
  field('may', [], counted('optional'), [0, EFFECT_MAX]),
  field('conditions', [], counted('conditions / 2'), [0, EFFECT_MAX]),
  iconsField,
  field('on', [dim('event', TRIGGER_EVENTS.length)], counted('trigger events'), [0, EFFECT_MAX]),
  field('who', [dim('who', TRIGGER_WHO.length)], counted('whom the event is about'), [0, EFFECT_MAX]),
  field('of', [dim('type', CRIME_TYPES.length)], counted('crime types that triggers or conditions name'), [
    0,
    EFFECT_MAX,
  ]),
  field('modify', [dim('what', MODIFIED.length)], counted(`passive changes / 4 to ${MODIFIED.join(', ')}`), [
    -EFFECT_MAX,
    EFFECT_MAX,
  ]),
  field('verbs', [dim('verb', GANGSTER_VERBS.length)], counted('protection and immunity from these'), [0, EFFECT_MAX]),
  field('operations', [dim('operation', OPERATIONS.length)], counted('operations / 2, those inside others too'), [
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
    [dim('zone', GANGSTER_ZONES.length + CARD_ZONES.length)],
    counted(`where targets are: ${[...GANGSTER_ZONES, ...CARD_ZONES].join(', ')}`),
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
  field('kind', [dim('kind', CARD_KINDS.length)], `one-hot ${CARD_KINDS.join(', ')}`),
  ...printedFields,
  field('crimeType', [dim('type', CRIME_TYPES.length)], 'one-hot type of a crime'),
  field('removed', [], '1 when an influence leaves the game after its play'),
  ...effectFields,
  projectionField(PROJECTION),
]);

/** The short description, for sets of cards. */
export const briefLayout = new Layout('gangup/brief', 1, [
  field('card', [], '1'),
  field('kind', [dim('kind', 2)], 'influence, gangster'),
  ...printedFields,
  field('windows', [dim('window', WINDOWS.length)], 'windows of its plays and actions, cut at 1'),
  field('lasting', [dim('what', 2)], 'has triggers, has passives'),
  iconsField,
  projectionField(BRIEF_PROJECTION),
]);
