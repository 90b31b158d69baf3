import { describe, expect, test } from 'vitest';
import { gangup, INFO } from '../../src/gangup/index.js';
import { gangster, house, influence, leader } from './house.js';
import { Scene } from './scene.js';

const draw = (who: string, n = 1): object => ({ op: 'draw', who, n });
const TWO = ['two-penny-tom', 'milkbottle-meg'];

/** Who owns the cards whose triggers took effect, in order. */
function triggered(scene: Scene): string[] {
  return scene.events.flatMap((e) => (e.type === 'trigger' ? [`${e.seat} ${scene.state.cards.data[e.card]!.id}`] : []));
}

describe('R-ANNOUNCE', () => {
  test('while a play is put together nothing that others see changes', () => {
    const scene = new Scene(
      { players: 3 },
      { step: 'gangstersRound', tables: [['slim-jim', 'red']], hands: [[], ['cement-shoes']], status: [9, 9, 9] },
    );
    const view = gangup.createView(scene.state.config);
    const seen = (seat: number): number[] => {
      gangup.view(scene.state, seat, view);
      return [...view.words];
    };
    const before = [seen(0), seen(2)];
    const own = seen(1);
    scene.do('play cement-shoes');
    expect(scene.legal()).toEqual(['choose slim-jim #0', 'choose red #1']);
    expect([seen(0), seen(2)]).toEqual(before);
    expect(seen(1)).not.toEqual(own);
  });

  test('a player is offered only if the gangsters that must be chosen after it are there', () => {
    const cards = house(
      influence('purge', {
        targets: [
          { as: 'boss', player: 'others' },
          { as: 'two', gangsters: { zone: 'table', of: { chosen: 'boss' } }, min: 2, max: 2 },
        ],
        do: [{ op: 'kill', what: 'two' }],
      }),
    );
    const tables = [[], ['extra', 'extra'], ['extra']];
    const scene = new Scene({ players: 3, ...cards }, { hands: [['purge']], tables });
    scene.do('play purge');
    // Seat 2 has one gangster only, so the one player left and both gangsters were chosen silently.
    expect(scene.gang(1)).toEqual([]);
    expect(scene.gang(2)).toEqual(['extra']);
    const none = new Scene({ players: 3, ...cards }, { hands: [['purge']], tables: [[], ['extra'], ['extra']] });
    expect(none.legal()).not.toContain('play purge');
  });

  test('the pick that lets later targets be completed is found though it is not the first', () => {
    const cards = house(
      influence('chain', {
        targets: [
          { as: 'pair', gangsters: { zone: 'table', of: 'others' }, min: 2, max: 2 },
          { as: 'third', gangsters: { zone: 'table', of: { ownerOf: 'pair' }, gender: 'female' } },
        ],
        do: [{ op: 'kill', what: 'third' }],
      }),
      gangster('lady', []),
    );
    // Only seat 2 has a lady: the first of the pair must be one of its gangsters.
    const scene = new Scene(
      { players: 3, ...cards },
      { hands: [['chain']], tables: [[], ['extra'], ['extra', 'lady']] },
    );
    expect(scene.legal()).toContain('play chain');
    scene.do('play chain');
    expect(scene.gang(2)).toEqual(['extra']);
    const last = new Scene(
      { players: 3, ...cards },
      { hands: [['chain']], tables: [[], ['extra', 'extra'], ['lady']] },
    );
    expect(last.legal()).not.toContain('play chain');
  });

  test('a target that may be left out is not left out when a later one needs it', () => {
    const cards = house(
      influence('pact', {
        targets: [
          { as: 'own', gangsters: { zone: 'table', of: 'user' } },
          { as: 'maybe', gangsters: { zone: 'table', of: 'others' }, min: 0, max: 1 },
          { as: 'mate', gangsters: { zone: 'table', of: { ownerOf: 'maybe' } } },
        ],
        do: [{ op: 'kill', what: 'mate' }],
      }),
    );
    const scene = new Scene(
      { players: 3, ...cards },
      { hands: [['pact']], tables: [['extra'], ['extra'], ['extra']] },
    ).do('play pact');
    expect(scene.legal()).toEqual(['choose extra #1', 'choose extra #2']);
    scene.do('choose extra #2');
    expect([scene.gang(1), scene.gang(2)]).toEqual([['extra'], []]);
  });

  test('what a card does to itself is its target: immune, it offers nothing', () => {
    const home = { type: 'action', cost: 1, do: [{ op: 'toHand', what: 'self' }] };
    const steady = { type: 'passive', modify: 'immune', of: 'self', from: ['toHand'] };
    const cards = house(
      gangster('free', [home]),
      gangster('steady', [home, steady]),
      influence('any', { do: [draw('user')] }),
    );
    const scene = new Scene(cards, { hands: [['any', 'any']], tables: [['free', 'steady']] });
    expect(scene.legal().filter((text) => text.startsWith('use'))).toEqual(['use free #0']);
  });

  test('a loop over gangsters needs one', () => {
    const sweep = (low: string): string[] => {
      const scene = new Scene(
        { expansion: true },
        {
          step: 'third',
          tables: [[low, 'iron-ike'], []],
          hands: [[], ['street-sweep']],
          crimes: ['purse-snatch-relay'],
          status: [9, 9],
        },
      );
      scene.do('crime', 'yes').until('0 organize').do(`commit ${low}`, 'commit iron-ike');
      if (scene.prompt === '0 organize') scene.do('done');
      return scene.legal();
    };
    expect(sweep('two-penny-tom')).toContain('play street-sweep');
    expect(sweep('boxcar-bella')).not.toContain('play street-sweep');
  });
});

