import { resolveAgent } from '../../agents/registry.js';
import type { Agent } from '../../src/core/agent.js';
import { unwrap } from '../../src/core/errors.js';
import { ActionList, type Game } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { headlessGang } from '../../src/env/schedule.js';
import { parseGangConfig } from '../../src/gang/config.js';
import { parseGangupConfig } from '../../src/gangup/config.js';
import { gangup } from '../../src/gangup/game.js';
import { INFO } from '../../src/gangup/state.js';
import type { BenchOptions, BenchResult } from './measure.js';

const SEED = 20240611;
const MOVES_MIN = 2000;

/** Milliseconds in which 99 of 100 moves of `full` are made, one at a time, from the view: features, network, choice. */
export async function full(options: BenchOptions): Promise<BenchResult> {
  const config = unwrap(parseGangConfig({ players: 4, length: 'heist' }));
  const agent = unwrap(await resolveAgent('gang', 'full', config.players));
  return timed(agent, headlessGang, (state) => state.asked, config, options);
}

/** The same of `boss`: observation, candidate rows, the script's advice, network, choice. */
export async function boss(options: BenchOptions): Promise<BenchResult> {
  const config = unwrap(parseGangupConfig({ players: 3 }));
  const agent = unwrap(await resolveAgent('gangup', 'boss', config.players));
  return timed(agent, gangup, (state) => state.info[INFO.promptSeat]!, config, options);
}

type Timed<C, S, V> = Pick<
  Game<C, S, V>,
  'seats' | 'createState' | 'createView' | 'setup' | 'isOver' | 'view' | 'legal' | 'apply'
>;

/** Times the moves of one agent in all seats, game after game, without those that had no choice. */
async function timed<C, S, V>(
  agent: Agent<V>,
  game: Timed<C, S, V>,
  asked: (state: S) => number,
  config: C,
  options: BenchOptions,
): Promise<BenchResult> {
  const players = game.seats(config);
  const open = (seed: number) =>
    Promise.all(Array.from({ length: players }, (_, seat) => agent.open(config, seat, new Rng(seed, seat))));
  const state = game.createState(config);
  const view = game.createView(config);
  const legal = new ActionList();
  const times: number[] = [];
  const moves = Math.max(MOVES_MIN, Math.round(2000 * options.seconds * options.repeats));
  for (let number = 0; times.length < moves * 1.2; number++) {
    const sessions = await open(SEED + number);
    game.setup(state, SEED + number);
    while (!game.isOver(state)) {
      const seat = asked(state);
      game.view(state, seat, view);
      game.legal(state, seat, legal);
      const begin = performance.now();
      const action = await sessions[seat]!.act(view, legal, {});
      if (legal.length > 1) times.push(performance.now() - begin);
      game.apply(state, seat, action);
    }
    for (const session of sessions) session.close?.();
  }
  const warm = times.slice(-moves).sort((a, b) => a - b);
  const at = (share: number): number => warm[Math.floor(share * (warm.length - 1))]!;
  return {
    name: `agent/${agent.name}`,
    value: at(0.99),
    unit: 'ms at p99',
    note: `${players} seats, batch 1, observation included, ${moves} moves; half of them within ${at(0.5).toFixed(3)} ms`,
  };
}
