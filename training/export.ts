import type { Checkpoint } from './checkpoint.js';
import { emitModel } from './graph/emit.js';
import { Graph } from './graph/graph.js';
import { type ActorCritic, actorCritic, mlpForward, parameterInputs, parameterViews } from './nets.js';

/**
 * The policy as a self-contained ONNX file: input `observation` float32 [B, S], output `logits` float32 [B, A]
 * (the caller masks illegal actions), parameters stored as initialisers, `metadata` in `metadata_props`.
 */
export function exportPolicy(
  net: ActorCritic,
  parameters: Float32Array,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  const g = new Graph();
  const observation = g.input('observation', ['B', net.observation]);
  const logits = mlpForward(g, net.policy, parameterInputs(g, net.policyParameters), observation);
  return emitModel({
    name: 'policy',
    outputs: { logits },
    initializers: parameterViews(net.policyParameters, parameters),
    metadata,
    doc: 'observation float32 [B, S] -> logits float32 [B, A]; mask illegal actions, then softmax or argmax.',
  });
}

/** The policy of a checkpoint, with the environment's metadata and `facts` in the file. */
export function exportCheckpoint(checkpoint: Checkpoint, facts: Readonly<Record<string, string>> = {}): Uint8Array {
  const { config, sizes, metadata, learner, steps } = checkpoint;
  const net = actorCritic(sizes, config.policy, config.critic);
  const made = { ...metadata, ...facts, steps: String(steps), seed: String(config.seed) };
  return exportPolicy(net, learner.parameters, made);
}
