import { describe, expect, it } from 'vitest';
import { Rng } from '../../src/core/rng.js';
import { actorCritic, initialParameters, orthogonal, parameterCount, parameterViews } from '../../training/nets.js';

const net = actorCritic(
  { observation: 6, privileged: 2, actions: 3 },
  { hidden: [5, 4], activation: 'relu' },
  { hidden: [7], activation: 'tanh' },
);

describe('networks as data', () => {
  it('the flat vector holds the policy, then the critic, without gaps', () => {
    expect(net.parameters.map((p) => [p.name, p.shape])).toEqual([
      ['policy.0.weight', [6, 5]],
      ['policy.0.bias', [5]],
      ['policy.1.weight', [5, 4]],
      ['policy.1.bias', [4]],
      ['policy.2.weight', [4, 3]],
      ['policy.2.bias', [3]],
      ['critic.0.weight', [8, 7]],
      ['critic.0.bias', [7]],
      ['critic.1.weight', [7, 1]],
      ['critic.1.bias', [1]],
    ]);
    let at = 0;
    for (const p of net.parameters) {
      expect(p.offset).toBe(at);
      at += p.size;
    }
    expect(parameterCount(net.parameters)).toBe(at);
  });

  it.each([
    [3, 8],
    [8, 3],
    [5, 5],
  ])('a %i × %i start matrix has orthonormal rows or columns, times its gain', (rows, columns) => {
    const gain = 1.7;
    const m = orthogonal(new Rng(3), rows, columns, gain);
    const few = Math.min(rows, columns);
    const entry = (v: number, k: number): number => (rows <= columns ? m[v * columns + k]! : m[k * columns + v]!);
    for (let a = 0; a < few; a++) {
      for (let b = 0; b < few; b++) {
        let dot = 0;
        for (let k = 0; k < Math.max(rows, columns); k++) dot += entry(a, k) * entry(b, k);
        expect(dot).toBeCloseTo(a === b ? gain * gain : 0, 5);
      }
    }
  });

  it('starts the same from the same seed: biases zero, the last policy layer small', () => {
    const flat = initialParameters(net.parameters, new Rng(4));
    expect(initialParameters(net.parameters, new Rng(4))).toEqual(flat);
    expect(initialParameters(net.parameters, new Rng(5))).not.toEqual(flat);
    const views = parameterViews(net.parameters, flat);
    for (const p of net.parameters.filter((q) => q.shape.length === 1)) {
      expect(views[p.name]!.every((x) => x === 0)).toBe(true);
    }
    expect(Math.max(...views['policy.2.weight']!.map(Math.abs))).toBeLessThan(0.011);
    expect(Math.max(...views['policy.0.weight']!.map(Math.abs))).toBeGreaterThan(0.3);
    // A golden value: initialisation must not change from machine to machine or version to version.
    expect(flat[0]).toBe(-1.1977834701538086);
  });
});
