import { describe, expect, test } from 'vitest';
import { formatCard, formatCards } from '../../src/cards/card.js';
import { Rng } from '../../src/core/rng.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { ALARMS, BARS, HEIST, PAST_OUTCOME } from '../../src/gang/state.js';
import { viewToJson } from '../../src/gang/view-json.js';
import { finalHands, liveTable, playHeist, playRound, stackDeck, viewFrom } from '../support/gang-tables.js';
import { compareRanks, HAND_NAMES, inOrder } from '../support/slow-poker.js';
import { permutations, reproducibly } from '../support/statistics.js';

/** Plays a heist over a stacked deck; `stars[seat]` are the red chips. */
function showdown(
  pockets: readonly string[],
  board: string,
  stars: readonly number[],
): { success: boolean; reveals: string[] } {
  const table = liveTable({ players: pockets.length });
  stackDeck(table, pockets, board);
  const reveals: string[] = [];
  let success: boolean | null = null;
  playHeist(table, stars, (event) => {
    if (event.type === 'reveal')
      reveals.push(`${event.chip + 1}: seat ${event.seat} ${event.correct ? 'right' : 'wrong'}`);
    if (event.type === 'outcome') success = event.success;
  });
  expect(success).not.toBeNull();
  expect([table.info[BARS], table.info[ALARMS]]).toEqual(success ? [1, 0] : [0, 1]);
  return { success: success!, reveals };
}

/** The stars by which a heist over this deck succeeds. */
function rightOrders(pockets: readonly string[], board: string): string[] {
  return permutations(pockets.length)
    .map((order) => order.map((chip) => chip + 1))
    .filter((stars) => showdown(pockets, board, stars).success)
    .map((stars) => stars.join(''))
    .sort();
}

