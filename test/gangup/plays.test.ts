import { describe, expect, test } from 'vitest';
import { gangster, house, influence } from './house.js';
import { Scene } from './scene.js';

const TWO = ['two-penny-tom', 'milkbottle-meg'];

describe('R-CANCEL', () => {
  const arrange = (hands: string[][]): Scene =>
    new Scene({ players: 3 }, { hands, tables: [[], ['slim-jim']], status: [7, 5, 5] });

  test('every other seat is asked clockwise and may answer with a Cancel only; the play is undone, the costs stay paid', () => {
    const scene = arrange([['cement-shoes'], ['lucky-break', 'not-so-fast'], ['not-so-fast']]);
    scene.do('play cement-shoes');
    expect(scene.prompt).toBe('1 answer');
    expect(scene.legal()).toEqual(['play not-so-fast', 'pass']);
    scene.do('play not-so-fast');
    expect(scene.prompt).toBe('2 answer');
    scene.do('pass');
    expect(scene.gang(1)).toEqual(['slim-jim']);
    expect(scene.pile('discard')).toEqual(['cement-shoes', 'not-so-fast']);
  });

  test('a Cancel may be cancelled: an even number lets the play stand', () => {
    const scene = arrange([['cement-shoes', 'not-so-fast'], ['not-so-fast'], []]);
    scene.do('play cement-shoes', 'play not-so-fast');
    expect(scene.prompt).toBe('0 answer');
    scene.do('play not-so-fast');
    expect(scene.gang(1)).toEqual([]);
    expect(scene.pile('discard')).toEqual(['cement-shoes', 'not-so-fast', 'not-so-fast', 'slim-jim']);
  });

  test('a Cancel by icon answers only that icon: a vest stops a kill, not a draw', () => {
    const kill = arrange([['cement-shoes'], ['bulletproof-vest'], []]);
    expect(kill.do('play cement-shoes').prompt).toBe('1 answer');
    const draw = arrange([['lucky-break', 'cement-shoes'], ['bulletproof-vest'], []]);
    draw.do('play lucky-break');
    expect(draw.types().filter((type) => type === 'pass').length).toBeGreaterThanOrEqual(2);
    expect(draw.hand(0).length).toBe(3);
  });

  test('a Cancel needs its status', () => {
    const scene = new Scene({}, { hands: [['lucky-break'], ['not-so-fast']], status: [5, 1] });
    scene.do('play lucky-break');
    expect(scene.prompt).not.toBe('1 answer');
  });

  test("a leader's action can't be cancelled", () => {
    const scene = new Scene(
      { leaders: true, expansion: true },
      { hands: [['lucky-break', 'lucky-break', 'old-friends'], ['not-so-fast']], leaders: ['dollar-bill'] },
    );
    scene.do('use dollar-bill');
    expect(scene.statuses).toEqual([6, 5]);
    expect(scene.hand(0)).toEqual([]);
  });

  test("a location's action can't be cancelled, a gangster's can", () => {
    const hands = [['lucky-break', 'lucky-break', 'old-friends'], ['not-so-fast']];
    const hotel = { hands, tables: [['iron-ike', 'slim-jim']], locations: { 'hideout-hotel': 0 } };
    const scene = new Scene({ locations: true, expansion: true }, hotel);
    scene.do('use hideout-hotel', 'choose iron-ike', 'pay old-friends');
    expect([scene.types().includes('resolve'), scene.prompt]).toEqual([true, '0 gangsters']);
    const asked = new Scene({}, { hands, tables: [['the-accountant']] }).do('use the-accountant');
    expect(asked.prompt).toBe('1 answer');
  });
});

