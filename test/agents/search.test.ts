import { describe, expect, it } from 'vitest';
import type { GangAgent } from '../../agents/gang-agent.js';
import { OnnxPolicy, shippedModel } from '../../agents/onnx.js';
import { random } from '../../agents/random.js';
import { resolveAgent } from '../../agents/registry.js';
import { HandBelief } from '../../agents/search/hands.js';
import { TakeHistory } from '../../agents/search/history.js';
import { Rollouts } from '../../agents/search/rollouts.js';
import { makeSearch } from '../../agents/search/search.js';
import { PAIRS, pairIndex } from '../../src/cards/flop-index.js';
import { unwrap } from '../../src/core/errors.js';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { trueOrder } from '../../src/env/gang-encode.js';
import { HeadlessGangState, headlessGang, legalHeadless } from '../../src/env/schedule.js';
import { KEEP, takeAction } from '../../src/gang/actions.js';
import type { GangConfig } from '../../src/gang/config.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { gang } from '../../src/gang/game.js';
import { type GangView, ROUND } from '../../src/gang/state.js';
import { playHeadless } from '../../src/table/index.js';
import { gangConfig } from '../support/gang-tables.js';
import { reproducibly } from '../support/statistics.js';

const config = gangConfig({ players: 4, length: 'heist' });
const OPTIONS = { worlds: 40, ms: 0, least: 0.05, from: 3, sure: 2 };

/** An agent that acts as another and shows what it is asked. */
function watched(agent: GangAgent, look: (view: GangView, history: TakeHistory) => unknown): GangAgent {
  return {
    ...agent,
    policy: undefined,
    open: async (table, seat, rng) => {
      const session = await agent.open(table, seat, rng);
      const history = new TakeHistory(table as GangConfig);
      return {
        notice: (event) => history.hear(event),
        act: async (view, legal, budget) => {
          await look(view, history);
          return session.act(view, legal, budget);
        },
      };
    },
  };
}

describe('what a seat has seen happen', () => {
  it('is followed through whole games, take by take, at both ends of a round', async () => {
    for (const roundEnd of ['strict', 'ready']) {
      let looks = 0;
      const agent = watched(random as GangAgent, (view, history) => {
        looks++;
        expect(history.follows(view)).toBe(true);
        const taken = history.takes.filter(({ before }) => before[ROUND] === view.round).length;
        expect(taken).toBe(view.took.subarray(view.round * 16, (view.round + 1) * 16).reduce((a, b) => a + b, 0));
      });
      await playHeadless({ config: { roundEnd, length: 'game' }, seed: 3, seats: [agent, agent, agent, agent] });
      expect(looks).toBeGreaterThan(100);
    }
  });
});

describe('what the others may hold', () => {
  it('is judged by the chips that they took: the true pocket is likelier than most', async () => {
    const policy = unwrap(await OnnxPolicy.load(shippedModel('full', 4)));
    const full = unwrap(await resolveAgent('gang', 'full', 4));
    const places: number[] = [];
    for (let seed = 0; seed < 6; seed++) {
      const pockets: number[][] = [];
      let weights: Float64Array | undefined;
      const belief = new HandBelief(policy, config, { temperature: 0.5, lapse: 0.02 });
      const first = watched(full, async (view, history) => {
        if (view.round < 3) return;
        await belief.update(history, view);
        weights = belief.weights.slice();
      });
      const hear = (event: SeenGangEvent): void => {
        if (event.type === 'reveal') pockets[event.seat] = [...event.cards];
      };
      await playHeadless({
        config: { length: 'heist' },
        seed,
        seats: [first, full, full, full],
        watch: [{ seat: 0, hear }],
      });
      if (weights === undefined) continue; // the seat was not asked on the river
      for (let seat = 1; seat < 4; seat++) {
        const row = weights.subarray(seat * PAIRS, (seat + 1) * PAIRS);
        const own = row[pairIndex(pockets[seat]![0]!, pockets[seat]![1]!)]!;
        expect(own).toBeGreaterThan(0);
        const possible = row.filter((weight) => weight > 0);
        places.push(possible.filter((weight) => weight < own).length / possible.length);
      }
    }
    // Uniform if the chips told nothing: the mean of 15 such numbers is below 0.7 but once in 250 times.
    expect(places.length).toBeGreaterThanOrEqual(15);
    expect(places.reduce((a, b) => a + b, 0) / places.length).toBeGreaterThan(0.7);
  });
});

