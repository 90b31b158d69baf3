import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatCard, type ModelCard, makeCard, parityObservation } from '../../agents/card.js';
import { Rng } from '../../src/core/rng.js';
import { actionCount, type ObservationClass, observationLayout } from '../../src/env/gang-layout.js';
import { exportPolicy } from '../../training/export.js';
import { OPSET } from '../../training/graph/emit.js';
import { openSession, tensorOver } from '../../training/graph/session.js';
import { actorCritic, initialParameters, parameterCount } from '../../training/nets.js';

/** An empty folder of its own. */
export function freshFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `hench-${name}-`));
}

export interface ModelOptions {
  readonly players: number;
  readonly kind?: ObservationClass;
  readonly seed?: number;
  readonly results?: ModelCard['results'];
  /** Inputs and outputs of the network, where they should be other than the layout's. */
  readonly inputs?: number;
  readonly outputs?: number;
}

/** Writes a small network with random weights, and its card, as `hench export` would. */
export async function writeRandomModel(dir: string, options: ModelOptions): Promise<ModelCard> {
  const { players, kind = 'full', seed = 1 } = options;
  const size = options.inputs ?? observationLayout(kind, players).size;
  const body = { hidden: [16], activation: 'relu' } as const;
  const sizes = { observation: size, privileged: 1, actions: options.outputs ?? actionCount(players) };
  const net = actorCritic(sizes, body, body);
  const flat = initialParameters(net.parameters, new Rng(seed));
  for (let i = 0; i < flat.length; i++) flat[i] = 10 * flat[i]!; // a new policy answers nearly the same to everything
  const policy = exportPolicy(net, flat);
  const session = await openSession(policy);
  const parity: ModelCard['parity'] = [];
  for (const vector of [1, 2]) {
    const observation = tensorOver(parityObservation(size, vector), [1, size]);
    const { logits } = await session.run({ observation });
    parity.push({ seed: vector, logits: [...(logits!.data as Float32Array)] });
  }
  const card = makeCard({
    name: `random-weights-${seed}`,
    class: kind,
    players,
    opset: OPSET,
    parameters: parameterCount(net.policyParameters),
    policy,
    training: { command: 'none', config: {}, seed, steps: 0, seconds: 0, codeVersion: 'test' },
    parity,
    ...(options.results === undefined ? {} : { results: options.results }),
  });
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'policy.onnx'), policy);
  writeFileSync(join(dir, 'card.json'), formatCard(card));
  return card;
}

/** Rewrites parts of a card. */
export function editCard(dir: string, card: ModelCard, edits: Readonly<Record<string, unknown>>): void {
  writeFileSync(join(dir, 'card.json'), JSON.stringify({ ...card, ...edits }));
}
