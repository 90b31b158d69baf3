import { describe, expect, test } from 'vitest';
import type { Agent } from '../../src/core/agent.js';
import { BadInputError, IllegalActionError } from '../../src/core/errors.js';
import { decodeReplay, encodeReplay, verifyReplay } from '../../src/core/replay.js';
import { action, DO, describeEvent, type GangupView, gangup, INFO, viewToJson } from '../../src/gangup/index.js';
import {
  chooseGangupMove,
  createGangupTable,
  loadGangupAgent,
  type PersonTurn,
  playGangupHeadless,
} from '../../src/table/index.js';
import { Scene } from '../gangup/scene.js';
import { configOf, playRandom } from '../gangup/support.js';
import { quiet, quietOf, type Sat, settle, sit, untilAsked } from './gangup-agents.js';

/** What happened, in words. */
function listen(lines: string[], seat: number | null = 0) {
  return (table: Sat['table']): void => {
    table.watch(seat, (event) => lines.push(describeEvent(table.cards, event)));
  };
}

/** The moves that the table offers the seat, in the notation. */
function offered({ table }: Sat, seat = 0): string[] {
  const view = table.view(seat);
  return table.legal(seat).map((code) => gangup.formatAction(view, code));
}

describe('a person acts when asked', () => {
  const scene = () =>
    new Scene(
      { players: 3 },
      { hands: [['lucky-break', 'red'], ['not-so-fast', 'red'].slice(0, 1)], status: [5, 5, 5] },
    );

  test('only the asked seat, only what is legal, and only while the game goes on', async () => {
    const at = await sit(['person', quiet, quiet], { scene: scene() });
    expect(at.table.isAsked(0)).toBe(true);
    expect(offered(at)).toContain('play lucky-break');
    expect(at.table.act(1, action(DO.pass))).toMatchObject({ ok: false, error: { code: 'table/turn' } });
    expect(at.table.act(0, action(DO.crime))).toMatchObject({ ok: false, error: { code: 'table/illegal' } });
    expect(at.table.say(0, 'sing')).toMatchObject({ ok: false, error: { code: 'notation/unknown' } });
    expect(at.table.say(0, 'done')).toMatchObject({ ok: true });
    expect(at.table.say(0, 'done')).toMatchObject({ ok: false, error: { code: 'table/turn' } });
    at.table.stop();
    await at.played;
    expect(at.table.say(0, 'pass')).toMatchObject({ ok: false, error: { code: 'table/closed' } });
    expect(at.table.legal(0)).toEqual([]);
  });

  test('nothing can be asked of a table that has not begun', () => {
    const table = createGangupTable({ seed: 1, seats: ['person', quiet] });
    expect(table.say(0, 'pass')).toMatchObject({ ok: false, error: { code: 'table/closed' } });
    expect(() => table.view(0)).toThrow('call play() first');
    expect(() => table.replay()).toThrow('call play() first');
    expect([table.started, table.over, table.speaker]).toEqual([false, false, -1]);
  });

  test('a seat without eyes at the table has no view', async () => {
    const { table } = await sit(['person', quiet, quiet]);
    expect(viewToJson(table.view(0)).seat).toBe(0);
    expect(() => table.view(1)).toThrow('watches nothing');
    expect(() => table.view(7)).toThrow(RangeError);
    expect(() => table.passUntil(1, 'turn')).toThrow(RangeError);
    table.stop();
  });

  test('what the person does is told at once, what bots do at their pace', async () => {
    const lines: string[] = [];
    const at = await sit(['person', quiet, quiet], { scene: scene(), prepare: listen(lines) });
    at.table.say(0, 'play lucky-break');
    await settle();
    expect(lines).toEqual(['seat 0 plays Lucky Break']);
    expect(at.table.speaker).toBe(1);
    await at.clock.advance(150);
    expect(lines).toHaveLength(1);
    expect(await untilAsked(at, 0)).toBe(true);
    expect(lines.slice(1, 4)).toEqual(['seat 1 passes', 'seat 2 passes', 'Lucky Break takes effect']);
    expect(at.clock.now()).toBeGreaterThan(400);
    at.table.stop();
  });

  test('bots wait while the table is held', async () => {
    const lines: string[] = [];
    const at = await sit(['person', quiet, quiet], { scene: scene(), prepare: listen(lines) });
    const goOn = at.table.hold();
    at.table.say(0, 'play lucky-break');
    await at.clock.advance(60_000);
    expect(lines).toEqual([]);
    goOn();
    await settle();
    expect(await untilAsked(at, 0)).toBe(true);
    expect(lines).toContain('Lucky Break takes effect');
    at.table.stop();
  });
});

