import { resolveAgent } from '../../agents/registry.js';
import { unwrap } from '../../src/core/errors.js';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { headlessGang } from '../../src/env/schedule.js';
import { parseGangConfig } from '../../src/gang/config.js';
import type { BenchOptions, BenchResult } from './measure.js';

const PLAYERS = 4;
const SEED = 20240611;
const MOVES_MIN = 2000;

/** Milliseconds in which 99 of 100 moves of `full` are made, one at a time, from the view: features, network, choice. */
export async function full(options: BenchOptions): Promise<BenchResult> {
  const config = unwrap(parseGangConfig({ players: PLAYERS, length: 'heist' }));
  const agent = unwrap(await resolveAgent('gang', 'full', PLAYERS));
  const sessions = await Promise.all(
    Array.from({ length: PLAYERS }, (_, seat) => agent.open(config, seat, new Rng(SEED, seat))),
  );
  const state = headlessGang.createState(config);
  const view = headlessGang.createView(config);
  const legal = new ActionList(PLAYERS + 1);
  const times: number[] = [];
  const moves = Math.max(MOVES_MIN, Math.round(2000 * options.seconds * options.repeats));
  for (let heist = 0; times.length < moves * 1.2; heist++) {
    headlessGang.setup(state, SEED + heist);
    while (!headlessGang.isOver(state)) {
      const seat = state.asked;
      headlessGang.view(state, seat, view);
      headlessGang.legal(state, seat, legal);
      const begin = performance.now();
      const action = await sessions[seat]!.act(view, legal, {});
      times.push(performance.now() - begin);
      headlessGang.apply(state, seat, action);
    }
  }
  for (const session of sessions) session.close?.();
  const warm = times.slice(-moves).sort((a, b) => a - b);
  const at = (share: number): number => warm[Math.floor(share * (warm.length - 1))]!;
  return {
    name: 'agent/full',
    value: at(0.99),
    unit: 'ms at p99',
    note: `${PLAYERS} seats, batch 1, observation included, ${moves} moves; half of them within ${at(0.5).toFixed(3)} ms`,
  };
}
