import { describe, expect, test } from 'vitest';
import type { GangupEvent } from '../../src/gangup/index.js';
import { card, gangster, house, influence } from '../gangup/house.js';
import { type Arrangement, Scene } from '../gangup/scene.js';
import { choice, playOn } from './gangup-tables.js';

const rival = { as: 'rival', gangsters: { zone: 'table', of: 'others' } };
const KILL = influence('kill', { targets: [rival], do: [{ op: 'kill', what: 'rival' }] });
const KILL_OWN = influence('blunder', {
  targets: [{ as: 'own', gangsters: { zone: 'table', of: 'user' } }],
  do: [{ op: 'kill', what: 'own' }],
});
const LESS = influence('less', { window: 'crime', do: [{ op: 'manpower', amount: -1 }] });
const MORE = influence('more', { window: 'crime', do: [{ op: 'manpower', amount: 1 }] });
const CANCEL = influence('cancel', { window: 'cancel', do: [{ op: 'cancelLast' }] });
const PLENTY = influence('plenty', { do: [{ op: 'draw', who: 'user', n: 3 }] });
const GIFT = influence('gift', { do: [{ op: 'status', who: 'user', amount: 2 }] });
const HELPER = gangster('helper', []);
const JOB = card('crime', 'job', { type: 'robbery', status: 0, manpower: 2, reward: 4 });
const HOUSE = house(KILL, KILL_OWN, LESS, MORE, CANCEL, PLENTY, GIFT, HELPER, JOB);

function scene(players: number, arrangement: Arrangement): Scene {
  return new Scene({ ...HOUSE, players }, arrangement);
}

/** Seat 0 is about to turn over the job; it can just muster the two that it needs. */
function job(players: number, arrangement: Arrangement): Scene {
  const tables = arrangement.tables ?? [['extra', 'extra']];
  return scene(players, { step: 'third', crimes: ['job'], ...arrangement, tables })
    .do('crime', 'yes')
    .until('0 organize');
}

/** The job is in progress with two of seat 0; whoever sits left of it is asked. */
function inProgress(players: number, arrangement: Arrangement): Scene {
  return job(players, arrangement).do('commit extra #0', 'commit extra #1', 'done');
}

describe('greedy', () => {
  test('aims at others, never at itself', async () => {
    const table = scene(2, { hands: [['kill', 'blunder', 'blunder'], []], tables: [['helper'], ['helper']] });
    const done = await playOn('greedy', table, (prompt) => prompt !== '0 gangsters' && prompt !== '0 target');
    expect(done).not.toContain('0 play blunder');
    expect(table.gang(0)).toEqual(['helper']);
  });

  test('takes status that is there for the taking', async () => {
    expect(await choice('greedy', scene(2, { hands: [['gift'], []] }))).toBe('play gift');
  });

  test('spoils a crime that it has no part in when that costs one card', async () => {
    const table = inProgress(2, { hands: [[], ['less']] });
    expect(table.prompt).toBe('1 priority');
    expect(await choice('greedy', table)).toBe('play less');
  });

  test('waits with its help while the crime goes well, and saves it when it does not', async () => {
    const table = inProgress(3, { hands: [['more'], ['less'], []] });
    table.do('play less');
    expect(table.prompt).toBe('0 priority');
    expect(await choice('greedy', table)).toBe('play more');
    const well = inProgress(2, { hands: [['more'], ['less']] });
    well.do('pass');
    expect(well.prompt).toBe('0 priority');
    expect(await choice('greedy', well)).toBe('pass');
  });

  test('calls for help when it is short of people, and gives it where that pays', async () => {
    const table = job(3, { tables: [['extra'], ['helper', 'helper'], []] });
    const done = await playOn('greedy', table, () => table.types().includes('outcome'));
    // The first of two equal gangsters goes by itself: an ally sends one at least.
    expect(done).toEqual(['0 commit extra #0', '0 call for help', '1 bid 2', '0 ally 1', '1 commit helper #2']);
    expect(table.statuses).toEqual([9, 9, 5]);
  });

  test('gives no help to whoever would win by it', async () => {
    const table = job(3, { tables: [['extra'], ['helper', 'helper'], []], status: [17, 5, 5] });
    table.do('call for help');
    expect(table.prompt).toBe('1 bid');
    expect(await choice('greedy', table)).toBe('decline');
  });

  test('pays and discards what is worth least', async () => {
    const full = ['gift', 'gift', 'gift', 'gift', 'plenty', 'plenty', 'plenty', 'plenty', 'blunder'];
    const table = scene(2, { step: 'discardDown', hands: [full, []] });
    expect(await choice('greedy', table)).toBe('discard blunder');
  });
});

