import { describe, expect, test } from 'vitest';
import { INFO } from '../../src/gangup/index.js';
import { card, gangster, house, influence, leader } from './house.js';
import { type Arrangement, Scene } from './scene.js';

const crime = (id: string, manpower: number, reward: number, status = 0): object =>
  card('crime', id, { type: 'fraud', status, manpower, reward });
const status = (who: unknown, amount: unknown): object => ({ op: 'status', who, amount });
const inCrime = (id: string, ...list: object[]): object => influence(id, { window: 'crime', do: list });
const onGangster = (id: string, gangsters: object, ...list: object[]): object =>
  influence(id, { window: 'crime', targets: [{ as: 'one', gangsters }], do: list });

/** Seat 0 has turned over the crime, plays it and commits its gang. */
function organizing(input: object, a: Arrangement, ...gang: string[]): Scene {
  const scene = new Scene(input, { step: 'third', ...a }).do('crime', 'yes').until('0 organize');
  return scene.do(...gang.map((id) => `commit ${id}`));
}

/** The cards whose triggers took effect, with their owners. */
function fired(scene: Scene): string[] {
  return scene.events.flatMap((e) => (e.type === 'trigger' ? [`${e.seat} ${scene.state.cards.data[e.card]!.id}`] : []));
}

describe('4B', () => {
  const muscle = influence('muscle', { window: 'crime', do: [{ op: 'manpower', amount: 1 }] });
  const cards = house(crime('heist', 2, 1, 3), gangster('guard', []), gangster('spare', []), muscle);
  const tables = [
    ['guard', 'spare'],
    ['guard', 'spare'],
  ];
  const allied = (): Scene =>
    organizing(cards, { tables, hands: [['muscle'], ['muscle']], crimes: ['heist'] }, 'guard')
      .do('call for help', 'bid 1', 'ally 1')
      .do('commit guard #2', 'done');

  test('whoever was done is asked again when the other has added somebody, or played', () => {
    expect(allied().prompt).toBe('0 organize');
    expect(allied().do('commit spare').until('1 organize').legal()).toContain('commit spare #3');
    expect(allied().do('play muscle', 'done').prompt).toBe('1 organize');
  });

  test('after a play anybody at home may be sent, also one that was passed over before', () => {
    const scene = organizing(cards, { tables, hands: [['muscle', 'muscle']], crimes: ['heist'] }, 'spare #1');
    expect(scene.legal()).not.toContain('commit guard #0');
    expect(scene.do('play muscle').legal()).toContain('commit guard #0');
  });

  test('R-DROP: a starter who falls below the number while organizing loses the crime', () => {
    const jinx = leader('jinx', [{ type: 'trigger', on: 'influencePlayed', who: 'others', do: [status('event', -1)] }]);
    const heist = house(crime('heist', 2, 1, 3), gangster('guard', []), muscle, jinx);
    const scene = organizing(
      { leaders: true, ...heist },
      {
        tables: [['guard']],
        hands: [['muscle', 'muscle']],
        crimes: ['heist'],
        status: [3, 5],
        leaders: [undefined, 'jinx'],
      },
      'guard',
    ).do('play muscle');
    expect(scene.statuses).toEqual([2, 5]);
    expect(scene.pile('crimeDiscard')).toEqual(['heist']);
    expect(scene.types()).not.toContain('outcome');
  });

  test('R-BID: only gangsters of the headquarters are offered; a forced one is at the crime already', () => {
    const force = onGangster('force', { zone: 'hq' }, { op: 'forceJoin', what: 'one' });
    const heist = house(crime('heist', 2, 1), gangster('guard', []), gangster('spare', []), force);
    const scene = organizing(heist, { tables, hands: [['force']], crimes: ['heist'] }, 'guard').do('play force');
    // R-FORCE: from another gang only.
    expect(scene.legal()).toEqual(['choose guard #2', 'choose spare #3']);
    scene.do('choose guard #2', 'call for help');
    expect(scene.legal()).toEqual(['bid 1', 'decline']);
  });
});

