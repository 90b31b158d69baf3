import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { BadInputError, unwrap } from '../../src/core/errors.js';
import { Rng } from '../../src/core/rng.js';
import { lastGoodCheckpoint } from '../../training/checkpoint.js';
import { exportCheckpoint } from '../../training/export.js';
import { readModelInfo } from '../../training/graph/model-info.js';
import { openSession, tensorOver } from '../../training/graph/session.js';
import type { Metrics } from '../../training/metrics.js';
import { initialParameters } from '../../training/nets.js';
import { TrainingDivergedError } from '../../training/ppo.js';
import { policyModel } from '../../training/selfplay.js';
import { type TrainHooks, type TrainOptions, type TrainResult, train, trainConfig } from '../../training/train.js';
import { openVecEnv } from '../../training/vecenv.js';

const envModule = fileURLToPath(new URL('./signal-env.mjs', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'hench-train-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let runs = 0;
const directory = (): string => join(root, String(runs++));

const small: Omit<TrainOptions, 'out'> = {
  envModule,
  envSpec: { states: 4, signals: 3 },
  seed: 7,
  policy: { hidden: [32], activation: 'tanh' },
  critic: { hidden: [32], activation: 'relu' },
  checkpointSeconds: 0,
  metricsSeconds: 0,
  ppo: { envs: 64, horizon: 16, minibatch: 256, epochs: 4, learningRate: { start: 5e-3, end: 1e-3 } },
};
const ITERATION = 64 * 16;

function run(options: Partial<TrainOptions>, hooks?: TrainHooks): Promise<TrainResult> {
  return train(trainConfig({ out: directory(), ...small, ...options }), hooks);
}

/** Stops after so many iterations, as Ctrl-C would. */
function stopAfter(iterations: number): TrainHooks {
  const controller = new AbortController();
  const onMetrics = (m: Metrics): void => {
    if (m.iterations >= iterations) controller.abort();
  };
  return { signal: controller.signal, onMetrics };
}

describe('a small game with a known optimum', () => {
  it('three signals for four states: play comes to win three quarters of the episodes, and no more', async () => {
    const out = directory();
    const successes: Metrics['success'][] = [];
    const result = await run({ out, steps: 120 * ITERATION }, { onMetrics: (m) => successes.push(m.success) });
    expect(result.reason).toBe('finished');
    const first = successes[0]!;
    expect(first.mean).toBeLessThan(0.4); // uniform play wins a quarter
    const last = successes.slice(-20);
    const mean = last.reduce((sum, s) => sum + s.mean, 0) / last.length;
    expect(mean).toBeGreaterThan(0.73);
    expect(mean).toBeLessThan(0.765);

    const lines = readFileSync(join(out, 'metrics.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(successes.length);
    const line = JSON.parse(lines[lines.length - 1]!) as Metrics;
    expect(line.steps).toBe(120 * ITERATION);
    expect(line.env.episodes).toBe(line.success.episodes);
    expect(line.success.low).toBeLessThan(line.success.mean);
    expect(line.success.high).toBeGreaterThan(line.success.mean);
  });
});

describe.each([1, 2])('with %i thread(s)', (threads) => {
  it('the same seed gives the same parameters bit for bit, another seed does not', async () => {
    const a = await run({ threads, steps: 3 * ITERATION });
    const b = await run({ threads, steps: 3 * ITERATION });
    const c = await run({ threads, steps: 3 * ITERATION, seed: 8 });
    expect(b.parameters).toEqual(a.parameters);
    expect(c.parameters).not.toEqual(a.parameters);
  });

  it('stopped and resumed is bit for bit the same as not stopped', async () => {
    const whole = await run({ threads, steps: 6 * ITERATION });
    const out = directory();
    const first = await run({ out, threads, steps: 6 * ITERATION }, stopAfter(2));
    expect(first.reason).toBe('aborted');
    expect(first.steps).toBe(2 * ITERATION);
    expect(first.parameters).not.toEqual(whole.parameters);
    const rest = await run({ out, threads, steps: 6 * ITERATION }, { resume: true });
    expect(rest.steps).toBe(6 * ITERATION);
    expect(rest.parameters).toEqual(whole.parameters);
    const [a, b] = [whole.checkpoint, rest.checkpoint].map((path) => unwrap(lastGoodCheckpoint(join(path, '..'))));
    expect(b!.checkpoint.learner).toEqual(a!.checkpoint.learner);
    expect(b!.checkpoint.shards).toEqual(a!.checkpoint.shards);
  });

  it('a loss that is no number ends the run and leaves the last good checkpoint', async () => {
    const out = directory();
    const envSpec = { states: 4, signals: 3, breakAfter: 2 * 16 };
    await expect(run({ out, threads, envSpec, steps: 9 * ITERATION })).rejects.toThrow(TrainingDivergedError);
    const { checkpoint } = unwrap(lastGoodCheckpoint(out));
    expect(checkpoint.steps).toBe(2 * ITERATION);
    expect(checkpoint.learner.parameters.every(Number.isFinite)).toBe(true);
  });

  it('an environment that fails ends the run with its message', async () => {
    const broken = { states: 4, signals: 3, throwAfter: 20 };
    await expect(run({ threads, envSpec: broken, steps: 9 * ITERATION })).rejects.toThrow('the table broke');
  });
});

describe('going on', () => {
  it('needs something to go on from, and no other configuration', async () => {
    await expect(run({ steps: ITERATION }, { resume: true })).rejects.toThrow('there is no checkpoint here');
    const out = directory();
    await run({ out, steps: ITERATION });
    await expect(run({ out, steps: 2 * ITERATION, seed: 9 }, { resume: true })).rejects.toThrow('seed');
    await expect(run({ out, steps: 2 * ITERATION })).rejects.toThrow('there is a run here already');
  });

  it('a new run may start from the parameters of another', async () => {
    const out = directory();
    const first = await run({ out, steps: 2 * ITERATION });
    const still = { ...small.ppo, learningRate: { start: 0, end: 0 } };
    const next = await run({ startFrom: out, steps: ITERATION, ppo: still });
    expect(next.parameters).toEqual(first.parameters);
  });

  it('a policy that comes ready made stays as it is while the critic learns alone', async () => {
    const ppo = { ...small.ppo, criticOnly: 0.5 };
    const [half, whole] = [
      await run({ steps: 4 * ITERATION, ppo }, stopAfter(2)),
      await run({ steps: 4 * ITERATION, ppo }),
    ];
    const { net } = whole;
    const start = initialParameters(net.parameters, new Rng(small.seed!));
    const policy = net.criticParameters[0]!.offset;
    expect(half.steps).toBe(2 * ITERATION);
    expect(half.parameters.slice(0, policy)).toEqual(start.slice(0, policy));
    expect(half.parameters.slice(policy)).not.toEqual(start.slice(policy));
    expect(whole.parameters.slice(0, policy)).not.toEqual(start.slice(0, policy));
  });

  it('parameters of other networks, or none, are refused before anything is written', async () => {
    const from = directory();
    await run({ out: from, steps: ITERATION });
    const out = directory();
    const wider = { hidden: [48], activation: 'tanh' } as const;
    await expect(run({ out, startFrom: from, policy: wider, steps: ITERATION })).rejects.toThrow(
      'networks of other sizes',
    );
    await expect(run({ out, startFrom: directory(), steps: ITERATION })).rejects.toThrow('there is no checkpoint here');
    expect(existsSync(out)).toBe(false);
  });

  it('a directory that cannot be is refused', async () => {
    const file = directory();
    writeFileSync(file, '');
    await expect(run({ out: file, steps: ITERATION })).rejects.toThrow(
      'no folder can be made here (a file is in the way)',
    );
    await expect(run({ out: join(file, 'x'), steps: ITERATION })).rejects.toThrow(BadInputError);
  });
});

describe('export', () => {
  it('policy.onnx gives the logits that the trainer plays with, and says what it is', async () => {
    const out = directory();
    const { net, parameters } = await run({ out, steps: 2 * ITERATION });
    const policy = exportCheckpoint(unwrap(lastGoodCheckpoint(out)).checkpoint);
    const env = await openVecEnv({ envModule, envSpec: small.envSpec }, 5);
    env.reset(1);
    const observation = tensorOver(env.obs, [5, env.obsSize]);

    const exported = await openSession(policy);
    expect(exported.inputNames).toEqual(['observation']);
    expect(exported.outputNames).toEqual(['logits']);
    const trainer = await openSession(policyModel(net));
    const feeds = Object.fromEntries(
      net.policyParameters.map((p) => [p.name, tensorOver(parameters.subarray(p.offset, p.offset + p.size), p.shape)]),
    );
    const { logits } = await exported.run({ observation });
    const { logits: expected } = await trainer.run({ ...feeds, observation });
    const [a, b] = [logits!.data as Float32Array, expected!.data as Float32Array];
    expect(a).toHaveLength(5 * env.actions);
    for (let i = 0; i < a.length; i++) expect(Math.abs(a[i]! - b[i]!)).toBeLessThan(1e-6);
    expect(Math.max(...a) - Math.min(...a)).toBeGreaterThan(0.01);

    const info = unwrap(readModelInfo(policy, 'policy.onnx'));
    expect(info.metadata).toMatchObject({ game: 'signal', layout: '4-3', steps: String(2 * ITERATION) });
  });
});
