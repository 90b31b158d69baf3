import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { figuresOf } from '../../eval/balance/figures.js';
import { Recorder } from '../../eval/balance/recorder.js';
import { runBalance } from '../../eval/balance/run.js';
import { ratioInterval } from '../../eval/stats.js';
import { ActionList } from '../../src/core/game.js';
import {
  action,
  cardsOf,
  DO,
  type GangupEvent,
  GangupState,
  INFO,
  PROMPT,
  parseGangupConfig,
} from '../../src/gangup/index.js';
import { hench } from '../support/cli.js';

const config = (players: number) => {
  const read = parseGangupConfig({ players });
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
};

const TWO = config(2);
const CARDS = cardsOf(TWO);
const card = (id: string): number => CARDS.data.findIndex((one) => one.id === id);

/** A log written by hand: what a table would tell, and the words of the state that are looked at. */
class Log {
  readonly recorder = new Recorder(TWO);
  readonly state = new GangupState(TWO);

  constructor(first: number) {
    this.state.slotCard.fill(-1);
    this.tell({ type: 'start', first, jail: [] });
  }

  tell(...events: readonly GangupEvent[]): this {
    for (const event of events) this.recorder.event(event, this.state);
    return this;
  }

  turn(turn: number, seat: number, ...status: readonly number[]): this {
    this.state.status.set(status);
    return this.tell({ type: 'turn', turn, seat });
  }

  /** The seat is asked, may do the first verbs, and does the last. */
  asked(seat: number, prompt: number, verbs: readonly number[], taken: number): this {
    const legal = new ActionList();
    for (const verb of verbs) legal.push(action(verb));
    this.state.info[INFO.prompt] = prompt;
    this.recorder.decision(this.state, seat, legal, action(taken));
    return this;
  }

  crime(seat: number, ally: number, success: boolean): this {
    const { info } = this.state;
    info[INFO.crime] = card('purse-snatch-relay');
    info[INFO.ally] = ally;
    return this.tell(
      { type: 'crime', seat, card: info[INFO.crime]! },
      { type: 'rumor', seat, played: true },
      { type: 'inProgress', manpower: 2, requirement: 2 },
      { type: 'outcome', success, manpower: success ? 2 : 0, requirement: 2 },
    );
  }

  mean(name: Parameters<Recorder['tally']['moments']>[0]): number {
    const { x, n } = this.recorder.tally.moments(name);
    return x / n;
  }
}

