import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { packJsonSchema } from '../../src/gangup/effects/schema.js';
import {
  type CardData,
  cardOf,
  cardText,
  DO,
  gangup,
  INFO,
  LEGAL_MAX,
  OPERATIONS,
  parseGangupConfig,
  readPackFile,
  readPacks,
  SHIPPED,
  verbOf,
} from '../../src/gangup/index.js';
import { configOf, OPTIONS } from './support.js';

const packs = readPacks([SHIPPED]);
if (!packs.ok) throw new Error(packs.error.map((e) => `${e.path} ${e.message}`).join('\n'));
const shipped: CardData[] = packs.value.flatMap(({ pack }) => pack.cards);

describe('the shipped pack', () => {
  test("has the box's exact numbers", () => {
    const count = (set: string, kind: string): number =>
      shipped.filter((c) => c.set === set && c.kind === kind).reduce((sum, c) => sum + c.copies, 0);
    expect(['crime', 'influence', 'gangster'].map((kind) => count('base', kind))).toEqual([25, 40, 35]);
    const kinds = ['leader', 'crime', 'influence', 'gangster', 'location'];
    expect(kinds.map((kind) => count('expansion', kind))).toEqual([5, 4, 4, 5, 3]);
    expect(['leader', 'location'].map((kind) => count('base', kind))).toEqual([0, 0]);
  });

  test.each(shipped.map((card) => [card.name, card] as const))('%s says what it does', (_name, card) => {
    expect(card.text).toBe(cardText(card));
  });

  test('the printed cards are as printed', () => {
    const find = (id: string): CardData => shipped.find((c) => c.id === id)!;
    expect(find('tommy-gun-crates')).toMatchObject({ status: 5, manpower: 3, reward: 3, source: 'rulebook' });
    expect(find('last-supper')).toMatchObject({ status: 9, source: 'rulebook' });
    expect(find('breakout-ben')).toMatchObject({ status: 5, abilities: [{ cost: 2 }] });
    expect(find('boxing-gym')).toMatchObject({ price: 2, source: 'rulebook' });
    expect(
      shipped
        .filter((c) => c.source === 'rulebook')
        .map((c) => c.id)
        .sort(),
    ).toEqual(
      [
        'boxing-gym',
        'breakout-ben',
        'bum-barry',
        'dollar-bill',
        'last-supper',
        'snakey-pete',
        'tommy-gun-crates',
      ].sort(),
    );
    expect(
      shipped
        .filter((c) => c.source === 'maker')
        .map((c) => c.id)
        .sort(),
    ).toEqual(['a-new-leaf', 'easy-jenny', 'red']);
  });

  test('uses every operation', () => {
    const text = JSON.stringify(shipped);
    for (const operation of OPERATIONS) expect(text, operation).toContain(`"op":"${operation}"`);
  });

  test('every card with an effect fires in random play', () => {
    const wanted = new Set(shipped.filter((c) => JSON.stringify(c).includes('"op"')).map((c) => c.id));
    const legal = new ActionList(LEGAL_MAX);
    let games = 0;
    for (; games < 1500 && wanted.size > 0; games++) {
      const config = configOf({ players: 2 + (games % 4), ...OPTIONS[7] });
      const rng = new Rng(games, 8);
      const state = gangup.createState(config);
      const mark = (card: number): void => {
        wanted.delete(state.cards.data[card]!.id);
      };
      const sink = (e: { type: string; card?: number; cancelled?: boolean }): void => {
        if (e.type === 'trigger' || e.type === 'cancel' || (e.type === 'resolve' && !e.cancelled)) mark(e.card!);
      };
      gangup.setup(state, games, sink);
      while (!gangup.isOver(state)) {
        const seat = state.info[INFO.promptSeat]!;
        gangup.legal(state, seat, legal);
        const all = legal.toArray();
        // Cards that haven't fired yet come first, passing last.
        const fresh = all.filter((a) => wanted.has(state.cards.data[cardOf(a)]!.id) && cardOf(a) > 0);
        const eager = all.filter((a) => ![DO.pass, DO.second, DO.no].includes(verbOf(a)));
        const list = fresh.length > 0 ? fresh : eager.length > 0 && rng.below(10) > 1 ? eager : all;
        gangup.apply(state, seat, list[rng.below(list.length)]!, sink);
      }
    }
    expect([...wanted]).toEqual([]);
  });
});

test('no code names a card', () => {
  const root = join(import.meta.dirname, '../..');
  const files = ['src/gangup', 'src/env', 'agents'].flatMap((directory) =>
    readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(directory, name)),
  );
  const found = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '');
    return shipped
      .filter(
        (card) =>
          new RegExp(`['"\`](${card.id}|${card.name})['"\`]`).test(text) ||
          (card.name.includes(' ') && text.includes(card.name)),
      )
      .map((card) => `${file} names ${card.name}`);
  });
  expect(files.length).toBeGreaterThan(40);
  expect(found).toEqual([]);
});

test('the published JSON Schema is the one that the definition makes', () => {
  const file = join(import.meta.dirname, '../../src/gangup/packs/pack.schema.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(packJsonSchema())));
});

test('the template of the three blanks is a valid pack that a user fills in', () => {
  const read = readPackFile(join(import.meta.dirname, '../../src/gangup/packs/blanks.json'));
  if (!read.ok) throw new Error(read.error[0]!.message);
  expect(read.value.cards.length).toBe(3);
  const config = parseGangupConfig({ players: 3, expansion: true, packs: [SHIPPED, read.value] });
  expect(config.ok).toBe(true);
});
