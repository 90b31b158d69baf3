import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Checkpoint, writeAtomically } from './checkpoint.js';
import { emitModel, OPSET } from './graph/emit.js';
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

/** What `card.json` says about how a policy came to be; results are added by whoever measures them. */
export interface TrainingCard {
  readonly format: 1;
  readonly opset: number;
  readonly input: { readonly name: 'observation'; readonly shape: readonly ['B', number] };
  readonly output: { readonly name: 'logits'; readonly shape: readonly ['B', number] };
  readonly metadata: Readonly<Record<string, string>>;
  readonly training: {
    readonly envSpec: unknown;
    readonly seed: number;
    readonly threads: number;
    readonly steps: number;
    readonly seconds: number;
    readonly policy: unknown;
    readonly critic: unknown;
    readonly ppo: unknown;
    readonly success: Checkpoint['success'];
  };
}

/** `policy.onnx` and what is known for `card.json`, of a checkpoint. */
export function exportCheckpoint(checkpoint: Checkpoint): { policy: Uint8Array; card: TrainingCard } {
  const { config, sizes, metadata, learner } = checkpoint;
  const net = actorCritic(sizes, config.policy, config.critic);
  const facts = { ...metadata, steps: String(checkpoint.steps), seed: String(config.seed) };
  const card: TrainingCard = {
    format: 1,
    opset: OPSET,
    input: { name: 'observation', shape: ['B', sizes.observation] },
    output: { name: 'logits', shape: ['B', sizes.actions] },
    metadata,
    training: {
      envSpec: config.envSpec,
      seed: config.seed,
      threads: config.threads,
      steps: checkpoint.steps,
      seconds: checkpoint.seconds,
      policy: config.policy,
      critic: config.critic,
      ppo: config.ppo,
      success: checkpoint.success,
    },
  };
  return { policy: exportPolicy(net, learner.parameters, facts), card };
}

/** Writes `policy.onnx` and `card.json` (the training card with `extra` keys beside) into a directory. */
export function writeModel(
  directory: string,
  checkpoint: Checkpoint,
  extra: Readonly<Record<string, unknown>> = {},
): void {
  mkdirSync(directory, { recursive: true });
  const { policy, card } = exportCheckpoint(checkpoint);
  writeAtomically(join(directory, 'policy.onnx'), policy);
  const text = `${JSON.stringify({ ...card, ...extra }, null, 2)}\n`;
  writeAtomically(join(directory, 'card.json'), new TextEncoder().encode(text));
}
