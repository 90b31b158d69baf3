import { describe, expect, test } from 'vitest';
import { INFO } from '../../src/gangup/index.js';
import { Scene } from './scene.js';

const TWO = ['two-penny-tom', 'milkbottle-meg'];

describe('4A picking up a rumor', () => {
  test('R-CRIME-REQ: below the number the crime can only pass; passed, it is discarded and nobody gains or loses', () => {
    const scene = new Scene(
      {},
      { step: 'third', tables: [TWO], crimes: ['payroll-express'], hands: [['lucky-break']] },
    );
    scene.do('crime');
    // The only answer was taken silently, with its event.
    expect(scene.events).toContainEqual({ type: 'rumor', seat: 0, played: false });
    expect(scene.pile('crimeDiscard')).toEqual(['payroll-express']);
    expect(scene.prompt).toBe('0 end');
    expect(scene.statuses).toEqual([5, 5]);
  });

  test('the later printing drops the number of crimes', () => {
    const scene = new Scene({ crimeNeedsStatus: false }, { step: 'third', tables: [TWO], crimes: ['payroll-express'] });
    scene.do('crime');
    expect(scene.prompt).toBe('0 rumor');
    expect(scene.legal()).toEqual(['yes', 'no']);
  });

  test('R-DROP: a starter who falls below the number before 4C loses the crime', () => {
    const scene = new Scene(
      {},
      {
        step: 'third',
        tables: [TWO],
        crimes: ['jewel-case-shuffle'],
        hands: [[], ['front-page-scandal']],
        status: [6, 5],
      },
    );
    scene.do('crime', 'yes');
    expect(scene.prompt).toBe('1 priority');
    scene.do('play front-page-scandal');
    expect(scene.statuses).toEqual([4, 5]);
    expect(scene.types()).toContain('crimeLost');
    expect(scene.pile('crimeDiscard')).toEqual(['jewel-case-shuffle']);
    expect(scene.atCrime()).toEqual([]);
  });
});

describe('4B organizing', () => {
  test('the starter commits gangsters in ascending order; enough manpower starts the crime and the reward follows', () => {
    const scene = new Scene({}, { step: 'third', tables: [TWO], crimes: ['purse-snatch-relay'] });
    scene.do('crime', 'yes');
    expect(scene.prompt).toBe('0 organize');
    expect(scene.legal()).toEqual(['commit two-penny-tom #0', 'commit milkbottle-meg #1', 'call for help', 'done']);
    scene.do('commit milkbottle-meg');
    expect(scene.legal()).toEqual(['call for help', 'done']);
    const both = new Scene({}, { step: 'third', tables: [TWO], crimes: ['purse-snatch-relay'] });
    both.do('crime', 'yes', 'commit two-penny-tom', 'commit milkbottle-meg', 'done');
    expect(both.types()).toContain('outcome');
    expect(both.statuses).toEqual([7, 5]);
    expect(both.gang(0)).toEqual([...TWO].sort());
    expect(both.atCrime()).toEqual([]);
  });

  test('below the required manpower the crime is discarded and nobody gains or loses', () => {
    const scene = new Scene({}, { step: 'third', tables: [TWO], crimes: ['fence-a-fur-coat'] });
    scene.do('crime', 'yes', 'commit two-penny-tom', 'commit milkbottle-meg', 'done');
    expect(scene.types()).toContain('crimeLost');
    expect(scene.types()).not.toContain('outcome');
    expect(scene.statuses).toEqual([5, 5]);
    expect(scene.pile('crimeDiscard')).toEqual(['fence-a-fur-coat']);
  });

  test('R-BID: each other seat bids or declines clockwise; one bidder or none; the ally commits one at least', () => {
    const scene = new Scene(
      { players: 4 },
      { step: 'third', tables: [TWO, ['slim-jim'], [], ['mama-bruno', 'red']], crimes: ['fence-a-fur-coat'] },
    );
    scene.do('crime', 'yes', 'commit two-penny-tom', 'commit milkbottle-meg', 'call for help');
    expect(scene.prompt).toBe('1 bid');
    expect(scene.legal()).toEqual(['bid 1', 'decline']);
    scene.do('bid 1');
    // Seat 2 has nobody to send: it declines unasked, with the ordinary event.
    expect(scene.events).toContainEqual({ type: 'bid', seat: 2, count: 0 });
    expect(scene.prompt).toBe('3 bid');
    expect(scene.legal()).toEqual(['bid 1', 'bid 2', 'decline']);
    scene.do('bid 2');
    expect(scene.prompt).toBe('0 ally');
    expect(scene.legal()).toEqual(['ally 1', 'ally 3', 'no ally']);
    scene.do('ally 3');
    expect(scene.prompt).toBe('3 organize');
    // Bids aren't binding, but one must come.
    expect(scene.legal()).not.toContain('done');
    scene.do('commit red', 'done');
    expect(scene.statuses).toEqual([8, 5, 5, 8]);
  });

  test('with no ally the starter may still add its own', () => {
    const scene = new Scene(
      { players: 3 },
      { step: 'third', tables: [TWO, ['slim-jim']], crimes: ['purse-snatch-relay'] },
    );
    scene.do('crime', 'yes', 'commit two-penny-tom', 'call for help', 'decline');
    expect(scene.prompt).toBe('0 organize');
    expect(scene.legal()).toEqual(['commit milkbottle-meg #1', 'done']);
  });

  test('R-4B: starter and ally play only what adds manpower or forces to join; the others wait', () => {
    const scene = new Scene(
      {},
      {
        step: 'third',
        tables: [['two-penny-tom'], ['mama-bruno']],
        crimes: ['purse-snatch-relay'],
        hands: [
          ['extra-muscle', 'wrong-address', 'lucky-break', 'arm-twisting'],
          ['extra-muscle', 'caught-red-handed'],
        ],
      },
    );
    scene.do('crime', 'yes').until('0 organize');
    expect(scene.legal()).toEqual([
      'commit two-penny-tom #0',
      'play extra-muscle',
      'play arm-twisting',
      'call for help',
      'done',
    ]);
    scene.do('commit two-penny-tom', 'play extra-muscle');
    expect(scene.manpower).toBe(2);
    expect(scene.prompt).toBe('0 organize');
  });
});

