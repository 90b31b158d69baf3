import { describe, expect, it } from 'vitest';
import { peeker } from '../../eval/ceiling-gangup.js';
import type { Session } from '../../src/core/agent.js';
import { type Action, ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { type GangupView, gangup, INFO, LEGAL_MAX } from '../../src/gangup/index.js';
import { configOf, playRandom } from '../gangup/support.js';

describe('a search that sees all cards', () => {
  it('peeks: worlds that look the same to a seat get different answers, and no world is changed', () => {
    const config = configOf({ players: 3 });
    const world = gangup.createState(config);
    const view = gangup.createView(config);
    const legal = new ActionList(LEGAL_MAX);
    const session = peeker(world, { iterations: 24, turns: 1 }).open(config, 0, new Rng(0)) as Session<GangupView>;
    let asked = 0;
    let differs = false;
    playRandom(config, 3, (state, _legal, step) => {
      const seat = state.info[INFO.promptSeat]!;
      if (differs || step % 5 !== 0 || state.info[INFO.crime]! < 0) return;
      gangup.view(state, seat, view);
      const answers = [1, 2, 3, 4].map((k): Action => {
        gangup.imagine(view, new Rng(step, k), world);
        gangup.legal(world, seat, legal);
        const before = world.words.slice();
        const answer = session.act(view, legal, {}) as Action;
        expect(legal.includes(answer)).toBe(true);
        expect(world.words).toEqual(before);
        return answer;
      });
      asked++;
      differs = new Set(answers).size > 1;
    });
    expect(differs, `in ${asked} decisions`).toBe(true);
  });
});
