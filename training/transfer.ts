import { BadInputError } from '../src/core/errors.js';
import { inputError } from '../src/core/result.js';
import type { Checkpoint } from './checkpoint.js';
import { type ActorCritic, actorCritic } from './nets.js';
import type { TrainConfig } from './train.js';

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
