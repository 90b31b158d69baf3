import { describe, expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { putBackAction, takeAction } from '../../src/gang/actions.js';
import { CONFIG_KEYS, parseGangConfig } from '../../src/gang/config.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { gang } from '../../src/gang/game.js';
import { ALARMS, BARS, BOARD_COUNT, HEIST, ROUND, starsOf } from '../../src/gang/state.js';
import { viewToJson } from '../../src/gang/view-json.js';
import { gangConfig, liveTable, playHeist, playRound, rightAndWrongStars, viewFrom } from '../support/gang-tables.js';
import { UNLIKELY, uniformity } from '../support/statistics.js';

describe('a game is set up', () => {
  test('with chips of 1 to N stars for N players', () => {
    for (const players of [3, 4, 5, 6]) {
      const table = liveTable({ players });
      expect(table.shape.chips).toBe(players);
      expect(starsOf(0)).toBe(1);
      expect(starsOf(table.shape.chips - 1)).toBe(players);
    }
  });

  test('with no bars, no alarms, two cards for each player from 52, none on the board, all chips in the centre', () => {
    for (const players of [3, 4, 5, 6]) {
      const table = liveTable({ players }, players);
      expect([table.info[BARS], table.info[ALARMS], table.info[HEIST], table.info[ROUND]]).toEqual([0, 0, 0, 0]);
      expect(new Set(table.pocket).size).toBe(2 * players);
      expect(table.pocket.every((card) => card >= 0 && card < 52)).toBe(true);
      expect([...table.board]).toEqual([-1, -1, -1, -1, -1]);
      expect([...table.holder]).toEqual(Array.from({ length: players }, () => -1));
    }
  });

  test('every card is equally likely in every pocket and on the board, over seeds', () => {
    const places = [0, 5, 8, 12].map(() => new Float64Array(52));
    const table = gang.createState(gangConfig({ players: 4 }));
    for (let seed = 0; seed < 8000; seed++) {
      gang.setup(table, seed);
      [0, 5, 8, 12].forEach((place, k) => {
        places[k]![table.deck[place]!]!++;
      });
    }
    for (const counts of places) expect(uniformity(counts)).toBeGreaterThan(UNLIKELY);
  });

  test('by the whole seed: seeds that differ only above 32 bits deal differently', () => {
    const deals = [1, 1 + 2 ** 32, 1 + 2 ** 45, 2 ** 53 - 1].map((seed) =>
      [...liveTable({ players: 3 }, seed).deck].join(),
    );
    expect(new Set(deals).size).toBe(4);
  });
});

describe('a heist', () => {
  test('shows 0, 3, 4 and 5 community cards in its four rounds, the earlier ones staying', () => {
    const table = liveTable({ players: 3 });
    const boards: number[][] = [];
    for (let round = 0; round < 4; round++) {
      boards.push([...table.board.subarray(0, table.info[BOARD_COUNT]!)]);
      playRound(table, [1, 2, 3]);
    }
    expect(boards.map((board) => board.length)).toEqual([0, 3, 4, 5]);
    expect(boards[2]!.slice(0, 3)).toEqual(boards[1]);
    expect(boards[3]!.slice(0, 4)).toEqual(boards[2]);
  });

  test('lays new chips out in every round and leaves the old ones in front of their owners', () => {
    const table = liveTable({ players: 3 });
    playRound(table, [3, 1, 2]);
    playRound(table, [1, 2, 3]);
    expect([...table.holder]).toEqual([-1, -1, -1]);
    const json = viewToJson(viewFrom(table, 0));
    expect(json.pastChips).toEqual([
      [3, 1, 2],
      [1, 2, 3],
    ]);
    expect(json.chips).toEqual([null, null, null]);
    // Old chips are not part of this round: putting one back or taking it is impossible.
    expect(() => gang.apply(table, 0, putBackAction(0))).toThrow(/cannot put back 1/);
  });

  test('keeps who took what by round, and forgets it with the next heist', () => {
    const table = liveTable({ players: 3 });
    gang.apply(table, 0, takeAction(2, -1));
    gang.apply(table, 1, takeAction(2, 0));
    gang.apply(table, 0, takeAction(0, -1));
    gang.apply(table, 2, takeAction(1, -1));
    expect(table.round).toBe(1);
    expect([...table.first.subarray(0, 3)]).toEqual([2, 2, 1]);
    expect([...table.took.subarray(0, 9)]).toEqual([1, 0, 1, 0, 0, 1, 0, 1, 0]);
    expect([...table.stole.subarray(0, 9)]).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0]);
    for (let round = 1; round < 4; round++) playRound(table, [1, 2, 3]);
    expect(table.info[HEIST]).toBe(1);
    expect(table.took.every((times) => times === 0) && table.stole.every((times) => times === 0)).toBe(true);
    expect([...table.star]).toEqual(Array.from({ length: 12 }, () => -1));
  });

  test('is dealt afresh, from 52 cards, in a way that no play before can change', () => {
    const deals = (stars: number[]): string[] => {
      const table = liveTable({ players: 4 }, 99);
      const seen = [[...table.deck.subarray(0, 13)].join()];
      playHeist(table, stars);
      seen.push([...table.deck.subarray(0, 13)].join());
      gang.apply(table, 0, takeAction(0, -1));
      gang.apply(table, 0, takeAction(1, -1));
      gang.apply(table, 0, putBackAction(1));
      playHeist(table, stars);
      seen.push([...table.deck.subarray(0, 13)].join());
      return seen;
    };
    const one = deals([1, 2, 3, 4]);
    const other = deals([4, 1, 3, 2]);
    expect(other).toEqual(one);
    expect(new Set(one).size).toBe(3);
  });

  test('has the same first deal at every table length, round end and number of takes', () => {
    const deals = [{}, { length: 'heist' }, { roundEnd: 'ready' }, { takesMax: 0 }].map((more) =>
      [...liveTable({ players: 5, ...(more as object) }, 12).pocket].join(),
    );
    expect(new Set(deals).size).toBe(1);
  });
});

