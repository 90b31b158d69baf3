import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packJsonSchema } from '../../src/gangup/effects/schema.js';
import {
  type CardData,
  cardText,
  OPERATIONS,
  parseGangupConfig,
  readPackFile,
  readPacks,
  SHIPPED,
} from '../../src/gangup/index.js';

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
});

test('no code names a card', () => {
  const root = join(import.meta.dirname, '../..');
  const files = ['src', 'agents', 'training', 'eval'].flatMap((directory) =>
    readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(directory, name)),
  );
  const found = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*\*|\.example\().*$/gm, '');
    // "red" is a colour of terminals too.
    const screen = file.startsWith('src/cli') || file.startsWith('src/gang/');
    return shipped
      .filter((card) => !(screen && card.id === 'red'))
      .filter(
        (card) =>
          new RegExp(`['"\`](${card.id}|${card.name})['"\`]`).test(text) ||
          (card.name.includes(' ') && text.includes(card.name)),
      )
      .map((card) => `${file} names ${card.name}`);
  });
  expect(files.length).toBeGreaterThan(120);
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
