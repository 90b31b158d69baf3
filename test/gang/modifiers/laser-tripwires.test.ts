import { describe, expect, test } from 'vitest';
import { viewToJson } from '../../../src/gang/view-json.js';
import { deluxeTable, stackCards, takeAll } from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

const POCKETS = ['2c 7d', '3c 8d', '4c 9d', 'Ah Kd'];

function trip(flop: string, stars: readonly number[], others: readonly string[] = []): string[][] {
  const state = deluxeTable({ active: ['laser-tripwires', ...others] });
  stackCards(state, POCKETS, `${flop} 5h 6h`);
  takeAll(state, stars);
  return [0, 1, 2, 3].map((seat) => viewToJson(viewFrom(state, seat)).pocket);
}

const dealt = POCKETS.map((pocket) => pocket.split(' '));

describe('Laser Tripwires', () => {
  test('without a J, Q or K in the flop the holder of the highest white chip draws new pocket cards', () => {
    expect(trip('2h Ac Ts', [2, 4, 1, 3])).toEqual([dealt[0], ['5h', '6h'], dealt[2], dealt[3]]);
  });

  test.each(['Jc', 'Qc', 'Kc'])('with the %s nothing happens', (face) => {
    expect(trip(`2h ${face} Ts`, [2, 4, 1, 3])).toEqual(dealt);
  });

  test('with Motion Detector exactly one of the two goes off', () => {
    expect(trip('2h Ac Ts', [2, 4, 1, 3], ['motion-detector'])).toEqual([dealt[0], ['5h', '6h'], dealt[2], dealt[3]]);
    expect(trip('2h Jc Ts', [2, 4, 1, 3], ['motion-detector'])).toEqual([dealt[0], dealt[1], ['5h', '6h'], dealt[3]]);
  });

  test('the highest chip is that with most stars in play: eight with ten players', () => {
    const state = deluxeTable({ players: 10, active: ['laser-tripwires'] });
    const pockets = ['2c 7d', '3c 8d', '4c 9d', 'Ah Kd', '2d 2s', '3d 3s', '4d 6s', '5d 5s', '6d 6c', '7h 7s'];
    stackCards(state, pockets, '2h 8h Ts 5h 6h');
    takeAll(state, [0, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(viewToJson(viewFrom(state, 1)).pocket).toEqual(['5h', '6h']);
  });
});