describe('the way back before a play is announced (R-ANNOUNCE)', () => {
  test('targets and payment are forgotten, nobody has seen them, and the replay knows nothing of them', async () => {
    const lines: string[] = [];
    const scene = new Scene(
      { players: 2 },
      { hands: [['cement-shoes', 'lucky-break']], tables: [[], ['red', 'bum-barry']], status: [9, 9] },
    );
    const at = await sit(['person', quiet], { scene, prepare: listen(lines) });
    const before = at.table.view(0).words.slice();
    expect(at.table.back(0)).toMatchObject({ ok: false, error: { code: 'table/back' } });
    at.table.say(0, 'play cement-shoes');
    await settle();
    expect(at.table.canGoBack(0)).toBe(true);
    expect(offered(at)).toEqual(expect.arrayContaining([expect.stringMatching(/^choose red/)]));
    expect(at.table.say(0, 'back').ok).toBe(true);
    await settle();
    expect(at.table.canGoBack(0)).toBe(false);
    expect(at.table.view(0).words).toEqual(before);
    expect(lines).toEqual([]);
    expect((at.table as unknown as { match: { moves: unknown[] } }).match.moves).toEqual([]);
    at.table.say(0, 'play cement-shoes');
    await settle();
    at.table.say(0, 'choose red');
    expect(await untilAsked(at, 0)).toBe(true);
    expect(lines).toContain('Red of seat 1 is killed');
    at.table.stop();
  });
});

