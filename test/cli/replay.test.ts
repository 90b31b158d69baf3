import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatCard } from '../../src/cards/card.js';
import { readGangReplay, replayToJson, tellGangReplay } from '../../src/cli/replay-words.js';
import { makeReplay, type Replay, writeReplay } from '../../src/core/replay.js';
import { gang } from '../../src/gang/game.js';
import type { GangState } from '../../src/gang/state.js';
import { hench } from '../support/cli.js';
import { playedReplay } from '../support/replays.js';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hench-replay-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function saved(name: string, replay: Replay): string {
  const path = join(directory, name);
  writeReplay(path, replay);
  return path;
}

/** The pocket cards of a seat in the newest showdown. */
const shown = (state: GangState, seat: number): string[] =>
  [...state.pastPocket.subarray(seat * 2, seat * 2 + 2)].map(formatCard);

describe('hench replay', () => {
  const { replay, state } = playedReplay({ players: 4, roundEnd: 'ready', length: 'heist' }, 5, 0b0001);

  it('tells every move and every card of a heist', () => {
    const lines = tellGangReplay(readGangReplay(saved('heist.hench', replay)));
    expect(lines[0]).toBe(
      'The Gang, 4 players, round end ready, seed 5: seat 0 (person), seat 1 (random), seat 2 (random), seat 3 (random).',
    );
    const told = lines.filter((line) => / takes | puts .* back| is ready/.test(line));
    expect(told).toHaveLength(replay.moves.length);
    for (let seat = 0; seat < 4; seat++) {
      const name = seat === 0 ? 'seat 0 (person)' : `seat ${seat} (random)`;
      expect(lines).toContain(`  ${name}: ${shown(state, seat).join(' ')}`);
      expect(lines.filter((line) => line.includes(`${name}: ${shown(state, seat).join(' ')},`))).toHaveLength(1);
    }
    expect(lines.filter((line) => line.includes('The round ends: seat 0 has '))).toHaveLength(4);
    expect(lines.at(-1)).toMatch(/^ {2}The heist (succeeds|fails): \d gold bars?, \d alarms?\.$/);
  });

  it('tells how a whole game ended, and that one was left', () => {
    const game = playedReplay({ players: 3 }, 9);
    const won = game.replay.result.returns[0] === 1;
    const lines = tellGangReplay(readGangReplay(saved('game.hench', game.replay)));
    expect(lines.at(-1)).toBe(won ? 'The gang wins.' : 'The gang loses.');
    const { game: _game, rules: _rules, ...about } = game.replay.header;
    const left = saved('left.hench', makeReplay(gang, about, game.replay.moves.slice(0, 5)));
    expect(tellGangReplay(readGangReplay(left)).at(-1)).toBe('The game was left here, before its end.');
    expect(replayToJson(readGangReplay(left))).toMatchObject({ over: false, won: null });
  });

  it('prints one JSON document with header, moves in the notation, and events', async () => {
    const ran = await hench(['replay', saved('json.hench', replay), '--json'], directory);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const told = JSON.parse(ran.stdout) as ReturnType<typeof replayToJson>;
    expect(told).toMatchObject({ ...replay.header, over: true });
    expect(told.moves).toHaveLength(replay.moves.length);
    for (const { action } of told.moves) expect(action).toMatch(/^(take \d from (centre|seat \d)|put back \d|ready)$/);
    const types = told.events.map(({ type }) => type);
    expect(types.filter((type) => type === 'reveal')).toHaveLength(4);
    expect(types.slice(0, 6)).toEqual(['heist', 'deal', 'deal', 'deal', 'deal', 'round']);
    const reveals = told.events.filter(({ type }) => type === 'reveal');
    expect(reveals.map(({ stars }) => stars)).toEqual([1, 2, 3, 4]);
    expect(reveals.every(({ cards, seat }) => String(cards) === String(shown(state, seat as number)))).toBe(true);
  });
});
