import type { Layout } from '../core/layout.js';
import { mix32 } from '../core/rng.js';
import { ABILITIES_MAX, type Cards } from '../gangup/cards.js';
import { iconsOf } from '../gangup/effects/check.js';
import { everyOperation } from '../gangup/effects/compile.js';
import type {
  CardData,
  ChooseOperation,
  ConditionData,
  ExpressionData,
  OperationData,
  PlayersData,
  TargetData,
} from '../gangup/effects/schema.js';
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
import {
  briefLayout,
  cardLayout,
  EFFECT_AMOUNTS,
  EFFECT_MAX,
  PROJECTION,
  TARGET_KINDS,
  TARGET_SIDES,
} from './gangup-card-layout.js';

type AbilityData = Exclude<CardData, { kind: 'influence' }>['abilities'][number];
type PlayData = NonNullable<Extract<CardData, { kind: 'influence' }>['play']>;
type EffectData = AbilityData | (PlayData & { readonly type: 'play' });

const ABILITY_TYPES = ['play', 'action', 'trigger', 'passive'] as const;

/** A part of `cardLayout` that an ability fills in. */
const FIRST_EFFECT = cardLayout.offset('ability');
const EFFECT_SIZE = cardLayout.offset('projection') - FIRST_EFFECT;

/** Adds into one vector by field names. */
class Writer {
  constructor(
    private readonly layout: Layout,
    readonly out: Float64Array = new Float64Array(layout.size),
  ) {}

  add(name: string, index: number, value: number): void {
    if (index < 0) throw new Error(`${name} has no such place`);
    const at = this.layout.offset(name) + index;
    this.out[at] = this.out[at]! + value;
  }
}

/** How large an expression is, roughly: counts and readings are taken as 2. */
function sizeOf(d: ExpressionData): number {
  if (typeof d === 'number') return d;
  return 2 * (d.times ?? 1) + (d.plus ?? 0);
}

function ownSide(d: PlayersData): boolean {
  return d === 'user' || d === 'all' || d === 'participants' || d === 'gangsAtCrime';
}

function othersSide(d: PlayersData): boolean {
  return d !== 'user' && !(typeof d === 'object' && 'ownerOf' in d && d.ownerOf === 'self');
}

function addConditions(w: Writer, d: ConditionData): void {
  if ('all' in d || 'any' in d) for (const part of 'all' in d ? d.all : d.any) addConditions(w, part);
  else if ('not' in d) addConditions(w, d.not);
  else {
    w.add('conditions', 0, 1 / 2);
    if ('crimeType' in d) for (const type of d.crimeType) w.add('of', CRIME_TYPES.indexOf(type), 1);
  }
}

function addTarget(w: Writer, d: TargetData | ChooseOperation): void {
  const player = 'player' in d;
  w.add('targets', TARGET_KINDS.indexOf(player ? 'player' : 'gangsters' in d ? 'gangsters' : 'cards'), 1);
  w.add('picks', 0, player ? 1 / 4 : (d.min ?? 1) / 4);
  w.add('picks', 1, player ? 1 / 4 : (d.max ?? Math.max(1, d.min ?? 1)) / 4);
  if ('cards' in d) w.add('zones', GANGSTER_ZONES.length + CARD_ZONES.indexOf(d.cards.zone), 1);
  if ('gangsters' in d) w.add('zones', GANGSTER_ZONES.indexOf(d.gangsters.zone), 1);
  if ('cards' in d) return;
  const of = player ? d.player : (d.gangsters.of ?? 'all');
  const side = of === 'user' ? 'own' : of === 'others' ? 'others' : typeof of === 'object' ? 'named' : 'anyone';
  w.add('sides', TARGET_SIDES.indexOf(side), 1);
}

function addAmount(w: Writer, what: (typeof EFFECT_AMOUNTS)[number], amount: number): void {
  w.add('amounts', EFFECT_AMOUNTS.indexOf(what), amount / 4);
}