describe('standing passes (R-ANYTIME)', () => {
  /** Seat 1 plays on; the person in seat 0 has cards that could be played at any time. */
  const scene = (hands: readonly (readonly string[])[] = [['lucky-break', 'not-so-fast'], []]): Scene =>
    new Scene({ players: 2 }, { hands, step: 'gangsters', status: [9, 9], tables: [['red'], ['two-penny-tom']] });

  test('until the turn ends: nothing is asked in this turn, the next one is', async () => {
    const at = await sit(['person', quiet], { scene: scene() });
    at.table.passUntil(0, 'turn');
    await settle();
    at.table.say(0, 'done');
    expect(await untilAsked(at, 0)).toBe(true);
    // The round of passes at the end of phase 2 went by.
    expect(offered(at)).toContain('crime');
    expect(at.table.say(0, 'draw and end').ok).toBe(true);
    expect(await untilAsked(at, 0)).toBe(true);
    expect(at.table.say(0, 'done').ok).toBe(true);
    await settle();
    await at.clock.advance(2_000);
    expect(at.table.standing(0)).toBeNull();
    at.table.stop();
  });

  test('until a crime is in progress: one’s own questions are still asked, rounds of passes are not', async () => {
    const crimes = ['corner-store-stickup'];
    const arranged = new Scene(
      { players: 2 },
      { hands: [['lucky-break', 'extra-muscle']], crimes, tables: [['two-penny-tom'], ['red']], status: [9, 9] },
    );
    const at = await sit(['person', quiet], { scene: arranged });
    at.table.passUntil(0, 'crime');
    await settle();
    const asked: string[] = [];
    for (const move of ['done', 'crime', 'yes', 'commit two-penny-tom', 'done']) {
      expect(await untilAsked(at, 0)).toBe(true);
      asked.push(offered(at).includes('pass') ? 'pass' : 'question');
      expect(at.table.say(0, move)).toMatchObject({ ok: true });
      await settle();
    }
    expect(asked).not.toContain('pass');
    expect(await untilAsked(at, 0)).toBe(true);
    expect(at.table.standing(0)).toBeNull();
    expect(offered(at)).toContain('pass');
    at.table.stop();
  });

  test('until something is announced against the seat', async () => {
    const killer: Agent<GangupView> = {
      name: 'killer',
      open: () => ({
        act: (view, legal) => {
          const codes = legal.toArray();
          const named = (word: string) => codes.find((code) => gangup.formatAction(view, code).startsWith(word));
          const wanted = named('play lucky-break') ?? named('play cement-shoes') ?? named('choose red');
          return wanted ?? quietOf(codes);
        },
      }),
    };
    const lines: string[] = [];
    const arranged = new Scene(
      { players: 2 },
      {
        hands: [['not-so-fast'], ['lucky-break', 'cement-shoes']],
        tables: [['red'], []],
        step: 'gangstersRound',
        status: [9, 9],
      },
    );
    const prepare = (table: Sat['table']): void => {
      listen(lines)(table);
      table.passUntil(0, 'against');
    };
    const at = await sit(['person', killer], { scene: arranged, prepare });
    expect(await untilAsked(at, 0)).toBe(true);
    // Lucky Break is about nobody else and went by; Cement Shoes is about Red.
    expect(lines).toContain('seat 1 plays Lucky Break');
    expect(lines.at(-1)).toBe('seat 1 plays Cement Shoes on Red of seat 0');
    expect(offered(at)).toEqual(['play not-so-fast', 'pass']);
    at.table.stop();
  });

  test('can be ended by hand, and setting one while asked answers that question too', async () => {
    const at = await sit(['person', quiet], { scene: scene() });
    at.table.say(0, 'done');
    expect(await untilAsked(at, 0)).toBe(true);
    expect(offered(at)).toContain('pass');
    at.table.passUntil(0, 'turn');
    await settle();
    expect(await untilAsked(at, 0)).toBe(true);
    expect(offered(at)).not.toContain('pass');
    at.table.passUntil(0, null);
    expect(at.table.standing(0)).toBeNull();
    at.table.stop();
  });
});

