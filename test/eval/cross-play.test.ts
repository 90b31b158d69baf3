import { describe, expect, it } from 'vitest';
import { type CrossPlayReport, runCrossPlay } from '../../eval/cross-play.js';
import { labels, openMembers } from '../../eval/members.js';
import { arenaPage, crossPlayMatrix } from '../../eval/report/arena-page.js';
import { choices, runRoundRobin } from '../../eval/round-robin.js';
import { parseGangupConfig } from '../../src/gangup/config.js';
import { gangConfig } from '../support/gang-tables.js';

async function members<G extends 'gang' | 'gangup'>(game: G, text: string, players: number) {
  const opened = await openMembers(game, text, players);
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

const gangup = (players: number) => {
  const config = parseGangupConfig({ players });
  if (!config.ok) throw new Error(config.error.message);
  return config.value;
};

describe('a list of agents', () => {
  it('names each once, several of a kind under its name', async () => {
    const found = await members('gang', 'S=greedy, S=belief?spread=2,random', 4);
    expect(found.map(({ name, group }) => [group, name])).toEqual([
      ['S', 'greedy'],
      ['S', 'belief?spread=2'],
      ['random', 'random'],
    ]);
    expect(labels(found)).toEqual(['S1', 'S2', 'random']);
  });

  it('is refused with what to do', async () => {
    for (const [text, players, why] of [
      ['greedy', 4, /fewer than two/],
      ['greedy,greedy', 4, /comes twice/],
      ['greedy,,random', 4, /names no agent/],
      ['greedy,nobody', 4, /no such agent/],
      ['greedy,random', 11, /3 to 10/],
    ] as const) {
      const opened = await openMembers('gang', text, players);
      expect(opened.ok ? '' : opened.error.message, text).toMatch(why);
    }
  });
});

describe('cross-play at The Gang', () => {
  const config = gangConfig({ players: 4, length: 'heist' });
  const play = async (text: string, games: number, players = 4): Promise<CrossPlayReport<'gang'>> =>
    runCrossPlay({
      game: 'gang',
      members: await members('gang', text, players),
      config: players === 4 ? config : gangConfig({ players, length: 'heist' }),
      games,
      seed: 3,
    });

  it('seats every two half and half and as a guest, and each alone', async () => {
    const { cells, agents, between, groups } = await play('greedy,random', 60);
    expect(cells.map(({ mix, lineup }) => [mix, lineup])).toEqual([
      ['alone', 'greedy*4'],
      ['guest', 'greedy*3+random'],
      ['half', 'greedy*2+random*2'],
      ['alone', 'random*4'],
      ['guest', 'random*3+greedy'],
    ]);
    expect(agents.map(({ label }) => label)).toEqual(['greedy', 'random']);
    expect(groups).toEqual([]);
    for (const { host, guest, mix, value } of between) {
      const cell = cells.find(
        (one) => one.mix === mix && agents[one.host]!.name === host && agents[one.guest]!.name === guest,
      )!;
      expect(value.mean).toBeCloseTo(cell.value.mean, 12);
      expect(value.low).toBeLessThanOrEqual(value.mean);
      expect(value.high).toBeGreaterThanOrEqual(value.mean);
    }
  });

  it('of seeds of one kind: self-play, cross-play and their difference are the means of the tables', async () => {
    const { cells, groups } = await play('S=greedy,S=belief?spread=9,S=random', 40);
    const mean = (mix: string): number => {
      const own = cells.filter((cell) => cell.mix === mix);
      return own.reduce((sum, { value }) => sum + value.mean, 0) / own.length;
    };
    expect(groups.map(({ mix, seeds }) => [mix, seeds])).toEqual([
      ['half', 3],
      ['guest', 3],
    ]);
    for (const { mix, self, cross, difference, differenceOverDeals } of groups) {
      expect(self.mean).toBeCloseTo(mean('alone'), 12);
      expect(cross.mean).toBeCloseTo(mean(mix), 12);
      expect(difference.mean).toBeCloseTo(cross.mean - self.mean, 12);
      // These "seeds" differ much more than deals do, so that drawing them anew widens the interval.
      const width = (one: { low: number; high: number }): number => one.high - one.low;
      expect(width(self)).toBeGreaterThan(width(differenceOverDeals));
      expect(difference.low).toBeLessThan(difference.mean);
    }
  });

  it('has no halves where the seats are odd', async () => {
    const { cells } = await play('greedy,random', 20, 3);
    expect(new Set(cells.map(({ mix }) => mix))).toEqual(new Set(['alone', 'guest']));
  });

  it('makes a symmetric matrix of halves, and a page without scripts', async () => {
    const report = await play('greedy,random', 30);
    const { values } = crossPlayMatrix(report, 'half');
    expect(values[0]![1]).toBe(values[1]![0]);
    const page = arenaPage(report, "hench arena gang --cross-play 'greedy,random' --players 4");
    expect(page).toContain('<svg');
    expect(page).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
    expect(page).toContain('--cross-play &#39;greedy,random&#39;');
  });
});

describe('Gang Up!', () => {
  it('cross-play: a table of two is the same from either side', async () => {
    const found = await members('gangup', 'greedy,random', 2);
    const { cells, groups } = await runCrossPlay({
      game: 'gangup',
      members: found,
      config: gangup(2),
      games: 12,
      seed: 1,
    });
    expect(cells.map(({ lineup }) => lineup)).toEqual(['greedy+random', 'random+greedy']);
    expect(cells[0]!.value.mean + cells[1]!.value.mean).toBeCloseTo(1, 12);
    expect(groups).toEqual([]);
  });

  it('round robin: every choice of agents, who wins more is rated higher, the same again', async () => {
    const found = await members('gangup', 'random,greedy,schemer', 2);
    const run = () => runRoundRobin({ members: found, config: gangup(2), games: 19, seed: 1 });
    const report = await run();
    expect(report).toMatchObject({ tables: 3, games: 20, fairShare: 0.5, players: 2 });
    expect(report.agents.at(-1)!.agent).toBe('random');
    expect(report.agents.map(({ games }) => games)).toEqual([40, 40, 40]);
    expect(report.agents.reduce((sum, { winShare }) => sum + winShare.mean, 0)).toBeCloseTo(1.5, 12);
    for (const { rating, ordinal, sigma } of report.agents) {
      expect(ordinal).toBeCloseTo(rating.mean - 3 * sigma, 9);
      expect(rating.low).toBeLessThan(rating.mean);
    }
    expect(await run()).toEqual(report);
  });

  it('counts the choices', () => {
    expect(choices(4, 2)).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
      [0, 3],
      [1, 3],
      [2, 3],
    ]);
    expect(choices(9, 3)).toHaveLength(84);
    expect(choices(2, 3)).toEqual([]);
  });
});