describe('R-CANCEL', () => {
  test('a cancelled card is discarded, even if it would have left the game', () => {
    const scene = new Scene({}, { hands: [['a-new-leaf', 'iron-ike'], ['not-so-fast']] });
    scene.do('play a-new-leaf', 'play not-so-fast');
    expect(scene.pile('removed')).toEqual([]);
    expect(scene.pile('discard')).toEqual(['a-new-leaf', 'not-so-fast']);
    expect(scene.hand(0)).toEqual(['iron-ike']);
  });

  test('so is a Cancel that is cancelled; one that stands leaves the game if it says so', () => {
    const once = influence('veto', { window: 'cancel', do: [{ op: 'cancelLast' }] }, { afterPlay: 'removed' });
    const cards = house(once, influence('tip', { do: [draw('user')] }));
    const stands = new Scene(cards, { hands: [['tip'], ['veto']] }).do('play tip', 'play veto');
    expect(stands.pile('removed')).toEqual(['veto']);
    const undone = new Scene(cards, { hands: [['tip', 'veto'], ['veto']] }).do('play tip', 'play veto', 'play veto');
    expect(undone.pile('removed')).toEqual(['veto']);
    expect(undone.pile('discard')).toEqual(['tip', 'veto']);
  });
});

describe('R-TRIGGER', () => {
  const wail = { type: 'trigger', on: 'killed', who: 'self', do: [draw('user')] };
  const mourn = { type: 'trigger', on: 'killed', who: 'any', do: [draw('user')] };
  const killAll = influence('plague', {
    do: [{ op: 'forEach', gangsters: { zone: 'table' }, as: 'g', do: [{ op: 'kill', what: 'g' }] }],
  });

  test('active seat first, then clockwise: a card that has just left fires in the turn of its owner', () => {
    const cards = house(killAll, gangster('martyr', [wail]), leader('saint', [mourn]), leader('priest', [mourn]));
    const scene = new Scene(
      { players: 3, leaders: true, ...cards },
      { hands: [['plague']], tables: [[], ['martyr'], []], leaders: ['saint', undefined, 'priest'] },
    ).do('play plague');
    expect(triggered(scene)).toEqual(['0 saint', '1 martyr', '2 priest']);
  });

  test('each of several cards that left fires, and a card fires once for all of them', () => {
    const cards = house(killAll, gangster('martyr', [wail]), leader('saint', [mourn]));
    const scene = new Scene(
      { players: 2, leaders: true, ...cards },
      { hands: [['plague']], tables: [['martyr', 'martyr'], ['martyr']], leaders: ['saint'] },
    ).do('play plague');
    expect(triggered(scene)).toEqual(['0 saint', '0 martyr', '0 martyr', '1 martyr']);
  });

  test('no event is lost, however many there are', () => {
    const mob = ['a', 'b', 'c', 'd'].map((id) => gangster(`mob-${id}`, [wail], { copies: 19 }));
    const cards = house(killAll, ...mob);
    const table = ['a', 'b', 'c', 'd'].flatMap((id) => Array<string>(19).fill(`mob-${id}`));
    const scene = new Scene(cards, { hands: [['plague']], tables: [table.slice(0, 40), table.slice(40)] });
    scene.do('play plague');
    expect(triggered(scene).length).toBe(76);
  });

  test('triggers that cause each other end: each fires once for one play', () => {
    const rise = { type: 'trigger', on: 'statusLost', who: 'any', do: [{ op: 'status', who: 'user', amount: 1 }] };
    const fall = { type: 'trigger', on: 'statusGained', who: 'any', do: [{ op: 'status', who: 'user', amount: -1 }] };
    const cards = house(
      influence('gift', { do: [{ op: 'status', who: 'user', amount: 1 }] }),
      leader('up', [rise]),
      leader('down', [fall]),
    );
    const scene = new Scene({ leaders: true, ...cards }, { hands: [['gift']], leaders: ['up', 'down'] }).do(
      'play gift',
    );
    expect(triggered(scene)).toEqual(['1 down', '0 up']);
    expect(scene.statuses).toEqual([7, 4]);
  });
});

