import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { modelAgent } from '../../agents/trained.js';
import { exportRun } from '../../src/cli/export-run.js';
import { tablesRun } from '../../src/cli/train-tables.js';
import { Rng } from '../../src/core/rng.js';
import { observationLayout } from '../../src/env/gang-layout.js';
import { KEEP } from '../../src/gang/actions.js';
import { type GangConfig, parseGangConfig } from '../../src/gang/config.js';
import { GangDeluxeEnv, type GangDeluxeEnvSpec } from '../../training/gang-deluxe-env.js';
import { formCodec } from '../../training/gang-table-form.js';
import { type TablesTraining, tablesRunConfig, trainTables } from '../../training/gang-tables.js';

const FULL_3 = 'models/gang/full-3';
const root = mkdtempSync(join(tmpdir(), 'hench-going-on-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const asked = (flags: object): Promise<TablesTraining> =>
  tablesRun({ out: join(root, 'run'), steps: 8192, ...flags } as Parameters<typeof tablesRun>[0]);
const tables = (...list: object[]): string => JSON.stringify(list);

function config(input: object): GangConfig {
  const read = parseGangConfig({ length: 'heist', ...input });
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

function anyLegal(env: GangDeluxeEnv, i: number, rng: Rng): number {
  const mask = env.mask.subarray(i * env.actions, (i + 1) * env.actions);
  const legal = [...mask.keys()].filter((a) => mask[a] === 1);
  return legal[rng.below(legal.length)]!;
}

describe("tables in the base game's terms, for a network that knows those", () => {
  const spec: GangDeluxeEnvSpec = {
    tables: [
      { players: 4, variant: 'stud' },
      { players: 4, variant: 'bananaSplit' },
      { players: 4, exitChips: 1 },
    ],
    form: 'base',
    readyShare: 0.5,
  };

  it('observations are those of the base game; what is legal is an act that the network knows', () => {
    const env = new GangDeluxeEnv(spec, 6);
    const layout = observationLayout('full', 4);
    expect([env.obsSize, env.actions]).toEqual([layout.size, 5]);
    expect(env.metadata).toMatchObject({ players: '4', layoutHash: layout.hash });
    const rng = new Rng(1);
    env.reset(3);
    for (let step = 0; step < 40; step++) {
      const acts = Int32Array.from({ length: env.count }, (_, i) => {
        layout.check(env.obs, i * env.obsSize);
        const decision = env.decision(i);
        const known = decision.legal.toArray().map((action) => decision.indexOf(action));
        const mask = [...env.mask.subarray(i * 5, i * 5 + 5).keys()].filter((a) => env.mask[i * 5 + a] === 1);
        expect(mask).toEqual(known.filter((index) => index >= 0).sort((a, b) => a - b));
        return mask[rng.below(mask.length)]!;
      });
      env.step(acts);
    }
    expect(env.stats().episodes).toBeGreaterThan(0);
  });

  it('an index leads back to its act, and an exit is none that the base game has', () => {
    const own = config({ players: 4, exitChips: 1 });
    const codec = formCodec('base', own);
    const env = new GangDeluxeEnv(spec, 3);
    const rng = new Rng(6);
    env.reset(5);
    let exits = 0;
    for (let step = 0; step < 60; step++) {
      const { view, legal } = env.decision(2);
      for (const action of legal.toArray()) {
        const index = codec.indexOf(action);
        if (index >= 0) expect(codec.actionAt(view, index)).toBe(action);
        else exits++;
      }
      expect(codec.actionAt(view, 0)).toBe(KEEP);
      env.step(Int32Array.from({ length: 3 }, (_, i) => anyLegal(env, i, rng)));
    }
    expect(exits).toBeGreaterThan(0);
  });

  it('go on exactly where they were saved', () => {
    const env = new GangDeluxeEnv(spec, 3);
    env.reset(4);
    const first = (e: GangDeluxeEnv): Int32Array =>
      Int32Array.from({ length: e.count }, (_, i) => e.mask.indexOf(1, i * e.actions) - i * e.actions);
    for (let step = 0; step < 20; step++) env.step(first(env));
    const again = new GangDeluxeEnv(spec, 3);
    again.load(env.save());
    for (let step = 0; step < 20; step++) {
      expect(again.obs).toEqual(env.obs);
      expect(again.mask).toEqual(env.mask);
      env.step(first(env));
      again.step(first(again));
    }
  });

  it.each([
    ['of two sizes', [{ players: 4 }, { players: 5 }]],
    ['of more than six', [{ players: 7 }]],
  ])('there are none %s', (_, list) => {
    expect(() => new GangDeluxeEnv({ tables: list, form: 'base' }, 2)).toThrow(RangeError);
  });
});

describe('a model that goes on learning at other tables', () => {
  it('comes out as a model of its size, as it was while only its critic learns', async () => {
    const run = await asked({ 'start-from': FULL_3, tables: tables({ players: 3, variant: 'stud' }) });
    const result = await trainTables(run);
    expect(result).toMatchObject({ reason: 'finished', steps: 8192 });
    const out = join(root, 'model');
    const card = (await exportRun(run.out, out, 'full-3-stud')) as Parameters<typeof modelAgent>[1];
    const before = JSON.parse(readFileSync(join(FULL_3, 'card.json'), 'utf8')) as typeof card;
    expect(card).toMatchObject({ name: 'full-3-stud', class: 'full', players: 3, layout: before.layout });
    expect(card.training.command).toContain(`--start-from ${FULL_3}`);
    // One rollout is all within the share of the run that belongs to the critic.
    for (const [i, { logits }] of card.parity.entries()) {
      for (const [a, logit] of logits.entries()) expect(logit).toBeCloseTo(before.parity[i]!.logits[a]!, 4);
    }
    const agent = modelAgent('mine', card, out);
    expect(agent.fits!(config({ players: 3, variant: 'stud' }))).toBe(true);
    expect(agent.fits!(config({ players: 4, variant: 'stud' }))).toBe(false);
  });

  it('is trained by the settings of its file, as by its flags', async () => {
    const flags = { 'start-from': FULL_3, tables: tables({ players: 3, variant: 'stud' }) };
    expect(tablesRunConfig(await asked(flags))).toMatchObject({
      startFrom: FULL_3,
      envSpec: { form: 'base' },
      policy: { hidden: [128, 128] },
      ppo: { criticOnly: 0.04 },
    });
  });

  it.each([
    ['no folder of a model', 'models/gang', tables({ players: 3 }), /models\/gang: is no model/],
    ['a model that sees only chips', 'models/gang/legible-3', tables({ players: 3 }), /sees only chips/],
    ['a model of another size', FULL_3, tables({ players: 3 }, { players: 4 }), /sits at tables of 3 players/],
  ])('%s is refused', async (_, from, list, message) => {
    const run = await asked({ 'start-from': from, tables: list });
    expect(() => tablesRunConfig(run)).toThrow(message);
  });

  it('has no teacher beside it', async () => {
    await expect(asked({ 'start-from': FULL_3, 'teacher-steps': 100 })).rejects.toThrow(/--teacher-steps/);
  });
});
