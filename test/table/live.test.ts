import { describe, expect, test } from 'vitest';
import { greedy } from '../../agents/greedy.js';
import { random } from '../../agents/random.js';
import type { Agent } from '../../src/core/agent.js';
import { BadInputError, IllegalActionError } from '../../src/core/errors.js';
import { decodeReplay, encodeReplay, verifyReplay } from '../../src/core/replay.js';
import { KEEP, READY, takeAction, VERB_TAKE, verbOf } from '../../src/gang/actions.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { gang, movesMax } from '../../src/gang/game.js';
import { MOVES, READY_MASK, ROUND } from '../../src/gang/state.js';
import { viewToJson } from '../../src/gang/view-json.js';
import { createTable, type LiveTable, type PersonTurn, type SeatSpec, VirtualClock } from '../../src/table/index.js';
import { type GangAgent, thief, turnedAway, type View } from './agents.js';

/** A table on a clock that the test moves, dealt and waiting. */
async function tableOf(
  seats: readonly SeatSpec[],
  config: Record<string, unknown> = {},
): Promise<{ table: LiveTable; clock: VirtualClock; played: ReturnType<LiveTable['play']> }> {
  const clock = new VirtualClock();
  const table = createTable({ seed: 11, seats, config, clock, pace: 'normal' });
  const played = table.play();
  played.catch(() => {});
  await new Promise((resolve) => setImmediate(resolve));
  return { table, clock, played };
}

/** People in every seat take the chip of their seat's number. */
function takeAll(table: LiveTable): void {
  for (let seat = 0; seat < table.config.players; seat++) expect(table.act(seat, takeAction(seat, -1)).ok).toBe(true);
}

const THREE_PEOPLE = ['person', 'person', 'person'] as const;

describe('acts at a live table (R-CONCURRENT)', () => {
  test('anybody may act at any moment, and acts count in the order in which they arrive', async () => {
    const { table } = await tableOf(THREE_PEOPLE);
    for (const [seat, chip, from] of [
      [2, 0, -1],
      [0, 0, 2],
      [2, 1, -1],
      [1, 0, 0],
    ] as const) {
      expect(table.act(seat, takeAction(chip, from)).ok).toBe(true);
    }
    expect([0, 1, 2].map((seat) => table.view(0).starNow(seat))).toEqual([-1, 0, 1]);
  });

  test('a take of a chip that has moved meanwhile is refused and changes nothing', async () => {
    const { table } = await tableOf(THREE_PEOPLE);
    const seen = table.view(1);
    expect(table.act(0, takeAction(2, -1)).ok).toBe(true);
    const before = [table.view(0).words, table.view(1).words, table.view(2).words];
    const late = table.say(1, 'take 3', seen);
    expect(late).toMatchObject({ ok: false, error: { code: 'table/stale' } });
    expect([table.view(0).words, table.view(1).words, table.view(2).words]).toEqual(before);
    expect(table.replay().moves).toHaveLength(1);
  });

  test('a take that was meant for the round before is refused', async () => {
    const { table } = await tableOf(THREE_PEOPLE, { roundEnd: 'strict' });
    table.act(0, takeAction(0, -1));
    table.act(1, takeAction(1, -1));
    const seen = table.view(1);
    table.act(2, takeAction(2, -1));
    expect(table.view(1).info[ROUND]).toBe(1);
    expect(table.say(1, 'take 3', seen)).toMatchObject({ ok: false, error: { code: 'table/stale' } });
  });

  test('a ready that was meant for other chips is refused', async () => {
    const { table } = await tableOf(THREE_PEOPLE);
    takeAll(table);
    const seen = table.view(0);
    table.act(1, takeAction(2, 2));
    table.act(2, takeAction(1, -1));
    expect(table.act(0, READY, seen)).toMatchObject({ ok: false, error: { code: 'table/stale' } });
    expect(table.act(0, READY, table.view(0)).ok).toBe(true);
  });

  test('people have no takesMax, and others see them with all their takes', async () => {
    const { table } = await tableOf(['person', 'person', greedy], { takesMax: 1 });
    for (let i = 0; i < 9; i++) {
      expect(table.act(0, takeAction(i % 2, -1)).ok).toBe(true);
      expect(viewToJson(table.view(2)).takesLeft).toEqual([1, 1, 1]);
    }
  });

  test('refusals say why', async () => {
    const { table } = await tableOf(THREE_PEOPLE);
    const why = (seat: number, text: string): string => {
      const done = table.say(seat, text);
      return done.ok ? 'done' : done.error.message;
    };
    expect(why(0, 'ready')).toBe('not everybody holds a chip yet.');
    expect(why(0, 'put back')).toBe('you have no chip of this round to put back.');
    takeAll(table);
    expect(why(0, 'take 1')).toBe('that chip is yours already.');
    expect(why(0, 'keep')).toBe('to keep your chip, just do nothing.');
    expect(why(0, 'take 2 from centre')).toBe('that chip has moved meanwhile.');
    expect(why(0, 'ready')).toBe('done');
    expect(why(0, 'ready')).toBe('you said that you are ready already.');
  });
});

