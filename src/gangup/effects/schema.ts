import { z } from 'zod';
import {
  CARD_ZONES,
  COMPARISONS,
  CRIME_TYPES,
  DURATIONS,
  GANGSTER_VERBS,
  GANGSTER_ZONES,
  GENDERS,
  ICONS,
  PLAYER_WORDS,
  READINGS,
  SETS,
  SIGNS,
  SOURCES,
  TRIGGER_EVENTS,
  TRIGGER_WHO,
  WINDOWS,
} from './vocabulary.js';

/** The one definition of card data: the types and the JSON Schema are both made from it. */
const name = z
  .string()
  .regex(/^[a-z][a-zA-Z]{0,15}$/, 'should be a short word of letters that begins with a small one');
/** Words for people to read: on one line, with nothing in them that a terminal would obey or that can't be seen. */
const words = (most: number) =>
  z
    .string()
    .max(most)
    .regex(
      /^[^\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]*$/u,
      'should be plain text on one line, without control characters',
    );
/** The same, and more than blanks. */
const title = (most: number) => words(most).min(1).regex(/\S/, 'should be more than blanks');
const amount = z.int().min(-20).max(20);
const few = z.int().min(1).max(8);
const number = z.int().min(0).max(20);

export const playersSchema = z
  .union([z.enum(PLAYER_WORDS), z.strictObject({ chosen: name }), z.strictObject({ ownerOf: name })])
  .meta({ id: 'players' });

export const gangstersSchema = z
  .strictObject({
    zone: z.enum(GANGSTER_ZONES),
    of: playersSchema.optional(),
    gender: z.enum(GENDERS).optional(),
    numberMin: number.optional(),
    numberMax: number.optional(),
    notSelf: z.literal(true).optional(),
  })
  .meta({ id: 'gangsters' });

export const pileCardsSchema = z.strictObject({
  zone: z.enum(CARD_ZONES),
  kind: z.enum(['gangster', 'influence']).optional(),
  icon: z.enum(ICONS).optional(),
  numberMin: number.optional(),
  numberMax: number.optional(),
});

export const expressionSchema = z
  .union([
    amount,
    z.strictObject({ count: gangstersSchema, times: amount.optional(), plus: amount.optional() }),
    z.strictObject({
      read: z.enum(READINGS),
      of: playersSchema.optional(),
      what: name.optional(),
      times: amount.optional(),
      plus: amount.optional(),
    }),
  ])
  .meta({ id: 'expression' });

export type PlayersData = z.infer<typeof playersSchema>;
export type GangstersData = z.infer<typeof gangstersSchema>;
export type PileCardsData = z.infer<typeof pileCardsSchema>;
export type ExpressionData = z.infer<typeof expressionSchema>;

export type ConditionData =
  | { compare: [ExpressionData, (typeof COMPARISONS)[number], ExpressionData] }
  | { crimeType: (typeof CRIME_TYPES)[number][] }
  | { player: PlayersData; in: PlayersData }
  | { present: string }
  | { not: ConditionData }
  | { all: ConditionData[] }
  | { any: ConditionData[] };

export const conditionSchema: z.ZodType<ConditionData> = z
  .lazy(() =>
    z.union([
      z.strictObject({ compare: z.tuple([expressionSchema, z.enum(COMPARISONS), expressionSchema]) }),
      z.strictObject({ crimeType: z.array(z.enum(CRIME_TYPES)).min(1).max(4) }),
      z.strictObject({ player: playersSchema, in: playersSchema }),
      z.strictObject({ present: name }),
      z.strictObject({ not: conditionSchema }),
      z.strictObject({ all: z.array(conditionSchema).min(2).max(4) }),
      z.strictObject({ any: z.array(conditionSchema).min(2).max(4) }),
    ]),
  )
  .meta({ id: 'condition' });

const picking = { as: name, min: z.int().min(0).max(8).optional(), max: few.optional() };
const gangsterTarget = { ...picking, gangsters: gangstersSchema, maxPerGang: few.optional() };
const cardTarget = { ...picking, cards: pileCardsSchema };
const playerTarget = { as: name, player: playersSchema, with: z.enum(['gangsters', 'cards']).optional() };

/** What is chosen before a play is announced (R-ANNOUNCE). */
export const targetSchema = z
  .union([z.strictObject(gangsterTarget), z.strictObject(cardTarget), z.strictObject(playerTarget)])
  .meta({ id: 'target' });
export type TargetData = z.infer<typeof targetSchema>;

