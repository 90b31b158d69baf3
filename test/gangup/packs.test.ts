import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packJsonSchema } from '../../src/gangup/effects/schema.js';
import {
  actionSchema,
  type CardData,
  cardsBackMax,
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

describe('R-FUEL: what an action gives back for the cards that it costs', () => {
  test('is less than its cost on every shipped card, so that none is used without an end', () => {
    const paid = shipped.flatMap((card) =>
      card.kind === 'influence'
        ? []
        : card.abilities.flatMap((ability) =>
            ability.type === 'action' && ability.cost > 0 ? [{ card, ability }] : [],
          ),
    );
    expect(paid.length).toBeGreaterThan(15);
    const free = paid.filter(({ ability }) => cardsBackMax(ability) >= ability.cost).map(({ card }) => card.id);
    expect(free).toEqual([]);
  });

  const table = { zone: 'table' };
  test.each([
    ['cards drawn', {}, [{ op: 'draw', who: 'user', n: 2 }], 2],
    ['cards drawn by all', {}, [{ op: 'draw', who: 'all', n: 1 }], 1],
    ['not what the others draw', {}, [{ op: 'draw', who: 'others', n: 3 }], 0],
    ['as many as the table says', {}, [{ op: 'draw', who: 'user', n: { count: table } }], Number.POSITIVE_INFINITY],
    [
      'nothing less for a discard, which an empty hand gets for nothing',
      {},
      [
        { op: 'discard', who: 'user', n: 1 },
        { op: 'draw', who: 'user', n: 2 },
      ],
      2,
    ],
    [
      'the better way of two',
      {},
      [
        {
          op: 'if',
          when: { crimeType: ['fraud'] },
          // biome-ignore lint/suspicious/noThenProperty: card data
          then: [{ op: 'draw', who: 'user', n: 1 }],
          else: [{ op: 'draw', who: 'user', n: 3 }],
        },
      ],
      3,
    ],
    ['what may be done', {}, [{ op: 'may', do: [{ op: 'draw', who: 'user', n: 2 }] }], 2],
    [
      'any number for each gangster',
      {},
      [{ op: 'forEach', gangsters: table, as: 'one', do: [{ op: 'draw', who: 'user', n: 1 }] }],
      Number.POSITIVE_INFINITY,
    ],
    [
      'cards taken',
      { targets: [{ as: 'mark', player: 'others' }] },
      [{ op: 'take', from: { chosen: 'mark' }, n: 2, how: 'random' }],
      2,
    ],
    [
      'the most gangsters that are chosen in jail',
      { targets: [{ as: 'free', cards: { zone: 'jail' }, max: 3 }] },
      [{ op: 'escape', what: 'free' }],
      3,
    ],
    [
      'what is chosen while it happens',
      {},
      [
        { op: 'choose', as: 'friend', cards: { zone: 'discard' }, max: 2 },
        { op: 'fetch', what: 'friend' },
      ],
      2,
    ],
    [
      'one for a gangster of one’s own',
      { targets: [{ as: 'own', gangsters: { zone: 'table', of: 'user' } }] },
      [{ op: 'toHand', what: 'own' }],
      1,
    ],
    [
      'none for one of another',
      { targets: [{ as: 'rival', gangsters: { zone: 'table', of: 'others' } }] },
      [{ op: 'toHand', what: 'rival' }],
      0,
    ],
    ['itself', {}, [{ op: 'toHand', what: 'self' }], 1],
    ['no cards for status', {}, [{ op: 'status', who: 'user', amount: 1 }], 0],
  ])('counts %s', (_what, more, operations, most) => {
    expect(cardsBackMax(actionSchema.parse({ type: 'action', cost: 1, ...more, do: operations }))).toBe(most);
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
