import { beforeAll, describe, expect, it } from 'vitest';
import type { GangAgent } from '../../agents/gang-agent.js';
import { greedy } from '../../agents/greedy.js';
import { onnxAgent } from '../../agents/onnx.js';
import { random } from '../../agents/random.js';
import { type ArenaOptions, type ArenaReport, runArena } from '../../eval/arena.js';
import { dealSeed } from '../../eval/deals.js';
import { type Lineup, openLineup, rotations } from '../../eval/lineup.js';
import { playLineup } from '../../eval/play.js';
import { gameWinChance } from '../../eval/stats.js';
import { gang } from '../../src/gang/game.js';
import { finalStrength } from '../../src/gang/rules.js';
import { HEIST, ROUND } from '../../src/gang/state.js';
import { gangConfig } from '../support/gang-tables.js';
import { freshFolder, writeRandomModel } from '../support/models.js';

async function lineup(text: string): Promise<Lineup<GangAgent>> {
  const opened = await openLineup('gang', text);
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

const heists = gangConfig({ players: 4, length: 'heist' });

async function arena(texts: readonly string[], games: number, more: Partial<ArenaOptions> = {}): Promise<ArenaReport> {
  const lineups = await Promise.all(texts.map(lineup));
  return runArena({ lineups, config: heists, games, seed: 1, ...more });
}

/** The agent under another name, noting what it is dealt: `pocket` by deal order and seat. */
function spy(agent: GangAgent, name: string, note: (seat: number, pocket: string) => void): GangAgent {
  return {
    ...agent,
    name,
    open: async (config, seat, rng) => {
      const session = await agent.open(config, seat, rng);
      let noted = false;
      return {
        act: (view, legal, budget) => {
          if (!noted) note(seat, [...view.pocket].join());
          noted = true;
          return session.act(view, legal, budget);
        },
      };
    },
  };
}

describe('strength', () => {
  it('belief is better than greedy, greedy better than random', async () => {
    const { lineups, differences } = await arena(['belief*4', 'greedy*4', 'random*4'], 200);
    const [belief, second, third] = lineups;
    expect(belief!.success.low).toBeGreaterThan(second!.success.high + 0.2);
    expect(second!.success.low).toBeGreaterThan(third!.success.high + 0.1);
    for (const { success } of differences) expect(success.low).toBeGreaterThan(0.1);
  });

  it('random succeeds as often as a random order is right on these deals (rulings, worked example 5)', async () => {
    for (const players of [3, 5]) {
      const games = 4000;
      const config = gangConfig({ players, length: 'heist' });
      const state = gang.createState(config);
      let expected = 0;
      let variance = 0;
      for (let deal = 0; deal < games; deal++) {
        gang.setup(state, dealSeed(1, deal));
        const p = rightOrders(Array.from({ length: players }, (_, s) => finalStrength(state, s)));
        expected += p;
        variance += p * (1 - p);
      }
      const { lineups } = await arena([`random*${players}`], games);
      const won = Math.round(lineups[0]!.success.mean * games);
      expect(Math.abs(won - expected), `${players} players`).toBeLessThan(3.3 * Math.sqrt(variance));
      // Ties make it more than 1/N!.
      let orders = 1;
      for (let n = 2; n <= players; n++) orders *= n;
      expect(expected / games).toBeGreaterThan(1.05 / orders);
    }
  });
});

/** Share of all orders of these hands in which no weaker one comes after a stronger: equal hands may swap. */
function rightOrders(strengths: number[]): number {
  const sorted = strengths.toSorted((a, b) => a - b);
  let share = 1;
  let alike = 0;
  sorted.forEach((strength, i) => {
    alike = i > 0 && sorted[i - 1] === strength ? alike + 1 : 1;
    share *= alike / (i + 1);
  });
  return share;
}

describe('deals', () => {
  it('are the same for every line-up of a size, seat by seat', async () => {
    const dealt = (agent: GangAgent): Promise<string[]> => {
      const seen: string[] = [];
      const agents = Array.from({ length: 4 }, () =>
        spy(agent, agent.name, (seat, pocket) => seen.push(`${seat}:${pocket}`)),
      );
      const options = {
        agents,
        seatings: rotations(['a', 'b', 'c', 'd']),
        config: heists,
        games: 40,
        seed: 5,
        tables: 1,
      };
      // Who is asked first differs; what each seat is dealt doesn't.
      return playLineup(options).then(() =>
        seen.map((_, i) =>
          seen
            .slice(i - (i % 4), i - (i % 4) + 4)
            .toSorted()
            .join(),
        ),
      );
    };
    const first = await dealt(greedy);
    expect(first).toHaveLength(160);
    expect(await dealt(random)).toEqual(first);
  });

  it('depend on the seed and their number', () => {
    const seeds = new Set<number>();
    for (let seed = 0; seed < 20; seed++) {
      for (let deal = 0; deal < 200; deal++) {
        const value = dealSeed(seed, deal);
        expect(Number.isSafeInteger(value) && value >= 0).toBe(true);
        seeds.add(value);
      }
    }
    expect(seeds.size).toBe(4000);
  });

  it('let the seats rotate through all distinct ways to sit, in equal shares', async () => {
    const names = ['greedy', 'greedy', 'greedy', 'odd'];
    const seats = [0, 0, 0, 0];
    const odd = spy(greedy, 'odd', (seat) => {
      seats[seat]!++;
    });
    const agents = [greedy, greedy, greedy, odd];
    await playLineup({ agents, seatings: rotations(names), config: heists, games: 40, seed: 1 });
    expect(seats).toEqual([10, 10, 10, 10]);
  });
});

describe('results', () => {
  it('are the same again, and however many tables are played at once', async () => {
    const once = await arena(['greedy*3+random', 'random*4'], 120);
    expect(await arena(['greedy*3+random', 'random*4'], 120)).toEqual(once);
    expect(await arena(['greedy*3+random', 'random*4'], 120, { tables: 1 })).toEqual(once);
    expect(await arena(['greedy*3+random', 'random*4'], 120, { tables: 77 })).toEqual(once);
    expect(await arena(['greedy*3+random', 'random*4'], 120, { seed: 2 })).not.toEqual(once);
  });

  it('are the same with no, one or two threads of its own', async () => {
    const texts = ['greedy*3+random', 'random*4'];
    const once = await arena(texts, 50);
    for (const threads of [1, 2]) expect(await arena(texts, 50, { threads }), `${threads}`).toEqual(once);
  });

  it('have an interval by resampling deals beside the other, much alike, and differences too', async () => {
    const { lineups, differences } = await arena(['greedy*4', 'random*4'], 300);
    const near = (a: { low: number; high: number }, b: { low: number; high: number }): void => {
      expect(Math.abs(a.low - b.low)).toBeLessThan(0.02);
      expect(Math.abs(a.high - b.high)).toBeLessThan(0.02);
    };
    for (const { success, bootstrap } of lineups) {
      expect(bootstrap).toMatchObject({ mean: success.mean, method: 'bca', resamples: 2000, units: 300 });
      near(success, bootstrap);
    }
    near(differences[0]!.success, differences[0]!.bootstrap);
  });

  it('stop when they are known closely enough, with an interval that allows for it', async () => {
    const { lineups, differences } = await arena(['greedy*4', 'random*4'], 4000, { until: 0.08 });
    for (const { heists, success, sequence, control } of lineups) {
      expect(heists).toBe(lineups[0]!.heists); // all on the same deals
      expect(heists).toBeLessThan(1000);
      expect(sequence).toMatchObject({ reached: true, target: 0.08, method: 'betting' });
      expect(success).toEqual(sequence!.interval);
      expect(control).toBeUndefined();
    }
    expect(differences[0]!.success.low).toBeGreaterThan(0);
    const capped = await arena(['greedy*4'], 60, { until: 0.01 });
    expect(capped.lineups[0]).toMatchObject({ heists: 60, sequence: { reached: false } });
  });

  it('take the luck of the deals out, by their difficulty and a reference on them', async () => {
    const [plain] = (await arena(['greedy*3+random'], 300)).lineups;
    expect(plain!.control!.controls).toEqual(['ties', 'close02', 'close05', 'close15']);
    const references = [await lineup('greedy*4')];
    const [row] = (await arena(['greedy*3+random'], 300, { references })).lineups;
    expect(row!.control).toMatchObject({ extraDeals: 1200 });
    expect(row!.control!.controls).toEqual(['ties', 'close02', 'close05', 'close15', 'greedy*4']);
    expect(row!.success).toEqual(plain!.success);
    expect(Math.abs(row!.control!.mean - row!.success.mean)).toBeLessThan(0.05);
    // Three of four are the reference: what it does says much about what they do.
    expect(row!.control!.varianceReduction).toBeGreaterThan(plain!.control!.varianceReduction);
    expect(row!.control!.varianceReduction).toBeGreaterThan(0.03);
  });

  it('say who sat, what they may see, how often they won and how much moved', async () => {
    const { lineups } = await arena(['greedy*3+random'], 100);
    const [row] = lineups;
    expect(row).toMatchObject({
      lineup: 'greedy*3+random',
      agents: ['greedy', 'greedy', 'greedy', 'random'],
      classes: ['full', 'full', 'full', 'legible'],
      heists: 100,
      gameWinsFrom: 'success',
      seatings: 4,
    });
    expect(row!.gameWins.mean).toBe(gameWinChance(row!.success.mean));
    expect(row!.movesPerRound).toBeGreaterThan(4);
    expect(row!.movesPerRound).toBeLessThan(2 * 4 * 4 + 4);
  });

  it('an agent is as good as itself under another name', async () => {
    const twin: GangAgent = { ...greedy, name: 'twin' };
    const mixed: Lineup<GangAgent> = {
      names: ['greedy', 'greedy', 'twin', 'twin'],
      agents: [greedy, greedy, twin, twin],
    };
    const own = await lineup('greedy*4');
    const report = await runArena({ lineups: [mixed, own], config: heists, games: 400, seed: 3 });
    // Greedy has no randomness of its own: deal by deal the same.
    expect(report.differences[0]!.success).toEqual({ mean: 0, low: 0, high: 0 });
    const other = await runArena({ lineups: [mixed], config: heists, games: 2000, seed: 4 });
    const again = await runArena({ lineups: [own], config: heists, games: 2000, seed: 5 });
    const [a, b] = [other.lineups[0]!.success, again.lineups[0]!.success];
    expect(a.low).toBeLessThan(b.high);
    expect(b.low).toBeLessThan(a.high);
  });

  it('count whole games where they are played', async () => {
    const config = gangConfig({ players: 3, length: 'game' });
    const games = 400;
    const report = await runArena({ lineups: [await lineup('greedy*3')], config, games, seed: 1 });
    const [row] = report.lineups;
    expect(row!.gameWinsFrom).toBe('games');
    expect(row!.heists).toBeGreaterThanOrEqual(3 * games);
    expect(row!.heists).toBeLessThanOrEqual(5 * games);
    // Heists are independent, so the formula and the count agree within their intervals.
    const worked = gameWinChance(row!.success.mean);
    expect(worked).toBeGreaterThan(row!.gameWins.low - 0.02);
    expect(worked).toBeLessThan(row!.gameWins.high + 0.02);
  });

  it('end when the signal says so', async () => {
    const stop = new AbortController();
    const running = arena(['greedy*4'], 100_000, { signal: stop.signal, onProgress: () => stop.abort() });
    await expect(running).rejects.toThrow();
  });
});

describe('trained agents in the arena', () => {
  let full: string;
  let legible: string;
  beforeAll(async () => {
    [full, legible] = [freshFolder('full'), freshFolder('legible')];
    await writeRandomModel(full, { players: 4, seed: 5 });
    await writeRandomModel(legible, { players: 4, kind: 'legible', seed: 6 });
  });

  it('are asked many at once and answer as they would alone, seat by seat, from their views', async () => {
    for (const temperature of [0, 1]) {
      const together = [
        onnxAgent('one', 'full', () => full, { temperature }),
        onnxAgent('two', 'legible', () => legible, { temperature }),
      ];
      // Without `policy` the arena can only ask each seat's session.
      const alone = together.map(({ policy: _policy, ...agent }) => agent);
      const play = (pair: GangAgent[]): ReturnType<typeof playLineup> => {
        const agents = [pair[0]!, pair[1]!, pair[0]!, greedy];
        return playLineup({
          agents,
          seatings: rotations(['a', 'b', 'a', 'c']),
          config: heists,
          games: 60,
          seed: 8,
          tables: 16,
        });
      };
      expect(await play(together)).toEqual(await play(alone));
    }
  });

  it('mix: two of one model with two of another', async () => {
    const text = `model:${full}*2+model:${legible}*2`;
    const { lineups } = await arena([text], 80);
    expect(lineups[0]!.classes).toEqual(['full', 'full', 'legible', 'legible']);
    expect(lineups[0]!.seatings).toBe(4);
    expect(await arena([text], 80, { tables: 5 })).toEqual(await arena([text], 80));
  });
});

describe("a user's agent", () => {
  const own = (act: (legal: { at(i: number): number }) => unknown): GangAgent => ({
    name: './mine.js',
    observes: 'full',
    open: () => ({ act: (_view, legal) => act(legal) as number }),
  });

  it('may take its time', async () => {
    const slow = own((legal) => Promise.resolve(legal.at(0)));
    const quick = own((legal) => legal.at(0));
    const play = (agent: GangAgent): ReturnType<typeof playLineup> =>
      playLineup({
        agents: [agent, greedy, agent],
        seatings: [[0, 1, 2]],
        config: gangConfig({ players: 3, length: 'heist' }),
        games: 30,
        seed: 2,
      });
    expect(await play(slow)).toEqual(await play(quick));
  });

  it('is named when it answers with what is not legal', async () => {
    for (const answer of [123456, Number.NaN, undefined, 'keep']) {
      const agents = [own(() => answer), greedy, greedy];
      const config = gangConfig({ players: 3, length: 'heist' });
      const playing = playLineup({ agents, seatings: [[0, 1, 2]], config, games: 1, seed: 2 });
      await expect(playing).rejects.toThrow(
        /\.\/mine\.js: answered '.*', which is not legal\. Legal: take 1 from centre/,
      );
    }
  });

  it('hears what its seat may know, and no more', async () => {
    const heard: { seat: number; type: string; to?: number; round: number; heist: number }[] = [];
    const listener: GangAgent = {
      name: 'listener',
      observes: 'full',
      open: (_config, seat) => {
        let now = { round: 0, heist: 0 };
        return {
          act: (view, legal) => {
            now = { round: view.info[ROUND]!, heist: view.info[HEIST]! };
            return legal.at(0);
          },
          notice: (event) => heard.push({ seat, ...event, ...now }),
        };
      },
    };
    const config = gangConfig({ players: 3, length: 'heist' });
    await playLineup({ agents: [listener, greedy, listener], seatings: [[0, 1, 2]], config, games: 5, seed: 2 });
    expect(heard.filter((event) => event.type === 'deal').every((event) => event.to === 1 << event.seat)).toBe(true);
    expect(heard.filter((event) => event.type === 'deal')).toHaveLength(10);
    for (const type of ['take', 'roundEnd', 'reveal', 'outcome']) {
      expect(
        heard.some((event) => event.type === type),
        type,
      ).toBe(true);
    }
  });
});