const chooser = { by: playersSchema.optional(), random: z.literal(true).optional() };
const op = <T extends string>(value: T) => z.literal(value);
/** One form for the three kinds of choices, so that an operation's name alone says how it is read; `compile.ts` tells them apart. */
const chooseSchema = z.strictObject({
  op: op('choose'),
  ...gangsterTarget,
  ...cardTarget,
  ...playerTarget,
  ...chooser,
  gangsters: gangstersSchema.optional(),
  cards: pileCardsSchema.optional(),
  player: playersSchema.optional(),
});

/** Operations without operations inside. */
const plainSchemas = [
  z.strictObject({ op: op('kill'), what: name }),
  z.strictObject({ op: op('arrest'), what: name }),
  z.strictObject({ op: op('defect'), what: name, to: playersSchema.optional() }),
  z.strictObject({ op: op('toHand'), what: name }),
  z.strictObject({ op: op('forceJoin'), what: name }),
  z.strictObject({ op: op('join'), what: name }),
  z.strictObject({ op: op('withdraw'), what: name }),
  z.strictObject({ op: op('removeFromGame'), what: name }),
  z.strictObject({ op: op('escape'), what: name, to: playersSchema.optional() }),
  z.strictObject({ op: op('fetch'), what: name }),
  z.strictObject({ op: op('status'), who: playersSchema, amount: expressionSchema }),
  z.strictObject({ op: op('steal'), from: playersSchema, amount: expressionSchema }),
  z.strictObject({ op: op('draw'), who: playersSchema, n: expressionSchema }),
  z.strictObject({
    op: op('discard'),
    who: playersSchema,
    n: z.union([z.literal('all'), expressionSchema]),
    how: z.enum(['choice', 'random']).optional(),
  }),
  z.strictObject({ op: op('reveal'), who: playersSchema, to: z.enum(['all', 'user']) }),
  z.strictObject({ op: op('take'), from: playersSchema, n: few, how: z.enum(['choice', 'random']) }),
  z.strictObject({ op: op('give'), to: playersSchema, n: few }),
  z.strictObject({ op: op('peekReorder'), pile: z.enum(['crime', 'resource']), n: z.int().min(1).max(5) }),
  z.strictObject({ op: op('manpower'), amount: expressionSchema }),
  z.strictObject({ op: op('requirement'), amount: expressionSchema }),
  z.strictObject({ op: op('reward'), amount: expressionSchema }),
  z.strictObject({ op: op('cancelLast'), icons: z.array(z.enum(ICONS)).min(1).max(7).optional() }),
  z.strictObject({
    op: op('protect'),
    what: name,
    from: z.array(z.enum(GANGSTER_VERBS)).min(1).max(6),
    until: z.enum(DURATIONS),
  }),
  z.strictObject({ op: op('strengthen'), what: name, amount, until: z.enum(DURATIONS) }),
] as const;

export type PlainOperation = z.infer<(typeof plainSchemas)[number]>;
export type ChooseOperation = TargetData & { op: 'choose'; by?: PlayersData; random?: true };
export type OperationData =
  | PlainOperation
  | ChooseOperation
  // Card data is never awaited, and `if … then` is what the card says.
  | { op: 'if'; when: ConditionData; then: OperationData[]; else?: OperationData[] }
  | { op: 'forEach'; players?: PlayersData; gangsters?: GangstersData; as: string; do: OperationData[] }
  | { op: 'may'; do: OperationData[] };

const operations = z.lazy(() => z.array(operationSchema).min(1).max(8)).meta({ id: 'operations' });
export const operationSchema = z
  .lazy(() =>
    z.discriminatedUnion('op', [
      ...plainSchemas,
      chooseSchema,
      // biome-ignore lint/suspicious/noThenProperty: see above
      z.strictObject({ op: op('if'), when: conditionSchema, then: operations, else: operations.optional() }),
      z.strictObject({
        op: op('forEach'),
        players: playersSchema.optional(),
        gangsters: gangstersSchema.optional(),
        as: name,
        do: operations,
      }),
      z.strictObject({ op: op('may'), do: operations }),
    ]),
  )
  .meta({ id: 'operation' }) as unknown as z.ZodType<OperationData>;

