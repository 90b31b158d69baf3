import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Packr } from 'msgpackr';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/core/errors.js';
import { formatInputError } from '../../src/core/result.js';
import {
  type Checkpoint,
  decodeCheckpoint,
  encodeCheckpoint,
  lastGoodCheckpoint,
  listCheckpoints,
  readCheckpoint,
  saveCheckpoint,
} from '../../training/checkpoint.js';
import { trainConfig } from '../../training/train.js';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hench-checkpoint-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function made(steps: number): Checkpoint {
  return {
    config: trainConfig({ out: 'runs/x', envModule: 'env.js', envSpec: { players: 4 }, steps: 1000 }),
    sizes: { observation: 3, privileged: 2, actions: 2 },
    metadata: { game: 'gang' },
    steps,
    iterations: 7,
    seconds: 1.5,
    success: { mean: 0.5, low: 0.4, high: 0.6, episodes: 100 },
    learner: {
      parameters: Float32Array.of(1.5, -2.25, Math.fround(0.1)),
      moment1: Float32Array.of(0, 1, 2),
      moment2: Float32Array.of(3, 4, 5),
      steps: 42,
    },
    shards: [{ collector: { env: Uint8Array.of(1, 2, 3, 255), rng: [1, -2, 3, -4] }, shuffle: [5, 6, 7, -8] }],
  };
}

describe('checkpoints', () => {
  it('come back as they were', () => {
    const path = saveCheckpoint(directory, made(1234), 3);
    expect(basename(path)).toBe('checkpoint-000000001234.ckpt');
    expect(unwrap(readCheckpoint(path))).toEqual(made(1234));
  });

  it('only the newest few stay, newest first', () => {
    for (const steps of [100, 99_999, 200, 300]) saveCheckpoint(directory, made(steps), 3);
    const kept = listCheckpoints(directory).map((path) => unwrap(readCheckpoint(path)).steps);
    expect(kept).toEqual([99_999, 300, 200]);
  });

  it('one changed bit anywhere is noticed', () => {
    const bytes = encodeCheckpoint(made(1));
    for (let i = 0; i < bytes.length; i += 7) {
      const changed = bytes.slice();
      changed[i]! ^= 1 << (i % 8);
      expect(decodeCheckpoint(changed, 'x').ok, `byte ${i}`).toBe(false);
    }
    expect(decodeCheckpoint(bytes.subarray(0, bytes.length - 1), 'x').ok).toBe(false);
    expect(decodeCheckpoint(new Uint8Array(3), 'x').ok).toBe(false);
  });

  it('the last good one is taken when newer ones are damaged, and they are named', () => {
    saveCheckpoint(directory, made(1), 9);
    saveCheckpoint(directory, made(2), 9);
    const torn = saveCheckpoint(directory, made(3), 9);
    writeFileSync(torn, readFileSync(torn).subarray(0, 60));
    writeFileSync(join(directory, 'checkpoint-000000000004.ckpt.tmp'), 'half written');
    const found = unwrap(lastGoodCheckpoint(directory));
    expect(found.checkpoint.steps).toBe(2);
    expect(found.skipped.map((error) => [error.path, error.code])).toEqual([[torn, 'damaged']]);
  });

  it('nothing to resume is an error that says what to do', () => {
    const result = lastGoodCheckpoint(join(directory, 'nowhere'));
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.error.hint).toContain('a run directory, or a checkpoint');
    const file = readCheckpoint(join(directory, 'nowhere.ckpt'));
    expect(file.ok).toBe(false);
    if (!file.ok)
      expect(formatInputError(file.error)).toMatch(/nowhere\.ckpt: there is no such file or folder\. Give /);
  });

  it('bytes with the right checksum that hold something else are no checkpoint', () => {
    for (const body of [{ hello: 1 }, null, 7, { ...made(1), shards: 3 }]) {
      const packed = new Packr({ useRecords: false }).pack(body);
      const hash = createHash('sha256').update(packed).digest();
      const result = decodeCheckpoint(Buffer.concat([Buffer.from('HENCHCK1'), hash, packed]), 'x');
      expect(result.ok).toBe(false);
      if (!result.ok) expect(result.error.message).toBe('the checkpoint is damaged: something is missing in it.');
    }
  });

  it('the one just written stays, though damaged ones claim more steps', () => {
    for (const steps of [7, 8, 9]) {
      const path = saveCheckpoint(directory, made(steps), 9);
      writeFileSync(path, 'torn');
    }
    const path = saveCheckpoint(directory, made(5), 3);
    expect(unwrap(lastGoodCheckpoint(directory)).path).toBe(path);
  });
});