test('R-FUEL: each action that costs no card is used once a turn, each for itself', () => {
  const free = (amount: number): object => ({ type: 'action', do: [{ op: 'status', who: 'user', amount }] });
  const scene = new Scene(house(gangster('busy', [free(1), free(2)])), { tables: [['busy']] });
  scene.do('use busy');
  expect(scene.legal()).toEqual(['use busy #0 ability 2', 'done']);
  scene.do('use busy ability 2');
  expect(scene.statuses).toEqual([8, 5]);
  expect(scene.prompt).not.toBe('0 gangsters');
});

test('R-BID: a gangster that was forced to join is not one that the ally commits', () => {
  const scene = new Scene(
    {},
    {
      step: 'third',
      tables: [TWO, ['slim-jim', 'red', 'bum-barry']],
      crimes: ['purse-snatch-relay'],
      hands: [['arm-twisting']],
    },
  );
  scene.do('crime', 'yes').until('0 organize');
  scene.do('play arm-twisting', 'choose slim-jim', 'done', 'call for help', 'bid 1', 'ally 1');
  expect(scene.prompt).toBe('1 organize');
  expect(scene.legal()).toEqual(['commit red #3', 'commit bum-barry #4']);
});

test('R-MANPOWER: what left below 0 is not owed: what comes later counts in full', () => {
  const scene = new Scene(
    { players: 3 },
    {
      step: 'third',
      tables: [TWO, [], ['slim-jim']],
      crimes: ['purse-snatch-relay'],
      hands: [['extra-muscle'], ['wrong-address'], ['caught-red-handed', 'caught-red-handed']],
    },
  );
  scene.do('crime', 'yes').until('0 organize').do('commit two-penny-tom', 'commit milkbottle-meg', 'done');
  scene.do('play wrong-address', 'play caught-red-handed', 'choose two-penny-tom');
  scene.until('2 priority').do('play caught-red-handed');
  expect(scene.manpower).toBe(0);
  scene.until('0 priority').do('play extra-muscle');
  expect(scene.events).toContainEqual({ type: 'outcome', success: false, manpower: 1, requirement: 2 });
});

test('R-DROP: a modifier of the number counts for staying as it did for placing', () => {
  const soft = leader('soft', [{ type: 'passive', modify: 'number', kinds: ['gangster'], amount: -2 }]);
  const cards = house(
    soft,
    gangster('proud', [], { status: 7 }),
    influence('fine', { do: [{ op: 'status', who: 'user', amount: -1 }] }),
  );
  const scene = new Scene(
    { leaders: true, ...cards },
    { hands: [['proud', 'fine', 'fine']], leaders: ['soft'], status: [6, 5] },
  ).do('place proud', 'play fine');
  expect([scene.statuses[0], scene.gang(0)]).toEqual([5, ['proud']]);
  scene.do('play fine');
  expect([scene.statuses[0], scene.gang(0), scene.hand(0)]).toEqual([4, [], ['proud']]);
});

test('R-DROP: whom a gangster lets stay may stay when both are looked at and it has to go', () => {
  const help = [{ type: 'passive', modify: 'number', kinds: ['gangster'], amount: -2 }];
  const cards = house(
    gangster('patron', help, { status: 9 }),
    gangster('friend', [], { status: 8 }),
    influence('fine', { do: [{ op: 'status', who: 'user', amount: -1 }] }),
  );
  const a = { hands: [['fine', 'fine']], tables: [['patron', 'friend']], status: [7, 5] };
  const scene = new Scene(cards, a).do('play fine');
  expect([scene.statuses[0], scene.gang(0), scene.hand(0)]).toEqual([6, ['friend'], ['fine', 'patron']]);
  // Without its patron it is looked at anew when the status falls again.
  scene.do('play fine');
  expect([scene.gang(0), scene.hand(0)]).toEqual([[], ['friend', 'patron']]);
});