const effect = {
  window: z.enum(WINDOWS).default('any'),
  when: conditionSchema.optional(),
  cost: z.int().min(0).max(8).default(0),
  targets: z.array(targetSchema).max(3).default([]),
  do: operations,
  icons: z.array(z.enum(ICONS)).max(7).optional(),
};
export const playSchema = z.strictObject(effect);
export const actionSchema = z.strictObject({
  type: z.literal('action'),
  usableBy: z.enum(['owner', 'any']).default('owner'),
  ...effect,
});
export const triggerSchema = z.strictObject({
  type: z.literal('trigger'),
  on: z.enum(TRIGGER_EVENTS),
  who: z.enum(TRIGGER_WHO).default('any'),
  of: z.array(z.enum(CRIME_TYPES)).min(1).max(4).optional(),
  when: conditionSchema.optional(),
  may: z.boolean().default(false),
  do: operations,
});
const passive = { type: z.literal('passive'), when: conditionSchema.optional() };
export const passiveSchema = z.discriminatedUnion('modify', [
  z.strictObject({ ...passive, modify: z.literal('manpower'), of: z.enum(['self', 'gang']), amount: expressionSchema }),
  z.strictObject({
    ...passive,
    modify: z.literal('immune'),
    of: z.enum(['self', 'gang']),
    from: z.array(z.enum(GANGSTER_VERBS)).min(1).max(6),
  }),
  z.strictObject({
    ...passive,
    modify: z.literal('number'),
    kinds: z
      .array(z.enum(['crime', 'influence', 'gangster']))
      .min(1)
      .max(3),
    amount: expressionSchema,
  }),
  z.strictObject({ ...passive, modify: z.literal('handMax'), amount: expressionSchema }),
  z.strictObject({ ...passive, modify: z.literal('requirement'), amount: expressionSchema }),
  z.strictObject({ ...passive, modify: z.literal('reward'), amount: expressionSchema }),
]);
export type PlayData = z.infer<typeof playSchema>;
export type ActionData = z.infer<typeof actionSchema>;
export type TriggerData = z.infer<typeof triggerSchema>;
export type PassiveData = z.infer<typeof passiveSchema>;

const ability = z.discriminatedUnion('type', [actionSchema, triggerSchema, passiveSchema]).meta({ id: 'ability' });
const card = {
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'should be small letters, digits and hyphens'),
  name: title(40),
  set: z.enum(SETS).default('base'),
  source: z.enum(SOURCES),
  copies: z.int().min(1).max(20).default(1),
  /** Long enough for what the data of the wordiest generated card says. */
  text: words(2000),
  /** The words printed on a real card, where they are known and differ from ours. */
  printed: words(600).optional(),
  unimplemented: z.literal(true).optional(),
};
const abilities = (max: number) => z.array(ability).max(max).default([]);
export const cardSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('crime'),
    ...card,
    type: z.enum(CRIME_TYPES),
    status: number,
    manpower: z.int().min(0).max(20),
    reward: z.int().min(0).max(20),
    abilities: z.array(triggerSchema).max(4).default([]),
  }),
  z.strictObject({
    kind: z.literal('influence'),
    ...card,
    status: number,
    play: playSchema.optional(),
    afterPlay: z.enum(['discarded', 'removed']).default('discarded'),
  }),
  z.strictObject({
    kind: z.literal('gangster'),
    ...card,
    status: number,
    gender: z.enum(GENDERS),
    manpower: z.int().min(0).max(5).default(1),
    abilities: abilities(4),
  }),
  z.strictObject({ kind: z.literal('leader'), ...card, abilities: abilities(4) }),
  z.strictObject({ kind: z.literal('location'), ...card, price: number, abilities: abilities(4) }),
]);
export type CardData = z.infer<typeof cardSchema>;

/** The icon card: a legend that nobody plays. */
export const legendSchema = z.strictObject({
  id: card.id,
  name: card.name,
  set: card.set,
  source: card.source,
  signs: z
    .array(z.strictObject({ of: z.enum(SIGNS), sign: title(4), means: title(160) }))
    .min(1)
    .max(SIGNS.length),
});
export type LegendData = z.infer<typeof legendSchema>;

/** Different cards in one pack. */
export const CARDS_MAX = 400;

export const packSchema = z.strictObject({
  $schema: z.string().optional(),
  format: z.literal('hench-gangup-pack'),
  version: z.literal(1),
  name: title(60),
  cards: z.array(cardSchema).min(1).max(CARDS_MAX),
  legend: legendSchema.optional(),
});
export type PackData = z.infer<typeof packSchema>;

/** The published JSON Schema of card packs. */
export function packJsonSchema(): object {
  return z.toJSONSchema(packSchema, { io: 'input' });
}
