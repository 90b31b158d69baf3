import { expect, test } from 'vitest';
import { gangup } from '../../src/gangup/index.js';
import { tellSeat } from '../../src/table/gangup-words.js';
import { Scene } from '../gangup/scene.js';

const told = (scene: Scene, seat: number): string => {
  const view = gangup.createView(scene.state.config);
  gangup.view(scene.state, 0, view);
  return tellSeat(view, seat, (s) => `seat ${s}`);
};

test('R-BID: what a seat offers is told while the starter may choose it, and no longer', () => {
  const tables = [['two-penny-tom', 'milkbottle-meg', 'bum-barry'], ['slim-jim'], ['red']];
  const scene = new Scene({ players: 3 }, { step: 'third', tables, crimes: ['fence-a-fur-coat'] });
  scene.do('crime', 'yes', 'call for help', 'bid 1', 'decline');
  expect(told(scene, 1)).toContain('offers 1');
  expect(told(scene, 2)).not.toContain('offers');
  scene.do('ally 1');
  expect(told(scene, 1)).not.toContain('offers');
});
