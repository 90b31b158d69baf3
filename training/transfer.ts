import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BadInputError, unwrap } from '../src/core/errors.js';
import { inputError } from '../src/core/result.js';
import { Rng } from '../src/core/rng.js';
import { type Checkpoint, lastGoodCheckpoint } from './checkpoint.js';
import { readInitializers } from './graph/model-info.js';
import { type ActorCritic, actorCritic, initialParameters, type ParameterSpec } from './nets.js';
import type { TrainConfig } from './train.js';

/**
 * The parameters that a run starts from: fresh ones, those of another run's newest good checkpoint, or the policy of an
 * exported model with a fresh critic (see `criticOnly`). Throws `BadInputError` when the networks don't fit.
 */
export function firstParameters(net: ActorCritic, config: TrainConfig): Float32Array {
  const { startFrom, seed } = config;
  const fresh = (): Float32Array => initialParameters(net.parameters, new Rng(seed));
  if (startFrom === undefined) return fresh();
  const model = policyFile(startFrom);
  if (model !== undefined) return modelParameters(model, readFileSync(model), net.policyParameters, fresh());
  return startingParameters(startFrom, unwrap(lastGoodCheckpoint(startFrom)).checkpoint, net, config);
}

/** The network of an exported model, where a folder is one and no run. */
export function policyFile(folder: string): string | undefined {
  const file = join(folder, 'policy.onnx');
  return existsSync(file) ? file : undefined;
}

/** A model that comes with hench by its folder there, a run by its folder's name. */
export function startName(path: string, game: 'gang' | 'gangup'): string {
  const name = basename(path);
  return policyFile(path) === undefined ? `runs/${name}` : `models/${game}/${name}`;
}

/** Share of a run that starts from a model in which its fresh critic learns alone. */
export const CRITIC_ONLY = 0.04;

/**
 * Puts the parameters of these specs, stored in an exported model, into `out`; the rest of it stays. The model may have seen more than this network
 * does, as in `startingParameters`.
 */
export function modelParameters(
  path: string,
  bytes: Uint8Array,
  specs: readonly ParameterSpec[],
  out: Float32Array,
): Float32Array {
  const stored = unwrap(readInitializers(bytes, path));
  for (const spec of specs) {
    const found = stored.get(spec.name);
    const rows = found?.shape[0] ?? 0;
    const fits =
      found?.shape.length === spec.shape.length &&
      found.shape.every((size, axis) => size === spec.shape[axis] || (axis === 0 && isFirstLayer(spec)));
    if (found === undefined || !fits || rows < spec.shape[0]!) {
      const is = `${spec.name} is ${found === undefined ? 'missing' : found.shape.join(' x ')}`;
      const hint = `Here: ${spec.shape.join(' x ')}; in the model ${is}.`;
      throw new BadInputError(inputError('other-networks', path, 'is a network of other sizes.', hint));
    }
    out.set(found.values.subarray(0, spec.size), spec.offset);
  }
  return out;
}

const isFirstLayer = (spec: ParameterSpec): boolean => spec.offset === 0;

/**
 * The parameters with which a run starts from another's checkpoint. The other run may have seen more, if what this one
 * sees is the beginning of it (`legible` is the beginning of `full`): the first layers' rows of the inputs that are
 * missing here are left out. Throws `BadInputError` when the networks differ otherwise.
 */
export function startingParameters(
  path: string,
  from: Checkpoint,
  net: ActorCritic,
  { policy, critic }: TrainConfig,
): Float32Array {
  if (from.sizes === undefined) {
    const hint = 'Give a run of The Gang, or the folder of a model.';
    throw new BadInputError(inputError('other-game', path, 'is a run of another game.', hint));
  }
  const { observation, privileged, actions } = net;
  const was = [from.sizes.privileged, from.sizes.actions, from.config.policy, from.config.critic];
  const is = [privileged, actions, policy, critic];
  if (from.sizes.observation < observation || JSON.stringify(was) !== JSON.stringify(is)) {
    const sizes = `${JSON.stringify([from.sizes.observation, ...was])}; here: ${JSON.stringify([observation, ...is])}`;
    const hint = `Its networks: ${sizes}.`;
    throw new BadInputError(inputError('other-networks', path, 'was trained with networks of other sizes.', hint));
  }
  const source = actorCritic(from.sizes, from.config.policy, from.config.critic);
  const out = new Float32Array(from.learner.parameters.length);
  let length = 0;
  for (const [i, spec] of net.parameters.entries()) {
    const original = source.parameters[i]!;
    const values = from.learner.parameters.subarray(original.offset, original.offset + original.size);
    if (original.size === spec.size) out.set(values, spec.offset);
    else {
      // A first layer, [inputs, units]: the rows of the observation's beginning, then what follows it (the critic's
      // privileged inputs).
      const units = spec.shape[1]!;
      const after = spec.shape[0]! - observation;
      out.set(values.subarray(0, observation * units), spec.offset);
      out.set(values.subarray((original.shape[0]! - after) * units), spec.offset + observation * units);
    }
    length = spec.offset + spec.size;
  }
  return out.slice(0, length);
}
