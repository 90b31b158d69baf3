import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatCard } from '../../agents/card.js';
import { verifyGangupModel } from '../../eval/verify-gangup.js';
import { unwrap } from '../../src/core/errors.js';
import { lastGoodCheckpoint } from '../../training/checkpoint.js';
import { exportGangupModel } from '../../training/gangup-export.js';
import { gangupNet } from '../../training/gangup-net.js';
import { type GangupTraining, gangupTrainConfig } from '../../training/gangup-run.js';
import {
  type GangupCheckpoint,
  type GangupTrainConfig,
  gangupTrainCommand,
  trainGangup,
} from '../../training/gangup-train.js';
import { parameterCount } from '../../training/nets.js';
import { TINY, tinyRun } from './gangup-tiny.js';

const root = mkdtempSync(join(tmpdir(), 'hench-from-model-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const first = join(root, 'first');
const model = join(root, 'model');
/** The same without its critic. */
const bare = join(root, 'bare');
const policySize = parameterCount(gangupNet(TINY).policyParameters);
/** Nothing is learnt. */
const still = { ...tinyRun({ out: '' }).ppo, learningRate: { start: 0, end: 0 } };

/** Trains for an iteration; the parameters that it ends with. */
async function trained(more: Partial<GangupTrainConfig> & { readonly out: string }): Promise<Float32Array> {
  return (await trainGangup(tinyRun({ steps: 128, ...more }))).parameters;
}

let parameters: Float32Array;
beforeAll(async () => {
  parameters = await trained({ out: first });
  const { checkpoint } = unwrap(lastGoodCheckpoint<GangupCheckpoint>(first));
  const { critic, ...card } = await exportGangupModel(checkpoint, model, { name: 'model', codeVersion: 'test' });
  expect(critic).toBeDefined();
  cpSync(model, bare, { recursive: true });
  rmSync(join(bare, 'critic.onnx'));
  writeFileSync(join(bare, 'card.json'), formatCard(card));
});

describe('a run of Gang Up! from an exported model', () => {
  it('begins with its policy and critic, as the run that it was made from would', async () => {
    for (const startFrom of [model, first]) {
      const out = join(root, startFrom === model ? 'from-model' : 'from-run');
      expect(await trained({ out, startFrom, ppo: still, seed: 5 })).toEqual(parameters);
    }
  });

  it('begins with a fresh critic where it has none', async () => {
    const begun = await trained({ out: join(root, 'begun'), startFrom: bare, ppo: still, seed: 5 });
    expect(begun.subarray(0, policySize)).toEqual(parameters.subarray(0, policySize));
    expect(begun.subarray(policySize)).not.toEqual(parameters.subarray(policySize));
    const critic = await trained({ out: join(root, 'fresh'), ppo: still, seed: 5 });
    expect(begun.subarray(policySize)).toEqual(critic.subarray(policySize));
  });

  it('lets a fresh critic learn alone for a while, and says in its command where it began', () => {
    const asked = { players: [2], generated: 0, seed: 1, threads: 1, steps: 1, out: 'runs/x' } satisfies GangupTraining;
    const config = gangupTrainConfig({ ...asked, startFrom: model });
    expect(config.ppo.criticOnly).toBe(0);
    expect(gangupTrainConfig({ ...asked, startFrom: bare }).ppo.criticOnly).toBeGreaterThan(0);
    expect(gangupTrainConfig({ ...asked, startFrom: first }).ppo.criticOnly).toBe(0);
    expect(gangupTrainCommand(config)).toContain('--start-from models/gangup/model');
    expect(gangupTrainCommand({ ...config, startFrom: first })).toContain('--start-from runs/first');
    expect(gangupTrainCommand(gangupTrainConfig({ ...asked, against: model }))).toContain(
      '--against models/gangup/model',
    );
  });

  it('is refused where the model is of another network, another game, or not the one of its card', async () => {
    const refused = async (config: Partial<GangupTrainConfig>, words: RegExp) => {
      const out = join(root, 'refused');
      await expect(trained({ ...config, out })).rejects.toThrow(words);
      expect(existsSync(out)).toBe(false);
    };
    const wider = { ...TINY, state: [7, 5] } as const;
    await refused({ startFrom: model, net: wider }, /is a network of other sizes\. Here: \d+ x 7; in the model/);
    await refused({ startFrom: 'models/gang/full-3' }, /card\.json/);
    const changed = join(root, 'changed');
    cpSync(model, changed, { recursive: true });
    const file = join(changed, 'policy.onnx');
    writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from([0])]));
    await refused({ startFrom: changed }, /is not the file of its card/);
    await refused({ frozen: changed }, /is not the file of its card/);
    const without = join(root, 'without');
    cpSync(model, without, { recursive: true });
    rmSync(join(without, 'critic.onnx'));
    await refused({ startFrom: without }, /critic\.onnx.*is missing/);
    expect((await verifyGangupModel(without, { games: 0, seed: 1 })).ok).toBe(false);
    expect((await verifyGangupModel(model, { games: 0, seed: 1 })).ok).toBe(true);
  });
});

it('a model can be the opponent that stays as it is', async () => {
  const asked = { players: [2], generated: 0, seed: 1, threads: 1, steps: 1, out: 'runs/x' };
  const { league, frozen } = gangupTrainConfig({ ...asked, against: model });
  expect(frozen).toBe(model);
  const out = join(root, 'against');
  await trainGangup(tinyRun({ out, steps: 2000, league, ...(frozen === undefined ? {} : { frozen }) }));
  const met = readFileSync(join(out, 'metrics.jsonl'), 'utf8').match(/"games (\w+) \d"/g) ?? [];
  expect(new Set(met.map((key) => key.split(' ')[1]))).toEqual(new Set(['past']));
});