describe('round ends (R-ROUND-END)', () => {
  test('a table with people is a `ready` table unless told otherwise; bots among themselves play `strict`', () => {
    const of = (seats: SeatSpec[], config = {}): string => createTable({ seed: 1, seats, config }).config.roundEnd;
    expect(of(['person', greedy, greedy])).toBe('ready');
    expect(of(['person', greedy, greedy], { roundEnd: 'strict' })).toBe('strict');
    expect(of([greedy, greedy, greedy])).toBe('strict');
  });

  test('any chip that moves clears all readiness', async () => {
    const { table } = await tableOf(THREE_PEOPLE);
    takeAll(table);
    table.act(0, READY);
    table.act(1, READY);
    expect(table.view(2).info[READY_MASK]).toBe(0b011);
    table.say(2, 'put back');
    expect(table.view(2).info[READY_MASK]).toBe(0);
    table.say(2, 'take 3');
    for (const seat of [2, 1, 0]) {
      expect(table.view(0).info[ROUND]).toBe(0);
      table.act(seat, READY);
    }
    expect(table.view(0).info[ROUND]).toBe(1);
  });

  test('bots say ready by themselves, and again after a person has moved a chip', async () => {
    const { table, clock } = await tableOf(['person', greedy, greedy]);
    await clock.advance(60_000);
    const free = table.view(0).holder.indexOf(-1);
    table.act(0, takeAction(free, -1));
    await clock.advance(60_000);
    expect(table.view(0).info[READY_MASK]).toBe(0b110);
    table.say(0, 'put back');
    expect(table.view(0).info[READY_MASK]).toBe(0);
    await clock.advance(60_000);
    expect(table.view(0).info[READY_MASK]).toBe(0); // somebody has no chip
    const freeNow = table.view(0).holder.indexOf(-1);
    table.act(0, takeAction(freeNow, -1));
    await clock.advance(60_000);
    expect(table.view(0).info[READY_MASK]).toBe(0b110);
    expect(table.view(0).info[ROUND]).toBe(0);
    table.act(0, READY);
    expect(table.view(0).info[ROUND]).toBe(1);
  });
});

