import { describe, expect, it } from 'vitest';
import { BENCH_NAMES, benchesOf, runBench } from '../../eval/bench/index.js';
import { compared, median, orMissing, race } from '../../eval/bench/measure.js';
import { benchLine, formatFigure } from '../../src/cli/bench-words.js';
import { hench } from '../support/cli.js';

const quick = { seconds: 0.01, repeats: 1 };

describe('names of benches', () => {
  it('stand for one, a group, all or none', () => {
    expect(benchesOf('equity/turn')).toEqual(['equity/turn']);
    expect(benchesOf('equity')).toEqual(['equity/river', 'equity/turn', 'equity/flop']);
    expect(benchesOf('all')).toEqual(BENCH_NAMES);
    for (const none of ['', 'equi', 'equity/', 'equity/turn/', 'gang']) expect(benchesOf(none)).toEqual([]);
  });
});

describe('measuring', () => {
  it('lets subjects take turns and gives the median of each', async () => {
    const order: string[] = [];
    const subject = (name: string) => ({ name, run: () => order.push(name) * 0 + 5 });
    const rates = await race([subject('a'), subject('b')], { seconds: 0.001, repeats: 3 });
    expect(rates).toHaveLength(2);
    const turns = order.filter((name, i) => name !== order[i - 1]);
    expect(turns).toEqual(['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b']);
  });

  it('takes the middle, or the mean of two middles', () => {
    expect(median([5, 1, 9])).toBe(5);
    expect(median([4, 1, 9, 2])).toBe(3);
  });

  it('counts against the fastest reference', () => {
    const references = [
      { name: 'slow', value: 10 },
      { name: 'fast', value: 20 },
    ];
    expect(compared('x', 'hands/s', 100, references)).toEqual({
      name: 'x',
      value: 100,
      unit: 'hands/s',
      reference: { name: 'fast', value: 20 },
      ratio: 5,
    });
    expect(compared('x', 'hands/s', 100, [], ['a', 'b'])).toEqual({
      name: 'x',
      value: 100,
      unit: 'hands/s',
      note: 'a; b',
    });
  });

  it('does without a package that is missing, and not without one that is broken', async () => {
    const missing: string = 'no-such-package-of-hench';
    expect(await orMissing(import(missing))).toBeNull();
    await expect(orMissing(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});

describe('every bench that needs no model gives a figure', () => {
  it.each(BENCH_NAMES.filter((name) => !/^(agent|train)\//.test(name)))('%s', async (name) => {
    const result = await runBench(name, quick);
    expect(result.name).toBe(name);
    expect(result.unit).toMatch(/^[a-z]+\/s$/);
    expect(result.value).toBeGreaterThan(0);
    if (/^(evaluator|learner)\//.test(name)) {
      expect(result.reference!.name).toMatch(/^(@pokertools\/evaluator|phe|tfjs-wasm)$/);
      expect(result.ratio).toBeCloseTo(result.value / result.reference!.value, 9);
    }
  });
});

describe('hench bench', () => {
  it('prints one JSON document', async () => {
    const ran = await hench(['bench', 'equity', '--json', '--seconds', '0.01', '--repeats', '1'], process.cwd());
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const { benches } = JSON.parse(ran.stdout) as { benches: { name: string; value: number; unit: string }[] };
    expect(benches.map(({ name }) => name)).toEqual(['equity/river', 'equity/turn', 'equity/flop']);
    for (const { value, unit } of benches) {
      expect(value).toBeGreaterThan(0);
      expect(unit).toBe('equities/s');
    }
  });

  it('tells people the figure, the reference and the ratio', () => {
    const line = benchLine({
      name: 'x/y',
      value: 2.48e8,
      unit: 'hands/s',
      reference: { name: 'phe', value: 1.75e7 },
      ratio: 14.17,
      note: 'n',
    });
    expect(line).toMatch(/^x\/y +248 M hands\/s, 14\.2 × phe \(17\.5 M\)\n +n$/);
    expect([formatFigure(0.0123), formatFigure(5.5), formatFigure(5400), formatFigure(42_300)]).toEqual([
      '0.0123',
      '5.50',
      '5400',
      '42.3 k',
    ]);
  });
});
