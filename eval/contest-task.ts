import type { GameId } from '../agents/registry.js';
import { unwrap } from '../src/core/errors.js';
import { parseGangConfig } from '../src/gang/config.js';
import { parseGangupConfig } from '../src/gangup/config.js';
import { type ConfigOf, type ContestJob, type ContestSetup, type Games, openGames, type Played } from './contest.js';
import { openLineup } from './lineup.js';
import type { Task } from './thread.js';

/** Configurations come through as plain data: what was compiled from them is found again. */
const PARSE: { readonly [G in GameId]: (config: unknown) => ConfigOf[G] } = {
  gang: (config) => unwrap(parseGangConfig(config)),
  gangup: (config) => unwrap(parseGangupConfig(config)),
};

/** Plays games in a worker thread, where agents are found by name when their line-up comes up. */
export async function openContestTask(setup: ContestSetup): Promise<Task<Played, ContestJob>> {
  const opened = new Map<number, Promise<Games>>();
  const open = async (index: number): Promise<Games> => openHere(setup.game, setup, index);
  return async ({ lineup, from, to }, stopped) => {
    let games = opened.get(lineup);
    if (games === undefined) {
      games = open(lineup);
      opened.set(lineup, games);
    }
    return (await games).play(from, to, stopped);
  };
}

async function openHere<G extends GameId>(game: G, setup: ContestSetup, index: number): Promise<Games> {
  const { lineup, config, peeks } = setup.lineups[index]!;
  const { seed, tables, record, bidding } = setup;
  const found = unwrap(await openLineup(game, lineup));
  return openGames(game, { lineup: found, config: PARSE[game](config), seed, tables, record, bidding, peeks });
}