describe('bots', () => {
  test('are asked at the start of a round and again only after a chip moved', async () => {
    let asked = 0;
    const counting: Agent<View> = {
      name: 'counting',
      open: () => ({
        act: (_view, legal) => {
          asked++;
          return legal.at(0);
        },
      }),
    };
    const { table, clock } = await tableOf(['person', 'person', counting]);
    expect(asked).toBe(0);
    await clock.advance(60_000); // takes a chip, looks again, keeps
    expect(asked).toBe(2);
    await clock.advance(3_600_000);
    expect(asked).toBe(2);
    table.act(0, takeAction(1, -1));
    await clock.advance(3_600_000);
    expect(asked).toBe(3);
    table.act(0, takeAction(2, -1));
    table.say(0, 'put back');
    await clock.advance(3_600_000);
    expect(asked).toBe(4); // two moves at once, one look
  });

  test('never stall, whoever sits there: games of bots end within the bound of R-HEADLESS', async () => {
    const agents: GangAgent[] = [greedy, random, thief, turnedAway];
    for (const roundEnd of ['strict', 'ready']) {
      for (const takesMax of [0, 1, 4]) {
        for (let players = 3; players <= 6; players++) {
          const seats = Array.from({ length: players }, (_, seat) => agents[(seat + players) % agents.length]!);
          const table = createTable({ seed: 100 + players, seats, config: { roundEnd, takesMax } });
          let moves = 0;
          table.watch(null, (event) => {
            if (event.type === 'round') moves = 0;
            if (event.type === 'take') moves++;
            expect(moves).toBeLessThanOrEqual(movesMax(table.config));
          });
          const result = await table.play();
          expect(result.over).toBe(true);
          expect(verifyReplay(gang, result.replay, 'game').ok).toBe(true);
        }
      }
    }
  });

  test('with a thief of a person at the table they still always find a chip', async () => {
    const { table, clock } = await tableOf(['person', greedy, thief], { takesMax: 2 });
    for (let i = 0; i < 200; i++) {
      const view = table.view(0);
      const chip = [...view.holder].findIndex((holder, c) => holder > 0 && c !== view.starNow(0));
      if (chip >= 0) expect(table.act(0, takeAction(chip, view.holder[chip]!)).ok).toBe(true);
      await clock.advance(700);
    }
    await clock.advance(60_000);
    expect(table.view(0).allHold()).toBe(true);
    expect(table.view(0).info[READY_MASK]).toBe(0b110);
  });

  test('slow down while a person holds no chip yet, and are their old selves as soon as it does', async () => {
    const seats = ['person', thief, thief, thief];
    const moves = async (wait: boolean): Promise<[number, number]> => {
      const { table, clock } = await tableOf(seats, { takesMax: 32 });
      const counted = (): number => table.view(0).info[MOVES]!;
      if (!wait) table.act(0, takeAction(0, table.view(0).holder[0]!));
      for (let s = 0; s < 20; s++) {
        await clock.advance(1000);
        const { holder } = table.view(0);
        if (!wait && table.view(0).starNow(0) < 0) table.act(0, takeAction(0, holder[0]!));
      }
      const before = counted();
      if (wait) table.act(0, takeAction(0, table.view(0).holder[0]!));
      await clock.advance(4000);
      return [before, counted() - before];
    };
    const [patient, after] = await moves(true);
    expect(patient).toBeGreaterThan(2);
    expect(patient).toBeLessThan(12);
    expect((await moves(false))[0]).toBeGreaterThan(3 * patient);
    expect(after).toBeGreaterThanOrEqual(3);
  });

  test('the same seed gives the same game, another seed another one', async () => {
    const play = async (seed: number) =>
      (await createTable({ seed, seats: [greedy, random, 'belief', random] }).play()).replay;
    const first = await play(5);
    expect(await play(5)).toEqual(first);
    expect((await play(6)).moves).not.toEqual(first.moves);
  });

  test('wait while the table is held', async () => {
    const { table, clock } = await tableOf(['person', greedy, greedy]);
    const goOn = table.hold();
    await clock.advance(600_000);
    expect(table.view(0).info[MOVES]).toBe(0);
    goOn();
    goOn();
    await clock.advance(60_000);
    expect(table.view(0).info[MOVES]).toBeGreaterThan(0);
  });

  test('that act against the rules or fail end the game with an error that names them', async () => {
    const cheat: Agent<View> = { name: 'cheat', open: () => ({ act: () => READY }) };
    const broken: Agent<View> = { name: 'broken', open: () => ({ act: () => Promise.reject(new Error('no idea')) }) };
    const play = (agent: Agent<View>) => createTable({ seed: 1, seats: [agent, greedy, greedy] }).play();
    await expect(play(cheat)).rejects.toThrow(IllegalActionError);
    await expect(play(cheat)).rejects.toThrow(/cheat in seat 0 chose ready; legal: take 1 from centre/);
    await expect(play(broken)).rejects.toThrow('no idea');
  });

  test('that answer late act on what they saw, and look again when it has moved', async () => {
    let release: (() => void) | null = null;
    const slow: Agent<View> = {
      name: 'slow',
      open: () => ({
        act: async (view, legal) => {
          const action = legal.at(legal.length - 1);
          if (view.info[MOVES] === 0) await new Promise<void>((resolve) => (release = resolve));
          return action;
        },
      }),
    };
    const { table, clock } = await tableOf(['person', 'person', slow]);
    const advanced = clock.advance(60_000);
    await new Promise((resolve) => setImmediate(resolve));
    table.act(0, takeAction(2, -1)); // the chip that the slow one is about to take
    release!();
    await advanced;
    await clock.advance(60_000);
    expect(table.replay().moves[0]).toEqual({ seat: 0, action: takeAction(2, -1) });
    expect(table.replay().moves[1]).toEqual({ seat: 2, action: takeAction(2, 0) });
  });
});