describe('what the others see tells nothing of hidden hands (R-SKIP)', () => {
  /** Everything that seat 0 hears after its play, with the moment and who is to speak. */
  async function story(hands: readonly (readonly string[])[], standing = false): Promise<string[]> {
    const lines: string[] = [];
    const scene = new Scene({ players: 3 }, { hands, status: [5, 5, 5], tables: [['red']] });
    const at = await sit(['person', standing ? 'person' : quiet, quiet], { scene });
    if (standing) at.table.passUntil(1, 'turn');
    at.table.watch(0, (event, view) => {
      const seen = view!.info.join();
      lines.push(`${at.clock.now()} ${describeEvent(at.table.cards, event)} ${seen}`);
    });
    at.table.say(0, 'play lucky-break');
    await settle();
    for (let i = 0; i < 100 && !at.table.isAsked(0); i++) {
      await at.clock.advance(50);
      lines.push(`${at.clock.now()} speaker ${at.table.speaker}`);
    }
    at.table.stop();
    return lines;
  }

  test('a seat that could have cancelled passes as one that could not: same events, moments, speakers and views', async () => {
    const could = await story([['lucky-break', 'red'].slice(0, 1), ['not-so-fast'], ['old-friends']]);
    const couldNot = await story([['lucky-break'], ['old-friends'], ['not-so-fast']]);
    expect(could.length).toBeGreaterThan(10);
    expect(couldNot).toEqual(could);
  });

  test('a standing pass looks like a skipped seat', async () => {
    const stands = await story([['lucky-break'], ['not-so-fast'], ['old-friends']], true);
    const skipped = await story([['lucky-break'], ['old-friends'], ['not-so-fast']], true);
    expect(skipped).toEqual(stands);
  });

  test('an agent that thinks long: seats of its kind that are passed over take as long', async () => {
    const clockOf = (at: Sat) => at.clock;
    let at: Sat | null = null;
    const slow: Agent<GangupView> = {
      name: 'slow',
      open: () => ({
        act: async (_view, legal) => {
          const codes = legal.toArray();
          await new Promise<void>((done) => clockOf(at!).after(3_000, done));
          return quietOf(codes);
        },
      }),
    };
    const scene = new Scene(
      { players: 2 },
      { hands: [['lucky-break', 'old-friends'], ['not-so-fast']], tables: [['red']] },
    );
    at = await sit(['person', slow], { scene });
    const times: number[] = [];
    at.table.watch(0, (event) => {
      if (event.type === 'pass' && event.seat === 1) times.push(at!.clock.now());
    });
    at.table.say(0, 'play lucky-break');
    expect(await untilAsked(at, 0)).toBe(true);
    const from = at.clock.now();
    // The bot has nothing to play at the end of phase 2: it is passed over.
    at.table.say(0, 'done');
    expect(await untilAsked(at, 0)).toBe(true);
    expect(times[0]).toBeGreaterThanOrEqual(3_000);
    expect(times[1]! - from).toBeGreaterThanOrEqual(3_000);
    at.table.stop();
  });
});