describe('worlds that are played out', () => {
  it('end as the chips say: the last chip in its place wins the heist', async () => {
    const policy = unwrap(await OnnxPolicy.load(shippedModel('full', 4)));
    const rollouts = new Rollouts(policy, config);
    const state = new HeadlessGangState(config);
    const low = new Int32Array(4);
    const high = new Int32Array(4);
    for (const right of [true, false]) {
      for (let seed = 0; seed < 10; seed++) {
        headlessGang.setup(state, seed);
        trueOrder(state.game, low, high);
        if (low.some((place, seat) => place !== high[seat])) continue; // ties: any order would do
        const wanted = (seat: number): number => (right ? low[seat]! : 3 - low[seat]!);
        const free = (): number => [...state.game.holder].filter((seat) => seat < 0).length;
        while (state.game.info[ROUND] !== 3 || free() > 1) {
          const seat = state.asked;
          const holds = state.game.starNow(seat) === wanted(seat);
          headlessGang.apply(state, seat, holds ? KEEP : takeAction(wanted(seat), -1));
        }
        while (state.game.starNow(state.asked) >= 0) headlessGang.apply(state, state.asked, KEEP);
        headlessGang.copy(state, rollouts.world(0));
        const won = new Uint8Array(1);
        await rollouts.play(1, state.asked, [takeAction(wanted(state.asked), -1)], won, 0);
        expect(won[0], `seed ${seed}`).toBe(right ? 1 : 0);
      }
    }
  });
});

describe('search', () => {
  it('plays by the rules, the same from the same seed, and looks into undecided moves alone', async () => {
    const play = async () => {
      const search = makeSearch(OPTIONS);
      const seats = [search, search, search, search];
      const { replay } = await playHeadless({ config: { length: 'heist' }, seed: 4, seats });
      return { moves: replay.moves, tally: search.tally };
    };
    const one = await play();
    expect(await play()).toEqual(one);
    expect(one.tally.moves).toBeGreaterThan(16);
    expect(one.tally.searched).toBeLessThan(one.tally.moves);
    expect(one.tally.worlds).toBeGreaterThanOrEqual(40 * one.tally.searched);
  });

  it('with no doubt of the network’s act to settle is the network', async () => {
    const sure = makeSearch({ ...OPTIONS, least: 1 });
    const full = unwrap(await resolveAgent('gang', 'full', 4));
    const moves = async (agent: GangAgent): Promise<unknown> =>
      (await playHeadless({ config: { length: 'heist' }, seed: 5, seats: [agent, agent, agent, agent] })).replay.moves;
    expect(await moves(sure)).toEqual(await moves(full));
  });

  it('does not change its mind with the cards that its seat cannot see', async () => {
    // What it is given is a view; the worlds that it deals come from its own randomness.
    const search = makeSearch(OPTIONS);
    const state = new HeadlessGangState(config);
    const view = headlessGang.createView(config);
    const legal = new ActionList();
    await reproducibly('seed 8', async () => {
      headlessGang.setup(state, 8);
      const rng = new Rng(8);
      for (let step = 0; state.asked >= 0; step++) {
        const seat = state.asked;
        gang.view(state.game, seat, view);
        legalHeadless(state, seat, legal);
        const answers = [];
        for (const world of [state, new HeadlessGangState(config)]) {
          if (world !== state) headlessGang.imagine(view, new Rng(step), world);
          const other = headlessGang.createView(config);
          gang.view(world.game, seat, other);
          answers.push(await (await search.open(config, seat, new Rng(9))).act(other, legal, {}));
        }
        expect(answers[1]).toBe(answers[0]);
        headlessGang.apply(state, seat, legal.at(rng.below(legal.length)));
      }
    });
  });

  it('knows the tables of the base game that have a network', async () => {
    expect(unwrap(await resolveAgent('gang', 'search?worlds=50')).name).toBe('search?worlds=50');
    const search = makeSearch(OPTIONS);
    expect(search.fits(gangConfig({ players: 4 }))).toBe(true);
    expect(search.fits(gangConfig({ players: 4, variant: 'omaha' }))).toBe(false);
    await expect((async () => search.open(gangConfig({ players: 7 }), 0, new Rng(1)))()).rejects.toThrow(
      /base game only/,
    );
  });
});