describe('events', () => {
  test('reach a seat only when it may see them: nobody is told the pocket cards of others', async () => {
    const heard: SeenGangEvent[][] = [[], [], []];
    const watcher: SeenGangEvent[] = [];
    const noticing: Agent<View> = {
      name: 'noticing',
      open: (_config, seat) => ({
        act: (_view, legal) => legal.at(0),
        notice: (event) => heard[seat]!.push(event as SeenGangEvent),
      }),
    };
    const table = createTable({ seed: 3, seats: [noticing, noticing, noticing] });
    table.watch(null, (event) => watcher.push(event));
    await table.play();
    for (const [seat, events] of heard.entries()) {
      const deals = events.filter((event) => event.type === 'deal');
      expect(deals.length).toBeGreaterThanOrEqual(3);
      expect(deals.every((event) => event.type === 'deal' && event.seat === seat)).toBe(true);
    }
    expect(watcher.some((event) => event.type === 'deal')).toBe(false);
    expect(watcher.filter((event) => event.type === 'gameOver')).toHaveLength(1);
    expect(heard[0]!.filter((event) => event.type !== 'deal')).toEqual(watcher);
  });

  test('come in order to everybody, also when a listener acts at once', async () => {
    const { table } = await tableOf(THREE_PEOPLE);
    const late: string[] = [];
    table.watch(0, (event) => {
      if (event.type === 'take' && event.seat === 1) table.act(0, takeAction(event.chip, 1));
    });
    table.watch(2, (event) => {
      if (event.type === 'take') late.push(`${event.seat} from ${event.from}`);
    });
    table.act(1, takeAction(1, -1));
    expect(late).toEqual(['1 from -1', '0 from 1']);
  });

  test('tell nothing of keeps, of who is asked, or of how long anybody thought (R-SILENT)', async () => {
    const kinds = new Set<string>();
    const keys = new Set<string>();
    const table = createTable({ seed: 4, seats: [greedy, greedy, random], config: { roundEnd: 'ready' } });
    table.watch(0, (event) => {
      kinds.add(event.type);
      for (const key of Object.keys(event)) keys.add(key);
    });
    await table.play();
    expect([...kinds].sort()).toEqual(
      ['deal', 'gameOver', 'heist', 'outcome', 'ready', 'reveal', 'round', 'roundEnd', 'take'].sort(),
    );
    for (const secret of ['time', 'at', 'delay', 'asked', 'cycle']) expect(keys.has(secret)).toBe(false);
  });
});