describe('cautious', () => {
  test('leaves a crime to others that it can only just do alone, which greedy begins', async () => {
    const hands = [[], ['gift', 'gift'], ['gift', 'gift']];
    const table = scene(3, { step: 'third', crimes: ['job'], tables: [['extra', 'extra'], [], []], hands });
    table.do('crime');
    expect(table.prompt).toBe('0 rumor');
    expect(await choice('cautious', table)).toBe('no');
    expect(await choice('greedy', table)).toBe('yes');
  });

  test('sends everybody where greedy keeps some at home', async () => {
    const tables = [['extra', 'extra', 'extra', 'extra', 'extra'], [], []];
    const stop = (prompt: string): boolean => prompt !== '0 organize';
    const sent = async (name: string): Promise<number> => {
      const done = await playOn(name, job(3, { tables, hands: [[], ['kill'], []] }), stop);
      return done.filter((line) => line.includes('commit')).length;
    };
    expect(await sent('cautious')).toBe(5);
    expect(await sent('greedy')).toBe(3);
  });
});

describe('schemer', () => {
  test('keeps its Cancel when somebody behind gains cards, and spends it on the leader', async () => {
    const asked = (status: number[], play: string): Scene =>
      scene(3, { hands: [[play], ['cancel'], []], status }).do(`play ${play}`);
    const behind = asked([5, 6, 14], 'plenty');
    expect(behind.prompt).toBe('1 answer');
    expect(await choice('schemer', behind)).toBe('pass');
    expect(await choice('schemer', asked([14, 6, 5], 'gift'))).toBe('play cancel');
  });

  test('cancels what would spoil its own crime', async () => {
    const table = inProgress(3, { hands: [['cancel'], ['less'], []] });
    table.do('play less');
    expect(table.prompt).toBe('0 answer');
    expect(await choice('schemer', table)).toBe('play cancel');
  });

  test('promises everybody, to be chosen', async () => {
    const table = job(3, { tables: [['extra'], ['helper', 'helper', 'helper', 'helper'], []] });
    table.do('commit extra #0', 'call for help');
    expect(await choice('schemer', table)).toBe('bid 4');
    expect(await choice('greedy', table)).not.toBe('bid 4');
  });

  test('betrays the crime that it is part of when the leader would win by it', async () => {
    const betrayed = (status: number[]): Scene => {
      const table = job(2, { tables: [['extra'], ['helper', 'helper']], hands: [[], ['less']], status });
      return table.do('commit extra', 'call for help', 'bid 2', 'ally 1', 'done').until('1 priority');
    };
    expect(await choice('schemer', betrayed([17, 6]))).toBe('play less');
    expect(await choice('schemer', betrayed([6, 6]))).toBe('pass');
  });

  test('kills the gangster of whoever is ahead', async () => {
    const table = scene(3, { hands: [['kill'], [], []], tables: [[], ['helper'], ['helper']], status: [5, 6, 15] });
    table.do('play kill');
    expect(await choice('schemer', table)).toBe('choose helper #1');
  });
});

describe('retaliator', () => {
  const aiming = (): Scene =>
    scene(3, { hands: [['kill'], [], []], tables: [['extra'], ['helper'], ['helper']], status: [9, 9, 9] }).do(
      'play kill',
    );

  test('answers whoever killed its gangster', async () => {
    for (const culprit of [1, 2]) {
      const murder: GangupEvent = { type: 'gangster', verb: 'kill', card: 0, seat: 0, by: culprit };
      expect(await choice('retaliator', aiming(), [murder])).toBe(`choose helper #${culprit}`);
    }
  });

  test('remembers who took its status, by what was played before', async () => {
    const heard: GangupEvent[] = [
      { type: 'turn', seat: 2, turn: 3 },
      { type: 'resolve', seat: 2, card: 0, cancelled: false },
      { type: 'status', seat: 0, from: 9, now: 7 },
    ];
    expect(await choice('retaliator', aiming(), heard)).toBe('choose helper #2');
  });

  test('bears nobody else a grudge: what happens to others is their affair', async () => {
    const others: GangupEvent = { type: 'gangster', verb: 'kill', card: 0, seat: 1, by: 2 };
    expect(await choice('retaliator', aiming(), [others])).toBe(await choice('retaliator', aiming()));
  });
});

describe('leader-basher', () => {
  test('goes for the leader, whoever that is', async () => {
    for (const leader of [1, 2]) {
      const status = [5, 8, 8].map((s, seat) => (seat === leader ? 12 : s));
      const table = scene(3, { hands: [['kill'], [], []], tables: [[], ['helper'], ['helper']], status });
      expect(await choice('leader-basher', table)).toBe('play kill');
      table.do('play kill');
      expect(await choice('leader-basher', table)).toBe(`choose helper #${leader - 1}`);
    }
  });

  test('does not help the leader', async () => {
    const status = [12, 5, 5];
    const table = job(3, { tables: [['extra'], ['helper', 'helper'], []], status });
    table.do('call for help');
    expect(await choice('leader-basher', table)).toBe('decline');
  });
});
