import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { Rng } from '../../src/core/rng.js';
import { openSession, tensorOver } from '../../training/graph/session.js';
import { blankState, gradientModel, Learner, SCALAR_NAMES, STAT_NAMES } from '../../training/learner.js';
import { randomLearnerData } from '../../training/made-up-data.js';
import { actorCritic, initialParameters } from '../../training/nets.js';
import { openTfjs, TfjsLearner } from '../../training/tfjs-learner.js';
import { type TrainHooks, type TrainOptions, train, trainConfig } from '../../training/train.js';

const SCALARS = { learningRate: 3e-3, clip: 0.2, entropy: 0.02, value: 0.5, maxGradientNorm: 0.4 };

describe.each(['relu', 'tanh'] as const)('a whole network (%s) against TensorFlow.js', (activation) => {
  const body = { hidden: [16, 12], activation };
  const net = actorCritic({ observation: 7, privileged: 3, actions: 5 }, body, body);
  const rng = new Rng(activation === 'relu' ? 1 : 2);
  const data = randomLearnerData(net, 40, rng);
  const start = initialParameters(net.parameters, rng);
  for (let i = 0; i < start.length; i++) start[i]! += 0.2 * rng.normal(); // biases and last layers away from zero
  const rows = Int32Array.from({ length: 32 }, () => rng.below(data.rows));

  it('has the same loss and the same gradient of every parameter', async () => {
    const theirs = new TfjsLearner(await openTfjs('cpu'), net, { ...blankState(start.length), parameters: start });
    theirs.setData(data);
    const expected = theirs.gradient(rows, SCALARS);
    const session = await openSession(gradientModel(net));
    const views = net.parameters.map((p) => [p.name, tensorOver(start.subarray(p.offset, p.offset + p.size), p.shape)]);
    const scalars = Float32Array.from(SCALAR_NAMES, (name) => (name === 'step' ? 1 : SCALARS[name]));
    const out = await session.run({
      ...Object.fromEntries(views),
      rows: tensorOver(rows, [rows.length]),
      observations: tensorOver(data.observations, [data.rows, net.observation]),
      privileged: tensorOver(data.privileged, [data.rows, net.privileged]),
      masks: tensorOver(data.masks, [data.rows, net.actions]),
      actions: tensorOver(data.actions, [data.rows]),
      targets: tensorOver(data.targets, [data.rows, 3]),
      scalars: tensorOver(scalars, [scalars.length]),
    });
    expect(out.stats!.data[0] as number).toBeCloseTo(expected.loss, 4);
    const gradient = out.gradient!.data as Float32Array;
    for (const p of net.parameters) {
      const largest = Math.max(...expected.gradient.subarray(p.offset, p.offset + p.size).map(Math.abs));
      expect(largest, p.name).toBeGreaterThan(1e-3);
      for (let i = p.offset; i < p.offset + p.size; i++) {
        const error = Math.abs(gradient[i]! - expected.gradient[i]!);
        if (!(error <= 1e-4 * largest + 1e-6)) {
          expect.fail(`${p.name} at ${i} is ${gradient[i]}, in TensorFlow.js ${expected.gradient[i]}`);
        }
      }
    }
    await session.release();
    theirs.close();
  });

  it('is at the same place after ten steps of Adam with clipped gradients and a falling rate', async () => {
    const theirs = new TfjsLearner(await openTfjs('cpu'), net, { ...blankState(start.length), parameters: start });
    const ours = await Learner.open(net, { ...blankState(start.length), parameters: start });
    theirs.setData(data);
    ours.setData(data);
    for (let step = 0; step < 10; step++) {
      const batch = Int32Array.from({ length: 32 }, () => rng.below(data.rows));
      const scalars = { ...SCALARS, learningRate: 3e-3 / (1 + step) };
      const expected = await theirs.step(batch, scalars);
      const stats = await ours.step(batch, scalars);
      const { gradientNorm } = expected;
      for (const name of STAT_NAMES) expect(stats[name], name).toBeCloseTo(expected[name], 3);
      expect(Math.abs(stats.gradientNorm / gradientNorm - 1)).toBeLessThan(1e-3);
      if (step === 0) expect(gradientNorm).toBeGreaterThan(SCALARS.maxGradientNorm);
    }
    const { parameters, steps } = ours.state;
    const expected = theirs.state;
    expect(steps).toBe(10);
    let moved = 0;
    for (let i = 0; i < start.length; i++) {
      moved = Math.max(moved, Math.abs(expected.parameters[i]! - start[i]!));
      expect(Math.abs(parameters[i]! - expected.parameters[i]!), `parameter ${i}`).toBeLessThan(2e-4);
    }
    expect(moved).toBeGreaterThan(5e-3);
    await ours.close();
    theirs.close();
  });
});

describe('a run on either backend', () => {
  const root = mkdtempSync(join(tmpdir(), 'hench-backends-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const options: TrainOptions = {
    envModule: fileURLToPath(new URL('./signal-env.mjs', import.meta.url)),
    envSpec: { states: 4, signals: 3 },
    out: '',
    seed: 7,
    steps: 4 * 32 * 8,
    policy: { hidden: [16], activation: 'tanh' },
    critic: { hidden: [12], activation: 'relu' },
    ppo: { envs: 32, horizon: 8, minibatch: 64, epochs: 2, learningRate: { start: 3e-3, end: 1e-3 } },
  };
  const run = (name: string, more: Partial<TrainOptions> = {}, hooks: TrainHooks = {}) =>
    train(trainConfig({ ...options, ...more, out: join(root, name) }), hooks);

  it('comes to the same parameters within rounding, stopped and resumed as well', async () => {
    const onnx = await run('onnx');
    const tfjs = await run('tfjs', { backend: 'tfjs' });
    const stop = new AbortController();
    const stopped = { signal: stop.signal, onMetrics: () => stop.abort() };
    await run('tfjs-parts', { backend: 'tfjs', metricsSeconds: 0 }, stopped);
    const parts = await run('tfjs-parts', { backend: 'tfjs' }, { resume: true });
    const start = initialParameters(onnx.net.parameters, new Rng(7));
    let moved = 0;
    for (const [i, x] of onnx.parameters.entries()) {
      moved = Math.max(moved, Math.abs(x - start[i]!));
      expect(Math.abs(tfjs.parameters[i]! - x), `parameter ${i}`).toBeLessThan(1e-3);
    }
    expect(moved).toBeGreaterThan(0.02);
    expect(parts.steps).toBe(tfjs.steps);
    expect(parts.parameters).toEqual(tfjs.parameters);
  });
});
