import { describe, expect, test } from 'vitest';
import { parseGangConfig } from '../../../src/gang/config.js';
import { gang } from '../../../src/gang/game.js';
import type { GangState } from '../../../src/gang/state.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { BOARD_COUNT, BOARD_MAX, ROUND } from '../../../src/gang/words.js';
import { allSay, deluxeTable, eventsOf, refuseAll, say, stackCards, takeAll } from '../../support/gang-deluxe.js';
import { cards, viewFrom } from '../../support/gang-tables.js';

const POCKETS = ['2c 7d', '3c 8d', '4c 9d', 'Ah Kd'];

/** Round 1 is played with these chips; the two cards after the flop are those drawn next. */
function detect(flop: string, stars: readonly number[], others: readonly string[] = []): GangState {
  const state = deluxeTable({ active: ['motion-detector', ...others] });
  stackCards(state, POCKETS, `${flop} 5h 6h`);
  refuseAll(state);
  takeAll(state, stars);
  return state;
}

const pocketOf = (state: GangState, seat: number): string[] => viewToJson(viewFrom(state, seat)).pocket;

describe('Motion Detector', () => {
  test.each(['Jc', 'Qc', 'Kc'])(
    'with the %s in the flop the holder of the white 1-star chip draws new pocket cards',
    (face) => {
      const state = detect(`2h ${face} 4s`, [2, 3, 1, 4]);
      expect([state.info[ROUND], pocketOf(state, 2)]).toEqual([1, ['5h', '6h']]);
      for (const seat of [0, 1, 3]) expect(pocketOf(state, seat)).toEqual(POCKETS[seat]!.split(' '));
      expect(viewToJson(viewFrom(state, 0)).board).toHaveLength(3);
    },
  );

  test.each(['Tc', 'Ac'])('with the %s and no face card nothing happens', (card) => {
    const state = detect(`2h ${card} 4s`, [2, 3, 1, 4]);
    expect(pocketOf(state, 2)).toEqual(['4c', '9d']);
    expect(viewToJson(viewFrom(state, 2)).deluxe!.moves).toEqual([]);
  });

  test('a face card that comes later, or lies in a pocket, sets nothing off', () => {
    const state = detect('2h 3h 4s', [2, 3, 1, 4]);
    takeAll(state, [1, 2, 3, 4]);
    stackCards(state, POCKETS, '2h 3h 4s Jh Qh');
    takeAll(state, [1, 2, 3, 4]);
    expect(viewToJson(viewFrom(state, 0)).deluxe!.moves).toEqual([]);
  });

  test('old and new cards are face down: only their owner sees them', () => {
    const state = deluxeTable({ active: ['motion-detector'] });
    stackCards(state, POCKETS, 'Jc Jd Js 5h 6h');
    for (let s = 0; s < 3; s++) say(state, s, `take ${s + 1}`);
    const events = eventsOf((sink) => say(state, 3, 'take 4', sink)).filter((e) => e.type === 'card');
    expect(events.filter((e) => e.to === 1).map((e) => [e.op, e.card])).toEqual([
      ...cards('2c 7d').map((card) => ['discard', card]),
      ...cards('5h 6h').map((card) => ['draw', card]),
    ]);
    expect(events.filter((e) => e.to !== 1).every((e) => e.to === 0b1110 && e.card === -1)).toBe(true);
    expect(viewToJson(viewFrom(state, 1)).deluxe!.moves.map((m) => m.card)).toEqual([null, null, null, null]);
    expect(viewToJson(viewFrom(state, 0)).deluxe!.moves.map((m) => m.card)).toEqual(['2c', '7d', '5h', '6h']);
  });

  test('all pocket cards are replaced, the same number: three with Security Cameras (R-REDRAW)', () => {
    const state = deluxeTable({ active: ['motion-detector', 'security-cameras'] });
    stackCards(state, ['2c 7d 8c', '3c 8d 9c', '4c 9d Tc', 'Ah Kd Ad'], 'Jc 3h 4s 5h 6h');
    takeAll(state, [4, 3, 2, 1]);
    expect(pocketOf(state, 3)).toEqual(['5h', '6h', '2d']);
  });

  test('a suitless Jack among them is discarded too, for all to see (R-REDRAW, R-JACK)', () => {
    const state = deluxeTable({ active: ['motion-detector', 'jack'] });
    stackCards(state, POCKETS, 'Jc 3h 4s 5h 6h');
    allSay(state, 'propose seat 1');
    say(state, 1, 'choose 3c');
    takeAll(state, [2, 1, 3, 4]);
    expect(pocketOf(state, 1)).toEqual(['5h', '6h']);
    const moves = viewToJson(viewFrom(state, 0)).deluxe!.moves.map((m) => `${m.op} ${m.card}`);
    expect(moves).toContain('discard J-');
    expect(moves).toContain('discard null');
  });

  test('means the chip with one star, also where there are chips with none', () => {
    const state = deluxeTable({ players: 9, active: ['motion-detector'] });
    const before = [...state.pocket];
    stackCards(
      state,
      ['2c 7d', '3c 8d', '4c 9d', 'Ah Kd', '2d 2s', '3d 3s', '4d 6s', '5d 5s', '6d 6c'],
      'Jc 3h 4s 5h 6h',
    );
    takeAll(state, [0, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(pocketOf(state, 8)).toEqual(['5h', '6h']);
    expect(before).toHaveLength(18);
  });

  test('looks at the five community cards after the vote of Round 2 in Vote of Change (R-NO-FLOP)', () => {
    const state = deluxeTable({ active: ['motion-detector'], variant: 'voteOfChange' });
    stackCards(state, POCKETS, '2h 3h 4s 5h Kc');
    takeAll(state, [1, 2, 3, 4]);
    const next = state.deck[state.deckInfo[0]!]!;
    for (let s = 0; s < 4; s++) say(state, s, 'vote Kc');
    expect(state.info[BOARD_COUNT]).toBe(BOARD_MAX);
    expect(state.board[4]).toBe(next); // 2d: the only face card was voted away
    expect(pocketOf(state, 0)).toEqual(['2c', '7d']);
    const again = deluxeTable({ active: ['motion-detector'], variant: 'voteOfChange' });
    stackCards(again, POCKETS, '2h 3h 4s 5h Kc');
    takeAll(again, [1, 2, 3, 4]);
    for (let s = 0; s < 4; s++) say(again, s, 'vote 2h');
    expect(pocketOf(again, 0)).not.toEqual(['2c', '7d']);
  });

  test("a face card of a joker's stack counts as being there (R-NO-FLOP)", () => {
    const isFace = (card: number): boolean => card >= 0 && card >> 2 >= 9 && card >> 2 <= 11;
    let stackedAlone = 0;
    for (let seed = 0; seed < 300; seed++) {
      const state = deluxeTable({ active: ['motion-detector'], jokers: true }, seed);
      refuseAll(state);
      takeAll(state, [1, 2, 3, 4]);
      const open = state.board.some(isFace);
      const stacked = state.stacked.subarray(0, 2 * BOARD_MAX).some(isFace);
      const moved = viewToJson(viewFrom(state, 1)).deluxe!.moves.filter((m) => m.by === 'motion-detector');
      expect(moved.length > 0, `seed ${seed}`).toBe(open || stacked);
      if (!open && stacked) stackedAlone++;
    }
    expect(stackedAlone).toBeGreaterThan(3);
  });

  test('is left out where Round 2 has no community cards (R-NO-FLOP)', () => {
    for (const variant of ['stud', 'bananaSplit']) {
      expect(parseGangConfig({ players: 4, variant, active: ['motion-detector'] }).ok).toBe(false);
      const advanced = parseGangConfig({ players: 4, variant, mode: 'advanced', stacks: 'numbered' });
      if (!advanced.ok) throw new Error(advanced.error.message);
      const state = gang.createState(advanced.value);
      gang.setup(state, 1);
      expect([...state.stack.subarray(0, 10)]).not.toContain(3);
      expect([...state.stack.subarray(0, 10)]).not.toContain(7);
    }
  });
});