test('R-DROP: a crime that its starter has lost before 4C is not regained by a later play', () => {
  const cards = house(
    crime('heist', 1, 1, 5),
    gangster('guard', []),
    influence('fine', { do: [status('others', -1)] }),
    influence('gift', { do: [status('user', 1)] }),
  );
  const a = { step: 'third', tables: [['guard']], hands: [['gift'], ['fine']], crimes: ['heist'] } as const;
  const scene = new Scene(cards, a).do('crime', 'yes', 'play fine');
  expect([scene.prompt, scene.pile('crimeDiscard')]).toEqual(['0 end', ['heist']]);
});

test('what a gangster has until the end of the crime goes along when it defects', () => {
  const drill = influence('drill', {
    targets: [{ as: 'one', gangsters: { zone: 'hq', of: 'user' } }],
    do: [{ op: 'strengthen', what: 'one', amount: 2, until: 'crime' }],
  });
  const lure = influence('lure', {
    targets: [{ as: 'one', gangsters: { zone: 'hq', of: 'others' } }],
    do: [{ op: 'defect', what: 'one' }],
  });
  const cards = house(crime('heist', 1, 1), gangster('guard', []), drill, lure);
  const scene = new Scene(cards, { tables: [['guard']], hands: [['drill'], ['lure']], crimes: ['heist'] });
  scene.do('play drill').until('1 priority').do('play lure').until('0 third').do('crime', 'yes').until('0 organize');
  scene.do('call for help', 'bid 1', 'ally 1');
  expect(scene.gang(1)).toEqual(['guard']);
  expect(scene.events).toContainEqual({ type: 'inProgress', manpower: 3, requirement: 1 });
});

describe('totals', () => {
  const less = (amount: number): object => inCrime('less', { op: 'manpower', amount: -amount });
  const kill = onGangster('shot', { zone: 'crime' }, { op: 'kill', what: 'one' });
  const gang = [gangster('guard', []), gangster('spare', []), gangster('aide', [])];

  test.each([
    ['a gangster that is forced', onGangster('help', { zone: 'hq' }, { op: 'forceJoin', what: 'one' }), 1],
    ['one that joins', onGangster('help', { zone: 'hq', of: 'user' }, { op: 'join', what: 'one' }), 1],
    [
      'one that is strengthened',
      onGangster('help', { zone: 'crime' }, { op: 'strengthen', what: 'one', amount: 1, until: 'crime' }),
      2,
    ],
  ])('R-MANPOWER: %s counts in full after a total that would be below 0', (_, help, committed) => {
    const cards = house(crime('heist', 1, 1), less(committed), kill, help, ...gang);
    const scene = organizing(
      cards,
      {
        tables: [['guard', 'aide', 'spare'], ['spare']],
        hands: [['help'], ['less', 'shot']],
        crimes: ['heist'],
      },
      ...['guard', 'aide'].slice(0, committed),
    ).do('done');
    scene.do('play less', 'pass', 'play shot');
    if (scene.legal()[0]!.startsWith('choose')) scene.do('choose guard #0');
    expect(scene.manpower).toBe(0);
    scene.until('0 priority').do('play help');
    if (scene.legal()[0]!.startsWith('choose')) scene.do(scene.legal()[0]!);
    expect(scene.events).toContainEqual({ type: 'outcome', success: true, manpower: 1, requirement: 1 });
  });

  test('no gangster counts less than nothing, and no requirement is below 0', () => {
    const weak = onGangster('weak', { zone: 'crime' }, { op: 'strengthen', what: 'one', amount: -3, until: 'crime' });
    const cards = house(crime('heist', 1, 1), weak, inCrime('easy', { op: 'requirement', amount: -5 }), ...gang);
    const scene = organizing(
      cards,
      { tables: [['guard', 'aide']], hands: [['easy'], ['weak']], crimes: ['heist'] },
      'guard',
      'aide',
    ).do('done', 'play weak', 'choose guard #0');
    expect([scene.manpower, scene.requirement]).toEqual([1, 1]);
    scene.until('0 priority').do('play easy');
    expect(scene.events).toContainEqual({ type: 'outcome', success: true, manpower: 1, requirement: 0 });
  });

  test('a reward is never below 0', () => {
    const cards = house(crime('heist', 1, 2), inCrime('poor', { op: 'reward', amount: -5 }), ...gang);
    const scene = organizing(cards, { tables: [['guard']], hands: [[], ['poor']], crimes: ['heist'] }, 'guard');
    scene.do('done').until('1 priority').do('play poor').until('1 gangsters');
    expect(scene.statuses).toEqual([5, 5]);
  });

  test('what was done to one crime is not done to the next', () => {
    const all = ['manpower', 'requirement', 'reward'].map((op) => ({ op, amount: 1 }));
    const cards = house(crime('heist', 1, 2), crime('again', 1, 2), inCrime('turmoil', ...all), ...gang);
    const scene = organizing(
      cards,
      { tables: [['guard'], ['guard']], hands: [['turmoil'], ['turmoil']], crimes: ['heist', 'again'] },
      'guard',
    );
    scene.do('done').until('1 priority').do('play turmoil').until('1 third');
    expect(scene.statuses).toEqual([8, 5]);
    scene.do('crime', 'yes').until('1 organize').do('commit guard #1');
    expect([scene.manpower, scene.requirement]).toEqual([1, 1]);
    scene.until('0 gangsters');
    expect(scene.statuses).toEqual([8, 7]);
  });
});