describe('4C in progress and 4D the outcome', () => {
  const start = (hands: string[][], extra = {}): Scene =>
    new Scene(
      { players: 3 },
      {
        step: 'third',
        tables: [TWO, ['slim-jim', 'red'], ['bum-barry']],
        crimes: ['purse-snatch-relay'],
        hands,
        ...extra,
      },
    )
      .do('crime', 'yes')
      .until('0 organize')
      .do('commit two-penny-tom', 'commit milkbottle-meg', 'done');

  test('R-PRIORITY: left of the starter first; the round closes when all pass in a row', () => {
    const scene = start([['extra-muscle'], ['wrong-address', 'wrong-address'], ['hired-guns']], { status: [5, 5, 6] });
    expect(scene.prompt).toBe('1 priority');
    scene.do('play wrong-address');
    expect(scene.prompt).toBe('2 priority');
    scene.do('pass');
    expect(scene.prompt).toBe('0 priority');
    scene.do('play extra-muscle');
    expect(scene.prompt).toBe('1 priority');
    scene.do('pass');
    expect(scene.prompt).toBe('2 priority');
    scene.do('pass');
    expect(scene.statuses).toEqual([7, 5, 6]);
  });

  test('a crime whose manpower no longer suffices costs starter and ally the reward; R-FLOOR: not below 0', () => {
    const scene = start([[], ['wrong-address']], { status: [1, 5, 5] });
    scene.do('play wrong-address');
    expect(scene.statuses).toEqual([0, 5, 5]);
    expect(scene.events).toContainEqual({ type: 'outcome', success: false, manpower: 1, requirement: 2 });
    // R-DROP: nobody above the new status stays; these two have number 0.
    expect(scene.gang(0)).toEqual([...TWO].sort());
  });

  test('R-MANPOWER: never below 0, and what comes later counts in full', () => {
    const scene = start([['extra-muscle', 'extra-muscle'], ['traffic-jam', 'wrong-address'], []], {
      status: [5, 7, 5],
    });
    scene.do('play traffic-jam', 'pass', 'play wrong-address');
    expect(scene.manpower).toBe(0);
    scene.until('0 priority').do('play extra-muscle');
    expect(scene.manpower).toBe(1);
  });

  test('R-MANPOWER: an arrested gangster takes its manpower along; R-ALLY: the role stays', () => {
    const scene = start([[], ['caught-red-handed']]);
    scene.do('play caught-red-handed', 'choose milkbottle-meg');
    expect(scene.pile('jail')).toEqual(['milkbottle-meg']);
    expect(scene.statuses).toEqual([3, 5, 5]);
  });

  test('R-ARREST: not in 4E, not at home', () => {
    const scene = new Scene({}, { hands: [['caught-red-handed']], tables: [[], ['slim-jim']] });
    expect(scene.legal().some((text) => text.includes('caught'))).toBe(false);
  });

  test('R-DEFECT: a committed gangster goes to its new headquarters and takes its manpower; only within the status', () => {
    const scene = start([[], ['better-offer'], []], { status: [5, 6, 5] });
    scene.do('play better-offer');
    expect(scene.legal()).toContain('choose two-penny-tom #0');
    scene.do('choose two-penny-tom');
    expect(scene.gang(1)).toContain('two-penny-tom');
    expect(scene.statuses).toEqual([3, 6, 5]);
  });

  test("R-DEFECT: whoever left a crime in progress can't be brought back to it", () => {
    const scene = start([['arm-twisting'], ['better-offer'], []], { status: [5, 6, 5] });
    scene.do('play better-offer', 'choose two-penny-tom', 'play arm-twisting');
    expect(scene.legal()).toEqual(['choose slim-jim #2', 'choose red #3', 'choose bum-barry #4']);
  });

  test('R-FORCE: a forced gang adds manpower, neither gains nor loses, and goes home', () => {
    const scene = start([['arm-twisting']]);
    scene.do('play arm-twisting', 'choose slim-jim', 'choose red');
    expect(scene.events).toContainEqual({ type: 'outcome', success: true, manpower: 4, requirement: 2 });
    scene.until('1 third');
    expect(scene.statuses).toEqual([7, 5, 5]);
    expect(scene.gang(1)).toEqual(['red', 'slim-jim']);
  });

  test('R-OUTCOME and R-WIN: 20 ends the game at once; starter and ally gain together, the higher wins', () => {
    const scene = new Scene(
      {},
      { step: 'third', tables: [TWO, ['slim-jim']], crimes: ['fence-a-fur-coat'], status: [18, 19] },
    );
    scene.do('crime', 'yes', 'commit two-penny-tom', 'commit milkbottle-meg', 'call for help', 'bid 1', 'ally 1');
    expect(scene.over).toBe(true);
    expect(scene.statuses).toEqual([21, 22]);
    expect(scene.winners).toEqual([1]);
    const shared = new Scene(
      {},
      { step: 'third', tables: [TWO, ['slim-jim']], crimes: ['fence-a-fur-coat'], status: [18, 18] },
    );
    shared.do('crime', 'yes', 'commit two-penny-tom', 'commit milkbottle-meg', 'call for help', 'bid 1', 'ally 1');
    expect(shared.winners).toEqual([0, 1]);
  });

  test('the crime card speaks to starter and ally: Tommy Gun Crates lets each draw two', () => {
    const scene = new Scene({}, { step: 'third', tables: [TWO, ['slim-jim']], crimes: ['tommy-gun-crates'] });
    scene.do('crime', 'yes', 'commit two-penny-tom', 'commit milkbottle-meg', 'call for help', 'bid 1', 'ally 1');
    const drawn = scene.events.flatMap((event) => (event.type === 'draw' ? [event.seat] : []));
    expect(drawn.slice(0, 4)).toEqual([0, 0, 1, 1]);
    expect(scene.statuses).toEqual([8, 8]);
  });
});

