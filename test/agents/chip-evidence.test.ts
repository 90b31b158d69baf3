import { describe, expect, it } from 'vitest';
import { ChipEvidence } from '../../agents/deluxe/chip-evidence.js';
import { NetSeat } from '../../agents/deluxe/net-seat.js';
import { makeCard } from '../../src/cards/card.js';
import { ActionList } from '../../src/core/game.js';
import { HeadlessGangState, headlessGang, legalHeadless } from '../../src/env/schedule.js';
import { chipOf, holderOf, KEEP, VERB_TAKE, verbOf } from '../../src/gang/actions.js';
import { parseGangConfig } from '../../src/gang/config.js';
import { gang } from '../../src/gang/game.js';
import type { GangView } from '../../src/gang/state.js';
import { ROUNDS } from '../../src/gang/words.js';

const PLAYERS = 4;
const WATCHED = 1;

/**
 * A heist in which seat 1 takes the chip of one place in every round and the others take what is left, up to the
 * vote on the top hand: what seat 0, who watched, sees then and makes of seat 1's pockets.
 */
function watched(place: number, seed: number, active: readonly string[] = ['retina-scan'], players = PLAYERS) {
  const mode = active.length > 0 ? 'advanced' : 'basic';
  const read = parseGangConfig({ length: 'heist', players, mode, active });
  if (!read.ok) throw new Error(read.error.message);
  const state = new HeadlessGangState(read.value);
  const view = gang.createView(read.value);
  const legal = new ActionList();
  const evidence = new ChipEvidence(players);
  headlessGang.setup(state, seed);
  while (state.game.star.subarray((ROUNDS - 1) * players).includes(-1)) {
    const seat = state.asked;
    legalHeadless(state, seat, legal);
    gang.view(state.game, seat, view);
    evidence.keep(view);
    const free = legal.toArray().filter((action) => verbOf(action) === VERB_TAKE && holderOf(action) < 0);
    const wanted = free.find((action) => (seat === WATCHED) === (chipOf(action) === place));
    headlessGang.apply(state, seat, legal.includes(KEEP) ? KEEP : (wanted ?? legal.at(0)));
  }
  gang.view(state.game, 0, view);
  const weigh = evidence.of(view, WATCHED);
  return { view, weigh, state };
}

/** Aces, and the two lowest ranks that don't lie on the board. */
function pockets(view: GangView): { readonly aces: readonly number[]; readonly worst: readonly number[] } {
  const free = (rank: number): number[] =>
    [0, 1, 2, 3].map((suit) => makeCard(rank, suit)).filter((card) => !view.board.includes(card));
  const low = [...Array(13).keys()].filter((rank) => free(rank).length === 4);
  return { aces: free(12).slice(0, 2), worst: [free(low[0]!)[0]!, free(low[1]!)[1]!] };
}

describe('what the chips of a seat say about its pocket', () => {
  it.each([3, 5, 8])(
    'the highest chip in every round speaks for aces, the lowest for a deuce and a three (seed %i)',
    (seed) => {
      const high = watched(PLAYERS - 1, seed);
      const low = watched(0, seed);
      const { aces, worst } = pockets(high.view);
      expect(high.weigh(aces, 2)).toBeGreaterThan(5 * high.weigh(worst, 2));
      expect(low.weigh(worst, 2)).toBeGreaterThan(5 * low.weigh(aces, 2));
    },
  );

  it('of chips that nobody may remember only the last are left (R-BLACKOUT)', () => {
    const seen = watched(PLAYERS - 1, 3);
    const dark = watched(PLAYERS - 1, 3, ['retina-scan', 'blackout']);
    const { worst } = pockets(seen.view);
    expect(dark.weigh(worst, 2)).toBeGreaterThan(seen.weigh(worst, 2));
  });

  it('says nothing about a heist that was not watched', () => {
    const { view } = watched(PLAYERS - 1, 3);
    const weigh = new ChipEvidence(PLAYERS).of(view, WATCHED);
    expect(weigh(pockets(view).worst, 2)).toBe(1);
  });
});

describe('how sure a seat is of its place', () => {
  it('by the estimator: the chance of the likeliest rank, and once all red chips are taken that of its own', () => {
    const seat = new NetSeat();
    seat.ranks = Float32Array.of(0.1, 0.2, 0.4, 0.3);
    const { view, state } = watched(1, 3);
    const own = view.star[(ROUNDS - 1) * PLAYERS]!;
    expect(own).not.toBe(2); // the likeliest
    expect(seat.confidence(view)).toBe(seat.ranks[own]);
    headlessGang.setup(state, 3);
    gang.view(state.game, 0, view);
    expect(seat.confidence(view)).toBe(seat.ranks[2]);
  });

  it('the two chips without stars are one place (R-ZERO)', () => {
    const { view } = watched(0, 3, [], 10);
    const seat = new NetSeat();
    seat.ranks = Float32Array.of(0.25, 0.5, 0.25, 0, 0, 0, 0, 0, 0, 0);
    for (const [place, sure] of [0.75, 0.75, 0.25, 0].entries()) {
      view.star[(ROUNDS - 1) * 10] = view.plan.chipOrder[place]!;
      expect(seat.confidence(view)).toBe(sure);
    }
  });
});
