import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html } from '../../eval/report/html.js';
import { runPage } from '../../eval/report/run-page.js';
import { Forecasts } from '../../eval/run-forecast.js';
import { recording } from '../../src/cli/run-record.js';
import { type ReportRequest, reportRun } from '../../src/cli/run-report-run.js';
import { unwrap } from '../../src/core/errors.js';
import { listCheckpoints } from '../../training/checkpoint.js';
import { gangTrainingFile } from '../../training/config-file.js';
import { type GangupTrainConfig, trainGangup } from '../../training/gangup-train.js';
import { METRICS } from '../../training/metric-list.js';
import { readRunFolder } from '../../training/run-folder.js';
import { train } from '../../training/train.js';
import { TINY_ITERATION, tinyGang, tinyGangAsked } from '../training/gang-tiny.js';
import { tinyRun } from '../training/gangup-tiny.js';

const root = mkdtempSync(join(tmpdir(), 'hench-report-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const gangRun = join(root, 'four');
const gangupRun = join(root, 'boss');

beforeAll(async () => {
  const asked = tinyGangAsked(gangRun, 4);
  const config = tinyGang(asked);
  await train(config, recording({ game: 'gang', config, file: gangTrainingFile(asked) }));
  const boss = tinyRun({ out: gangupRun, steps: 1500 });
  await trainGangup(boss, recording({ game: 'gangup', config: boss }));
});

const request = (more: Partial<ReportRequest> & { readonly run: string }): ReportRequest => {
  return { out: join(root, 'page.html'), matrices: [], model: undefined, heists: 1, measure: 0, seed: 1, ...more };
};

/** The page that is written, without the numbers beneath its plots. */
async function written(more: Partial<ReportRequest> & { readonly run: string }) {
  const report = (await reportRun(request(more)))!;
  return { report, page: readFileSync(report.out, 'utf8') };
}

const sections = (page: string): string[] => [...page.matchAll(/<h2>([^<]*)<\/h2>/g)].map((match) => match[1]!);

/** Whatever a browser would fetch. */
function fetched(page: string): string[] {
  const links = [...page.matchAll(/(?:src|href|srcset|data|action)="([^"#][^"]*)"/g)].map((match) => match[1]!);
  const styles = [...page.matchAll(/url\((?!#|["']?data:)([^)]*)\)/g)].map((match) => match[1]!);
  return [...links, ...styles, ...(page.match(/<script|<link|<iframe|@import/g) ?? [])];
}

describe('the report of a run of The Gang', () => {
  it('is one file with curves of every metric, calibration, a cross-play map and heists in words, the same whenever it is made', async () => {
    const matrix = join(root, 'cross.json');
    writeFileSync(matrix, JSON.stringify(CROSS_PLAY));
    const asked = { run: gangRun, matrices: [matrix], heists: 2, measure: 32 };
    const { report, page } = await written(asked);
    expect(sections(page)).toEqual([
      'What was trained',
      'Success',
      'Learning',
      'Calibration',
      'Cross-play: one guest',
      'Heists',
      'Checkpoints',
    ]);
    expect(fetched(page)).toEqual([]);
    for (const { key, meaning } of METRICS) {
      expect(page).toContain(key);
      expect(page).toContain(html`${meaning}`.html);
    }
    expect(page).toContain(`hench train gang --config ${gangRun}/config.json --out runs/four-again`);
    expect(page).toContain('strangers in 50.0 % of the heists');
    expect(page).toMatch(/At [\d,]+ moments of 32 heists \(seed 1\)/);
    expect(page).toContain('Heists that succeeded'); // the map
    expect(page.match(/The heist (succeeds|fails)/g)).toHaveLength(2);
    expect(page).toMatch(/Seat 0 takes chip [123] from the centre\./);
    for (const path of listCheckpoints(gangRun)) expect(page).toContain(path);
    expect(report).toMatchObject({ kind: 'gang', steps: 4 * TINY_ITERATION, progress: 1, notes: [] });
    const again = await reportRun(request({ ...asked, out: undefined }));
    expect(again!.out).toBe(join(gangRun, 'report.html'));
    expect(readFileSync(again!.out, 'utf8') === page).toBe(true);
  });

  it('tells of strangers only where there were some', async () => {
    const alone = join(root, 'alone');
    cpSync(gangRun, alone, { recursive: true });
    const metrics = readFileSync(join(gangRun, 'metrics.jsonl'), 'utf8').trimEnd().split('\n');
    const own = metrics.map((line) => {
      const read = JSON.parse(line) as { env: Record<string, number> };
      const kept = Object.entries(read.env).filter(([key]) => /^(episodes|successes|strict)/.test(key));
      return JSON.stringify({ ...read, env: Object.fromEntries(kept) });
    });
    writeFileSync(join(alone, 'metrics.jsonl'), `${own.join('\n')}\n`);
    const [strict, strangers] = ['Heists won where rounds end strictly', 'Heists won with strangers'];
    const { page } = await written({ run: alone, heists: 0 });
    expect([page.includes(strict), page.includes(strangers)]).toEqual([true, false]);
    const { page: mixed } = await written({ run: gangRun, heists: 0 });
    expect([mixed.includes(strict), mixed.includes(strangers)]).toEqual([true, true]);
  });

  it('names what it cannot be made of', async () => {
    const game = join(root, 'other.json');
    writeFileSync(game, JSON.stringify({ ...CROSS_PLAY, game: 'gangup' }));
    await expect(reportRun(request({ run: gangRun, matrices: [game] }))).rejects.toThrow(
      /--matrix: .*other\.json is a cross-play of gangup, and the run is one of gang\.$/,
    );
    writeFileSync(game, JSON.stringify({ ...CROSS_PLAY, agents: 3 }));
    await expect(reportRun(request({ run: gangRun, matrices: [game] }))).rejects.toThrow(
      /other\.json: agents: is no cross-play of the arena: should be a value of type array\. Write one with/,
    );
    const [cell] = CROSS_PLAY.cells;
    writeFileSync(game, JSON.stringify({ ...CROSS_PLAY, cells: [{ ...cell, guest: 2 }] }));
    await expect(reportRun(request({ run: gangRun, matrices: [game] }))).rejects.toThrow(
      /has a cell of an agent that it does not name \(full\*3\)/,
    );
  });
});

describe('the report of a run of Gang Up!', () => {
  it('has curves against every opponent, what the policy expects for each seat, how it bids, and a game in words', async () => {
    const { report, page } = await written({ run: gangupRun, measure: 1 });
    expect(sections(page)).toEqual([
      'What was trained',
      'Success',
      'Learning',
      'Calibration',
      'checkpoint+schemer*2',
      'checkpoint+schemer*2: crimes and alliances',
      'Games',
      'Checkpoints',
    ]);
    expect(fetched(page)).toEqual([]);
    expect(page).toContain('League: win share at tables of 2');
    expect(page).toMatch(/At [\d,]+ moments of 1 games/);
    expect(page).toMatch(/The game is over: seat [01] wins\./);
    expect(report.kind).toBe('gangup');
  });
});

describe('the report of a run that is not at its end', () => {
  it('takes what is whole, and says what is not', async () => {
    const run = join(root, 'torn');
    await trainGangup(tinyRun({ out: run, steps: 300 }));
    const lines = readFileSync(join(run, 'metrics.jsonl'), 'utf8').trimEnd().split('\n');
    writeFileSync(join(run, 'metrics.jsonl'), `${lines.join('\n')}\n{"steps":99`);
    for (const path of listCheckpoints(run)) writeFileSync(path, 'torn');
    await expect(reportRun(request({ run }))).rejects.toThrow(/checkpoint-\d+\.ckpt: this is not a checkpoint/);

    const config = tinyRun({ out: run, steps: 30_000 });
    recording({ game: 'gangup', config }).onStart();
    const { report, page } = await written({ run });
    expect(report.progress).toBeLessThan(0.05);
    expect(report.checkpoints.every(({ steps }) => steps === null)).toBe(true);
    expect(page).toContain('There is no whole checkpoint yet: no games, no calibration.');
    expect(page).toContain(`since torn or changed: line ${lines.length + 1} of metrics.jsonl`);
    expect(page).toMatch(/[\d.]+ % of the way, \d+ decisions; not at its end\./);
  });

  it('is made before the first line of metrics, with sections of other measurements, and not over a folder', async () => {
    const run = join(root, 'fresh');
    const config = tinyRun({ out: run, steps: 30_000 });
    const madeUp = [{ generated: 9 }, { designed: 1 }, { designed: 3 }];
    const groups = [...config.groups, ...madeUp.map((pack) => ({ config: { players: 2 }, ...pack, share: 1 }))];
    const madeUpToo: GangupTrainConfig = { ...config, groups };
    recording({ game: 'gangup', config: madeUpToo }).onStart();
    const { page: first } = await written({ run });
    expect(sections(first)).toEqual(['What was trained', 'Curves', 'Checkpoints']);
    expect(first).toContain('2, 3 players, 1 generated pack, 2 designed packs; ');
    const more = [{ title: 'Bidding', body: [html`<p>figures</p>`] }];
    const page = runPage({ run: unwrap(readRunFolder(run)), sections: more });
    expect(sections(page)).toEqual(['What was trained', 'Curves', 'Bidding', 'Checkpoints']);
    await expect(reportRun(request({ run, out: run }))).rejects.toThrow(
      /fresh: cannot be written \(.*Choose another path/,
    );
  });

  it.each([
    ['nowhere', join(root, 'nowhere')],
    ['a folder of something else', root],
    ['a file', join(root, 'file')],
  ])('%s is no run', async (_, path) => {
    writeFileSync(join(root, 'file'), '{}');
    await expect(reportRun(request({ run: path }))).rejects.toThrow(
      `${path}: is no run of hench: no checkpoint, no run.json. Give a directory that \`hench train\` wrote.`,
    );
  });
});

describe('what was foretold', () => {
  it('is compared with what came, game by game', () => {
    const forecasts = new Forecasts(2);
    for (const came of [1, 1, 0]) forecasts.add(0, 0.6, came);
    forecasts.add(1, 0.62, 1);
    forecasts.add(1, 1.2, 1); // a critic's guess outside of what can be
    const { games, moments, bins } = forecasts.told(7);
    expect({ games, moments }).toEqual({ games: 2, moments: 5 });
    expect(bins.map(({ count }) => count)).toEqual([4, 1]);
    expect(bins[0]!.predicted).toBeCloseTo(0.605, 9);
    expect(bins[0]!.observed).toBe(0.75);
    expect(bins[1]).toMatchObject({ predicted: 1, observed: 1 });
    expect(bins[0]!.low).toBeLessThan(0.75);
  });
});

const share = (mean: number) => ({ mean, low: mean - 0.01, high: mean + 0.01 });
const CROSS_PLAY = {
  ...{ game: 'gang', seed: 1, players: 3, games: 100, resamples: 1000, config: { players: 3 } },
  agents: [
    { name: 'full', group: 'full', label: 'full' },
    { name: 'greedy', group: 'greedy', label: 'greedy' },
  ],
  cells: [
    { mix: 'alone', host: 0, guest: 0, lineup: 'full*3', value: share(0.9) },
    { mix: 'guest', host: 0, guest: 1, lineup: 'full*2+greedy', value: share(0.7) },
    { mix: 'guest', host: 1, guest: 0, lineup: 'greedy*2+full', value: share(0.4) },
  ],
  groups: [],
  between: [],
};
