import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { packJsonSchema } from '../../src/gangup/effects/schema.js';
import {
  buildCards,
  type CardData,
  cardOf,
  cardText,
  DO,
  gangup,
  INFO,
  LEGAL_MAX,
  OPERATIONS,
  parseGangupConfig,
  readPack,
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

/** One good card of each kind, to be broken. */
const crime = {
  kind: 'crime',
  id: 'deed',
  name: 'Deed',
  source: 'house',
  text: '',
  type: 'fraud',
  status: 1,
  manpower: 1,
  reward: 1,
};
const influence = {
  kind: 'influence',
  id: 'word',
  name: 'Word',
  source: 'house',
  text: '',
  status: 1,
  play: { do: [{ op: 'draw', who: 'user', n: 1 }] },
};
const gangster = {
  kind: 'gangster',
  id: 'guy',
  name: 'Guy',
  source: 'house',
  text: '',
  status: 1,
  gender: 'male',
  copies: 20,
};
const good = { format: 'hench-gangup-pack', version: 1, name: 'Good', cards: [crime, influence, gangster] };
const play = (change: object): object => ({
  ...good,
  cards: [crime, gangster, { ...influence, play: { ...influence.play, ...change } }],
});
const doing = (...list: unknown[]): object => play({ do: list });
const act = (change: object): object => ({
  ...good,
  cards: [
    crime,
    influence,
    { ...gangster, abilities: [{ type: 'action', do: [{ op: 'draw', who: 'user', n: 1 }], ...change }] },
  ],
});
const trigger = (change: object): object => ({
  ...good,
  cards: [
    crime,
    influence,
    {
      ...gangster,
      abilities: [{ type: 'trigger', on: 'turnStart', do: [{ op: 'draw', who: 'user', n: 1 }], ...change }],
    },
  ],
});
const passive = (change: object): object => ({
  ...good,
  cards: [
    crime,
    influence,
    { ...gangster, abilities: [{ type: 'passive', modify: 'manpower', of: 'self', amount: 1, ...change }] },
  ],
});
const loop = (depth: number): object =>
  depth === 0
    ? { op: 'draw', who: 'user', n: 1 }
    : { op: 'forEach', players: 'all', as: `n${'abcdefgh'[depth]}`, do: [loop(depth - 1)] };
const deep = (n: number): unknown => (n === 0 ? 1 : [deep(n - 1)]);
const target = { as: 'g', gangsters: { zone: 'table' } };

const BROKEN: [string, unknown, RegExp][] = [
  ['not an object', 7, /type/],
  ['null', null, /type/],
  ['a list', [], /type/],
  ['no format', { ...good, format: undefined }, /hench-gangup-pack/],
  ['another format', { ...good, format: 'x' }, /hench-gangup-pack/],
  ['another version', { ...good, version: 2 }, /1/],
  ['no name', { ...good, name: '' }, /at least 1/],
  ['no cards', { ...good, cards: [] }, /at least 1/],
  ['cards of the wrong type', { ...good, cards: {} }, /type array/],
  ['an unknown key', { ...good, colour: 1 }, /colour/],
  ['an unknown kind', { ...good, cards: [{ ...crime, kind: 'spell' }] }, /./],
  ['a card of the wrong type', { ...good, cards: [5] }, /./],
  ['a bad id', { ...good, cards: [{ ...crime, id: 'No Good' }] }, /small letters/],
  ['a missing source', { ...good, cards: [{ ...crime, source: undefined }] }, /rulebook/],
  ['a negative status', { ...good, cards: [{ ...crime, status: -1 }] }, /at least 0/],
  ['a huge status', { ...good, cards: [{ ...crime, status: 1e9 }] }, /at most 20/],
  ['half a status', { ...good, cards: [{ ...crime, status: 1.5 }] }, /whole number/],
  ['a status in words', { ...good, cards: [{ ...crime, status: 'five' }] }, /number/],
  ['a huge number of copies', { ...good, cards: [{ ...crime, copies: 1e6 }] }, /at most 20/],
  ['no copies', { ...good, cards: [{ ...crime, copies: 0 }] }, /at least 1/],
  ['an unknown crime type', { ...good, cards: [{ ...crime, type: 'piracy' }] }, /robbery/],
  ['a crime with an action', { ...good, cards: [{ ...crime, abilities: [{ type: 'action', do: [] }] }] }, /trigger/],
  ['an unknown gender', { ...good, cards: [{ ...gangster, gender: 'x' }] }, /male/],
  ['a card text of the wrong type', { ...good, cards: [{ ...crime, text: 5 }] }, /string/],
  ['a very long name', { ...good, cards: [{ ...crime, name: 'x'.repeat(100) }] }, /at most 40/],
  ['duplicate ids', { ...good, cards: [crime, crime] }, /used before/],
  ['an influence without a play', { ...good, cards: [{ ...influence, play: undefined }] }, /unimplemented/],
  ['an unknown operation', doing({ op: 'explode', what: 'g' }), /not an operation.*kill/],
  ['an operation without its keys', doing({ op: 'kill' }), /./],
  ['an operation with a key too much', doing({ op: 'draw', who: 'user', n: 1, fast: true }), /fast/],
  ['no operation', doing(), /at least 1/],
  ['operations of the wrong type', play({ do: 'kill' }), /array/],
  ['an unknown player word', doing({ op: 'draw', who: 'nobody', n: 1 }), /./],
  ['an unknown target', doing({ op: 'kill', what: 'ghost' }), /hasn't been chosen/],
  [
    'a target used before it is chosen',
    doing({ op: 'kill', what: 'g' }, { op: 'choose', ...target }),
    /hasn't been chosen/,
  ],
  [
    'a target of the wrong kind',
    play({ targets: [{ as: 'g', player: 'others' }], do: [{ op: 'kill', what: 'g' }] }),
    /kind player/,
  ],
  [
    'a player that is a gangster',
    play({ targets: [target], do: [{ op: 'draw', who: { chosen: 'g' }, n: 1 }] }),
    /no player/,
  ],
  ['a target chosen twice', play({ targets: [target, target], do: [{ op: 'kill', what: 'g' }] }), /used twice/],
  [
    'a target named self',
    play({ targets: [{ ...target, as: 'self' }], do: [{ op: 'kill', what: 'self' }] }),
    /meaning of its own/,
  ],
  [
    'more at least than at most',
    play({ targets: [{ ...target, min: 3, max: 2 }], do: [{ op: 'kill', what: 'g' }] }),
    /more than max/,
  ],
  ['too many to choose', play({ targets: [{ ...target, max: 99 }], do: [{ op: 'kill', what: 'g' }] }), /./],
  ['too many targets', play({ targets: [1, 2, 3, 4].map((i) => ({ ...target, as: `g${'abcde'[i]}` })) }), /at most 3/],
  ['an unknown window', play({ window: 'midnight' }), /any/],
  ['a window without its prompt', doing({ op: 'manpower', amount: 1 }), /window "crime"/],
  ['a cancel in the open', doing({ op: 'cancelLast' }), /"cancel"/],
  ['a cancel window without a cancel', play({ window: 'cancel' }), /cancelLast/],
  [
    'a cancel that does more',
    play({ window: 'cancel', do: [{ op: 'cancelLast' }, { op: 'draw', who: 'user', n: 1 }] }),
    /nothing but/,
  ],
  [
    'an arrest after the crime',
    play({ window: 'afterCrime', targets: [target], do: [{ op: 'arrest', what: 'g' }] }),
    /arrested/,
  ],
  ['an unknown icon', play({ window: 'cancel', do: [{ op: 'cancelLast', icons: ['heart'] }] }), /./],
  ['a negative cost', act({ cost: -1 }), /./],
  ['a huge cost', act({ cost: 99 }), /./],
  ['self on an influence', doing({ op: 'kill', what: 'self' }), /no gangster/],
  ['event outside a trigger', act({ do: [{ op: 'status', who: 'event', amount: 1 }] }), /trigger/],
  ['the highest without a choice', doing({ op: 'status', who: 'highest', amount: 1 }), /choose one/],
  ['loops too deep', doing(loop(4)), /deep/],
  ['a loop over nothing', doing({ op: 'forEach', as: 'x', do: [loop(0)] }), /players or gangsters/],
  [
    'a loop over both',
    doing({ op: 'forEach', as: 'x', players: 'all', gangsters: { zone: 'hq' }, do: [loop(0)] }),
    /players or gangsters/,
  ],
  // biome-ignore lint/suspicious/noThenProperty: card data
  ['an if without a condition', doing({ op: 'if', then: [loop(0)] }), /./],
  ['a condition of the wrong form', play({ when: { weather: 'rain' } }), /./],
  ['a comparison of the wrong form', play({ when: { compare: [1, '<>', 2] } }), /./],
  ['an expression of the wrong form', doing({ op: 'draw', who: 'user', n: 'many' }), /./],
  ['a huge amount', doing({ op: 'status', who: 'user', amount: 1e9 }), /./],
  ['an unknown trigger event', trigger({ on: 'sneeze' }), /./],
  ['a trigger on itself without an event about gangsters', trigger({ who: 'self' }), /about gangsters/],
  ['manpower too late', trigger({ on: 'crimeSuccess', do: [{ op: 'manpower', amount: 1 }] }), /too late/],
  ['a trigger that cancels', trigger({ do: [{ op: 'cancelLast' }] }), /cannot cancel/],
  ['a modifier of an unknown thing', passive({ modify: 'weather' }), /./],
  ['a modifier that reads a total', passive({ amount: { read: 'manpower' } }), /modifier/],
  ['a number without its gangster', doing({ op: 'draw', who: 'user', n: { read: 'number' } }), /name the gangster/],
  [
    'usable by anyone, but a leader',
    {
      ...good,
      cards: [
        {
          kind: 'leader',
          id: 'boss',
          name: 'Boss',
          source: 'house',
          text: '',
          abilities: [{ type: 'action', usableBy: 'any', do: [{ op: 'draw', who: 'user', n: 1 }] }],
        },
      ],
    },
    /gangsters/,
  ],
  ['deep nesting', deep(200), /deeper/],
  [
    'too many abilities',
    { ...good, cards: [{ ...gangster, abilities: Array(9).fill({ type: 'action', do: [loop(0)] }) }] },
    /at most 4/,
  ],
];

describe('broken packs', () => {
  test.each(BROKEN)('%s is refused in one sentence with its path', (_name, json, message) => {
    const read = readPack(json, 'mine.json');
    const cards = read.ok ? buildCards([{ file: 'mine.json', pack: read.value }]) : read;
    expect(cards.ok).toBe(false);
    if (cards.ok) return;
    for (const error of cards.error) {
      expect(error.path).toContain('mine.json');
      expect(error.message.length).toBeLessThan(600);
    }
    expect(cards.error.map((e) => `${e.path} ${e.message}`).join('\n')).toMatch(message);
    expect(parseGangupConfig({ players: 2, packs: [json] }).ok).toBe(false);
  });

  test('the good one is taken', () => {
    expect(readPack(good, 'mine.json').ok).toBe(true);
    expect(parseGangupConfig({ players: 2, packs: [good], jailStart: 1 }).ok).toBe(true);
  });

  test('files that are missing, no JSON, too big, or have keys such as __proto__', () => {
    const directory = mkdtempSync(join(tmpdir(), 'hench-packs-'));
    try {
      const write = (name: string, text: string): string => {
        writeFileSync(join(directory, name), text);
        return join(directory, name);
      };
      const messages = [
        [join(directory, 'none.json'), /can't be read/],
        [directory, /can't be read|not JSON/],
        [write('text.json', 'hello'), /not JSON/],
        [write('cut.json', JSON.stringify(good).slice(0, -5)), /not JSON/],
        [write('big.json', `"${'x'.repeat(3_000_000)}"`), /at most/],
        [write('deep.json', '['.repeat(100_000) + ']'.repeat(100_000)), /deeper|not JSON/],
        [write('proto.json', '{"__proto__": {"format": 1}, "format": "hench-gangup-pack"}'), /__proto__/],
        [write('constructor.json', JSON.stringify({ ...good, constructor: 1 })), /constructor/],
      ] as const;
      for (const [file, message] of messages) {
        const read = readPackFile(file);
        expect(read.ok).toBe(false);
        if (!read.ok) expect(read.error[0]!.message).toMatch(message);
      }
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test('an unimplemented card loads, does nothing, and is named', () => {
    const pack = { ...good, cards: [crime, gangster, { ...influence, play: undefined, unimplemented: true }] };
    const read = readPack(pack, 'mine.json');
    const cards = read.ok ? buildCards([{ file: 'mine.json', pack: read.value }]) : read;
    if (!cards.ok) throw new Error(cards.error[0]!.message);
    expect(cards.value.unimplemented).toEqual(['word']);
  });
});
