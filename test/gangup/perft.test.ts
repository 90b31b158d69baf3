import { describe, expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { FRAME, type GangupState, gangup, INFO } from '../../src/gangup/index.js';
import { card, gangster, house, influence } from './house.js';
import { Scene } from './scene.js';

/** Sequences of actions from here until `ended`, every one of them played. */
function perft(state: GangupState, ended: (state: GangupState) => boolean): number {
  if (ended(state)) return 1;
  const legal = new ActionList();
  gangup.legal(state, state.info[INFO.promptSeat]!, legal);
  let sequences = 0;
  for (const code of legal.toArray()) {
    const next = gangup.createState(state.config);
    gangup.copy(state, next);
    gangup.apply(next, next.info[INFO.promptSeat]!, code);
    sequences += perft(next, ended);
  }
  return sequences;
}

describe('sequences counted by hand', () => {
  const drafting = (state: GangupState): boolean => state.draft[FRAME.ability]! < 0;

  test('two of four different cards are paid in 6 ways, with two equal ones in 4', () => {
    const pay = (hand: string[]): number => {
      const scene = new Scene({}, { tables: [['pawnshop-paula']], hands: [hand] });
      return perft(scene.do('use pawnshop-paula').state, drafting);
    };
    expect(pay(['lucky-break', 'old-friends', 'hired-guns', 'inside-job'])).toBe(6);
    // aa, ab, ac, bc
    expect(pay(['lucky-break', 'lucky-break', 'hired-guns', 'inside-job'])).toBe(4);
    expect(pay(['lucky-break', 'lucky-break', 'hired-guns'])).toBe(2);
  });

  test('Last Supper over gangs of two and three: (1 + 2 + 1) · (1 + 3 + 3) − 1 = 27 ways', () => {
    const scene = new Scene(
      {},
      {
        step: 'third',
        tables: [
          ['two-penny-tom', 'milkbottle-meg'],
          ['slim-jim', 'red', 'bum-barry'],
        ],
        crimes: ['purse-snatch-relay'],
        hands: [[], ['last-supper']],
        status: [9, 9],
      },
    );
    scene.do('crime', 'yes', 'commit two-penny-tom', 'commit milkbottle-meg', 'call for help', 'bid 1', 'ally 1');
    scene.do('commit slim-jim', 'done').until('1 priority').do('play last-supper');
    expect(perft(scene.state, drafting)).toBe(27);
  });

  test('organizing with two gangsters and nobody to help: 4 sets without a call, 9 ways with one', () => {
    const scene = new Scene(
      {},
      { step: 'third', tables: [['two-penny-tom', 'milkbottle-meg']], crimes: ['fence-a-fur-coat'] },
    ).do('crime', 'yes');
    const turn = scene.state.info[INFO.turn]!;
    const ended = (state: GangupState): boolean => state.info[INFO.crime]! < 0 || state.info[INFO.turn] !== turn;
    // Called after the empty set 4, after one gangster 2 and 2, after both 1.
    expect(perft(scene.state, ended)).toBe(4 + 9);
  });

  test('two equal gangsters are one choice: sets of 0, 1, 2', () => {
    const heist = { type: 'fraud', status: 0, manpower: 9, reward: 1 };
    const cards = house(gangster('twin', []), card('crime', 'heist', heist));
    const scene = new Scene(cards, { step: 'third', tables: [['twin', 'twin']], crimes: ['heist'] }).do('crime', 'yes');
    const ended = (state: GangupState): boolean => state.info[INFO.crime]! < 0;
    // Without a call 3; called after none 3, after one 2, after both 1.
    expect(perft(scene.state, ended)).toBe(3 + 6);
  });

  test('equal gangsters that stand apart are one choice too: of a, b, a there are 6 sets, of two each 2', () => {
    const heist = { type: 'fraud', status: 0, manpower: 9, reward: 1 };
    const some = (id: string, min: number): object =>
      influence(id, {
        targets: [{ as: 'some', gangsters: { zone: 'table', of: 'user' }, min, max: 3 }],
        do: [{ op: 'protect', what: 'some', from: ['kill'], until: 'turn' }],
      });
    const cards = house(
      gangster('twin', []),
      gangster('other', []),
      card('crime', 'heist', heist),
      some('any', 1),
      some('most', 2),
    );
    const tables = [['twin', 'other', 'twin']];
    const scene = new Scene(cards, { step: 'third', tables, crimes: ['heist'] }).do('crime', 'yes');
    const ended = (state: GangupState): boolean => state.info[INFO.crime]! < 0;
    const calls = (state: GangupState): boolean => state.info[INFO.called] === 1;
    // {}, a, b, ab, aa, aab; each may be reached before the call, too.
    expect(perft(scene.state, (state) => ended(state) || calls(state))).toBe(6 + 6);
    const pick = (id: string): number =>
      perft(new Scene(cards, { tables, hands: [[id]] }).do(`play ${id}`).state, drafting);
    expect(pick('any')).toBe(5);
    // ab, aa, aab
    expect(pick('most')).toBe(3);
  });
});
