import { describe, expect, test } from 'vitest';
import { gangup, INFO, viewToJson } from '../../src/gangup/index.js';
import { Scene } from './scene.js';

const TWO = ['two-penny-tom', 'milkbottle-meg'];

describe('playing cards', () => {
  test('the required status is compared, not paid, and there is no limit to the cards played', () => {
    const scene = new Scene(
      {},
      { hands: [['lucky-break', 'lucky-break', 'old-friends', 'two-penny-tom']], discard: ['hired-guns', 'red'] },
    );
    scene.do('play lucky-break', 'play lucky-break', 'place two-penny-tom', 'play old-friends');
    expect(scene.statuses).toEqual([5, 5]);
    expect(scene.pile('discard')).toEqual(['hired-guns', 'lucky-break', 'lucky-break', 'old-friends']);
  });

  test('an action may be used as often as one can pay', () => {
    const scene = new Scene({}, { tables: [['lookout-lou']], hands: [['iron-ike', 'boxcar-bella', 'broker-bruce']] });
    for (let i = 0; i < 3; i++) {
      expect(scene.legal()).toContain('use lookout-lou #0');
      scene.do('use lookout-lou');
      while (scene.prompt === '0 gangsters' && scene.legal().every((text) => text.startsWith('pay'))) {
        scene.do(scene.legal()[0]!);
      }
      while (scene.prompt === '0 peek') scene.do(scene.legal()[0]!);
    }
    expect(scene.pile('discard')).toEqual(['boxcar-bella', 'broker-bruce', 'iron-ike']);
  });

  test('gangsters come into play in the gangster phase alone', () => {
    const scene = new Scene({}, { hands: [['two-penny-tom', 'lucky-break']] });
    expect(scene.legal()).toContain('place two-penny-tom');
    scene.until('0 third');
    expect(scene.legal()).toEqual(['play lucky-break', 'draw and end', 'crime']);
    scene.do('draw and end');
    expect(scene.legal().some((text) => text.startsWith('place'))).toBe(false);
  });

  test('a gender is asked for: Velvet Vera takes men only', () => {
    const cards = { tables: [['velvet-vera'], ['slim-jim', 'mama-bruno'].slice(0, 1).concat('card-sharp-cleo')] };
    const scene = new Scene({}, { ...cards, hands: [['iron-ike', 'boxcar-bella', 'broker-bruce']], status: [9, 9] });
    scene.do('use velvet-vera');
    expect(scene.gang(0)).toEqual(['slim-jim', 'velvet-vera']);
    expect(scene.gang(1)).toEqual(['card-sharp-cleo']);
  });
});

describe('leaders and locations', () => {
  test('a leader is no gangster: it is neither committed nor counted', () => {
    const scene = new Scene(
      { leaders: true, expansion: true },
      { step: 'third', leaders: ['iron-irene'], crimes: ['purse-snatch-relay'] },
    ).do('crime', 'yes');
    expect(scene.legal()).toEqual(['call for help', 'done']);
    expect(scene.manpower).toBe(0);
  });

  test('a location is for its owner', () => {
    const draw = (owner: number): string =>
      new Scene(
        { locations: true, expansion: true },
        { step: 'third', locations: { 'boxing-gym': owner }, tables: [TWO], crimes: ['purse-snatch-relay'] },
      ).do('crime').prompt;
    expect(draw(0)).toBe('0 may');
    expect(draw(1)).toBe('0 rumor');
  });
});