describe('figures of a game written by hand', () => {
  const log = new Log(1)
    .tell(
      { type: 'drawn', seat: 0, cards: [card('red')], to: 1 },
      { type: 'drawn', seat: 1, cards: [card('red')], to: 2 },
      { type: 'drawn', seat: 1, cards: [card('cold-feet')], to: 2 },
    )
    .turn(1, 1, 5, 5)
    .tell({ type: 'drawn', seat: 1, cards: [card('easy-jenny')], to: 2 })
    .crime(1, 0, true)
    .turn(2, 0, 7, 7)
    .crime(0, -1, false)
    // After two of four turns seat 1 leads, 7 to 5.
    .turn(3, 1, 5, 7)
    .tell({ type: 'play', seat: 1, card: card('cold-feet'), paid: [], targets: [], concerns: 0 })
    .tell({ type: 'crime', seat: 1, card: card('city-bond-swindle') }, { type: 'rumor', seat: 1, played: false })
    .turn(4, 0, 5, 7)
    .crime(0, -1, true)
    .tell({ type: 'fuel', seat: 0 }, { type: 'gameOver', winners: [0], reason: 'status' });

  it('counts crimes: of three in progress two succeed, one is turned, one has an ally; three of four get that far', () => {
    expect([log.mean('success'), log.mean('turned'), log.mean('allied'), log.mean('started')]).toEqual([
      2 / 3,
      1 / 3,
      1 / 3,
      3 / 4,
    ]);
  });

  it('counts wins by place: the seat that began has lost', () => {
    expect([log.mean('place0'), log.mean('place1')]).toEqual([0, 1]);
  });

  it('knows who led after half of the turns, and who was last', () => {
    expect([log.mean('leader'), log.mean('last')]).toEqual([0, 1]);
  });

  it('counts two turns a seat, an end by status, and the plays that a turn allows', () => {
    expect([log.mean('turns'), log.mean('byStatus'), log.mean('atCap'), log.mean('fuel')]).toEqual([2, 1, 0, 1]);
  });

  it('counts cards: opening hands end with the first turn, drawing and playing do not', () => {
    const { tally } = log.recorder;
    const ratio = (id: string, name: 'opening' | 'played'): number[] => {
      const { x, n } = tally.cardMoments(card(id), name);
      return name === 'opening' ? [x / 3600, n / 3600] : [x, n];
    };
    expect(ratio('red', 'opening')).toEqual([1, 2]);
    expect(ratio('cold-feet', 'opening')).toEqual([0, 1]);
    expect(ratio('easy-jenny', 'opening')).toEqual([0, 0]);
    expect(ratio('cold-feet', 'played')).toEqual([1, 1]);
    expect(ratio('easy-jenny', 'played')).toEqual([0, 1]);
    expect(ratio('city-bond-swindle', 'played')).toEqual([0, 1]);
    expect(ratio('old-friends', 'played')).toEqual([0, 0]);
  });

  it('a shared win counts in equal parts, also for those who shared the lead', () => {
    const shared = new Log(0)
      .turn(1, 0, 5, 5)
      .turn(2, 1, 6, 5)
      .tell({ type: 'gameOver', winners: [0, 1], reason: 'crimes' });
    expect([shared.mean('place0'), shared.mean('leader'), shared.mean('last')]).toEqual([0.5, 0.5, 0.5]);
    const level = new Log(0)
      .turn(1, 0, 5, 5)
      .turn(2, 1, 5, 5)
      .tell({ type: 'gameOver', winners: [0], reason: 'crimes' });
    expect(level.recorder.tally.moments('leader').n).toBe(0);
  });

  it('what falls short in 4C and is made up again is turned too', () => {
    const saved = new Log(0).turn(1, 0, 5, 5);
    const { info } = saved.state;
    info[INFO.crime] = card('purse-snatch-relay');
    info[INFO.ally] = -1;
    saved
      .tell({ type: 'crime', seat: 0, card: info[INFO.crime]! }, { type: 'inProgress', manpower: 2, requirement: 2 })
      .asked(0, PROMPT.priority, [DO.play, DO.pass], DO.play)
      .tell({ type: 'outcome', success: true, manpower: 2, requirement: 2 });
    saved.tell({ type: 'gameOver', winners: [0], reason: 'status' });
    expect([saved.mean('success'), saved.mean('turned')]).toEqual([1, 1]);
  });

  it('a seat is stuck when it could do nothing in three own turns in a row', () => {
    const idle = (turns: number, between: (log: Log) => Log): number => {
      const table = new Log(0);
      for (let turn = 1; turn <= 2 * turns; turn++) {
        const seat = (turn - 1) % 2;
        table.turn(turn, seat, 0, 5);
        table.asked(seat, PROMPT.third, seat === 1 ? [DO.play, DO.second, DO.crime] : [DO.second, DO.crime], DO.second);
        if (turn === 3) between(table);
      }
      return table.tell({ type: 'gameOver', winners: [1], reason: 'turns' }).mean('stuck');
    };
    expect(idle(3, (log) => log)).toBe(0.5);
    expect(idle(2, (log) => log)).toBe(0);
    expect(idle(3, (log) => log.asked(0, PROMPT.gangsters, [DO.place, DO.done], DO.done))).toBe(0);
    expect(idle(3, (log) => log.asked(0, PROMPT.rumor, [DO.yes, DO.no], DO.no))).toBe(0.5);
    const withGang = (log: Log): Log => {
      log.state.slotCard[0] = card('red');
      log.state.slotOwner[0] = 0;
      log.asked(0, PROMPT.rumor, [DO.yes, DO.no], DO.no);
      log.state.slotCard[0] = -1;
      return log;
    };
    expect(idle(3, withGang)).toBe(0);
  });
});