function addSided(w: Writer, what: 'status' | 'draw' | 'discard', who: PlayersData, amount: number): void {
  if (ownSide(who)) addAmount(w, `${what}Own`, amount);
  if (othersSide(who)) addAmount(w, `${what}Others`, amount);
}

function addOperation(w: Writer, d: OperationData): void {
  w.add('operations', OPERATIONS.indexOf(d.op), 1 / 2);
  switch (d.op) {
    case 'status':
      addSided(w, 'status', d.who, sizeOf(d.amount));
      return;
    case 'draw':
      addSided(w, 'draw', d.who, sizeOf(d.n));
      return;
    case 'discard':
      addSided(w, 'discard', d.who, d.n === 'all' ? 8 : sizeOf(d.n));
      return;
    case 'steal':
      addAmount(w, 'steal', sizeOf(d.amount));
      return;
    case 'take':
    case 'give':
      addAmount(w, d.op, d.n);
      return;
    case 'manpower':
    case 'requirement':
    case 'reward':
      addAmount(w, d.op, sizeOf(d.amount));
      return;
    case 'strengthen':
      addAmount(w, 'strengthen', d.amount);
      return;
    case 'peekReorder':
      addAmount(w, 'peek', d.n);
      return;
    case 'protect':
      for (const verb of d.from) w.add('verbs', GANGSTER_VERBS.indexOf(verb), 1);
      return;
    case 'choose':
      addTarget(w, d);
      return;
    case 'if':
      addConditions(w, d.when);
      return;
    case 'may':
      w.add('may', 0, 1);
      return;
    default:
  }
}

/** The effect fields of one ability, the rest 0. */
function describeAbility(d: EffectData): Float64Array {
  const w = new Writer(cardLayout);
  w.add('ability', ABILITY_TYPES.indexOf(d.type), 1);
  if (d.when !== undefined) addConditions(w, d.when);
  if (d.type === 'passive') {
    const amount = 'amount' in d ? sizeOf(d.amount) / 4 : 1;
    w.add('modify', MODIFIED.indexOf(d.modify), amount);
    if (d.modify === 'immune') for (const verb of d.from) w.add('verbs', GANGSTER_VERBS.indexOf(verb), 1);
    return w.out;
  }
  for (const operation of everyOperation(d.do)) addOperation(w, operation);
  for (const icon of 'icons' in d && d.icons !== undefined ? d.icons : iconsOf(d.do)) {
    w.add('icons', ICONS.indexOf(icon), 1);
  }
  if (d.type === 'trigger') {
    w.add('on', TRIGGER_EVENTS.indexOf(d.on), 1);
    w.add('who', TRIGGER_WHO.indexOf(d.who), 1);
    for (const type of d.of ?? []) w.add('of', CRIME_TYPES.indexOf(type), 1);
    if (d.may) w.add('may', 0, 1);
    return w.out;
  }
  w.add('window', WINDOWS.indexOf(d.window), 1);
  w.add('cost', 0, d.cost / 4);
  if ('usableBy' in d && d.usableBy === 'any') w.add('anyone', 0, 1);
  for (const target of d.targets) addTarget(w, target);
  return w.out;
}

function abilitiesOf(card: CardData): readonly EffectData[] {
  if (card.kind !== 'influence') return card.abilities;
  return card.play === undefined ? [] : [{ type: 'play', ...card.play }];
}

/** Keys that say nothing about what a card does. */
const NO_EFFECT = new Set(['id', 'name', 'set', 'source', 'copies', 'text', 'printed', 'unimplemented']);
/** Keys whose words are names that the card gives to what it chooses. */
const NAMES = new Set(['as', 'what', 'chosen', 'ownerOf', 'present']);

