import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, runnableBlocks } from './support/readme.js';

let directory: string;
let packed: readonly string[];

const project = (): string => join(directory, 'project');
const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip', HENCH_DEBUG: '' };

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 26,
  });
}

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hench-package-'));
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', directory];
  const [{ filename, files }] = JSON.parse(run('npm', args, ROOT)) as [{ filename: string; files: { path: string }[] }];
  packed = files.map(({ path }) => path);
  mkdirSync(project());
  writeFileSync(join(project(), 'package.json'), '{"name": "a-project", "private": true, "type": "module"}');
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', join(directory, filename)], project());
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('the package', () => {
  it('holds what runs, the models and the tables; no tests, no runs, no sources', () => {
    const folders = new Set(
      packed.map((path) =>
        path
          .split('/')
          .slice(0, /^(dist|docs|training)\//.test(path) ? 2 : 1)
          .join('/'),
      ),
    );
    expect([...folders].sort()).toEqual([
      'LICENSE',
      'README.md',
      'dist/agents',
      'dist/eval',
      'dist/src',
      'dist/training',
      'docs/examples',
      'docs/exec-protocol.md',
      'models',
      'package.json',
      'training/README.md', // npm takes it along
      'training/configs',
    ]);
    expect(
      packed.filter((path) => /(^|\/)(test|runs|replays|node_modules)\/|\.tsx?$/.test(path) && !path.endsWith('.d.ts')),
    ).toEqual([]);
    for (const players of [3, 4, 5, 6]) {
      expect(packed).toContain(`models/gang/full-${players}/policy.onnx`);
      expect(packed).toContain(`models/gang/full-${players}/card.json`);
    }
  });

  it('installs into an empty project without the packages for development', () => {
    expect(existsSync(join(project(), 'node_modules', 'hench', 'dist', 'src', 'index.js'))).toBe(true);
    for (const name of ['vitest', 'typescript', '@tensorflow', 'phe', '@pokertools']) {
      expect(existsSync(join(project(), 'node_modules', name)), name).toBe(false);
    }
  });

  it('does what the README shows, by its name', () => {
    const programs = runnableBlocks().filter(({ language, file }) => language === 'js' && file === undefined);
    expect(programs).toHaveLength(4);
    const outputs = programs.map(({ code }, i) => {
      writeFileSync(join(project(), `example-${i}.js`), code);
      return run(process.execPath, [`example-${i}.js`], project());
    });
    expect(outputs[0]).toMatch(/\n(won 3 [0-2]|lost [0-2] 3)\n$/);
    expect(outputs[1]).toMatch(/decisions: 256000/);
    expect(outputs[2]).toMatch(/decisions: 12800/);
    expect(outputs[3]).toMatch(/(take [1-4] from (centre|seat \d)|keep)\n$/);
  });

  it('has types that a strict project compiles against', () => {
    const code = [
      "import { createTable, GangVecEnv, type PersonCallback, type TableResult } from 'hench';",
      'const me: PersonCallback = ({ legal }) => legal[0];',
      "export const play = (): Promise<TableResult> => createTable({ seed: 1, seats: [me, 'full', 'full'] }).play();",
      "export const size: number = new GangVecEnv({ count: 1, config: { players: 3 }, observation: 'legible' }).obsSize;",
    ];
    writeFileSync(join(project(), 'typed.ts'), code.join('\n'));
    const flags = [
      '--noEmit',
      '--strict',
      '--target',
      'es2023',
      '--module',
      'nodenext',
      '--skipLibCheck',
      '--types',
      '',
    ];
    run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...flags, 'typed.ts'], project());
  });

  it('brings the command, which plays, measures, and says where a bench has no reference', () => {
    expect(run('npx', ['hench', '--help'], project())).toContain('hench play [game]');
    expect(run('npx', ['hench', 'play', 'gang', '--seed', '7', '--length', 'heist'], project())).toMatch(
      /The heist (succeeded|failed)/,
    );
    const arena = JSON.parse(
      run('npx', ['hench', 'arena', 'gang', '--lineup', 'full*4', '--games', '40', '--json'], project()),
    );
    expect(arena.lineups[0].heists).toBe(40);
    const quick = ['--seconds', '0.01', '--repeats', '1', '--json'];
    const bench = JSON.parse(run('npx', ['hench', 'bench', 'evaluator/7-random', ...quick], project()));
    expect(bench.benches[0].reference).toBeUndefined();
    expect(bench.benches[0].note).toContain('@pokertools/evaluator is not installed');
    const learner = JSON.parse(run('npx', ['hench', 'bench', 'learner', ...quick], project()));
    expect(learner.benches[0].note).toContain('@tensorflow/tfjs');
  });

  it('trains', () => {
    const out = join(directory, 'run');
    run(
      'npx',
      ['hench', 'train', 'gang', '--players', '3', '--steps', '40000', '--threads', '1', '--out', out],
      project(),
    );
    run('npx', ['hench', 'export', out, join(directory, 'model')], project());
    expect(existsSync(join(directory, 'model', 'policy.onnx'))).toBe(true);
  });
});
