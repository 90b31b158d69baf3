import { unwrap } from '../../src/core/errors.js';
import { ActionList } from '../../src/core/game.js';
import { type Move, makeReplay, type Replay } from '../../src/core/replay.js';
import { Rng } from '../../src/core/rng.js';
import { READY, takeAction } from '../../src/gang/actions.js';
import type { GangConfig } from '../../src/gang/config.js';
import { gang } from '../../src/gang/game.js';
import type { GangState } from '../../src/gang/state.js';

/** Mostly what brings the round to its end, sometimes anything that is legal. */
function wish(rng: Rng, state: GangState, seat: number, legal: ActionList): number | null {
  if (rng.below(8) > 0) {
    if (legal.includes(READY)) return READY;
    const free = [...state.holder.keys()].filter((chip) => state.holder[chip]! < 0);
    return state.starNow(seat) < 0 ? takeAction(free[rng.below(free.length)]!, -1) : null;
  }
  return legal.at(rng.below(legal.length));
}

/** A game of The Gang at a live table in which seats act in random order, as a replay and as the state it ended in. */
export function playedReplay(
  config: Partial<GangConfig> & { players: number },
  seed: number,
  people = 0,
): { replay: Replay; state: GangState } {
  const full = unwrap(gang.parseConfig(config));
  const state = gang.createState(full);
  const rng = new Rng(seed, 5);
  const legal = new ActionList();
  const moves: Move[] = [];
  gang.seatPeople!(state, people);
  gang.setup(state, seed);
  while (!gang.isOver(state)) {
    const seat = rng.below(full.players);
    gang.legal(state, seat, legal);
    const action = wish(rng, state, seat, legal);
    if (action === null) continue;
    gang.apply(state, seat, action);
    moves.push({ seat, action });
  }
  const agents = Array.from({ length: full.players }, (_, s) => ((people >> s) & 1 ? 'person' : 'random'));
  const about = { config: { ...full }, seed, agents, models: {}, people };
  return { replay: makeReplay(gang, about, moves), state };
}