describe('the outcome', () => {
  const bonus = (amount: unknown): object => ({ type: 'passive', modify: 'reward', amount });
  const gang = gangster('guard', []);

  test('a modifier of the reward adds to the gain and not to the loss', () => {
    const cards = house(
      crime('heist', 1, 2),
      leader('rich', [bonus(1)]),
      gang,
      inCrime('less', { op: 'manpower', amount: -3 }),
    );
    const outcome = (hand: string[]): number[] => {
      const a = { tables: [['guard']], hands: [[], hand], crimes: ['heist'], leaders: ['rich'] };
      const scene = organizing({ leaders: true, ...cards }, a, 'guard').do('done');
      if (hand.length > 0) scene.until('1 priority').do('play less');
      return scene.until('1 gangsters').statuses;
    };
    expect([outcome([]), outcome(['less'])]).toEqual([
      [8, 5],
      [3, 5],
    ]);
  });

  test('R-OUTCOME: both amounts are those before either status changes', () => {
    const shadow = leader('shadow', [bonus({ read: 'status', of: 'starter', plus: -10 })]);
    const cards = house(crime('heist', 2, 2), shadow, gang);
    const scene = organizing(
      { leaders: true, ...cards },
      { tables: [['guard'], ['guard']], crimes: ['heist'], status: [12, 5], leaders: [undefined, 'shadow'] },
      'guard',
    ).do('call for help', 'bid 1', 'ally 1');
    scene.until('1 gangsters');
    expect(scene.statuses).toEqual([14, 9]);
  });

  test('R-OUTCOME: all that it triggers happens before the winner is looked for', () => {
    const on = (do_: object): object => ({ type: 'trigger', on: 'crimeSuccess', do: [do_] });
    const cards = house(
      crime('heist', 1, 2),
      gang,
      leader('glad', [on({ op: 'draw', who: 'user', n: 1 })]),
      leader('heir', [on(status('user', 5))]),
    );
    const scene = organizing(
      { leaders: true, ...cards },
      { tables: [['guard']], crimes: ['heist'], status: [18, 16], leaders: ['glad', 'heir'] },
      'guard',
    );
    scene.do('done');
    expect([scene.over, scene.statuses, scene.winners]).toEqual([true, [20, 21], [1]]);
  });

  test('R-FORCE: a gang whose gangster was forced is one of those at the crime', () => {
    const force = onGangster('force', { zone: 'hq', of: 'others' }, { op: 'forceJoin', what: 'one' });
    const feast = influence('feast', {
      window: 'afterCrime',
      when: { compare: [{ read: 'gangs' }, '=', 2] },
      do: [status('user', 1)],
    });
    const cards = house(crime('heist', 1, 2), gang, force, feast);
    const a = { tables: [['guard'], ['guard']], hands: [['force', 'feast']], crimes: ['heist'] };
    const scene = organizing(cards, a, 'guard').do('play force', 'done').until('0 priority');
    expect(scene.legal()).toContain('play feast');
  });
});