describe('R-ANNOUNCE', () => {
  test('a play needs its target', () => {
    expect(new Scene({}, { hands: [['cement-shoes', 'lucky-break']], status: [7, 5] }).legal()).not.toContain(
      'play cement-shoes',
    );
    expect(new Scene({}, { hands: [['old-friends', 'lucky-break']] }).legal()).not.toContain('play old-friends');
    const there = new Scene({}, { hands: [['old-friends', 'lucky-break']], discard: ['bum-barry', 'hired-guns'] });
    there.do('play old-friends');
    expect(there.hand(0)).toEqual(['bum-barry', 'lucky-break']);
  });

  test('a card never pays for itself, and the payment is chosen in ascending order', () => {
    const scene = new Scene(
      {},
      { tables: [['pawnshop-paula']], hands: [['lucky-break', 'old-friends', 'hired-guns']] },
    );
    expect(scene.legal()).toContain('use pawnshop-paula #0');
    scene.do('use pawnshop-paula', 'pay hired-guns');
    // Nothing before the last payment is offered any more.
    expect(scene.legal()).toEqual(['pay old-friends', 'pay lucky-break']);
    scene.do('pay lucky-break');
    expect(scene.pile('discard')).toEqual(['hired-guns', 'lucky-break']);
    const poor = new Scene({}, { tables: [['pawnshop-paula']], hands: [['lucky-break']] });
    expect(poor.legal().some((text) => text.startsWith('use'))).toBe(false);
  });

  test('nothing is shown before the announcement: others see no draft and full hands', () => {
    const scene = new Scene(
      { players: 3 },
      {
        tables: [['quickdraw-quentin'], ['slim-jim', 'bum-barry']],
        hands: [['lucky-break', 'old-friends', 'hired-guns', 'inside-job'], ['lucky-break']],
      },
    );
    const before = scene.events.length;
    scene.do('use quickdraw-quentin', 'choose slim-jim');
    expect(scene.prompt.startsWith('0')).toBe(true);
    expect(scene.events.length).toBe(before);
    expect(scene.state.handCount[0]).toBe(4);
  });

  test('R-LIMBO: a played influence cannot be drawn by its own effect', () => {
    const scene = new Scene({}, { hands: [['lucky-break', 'extra-muscle']] });
    const { state } = scene;
    const count = state.info[24]!;
    for (let i = 0; i < count; i++) state.removed[i] = state.resourcePile[i]!;
    state.removed.subarray(0, count).sort();
    state.resourcePile.fill(-1);
    state.info[24] = 0;
    state.info[29] = count;
    scene.do('play lucky-break');
    expect(scene.hand(0)).not.toContain('lucky-break');
  });
});

describe('R-ACTION and R-ANYTIME', () => {
  test('actions are used from headquarters in phases 2, 3 and 5 by the active seat', () => {
    const scene = new Scene(
      {},
      { tables: [['lookout-lou'], ['lookout-lou'].slice(1)], hands: [['lucky-break', 'hired-guns']] },
    );
    expect(scene.legal()).toContain('use lookout-lou #0');
    scene.until('0 third');
    expect(scene.legal()).toContain('use lookout-lou #0');
    scene.do('draw and end');
    expect(scene.prompt).toBe('0 end');
    expect(scene.legal()).toContain('use lookout-lou #0');
  });

  test('others may play in the round at the end of phase 2', () => {
    const scene = new Scene({}, { hands: [['lucky-break'], ['lucky-break']] });
    scene.do('done');
    expect(scene.prompt).toBe('1 priority');
    expect(scene.legal()).toEqual(['play lucky-break', 'pass']);
  });

  test('Easy Jenny: any player pays one card and takes her home, but not her owner, and only with her status', () => {
    const scene = new Scene({}, { tables: [[], ['easy-jenny']], hands: [['lucky-break']] });
    scene.do('use easy-jenny');
    expect(scene.gang(0)).toEqual(['easy-jenny']);
    expect(scene.pile('discard')).toEqual(['lucky-break']);
    expect(scene.legal().some((text) => text.startsWith('use'))).toBe(false);
    const low = new Scene({}, { tables: [[], ['easy-jenny']], hands: [['lucky-break', 'hired-guns']], status: [2, 5] });
    expect(low.legal().some((text) => text.startsWith('use'))).toBe(false);
  });

  test('Breakout Ben: two cards free one of the jailed', () => {
    const scene = new Scene(
      {},
      { tables: [['breakout-ben']], hands: [['lucky-break', 'hired-guns']], jail: ['bum-barry', 'red'] },
    );
    scene.do('use breakout-ben', 'choose card red');
    expect(scene.hand(0)).toEqual(['red']);
    expect(scene.pile('jail')).toEqual(['bum-barry']);
    expect(new Scene({}, { tables: [['breakout-ben']], hands: [['lucky-break', 'hired-guns']] }).legal()).not.toContain(
      'use breakout-ben #0',
    );
  });

  test('A New Leaf: the whole hand goes, six cards come, and the card leaves the game', () => {
    const scene = new Scene({}, { hands: [['a-new-leaf', 'hired-guns', 'red']] });
    scene.do('play a-new-leaf');
    expect(scene.hand(0).length).toBe(6);
    expect(scene.pile('removed')).toEqual(['a-new-leaf']);
    expect(scene.pile('discard')).toEqual(['hired-guns', 'red']);
  });

  test('an action that costs no card is used once a turn', () => {
    const free = { type: 'action', do: [{ op: 'status', who: 'user', amount: 1 }] };
    const scene = new Scene(house(gangster('free-fred', [free])), { tables: [['free-fred']] });
    scene.do('use free-fred');
    expect(scene.statuses[0]).toBe(6);
    expect(scene.legal().some((text) => text.startsWith('use'))).toBe(false);
  });
});

