import type { ActionList } from '../src/core/game.js';
import { describeAction } from '../src/gangup/notation.js';
import { PROMPTS } from '../src/gangup/prompts.js';
import { type GangupState, INFO } from '../src/gangup/state.js';
import { BiddingWatcher, HABIT_COLUMNS } from './bidding.js';
import { peeker } from './ceiling-gangup.js';
import type { Games, GamesOptions } from './contest.js';
import { dealSeed } from './deals.js';
import { type Cell, DecisionLog } from './decisions.js';
import { GangupMatch, type Watcher } from './gangup-play.js';
import { formatLineup, rotations } from './lineup.js';

/** Columns of a game of Gang Up! before those of the places: turns, why it ended, decisions, 1 where R-FUEL came up. */
export const GANGUP_ROW = { turns: 0, end: 1, decisions: 2, fuel: 3, places: 4 } as const;
/** Why a game ends. */
export const ENDS = ['status', 'crimes', 'turns', 'forfeit'] as const;

/** Column of what the agent in a place of the line-up won; the next is its final status. */
export function placeColumn(place: number): number {
  return GANGUP_ROW.places + 2 * place;
}

/** The first column of the habits of a place, where they are noted (`bidding`). */
export function habitColumn(players: number, place: number): number {
  return placeColumn(players) + place * HABIT_COLUMNS;
}

const CHUNK = 20;
/** A search takes a second for a game and more. */
const CHUNK_PEEKING = 4;

/** Games of a line-up of Gang Up!: each deal is played in every different way to sit, one after another. */
export function openGangupGames({ lineup, config, seed, peeks, ...noted }: GamesOptions<'gangup'>): Games {
  const record = noted.record && peeks === undefined;
  const bidding = noted.bidding && peeks === undefined;
  const seatings = rotations(lineup.names);
  const name = formatLineup(lineup.names);
  const habits = placeColumn(config.players);
  const width = habits + (bidding ? config.players * HABIT_COLUMNS : 0);
  const bids = bidding ? new BiddingWatcher() : undefined;
  let opened: GangupMatch | undefined;
  return {
    width,
    chunk: peeks === undefined ? CHUNK : CHUNK_PEEKING,
    empty: (numbers) => new Float64Array(numbers),
    play: async (from, to, stopped) => {
      opened ??= new GangupMatch(config);
      const match = opened;
      const peeking = peeks === undefined ? undefined : peeker(match.state, peeks);
      const sitting = lineup.agents.map((agent, i) =>
        peeking !== undefined && lineup.names[i] === lineup.names[0] ? peeking : agent,
      );
      const rows = new Float64Array((to - from) * width);
      const log = record ? new DecisionLog('gangup') : undefined;
      for (let game = from; game < to; game++) {
        const at = (game - from) * width;
        const deal = Math.floor(game / seatings.length);
        const seating = seatings[game % seatings.length]!;
        const agents = seating.map((place) => sitting[place]!);
        const said: Cell[][] = [];
        bids?.begin(rows, at + habits, seating);
        const watcher: Watcher = {
          event: (seen, state) => {
            bids?.event(seen, state);
            if (seen.type === 'fuel') rows[at + GANGUP_ROW.fuel] = 1;
            else if (seen.type === 'gameOver')
              rows[at + GANGUP_ROW.end] = ENDS.indexOf(seen.reason as (typeof ENDS)[number]);
          },
        };
        if (log !== undefined || bids !== undefined) {
          const which = ['gangup', name, deal, game % seatings.length];
          watcher.decision = (state, seat, legal, action) => {
            bids?.decision(state, seat, legal, action);
            if (log === undefined) return;
            said.push([...which, said.length, seat, agents[seat]!.name, ...describe(state, legal, action)]);
          };
        }
        if (!(await match.play(agents, dealSeed(seed, deal), watcher, stopped))) return undefined;
        writeRow(match, seating, rows, at);
        if (match.forfeit >= 0) rows[at + GANGUP_ROW.end] = ENDS.indexOf('forfeit');
        const { state } = match;
        const shares = match.shares();
        for (const row of said) row.push(shares[row[5] as number]!, state.status[row[5] as number]!);
        log?.add(game, said);
      }
      return { rows, decisions: log?.block() };
    },
  };
}

/** The cells from `legal` to `hands`. */
function describe(state: GangupState, legal: ActionList, action: number): Cell[] {
  const { info } = state;
  const crime = info[INFO.crime]!;
  return [
    legal.length,
    action,
    describeAction(state, action),
    info[INFO.turn]!,
    info[INFO.active]!,
    PROMPTS[info[INFO.prompt]!]!,
    crime < 0 ? null : state.cards.data[crime]!.id,
    state.status.join(' '),
    state.handCount.join(' '),
  ];
}

function writeRow(match: GangupMatch, seating: readonly number[], rows: Float64Array, row: number): void {
  const { state, decisions } = match;
  rows[row + GANGUP_ROW.turns] = state.info[INFO.turn]!;
  rows[row + GANGUP_ROW.decisions] = decisions;
  const shares = match.shares();
  seating.forEach((place, seat) => {
    rows[row + placeColumn(place)] = shares[seat]!;
    rows[row + placeColumn(place) + 1] = state.status[seat]!;
  });
}
