import { describe, expect, test } from 'vitest';
import { KEEP, putBackAction, READY, takeAction } from '../../src/gang/actions.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { gang } from '../../src/gang/game.js';
import { seatPeople } from '../../src/gang/rules.js';
import { HEIST, LAST_CHIP, LAST_FROM, LAST_SEAT, MOVES, READY_MASK } from '../../src/gang/state.js';
import { viewToJson } from '../../src/gang/view-json.js';
import { legalWords, liveTable, playRound, viewFrom } from '../support/gang-tables.js';

describe('taking chips (R-TAKE, R-CONCURRENT)', () => {
  test('any seat may act at any moment: there is no turn order', () => {
    const table = liveTable({ players: 4 });
    expect(gang.actors(table)).toBe(0b1111);
    for (const seat of [3, 3, 0, 3, 2]) {
      gang.apply(
        table,
        seat,
        takeAction(table.holder[0] === seat ? 1 : 0, table.holder[table.holder[0] === seat ? 1 : 0]!),
      );
      expect(gang.actors(table)).toBe(0b1111);
    }
  });

  test('a chip comes from the centre or from in front of another player, never from oneself', () => {
    const table = liveTable({ players: 3 });
    expect(legalWords(table, 0)).toEqual(['take 1 from centre', 'take 2 from centre', 'take 3 from centre']);
    gang.apply(table, 0, takeAction(1, -1));
    expect(legalWords(table, 0)).toEqual(['take 1 from centre', 'take 3 from centre', 'put back 2']);
    expect(legalWords(table, 1)).toEqual(['take 1 from centre', 'take 2 from seat 0', 'take 3 from centre']);
    expect(() => gang.apply(table, 0, takeAction(1, 0))).toThrow(
      'seat 0 cannot take 2 from seat 0; legal: take 1 from centre, take 3 from centre, put back 2',
    );
  });

  test('taking another chip puts your own back in the centre first', () => {
    const table = liveTable({ players: 3 });
    const events: SeenGangEvent[] = [];
    gang.apply(table, 0, takeAction(0, -1));
    gang.apply(table, 1, takeAction(2, -1));
    gang.apply(table, 0, takeAction(2, 1), (event) => events.push(event));
    expect([...table.holder]).toEqual([-1, -1, 0]);
    expect([table.starNow(0), table.starNow(1)]).toEqual([2, -1]);
    expect(events).toEqual([{ type: 'take', seat: 0, chip: 2, from: 1, returned: 0 }]);
    expect([table.info[LAST_SEAT], table.info[LAST_CHIP], table.info[LAST_FROM], table.info[MOVES]]).toEqual([
      0, 2, 1, 3,
    ]);
  });

  test('your own chip may go back to the centre, and nobody else may put it there', () => {
    const table = liveTable({ players: 3 });
    gang.apply(table, 2, takeAction(1, -1));
    expect(() => gang.apply(table, 0, putBackAction(1))).toThrow(/seat 0 cannot put back 2/);
    expect(() => gang.apply(table, 2, putBackAction(0))).toThrow(/seat 2 cannot put back 1/);
    const events: SeenGangEvent[] = [];
    gang.apply(table, 2, putBackAction(1), (event) => events.push(event));
    expect(events).toEqual([{ type: 'putBack', seat: 2, chip: 1 }]);
    expect(table.holder[1]).toBe(-1);
    expect(table.starNow(2)).toBe(-1);
  });

  test('a take whose chip has moved meanwhile is refused and changes nothing', () => {
    const table = liveTable({ players: 3 });
    const meant = takeAction(2, -1);
    gang.apply(table, 1, takeAction(2, -1));
    const before = table.words.slice();
    expect(() => gang.apply(table, 0, meant)).toThrow(/seat 0 cannot take 3 from centre; legal: .*take 3 from seat 1/);
    expect(table.words).toEqual(before);
    gang.apply(table, 0, takeAction(2, 1));
    expect(table.holder[2]).toBe(0);
  });

  test('`keep` is no act at a live table: one does nothing', () => {
    const table = liveTable({ players: 3 });
    gang.apply(table, 0, takeAction(0, -1));
    expect(() => gang.apply(table, 0, KEEP)).toThrow(/seat 0 cannot keep/);
  });

  test('people have all their takes in every view, however often they took', () => {
    const table = gang.createState(liveTable({ players: 3, takesMax: 2 }).config);
    seatPeople(table, 0b010);
    gang.setup(table, 1);
    for (let i = 0; i < 3; i++) {
      for (const seat of [0, 1]) gang.apply(table, seat, takeAction((i + seat) % 3, table.holder[(i + seat) % 3]!));
    }
    for (let seat = 0; seat < 3; seat++) expect(viewToJson(viewFrom(table, seat)).takesLeft).toEqual([0, 2, 2]);
    gang.setup(table, 2);
    expect(table.takesLeft(1)).toBe(2); // a new game has the same people in its seats
  });
});

