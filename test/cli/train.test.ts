import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { listCheckpoints } from '../../training/checkpoint.js';
import { hench } from '../support/cli.js';
import { henchHere } from '../support/in-process.js';

const directory = mkdtempSync(join(tmpdir(), 'hench-train-cli-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it('a run is trained, refused at its end, given more, exported and measured', { timeout: 120_000 }, async () => {
  const fresh = ['train', 'gang', '--players', '3', '--hidden', '8', '--threads', '1', '--out', 'run', '--json'];
  const first = await hench([...fresh, '--steps', '1'], directory);
  expect(first.code).toBe(0);
  expect(first.stderr).toMatch(
    /Saved run\/checkpoint-\d+\.ckpt\. Make an agent of it with: .*hench .*export run my-model/,
  );
  const report = JSON.parse(first.stdout) as { steps: number; seconds: number; success: object };
  const interval = { mean: expect.any(Number), low: expect.any(Number), high: expect.any(Number) };
  expect(report).toMatchObject({ reason: 'finished', steps: expect.any(Number), success: interval });
  const lines = readFileSync(join(directory, 'run', 'metrics.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ steps: report.steps, success: interval });

  const more = ['train', 'gang', '--resume', 'run'];
  for (const args of [more, [...more, '--steps', '2'], [...more, '--minutes', '9']]) {
    const ended = await hench(args, directory);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(
      /^hench: run: is at its end: \d+ steps, .* Give it more --steps, counted from the start/,
    );
  }
  const second = await hench([...more, '--steps', `${report.steps + 1}`, '--json'], directory);
  expect(second.stderr).toContain(`Going on from run/checkpoint-${String(report.steps).padStart(12, '0')}.ckpt`);
  expect((JSON.parse(second.stdout) as { steps: number }).steps).toBe(2 * report.steps);

  // A torn checkpoint is passed over, and that is said.
  writeFileSync(listCheckpoints(join(directory, 'run'))[0]!, 'torn');
  const blocked = await hench(['export', 'run', 'run/metrics.jsonl'], directory);
  expect(blocked.code).toBe(2);
  expect(blocked.stderr).toMatch(
    /metrics\.jsonl: no folder can be made here \(a file is in the way\)\. Choose another\.\n$/,
  );
  const exported = await hench(['export', 'run', 'mine', '--json'], directory);
  expect(exported.code).toBe(0);
  expect(exported.stderr).toMatch(
    /^Skipped run\/checkpoint-\d+\.ckpt: .*\nTook run\/checkpoint-\d+\.ckpt \(\d+ steps\)\.\n$/,
  );
  expect(JSON.parse(exported.stdout)).toMatchObject({ name: 'mine', players: 3, training: { steps: report.steps } });
  expect(existsSync(join(directory, 'mine', 'policy.onnx'))).toBe(true);
  const arena = await hench(['arena', 'gang', '--lineup', 'model:mine*3', '--games', '20', '--json'], directory);
  expect(JSON.parse(arena.stdout)).toMatchObject({ game: 'gang', lineups: [{ heists: 20 }] });
});

it("the learner's flags count in both games, before a file; those of the other game are refused", async () => {
  const learner = ['--learning-rate', '0.002,0.0003', '--entropy', '0.004,0', '--epochs', '3', '--minibatch', '512'];
  const asked = {
    learningRate: { start: 0.002, end: 0.0003 },
    entropy: { start: 0.004, end: 0 },
    epochs: 3,
    minibatch: 512,
  };
  for (const game of ['gang', 'gangup']) {
    const printed = await henchHere(['train', game, '--players', '3', ...learner, '--print-config'], { directory });
    expect(JSON.parse(printed.stdout)).toMatchObject({ game, ...asked });
    const file = join(directory, `${game}.json`);
    writeFileSync(file, printed.stdout);
    const again = await henchHere(['train', game, '--config', file, '--epochs', '1', '--print-config'], { directory });
    expect(JSON.parse(again.stdout)).toMatchObject({ game, ...asked, epochs: 1 });
  }
  for (const args of [
    ['gangup', '--critic', '8'],
    ['gangup', '--backend', 'tfjs'],
    ['gang', '--players', '3', '--generated', '2'],
  ]) {
    const refused = await henchHere(['train', ...args], { directory });
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('belongs to the other game');
  }
  const share = await henchHere(['train', 'gangup', '--generated-share', '0.4'], { directory });
  expect(share).toMatchObject({ code: 2, stdout: '' });
  expect(share.stderr).toContain(
    '--generated-share: says how often packs are played that --generated and --designed make.',
  );
});