describe('a whole game', () => {
  test('of agents alone is played at once and its replay verifies', async () => {
    const table = createGangupTable({ seed: 3, seats: ['random', 'random', 'random'] });
    expect(table.pace).toBe(0);
    const result = await table.play();
    expect(result.over).toBe(true);
    expect(result.winners.length).toBeGreaterThan(0);
    expect(Math.max(...result.statuses)).toBe(result.statuses[result.winners[0]!]);
    expect(['status', 'crimes', 'turns']).toContain(result.reason);
    const read = decodeReplay(encodeReplay(result.replay), 'game');
    expect(read.ok && verifyReplay(gangup, read.value, 'game').ok).toBe(true);
    expect(result.replay.header.agents).toEqual(['random', 'random', 'random']);
  });

  test('without pauses: a callback answers for a person, with codes, the notation, and a way back', async () => {
    let [asked, backs] = [0, 0];
    const refusals: string[] = [];
    const person = ({ legal, refused }: PersonTurn<GangupView>): string => {
      asked++;
      if (refused !== undefined) refusals.push(refused.code);
      if (asked === 1) return 'sing';
      if (asked === 2) return 'crime';
      if (legal.includes('back') && backs++ < 2) return 'back';
      return legal[asked % (legal.includes('back') ? legal.length - 1 : legal.length)]!;
    };
    const heard: string[] = [];
    const watch = [{ seat: null, hear: (event: { type: string }) => heard.push(event.type) }];
    const options = { seed: 5, config: { leaders: true, locations: true }, watch };
    const result = await playGangupHeadless({ ...options, seats: [person, 'random'] });
    expect(result.over).toBe(true);
    expect(refusals).toEqual(['notation/unknown', 'table/illegal']);
    expect(backs).toBeGreaterThan(0);
    expect(heard).toContain('gameOver');
    expect(heard).not.toContain('drawn');
    expect(result.replay.header).toMatchObject({ agents: ['person', 'random'], people: 1 });
    expect(verifyReplay(gangup, result.replay, 'game').ok).toBe(true);
  });

  test('the same seed and the same answers give the same game', async () => {
    const play = () => playGangupHeadless({ seed: 8, seats: ['random', 'random'] });
    expect(encodeReplay((await play()).replay)).toEqual(encodeReplay((await play()).replay));
  });

  test('packs from files are in the replay', async () => {
    const pack = {
      format: 'hench-gangup-pack',
      version: 1,
      name: 'one more',
      cards: [
        {
          kind: 'influence',
          id: 'my-own',
          name: 'My Own',
          source: 'house',
          status: 0,
          text: '',
          play: { do: [{ op: 'draw', who: 'user', n: 1 }] },
        },
      ],
    };
    const { mkdtempSync, rmSync, writeFileSync } = await import('node:fs');
    const { tmpdir } = await import('node:os');
    const folder = mkdtempSync(`${tmpdir()}/hench-pack-`);
    const file = `${folder}/mine.json`;
    writeFileSync(file, JSON.stringify(pack));
    const { replay } = await playGangupHeadless({
      seed: 2,
      seats: ['random', 'random'],
      config: { packs: ['shipped', file] },
    });
    rmSync(folder, { recursive: true });
    expect(verifyReplay(gangup, replay, 'game').ok).toBe(true);
    expect(replay.header.config.packs).toMatchObject(['shipped', { name: 'one more' }]);
  });

  test('is stopped by a signal, and tells how far it came', async () => {
    const quit = new AbortController();
    const person = (): string => {
      quit.abort();
      return 'pass';
    };
    const result = await playGangupHeadless({ seed: 5, seats: [person, 'random'], signal: quit.signal });
    expect(result).toMatchObject({ over: false, winners: [], reason: null });
    expect(verifyReplay(gangup, result.replay, 'game').ok).toBe(true);
  });

  test('an agent that breaks the rules, and a callback that never understands, end it', async () => {
    const cheat: Agent<GangupView> = { name: 'cheat', open: () => ({ act: () => action(DO.top, 3) }) };
    await expect(playGangupHeadless({ seed: 1, seats: [cheat, quiet] })).rejects.toThrow(IllegalActionError);
    await expect(playGangupHeadless({ seed: 1, seats: [() => 'sing', quiet] })).rejects.toThrow('refused 100 times');
    await expect(playGangupHeadless({ seed: 1, seats: ['person', quiet] })).rejects.toThrow('callback');
    await expect(playGangupHeadless({ seed: 1, seats: ['nobody', quiet] })).rejects.toThrow(BadInputError);
  });

  test('bad options are refused', () => {
    const make = (options: object) => () => createGangupTable({ seed: 1, seats: [quiet, quiet], ...options });
    expect(make({ seed: -1 })).toThrow(BadInputError);
    expect(make({ seats: [quiet] })).toThrow(BadInputError);
    expect(make({ pace: 'warp' })).toThrow(BadInputError);
    expect(make({ config: { players: 3 } })).toThrow(BadInputError);
  });
});

describe('one move from a view', () => {
  test('is one that the seat may make, the same for the same seed; a seat that is not asked has none', async () => {
    const agent = await loadGangupAgent('random', 3);
    const config = configOf({ players: 3, leaders: true });
    let asked = 0;
    const games: Promise<void>[] = [];
    playRandom(config, 4, (state, legal, step) => {
      if (step % 20 !== 0) return;
      const seat = state.info[INFO.promptSeat]!;
      const view = gangup.createView(config);
      gangup.view(state, seat, view);
      const could = legal.toArray().map((code) => gangup.formatAction(view, code));
      const other = gangup.createView(config);
      gangup.view(state, (seat + 1) % 3, other);
      asked++;
      games.push(
        (async () => {
          const move = await chooseGangupMove(agent, view, step);
          expect(could).toContain(move);
          expect(await chooseGangupMove(agent, view, step)).toBe(move);
          await expect(chooseGangupMove(agent, other)).rejects.toThrow(RangeError);
        })(),
      );
    });
    await Promise.all(games);
    expect(asked).toBeGreaterThan(3);
    await expect(loadGangupAgent('nobody')).rejects.toThrow(BadInputError);
  });
});
