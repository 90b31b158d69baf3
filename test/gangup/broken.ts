import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One good card of each kind, to be broken. */
export const crime = {
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
export const influence = {
  kind: 'influence',
  id: 'word',
  name: 'Word',
  source: 'house',
  text: '',
  status: 1,
  play: { do: [{ op: 'draw', who: 'user', n: 1 }] },
};
export const gangster = {
  kind: 'gangster',
  id: 'guy',
  name: 'Guy',
  source: 'house',
  text: '',
  status: 1,
  gender: 'male',
  copies: 20,
};
export const good = { format: 'hench-gangup-pack', version: 1, name: 'Good', cards: [crime, influence, gangster] };
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
const nested = (n: number): object => (n === 0 ? loop(0) : { op: 'may', do: [nested(n - 1)] });
const no = (n: number): object => (n === 0 ? { present: 'self' } : { not: no(n - 1) });
const target = { as: 'g', gangsters: { zone: 'table' } };

/** Broken packs: what is wrong, the pack, what the sentence must say. */
export const BROKEN: [string, unknown, RegExp][] = [
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
  ['duplicate ids', { ...good, cards: [crime, crime] }, /used before, in mine\.json/],
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
  [
    'a smallest number above the largest',
    play({
      targets: [{ as: 'g', gangsters: { zone: 'table', numberMin: 9, numberMax: 3 } }],
      do: [{ op: 'kill', what: 'g' }],
    }),
    /more than/,
  ],
  [
    'a new owner who is chosen after the gangster',
    play({
      targets: [target, { as: 'boss', player: 'others' }],
      do: [{ op: 'defect', what: 'g', to: { chosen: 'boss' } }],
    }),
    /come after the player/,
  ],
  ['a number that is no number', { ...good, cards: [{ ...crime, reward: Number.NaN }] }, /./],
  ['an endless number', { ...good, cards: [{ ...crime, reward: Number.POSITIVE_INFINITY }] }, /./],
  ['a number too large to be exact', { ...good, cards: [{ ...crime, manpower: 2 ** 60 }] }, /at most 20/],
  ['a card that is a list', { ...good, cards: [[crime]] }, /./],
  [
    'more cards than a pack may have',
    { ...good, cards: Array.from({ length: 401 }, (_, i) => ({ ...crime, id: `deed-${i}` })) },
    /at most 400/,
  ],
  [
    'more gangsters than the table has places',
    { ...good, cards: [crime, ...Array.from({ length: 5 }, (_, i) => ({ ...gangster, id: `guy-${i}` }))] },
    /at most 96/,
  ],
  [
    'more crimes than a pile may have',
    { ...good, cards: [gangster, ...Array.from({ length: 7 }, (_, i) => ({ ...crime, id: `deed-${i}`, copies: 20 }))] },
    /at most 120/,
  ],
  [
    'more operations than an effect may have',
    doing({
      op: 'forEach',
      players: 'all',
      as: 'p',
      do: Array.from({ length: 8 }, () => ({ op: 'may', do: Array.from({ length: 8 }, () => loop(0)) })),
    }),
    /at most 48/,
  ],
  ['operations nested deeper than a pack may be', doing(nested(30)), /deeper/],
  ['conditions nested deeper than a pack may be', play({ when: no(60) }), /deeper/],
  [
    'a name twice in nested loops',
    doing({ op: 'forEach', players: 'all', as: 'x', do: [{ op: 'forEach', players: 'all', as: 'x', do: [loop(0)] }] }),
    /used twice/,
  ],
  [
    'more names than a program has room for',
    doing(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((as) => ({ op: 'choose', as, player: 'others' }))),
    /too many names/,
  ],
  [
    'a card of the jail that is killed',
    play({ targets: [{ as: 'g', cards: { zone: 'jail' } }], do: [{ op: 'kill', what: 'g' }] }),
    /kind jail/,
  ],
  ['a gangster that escapes', play({ targets: [target], do: [{ op: 'escape', what: 'g' }] }), /kind gangster/],
  [
    'a card fetched from jail',
    play({ targets: [{ as: 'g', cards: { zone: 'jail' } }], do: [{ op: 'fetch', what: 'g' }] }),
    /kind jail/,
  ],
  [
    'a legend of unknown signs',
    { ...good, legend: { id: 'l', name: 'L', source: 'house', signs: [{ of: 'moon', sign: 'x', means: 'x' }] } },
    /./,
  ],
  ['a key of the prototype in a card', { ...good, cards: [JSON.parse('{"__proto__": 1}')] }, /__proto__/],
  ['a trigger without an event', trigger({ on: undefined }), /./],
  [
    'a name that a terminal would obey',
    { ...good, cards: [{ ...crime, name: '\u001b[2JBoss' }] },
    /control characters/,
  ],
  ['a name on two lines', { ...good, cards: [{ ...crime, name: 'Big\nBoss' }] }, /one line/],
  ['a name written backwards', { ...good, cards: [{ ...crime, name: '\u202eyobdab' }] }, /control characters/],
  ['a name of blanks', { ...good, cards: [{ ...crime, name: '  ' }] }, /more than blanks/],
  ['a text that a terminal would obey', { ...good, cards: [{ ...crime, text: '\u0007' }] }, /control characters/],
  ['an id that a terminal would obey', { ...good, cards: [{ ...crime, id: '\u001b[2J\nx' }] }, /\(\?\[2J\?x\)\.id/],
  [
    'a key that a terminal would obey',
    { ...good, cards: [{ ...crime, '\u001b[2J\n': 1 }] },
    /no key \?\[2J\?; its keys: kind, id/,
  ],
  ['a very long key', { ...good, cards: [{ ...crime, ['k'.repeat(1e5)]: 1 }] }, /no key k{60}…; its keys/],
  [
    'very many keys',
    { ...good, cards: [{ ...crime, ...Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, i])) }] },
    /k5 and 494 more; its keys: kind/,
  ],
  [
    'a reading that is none',
    doing({ op: 'draw', who: 'user', n: { read: 'luck' } }),
    /n\.read should be one of status, hand/,
  ],
  [
    'a count in a zone that is none',
    doing({ op: 'draw', who: 'user', n: { count: { zone: 'moon' } } }),
    /n\.count\.zone/,
  ],
  [
    'a player of no form',
    doing({ op: 'draw', who: { chosn: 'x' }, n: 1 }),
    /who should be .*user, .*\{ chosen \}, \{ ownerOf \}/,
  ],
  [
    'a number of no form',
    doing({ op: 'discard', who: 'user', n: 'some' }),
    /all, a whole number, \{ count, times\?, plus\? \}/,
  ],
  [
    'a condition of no form',
    play({ when: { weather: 'rain' } }),
    /when should be one of \{ compare \}, \{ crimeType \}/,
  ],
  [
    'a target of no form',
    play({ targets: [{ as: 'g', gangster: { zone: 'hq' } }] }),
    /\{ as, min\?, max\?, gangsters, maxPerGang\? \}/,
  ],
  [
    'a gangster that is present on a leader',
    {
      ...good,
      cards: [
        {
          kind: 'leader',
          id: 'boss',
          name: 'Boss',
          source: 'house',
          text: '',
          abilities: [{ type: 'trigger', on: 'crimeSuccess', who: 'present', do: [loop(0)] }],
        },
      ],
    },
    /needs a gangster/,
  ],
  [
    'self in a passive of a location',
    {
      ...good,
      cards: [
        {
          kind: 'location',
          id: 'bar',
          name: 'Bar',
          source: 'house',
          text: '',
          price: 1,
          abilities: [{ type: 'passive', modify: 'manpower', of: 'self', amount: 1 }],
        },
      ],
    },
    /gangster/,
  ],
  [
    'a negative price',
    { ...good, cards: [{ kind: 'location', id: 'bar', name: 'Bar', source: 'house', text: '', price: -1 }] },
    /at least 0/,
  ],
];

