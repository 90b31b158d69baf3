import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/core/errors.js';
import { lastGoodCheckpoint } from '../../training/checkpoint.js';
import { trainGangup } from '../../training/gangup-train.js';
import { SILENT } from '../../training/metrics.js';
import { TrainingDivergedError } from '../../training/ppo.js';
import { type TrainHooks, train } from '../../training/train.js';
import { tinyGang, tinyGangAsked } from './gang-tiny.js';
import { tinyRun } from './gangup-tiny.js';

const root = mkdtempSync(join(tmpdir(), 'hench-exploding-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Sane in the first iteration, then a million times too fast. */
const learningRate = { start: 1e-3, end: 1e6 };

type Parts = { readonly minibatch: number };
const RUNS: Readonly<Record<string, (out: string, ppo: Parts, hooks: TrainHooks) => Promise<unknown>>> = {
  'The Gang': (out, ppo, hooks) => {
    const config = tinyGang(tinyGangAsked(out, 9));
    return train({ ...config, ppo: { ...config.ppo, learningRate, ...ppo } }, hooks);
  },
  'Gang Up!': (out, ppo, hooks) => {
    const config = tinyRun({ out, steps: 1200 });
    return trainGangup({ ...config, ppo: { ...config.ppo, learningRate, epochs: 1, ...ppo } }, hooks);
  },
};

describe('a learning rate of a million', () => {
  it.each([
    [
      'The Gang',
      'in the middle of an update',
      64,
      /^the loss is \S+ and the gradient's norm \S+ at learner step \d+\. /,
    ],
    ['The Gang', 'by the last step of an update', 4096, /^a parameter of the networks has grown to -?\d+\S*\. /],
    [
      'Gang Up!',
      'in the middle of an update',
      32,
      /^the loss is \S+ and the gradient's norm \S+ at learner step \d+\. /,
    ],
    ['Gang Up!', 'by the last step of an update', 4096, /^a parameter of the networks has grown to -?\d+\S*\. /],
  ])(
    'ends a run of %s %s in a sentence; the checkpoint before it stays, and is sane',
    async (game, _, minibatch, why) => {
      const out = join(root, `${game} ${minibatch}`);
      const notes: string[] = [];
      const progress = { ...SILENT, note: (text: string) => void notes.push(text) };
      const ended = RUNS[game]!(out, { minibatch }, { progress });
      await expect(ended).rejects.toThrow(TrainingDivergedError);
      await expect(ended).rejects.toThrow(why);
      await expect(ended).rejects.toThrow(/ Start a new run with a lower --learning-rate; with --start-from it begins/);
      const { path, checkpoint, skipped } = unwrap(lastGoodCheckpoint<Saved>(out));
      expect(skipped).toEqual([]);
      expect(notes.at(-1)).toBe(`The last good checkpoint is ${path} (${checkpoint.steps} steps).`);
      expect(Math.max(...checkpoint.learner.parameters.map(Math.abs))).toBeLessThan(10);
    },
  );
});

interface Saved {
  readonly steps: number;
  readonly learner: { readonly parameters: Float32Array };
}