/** What card data says, as a list of words with their places and numbers: equal for cards that do the same. */
export function effectTokens(card: CardData): readonly (readonly [string, number])[] {
  const names = new Map<string, string>();
  const tokens: (readonly [string, number])[] = [];
  const walk = (value: unknown, path: string, key: string): void => {
    if (typeof value === 'number') tokens.push([path, value / 4], [`${path}#`, 1]);
    else if (Array.isArray(value)) {
      value.forEach((part, i) => {
        walk(part, `${path}[${i}]`, key);
      });
    } else if (typeof value === 'object' && value !== null) {
      for (const name of Object.keys(value).sort()) {
        const part = (value as Record<string, unknown>)[name];
        if (part !== undefined) walk(part, `${path}.${name}`, name);
      }
    } else {
      let word = String(value);
      if (NAMES.has(key) && word !== 'self' && word !== 'event') {
        if (!names.has(word)) names.set(word, `name ${names.size}`);
        word = names.get(word)!;
      }
      tokens.push([`${path}=${word}`, 1]);
    }
  };
  walk(Object.fromEntries(Object.entries(card).filter(([key]) => !NO_EFFECT.has(key))), '', '');
  return tokens;
}

/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

/** Sum of a pseudo-random direction for each token, squashed into (−1, 1) without ever saturating. */
function project(card: CardData): Float64Array {
  const sum = new Float64Array(PROJECTION);
  for (const [token, weight] of effectTokens(card)) {
    const hash = hashText(token);
    for (let k = 0; k < PROJECTION; k++) {
      sum[k] = sum[k]! + (weight * mix32(mix32(hash + k) ^ Math.imul(k + 1, 0x9e3779b9))) / 0x8000_0000;
    }
  }
  return sum.map((x) => x / (2 + Math.abs(x)));
}

/** The vector of `cardLayout` for a card. Depends on what the card does, on nothing else. */
export function describeCard(card: CardData): Float64Array {
  const w = new Writer(cardLayout);
  w.add('kind', CARD_KINDS.indexOf(card.kind), 1);
  if ('status' in card) w.add('number', 0, card.status / 10);
  if ('manpower' in card) w.add('manpower', 0, card.manpower / 5);
  if (card.kind === 'crime') {
    w.add('worth', 0, card.reward / 5);
    w.add('crimeType', CRIME_TYPES.indexOf(card.type), 1);
  }
  if (card.kind === 'location') w.add('worth', 0, card.price / 5);
  if (card.kind === 'gangster') w.add('gender', GENDERS.indexOf(card.gender), 1);
  if (card.kind === 'influence' && card.afterPlay === 'removed') w.add('removed', 0, 1);
  if (!card.unimplemented) {
    for (const ability of abilitiesOf(card)) {
      const part = describeAbility(ability);
      for (let i = 0; i < part.length; i++) w.out[i] = w.out[i]! + part[i]!;
    }
  }
  project(card).forEach((value, k) => {
    w.add('projection', k, value);
  });
  return cutEffects(w.out);
}

function cutEffects(out: Float64Array): Float64Array {
  for (let i = FIRST_EFFECT; i < FIRST_EFFECT + EFFECT_SIZE; i++) {
    out[i] = Math.max(-EFFECT_MAX, Math.min(EFFECT_MAX, out[i]!));
  }
  const icons = cardLayout.offset('icons');
  for (let i = icons; i < icons + ICONS.length; i++) out[i] = Math.min(1, out[i]!);
  return out;
}

/** The vector of `briefLayout`, made from that of `cardLayout`. */
function briefOf(whole: Float64Array): Float64Array {
  const w = new Writer(briefLayout);
  const take = (name: string, from = name, cut = Number.POSITIVE_INFINITY): void => {
    const { offset, size } = briefLayout.fields.find((f) => f.name === name)!;
    for (let i = 0; i < size; i++) w.out[offset + i] = Math.min(cut, whole[cardLayout.offset(from) + i]!);
  };
  w.add('card', 0, 1);
  for (const [i, kind] of (['influence', 'gangster'] as const).entries()) {
    w.add('kind', i, whole[cardLayout.offset('kind') + CARD_KINDS.indexOf(kind)]!);
  }
  for (const name of ['number', 'manpower', 'worth', 'gender', 'icons', 'projection']) take(name);
  take('windows', 'window', 1);
  for (const [i, type] of ['trigger', 'passive'].entries()) {
    const has = whole[cardLayout.offset('ability') + ABILITY_TYPES.indexOf(type as 'trigger')]! > 0;
    w.add('lasting', i, has ? 1 : 0);
  }
  return w.out;
}