describe('R-DROP and R-STEAL', () => {
  test('a fallen boss loses the gangsters of a higher number to the hand, at once', () => {
    const scene = new Scene(
      {},
      { hands: [['front-page-scandal']], tables: [[], ['red', 'bum-barry']], status: [5, 6] },
    );
    scene.do('play front-page-scandal');
    expect(scene.statuses).toEqual([5, 4]);
    expect(scene.gang(1)).toEqual(['bum-barry']);
    expect(scene.hand(1)).toContain('red');
  });

  test('steals at most what the target has', () => {
    const scene = new Scene({ startStatus: 1 }, { hands: [['dirty-laundry']], status: [5, 5] });
    expect(scene.legal()).not.toContain('play dirty-laundry');
    const grab = influence('grab', { do: [{ op: 'steal', from: 'others', amount: 5 }] });
    const thief = new Scene(house(grab), { hands: [['grab']], status: [4, 2] });
    thief.do('play grab');
    expect(thief.statuses).toEqual([6, 0]);
  });

  test('the highest of several is chosen by whoever plays', () => {
    const scene = new Scene({ players: 3 }, { hands: [['dirty-laundry']], status: [5, 6, 6] });
    scene.do('play dirty-laundry');
    expect(scene.legal()).toEqual(['choose seat 1', 'choose seat 2']);
    scene.do('choose seat 2');
    expect(scene.statuses).toEqual([7, 6, 4]);
  });
});

describe('R-TRIGGER', () => {
  test('Boxing Gym: its owner may look at two crimes and choose the one to draw', () => {
    const scene = new Scene(
      { locations: true, expansion: true },
      {
        step: 'third',
        locations: { 'boxing-gym': 0 },
        crimes: ['payroll-express', 'purse-snatch-relay'],
        tables: [TWO],
      },
    );
    scene.do('crime');
    expect(scene.prompt).toBe('0 may');
    scene.do('yes');
    expect(scene.legal()).toEqual(['top payroll-express', 'top purse-snatch-relay']);
    scene.do('top purse-snatch-relay');
    expect(scene.events).toContainEqual({ type: 'crime', seat: 0, card: scene.state.info[8] });
    expect(scene.state.cards.data[scene.state.info[8]!]!.id).toBe('purse-snatch-relay');
    // R-PEEK: the other one is remembered on top.
    expect(scene.state.cards.data[scene.state.peeks[0]!]!.id).toBe('payroll-express');
  });

  test('Dollar Bill loses one whenever any robbery succeeds, and only a robbery', () => {
    const play = (crime: string): number[] =>
      new Scene(
        { leaders: true, expansion: true },
        { step: 'third', leaders: [undefined, 'dollar-bill'], crimes: [crime], tables: [TWO] },
      ).do('crime', 'yes', 'commit two-penny-tom', 'commit milkbottle-meg', 'done').statuses;
    expect(play('purse-snatch-relay')).toEqual([7, 4]);
    expect(play('phony-charity-box')).toEqual([7, 5]);
  });

  test('a trigger fires once for one play, though two gangsters die', () => {
    const scene = new Scene(
      { players: 2 },
      {
        step: 'third',
        tables: [[...TWO, 'doc-mercy'], ['slim-jim']],
        crimes: ['purse-snatch-relay'],
        hands: [['lucky-break', 'hired-guns'], ['last-supper']],
        status: [9, 9],
      },
    );
    scene.do('crime', 'yes').until('0 organize');
    scene.do('commit two-penny-tom', 'commit milkbottle-meg', 'call for help', 'bid 1', 'ally 1');
    scene.until('1 priority');
    while (!scene.legal().includes('play last-supper')) scene.do('pass').until('1 priority');
    scene.do('play last-supper', 'choose two-penny-tom', 'choose milkbottle-meg', 'done');
    expect(scene.prompt).toBe('0 may');
    scene.do('no');
    expect(scene.prompt).not.toBe('0 may');
  });
});
