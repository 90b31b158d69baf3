import { describe, expect, test } from 'vitest';
import { KEEP, putBackAction, READY, takeAction } from '../../src/gang/actions.js';
import { gang } from '../../src/gang/game.js';
import { describeAction, formatAction, parseAction } from '../../src/gang/notation.js';
import { liveTable, viewFrom } from '../support/gang-tables.js';

/** Seat 1 of a table of four at which seat 0 holds three stars and seat 1 two. */
function view(): ReturnType<typeof viewFrom> {
  const table = liveTable({ players: 4, roundEnd: 'ready' });
  gang.apply(table, 0, takeAction(2, -1));
  gang.apply(table, 1, takeAction(1, -1));
  return viewFrom(table, 1);
}

describe('the notation', () => {
  test('names chips by their stars and seats from 0', () => {
    const seen = view();
    expect(formatAction(seen, takeAction(0, -1))).toBe('take 1 from centre');
    expect(formatAction(seen, takeAction(2, 0))).toBe('take 3 from seat 0');
    expect(formatAction(seen, putBackAction(1))).toBe('put back 2');
    expect(formatAction(seen, READY)).toBe('ready');
    expect(formatAction(seen, KEEP)).toBe('keep');
    expect(describeAction(99 << 16)).toBe('unknown action 6488064');
  });

  test('reads a chip without its holder as taken from wherever it lies', () => {
    const seen = view();
    for (const text of ['3', 'take 3', ' TAKE   3 ', 'take 3 from seat 0', '3 from seat 0']) {
      expect(parseAction(seen, text), text).toEqual({ ok: true, value: takeAction(2, 0) });
    }
    expect(parseAction(seen, '4')).toEqual({ ok: true, value: takeAction(3, -1) });
    expect(parseAction(seen, 'take 4 from center')).toEqual({ ok: true, value: takeAction(3, -1) });
  });

  test('reads whom the actor saw, even if the view says otherwise: the rules refuse it (R-CONCURRENT)', () => {
    expect(parseAction(view(), 'take 3 from centre')).toEqual({ ok: true, value: takeAction(2, -1) });
    expect(parseAction(view(), 'take 3 from seat 2')).toEqual({ ok: true, value: takeAction(2, 2) });
  });

  test('has short forms', () => {
    expect(parseAction(view(), 'k')).toEqual({ ok: true, value: KEEP });
    expect(parseAction(view(), 'r')).toEqual({ ok: true, value: READY });
    for (const text of ['put back', 'putback', 'put back 2']) {
      expect(parseAction(view(), text)).toEqual({ ok: true, value: putBackAction(1) });
    }
  });

  test('says what is wrong with a line', () => {
    const wrong: [string, string][] = [
      ['take 5', 'there is no chip with 5 stars; chips have 1 to 4.'],
      ['take 0', 'there is no chip with 0 stars; chips have 1 to 4.'],
      ['take 2 from seat 4', 'there is no seat 4; seats are 0 to 3.'],
      ['put back 3', 'your chip has 2 stars, not 3.'],
      ['give 2 to seat 1', '"give 2 to seat 1" is not a move.'],
    ];
    for (const [line, message] of wrong) {
      const read = parseAction(view(), line);
      expect(read.ok ? '' : read.error.message).toBe(message);
    }
    const empty = viewFrom(liveTable({ players: 3 }), 0);
    const read = parseAction(empty, 'put back');
    expect(read.ok ? '' : read.error.message).toBe('you have no chip of this round to put back.');
  });
});
