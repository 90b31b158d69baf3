import { describe, expect, it } from 'vitest';
import { makeBelief } from '../../agents/belief.js';
import type { Session } from '../../src/core/agent.js';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { KEEP, takeAction } from '../../src/gang/actions.js';
import type { GangView } from '../../src/gang/state.js';
import { noteTakes, viewOfSpot } from '../support/gang-views.js';

const ask = (view: GangView): unknown =>
  (makeBelief().open(view.config, view.seat, new Rng(1)) as Session<GangView>).act(view, new ActionList(), {});
const BOARD = '2c 7h Jd Qs 9c';

describe('belief', () => {
  it('takes the chip of its likeliest rank when nothing has been said', () => {
    expect(ask(viewOfSpot({ players: 4, pocket: 'Ah As' }))).toBe(takeAction(3, -1));
    expect(ask(viewOfSpot({ players: 4, pocket: '3h 2d' }))).toBe(takeAction(0, -1));
    expect(ask(viewOfSpot({ players: 4, pocket: 'Td 8d', board: BOARD }))).toBe(takeAction(3, -1)); // the straight
  });

  it('takes it from a seat that has less to say for it', () => {
    const view = viewOfSpot({ players: 4, pocket: 'Kd Td', board: BOARD, stars: [0, 4, 0, 0], moves: 1 }); // the nuts
    noteTakes(view, 3, 1, 4, 1);
    expect(ask(view)).toBe(takeAction(3, 1));
  });

  it('yields to a seat whose claim is likelier', () => {
    const spot = { players: 4, pocket: 'Jh 9h', board: BOARD, stars: [0, 4, 0, 0], moves: 6 } as const;
    const quiet = viewOfSpot(spot);
    noteTakes(quiet, 3, 1, 4, 1);
    const loud = viewOfSpot(spot);
    for (const round of [0, 1, 2]) noteTakes(loud, round, 1, 4, 2);
    noteTakes(loud, 3, 1, 4, 4);
    expect(ask(quiet)).toBe(takeAction(3, 1));
    expect(ask(loud)).toBe(takeAction(2, -1));
  });

  it('keeps the chip of its rank', () => {
    const view = viewOfSpot({ players: 4, pocket: 'Kd Td', board: BOARD, stars: [4, 1, 2, 0], moves: 3 });
    expect(ask(view)).toBe(KEEP);
  });

  it('listens to rounds before: others who held low chips leave the high one to a middling hand', () => {
    const spot = { players: 3, pocket: 'Jh 3h', board: BOARD } as const;
    const low = viewOfSpot(spot);
    const high = viewOfSpot(spot);
    for (const seat of [1, 2]) {
      for (const round of [0, 1, 2]) {
        noteTakes(low, round, seat, 1, 2);
        noteTakes(high, round, seat, 3, 2);
      }
    }
    expect(ask(low)).toBe(takeAction(2, -1));
    expect(ask(high)).not.toBe(takeAction(2, -1));
  });

  it('without takes left keeps its star, or takes its likeliest free chip', () => {
    const spent = { players: 4, pocket: 'Kd Td', board: BOARD, moves: 9, takes: [4] } as const;
    expect(ask(viewOfSpot({ ...spent, stars: [2, 4, 1, 0] }))).toBe(KEEP);
    expect(ask(viewOfSpot({ ...spent, stars: [0, 4, 1, 0] }))).toBe(takeAction(2, -1));
  });

  it('bears with people who take the same chip over and over', () => {
    const view = viewOfSpot({ players: 4, pocket: '4h 3d', board: BOARD, stars: [0, 4, 0, 0], moves: 5000 });
    for (const round of [0, 1, 2, 3]) {
      noteTakes(view, round, 1, 4, 1000);
      noteTakes(view, round, 1, 1, 1000);
    }
    expect(ask(view)).toBe(takeAction(0, -1));
  });
});
