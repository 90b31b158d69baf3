import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parityObservation, parseCard } from '../../agents/card.js';
import { modelsRoot } from '../../agents/onnx.js';
import { unwrap } from '../../src/core/errors.js';
import { Rng } from '../../src/core/rng.js';
import { observationLayout } from '../../src/env/gang-layout.js';
import type { Checkpoint } from '../../training/checkpoint.js';
import { openSession, tensorOver } from '../../training/graph/session.js';
import { type ActorCritic, actorCritic, initialParameters, parameterCount } from '../../training/nets.js';
import { criticModel, parameterFeeds, policyModel } from '../../training/selfplay.js';
import { type TrainConfig, trainConfig } from '../../training/train.js';
import { modelParameters, startingParameters } from '../../training/transfer.js';

const body = { hidden: [7, 6], activation: 'tanh' } as const;
const config: TrainConfig = trainConfig({ envModule: '', envSpec: {}, out: '', steps: 1, policy: body, critic: body });
const [full, part, privileged, actions] = [9, 5, 3, 4];
const big = actorCritic({ observation: full, privileged, actions }, body, body);
const small = actorCritic({ observation: part, privileged, actions }, body, body);
const rng = new Rng(3);
const parameters = initialParameters(big.parameters, rng).map((x) => x + 0.1 * rng.normal());
const from = {
  config,
  sizes: { observation: full, privileged, actions },
  learner: { parameters, moment1: parameters, moment2: parameters, steps: 1 },
} as unknown as Checkpoint;

async function answers(net: ActorCritic, flat: Float32Array, seen: Float32Array, hidden: Float32Array) {
  const feeds = Object.fromEntries(
    net.parameters.map((p) => [p.name, tensorOver(flat.subarray(p.offset, p.offset + p.size), p.shape)]),
  );
  const only = (names: readonly { name: string }[]) =>
    Object.fromEntries(names.map(({ name }) => [name, feeds[name]!]));
  const observation = tensorOver(seen, [1, net.observation]);
  const policy = await openSession(policyModel(net));
  const critic = await openSession(criticModel(net));
  const { logits } = await policy.run({ ...only(net.policyParameters), observation });
  const { value } = await critic.run({
    ...only(net.criticParameters),
    observation,
    privileged: tensorOver(hidden, [1, privileged]),
  });
  return [...(logits!.data as Float32Array), ...(value!.data as Float32Array)];
}

describe('starting from a model that comes with hench', () => {
  const bytes = (name: string) => readFileSync(join(modelsRoot(), 'gang', name, 'policy.onnx'));
  const card = unwrap(parseCard(readFileSync(join(modelsRoot(), 'gang', 'full-3', 'card.json'), 'utf8'), 'card.json'));
  const hidden = { hidden: [128, 128], activation: 'relu' } as const;
  const netOf = (kind: 'full' | 'legible', privileged: number) =>
    actorCritic({ observation: observationLayout(kind, 3).size, privileged, actions: 4 }, hidden, hidden);
  const logitsOf = async (net: ActorCritic, flat: Float32Array, seen: Float32Array): Promise<number[]> => {
    const session = await openSession(policyModel(net));
    const feeds = parameterFeeds(net.policyParameters, flat);
    const { logits } = await session.run({ ...feeds, observation: tensorOver(seen, [1, net.observation]) });
    return [...(logits!.data as Float32Array)];
  };

  it('gives its logits, with a critic of its own', async () => {
    const net = netOf('full', 5);
    const fresh = initialParameters(net.parameters, new Rng(1));
    const flat = modelParameters('policy.onnx', bytes('full-3'), net.policyParameters, fresh.slice());
    for (const { seed, logits } of card.parity) {
      const found = await logitsOf(net, flat, parityObservation(net.observation, seed));
      for (const [a, logit] of logits.entries()) expect(found[a]).toBeCloseTo(logit, 3);
    }
    const critic = net.criticParameters[0]!.offset;
    expect(flat.slice(critic)).toEqual(fresh.slice(critic));
  });

  it('that saw more gives the logits that it gives where what is missing here is zero', async () => {
    const [more, net] = [netOf('full', 5), netOf('legible', 5)];
    const all = modelParameters(
      'policy.onnx',
      bytes('full-3'),
      more.policyParameters,
      new Float32Array(parameterCount(more.parameters)),
    );
    const part = modelParameters(
      'policy.onnx',
      bytes('full-3'),
      net.policyParameters,
      new Float32Array(parameterCount(net.parameters)),
    );
    const seen = parityObservation(net.observation, 1);
    const padded = new Float32Array(more.observation);
    padded.set(seen);
    const expected = await logitsOf(more, all, padded);
    for (const [a, logit] of (await logitsOf(net, part, seen)).entries()) expect(logit).toBeCloseTo(expected[a]!, 3);
  });

  it('of another size, or no model, is refused', () => {
    const net = netOf('full', 5);
    const out = new Float32Array(parameterCount(net.parameters));
    expect(() => modelParameters('policy.onnx', bytes('full-4'), net.policyParameters, out)).toThrow(
      'is a network of other sizes',
    );
    expect(() => modelParameters('policy.onnx', bytes('legible-3'), net.policyParameters, out)).toThrow(
      'policy.0.weight is',
    );
    expect(() => modelParameters('policy.onnx', new Uint8Array([7, 9]), net.policyParameters, out)).toThrow(
      'is not an ONNX model',
    );
  });
});

describe('starting from a run that saw more', () => {
  it('answers as that run does when what is missing here is zero', async () => {
    const seen = Float32Array.from({ length: part }, () => rng.normal());
    const hidden = Float32Array.from({ length: privileged }, () => rng.normal());
    const padded = new Float32Array(full);
    padded.set(seen);
    const before = await answers(big, parameters, padded, hidden);
    const after = await answers(small, startingParameters('run', from, small, config), seen, hidden);
    expect(after).toHaveLength(actions + 1);
    for (const [i, x] of after.entries()) expect(x).toBeCloseTo(before[i]!, 5);
    expect(Math.max(...before.map(Math.abs))).toBeGreaterThan(0.05);
  });

  it('a run that saw less, or has other hidden layers, is refused', () => {
    const larger = actorCritic({ observation: full + 1, privileged, actions }, body, body);
    expect(() => startingParameters('run', from, larger, config)).toThrow('networks of other sizes');
    const other = { ...config, policy: { hidden: [8, 6], activation: 'tanh' } as const };
    expect(() => startingParameters('run', from, small, other)).toThrow('networks of other sizes');
  });
});