describe("a person's callback", () => {
  test('plays a whole game with bots', async () => {
    const me = ({ view, legal }: PersonTurn) =>
      view.starNow(view.seat) >= 0 ? 'keep' : legal.find((act) => act.includes('centre'));
    const table = createTable({ seed: 9, seats: [me, greedy, 'belief', greedy], pace: 'instant' });
    const result = await table.play();
    expect(result.over).toBe(true);
    expect(result.won).toBe(result.bars === 3);
    expect(result.bars === 3 || result.alarms === 3).toBe(true);
    expect(result.replay.header).toMatchObject({
      agents: ['person', 'greedy', 'belief', 'greedy'],
      people: 1,
      seed: 9,
    });
    const read = decodeReplay(encodeReplay(result.replay), 'file');
    expect(read.ok && verifyReplay(gang, read.value, 'file').ok).toBe(true);
  });

  test('is told why an answer did not count, and asked again', async () => {
    const told: string[] = [];
    const answers = ['take 9', 'sing', 'ready', 'take 2'];
    const me = (turn: PersonTurn) => {
      if (turn.refused !== undefined) told.push(turn.refused.code);
      return answers.shift();
    };
    const { clock, table } = await tableOf([me, 'person', 'person']);
    await clock.advance(1);
    expect(told).toEqual(['notation/chip', 'notation/unknown', 'table/illegal']);
    expect(table.view(0).starNow(0)).toBe(1);
  });

  test('is told by the signal when a chip moves, and then asked afresh', async () => {
    const turns: PersonTurn[] = [];
    const answers: ((answer: string) => void)[] = [];
    const me = (turn: PersonTurn) => {
      turns.push(turn);
      return new Promise<string>((resolve) => answers.push(resolve));
    };
    const { clock, table } = await tableOf([me, 'person', 'person']);
    await clock.advance(1);
    expect(turns).toHaveLength(1);
    table.act(1, takeAction(2, -1));
    expect(turns[0]!.signal.aborted).toBe(true);
    answers[0]!('take 3'); // seen in the centre
    await clock.advance(1);
    expect(turns).toHaveLength(2);
    expect(turns[1]!.refused?.code).toBe('table/stale');
    answers[1]!('take 3'); // seen with seat 1
    await clock.advance(1);
    expect(table.view(1).starNow(0)).toBe(2);
  });

  test('that never gives a legal answer is reported, not asked for ever', async () => {
    const table = createTable({ seed: 1, seats: [() => 'sing', greedy, greedy], pace: 'instant' });
    await expect(table.play()).rejects.toThrow(/seat 0 was refused 100 times in a row/);
  });
});

describe('a table', () => {
  test('can be stopped; what was played is a replay that verifies', async () => {
    const { table, clock, played } = await tableOf(['person', greedy, greedy]);
    await clock.advance(10_000);
    table.stop();
    const result = await played;
    expect(result).toMatchObject({ over: false, won: false, heists: 0 });
    expect(result.replay.moves.length).toBeGreaterThan(0);
    expect(verifyReplay(gang, result.replay, 'game').ok).toBe(true);
    expect(clock.pending).toBe(0);
    expect(table.act(0, takeAction(0, -1))).toMatchObject({ ok: false, error: { code: 'table/closed' } });
  });

  test('refuses bad input with a sentence', () => {
    const make = (options: object) => () => createTable({ seed: 1, seats: [greedy, greedy, greedy], ...options });
    expect(make({ seed: 1.5 })).toThrow(BadInputError);
    expect(make({ pace: 'warp' })).toThrow(/"warp" is not a pace\. Use slow, normal, fast, instant/);
    expect(make({ config: { players: 4 } })).toThrow(/3 seats are filled, and the table has 4 players/);
    expect(make({ config: { mode: 'expert' } })).toThrow(BadInputError);
    expect(make({ seats: [greedy, greedy] })).toThrow(BadInputError);
  });

  test('with an agent that nobody knows refuses to begin', async () => {
    await expect(createTable({ seed: 1, seats: ['nobody', greedy, greedy] }).play()).rejects.toThrow(BadInputError);
  });

  test('logs takes, put backs and readies, and nothing else', async () => {
    const result = await createTable({ seed: 2, seats: [random, random, random] }).play();
    expect(result.replay.moves.every((move) => verbOf(move.action) === VERB_TAKE)).toBe(true);
    expect(result.replay.moves.some((move) => move.action === KEEP)).toBe(false);
  });
});
