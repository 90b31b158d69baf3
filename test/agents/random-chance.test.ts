import { describe, expect, it } from 'vitest';
import { random } from '../../agents/random.js';
import type { Session } from '../../src/core/agent.js';
import { unwrap } from '../../src/core/errors.js';
import { type Action, ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { headlessGang } from '../../src/env/schedule.js';
import { parseGangConfig } from '../../src/gang/config.js';
import { VARIANTS } from '../../src/gang/config-lists.js';
import { GangView } from '../../src/gang/state.js';

const HEISTS = 1200;

/** Of all orders of these hands, the share in which none is weaker than one before it: Π (ties)! / N!. */
function validShare(strengths: readonly number[]): number {
  const sorted = [...strengths].sort((a, b) => a - b);
  let share = 1;
  let run = 0;
  for (const [i, strength] of sorted.entries()) {
    run = i > 0 && sorted[i - 1] === strength ? run + 1 : 1;
    share *= run / (i + 1);
  }
  return share;
}

describe('random wins as often as a random order of the hands is a right one', () => {
  const tables = VARIANTS.flatMap((variant) => [3, 4, 5].map((players) => ({ variant, players })));

  it.each(tables)('$variant, $players players', ({ variant, players }) => {
    const config = unwrap(parseGangConfig({ players, variant, length: 'heist' }));
    const state = headlessGang.createState(config);
    const legal = new ActionList();
    const view = new GangView(config);
    const sessions = Array.from(
      { length: players },
      (_, seat) => random.open(config, seat, new Rng(7, seat)) as Session<GangView>,
    );
    let [won, expected, variance] = [0, 0, 0];
    for (let heist = 0; heist < HEISTS; heist++) {
      headlessGang.setup(state, heist);
      let success = false;
      while (!headlessGang.isOver(state)) {
        headlessGang.legal(state, state.asked, legal);
        headlessGang.view(state, state.asked, view);
        const action = sessions[state.asked]!.act(view, legal, {}) as Action;
        headlessGang.apply(state, state.asked, action, (event) => {
          if (event.type === 'outcome') success = event.success;
        });
      }
      const share = validShare([...state.game.pastStrength.subarray(0, players)]);
      expect(share).toBeGreaterThan(0);
      won += success ? 1 : 0;
      expected += share;
      variance += share * (1 - share);
    }
    // Four standard deviations: with 15 tables a right one fails once in a thousand runs, and the seed is fixed.
    expect(Math.abs(won - expected)).toBeLessThan(4 * Math.sqrt(variance));
  });

  it('ties count: two pairs of equal hands have four right orders of 24, all different one', () => {
    expect(validShare([5, 9, 5, 9])).toBeCloseTo(4 / 24, 12);
    expect(validShare([1, 2, 3])).toBeCloseTo(1 / 6, 12);
    expect(validShare([4, 4, 4])).toBeCloseTo(1, 12);
  });
});
