import { describe, expect, it } from 'vitest';
import { NetSeat } from '../../agents/deluxe/net-seat.js';
import { CardSense } from '../../agents/deluxe/sense.js';
import { equity } from '../../src/cards/equity.js';
import { ActionList } from '../../src/core/game.js';
import { HeadlessGangState, headlessGang, legalHeadless } from '../../src/env/schedule.js';
import { gang } from '../../src/gang/game.js';
import { PROMPT_BY } from '../../src/gang/words.js';
import { gangConfig } from '../support/gang-tables.js';

describe('what a network is shown of its cards', () => {
  it('says nothing of cards that it knows in other pockets: their chips tell of the same hands', () => {
    const config = gangConfig({ players: 4, active: ['coordinator'], length: 'heist' });
    const state = new HeadlessGangState(config);
    const view = gang.createView(config);
    const legal = new ActionList();
    const seed = 2;
    let widest = 0;
    headlessGang.setup(state, seed);
    const seats = Array.from({ length: config.players }, () => new NetSeat());
    while (!headlessGang.isOver(state)) {
      const seat = state.asked;
      legalHeadless(state, seat, legal);
      gang.view(state.game, seat, view);
      if (view.asked(PROMPT_BY) === 0) {
        const open = view.board.filter((card) => card >= 0);
        const own = equity(view.pocket.subarray(0, 2), open);
        seats[seat]!.look(view);
        expect(seats[seat]!.sight.equity[view.round], `seed ${seed}`).toBeCloseTo(own, 3);
        widest = Math.max(widest, Math.abs(new CardSense().equity(view) - own));
      }
      headlessGang.apply(state, seat, legal.at(0));
    }
    expect(widest).toBeGreaterThan(0.1); // the passed card was known, and would have told much
  });
});
