import { describe, expect, it } from 'vitest';
import { NetSeat } from '../../agents/deluxe/net-seat.js';
import { CardSense } from '../../agents/deluxe/sense.js';
import { equity } from '../../src/cards/equity.js';
import { ActionList } from '../../src/core/game.js';
import { TrueHands } from '../../src/env/gang-truth.js';
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

  it.each([
    { players: 4, variant: 'omaha' },
    { players: 3, variant: 'stud' },
    { players: 5, variant: 'bananaSplit' },
    { players: 8, variant: 'bananaSplit' },
  ] as const)(
    'measures all seats with one yardstick: in the last round of %j equities stand as the hands do',
    (input) => {
      const config = gangConfig({ ...input, length: 'heist' });
      const state = new HeadlessGangState(config);
      const view = gang.createView(config);
      const truth = new TrueHands(config);
      const legal = new ActionList();
      for (let seed = 1; seed <= 8; seed++) {
        headlessGang.setup(state, seed);
        do {
          legalHeadless(state, state.asked, legal);
          headlessGang.apply(state, state.asked, legal.at(0));
          gang.view(state.game, 0, view);
        } while (view.round < 3);
        truth.reset();
        truth.update(state);
        const equities = Array.from({ length: config.players }, (_, seat) => {
          gang.view(state.game, seat, view);
          const own = new NetSeat();
          own.look(view);
          return own.sight.equity[3]!;
        });
        const byEquity = [...equities.keys()].sort((a, b) => equities[a]! - equities[b]!);
        const strengths = byEquity.map((seat) => truth.strengths[seat]!);
        expect(strengths, `seed ${seed}`).toEqual([...strengths].sort((a, b) => a - b));
      }
    },
  );

  it('sees who shows what where seats have cards of their own, and all alike where none has', () => {
    for (const { variant, alike } of [
      { variant: 'stud', alike: false },
      { variant: 'omaha', alike: true },
    ] as const) {
      const config = gangConfig({ players: 4, variant, length: 'heist' });
      const state = new HeadlessGangState(config);
      const view = gang.createView(config);
      headlessGang.setup(state, 3);
      gang.view(state.game, 0, view);
      const own = new NetSeat();
      own.look(view);
      own.sight.lookCloser(view);
      const { against, places } = own.sight;
      expect(new Set(against.subarray(1, 4)).size === 1).toBe(alike);
      expect(against[0]).toBe(0.5);
      expect(places.subarray(0, 4).reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 5);
    }
  });
});
