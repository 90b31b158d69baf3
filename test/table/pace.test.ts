import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/table/clock.js';
import { Pacer, parsePace } from '../../src/table/pace.js';

test('a pace is a name or a multiple of a person’s', () => {
  const value = (input: unknown) => {
    const read = parsePace(input);
    return read.ok ? read.value : read.error.code;
  };
  expect(['slow', 'normal', 'fast', 'instant', '1.5', 3, 0].map(value)).toEqual([2, 1, 0.4, 0, 1.5, 3, 0]);
  expect(['', 'x', '-1', -1, 21, Number.NaN, null, 'toString'].map(value)).toEqual(Array(8).fill('pace'));
});

test('delays look like a person’s: never below half a second, seldom above four, longer over new cards', () => {
  const pacer = new Pacer(7, 2, 1);
  const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;
  const chips = Array.from({ length: 999 }, () => pacer.next('chips'));
  const cards = Array.from({ length: 999 }, () => pacer.next('cards'));
  expect(Math.min(...chips)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...chips)).toBeLessThanOrEqual(3900);
  expect(Math.max(...cards)).toBeLessThanOrEqual(6600);
  expect(median(chips)).toBeGreaterThan(1100);
  expect(median(chips)).toBeLessThan(1500);
  expect(median(cards)).toBeGreaterThan(1900);
});

test('delays follow from seed, seat and public occasions alone, so they tell nothing about cards (R-SILENT)', () => {
  const delays = (seed: number, seat: number): number[] => {
    const pacer = new Pacer(seed, seat, 2);
    return [pacer.next('cards'), pacer.next('chips'), pacer.next('chips')];
  };
  expect(delays(1, 0)).toEqual(delays(1, 0));
  expect(delays(1, 0)).not.toEqual(delays(1, 1));
  expect(delays(1, 0)).not.toEqual(delays(2, 0));
});

test('a virtual clock runs timers by time, then in the order in which they were set', async () => {
  const clock = new VirtualClock();
  const ran: string[] = [];
  const at = (ms: number, name: string) => clock.after(ms, () => void ran.push(`${name} at ${clock.now()}`));
  at(20, 'c');
  at(10, 'a');
  at(10, 'b');
  at(10, 'cancelled')();
  clock.after(5, () => void at(6, 'set by a timer'));
  await clock.advance(19);
  expect(ran).toEqual(['a at 10', 'b at 10', 'set by a timer at 11']);
  await clock.advance(1);
  expect(ran).toHaveLength(4);
  expect(clock.now()).toBe(20);
});