test('R-PEEK: who looks at one card alone cannot move it, and the others go on knowing theirs', () => {
  const scene = new Scene(
    { leaders: true, expansion: true },
    {
      step: 'gangstersRound',
      tables: [[], ['lookout-lou']],
      hands: [[], ['iron-ike', 'iron-ike'].slice(1)],
      leaders: ['professor-plot'],
      crimes: ['payroll-express', 'purse-snatch-relay', 'fence-a-fur-coat'],
    },
  );
  scene.do('use lookout-lou', 'top payroll-express', 'top purse-snatch-relay');
  const known = (): number => scene.state.peeks.subarray(10, 13).filter((card) => card >= 0).length;
  expect(known()).toBe(3);
  const turn = scene.state.info[INFO.turn]!;
  for (let i = 0; i < 30 && scene.state.info[INFO.turn]! < turn + 2; i++) {
    const quiet = ['pass', 'done', 'draw and end'].find((word) => scene.legal().includes(word));
    scene.do(quiet ?? scene.legal()[0]!);
  }
  expect(triggered(scene)).toContain('0 professor-plot');
  expect(known()).toBe(3);
});

test('R-KNOWN: everything that was shown is known, however large the hand', () => {
  const cards = house(
    influence('search', {
      targets: [{ as: 'p', player: 'others' }],
      do: [{ op: 'reveal', who: { chosen: 'p' }, to: 'all' }],
    }),
    influence('junk', { window: 'afterCrime', do: [draw('user')] }, { copies: 20 }),
    influence('trash', { window: 'afterCrime', do: [draw('user')] }, { copies: 20 }),
  );
  const hand = [...Array<string>(20).fill('junk'), ...Array<string>(20).fill('trash')];
  const scene = new Scene({ players: 3, ...cards }, { hands: [['search'], hand] });
  scene.do('play search', 'choose seat 1');
  const { state } = scene;
  for (const viewer of [0, 2]) expect(state.knows[(viewer * 3 + 1) * state.knownWords]).toBe(40);
  expect(state.known[state.knownWords]).toBe(40);
});

test("R-ACTION: a leader's Cancel can't be cancelled either", () => {
  const no = { type: 'action', window: 'cancel', cost: 1, do: [{ op: 'cancelLast' }] };
  const cards = house(
    leader('judge', [no]),
    influence('gift', { do: [{ op: 'status', who: 'user', amount: 1 }] }),
    influence('veto', { window: 'cancel', do: [{ op: 'cancelLast' }] }),
  );
  const scene = new Scene(
    { leaders: true, ...cards },
    {
      hands: [
        ['gift', 'veto', 'veto'],
        ['veto', 'veto'],
      ],
      leaders: [undefined, 'judge'],
    },
  );
  scene.do('play gift');
  expect(scene.legal()).toEqual(['play veto', 'use judge', 'pass']);
  scene.do('use judge');
  expect([scene.prompt, scene.statuses[0], scene.pile('discard')]).toEqual(['0 third', 5, ['gift', 'veto']]);
});

test('a limit of the hand that falls with the hand can be kept', () => {
  const greed = { type: 'passive', modify: 'handMax', amount: { read: 'hand', of: 'user', plus: -12 } };
  const cards = house(leader('miser', [greed]), influence('junk', { window: 'afterCrime', do: [draw('user')] }));
  const hand = ['junk', 'junk', 'junk', 'junk', 'extra', 'extra'];
  const scene = new Scene({ leaders: true, ...cards }, { step: 'end', hands: [hand], leaders: ['miser'] });
  while (scene.asked === 0 && scene.prompt !== '0 gangsters') scene.do(scene.legal().at(-1)!);
  expect(scene.hand(0)).toEqual([]);
});

test('who has left the table has no owner to be named afterwards: such a card is refused', () => {
  const ops = (...list: object[]): object =>
    house(influence('trick', { targets: [{ as: 'one', gangsters: { zone: 'table' } }], do: list }));
  const kill = { op: 'kill', what: 'one' };
  const fine = { op: 'status', who: { ownerOf: 'one' }, amount: -1 };
  const debt = { op: 'status', who: 'user', amount: { read: 'number', what: 'one' } };
  const when = { crimeType: ['fraud'] };
  const refused = (input: object): string => {
    const read = gangup.parseConfig({ players: 2, ...input });
    return read.ok ? '' : JSON.stringify(read.error);
  };
  for (const last of [fine, debt]) {
    expect(refused(ops(kill, last))).toContain('has left the table by then');
    expect(refused(ops({ op: 'may', do: [kill] }, last))).toContain('has left the table by then');
    expect(refused(ops(last, kill))).toBe('');
    // biome-ignore lint/suspicious/noThenProperty: card data is never awaited.
    expect(refused(ops({ op: 'if', when, then: [kill], else: [last] }))).toBe('');
  }
});
