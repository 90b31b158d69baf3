import { describe, expect, it } from 'vitest';
import { makeBelief } from '../../agents/belief.js';
import { fitsTable } from '../../agents/fits.js';
import { greedy } from '../../agents/greedy.js';
import { resolveForTable } from '../../agents/registry.js';
import type { Session } from '../../src/core/agent.js';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { HeadlessGangState, headlessGang, legalHeadless } from '../../src/env/schedule.js';
import { type GangConfig, parseGangConfig } from '../../src/gang/config.js';
import { gang } from '../../src/gang/game.js';
import type { GangView } from '../../src/gang/state.js';

function config(input: Record<string, unknown>): GangConfig {
  const read = parseGangConfig({ length: 'heist', ...input });
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

/** Plays a heist of one agent in all seats; every answer must be legal. Gives what was said, as `seat text`. */
function heist(agent: typeof greedy, input: Record<string, unknown>, seed: number): { said: string[]; won: boolean } {
  const table = config(input);
  const state = new HeadlessGangState(table);
  const view = gang.createView(table);
  const legal = new ActionList();
  const sessions = Array.from(
    { length: table.players },
    (_, s) => agent.open(table, s, new Rng(seed, s)) as Session<GangView>,
  );
  headlessGang.setup(state, seed);
  const said: string[] = [];
  while (!headlessGang.isOver(state)) {
    const seat = state.asked;
    legalHeadless(state, seat, legal);
    gang.view(state.game, seat, view);
    const action = sessions[seat]!.act(view, legal, {}) as number;
    expect(legal.includes(action), `seed ${seed}: ${gang.formatAction(view, action)}`).toBe(true);
    said.push(`${seat} ${gang.formatAction(view, action)}`);
    headlessGang.apply(state, seat, action);
  }
  const returns = new Float64Array(table.players);
  headlessGang.returns(state, returns);
  return { said, won: returns[0] === 1 };
}

const scripts = [
  ['greedy', greedy],
  ['belief', makeBelief()],
] as const;

describe.each(scripts)('%s at tables with more than the base game', (_name, agent) => {
  it('agrees with itself on who takes the Muscle: the highest red chip', () => {
    const { said } = heist(agent, { players: 4, active: ['muscle'] }, 3);
    const proposals = said.filter((text) => /propose seat/.test(text));
    expect(proposals.length).toBe(4);
    expect(new Set(proposals.map((text) => text.slice(2))).size).toBe(1);
  });

  it('agrees with itself on what the Mastermind asks and whom the Informant serves', () => {
    for (const card of ['mastermind', 'informant', 'getaway-driver', 'hacker', 'jack']) {
      const { said } = heist(agent, { players: 5, active: [card] }, 4);
      const proposals = said.filter((text) => /propose/.test(text));
      expect(proposals.length, card).toBe(5);
    }
  });

  it('takes all exit chips', () => {
    const table = config({ players: 10 });
    expect(table.exitChips).toBe(3);
    const { said } = heist(agent, { players: 10 }, 5);
    expect(said.filter((text) => /exit/.test(text)).length).toBeGreaterThanOrEqual(3);
  });

  it('as the dealer plays five cards and keeps two', () => {
    const { said } = heist(agent, { players: 4, dealer: 1 }, 6);
    expect(said.filter((text) => /choose/.test(text)).length).toBe(5);
  });

  it('votes one card away, not several', () => {
    const { said } = heist(agent, { players: 4, variant: 'voteOfChange' }, 7);
    const votes = said.filter((text) => /vote/.test(text)).map((text) => text.slice(2));
    expect(votes.length).toBe(12);
    for (let i = 0; i < 12; i += 4) expect(new Set(votes.slice(i, i + 4)).size).toBe(1);
  });
});

describe('which agent fits which table', () => {
  it('scripts fit every table, trained agents those of their networks; elsewhere the best script sits down and it is said', async () => {
    const omaha = config({ players: 4, variant: 'omaha' });
    expect(fitsTable(greedy, omaha)).toBe(true);
    const seated = await resolveForTable('legible', omaha);
    expect(seated.ok && seated.value.agent.name).toBe('belief');
    expect(seated.ok && seated.value.note).toMatch(/legible has no network that plays this table better than belief/);
    const own = await resolveForTable('full', config({ players: 4 }));
    expect(own.ok && own.value.agent.name).toBe('full');
    expect(own.ok && own.value.note).toBe(null);
  });
});