describe('4E after the crime', () => {
  const afterCrime = (players: number, tables: string[][], ally: boolean): Scene => {
    const scene = new Scene(
      { players },
      {
        step: 'third',
        tables,
        crimes: ['purse-snatch-relay'],
        hands: [[], ['last-supper']],
        status: [9, 9, 9].slice(0, players),
      },
    ).do('crime', 'yes', 'commit two-penny-tom', 'commit milkbottle-meg');
    if (ally) scene.do('call for help', 'bid 1', 'ally 1', 'commit slim-jim');
    if (scene.prompt === '1 organize' || scene.prompt === '0 organize') scene.do('done');
    return scene;
  };

  test('Last Supper needs two gangs, kills up to two of each and one at least, at home and at the crime', () => {
    const scene = afterCrime(2, [TWO, ['slim-jim', 'red', 'bum-barry']], true).until('1 priority');
    expect(scene.legal()).toEqual(['play last-supper', 'pass']);
    scene.do('play last-supper');
    expect(scene.legal()).not.toContain('done');
    scene.do('choose two-penny-tom', 'choose milkbottle-meg', 'choose slim-jim', 'choose bum-barry');
    expect(scene.gang(0)).toEqual([]);
    expect(scene.gang(1)).toEqual(['red']);
    expect(scene.pile('discard')).toContain('last-supper');
    expect(scene.pile('discard')).toContain('two-penny-tom');
  });

  test('with one gang it cannot be played', () => {
    const scene = afterCrime(2, [TWO, ['slim-jim']], false);
    expect(scene.types().filter((type) => type === 'outcome')).toEqual(['outcome']);
    expect(scene.hand(1)).toContain('last-supper');
    expect(scene.state.info[INFO.crime]).toBe(-1);
  });

  test('never after a crime that was discarded', () => {
    const scene = new Scene(
      {},
      {
        step: 'third',
        tables: [TWO, ['slim-jim']],
        crimes: ['fence-a-fur-coat'],
        hands: [[], ['last-supper']],
        status: [9, 9],
      },
    ).do('crime', 'yes', 'done');
    expect(scene.hand(1)).toContain('last-supper');
    expect(scene.types()).not.toContain('outcome');
  });
});
