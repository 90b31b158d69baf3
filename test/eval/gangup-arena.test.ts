import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { GangupAgent } from '../../agents/gangup/gangup-agent.js';
import { type GangupArenaOptions, type GangupArenaReport, runGangupArena } from '../../eval/gangup-arena.js';
import { GangupMatch } from '../../eval/gangup-play.js';
import { type Lineup, openLineup } from '../../eval/lineup.js';
import { parseGangupConfig } from '../../src/gangup/config.js';
import { hench } from '../support/cli.js';

const config = (players: number, more: object = {}) => {
  const read = parseGangupConfig({ players, ...more });
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
};

async function lineup(text: string): Promise<Lineup<GangupAgent>> {
  const opened = await openLineup('gangup', text);
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

async function arena(
  texts: readonly string[],
  games: number,
  more: Partial<GangupArenaOptions> = {},
): Promise<GangupArenaReport> {
  const lineups = await Promise.all(texts.map(lineup));
  return runGangupArena({ lineups, config: config(2), games, seed: 1, ...more });
}

const named = (name: string, agents: readonly GangupAgent[]): Lineup<GangupAgent> => ({
  names: agents.map((agent, i) => (i === 0 ? name : agent.name)),
  agents: agents.map((agent, i) => (i === 0 ? { ...agent, name } : agent)),
});

describe('line-ups of Gang Up!', () => {
  it('have two to five seats', async () => {
    for (const [text, ok] of [
      ['random', false],
      ['random*2', true],
      ['random*5', true],
      ['random*6', false],
    ] as const) {
      expect((await openLineup('gangup', text)).ok, text).toBe(ok);
    }
  });
});

describe('the arena of Gang Up!', () => {
  it('greedy beats random', async () => {
    const { lineups } = await arena(['greedy+random'], 60);
    const [greedy, random] = lineups[0]!.seats;
    expect(greedy).toMatchObject({ agent: 'greedy', copies: 1 });
    expect(greedy!.winShare.low).toBeGreaterThan(0.7);
    expect(greedy!.winShare.mean + random!.winShare.mean).toBeCloseTo(1, 12);
    expect(greedy!.status.low).toBeGreaterThan(random!.status.high);
  });

  it('an agent against itself under another name comes out even within its interval', async () => {
    const { agents } = await lineup('random*3');
    const report = await runGangupArena({ lineups: [named('twin', agents)], config: config(3), games: 300, seed: 2 });
    const [twin, random] = report.lineups[0]!.seats;
    expect(random!.copies).toBe(2);
    for (const { winShare } of [twin!, random!]) {
      expect(winShare.low).toBeLessThanOrEqual(1 / 3);
      expect(winShare.high).toBeGreaterThanOrEqual(1 / 3);
    }
    // Three games of a deal differ only in who is called what: every deal is even by itself.
    expect(twin!.winShare.mean).toBeCloseTo(1 / 3, 12);
  });

  it('plays each deal once in every different way to sit', async () => {
    const first: { seat: number; hand: string; first: number }[] = [];
    const { agents } = await lineup('random*3');
    const spy: GangupAgent = {
      name: 'spy',
      open: (table, seat, rng) => {
        let seen = false;
        const opened = agents[0]!.open(table, seat, rng);
        if (opened instanceof Promise) throw new Error('random opens at once');
        return {
          act: (view, legal, budget) => {
            if (!seen) first.push({ seat, hand: [...view.hand.subarray(0, 6)].join(), first: view.info[6]! });
            seen = true;
            return opened.act(view, legal, budget);
          },
        };
      },
    };
    const lineups = [{ names: ['spy', 'random', 'random'], agents: [spy, agents[1]!, agents[2]!] }];
    const report = await runGangupArena({ lineups, config: config(3), games: 30, seed: 3 });
    expect(report.lineups[0]).toMatchObject({ games: 30, deals: 10, seatings: 3, fairShare: 1 / 3 });
    for (let deal = 0; deal < 10; deal++) {
      const three = first.slice(3 * deal, 3 * deal + 3);
      expect(three.map((one) => one.seat).toSorted()).toEqual([0, 1, 2]);
      expect(new Set(three.map((one) => one.first)).size).toBe(1);
    }
  });

  it('says the same with no, one or two threads of its own, and something else for another seed', async () => {
    const alone = await arena(['greedy+random', 'random*2'], 21);
    for (const threads of [1, 2]) expect(await arena(['greedy+random', 'random*2'], 21, { threads })).toEqual(alone);
    expect(await arena(['greedy+random', 'random*2'], 21, { seed: 9 })).not.toEqual(alone);
  });

  it('counts how games end, and shares of the win', async () => {
    const { lineups } = await arena(['random*2'], 50);
    const { ends, turns, decisions, seats } = lineups[0]!;
    expect(ends.status + ends.crimes + ends.turns).toBe(50);
    expect(turns.max).toBeLessThanOrEqual(200);
    expect(turns.mean).toBeGreaterThan(2);
    expect(decisions).toBeGreaterThan(turns.mean);
    expect(seats).toHaveLength(1);
    expect(seats[0]!.winShare.mean).toBeCloseTo(0.5, 12);
  });

  it('reports games in which a seat makes all plays of a turn (R-FUEL)', async () => {
    const { agents } = await lineup('random*2');
    // Pays for a peek at the crimes, which costs nothing here, as often as it may.
    const pack = {
      format: 'hench-gangup-pack',
      version: 1,
      name: 'endless',
      cards: [
        {
          kind: 'crime',
          text: '',
          id: 'c',
          name: 'C',
          set: 'base',
          source: 'house',
          type: 'fraud',
          status: 0,
          manpower: 1,
          reward: 1,
        },
        ...['a', 'b'].map((id) => ({
          kind: 'gangster',
          text: '',
          id,
          name: id,
          set: 'base',
          source: 'house',
          status: 0,
          gender: 'male',
          copies: 4,
        })),
        ...['more', 'again', 'still'].map((id) => ({
          kind: 'influence',
          text: '',
          id,
          name: id,
          set: 'base',
          source: 'house',
          copies: 20,
          status: 0,
          play: { window: 'any', do: [{ op: 'draw', who: 'user', n: 2 }] },
        })),
      ],
    };
    const table = config(2, { packs: [pack] });
    const eager: GangupAgent = { name: 'eager', open: () => ({ act: (_view, legal) => legal.at(0) }) };
    const report = await runGangupArena({
      lineups: [{ names: ['eager', 'random'], agents: [eager, agents[1]!] }],
      config: table,
      games: 4,
      seed: 1,
    });
    expect(report.lineups[0]!.fuel).toBeGreaterThan(0);
  });

  it('names an agent that answers with what is not legal', async () => {
    const bad: GangupAgent = { name: './mine.js', open: () => ({ act: () => 77_777_777 }) };
    const match = new GangupMatch(config(2));
    await expect(match.play([bad, bad], 1)).rejects.toThrow(/\.\/mine\.js: answered .* not legal/);
  });

  it('ends when the signal says so, also while an agent takes for ever', async () => {
    const never: GangupAgent = { name: 'never', open: () => ({ act: () => new Promise(() => {}) }) };
    const stop = new AbortController();
    const running = runGangupArena({
      lineups: [{ names: ['never', 'never'], agents: [never, never] }],
      config: config(2),
      games: 3,
      seed: 1,
      signal: stop.signal,
    });
    setTimeout(() => stop.abort(), 20);
    await expect(running).rejects.toThrow();
    const threaded = arena(['random*2'], 1_000_000, { threads: 2, signal: AbortSignal.timeout(300) });
    await expect(threaded).rejects.toThrow();
  });
});

describe('hench arena gangup', () => {
  it('prints one JSON document in the documented form', async () => {
    const run = await hench(
      ['arena', 'gangup', '--lineup', 'random*2', '--games', '12', '--leaders', '--json'],
      tmpdir(),
    );
    expect(run.code).toBe(0);
    const report = JSON.parse(run.stdout);
    expect(report).toMatchObject({
      game: 'gangup',
      lineups: [{ agents: ['random', 'random'], games: 12, seats: [{ agent: 'random' }], config: { leaders: true } }],
    });
    for (const key of ['winShare', 'status']) {
      expect(Object.keys(report.lineups[0].seats[0][key])).toEqual(['mean', 'low', 'high']);
    }
  });

  it('refuses what makes no sense, in one sentence', async () => {
    for (const [args, message] of [
      [['--lineup', 'random'], 'has fewer than 2 seats'],
      [['--lineup', 'random+nobody'], 'nobody: there is no such agent'],
      [['--lineup', 'random*2', '--players', '3'], 'the line-up random*2 has 2'],
      [['--lineup', 'random*2', '--mode', 'advanced'], '--mode: belongs to a table of The Gang'],
      [['--lineup', 'random*2', '--win-status', '3'], 'startStatus'],
    ] as const) {
      const run = await hench(['arena', 'gangup', ...args, '--games', '5'], tmpdir());
      expect(run.code, args.join(' ')).toBe(2);
      expect(run.stderr).toContain(message);
      expect(run.stderr.trim().split('\n')).toHaveLength(1);
    }
  });
});
