import { describe, expect, it } from 'vitest';
import { runBench } from '../../eval/bench/index.js';

const quick = { seconds: 0.01, repeats: 1 };

describe('the benches of single moves', () => {
  it.each(['agent/full', 'agent/boss'] as const)('%s gives the milliseconds of the slowest hundredth', async (name) => {
    const { value, unit, note } = await runBench(name, quick);
    expect(unit).toBe('ms at p99');
    const [, half] = /half of them within ([\d.]+) ms$/.exec(note!)!;
    expect(Number(half)).toBeGreaterThan(0);
    expect(value).toBeGreaterThanOrEqual(Number(half));
  });
});
