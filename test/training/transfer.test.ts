import { describe, expect, it } from 'vitest';
import { Rng } from '../../src/core/rng.js';
import type { Checkpoint } from '../../training/checkpoint.js';
import { openSession, tensorOver } from '../../training/graph/session.js';
import { type ActorCritic, actorCritic, initialParameters } from '../../training/nets.js';
import { criticModel, policyModel } from '../../training/selfplay.js';
import { type TrainConfig, trainConfig } from '../../training/train.js';
import { startingParameters } from '../../training/transfer.js';

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