/** A byte for each of the kinds influence and gangster and each icon. */
function sortsOf(whole: Float64Array): number[] {
  const [kind, icons] = [cardLayout.offset('kind'), cardLayout.offset('icons')];
  const cells = [kind + CARD_KINDS.indexOf('influence'), kind + CARD_KINDS.indexOf('gangster')];
  const bits = [...cells, ...ICONS.map((_, i) => icons + i)].map((cell) => (whole[cell]! > 0 ? 1 : 0) as number);
  return [0, 4, 8].map((from) => bits.slice(from, from + 4).reduce((word, bit, i) => word | (bit << (8 * i)), 0));
}

/** Vectors of which most numbers are 0, kept as the others only: row r is `index`/`value` from `start[r]` on. */
export class SparseRows {
  readonly start: Int32Array;
  readonly index: Uint16Array;
  /** Rounded to float32 already: wider words spare a conversion in each sum. */
  readonly value: Float64Array;

  constructor(rows: readonly ArrayLike<number>[]) {
    this.start = new Int32Array(rows.length + 1);
    const index: number[] = [];
    const value: number[] = [];
    rows.forEach((row, r) => {
      for (let i = 0; i < row.length; i++) {
        if (row[i] === 0) continue;
        index.push(i);
        value.push(row[i]!);
      }
      this.start[r + 1] = index.length;
    });
    this.index = Uint16Array.from(index);
    this.value = Float64Array.from(Float32Array.from(value));
  }

  /** Writes row `r` into zeros at `at`. */
  put(r: number, out: Float32Array, at: number): void {
    const { index, value } = this;
    const end = this.start[r + 1]!;
    for (let i = this.start[r]!; i < end; i++) out[at + index[i]!] = value[i]!;
  }

  /** Adds `scale` times row `r` at `at`. */
  add(r: number, scale: number, out: Float32Array, at: number): void {
    const { index, value } = this;
    const end = this.start[r + 1]!;
    for (let i = this.start[r]!; i < end; i++) {
      const cell = at + index[i]!;
      out[cell] = out[cell]! + scale * value[i]!;
    }
  }
}

/** The descriptions of all cards of a game, made once. */
export class CardVectors {
  /** [definitions] of `cardLayout`. */
  readonly whole: SparseRows;
  /** [definitions] of `briefLayout`. */
  readonly brief: SparseRows;
  /** [definitions × 4] of `cardLayout`: the card with the effect of one of its abilities in place of all. */
  readonly ability: SparseRows;
  /** [definitions, 3] the sorts of the discards that a card counts for (1 or 0), four to a word of 8 bits each. */
  readonly sorts: Int32Array;

  constructor(cards: Cards) {
    const whole = cards.data.map(describeCard);
    this.sorts = Int32Array.from(whole.flatMap(sortsOf));
    this.whole = new SparseRows(whole);
    this.brief = new SparseRows(whole.map(briefOf));
    const empty = new Float64Array(0);
    this.ability = new SparseRows(
      cards.data.flatMap((card, c) =>
        Array.from({ length: ABILITIES_MAX }, (_, place) => {
          const effect = card.unimplemented ? undefined : abilitiesOf(card)[place];
          if (effect === undefined) return empty;
          const row = cutEffects(describeAbility(effect));
          for (let i = 0; i < row.length; i++) {
            if (i < FIRST_EFFECT || i >= FIRST_EFFECT + EFFECT_SIZE) row[i] = whole[c]![i]!;
          }
          return row;
        }),
      ),
    );
  }
}

const byCards = new WeakMap<Cards, CardVectors>();

/** The vectors of a game's cards; made at the first call. */
export function cardVectorsOf(cards: Cards): CardVectors {
  let vectors = byCards.get(cards);
  if (vectors === undefined) {
    vectors = new CardVectors(cards);
    byCards.set(cards, vectors);
  }
  return vectors;
}
