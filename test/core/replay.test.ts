import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Packr } from 'msgpackr';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  decodeReplay,
  encodeReplay,
  type Move,
  makeReplay,
  openReplay,
  type Replay,
  readReplay,
  verifyReplay,
  writeReplay,
} from '../../src/core/replay.js';
import { formatInputError } from '../../src/core/result.js';
import { Rng } from '../../src/core/rng.js';
import { gang } from '../../src/gang/game.js';
import { playedReplay } from '../support/replays.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hench-replay-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function codeOf(result: ReturnType<typeof decodeReplay> | ReturnType<typeof verifyReplay>): string {
  return result.ok ? 'ok' : result.error.code;
}

/** Decodes and, when that goes well, plays. */
function outcome(bytes: Uint8Array): string {
  const read = decodeReplay(bytes, 'game.hench');
  return read.ok ? codeOf(verifyReplay(gang, read.value, 'game.hench')) : read.error.code;
}

describe('a replay', () => {
  it.each([
    { players: 3, roundEnd: 'strict', length: 'game' },
    { players: 6, roundEnd: 'ready', length: 'heist' },
  ] as const)('gives back the game that was played: $players seats, $roundEnd, $length', (config) => {
    const { replay, state } = playedReplay(config, 11);
    const path = join(directory, 'made', 'on', 'the', 'way', 'game.hench');
    writeReplay(path, replay);
    expect(readReplay(path)).toEqual({ ok: true, value: replay });
    expect(openReplay(gang, path).state.words).toEqual(state.words);
    expect(readdirSync(join(directory, 'made', 'on', 'the', 'way'))).toEqual(['game.hench']);
  });

  it('of an unfinished game is a replay too', () => {
    const { replay } = playedReplay({ players: 4 }, 5);
    const half: Move[] = replay.moves.slice(0, 9);
    const { game: _game, rules: _rules, ...about } = replay.header;
    const unfinished = makeReplay(gang, about, half);
    expect(unfinished.result.over).toBe(false);
    expect(outcome(encodeReplay(unfinished))).toBe('ok');
  });

  it('brings back who is a person: other seats see all of their takes', () => {
    const { replay } = playedReplay({ players: 4, length: 'heist' }, 3, 0b0010);
    const played = verifyReplay(gang, replay, '');
    if (!played.ok) throw new Error(played.error.message);
    expect(played.value.state.takesLeft(1)).toBe(4);
  });

  it('is plain MessagePack', () => {
    const { replay } = playedReplay({ players: 3, length: 'heist' }, 1);
    const [magic, format, body] = new Packr().unpack(encodeReplay(replay)) as [string, number, Uint8Array];
    expect([magic, format]).toEqual(['hench-replay', 1]);
    expect((new Packr({ mapsAsObjects: true }).unpack(body) as { header: unknown }).header).toEqual(replay.header);
  });
});

describe('a bad replay is refused with a clear error', () => {
  const { replay } = playedReplay({ players: 4 }, 7);
  const bytes = encodeReplay(replay);
  const changed = (
    change: (r: { header: Record<string, unknown>; moves: Move[] } & Omit<Replay, 'header'>) => void,
  ) => {
    const copy = structuredClone(replay) as never;
    change(copy);
    return outcome(encodeReplay(copy));
  };

  it('wherever it is cut', () => {
    for (let length = 0; length < bytes.length; length++) {
      const code = outcome(bytes.subarray(0, length));
      expect(code, `cut to ${length} bytes`).toBe(length === 0 ? 'replay/not-a-replay' : 'replay/truncated');
    }
  });

  it('whichever bit is flipped', () => {
    for (let bit = 0; bit < bytes.length * 8; bit += 3) {
      const copy = Uint8Array.from(bytes);
      copy[bit >> 3] = copy[bit >> 3]! ^ (1 << (bit & 7));
      expect(outcome(copy), `bit ${bit}`).toMatch(/^replay\/(not-a-replay|format|truncated|altered)$/);
    }
  });

  it('with something after its end', () => {
    expect(outcome(Buffer.concat([bytes, Buffer.from([0])]))).toBe('replay/altered');
  });

  it('of another format, game or rules version', () => {
    const other = Uint8Array.from(bytes);
    other[14] = 2;
    expect(outcome(other)).toBe('replay/format');
    expect(changed((r) => (r.header.game = 'gangup'))).toBe('replay/game');
    expect(changed((r) => (r.header.rules = 99))).toBe('replay/rules');
  });

  it('with a header or a configuration that cannot be', () => {
    expect(changed((r) => (r.header.seed = 1.5))).toBe('replay/content');
    expect(changed((r) => delete r.header.agents)).toBe('replay/content');
    expect(changed((r) => (r.header.agents = ['full', 'full']))).toBe('replay/agents');
    expect(changed((r) => (r.header.people = 0b10000))).toBe('replay/agents');
    expect(changed((r) => (r.header.config = { players: 2 }))).toBe('replay/config');
  });

  it('with moves that the rules do not allow, or another end', () => {
    expect(changed((r) => r.moves.splice(3, 0, { seat: 9, action: 0x10000 }))).toBe('replay/move');
    expect(changed((r) => r.moves.push({ seat: 0, action: 0x10000 }))).toBe('replay/move');
    expect(changed((r) => r.moves.pop())).toBe('replay/result');
    expect(changed((r) => (r.header.seed = 8))).toBe('replay/result');
  });

  it('and text, a directory or nothing at all', () => {
    const text = join(directory, 'notes.txt');
    writeFileSync(text, 'take 3');
    expect(codeOf(readReplay(text))).toBe('replay/not-a-replay');
    expect(codeOf(readReplay(directory))).toBe('replay/unreadable');
    expect(codeOf(readReplay(join(directory, 'nothing')))).toBe('replay/unreadable');
  });
});