describe('a game', () => {
  /** Plays heists with the outcomes wanted, as far as the game goes. */
  function playOutcomes(
    outcomes: readonly boolean[],
    seed = 1,
  ): { events: SeenGangEvent[]; played: number; returns: number[] } {
    const table = liveTable({ players: 4 }, seed);
    const events: SeenGangEvent[] = [];
    const sink = (event: SeenGangEvent): void => {
      events.push(event);
    };
    let played = 0;
    for (const success of outcomes) {
      if (gang.isOver(table)) break;
      const { right, wrong } = rightAndWrongStars(table);
      playHeist(table, success ? right : wrong!, sink);
      played++;
    }
    const out = new Float64Array(4);
    gang.returns(table, out);
    expect(gang.isOver(table)).toBe(out[0] === 1 || events.some((event) => event.type === 'gameOver'));
    return { events, played, returns: [...out] };
  }

  test('is won with the third gold bar and lost with the third alarm, after three to five heists', () => {
    const courses: [string, number, boolean][] = [
      ['+++', 3, true],
      ['---', 3, false],
      ['-+++', 4, true],
      ['+---', 4, false],
      ['-+-++', 5, true],
      ['+-+--', 5, false],
      ['--+++', 5, true],
      ['++---', 5, false],
    ];
    for (const [course, heists, won] of courses) {
      // More outcomes than are needed: the game must end by itself.
      const outcomes = [...course, '+', '-'].map((sign) => sign === '+');
      const { events, played, returns } = playOutcomes(outcomes);
      expect(played, course).toBe(heists);
      expect(returns, course).toEqual(won ? [1, 1, 1, 1] : [0, 0, 0, 0]);
      expect(events.filter((event) => event.type === 'gameOver')).toEqual([{ type: 'gameOver', won }]);
      const outcomesSeen = events
        .filter((event) => event.type === 'outcome')
        .map((event) => (event.success ? '+' : '-'));
      expect(outcomesSeen.join('')).toBe(course);
    }
  });

  test('numbers its heists from 0 and counts bars and alarms in its events', () => {
    const { events } = playOutcomes([true, false, true, true]);
    const begun = events.filter((event) => event.type === 'heist');
    expect(begun.map(({ heist, bars, alarms }) => [heist, bars, alarms])).toEqual([
      [1, 1, 0],
      [2, 1, 1],
      [3, 2, 1],
    ]);
    const settled = events.filter((event) => event.type === 'outcome');
    expect(settled.map(({ bars, alarms }) => [bars, alarms])).toEqual([
      [1, 0],
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
  });

  test('of length `heist` is over after one, won when it succeeded', () => {
    for (const success of [true, false]) {
      const table = liveTable({ players: 5, length: 'heist' }, 6);
      const { right, wrong } = rightAndWrongStars(table);
      playHeist(table, success ? right : wrong!);
      const out = new Float64Array(5);
      gang.returns(table, out);
      expect(gang.isOver(table)).toBe(true);
      expect([...out]).toEqual(Array.from({ length: 5 }, () => Number(success)));
    }
  });

  test('that is over leaves nobody anything to do', () => {
    const table = liveTable({ players: 3, length: 'heist' });
    playHeist(table, [1, 2, 3]);
    const legal = new ActionList();
    for (let seat = 0; seat < 3; seat++) {
      gang.legal(table, seat, legal);
      expect(legal.length).toBe(0);
    }
    expect(() => gang.apply(table, 0, takeAction(0, -1))).toThrow('legal: nothing, the game is over');
  });
});

describe('a configuration', () => {
  test('needs only `players`; the rest has the documented defaults', () => {
    expect(gangConfig({ players: 4 })).toEqual({
      players: 4,
      mode: 'basic',
      variant: 'holdem',
      exitChips: 0,
      jokers: false,
      tools: false,
      vaults: false,
      dealer: 0,
      stacks: 'shuffled',
      active: [],
      roundEnd: 'strict',
      takesMax: 4,
      length: 'game',
    });
    expect(CONFIG_KEYS).toHaveLength(13);
  });

  test('that cannot be played is refused with the key that is wrong', () => {
    const refused: [unknown, string][] = [
      [undefined, 'config'],
      [null, 'config'],
      ['players', 'config'],
      [[4], 'config'],
      [{}, 'config.players'],
      [{ players: '4' }, 'config.players'],
      [{ players: 2 }, 'config.players'],
      [{ players: 3.5 }, 'config.players'],
      [{ players: Number.NaN }, 'config.players'],
      [{ players: 11 }, 'config.players'],
      [{ players: 4, takesMax: -1 }, 'config.takesMax'],
      [{ players: 4, takesMax: 1e9 }, 'config.takesMax'],
      [{ players: 4, roundEnd: 'never' }, 'config.roundEnd'],
      [{ players: 4, length: 'season' }, 'config.length'],
      [{ players: 4, mode: 'expert' }, 'config.mode'],
      [{ players: 4, variant: 'lowball' }, 'config.variant'],
      [{ players: 4, jokers: 1 }, 'config.jokers'],
      [{ players: 4, dealer: 4 }, 'config.dealer'],
      [{ players: 4, exitChips: 4 }, 'config.exitChips'],
      [{ players: 4, stacks: 'sorted' }, 'config.stacks'],
      [{ players: 4, stacks: { challenges: [1, 1], specialists: [] } }, 'config.stacks.challenges'],
      [{ players: 4, exitChips: 3 }, 'config.exitChips'],
      [{ players: 4, variant: 'stud', dealer: 1 }, 'config.dealer'],
      [{ players: 4, mode: 'masterThief', active: ['muscle'] }, 'config.active'],
      [{ players: 10, variant: 'omaha', active: ['security-cameras'] }, 'config.active'],
      [{ players: 4, active: ['giraffe'] }, 'config.active.0'],
      [{ players: 4, active: ['muscle', 'muscle'] }, 'config.active.1'],
      [{ players: 4, takesmax: 3 }, 'config.takesmax'],
    ];
    for (const [input, path] of refused) {
      const read = parseGangConfig(input);
      expect(read.ok, JSON.stringify(input)).toBe(false);
      if (read.ok) continue;
      expect(read.error.path, JSON.stringify(input)).toBe(path);
      expect(read.error.message).toMatch(/\.$/);
      expect(read.error.hint).toBeTruthy();
    }
  });

  test('reads back as itself', () => {
    const config = gangConfig({ players: 6, roundEnd: 'ready', takesMax: 0, length: 'heist' });
    expect(parseGangConfig(JSON.parse(JSON.stringify(config)))).toEqual({ ok: true, value: config });
  });
});
