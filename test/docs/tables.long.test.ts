import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { node } from '../support/cli.js';
import { ROOT } from '../support/readme.js';

const folder = mkdtempSync(join(tmpdir(), 'hench-tables-'));
afterAll(() => rmSync(folder, { recursive: true }));

const out = join(folder, 'tables.jsonl');
const page = join(folder, 'tables.md');

/** docs/tables.mjs with a few of its tables: the fourth and every ninetieth after it. */
async function tables(...args: string[]): Promise<string> {
  const ran = await node([join(ROOT, 'docs/tables.mjs'), ...args, '--out', out], ROOT);
  expect(ran.code, ran.stderr).toBe(0);
  return ran.stderr;
}

const measure = (heists: number): Promise<string> => tables('measure', '--heists', String(heists), '--part', '3/90');

interface Row {
  readonly key: string;
  readonly players: number;
  readonly agent: string;
  readonly heists: number;
  readonly success: { readonly mean: number; readonly low: number; readonly high: number };
}

const rows = (): Row[] =>
  readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

describe('docs/tables.mjs', () => {
  it('measures, goes on where it was stopped, and writes what was measured', async () => {
    await measure(4);
    const first = rows();
    expect(first.length).toBeGreaterThan(1);
    for (const { heists, success } of first) {
      expect(heists).toBe(4);
      expect(Number.isInteger(4 * success.mean)).toBe(true);
      expect(success.low <= success.mean && success.mean <= success.high).toBe(true);
    }

    expect(await measure(4)).toBe(''); // nothing is left to measure
    expect(rows()).toEqual(first);

    await tables('write', '--page', page);
    const text = readFileSync(page, 'utf8');
    const filled = text.split('\n').filter((line) => /^\| \d/.test(line) && /\d–\d/.test(line));
    expect(filled).toHaveLength(first.length);
    for (const [i, { players, success }] of first.entries()) {
      const { mean, low, high } = success;
      const words = [mean, low, high].map((share) => (100 * share).toFixed(1));
      expect(filled[i]).toMatch(new RegExp(`^\\| ${players} `));
      expect(filled[i]).toContain(`${words[0]} (${words[1]}–${words[2]})`);
    }

    await measure(3); // another number of heists is another measurement
    expect(rows()).toHaveLength(2 * first.length);
    expect(rows().slice(0, first.length)).toEqual(first);
  });
});