describe('ranges', () => {
  it('are those of the rulings, asked for where they name a number of players', () => {
    const { figures } = figuresOf(new Recorder(config(3)).tally);
    const ranges = Object.fromEntries(figures.filter((one) => one.asked).map((one) => [one.id, one.range]));
    expect(ranges).toEqual({
      success: [0.65, 0.85],
      byStatus: [0.7, 1],
      atCap: [0, 0],
      turns: [6, 14],
      leader: [0, 0.65],
      last: [0.12, 1],
      allied: [0.25, 0.6],
      turned: [0.15, 0.4],
      stuck: [0, 0.02],
      fuel: [0, 0],
      seats: [0, 0.04],
      openingMost: [0.8, 1.25],
      openingLeast: [0.8, 1.25],
      played: [0.05, 1],
    });
    const atFour = figuresOf(new Recorder(config(4)).tally).figures.filter((one) => one.range && !one.asked);
    expect(atFour.map((one) => one.id)).toEqual(['byStatus', 'atCap', 'turns']);
  });

  it('what was never counted is in no range', () => {
    const { figures } = figuresOf(new Recorder(config(3)).tally);
    expect(figures.find((one) => one.id === 'success')).toMatchObject({ value: Number.NaN, inRange: false });
  });
});

describe('measuring', () => {
  const measure = (threads: number, more: object = {}) =>
    runBalance({ configs: [config(2), config(3)], agents: ['random', 'greedy'], games: 24, seed: 4, threads, ...more });

  it('says the same with one thread, with two, and with none of its own', async () => {
    const alone = await measure(0);
    expect(await measure(1)).toEqual(alone);
    expect(await measure(2)).toEqual(alone);
    expect(await measure(0, { seed: 5 })).not.toEqual(alone);
  });

  it('every game has one winner’s worth of wins, and all cards of the table are there', async () => {
    const { tables } = await measure(0);
    for (const { players, figures, cards } of tables) {
      const places = figures.filter((one) => /^place\d/.test(one.id)).map((one) => one.value);
      expect(places).toHaveLength(players);
      expect(places.reduce((a, b) => a + b)).toBeCloseTo(1, 9);
      expect(cards.map((one) => one.id)).toEqual(cardsOf(config(players)).data.map((one) => one.id));
    }
  });

  it('ends when the signal says so', async () => {
    const stop = new AbortController();
    await expect(measure(0, { games: 100_000, signal: stop.signal, onProgress: () => stop.abort() })).rejects.toThrow();
  });

  it('an interval from sums is that of the clusters themselves', () => {
    // Clusters 1 of 2, 0 of 1, 3 of 3: mean ⅔; Σ(x − ⅔n)² = 1/9 + 4/9 + 1 = 14/9.
    // Student's quantile for 2 degrees of freedom.
    const half = 4.302652729749464 * Math.sqrt(((14 / 9 / 2) * 3) / 36);
    const interval = ratioInterval({ clusters: 3, x: 4, n: 6, xx: 10, xn: 11, nn: 14 }, false);
    expect(interval.mean).toBeCloseTo(2 / 3, 12);
    expect(interval.low).toBeCloseTo(2 / 3 - half, 8);
  });
});

describe('hench cards balance', () => {
  it('prints one JSON document', async () => {
    const run = await hench(
      ['cards', 'balance', '--players', '2', '--games', '20', '--bots', 'random', '--json'],
      tmpdir(),
    );
    expect(run.code).toBe(0);
    const report = JSON.parse(run.stdout);
    expect(report).toMatchObject({ game: 'gangup', games: 20, seed: 1, agents: ['random'], tables: [{ players: 2 }] });
    expect(report.tables[0].figures[0]).toMatchObject({ id: 'success', range: [0.65, 0.85], asked: true });
  });

  it('names what is wrong with its flags', async () => {
    for (const [args, message] of [
      [['--players', '6'], "--players: '6' is no number of players"],
      [['--games', '0'], '--games: 0 is out of range'],
      [['--bots', 'nobody'], 'nobody: there is no such agent'],
      [['no-such-pack.json'], "no-such-pack.json: can't be read"],
    ] as const) {
      const run = await hench(['cards', 'balance', ...args], tmpdir());
      expect(run.code, args.join(' ')).toBe(2);
      expect(run.stderr).toContain(message);
    }
  });
});
