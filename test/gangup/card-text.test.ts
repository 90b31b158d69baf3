import { expect, test } from 'vitest';
import { type CardData, cardSchema, cardText, type PackData } from '../../src/gangup/index.js';
import { Scene } from './scene.js';
import { FIXTURE } from './support.js';

const influence = (play: object): CardData =>
  cardSchema.parse({ kind: 'influence', id: 'word', name: 'Word', source: 'house', text: '', status: 0, play });
const gangster = (...abilities: object[]): CardData =>
  cardSchema.parse({
    kind: 'gangster',
    id: 'guy',
    name: 'Guy',
    source: 'house',
    text: '',
    status: 0,
    gender: 'male',
    abilities,
  });
const draw = { op: 'draw', who: 'user', n: 1 };
const jailed = { as: 'g', cards: { zone: 'jail', numberMin: 3, numberMax: 5 } };
const member = { as: 'g', gangsters: { zone: 'hq', of: 'user' } };
const [small, rich, fraud] = [
  { compare: [{ read: 'gang' }, '<=', 2] },
  { compare: [{ read: 'status' }, '>=', 9] },
  { crimeType: ['fraud'] },
];
const when = (condition: object): CardData => influence({ when: condition, do: [draw] });
const trigger = (more: object): CardData => gangster({ type: 'trigger', do: [draw], ...more });

test.each([
  // One and several.
  [
    influence({ targets: [{ ...member, min: 1, max: 2 }], do: [{ op: 'join', what: 'g' }] }),
    '1 to 2 gangsters of yours in headquarters join the crime.',
  ],
  [
    influence({ targets: [{ ...member, max: 2, min: 0 }], do: [{ op: 'toHand', what: 'g' }] }),
    "Return up to 2 gangsters of yours in headquarters to their owners' hands.",
  ],
  [
    influence({
      targets: [{ ...member, min: 2 }],
      do: [{ op: 'strengthen', what: 'g', amount: 1, until: 'turn' }],
    }),
    '2 gangsters of yours in headquarters have +1 manpower until the end of the turn.',
  ],
  [
    influence({
      targets: [{ as: 'g', cards: { zone: 'discard', kind: 'influence' } }],
      do: [{ op: 'fetch', what: 'g' }],
    }),
    'Add an influence from the resource discard pile to your hand.',
  ],
  [
    gangster({
      type: 'action',
      targets: [{ as: 'g', gangsters: { zone: 'hq', of: 'user', notSelf: true } }],
      do: [{ op: 'join', what: 'g' }],
    }),
    'Once a turn: Another gangster of yours in headquarters joins the crime.',
  ],
  // Several are named, and the rules mean one: whoever comes first clockwise.
  [
    influence({ do: [{ op: 'take', from: 'others', n: 1, how: 'random' }] }),
    'Take 1 card at random from the hand of the next player clockwise.',
  ],
  [influence({ do: [{ op: 'give', to: 'all', n: 2 }] }), 'Give 2 cards of your hand to the next player clockwise.'],
  [
    influence({ do: [{ op: 'take', from: 'participants', n: 1, how: 'choice' }] }),
    'Look at the hand of the next partner in the crime clockwise and take 1 card of your choice.',
  ],
  [
    influence({ targets: [jailed], do: [{ op: 'escape', what: 'g', to: 'others' }] }),
    'Add a gangster of status 3 to 5 from jail to the hand of the next player clockwise.',
  ],
  [
    influence({ targets: [jailed], do: [{ op: 'escape', what: 'g', to: 'all' }] }),
    'Add a gangster of status 3 to 5 from jail to your hand.',
  ],
  [
    influence({ targets: [member], do: [{ op: 'defect', what: 'g', to: 'outsiders' }] }),
    'Defect a gangster of yours in headquarters to the headquarters of the first player outside the crime clockwise from you on.',
  ],
  [
    influence({ do: [{ op: 'choose', as: 'p', player: 'all', by: 'others' }] }),
    'The next player clockwise chooses a player.',
  ],
  // What must be chosen is told, even if nothing is done to it.
  [influence({ targets: [member], do: [draw] }), 'Choose a gangster of yours in headquarters. Draw 1 resource card.'],
  // When a trigger fires.
  [
    trigger({ on: 'killed', of: ['robbery'] }),
    'When a gangster is killed while a robbery crime is at hand: draw 1 resource card.',
  ],
  [
    trigger({ on: 'killed', who: 'participant' }),
    'When a gangster is killed while you take part in the crime: draw 1 resource card.',
  ],
  [
    trigger({ on: 'crimeSuccess', who: 'participant', of: ['fraud'] }),
    'When a fraud crime you take part in is successful: draw 1 resource card.',
  ],
  // Amounts and conditions.
  [
    influence({ do: [{ op: 'status', who: 'user', amount: { read: 'gang', times: -1, plus: 2 } }] }),
    'Lose 1 for each gangster in your gang and 2 less status.',
  ],
  [
    influence({ do: [{ op: 'draw', who: 'user', n: { read: 'gang', plus: -1 } }] }),
    'Draw 1 for each gangster in your gang and 1 less (resource cards).',
  ],
  [
    when({ all: [{ any: [small, rich] }, fraud] }),
    'Only if (the size of your gang is at most 2 or your status is at least 9) and the crime is fraud: Draw 1 resource card.',
  ],
  [
    when({ any: [small, { all: [rich, fraud] }] }),
    'Only if the size of your gang is at most 2 or (your status is at least 9 and the crime is fraud): Draw 1 resource card.',
  ],
])('%# the text of a card is what the rules do with its data', (card, text) => {
  expect(cardText(card)).toBe(text);
});

test('of several to take from, the next clockwise alone loses a card', () => {
  const cards = [influence({ do: [{ op: 'take', from: 'others', n: 1, how: 'random' }] })];
  const pack: PackData = { format: 'hench-gangup-pack', version: 1, name: 'one', cards };
  const scene = new Scene(
    { players: 3, packs: [...FIXTURE, pack] },
    { hands: [['word'], ['red', 'slim-jim'], ['iron-ike']] },
  );
  scene.do('play word');
  expect([0, 1, 2].map((seat) => scene.hand(seat).length)).toEqual([1, 1, 1]);
});