/** Writes files that are no packs into the directory: what is wrong, the file, what the sentence must say. */
export function brokenFiles(directory: string, bigBytes = 3_000_000): [string, string, RegExp][] {
  const write = (name: string, content: string | Buffer): string => {
    writeFileSync(join(directory, name), content);
    return join(directory, name);
  };
  const text = JSON.stringify(good);
  symlinkSync(join(directory, 'loop.json'), join(directory, 'loop.json'));
  execFileSync('mkfifo', [join(directory, 'pipe.json')]);
  const shut = write('shut.json', text);
  chmodSync(shut, 0);
  const files: [string, string, RegExp][] = [
    ['missing', join(directory, 'none.json'), /can't be read/],
    ['a directory', directory, /directory/],
    ['a link to itself', join(directory, 'loop.json'), /can't be read/],
    ['a pipe', join(directory, 'pipe.json'), /no plain file/],
    ['a device', '/dev/zero', /no plain file/],
    ['empty', write('empty.json', ''), /is empty/],
    ['only blanks', write('blank.json', ' \n'), /not JSON/],
    ['plain words', write('text.json', 'hello'), /not JSON/],
    ['cut short', write('cut.json', text.slice(0, -5)), /not JSON \(.*end/],
    ['without a colon', write('colon.json', text.replace('"name":', '"name" ')), /not JSON \(.*line 1, column \d+\)/],
    ['with a comma too much', write('comma.json', text.replace('[', '[,')), /not JSON \(.*,/],
    ['with NaN', write('nan.json', text.replace('"status":1', '"status":NaN')), /not JSON/],
    ['with a number beyond all bounds', write('huge.json', text.replace('"status":1', '"status":1e999')), /./],
    ['with a byte-order mark', write('bom.json', `\ufeff${text}`), /byte-order mark/],
    ['in UTF-16', write('utf16.json', Buffer.from(text, 'utf16le')), /UTF-8/],
    ['in Latin 1', write('latin.json', Buffer.from(text.replace('Good', 'G\u00fct'), 'latin1')), /UTF-8/],
    ['binary', write('binary.json', Buffer.from([0x89, 0x50, 0, 0, 1, 2, 3])), /UTF-8/],
    ['too big', write('big.json', `"${'x'.repeat(bigBytes)}"`), /at most/],
    ['nested without end', write('deep.json', '['.repeat(100_000) + ']'.repeat(100_000)), /deeper|not JSON/],
    [
      'with the key __proto__',
      write('proto.json', text.replace('"format"', '"__proto__":{"a":1},"format"')),
      /__proto__/,
    ],
    ['with the key constructor', write('constructor.json', JSON.stringify({ ...good, constructor: 1 })), /constructor/],
    [
      'a list of 300,000 cards',
      write('many.json', `{"format":"hench-gangup-pack","version":1,"name":"x","cards":[${'{},'.repeat(300_000)}{}]}`),
      /./,
    ],
    [
      'full of broken operations',
      write('flood.json', JSON.stringify({ ...good, cards: flood(3) })),
      /not an operation/,
    ],
    ['with endless effects', write('ocean.json', JSON.stringify({ ...good, cards: flood(7) })), /larger than a card/],
  ];
  // The super-user reads every file.
  if (process.getuid?.() !== 0) files.push(['unreadable', shut, /can't be read/]);
  return files;
}

/** Cards full of unknown operations, as deep and wide as form allows. */
function flood(depth: number): object[] {
  const tree = (n: number): object =>
    n === 0
      ? { op: 'explode' }
      : {
          op: n % 2 === 0 ? 'may' : 'forEach',
          players: 'all',
          as: 'x',
          do: Array.from({ length: 3 }, () => tree(n - 1)),
        };
  return Array.from({ length: 20 }, (_, i) => ({ ...influence, id: `flood-${i}`, play: { do: [tree(depth)] } }));
}