describe('the showdown', () => {
  // Worked example 1. Arsène 2-2-A-10-7, Bonny 2-2-A-10-7, Trudy 2-2-A-J-7, Danny A-A-A-2-2.
  const RULEBOOK = ['Th 4c', 'Td 5c', 'Jh 6d', 'Ah As'];
  const RULEBOOK_BOARD = '2s 2h Ac 7d 3h';

  test('of the rulebook: 2-2-A-10-7 twice, 2-2-A-J-7 and A-A-A-2-2 with 1 to 4 stars succeed (worked example 1)', () => {
    const { success, reveals } = showdown(RULEBOOK, RULEBOOK_BOARD, [1, 2, 3, 4]);
    expect(success).toBe(true);
    expect(reveals).toEqual(['1: seat 0 right', '2: seat 1 right', '3: seat 2 right', '4: seat 3 right']);
    const table = liveTable({ players: 4 });
    stackDeck(table, RULEBOOK, RULEBOOK_BOARD);
    expect(finalHands(table)).toEqual([
      [1, 2, 14, 10, 7],
      [1, 2, 14, 10, 7],
      [1, 2, 14, 11, 7],
      [6, 14, 2],
    ]);
  });

  test('of the rulebook: of all 24 orders only the true tie may be exchanged (R-TIE)', () => {
    expect(rightOrders(RULEBOOK, RULEBOOK_BOARD)).toEqual(['1234', '2134']);
  });

  test('goes through the red chips in ascending order, whatever seats and earlier chips say', () => {
    const table = liveTable({ players: 3 });
    stackDeck(table, ['Ah Ad', '7c 2d', 'Kh Kd'], 'Qs Js 9c 4h 3s');
    const order: number[] = [];
    for (let round = 0; round < 3; round++) playRound(table, [1, 3, 2]); // white, yellow and orange chips all wrong
    playRound(table, [3, 1, 2], (event) => {
      if (event.type === 'reveal') order.push(event.seat);
      if (event.type === 'outcome') expect(event.success).toBe(true); // only the red ones matter
    });
    expect(order).toEqual([1, 2, 0]);
  });

  test('fails by one weaker hand after a stronger one, and says at which', () => {
    const pockets = ['Ah Ad', '7c 2d', 'Kh Kd'];
    const board = 'Qs Js 9c 4h 3s';
    expect(showdown(pockets, board, [2, 1, 3])).toEqual({
      success: false,
      reveals: ['1: seat 1 right', '2: seat 0 right', '3: seat 2 wrong'],
    });
    // Every hand weaker than the strongest before it is a mistake, also after another mistake.
    expect(showdown(pockets, board, [1, 2, 3]).reveals).toEqual([
      '1: seat 0 right',
      '2: seat 1 wrong',
      '3: seat 2 wrong',
    ]);
    expect(rightOrders(pockets, board)).toEqual(['312']);
  });

  test('when the board is the best hand of all, every order succeeds (true tie)', () => {
    const pockets = ['2c 3d', '4c 5d', '2d 3c', '8h 7h'];
    expect(rightOrders(pockets, 'Ts Js Qs Ks As')).toHaveLength(24);
    expect(rightOrders(pockets.slice(0, 3), 'Ah Ad Ac As Kh')).toHaveLength(6);
  });

  test('a true tie in the middle may stand either way, but not around others', () => {
    // Seats 0 and 2 tie with aces and the same kickers; seat 1 has less, seat 3 more.
    const pockets = ['As 3c', 'Ks 3d', 'Ad 4c', 'Qc Qd'];
    expect(rightOrders(pockets, 'Ah Qs Jd 9c 8h')).toEqual(['2134', '3124']);
  });

  test('two pairs of ties have four right orders: valid orders are counted per deal (worked example 5)', () => {
    const pockets = ['As 3c', 'Ks 3d', 'Ad 4c', 'Kd 4h'];
    expect(rightOrders(pockets, 'Ah Qs Jd 9c 8h')).toEqual(['3142', '3241', '4132', '4231']);
  });

  test('each comparison of the ranking decides between neighbours', () => {
    // [weaker, stronger, board, name of the stronger hand]
    const duels: [string, string, string, string][] = [
      ['Kh 3c', 'Ah 2c', 'Qd Jc 9s 7h 5d', 'high card'],
      ['Ah 8c', 'Ac Td', 'Kd Jc 9s 7h 5d', 'high card'],
      ['Kh Qc', '2h 2c', 'Ad Jc 9s 7h 5d', 'pair'],
      ['Th 9c', 'Jh 9d', 'Td Jc 2s 6h 3d', 'pair'],
      ['Th 8c', 'Tc 9d', 'Td Jc 2s 6h 3d', 'pair'],
      ['Ah Kc', 'Jh 9d', '9c Jc 2s 6h 3d', 'two pair'],
      ['Jh 8d', 'Js 9d', '9c Jc 8s 6h 3d', 'two pair'],
      ['Jh 9d', '6d 6c', '9c Jc 2s 6h 3d', 'three of a kind'],
      ['6d 6c', 'Jh Jd', '9c Jc 2s 6h 3d', 'three of a kind'],
      ['6d 7c', '6c 8d', 'Qc 3c 2s 6h 6s', 'three of a kind'],
      ['Qc Qd', 'Ah 4d', 'Qs 2c 3d 5h 9s', 'straight'], // A-2-3-4-5 beats three queens
      ['Ah 4d', '4c 6d', 'Ks 2c 3d 5h 9s', 'straight'], // the ace is low: six high is more
      ['9c 8d', 'Kc Ac', 'Qs Jc Td 5h 2s', 'straight'],
      ['Ah Kd', '2c 7c', 'Qc Jc Tc 5h 2s', 'flush'],
      ['3c 7c', '2c 8c', 'Qc Jc Tc 5h 2s', 'flush'],
      ['Ac 9c', 'Qd 5d', 'Qc Jc Tc 5h Qs', 'full house'],
      ['Qd 5d', 'Qh Js', 'Qc Jc 5c 5h Qs', 'full house'],
      ['Qd Jd', 'Kh Kd', 'Qc Jc 4c Kc Qs', 'full house'],
      ['Qd Jd', 'Qh Kd', 'Qc Jc 4c Kc Qs', 'full house'],
      ['Kh Kd', '4h 4d', '4s 4c 9c Kc Qs', 'four of a kind'],
      ['Kh 2d', 'Ah 2c', '4s 4c 4h 4d Qs', 'four of a kind'],
      ['4h 4d', 'Ac 5c', '4s 4c 2c 3c Qs', 'straight flush'],
      ['Ac 2d', '6c 2h', '2c 3c 4c 5c Qs', 'straight flush'],
      ['9c 2d', 'Ac 2h', 'Tc Jc Qc Kc 3s', 'royal flush'],
    ];
    for (const [a, b, board, name] of duels) {
      reproducibly(`${a} against ${b} on ${board}`, () => {
        const third = unusedPair([a, b, board].join(' '));
        const table = liveTable({ players: 3 });
        stackDeck(table, [a, b, third], board);
        const hands = finalHands(table);
        expect(compareRanks(hands[0]!, hands[1]!)).toBeLessThan(0);
        expect(HAND_NAMES[hands[1]![0]!]).toBe(name);
        // Every order of the three succeeds exactly when the slow judge finds no mistake in it.
        for (const order of permutations(3)) {
          const stars = order.map((chip) => chip + 1);
          const revealed = [1, 2, 3].map((star) => hands[stars.indexOf(star)]!);
          expect(showdown([a, b, third], board, stars).success, stars.join()).toBe(inOrder(revealed));
        }
      });
    }
  });

  test('over random deals, the outcome and each verdict are those of a judge that tries every five of seven cards', () => {
    const rng = new Rng(71);
    let successes = 0;
    for (let seed = 0; seed < 400; seed++) {
      reproducibly(`seed ${seed}`, () => {
        const players = 3 + (seed % 4);
        const table = liveTable({ players, length: 'heist' }, seed);
        const hands = finalHands(table);
        // A random neighbour swap of the right order, so that both outcomes come.
        const order = hands.map((_, seat) => seat).sort((x, y) => compareRanks(hands[x]!, hands[y]!));
        const at = rng.below(2 * players);
        if (at < players - 1) [order[at], order[at + 1]] = [order[at + 1]!, order[at]!];
        const stars = hands.map((_, seat) => order.indexOf(seat) + 1);
        const verdicts: boolean[] = [];
        let success = false;
        playHeist(table, stars, (event: SeenGangEvent) => {
          if (event.type === 'reveal') verdicts.push(event.correct);
          if (event.type === 'outcome') success = event.success;
        });
        const revealed = order.map((seat) => hands[seat]!);
        const judged = revealed.map((hand, i) => revealed.slice(0, i).every((b) => compareRanks(hand, b) >= 0));
        expect(verdicts).toEqual(judged);
        expect(success).toBe(inOrder(revealed));
        successes += Number(success);
      });
    }
    expect(successes).toBeGreaterThan(100);
    expect(successes).toBeLessThan(390);
  });

  test('stays in everybody’s view during the next heist: hands, board, red chips and outcome', () => {
    const table = liveTable({ players: 4 });
    expect(viewToJson(viewFrom(table, 0)).past).toBeNull();
    stackDeck(table, RULEBOOK, RULEBOOK_BOARD);
    playHeist(table, [2, 1, 3, 4]);
    expect(table.info[HEIST]).toBe(1);
    for (let seat = 0; seat < 4; seat++) {
      const { past, heist, bars } = viewToJson(viewFrom(table, seat));
      expect([heist, bars]).toEqual([1, 1]);
      expect(past).toEqual({
        success: true,
        board: RULEBOOK_BOARD.split(' '),
        pockets: RULEBOOK.map((pocket) => pocket.split(' ')),
        chips: [2, 1, 3, 4],
      });
    }
    // The next showdown takes its place.
    stackDeck(table, ['2h 7c', '3h 8d', 'Ah As', 'Kh Kd'], '2s 4d 9c Jc Qh');
    playHeist(table, [1, 2, 4, 3]);
    expect(viewToJson(viewFrom(table, 0)).past?.board).toEqual(['2s', '4d', '9c', 'Jc', 'Qh']);
    expect(table.info[PAST_OUTCOME]).toBe(0); // seat 0's pair of twos came before seat 1's queen high
  });
});

/** Two cards that none of these is. */
function unusedPair(used: string): string {
  const free = Array.from({ length: 52 }, (_, card) => card).filter((card) => !used.includes(formatCard(card)));
  return formatCards([free[3]!, free[17]!]);
}