describe('a replay is written whole or not at all', () => {
  it('leaves the file that was there when writing fails', () => {
    const path = join(directory, 'game.hench');
    const { replay } = playedReplay({ players: 3, length: 'heist' }, 2);
    writeReplay(path, replay);
    const before = readFileSync(path);
    const broken = { ...replay, moves: [{ seat: 0, action: Symbol('no number') as never }] };
    expect(() => writeReplay(path, broken)).toThrow();
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(directory)).toEqual(['game.hench']);
  });

  it('leaves nothing beside a path that cannot be written', () => {
    const { replay } = playedReplay({ players: 3, length: 'heist' }, 2);
    expect(() => writeReplay(directory, replay)).toThrow();
    expect(readdirSync(join(directory, '..')).filter((name) => name.endsWith('.partial'))).toEqual([]);
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe('fuzzing', () => {
  it('10,000 mutated replays: each is refused in words or plays to an end', () => {
    const bases = [
      playedReplay({ players: 3, length: 'heist' }, 21).replay,
      playedReplay({ players: 5, roundEnd: 'ready' }, 22).replay,
    ];
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 10_000; seed++) {
      const rng = new Rng(seed, 77);
      const mutated =
        rng.below(2) === 0 ? mutateBytes(encodeReplay(bases[seed & 1]!), rng) : mutateContent(bases[seed & 1]!, rng);
      let code: string;
      try {
        code = outcome(mutated);
        const read = decodeReplay(mutated, 'game.hench');
        if (!read.ok) expect(formatInputError(read.error)).toMatch(/^game\.hench: [^\n]{10,300}$/);
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
    expect([...counts.keys()].filter((code) => code !== 'ok' && !code.startsWith('replay/'))).toEqual([]);
    expect(counts.get('replay/altered')).toBeGreaterThan(500);
    expect(counts.get('replay/move')).toBeGreaterThan(500);
    expect(readdirSync(directory)).toEqual([]);
  });
});

/** Bytes flipped, cut, inserted or doubled. */
function mutateBytes(bytes: Uint8Array, rng: Rng): Uint8Array {
  const list = [...bytes];
  for (let n = 1 + rng.below(4); n > 0; n--) {
    const at = rng.below(list.length);
    switch (rng.below(4)) {
      case 0:
        list[at] = rng.below(256);
        break;
      case 1:
        list.length = at + 1;
        break;
      case 2:
        list.splice(at, 0, rng.below(256));
        break;
      default:
        list.splice(at, 1 + rng.below(8));
        if (list.length === 0) list.push(0x94);
    }
  }
  return Uint8Array.from(list);
}

/** A well-formed file whose content was tampered with, checksum and all. */
function mutateContent(replay: Replay, rng: Rng): Uint8Array {
  const copy = structuredClone(replay) as unknown as { header: Record<string, unknown>; moves: Move[] };
  const odd: unknown[] = [
    -1,
    0,
    1,
    2 ** 31,
    1e300,
    Number.NaN,
    null,
    '',
    'seven',
    [],
    {},
    true,
    'x'.repeat(1000),
    [null],
  ];
  const any = (): unknown => odd[rng.below(odd.length)];
  const index = rng.below(copy.moves.length);
  switch (rng.below(6)) {
    case 0:
      copy.header[Object.keys(copy.header)[rng.below(7)]!] = any();
      break;
    case 1:
      (copy.header.config as Record<string, unknown>)[Object.keys(copy.header.config as object)[rng.below(13)]!] =
        any();
      break;
    case 2:
      copy.moves[index] = { seat: rng.below(12) - 2, action: rng.below(0x50000) };
      break;
    case 3:
      copy.moves.splice(index, 1);
      break;
    case 4:
      copy.moves[index] = { seat: any() as number, action: any() as number };
      break;
    default:
      copy.moves = copy.moves.map((move) => (rng.below(8) === 0 ? { ...move, seat: (move.seat + 1) % 3 } : move));
  }
  return encodeReplay(copy as unknown as Replay);
}