describe('whom a trigger is about', () => {
  const gain = influence('gain', { do: [status('user', 1)] });
  const on = (event: string, who: string, rest: object = {}): object[] => [
    { type: 'trigger', on: event, who, do: [{ op: 'draw', who: 'user', n: 1 }], ...rest },
  ];

  test('the owner, the others, anybody', () => {
    const cards = house(
      gain,
      leader('own', on('statusGained', 'owner')),
      leader('else', on('statusGained', 'others')),
      leader('all', on('statusGained', 'any')),
    );
    const scene = (leaders: string[]): Scene =>
      new Scene({ leaders: true, ...cards }, { hands: [['gain', 'gain']], leaders }).do('play gain');
    expect(fired(scene(['own', 'else']))).toEqual(['0 own', '1 else']);
    expect(fired(scene(['else', 'own']))).toEqual([]);
    expect(fired(scene(['all']))).toEqual(['0 all']);
  });

  test('whoever takes part, a gangster that is at the crime, and crimes of one type', () => {
    const cards = house(
      crime('heist', 1, 1),
      leader('partner', on('crimeSuccess', 'participant')),
      leader('expert', on('crimeSuccess', 'any', { of: ['fraud'] })),
      leader('stranger', on('crimeSuccess', 'any', { of: ['robbery'] })),
      gangster('eager', on('crimeSuccess', 'present')),
      gangster('guard', []),
    );
    const heard = (gang: string, leaders: string[]): string[] => {
      const a = { tables: [['eager', 'guard'], ['eager']], crimes: ['heist'], leaders };
      const scene = organizing({ leaders: true, ...cards }, a, gang).do('done');
      return fired(scene.until('1 gangsters'));
    };
    expect(heard('eager', ['partner', 'expert'])).toEqual(['0 partner', '0 eager', '1 expert']);
    expect(heard('guard', ['stranger', 'partner'])).toEqual([]);
  });

  test('a cancelled play is about who cancelled it', () => {
    const veto = influence('veto', { window: 'cancel', do: [{ op: 'cancelLast' }] });
    const cards = house(gain, veto, leader('proud', on('cancelled', 'owner')));
    const scene = (leaders: (string | undefined)[]): Scene =>
      new Scene({ leaders: true, ...cards }, { hands: [['gain', 'gain'], ['veto']], leaders }).do(
        'play gain',
        'play veto',
      );
    expect(fired(scene([undefined, 'proud']))).toEqual(['1 proud']);
    expect(fired(scene(['proud']))).toEqual([]);
  });
});

