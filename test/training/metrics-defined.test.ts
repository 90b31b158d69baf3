import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TablesTraining, tablesTrainConfig } from '../../training/gang-tables.js';
import { trainGangup } from '../../training/gangup-train.js';
import { ENV_METRICS, envDefinition, METRICS, metricOf, ratesOf } from '../../training/metric-list.js';
import { type Metrics, readMetrics } from '../../training/metrics.js';
import { train } from '../../training/train.js';
import { tinyGang, tinyGangAsked } from './gang-tiny.js';
import { tinyRun } from './gangup-tiny.js';

const root = mkdtempSync(join(tmpdir(), 'hench-metrics-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Short runs of every kind; the directories are theirs. */
const RUNS: Readonly<Record<string, (out: string) => Promise<unknown>>> = {
  'the base game with strangers': (out) => train(tinyGang(tinyGangAsked(out, 4))),
  'many tables': (out) => {
    const tables: TablesTraining['tables'] = [{ players: 3, variant: 'omaha' }, { players: 4 }];
    const config = tablesTrainConfig({
      ...{ tables, readyShare: 0.5, teacher: 'belief', teacherSteps: 0, seed: 1, threads: 1, steps: 1000, out },
      ...{ learningRate: { start: 1e-3, end: 1e-3 }, entropy: { start: 0.01, end: 0.01 } },
    });
    const ppo = { ...config.ppo, envs: 16, horizon: 16, minibatch: 64, epochs: 1 };
    return train({ ...config, ppo, policy: { ...config.policy, hidden: [8] }, metricsSeconds: 0 });
  },
  'Gang Up!': (out) => trainGangup(tinyRun({ out, steps: 1500 })),
};

const lines: Metrics[] = [];
beforeAll(async () => {
  for (const [i, play] of Object.values(RUNS).entries()) {
    const out = join(root, String(i));
    await play(out);
    lines.push(...readMetrics(out).lines);
  }
});

/** Numbers of a line by their paths: `success.mean`. */
function numbersOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    if (typeof inner === 'object' && inner !== null) return numbersOf(inner as object, `${path}${key}.`);
    return [`${path}${key}`];
  });
}

describe('the numbers of runs of every kind', () => {
  it('are defined', () => {
    const known = new Set<string>(METRICS.map(({ key }) => key));
    for (const line of lines) {
      const { env, ...own } = line;
      expect(numbersOf(own).filter((key) => !known.has(key))).toEqual([]);
      expect(Object.keys(env).filter((key) => envDefinition(key) === undefined)).toEqual([]);
    }
  });

  it('are all that is defined', () => {
    const written = new Set(lines.flatMap((line) => numbersOf(line)));
    expect(METRICS.map(({ key }) => key).filter((key) => !written.has(key))).toEqual([]);
    const found = new Set(lines.flatMap(({ env }) => Object.keys(env).map((key) => envDefinition(key)?.key)));
    expect(ENV_METRICS.map(({ key }) => key).filter((key) => !found.has(key))).toEqual([]);
  });

  it('are finite, and shares lie between 0 and 1', () => {
    for (const line of lines) {
      for (const { key, range } of METRICS) {
        const value = metricOf(line, key);
        expect(Number.isFinite(value), key).toBe(true);
        if (range === '0 … 1') expect(value >= 0 && value <= 1, `${key}: ${value}`).toBe(true);
      }
      for (const [key, sum] of Object.entries(line.env)) expect(sum >= 0, `${key}: ${sum}`).toBe(true);
      for (const { name, won, of } of ratesOf(line.env)) expect(won, name).toBeLessThanOrEqual(of);
    }
  });
});