describe('the end of a round (R-ROUND-END)', () => {
  test('strict: at the moment when every seat holds a chip, whatever was taken from whom before', () => {
    const table = liveTable({ players: 3 });
    const events: SeenGangEvent[] = [];
    gang.apply(table, 0, takeAction(0, -1));
    gang.apply(table, 1, takeAction(0, 0));
    gang.apply(table, 2, takeAction(1, -1));
    expect(table.round).toBe(0);
    gang.apply(table, 0, takeAction(2, -1), (event) => events.push(event));
    expect(table.round).toBe(1);
    expect(events.map((event) => event.type)).toEqual(['take', 'roundEnd', 'round']);
    expect(events[1]).toEqual({ type: 'roundEnd', round: 0, chips: [2, 0, 1] });
  });

  test('strict: a swap by a seat that holds a chip ends nothing while another has none', () => {
    const table = liveTable({ players: 3 });
    gang.apply(table, 0, takeAction(0, -1));
    gang.apply(table, 1, takeAction(1, -1));
    gang.apply(table, 0, takeAction(2, -1));
    gang.apply(table, 1, takeAction(2, 0));
    expect(table.round).toBe(0);
  });

  test('strict has no `ready`', () => {
    const table = liveTable({ players: 3 });
    gang.apply(table, 0, takeAction(0, -1));
    expect(() => gang.apply(table, 0, READY)).toThrow(/cannot ready/);
  });

  /** A `ready` table of three at which all hold chips. */
  const full = (): ReturnType<typeof liveTable> => {
    const table = liveTable({ players: 3, roundEnd: 'ready' });
    for (let seat = 0; seat < 3; seat++) gang.apply(table, seat, takeAction(seat, -1));
    return table;
  };

  test('ready: nobody may say ready before every seat holds a chip', () => {
    const table = liveTable({ players: 3, roundEnd: 'ready' });
    gang.apply(table, 0, takeAction(0, -1));
    gang.apply(table, 1, takeAction(1, -1));
    expect(() => gang.apply(table, 0, READY)).toThrow(/cannot ready/);
    gang.apply(table, 2, takeAction(2, -1));
    expect(table.round).toBe(0);
    for (let seat = 0; seat < 3; seat++) expect(legalWords(table, seat)).toContain('ready');
  });

  test('ready: the round ends when the last seat says so, and each says it once', () => {
    const table = full();
    gang.apply(table, 2, READY);
    expect(() => gang.apply(table, 2, READY)).toThrow(/cannot ready/);
    gang.apply(table, 0, READY);
    expect(viewToJson(viewFrom(table, 1)).ready).toEqual([true, false, true]);
    expect(table.round).toBe(0);
    gang.apply(table, 1, READY);
    expect(table.round).toBe(1);
    expect(table.info[READY_MASK]).toBe(0);
  });

  test('ready: any chip that moves clears all readiness', () => {
    const moves: ((table: ReturnType<typeof liveTable>) => void)[] = [
      (table) => gang.apply(table, 0, takeAction(2, 2)),
      (table) => gang.apply(table, 1, putBackAction(1)),
    ];
    for (const move of moves) {
      const table = full();
      gang.apply(table, 1, READY);
      gang.apply(table, 2, READY);
      move(table);
      expect(table.info[READY_MASK]).toBe(0);
      expect(table.round).toBe(0);
      expect(() => gang.apply(table, 1, READY)).toThrow(/cannot ready/); // somebody has no chip now
    }
  });

  test('ready: the fourth round too, and then the showdown follows', () => {
    const table = full();
    for (let seat = 0; seat < 3; seat++) gang.apply(table, seat, READY);
    for (let round = 1; round < 4; round++) {
      expect(table.round).toBe(round);
      playRound(table, [3, 2, 1]);
    }
    expect(table.info[HEIST]).toBe(1);
  });
});
