import { describe, expect, it } from 'vitest';
import { resolveAgent } from '../../agents/registry.js';
import { BiddingWatcher, GAPS, HABIT_COLUMNS, HABITS, type Habit, habitsOf } from '../../eval/bidding.js';
import { runGangupArena } from '../../eval/gangup-arena.js';
import { GangupMatch, type Watcher } from '../../eval/gangup-play.js';
import { openLineup } from '../../eval/lineup.js';
import { biddingSection, page } from '../../eval/report/index.js';
import { unwrap } from '../../src/core/errors.js';
import { DO, type GangupEvent, INFO, PROMPT, parseGangupConfig, verbOf } from '../../src/gangup/index.js';

const SEED = 20250305;
const PLAYERS = 3;
const GAMES = 8;
const config = unwrap(parseGangupConfig({ players: PLAYERS }));

/** Games of scripts, watched by the watcher under test and by another that counts in its own way. */
async function watched(names: readonly string[], other: (count: (what: string) => void) => Watcher) {
  const agents = [];
  for (const name of names) agents.push(unwrap(await resolveAgent('gangup', name)));
  const match = new GangupMatch(config);
  const bids = new BiddingWatcher();
  const row = new Float64Array(PLAYERS * HABIT_COLUMNS);
  const counts: Record<string, number> = {};
  const mine = other((what) => {
    counts[what] = (counts[what] ?? 0) + 1;
  });
  for (let game = 0; game < GAMES; game++) {
    bids.begin(row, 0, [0, 1, 2]);
    const watcher: Watcher = {
      event: (event, state) => {
        bids.event(event, state);
        mine.event?.(event, state);
      },
      decision: (state, seat, legal, action) => {
        bids.decision(state, seat, legal, action);
        mine.decision?.(state, seat, legal, action);
      },
    };
    await match.play(agents, SEED + game, watcher);
  }
  const sums = (column: number): Float64Array =>
    Float64Array.of([0, 1, 2].reduce((sum, place) => sum + row[place * HABIT_COLUMNS + column]!, 0));
  const habits = habitsOf(PLAYERS, sums);
  const of = (habit: Habit) => habits.find((one) => one.habit === habit)!;
  const done = (habit: Habit): number => {
    const { rate, occasions } = of(habit);
    return rate === null ? 0 : Math.round(rate.mean * occasions);
  };
  return { habits, of, done, counts };
}

describe('what is counted about crimes and alliances', () => {
  it('agrees with the events of the games', async () => {
    const { of, done, counts } = await watched(['schemer', 'always-ally', 'greedy'], (count) => ({
      event: (event: GangupEvent, state) => {
        if (event.type === 'call') count('call');
        if (event.type === 'ally' && event.ally >= 0) count('ally');
        if (event.type === 'bid' && event.count > 0) count('bid');
        if (event.type === 'inProgress') {
          count('begun');
          for (let i = event.requirement; i < event.manpower; i++) count('surplus');
          if (event.manpower >= event.requirement + 2) count('over');
        }
        if (event.type === 'outcome' && state.info[INFO.ally]! >= 0) count('shared');
      },
      decision: (state, _seat, _legal, action) => {
        if (state.info[INFO.prompt] === PROMPT.answer && verbOf(action) === DO.play) count('cancel');
      },
    }));
    expect(counts.begun).toBeGreaterThan(20);
    expect(done('invites')).toBe(counts.call);
    expect(done('offers')).toBe(counts.bid);
    expect(of('isTaken').occasions).toBe(counts.bid);
    expect(done('accepts')).toBe(counts.ally);
    expect(done('isTaken')).toBe(counts.ally);
    expect(of('overCommits').occasions).toBe(counts.begun);
    expect(done('overCommits')).toBe(counts.over ?? 0);
    expect(done('surplus')).toBe(counts.surplus ?? 0);
    expect(done('cancels')).toBe(counts.cancel ?? 0);
    expect(of('betrays').occasions).toBe(2 * (counts.shared ?? 0));
  });

  it('has every occasion in one bin of the status gap and in one place', async () => {
    const { habits } = await watched(['schemer', 'always-ally', 'greedy'], () => ({}));
    expect(habits.map(({ habit }) => habit)).toEqual(HABITS.map(({ key }) => key));
    for (const { occasions, byGap, byPosition } of habits) {
      expect(byGap).toHaveLength(GAPS.length);
      expect(byPosition).toHaveLength(PLAYERS);
      for (const bins of [byGap, byPosition]) {
        expect(bins.reduce((sum, bin) => sum + bin.occasions, 0)).toBe(occasions);
        for (const bin of bins) expect(bin.rate === null).toBe(bin.occasions === 0);
      }
    }
  });

  it('tells personas apart: one always calls for help and offers it, another never does', async () => {
    const always = await watched(['always-ally', 'always-ally', 'always-ally'], () => ({}));
    expect(always.of('invites').rate!.mean).toBeGreaterThan(0.9);
    expect(always.of('offers').rate!.mean).toBeGreaterThan(0.9);
    const never = await watched(['never-ally', 'never-ally', 'never-ally'], () => ({}));
    expect(never.of('invites').rate!.mean).toBe(0);
    expect(never.of('offers').rate).toBeNull();
    expect(never.of('betrays').occasions).toBe(0);
  });
});

describe('the arena with bidding', () => {
  it('says it for each agent, changes no result, and has a section for reports', async () => {
    const lineups = [unwrap(await openLineup('gangup', 'schemer+greedy*2'))];
    const options = { lineups, config, games: 6, seed: 4 };
    const plain = await runGangupArena(options);
    const report = await runGangupArena({ ...options, bidding: true });
    const { bidding, ...rest } = report.lineups[0]!;
    expect(rest).toEqual(plain.lineups[0]);
    expect(bidding!.map(({ agent }) => agent)).toEqual(['schemer', 'greedy']);
    const text = page({ title: 'Bids', sections: [biddingSection(bidding!)] });
    for (const word of ['schemer', 'greedy', 'calls for help with a crime of its own', 'svg'])
      expect(text).toContain(word);
  });
});
