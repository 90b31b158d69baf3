import { describe, expect, it } from 'vitest';
import { makeBelief } from '../../agents/belief.js';
import type { GangAgent } from '../../agents/gang-agent.js';
import { greedy } from '../../agents/greedy.js';
import { onnxAgent } from '../../agents/onnx.js';
import { random } from '../../agents/random.js';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { headlessGang } from '../../src/env/schedule.js';
import { rearrangeHidden } from '../support/gang-secrets.js';
import { gangConfig, viewFrom } from '../support/gang-tables.js';
import { freshFolder, writeRandomModel } from '../support/models.js';

const HEISTS = 12;

async function agents(players: number): Promise<GangAgent[]> {
  const dir = freshFolder('views');
  await writeRandomModel(dir, { players });
  return [random, greedy, makeBelief(), onnxAgent('net', 'full', () => dir)];
}

for (const players of [3, 5]) {
  describe(`agents at a table of ${players}`, () => {
    it('answer with a legal act, the same whatever cards they cannot see', async () => {
      for (const agent of await agents(players)) {
        const rng = new Rng(7, players);
        for (let heist = 0; heist < HEISTS; heist++) {
          const where = `${agent.name}, heist ${heist}`;
          const config = gangConfig({
            players,
            length: 'heist',
            takesMax: heist % 4,
            roundEnd: heist % 2 === 0 ? 'strict' : 'ready',
          });
          const state = headlessGang.createState(config);
          const other = headlessGang.createState(config);
          headlessGang.setup(state, 100 + heist);
          const legal = new ActionList();
          const sessions = await Promise.all(
            Array.from({ length: players }, (_, s) => agent.open(config, s, new Rng(heist, s))),
          );
          while (!headlessGang.isOver(state)) {
            const seat = state.asked;
            headlessGang.legal(state, seat, legal);
            // A newcomer at the same table with other hidden cards and the same dice.
            headlessGang.copy(state, other);
            rearrangeHidden(other.game, seat, rng);
            const dice = new Rng(heist, 1000 + seat);
            const stranger = await agent.open(config, seat, dice);
            const known = await agent.open(config, seat, new Rng(heist, 1000 + seat));
            const first = await stranger.act(viewFrom(other.game, seat), legal, {});
            expect(await known.act(viewFrom(state.game, seat), legal, {}), where).toBe(first);
            const action = await sessions[seat]!.act(viewFrom(state.game, seat), legal, {});
            // One that has sat there all along knows no more and no less.
            if (agent !== random) expect(action, where).toBe(first);
            expect(legal.includes(action), where).toBe(true);
            headlessGang.apply(state, seat, action);
          }
        }
      }
    });
  });
}
