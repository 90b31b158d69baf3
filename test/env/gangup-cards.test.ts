import { describe, expect, test } from 'vitest';
import { briefLayout, cardLayout } from '../../src/env/gangup-card-layout.js';
import { cardVectorsOf, describeCard } from '../../src/env/gangup-cards.js';
import { generatePack } from '../../src/gangup/generate-pack.js';
import { type CardData, gangup, readPack } from '../../src/gangup/index.js';
import { configOf } from '../gangup/support.js';
import { reproducibly } from '../support/statistics.js';
import { bitsOf, meaning } from './gangup-slow.js';

/** Two cards have the same vector just when they say the same. */
function checkDistinct(cards: readonly CardData[]): number {
  const byVector = new Map<string, string>();
  const byMeaning = new Map<string, string>();
  for (const card of cards) {
    const vector = Float32Array.from(describeCard(card));
    cardLayout.check(vector);
    const key = bitsOf(vector);
    const said = meaning(card);
    if ((byVector.get(key) ?? said) !== said) throw new Error(`${card.id}: ${said} looks like ${byVector.get(key)}`);
    byVector.set(key, said);
    byMeaning.set(said, key);
  }
  expect(byVector.size).toBe(byMeaning.size);
  return byVector.size;
}

function cardsOfPack(pack: object): readonly CardData[] {
  const read = readPack(pack, 'pack');
  if (!read.ok) throw new Error(read.error[0]!.message);
  return read.value.cards;
}

const EVERYTHING = configOf({ players: 5, leaders: true, locations: true, expansion: true });

describe('the description of a card', () => {
  test('tells any two cards of the shipped pack apart', () => {
    const { data } = gangup.createState(EVERYTHING).cards;
    expect(data.length).toBeGreaterThan(95);
    expect(checkDistinct(data)).toBeGreaterThan(90);
  });

  test('tells any two cards of 200 generated packs apart, also across packs', () => {
    const all: CardData[] = [];
    for (let seed = 1; seed <= 200; seed++) {
      reproducibly(`pack ${seed}`, () => {
        all.push(...cardsOfPack(generatePack(seed)));
      });
    }
    expect(checkDistinct(all)).toBeGreaterThan(10_000);
  });

  test('depends on nothing but what the card does: not on id, name, text, copies, or the names of what it chooses', () => {
    for (const card of gangup.createState(EVERYTHING).cards.data) {
      const renamed = JSON.parse(
        JSON.stringify(card).replace(/"(as|what|chosen|ownerOf|present)":"(?!self"|event")(\w+)"/g, '"$1":"x$2"'),
      ) as CardData;
      const other = {
        ...renamed,
        id: 'other',
        name: 'Other',
        text: 'Something else.',
        copies: 7,
        source: 'maker',
      } as const;
      expect(describeCard(other as CardData)).toEqual(describeCard(card));
    }
  });

  test('changes with each number and word of the data', () => {
    const { data } = gangup.createState(EVERYTHING).cards;
    const thief = { ...data.find((card) => card.id === 'pick-a-pocket')!, status: 2 } as CardData;
    const text = JSON.stringify(thief);
    const changes = ['"n":1', '"how":"random"', '"window":"any"', '"player":"others"', '"with":"cards"', '"status":2'];
    const others = [
      '"n":2',
      '"how":"choice"',
      '"window":"crime"',
      '"player":"all"',
      '"with":"gangsters"',
      '"status":3',
    ];
    const seen = new Set([describeCard(thief).join()]);
    changes.forEach((change, i) => {
      expect(text).toContain(change);
      seen.add(describeCard(JSON.parse(text.replace(change, others[i]!)) as CardData).join());
    });
    expect(seen.size).toBe(7);
  });

  test('in words: Dollar Bill pays three cards for status, and loses with robberies', () => {
    const { data } = gangup.createState(EVERYTHING).cards;
    const vector = describeCard(data.find((card) => card.id === 'dollar-bill')!);
    const at = (name: string, i = 0): number => vector[cardLayout.offset(name) + i]!;
    expect([0, 1, 2, 3, 4].map((i) => at('kind', i))).toEqual([0, 0, 0, 1, 0]);
    expect([0, 1, 2, 3].map((i) => at('ability', i))).toEqual([0, 1, 1, 0]);
    expect(at('cost')).toBe(3 / 4);
    expect([0, 1, 2, 3].map((i) => at('of', i))).toEqual([1, 0, 0, 0]);
    expect(at('amounts', 0)).toBe(0); // +1 and −1 for its owner
  });

  test('of an action shows that ability alone', () => {
    const { cards } = gangup.createState(EVERYTHING);
    const bill = cards.data.findIndex((card) => card.id === 'dollar-bill');
    const out = new Float32Array(cardLayout.size);
    cardVectorsOf(cards).ability.put(4 * bill, out, 0);
    const at = (name: string, i = 0): number => out[cardLayout.offset(name) + i]!;
    expect([0, 1, 2, 3].map((i) => at('ability', i))).toEqual([0, 1, 0, 0]);
    expect(at('amounts', 0)).toBe(1 / 4);
    expect(at('of', 0)).toBe(0);
    cardLayout.check(out);
  });

  test('in short tells cards apart too, and is within its ranges', () => {
    const { cards } = gangup.createState(EVERYTHING);
    const vectors = cardVectorsOf(cards);
    const seen = new Map<string, string>();
    cards.data.forEach((card, c) => {
      const out = new Float32Array(briefLayout.size);
      vectors.brief.put(c, out, 0);
      briefLayout.check(out);
      const key = bitsOf(out);
      expect(seen.get(key) ?? meaning(card)).toBe(meaning(card));
      seen.set(key, meaning(card));
    });
  });
});