describe('status', () => {
  test('R-WIN: 20 by an action ends the game as soon as its effect is complete', () => {
    const scene = new Scene(
      { leaders: true, expansion: true },
      { leaders: ['dollar-bill'], hands: [['iron-ike', 'boxcar-bella', 'broker-bruce']], status: [19, 5] },
    ).do('use dollar-bill');
    expect([scene.over, scene.winners]).toEqual([true, [0]]);
  });

  test('a crime in progress goes on when the starter falls below its number, but gangsters may go', () => {
    const scene = new Scene(
      {},
      {
        step: 'third',
        tables: [['two-penny-tom', 'judge-harlan', 'boxcar-bella']],
        crimes: ['payroll-express'],
        hands: [[], ['front-page-scandal', 'wrong-address']],
        status: [7, 5],
      },
    );
    scene.do('crime', 'yes').until('0 organize');
    scene.do('commit two-penny-tom', 'commit judge-harlan', 'commit boxcar-bella', 'done');
    scene.do('play front-page-scandal');
    expect(scene.types()).not.toContain('crimeLost');
    expect(scene.atCrime()).toEqual(['two-penny-tom']);
    expect(scene.hand(0)).toEqual(['boxcar-bella', 'judge-harlan']);
    scene.until('1 priority').do('pass').until('1 third');
    expect(scene.events).toContainEqual({ type: 'outcome', success: false, manpower: 1, requirement: 4 });
  });

  test('R-OUT: without status, cards and gangsters a seat still has its turn', () => {
    const scene = new Scene({}, { step: 'third', status: [5, 0] }).do('draw and end');
    expect(scene.state.info[INFO.active]).toBe(1);
    expect(scene.state.handCount[1]).toBe(1);
    expect(scene.over).toBe(false);
  });

  test('R-PUBLIC: statuses, gangs, piles, sizes of hands and bids look the same to all', () => {
    const scene = new Scene(
      { players: 3 },
      {
        step: 'third',
        tables: [TWO, ['slim-jim']],
        crimes: ['purse-snatch-relay'],
        jail: ['red'],
        discard: ['hired-guns'],
      },
    ).do('crime', 'yes', 'call for help', 'bid 1');
    const view = gangup.createView(scene.state.config);
    const [first, ...others] = [0, 1, 2].map((seat) => {
      gangup.view(scene.state, seat, view);
      const { seat: _, hand, peeked, draft, seats, ...rest } = viewToJson(view);
      return { ...rest, seats: seats.map(({ known, ...open }) => open) };
    });
    for (const other of others) expect(other).toEqual(first);
    expect(first!.seats.map((s) => s.bid)).toEqual([null, 1, 0]);
    expect([first!.jail, first!.discard]).toEqual([['Red'], ['Hired Guns']]);
  });
});

describe('a crime in progress', () => {
  const arrange = (table: string[]): Scene =>
    new Scene(
      { players: 3 },
      {
        step: 'third',
        tables: [table, ['mama-bruno', 'bum-barry']],
        crimes: ['purse-snatch-relay'],
        hands: [['arm-twisting', 'iron-ike'], ['last-supper']],
        status: [9, 9, 9],
      },
    )
      .do('crime', 'yes')
      .until('0 organize');

  test('Getaway Greta brings a gangster of her boss to a crime in progress', () => {
    const scene = arrange([...TWO, 'getaway-greta', 'slim-jim']);
    scene.do('commit two-penny-tom', 'commit milkbottle-meg', 'commit getaway-greta', 'done');
    expect(scene.prompt).toBe('0 priority');
    // Slim Jim can't be arrested, which keeps him from nothing else.
    scene.do('use getaway-greta', 'pay iron-ike');
    expect(scene.atCrime()).toContain('slim-jim');
  });

  test('the gangs at a crime are those at the start of 4C: one that is forced later is none of them', () => {
    const later = arrange(TWO).do('commit two-penny-tom', 'commit milkbottle-meg', 'done');
    later.do('play arm-twisting', 'choose bum-barry');
    expect(later.events).toContainEqual(expect.objectContaining({ type: 'outcome', manpower: 3 }));
    // Last Supper needs two gangs; there is one, and the turn goes on without a question.
    expect(later.types()).toContain('crimeOver');
    const before = arrange(TWO).do('play arm-twisting', 'choose bum-barry');
    before.do('commit two-penny-tom', 'commit milkbottle-meg', 'done');
    expect(before.types()).not.toContain('crimeOver');
    expect(before.legal()).toEqual(['play last-supper', 'pass']);
  });
});
