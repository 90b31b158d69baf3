import { describe, expect, test } from 'vitest';
import { greedy } from '../../agents/greedy.js';
import { random } from '../../agents/random.js';
import { BadInputError } from '../../src/core/errors.js';
import { verifyReplay } from '../../src/core/replay.js';
import { READY } from '../../src/gang/actions.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { gang } from '../../src/gang/game.js';
import { type PersonTurn, playHeadless } from '../../src/table/index.js';
import { thief } from './agents.js';

describe('a headless table', () => {
  test.each(['strict', 'ready'] as const)(
    'plays to the end with `%s` rounds, and its replay verifies by the rules of the table',
    async (roundEnd) => {
      for (let seed = 1; seed <= 12; seed++) {
        const seats = [greedy, random, thief, greedy, random].slice(0, 3 + (seed % 3));
        const result = await playHeadless({ seed, seats, config: { roundEnd } });
        expect(result.over).toBe(true);
        const verified = verifyReplay(gang, result.replay, `seed ${seed}`);
        expect(verified.ok, `seed ${seed}`).toBe(true);
      }
    },
  );

  test('ends a `ready` round by the readies of all seats, in seat order', async () => {
    const result = await playHeadless({
      seed: 3,
      seats: [greedy, greedy, greedy],
      config: { roundEnd: 'ready', length: 'heist' },
    });
    const readies = result.replay.moves.filter((move) => move.action === READY).map((move) => move.seat);
    expect(readies).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]);
  });

  test('asks a person’s callback when the scheduler comes to the seat, with what a headless seat may do', async () => {
    const turns: PersonTurn[] = [];
    const me = (turn: PersonTurn) => {
      turns.push(turn);
      return turn.legal[0];
    };
    const result = await playHeadless({ seed: 5, seats: [me, greedy, greedy], config: { length: 'heist' } });
    expect(result.heists).toBe(1);
    expect(turns.length).toBeGreaterThanOrEqual(4);
    for (const turn of turns) {
      // A seat without a star has no `keep` (R-HEADLESS).
      expect(turn.legal.includes('keep')).toBe(turn.view.starNow(0) >= 0);
      expect(turn.legal.includes('ready')).toBe(false);
    }
  });

  test('says why an answer does not count, and asks again', async () => {
    const codes: (string | undefined)[] = [];
    const answers: (string | undefined)[] = ['keep', 'sing', undefined, 'take 9', 'ready'];
    const me = (turn: PersonTurn) => {
      if (codes.length < 6) codes.push(turn.refused?.code);
      return answers.length > 0 ? answers.shift() : turn.legal[0];
    };
    await playHeadless({ seed: 5, seats: [me, greedy, greedy], config: { length: 'heist' } });
    expect(codes).toEqual([
      undefined,
      'table/illegal',
      'notation/unknown',
      'table/illegal',
      'notation/chip',
      'table/illegal',
    ]);
  });

  test('shows every seat what it may see, and watchers what is public', async () => {
    const mine: SeenGangEvent[] = [];
    const watched: SeenGangEvent[] = [];
    const watch = [
      { seat: 1, hear: (event: SeenGangEvent) => void mine.push(event) },
      { seat: null, hear: (event: SeenGangEvent) => void watched.push(event) },
    ];
    await playHeadless({ seed: 2, seats: [greedy, greedy, greedy], config: { length: 'heist' }, watch });
    const deals = mine.filter((event) => event.type === 'deal');
    expect(deals).toHaveLength(1);
    expect(deals[0]).toMatchObject({ seat: 1, to: 0b010 });
    expect(watched).toEqual(mine.filter((event) => event.type !== 'deal'));
  });

  test('can be stopped; what was played is a replay that verifies', async () => {
    const stop = new AbortController();
    let takes = 0;
    const hear = (event: SeenGangEvent): void => {
      if (event.type === 'take' && ++takes === 7) stop.abort();
    };
    const result = await playHeadless({
      seed: 2,
      seats: [greedy, greedy, random],
      watch: [{ seat: null, hear }],
      signal: stop.signal,
    });
    expect(result).toMatchObject({ over: false, won: false });
    expect(result.replay.moves).toHaveLength(7);
    expect(verifyReplay(gang, result.replay, 'game').ok).toBe(true);
  });

  test('refuses bad input with a sentence', async () => {
    const seats = [greedy, greedy, greedy];
    await expect(playHeadless({ seed: -1, seats })).rejects.toThrow(BadInputError);
    await expect(playHeadless({ seed: 1, seats, config: { players: 5 } })).rejects.toThrow(BadInputError);
    await expect(playHeadless({ seed: 1, seats: [greedy, greedy, 'person'] })).rejects.toThrow(/needs a callback/);
  });
});
