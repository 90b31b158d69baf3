import { expect, test } from 'vitest';
import { type CardData, readPacks, SHIPPED } from '../../../src/gangup/index.js';
import { type Arrangement, Scene } from '../scene.js';

const packs = readPacks([SHIPPED]);
if (!packs.ok) throw new Error(packs.error[0]!.message);
export const CARDS: readonly CardData[] = packs.value.flatMap(({ pack }) => pack.cards);

/** Small crimes without text, one of each type, for specs of other cards: the shipped small crimes all do something. */
const PLAIN = {
  format: 'hench-gangup-pack',
  version: 1,
  name: 'plain crimes',
  cards: ['robbery', 'fraud', 'gambling', 'trafficking'].map((type) => ({
    kind: 'crime',
    id: `plain-${type}`,
    name: `Plain ${type}`,
    set: 'base',
    source: 'house',
    type,
    status: 0,
    manpower: 2,
    reward: 2,
    text: '',
  })),
};
const plain = readPacks([SHIPPED, PLAIN]);
if (!plain.ok) throw new Error(plain.error[0]!.message);
const ALL: readonly CardData[] = plain.value.flatMap(({ pack }) => pack.cards);

/** Everything is in play, nobody wins by chance, and every number is met: specs are about effects. */
export const OPEN = {
  players: 3,
  expansion: true,
  leaders: true,
  locations: true,
  winStatus: 40,
  packs: [SHIPPED, PLAIN],
};
export const RICH = [30, 30, 30];
/** The weakest gangsters, whom every boss can keep. */
export const TWO = ['two-penny-tom', 'milkbottle-meg'];
/** Cards to pay with that can't be played out of turn. */
export const PURSE = ['iron-ike', 'boxcar-bella', 'broker-bruce'];

export function cardOf(id: string): CardData {
  const found = ALL.find((card) => card.id === id);
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

type Crime = Extract<CardData, { kind: 'crime' }>;

export function crimeOf(id: string): Crime {
  const card = cardOf(id);
  if (card.kind !== 'crime') throw new Error(`${id} is no crime`);
  return card;
}

/** Gangsters without traits, to fill up a crime. */
export const CREW = CARDS.filter(
  (card) => card.kind === 'gangster' && card.manpower === 1 && card.abilities.every((a) => a.type === 'action'),
).map((card) => card.id);

/** The crime without text of that type, by default a robbery. */
export function plainCrime(type = 'robbery'): Crime {
  return crimeOf(`plain-${type}`);
}

/** Seat 0 in its gangster phase. */
export function turn(a: Arrangement): Scene {
  return new Scene(OPEN, { status: RICH, ...a });
}

/** Who commits the crime: those named, then as many of the crew as it takes. */
export function crewFor(id: string, named: readonly string[], a: Arrangement = {}): string[] {
  const busy = [
    ...named,
    ...(a.tables ?? []).flat(),
    ...(a.hands ?? []).flat(),
    ...(a.jail ?? []),
    ...(a.discard ?? []),
  ];
  const free = CREW.filter((gangster) => !busy.includes(gangster));
  return [...named, ...free.slice(0, Math.max(0, crimeOf(id).manpower - named.length))];
}

/** Seat 0 has these, and who else it takes, at a crime in progress; seat 1 is asked first if it can do something. */
export function crime(a: Arrangement = {}, id = plainCrime().id, named: readonly string[] = TWO): Scene {
  const tables = a.tables ?? [[], [], []];
  const committed = crewFor(id, named, a);
  const scene = new Scene(OPEN, {
    status: RICH,
    step: 'third',
    ...a,
    tables: [[...committed, ...(tables[0] ?? [])], ...tables.slice(1)],
    crimes: [id, ...(a.crimes ?? [])],
  });
  scene.do('crime');
  if (scene.prompt === '0 peek') scene.do(scene.legal()[0]!);
  scene.do('yes').until('0 organize');
  for (const gangster of committed) scene.do(`commit ${gangster}`);
  while (scene.prompt === '0 organize') scene.do('done');
  return scene;
}

/** Aims the play that is put together at these, and at no more. */
export function aim(scene: Scene, ...gangsters: string[]): Scene {
  for (const gangster of gangsters) scene.do(`choose ${gangster}`);
  if (scene.legal().includes('done') && offered(scene, 'choose').length > 0) scene.do('done');
  return scene;
}

/** The legal answers that begin so. */
export function offered(scene: Scene, ...words: string[]): string[] {
  return scene.legal().filter((text) => words.some((word) => text.startsWith(word)));
}

/** Ten cards that can't be played at the end of a turn. */
const MANY = CARDS.flatMap((card) =>
  card.kind === 'influence' && card.play?.window !== 'any' ? Array<string>(card.copies).fill(card.id) : [],
).slice(0, 10);

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
