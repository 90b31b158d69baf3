import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { recording } from '../../src/cli/run-record.js';
import { gangRun } from '../../src/cli/train-fresh.js';
import { gangupRun } from '../../src/cli/train-gangup.js';
import { tablesRun } from '../../src/cli/train-tables.js';
import { type BadInputError, unwrap } from '../../src/core/errors.js';
import { formatInputError } from '../../src/core/result.js';
import { blankPack } from '../../src/gangup/index.js';
import {
  gangTrainingFile,
  gangupTrainingFile,
  parseTrainingFile,
  type TrainedGame,
  tablesTrainingFile,
} from '../../training/config-file.js';
import { type GangTraining, gangTrainOptions } from '../../training/gang.js';
import { type TablesTraining, tablesRunConfig } from '../../training/gang-tables.js';
import { type GangupTraining, gangupTrainConfig } from '../../training/gangup-run.js';
import { gangupTrainCommand } from '../../training/gangup-train.js';
import { readRunRecord } from '../../training/run-record.js';
import { trainConfig } from '../../training/train.js';
import { ROOT } from '../support/readme.js';

const directory = mkdtempSync(join(tmpdir(), 'hench-config-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let files = 0;
/** Writes a configuration and returns its path. */
function fileOf(value: unknown): string {
  const path = join(directory, `${files++}.json`);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

/** The flags of a command line that has only these. */
const gang = (flags: object) => gangRun(flags as Parameters<typeof gangRun>[0]);
const gangup = (flags: object) => gangupRun(flags as Parameters<typeof gangupRun>[0]);
const tables = (flags: object) => tablesRun({ out: 'runs/tables', ...flags } as Parameters<typeof tablesRun>[0]);

describe('a training configuration', () => {
  it.each<[string, TrainedGame, unknown, RegExp]>([
    [
      'a key that nobody knows',
      'gang',
      { players: 4, hiden: [8] },
      /^x\.json: hiden: is not a key .*Did you mean hidden\?$/,
    ],
    ['a key of the other game', 'gang', { generated: 3 }, /^x\.json: generated: is not a key .*Keys: game, seed/],
    ['a key inside', 'gang', { entropy: { start: 0.1, stop: 0 } }, /^x\.json: entropy/],
    ['a number out of range', 'gang', { players: 7 }, /^x\.json: players: should be at most 6\. Keys: /],
    ['a text for a number', 'gang', { seed: '1' }, /^x\.json: seed: should be a value of type number|whole number/],
    ['another game', 'gang', { game: 'gangup' }, /^x\.json: game: is not "gang"\./],
    ['two ends', 'gangup', { steps: 5, minutes: 1 }, /^x\.json: minutes: and steps both say when to stop\. Keep one/],
    ['a share above 1', 'tables', { readyShare: 1.5 }, /^x\.json: readyShare: should be at most 1/],
    ['an unknown kind of partner', 'gang', { partners: { share: 0.5, kinds: { wizard: 1 } } }, /^x\.json: partners/],
    ['a script that nobody knows', 'gangup', { scripts: { wizard: 1 } }, /^x\.json: scripts/],
    ['a method that nobody knows', 'gangup', { method: 'sarsa' }, /^x\.json: method: should be one of "ppo", "dmc"/],
    ['a script without weight', 'gangup', { scripts: { schemer: 0 } }, /^x\.json: scripts\.schemer: should be above 0/],
    ['tables for nobody', 'gangup', { shares: { 6: 1 } }, /^x\.json: shares/],
    ['a table twice', 'gangup', { players: [2, 2] }, /^x\.json: players: should name each number of players once/],
    ['no tables', 'tables', { tables: [] }, /^x\.json: tables: should have at least 1 entry\. /],
    ['nine layers', 'gang', { hidden: Array(9).fill(64) }, /^x\.json: hidden: should have at most 8 entries\. /],
    ['an unknown script', 'gangup', { scripts: { boss: 1 } }, /scripts\.boss: is not .* Keys: .*schemer/],
    ['a list', 'gang', [1], /^x\.json: should be a value of type object/],
  ])('%s is refused, and named', (_, game, input, message) => {
    const whole = Array.isArray(input) ? input : { game, ...(input as object) };
    const read = parseTrainingFile(game, whole, 'x.json');
    expect(read.ok ? 'taken' : formatInputError(read.error)).toMatch(message);
  });

  it('that is not there, or no JSON, is refused', async () => {
    await expect(gang({ config: join(directory, 'nowhere.json') })).rejects.toThrow(
      /nowhere\.json: there is no such file/,
    );
    await expect(gang({ config: fileOf('{"players": 4,') })).rejects.toThrow(/\.json: is not JSON\./);
    await expect(gang({ config: directory })).rejects.toThrow(/cannot be read \(EISDIR\)/);
  });

  it('gives way to flags, key by key', async () => {
    const config = fileOf({ game: 'gang', players: 4, seed: 9, hidden: [16], readyShare: 0.7, steps: 500, epochs: 3 });
    const run = await gang({ config, seed: 2, hidden: '8,8', out: 'runs/x' });
    expect(run).toMatchObject({ players: 4, seed: 2, hidden: [8, 8], readyShare: 0.7, steps: 500, epochs: 3 });
    expect((await gang({ config, players: '5' })).players).toBe(5);
    const boss = fileOf({ game: 'gangup', players: [2, 3], generated: 7, minutes: 2, self: 0.1 });
    expect(await gangup({ config: boss, players: '4' })).toMatchObject({ players: [4], generated: 7, self: 0.1 });
    const many = fileOf({ game: 'tables', tables: [{ players: 8 }], teacherSteps: 0, seed: 3 });
    const asked = await tables({ config: many, 'teacher-steps': 10 });
    expect(asked).toMatchObject({ tables: [{ players: 8 }], teacherSteps: 10, seed: 3, minutes: 10 });
  });

  it('says when to stop unless a flag does, whichever of the two it is', async () => {
    const [steps, minutes] = [{ steps: 500 }, { minutes: 4 }].map((end) =>
      fileOf({ game: 'gang', players: 3, ...end }),
    );
    const ends = async (flags: object) => {
      const { steps, minutes } = await gang(flags);
      return { steps, minutes };
    };
    expect(await ends({ config: steps })).toEqual({ steps: 500 });
    expect(await ends({ config: steps, minutes: 1 })).toEqual({ minutes: 1 });
    expect(await ends({ config: minutes, steps: 7 })).toEqual({ steps: 7 });
    expect(await ends({ players: '3' })).toEqual({ minutes: 10 });
    for (const read of [gang, gangup, tables]) {
      await expect(read({ players: '3', steps: 7, minutes: 1 })).rejects.toThrow(/--steps: and --minutes both say/);
    }
  });

  it('is written with every key, and read back as the same run', async () => {
    const partners = '{"share":0.5,"kinds":{"greedy":1}}';
    const first = await gang({ players: '5', class: 'legible', partners, critic: '8', 'takes-max': 2, out: 'runs/x' });
    const { out: _, ...asked } = await gang({ config: fileOf(gangTrainingFile(first)), out: 'runs/x' });
    expect({ ...asked, out: 'runs/x' }).toEqual({ ...gangTrainingFile(first), game: undefined, out: 'runs/x' });
    expect(trainConfig(gangTrainOptions({ ...asked, out: 'runs/x' }))).toEqual({
      ...trainConfig(gangTrainOptions(first)),
      backend: 'onnx',
    });
    const boss = await gangup({ players: '3', against: 'greedy', seed: 4, out: 'runs/y' });
    const again = await gangup({ config: fileOf(gangupTrainingFile(boss)), out: 'runs/y' });
    expect(gangupTrainConfig(again)).toEqual(gangupTrainConfig(boss));
    expect(gangupTrainingFile(boss)).toMatchObject({ generated: 0, designed: 0 });
    const many = await tables({ steps: 40, tables: '[{"players":4,"variant":"omaha"}]' });
    expect(tablesRunConfig(await tables({ config: fileOf(tablesTrainingFile(many)) }))).toEqual(tablesRunConfig(many));
  });
});

describe('the league of a run of Gang Up!', () => {
  const words = (command: string): string[] => command.split(' ').slice(3);
  /** The run that a training command asks for. */
  const asked = (command: string) => {
    const given = words(command);
    const whole = ['seed', 'threads', 'steps', 'minutes', 'generated', 'designed', 'epochs', 'minibatch'];
    const numbers = [...whole, 'generated-share', 'self', 'past'];
    const flags: Record<string, unknown> = {};
    for (let i = 0; i < given.length; i += 2) {
      const [name, value] = [given[i]!.slice(2), given[i + 1]!];
      flags[name] = numbers.includes(name) ? Number(value) : value;
    }
    return gangup(flags);
  };

  it.each<[string, object]>([
    ['as it comes', {}],
    ['with weights of its own', { self: 0.125, past: 0.5, scripts: 'schemer:6,cautious,greedy:0.5' }],
    ['at more tables of some numbers of players', { players: '2,3,5', shares: '2:1,3:2,5:0.7' }],
    ['with generated packs at many tables', { generated: 2, 'generated-share': 0.4 }],
    ['with designed packs', { designed: 3 }],
    ['with both kinds of packs', { generated: 1, designed: 2, 'generated-share': 0.5 }],
    ['met by Deep Monte Carlo', { method: 'dmc', past: 0.5, entropy: '0.2,0.1' }],
    ['replaced by scripts', { against: 'schemer:4,greedy', self: 0.25 }],
  ])('%s is repeated by the command of the run and by its file', async (_, flags) => {
    const run = await gangup({ seed: 3, threads: 1, steps: 1000, ...flags, out: 'runs/z' });
    const config = gangupTrainConfig(run);
    const command = gangupTrainCommand(config);
    expect(gangupTrainConfig({ ...(await asked(command)), out: 'runs/z' })).toEqual(config);
    const file = await gangup({ config: fileOf(gangupTrainingFile(run)), out: 'runs/z' });
    expect(gangupTrainConfig(file)).toEqual(config);
    const packs = ['generated', 'designed', 'generated-share'];
    const all = [...packs, 'method', 'entropy', 'self', 'past', 'scripts', 'shares', 'against'];
    const named = all.filter((flag) => command.includes(`--${flag} `));
    expect(named).toEqual(
      Object.keys(flags)
        .filter((flag) => flag !== 'players')
        .sort((a, b) => named.indexOf(a) - named.indexOf(b)),
    );
  });

  it('has tables by the weights of their numbers of players, with options too', async () => {
    const run = await gangup({ players: '2,3,5', shares: '3:2,5:3', steps: 1 });
    const shares = gangupTrainConfig(run).groups.map(({ config, share }) => `${config.players}: ${share}`);
    const [plain, assets, expansion] = [72, 16, 12].map((all) =>
      [2, 3, 5].map((n, i) => `${n}: ${(all * (i + 1)) / 6}`),
    );
    expect(shares).toEqual([...plain!, ...assets!, ...expansion!]);
  });

  it('has all tables of the options that are given, for packs whose cards are of the expansion', async () => {
    const packs = ['shipped', 'docs/examples/harbour.json'];
    const given = { players: '2,4', steps: 1, packs, expansion: true, leaders: false };
    const run = await gangup({ ...given, out: 'runs/z' });
    const config = gangupTrainConfig(run);
    expect(config.groups.map((group) => group.config)).toEqual(
      [2, 4].map((players) => ({ players, packs, leaders: false, expansion: true })),
    );
    expect(gangupTrainCommand(config)).toMatch(/ --no-leaders --expansion( |$)/);
    expect(gangupTrainConfig(await gangup({ config: fileOf(gangupTrainingFile(run)), out: 'runs/z' }))).toEqual(config);
    const shipped = gangupTrainConfig(await gangup({ players: '3', steps: 1, locations: true }));
    expect(shipped.groups.map((group) => group.config)).toEqual([{ players: 3, locations: true }]);
  });

  it('is refused before it begins when its packs are missing, or have cards that do nothing', () => {
    const run = { players: [3], generated: 0, seed: 1, threads: 1, steps: 1, out: 'runs/z' };
    expect(() => gangupTrainConfig({ ...run, packs: ['none.json'] })).toThrow(/none\.json: .*no such file/);
    expect(() => gangupTrainConfig({ ...run, packs: ['shipped', blankPack()] })).toThrow(
      /marked "unimplemented": blank-/,
    );
  });

  it.each<[object, RegExp]>([
    [{ self: 1.5 }, /^--self: 1\.5 is not a share\. Give a number from 0 to 1\.$/],
    [{ past: Number.NaN }, /^--past: NaN is not a share/],
    [{ scripts: 'schemer:6,wizard' }, /^--scripts: "wizard" is none of .*schemer.* with a weight above 0/],
    [{ scripts: 'schemer:' }, /^--scripts: "schemer:" is none of/],
    [{ scripts: 'schemer:1,schemer:2' }, /^--scripts: "schemer:2" is none of .*, or is named twice\. Write --scripts /],
    [{ scripts: 'random' }, /^--scripts: "random" is none of/],
    [{ shares: '2:1,6:2' }, /^--shares: "6:2" is none of 2, 3, 4, 5 with a weight above 0/],
    [{ players: '2,3', shares: '5:1' }, /^--shares: "5:1" is none of 2, 3 with/],
    [
      { against: 'greedy', past: 0.5 },
      /^--past: is about the league, which --against replaces\. Leave one of them out\.$/,
    ],
    [{ against: 'greedy', scripts: 'schemer' }, /^--scripts: is about the league, which --against replaces/],
  ])('%j is refused in a sentence', async (flags, message) => {
    const refused = await gangup(flags).catch((error: BadInputError) => formatInputError(error.error));
    expect(refused).toMatch(message);
  });

  it('of a file gives way to flags, and is refused where it contradicts them', async () => {
    const config = fileOf({ game: 'gangup', players: [2, 3], shares: { 3: 2 }, scripts: { greedy: 1 }, past: 0.5 });
    expect(await gangup({ config, scripts: 'schemer', shares: '2:4' })).toMatchObject({
      ...{ scripts: { schemer: 1 }, shares: { 2: 4 }, past: 0.5 },
    });
    await expect(gangup({ config, players: '2' })).rejects.toThrow(/--shares: weighs tables of 3, which --players/);
    await expect(gangup({ config, against: 'schemer' })).rejects.toThrow(/--past: is about the league/);
  });
});

describe('the record of a run', () => {
  const config = { out: join(directory, 'run'), seed: 4, threads: 1, steps: 10 };

  it('holds its configuration and, for every part, where and with what it was made', () => {
    recording({ game: 'gang', config, file: { game: 'gang', players: 3 } }).onStart();
    const first = readRunRecord(config.out)!;
    expect(first).toMatchObject({ format: 1, game: 'gang', seed: 4, threads: 1, config });
    expect(first.parts).toHaveLength(1);
    const part = {
      ...{
        fromSteps: 0,
        version: expect.stringMatching(/^\d/),
        node: process.version,
        onnxruntime: expect.any(String),
      },
      ...{ platform: expect.any(String), cpu: expect.any(String), cores: expect.any(Number) },
    };
    expect(first.parts[0]).toMatchObject(part);
    expect(JSON.parse(readFileSync(join(config.out, 'config.json'), 'utf8'))).toEqual({ game: 'gang', players: 3 });

    const more = { ...config, steps: 99 };
    const resumed = recording({ game: 'gang', config: more, fromSteps: 7 });
    resumed.onStart();
    const second = readRunRecord(config.out)!;
    expect(second.config).toEqual(more);
    expect(second.parts).toEqual([
      first.parts[0],
      { ...part, fromSteps: 7, startedAt: expect.any(String), ...commitOf(second) },
    ]);
    // TensorBoard counts the run's time from its start, whichever part writes.
    expect(resumed.startedAt).toBe(Date.parse(first.parts[0]!.startedAt) / 1000);
  });

  /** Only a checkout has one. */
  function commitOf({ parts }: { parts: readonly { commit?: string | undefined }[] }) {
    const { commit } = parts.at(-1)!;
    return commit === undefined ? {} : { commit: expect.stringMatching(/^[0-9a-f]{40}\+?$/) };
  }

  it('that is torn or of something else is no record, and is made anew', () => {
    for (const text of ['{"format":1,', '{}', '{"format":2,"game":"gang"}', 'null']) {
      writeFileSync(join(config.out, 'run.json'), text);
      expect(readRunRecord(config.out)).toBeUndefined();
      recording({ game: 'gang', config, fromSteps: 7 }).onStart();
      expect(readRunRecord(config.out)!.parts).toHaveLength(1);
    }
  });
});

const FOLDER = join(ROOT, 'training', 'configs');

describe('the configurations that come with hench', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

  it.each(names)('%s is one', (name) => {
    const input = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as { game: TrainedGame };
    const file = unwrap(parseTrainingFile(input.game, input, name));
    expect(Object.keys(file).length).toBe(Object.keys(input).length - 1);
    if (!name.startsWith('small')) {
      // Repeats the run whatever the machine and the defaults are.
      expect(file).toMatchObject({ seed: expect.any(Number), threads: expect.any(Number) });
      expect(file.learningRate).toBeDefined();
    } else expect(file.minutes).toBe(1);
  });

  const cards = ['gang', 'gangup'].flatMap((game) =>
    readdirSync(join(ROOT, 'models', game)).map((name) => ({
      name,
      path: join(ROOT, 'models', game, name, 'card.json'),
    })),
  );

  it.each(cards.filter(({ path }) => existsSync(path)))(
    '$name was trained with the file of its name',
    ({ name, path }) => {
      const card = JSON.parse(readFileSync(path, 'utf8')) as {
        training: { seed: number; config: Record<string, unknown> };
      };
      const input = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as { game: TrainedGame };
      const { game, ...file } = input;
      const out = `runs/${name}`;
      const run = { ...file, out };
      const made =
        game === 'gang'
          ? trainConfig(gangTrainOptions(run as unknown as GangTraining))
          : game === 'tables'
            ? tablesRunConfig(run as unknown as TablesTraining)
            : gangupTrainConfig({ ...(run as unknown as GangupTraining), generated: 0, designed: 0 });
      const { config, seed } = card.training;
      // Made-up packs take a minute to make; how many of them there were is compared.
      if (Array.isArray(config.groups)) {
        const groups = config.groups as { config: object; generatedPacks?: number; designedPacks?: number }[];
        const asked = file as { generated?: number; designed?: number };
        for (const kind of ['generated', 'designed'] as const) {
          const packs = groups.reduce((sum, group) => sum + (group[`${kind}Packs`] ?? 0), 0);
          expect(packs, kind).toBe(asked[kind] ?? 0);
        }
        config.groups = groups.filter((group) => (group.generatedPacks ?? group.designedPacks) === undefined);
      }
      expect(made.seed).toBe(seed);
      for (const key of Object.keys(config)) {
        const here = (made as unknown as Record<string, unknown>)[key];
        expect(comparable(here), key).toEqual(comparable(config[key]));
      }
    },
  );
});

/** Without what depends on where runs lie: names of runs, whether a start is a model (`criticOnly`). */
function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, one) => {
    if (key === 'criticOnly') return undefined;
    if (typeof one === 'string' && one.startsWith('runs/')) return 'a run';
    return one;
  });
}
