import { expect, test } from 'vitest';
import { type CardData, readPacks, SHIPPED } from '../../../src/gangup/index.js';
import { type Arrangement, Scene } from '../scene.js';

const packs = readPacks([SHIPPED]);
if (!packs.ok) throw new Error(packs.error[0]!.message);
export const CARDS: readonly CardData[] = packs.value.flatMap(({ pack }) => pack.cards);

/** Everything is in play, nobody wins by chance, and every number is met: specs are about effects. */
export const OPEN = {
  players: 3,
  expansion: true,
  leaders: true,
  locations: true,
  winStatus: 40,
  packs: [SHIPPED],
} as const;
export const RICH = [30, 30, 30];
/** The weakest gangsters, whom every boss can keep. */
export const TWO = ['two-penny-tom', 'milkbottle-meg'];
/** Cards to pay with that can't be played out of turn. */
export const PURSE = ['iron-ike', 'boxcar-bella', 'broker-bruce'];

export function cardOf(id: string): CardData {
  const found = CARDS.find((card) => card.id === id);
  if (found === undefined) throw new Error(`no card ${id}`);
  return found;
}

/** The first value of that key anywhere in the card's data: the numbers of the pack may be tuned, the effect is what is tested. */
export function value(id: string, key: string): number {
  const search = (data: unknown): number | undefined => {
    if (typeof data !== 'object' || data === null) return undefined;
    for (const [name, part] of Object.entries(data)) {
      if (name === key && typeof part === 'number') return part;
      const deeper = search(part);
      if (deeper !== undefined) return deeper;
    }
    return undefined;
  };
  const { play, abilities } = cardOf(id) as { play?: unknown; abilities?: unknown };
  const found = search(play ?? abilities);
  if (found === undefined) throw new Error(`${id} has no number ${key}`);
  return found;
}

/** A crime of two without abilities; of a given type: one that two gangsters without traits can commit. */
export function plainCrime(type?: string): Extract<CardData, { kind: 'crime' }> {
  for (const card of CARDS) {
    if (card.kind !== 'crime' || card.manpower > 2 || card.reward < 1) continue;
    if (type === undefined ? card.manpower === 2 && card.abilities.length === 0 : card.type === type) return card;
  }
  throw new Error(`no plain crime ${type}`);
}

/** Seat 0 in its gangster phase. */
export function turn(a: Arrangement): Scene {
  return new Scene(OPEN, { status: RICH, ...a });
}

/** Seat 0 has the two weakest at a plain crime, which is in progress; seat 1 is asked first if it can do something. */
export function crime(a: Arrangement = {}, id = plainCrime().id, committed = TWO): Scene {
  const tables = a.tables ?? [[], [], []];
  const scene = new Scene(OPEN, {
    status: RICH,
    step: 'third',
    ...a,
    tables: [[...committed, ...(tables[0] ?? [])], ...tables.slice(1)],
    crimes: [id, ...(a.crimes ?? [])],
  });
  scene.do('crime', 'yes').until('0 organize');
  for (const gangster of committed) scene.do(`commit ${gangster}`);
  while (scene.prompt === '0 organize') scene.do('done');
  return scene;
}

/** The legal answers that begin so. */
export function offered(scene: Scene, ...words: string[]): string[] {
  return scene.legal().filter((text) => words.some((word) => text.startsWith(word)));
}

const MANY = [
  'extra-muscle',
  'extra-muscle',
  'hired-guns',
  'hired-guns',
  'wrong-address',
  'wrong-address',
  ...PURSE,
  'red',
];

/** How many of ten cards seat 0 keeps at the end of its turn. */
export function kept(a: Arrangement): number {
  const scene = turn({ step: 'discardDown', hands: [MANY], ...a });
  while (scene.prompt === '0 discardDown') scene.do(scene.legal()[0]!);
  return scene.hand(0).length;
}

/** The change of each seat's status since the scene began with `from`. */
export function gains(scene: Scene, from: readonly number[] = RICH): number[] {
  return scene.statuses.map((status, seat) => status - from[seat]!);
}

/** What was said of manpower and requirement at the outcome. */
export function outcomeOf(scene: Scene): { success: boolean; manpower: number; requirement: number } {
  const event = scene.events.find((e) => e.type === 'outcome');
  if (event?.type !== 'outcome') throw new Error('no outcome');
  return { success: event.success, manpower: event.manpower, requirement: event.requirement };
}

/** One spec per card: registers it, and `everyCardHasOne` looks that none of the kind is left out. */
export function specs(kind: CardData['kind']): {
  readonly spec: (id: string, run: () => void) => void;
  readonly everyCardHasOne: () => void;
} {
  const seen = new Set<string>();
  return {
    spec: (id, run) => {
      seen.add(id);
      test(`${cardOf(id).name}: ${cardOf(id).text || 'no text'}`, run);
    },
    everyCardHasOne: () => {
      test(`every ${kind} has a spec`, () => {
        const all = CARDS.filter((card) => card.kind === kind).map((card) => card.id);
        expect([...seen].toSorted()).toEqual(all.toSorted());
      });
    },
  };
}
