import type { Games, GamesOptions } from './contest.js';
import { DecisionLog } from './decisions.js';
import { formatLineup, rotations } from './lineup.js';
import { playLineup } from './play.js';

/**
 * Columns of a game of The Gang: heists that succeeded, heists played, 1 for a game that was won, moves of chips, 1 for a
 * game that an agent's fault ended.
 */
export const GANG_ROW = { successes: 0, heists: 1, won: 2, moves: 3, forfeit: 4 } as const;
const WIDTH = 5;

/** Many at once, for the networks; few enough to show how far it is and to spread over threads. */
const CHUNK = 512;

/** Games of a line-up of The Gang: game i is deal i, and the seats rotate from deal to deal. */
export function openGangGames({ lineup, config, seed, tables, record }: GamesOptions<'gang'>): Games {
  const seatings = rotations(lineup.names);
  const name = formatLineup(lineup.names);
  return {
    width: WIDTH,
    chunk: CHUNK,
    empty: (numbers) => new Uint16Array(numbers),
    play: async (from, to, stopped) => {
      const games = to - from;
      const log = record ? new DecisionLog('gang') : undefined;
      const plays = await playLineup({
        agents: lineup.agents,
        seatings,
        config,
        from,
        games,
        seed,
        tables,
        stopped,
        record: log === undefined ? undefined : { log, lineup: name },
      });
      if (stopped()) return undefined;
      const rows = new Uint16Array(games * WIDTH);
      for (let i = 0; i < games; i++) {
        rows[i * WIDTH + GANG_ROW.successes] = plays.successes[i]!;
        rows[i * WIDTH + GANG_ROW.heists] = plays.heists[i]!;
        rows[i * WIDTH + GANG_ROW.won] = plays.wins[i]!;
        rows[i * WIDTH + GANG_ROW.moves] = plays.moves[i]!;
        rows[i * WIDTH + GANG_ROW.forfeit] = plays.forfeits[i]!;
      }
      return { rows, decisions: log?.block() };
    },
  };
}