describe('knowledge of hands', () => {
  const known = (scene: Scene, viewer: number, owner: number): string[] => {
    const { state } = scene;
    const at = (viewer * state.seats + owner) * state.knownWords;
    return Array.from(state.knows.subarray(at + 1, at + 1 + state.knows[at]!), (c) => state.cards.data[c]!.id).sort();
  };
  const target = { targets: [{ as: 'p', player: 'others' }] };
  const rob = (how: string): object =>
    influence('rob', { ...target, do: [{ op: 'take', from: { chosen: 'p' }, n: 1, how }] });
  const search = influence('search', { ...target, do: [{ op: 'reveal', who: { chosen: 'p' }, to: 'user' }] });
  const people = ['ann', 'bea', 'cat'].map((id) => gangster(id, []));

  test('who chooses a card from a hand has seen all of it', () => {
    const cards = house(rob('choice'), ...people);
    const scene = new Scene({ players: 3, ...cards }, { hands: [['rob'], ['ann', 'bea', 'cat'], ['ann']] });
    scene.do('play rob', 'choose seat 1', 'take bea');
    expect([known(scene, 0, 1), known(scene, 1, 0)]).toEqual([['ann', 'cat'], ['bea']]);
    expect([known(scene, 2, 1), known(scene, 2, 0)]).toEqual([[], []]);
  });

  test('who takes a card unseen goes on knowing the rest of that hand', () => {
    const cards = house(rob('random'), search, ...people);
    const scene = new Scene({ players: 3, ...cards }, { hands: [['rob', 'search'], ['ann', 'bea', 'cat'], ['ann']] });
    scene.do('play search', 'choose seat 1', 'play rob', 'choose seat 1');
    expect(known(scene, 0, 1)).toEqual(scene.hand(1));
    expect(known(scene, 0, 1).length).toBe(2);
  });
});

test('R-DEAL: a location bought from another is the one purchase of the turn', () => {
  const cards = house(card('location', 'bank', { price: 1 }), card('location', 'dock', { price: 1 }));
  const scene = new Scene({ locations: true, ...cards }, { step: 'start', locations: { bank: 1, dock: -1 } });
  expect(scene.legal()).toContain('buy dock');
  scene.do('offer 2 for bank', 'accept');
  expect([scene.statuses, scene.prompt]).toEqual([[3, 7], '0 gangsters']);
});

test('the limit of the hand is that of its owner', () => {
  const deep = leader('deep', [{ type: 'passive', modify: 'handMax', amount: 2 }]);
  const hand = Array<string>(11).fill('extra');
  const end = (leaders: (string | undefined)[]): number => {
    const scene = new Scene({ leaders: true, ...house(deep) }, { step: 'end', hands: [hand], leaders });
    return scene.until('1 gangsters').hand(0).length;
  };
  expect([end(['deep']), end([undefined, 'deep'])]).toEqual([10, 8]);
});

test('nobody is sent home after the crime', () => {
  const home = (window: string): object =>
    influence(`home${window === 'crime' ? '' : '-after'}`, {
      window,
      targets: [{ as: 'one', gangsters: { zone: 'crime' } }],
      do: [{ op: 'withdraw', what: 'one' }],
    });
  const cards = house(crime('heist', 1, 1), gangster('guard', []), home('crime'), home('afterCrime'));
  const a = { tables: [['guard']], hands: [[], ['home-after', 'home']], crimes: ['heist'] };
  const scene = organizing(cards, a, 'guard').do('done');
  expect(scene.legal()).toEqual(['play home', 'pass']);
  scene.do('pass');
  expect(scene.types()).toContain('crimeOver');
});

test('whoever joins without taking part is a guest: no gain, no loss', () => {
  const drop = influence('drop-in', {
    window: 'crime',
    targets: [{ as: 'one', gangsters: { zone: 'hq' } }],
    do: [{ op: 'join', what: 'one' }],
  });
  const cards = house(crime('heist', 1, 2), gangster('guard', []), gangster('spare', []), drop);
  const a = { tables: [['guard', 'spare'], ['guard']], hands: [[], ['drop-in']], crimes: ['heist'] };
  const scene = organizing(cards, a, 'guard').do('done', 'play drop-in');
  // The starter's own at home isn't offered, so that there is nothing to choose.
  expect(scene.events.flatMap((e) => (e.type === 'outcome' ? [e.manpower] : []))).toEqual([2]);
  expect(scene.until('1 gangsters').statuses).toEqual([7, 5]);
  expect(scene.state.info[INFO.crime]).toBe(-1);
});
