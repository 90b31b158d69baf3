import { describe, expect, it } from 'vitest';
import { Rng } from '../../src/core/rng.js';
import {
  advantages,
  normaliseAdvantages,
  PPO_DEFAULTS,
  ppoUpdate,
  sampleActions,
  scheduled,
} from '../../training/ppo.js';
import { type LearnerStats, STAT_NAMES } from '../../training/step.js';

describe('generalised advantage estimation', () => {
  it('equals its definition, the weighted sum of temporal differences up to the end of the episode', () => {
    const [horizon, count, gamma, lambda] = [12, 3, 0.97, 0.9];
    const rng = new Rng(11);
    const rewards = Float32Array.from({ length: horizon * count }, () => rng.normal());
    const dones = Uint8Array.from({ length: horizon * count }, () => (rng.float() < 0.2 ? 1 : 0));
    const values = Float32Array.from({ length: (horizon + 1) * count }, () => rng.normal());
    expect(dones).toContain(1);
    const targets = new Float32Array(horizon * count * 3).fill(5);
    advantages(rewards, dones, values, horizon, count, gamma, lambda, targets);
    for (let n = 0; n < count; n++) {
      for (let t = 0; t < horizon; t++) {
        let sum = 0;
        let weight = 1;
        for (let k = t; k < horizon; k++) {
          const row = k * count + n;
          const next = dones[row] === 1 ? 0 : values[row + count]!;
          sum += weight * (rewards[row]! + gamma * next - values[row]!);
          weight *= gamma * lambda;
          if (dones[row] === 1) break;
        }
        const row = t * count + n;
        expect(targets[row * 3]).toBe(5); // the log-probability stays
        expect(targets[row * 3 + 1]).toBeCloseTo(sum, 5);
        expect(targets[row * 3 + 2]).toBeCloseTo(sum + values[row]!, 5);
      }
    }
  });

  it('with lambda 1 and gamma 1 the value target is what the episode paid', () => {
    const rewards = Float32Array.of(0, 0, 1, 0);
    const targets = new Float32Array(12);
    advantages(rewards, Uint8Array.of(0, 0, 1, 0), Float32Array.of(9, -4, 2, 0.5, 0.25), 4, 1, 1, 1, targets);
    expect([2, 5, 8, 11].map((i) => targets[i])).toEqual([1, 1, 1, 0.25]); // the last one goes on: its next value
  });

  it('normalised advantages have mean 0 and deviation 1; the explained variance is 1 − Var(advantage)/Var(target)', () => {
    const rng = new Rng(12);
    const rows = 500;
    const targets = new Float32Array(rows * 3);
    for (let i = 0; i < rows; i++) {
      const advantage = 3 + 0.5 * rng.normal();
      targets[i * 3 + 1] = advantage;
      targets[i * 3 + 2] = advantage + 2 * rng.normal();
    }
    const variance = (xs: number[]): number => {
      const mean = xs.reduce((a, b) => a + b, 0) / xs.length;
      return xs.reduce((a, b) => a + (b - mean) ** 2, 0) / xs.length;
    };
    const column = (c: number): number[] => Array.from({ length: rows }, (_, i) => targets[i * 3 + c]!);
    const expected = 1 - variance(column(1)) / variance(column(2));
    const { explainedVariance } = normaliseAdvantages(targets, rows);
    expect(explainedVariance).toBeCloseTo(expected, 4);
    expect(column(1).reduce((a, b) => a + b, 0) / rows).toBeCloseTo(0, 5);
    expect(variance(column(1))).toBeCloseTo(1, 4);
  });
});

describe('sampling', () => {
  it('follows the softmax of the legal logits, and notes its logarithm', () => {
    const rows = 20_000;
    const [logit, mask] = [
      [1, 0, 50, -1],
      [1, 1, 0, 1],
    ];
    const logits = Float32Array.from({ length: rows * 4 }, (_, i) => logit[i % 4]!);
    const masks = Uint8Array.from({ length: rows * 4 }, (_, i) => mask[i % 4]!);
    const out = new Int32Array(rows);
    const targets = new Float32Array((rows + 2) * 3);
    sampleActions(logits, masks, 4, new Rng(13), out, targets, 2, new Float64Array(4));
    const total = Math.exp(1) + 1 + Math.exp(-1);
    for (const a of [0, 1, 3]) {
      const p = Math.exp(logit[a]!) / total;
      const share = out.filter((x) => x === a).length / rows;
      expect(Math.abs(share - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / rows));
      const row = out.indexOf(a);
      expect(targets[(row + 2) * 3]).toBeCloseTo(Math.log(p), 5);
    }
    expect(out).not.toContain(2); // illegal, however large its logit
    expect(() => sampleActions(logits, masks.fill(0), 4, new Rng(1), out, targets, 2, new Float64Array(4))).toThrow(
      'no legal action',
    );
  });

  it('schedules go in a straight line and stay at their ends', () => {
    const schedule = { start: 4, end: 2 };
    expect([-1, 0, 0.25, 1, 3].map((p) => scheduled(schedule, p))).toEqual([4, 4, 3.5, 2, 2]);
    expect(scheduled(PPO_DEFAULTS.learningRate, 0)).toBeGreaterThan(scheduled(PPO_DEFAULTS.learningRate, 1));
  });
});

describe('an update', () => {
  /** Notes the rows of each minibatch. */
  function recorder(): { seen: number[]; learner: Parameters<typeof ppoUpdate>[0] } {
    const seen: number[] = [];
    const stats = Object.fromEntries(STAT_NAMES.map((name) => [name, 0])) as LearnerStats;
    const learner = {
      state: { steps: 0 },
      step: (rows: Int32Array) => {
        seen.push(...rows);
        return Promise.resolve(stats);
      },
    };
    return { seen, learner };
  }

  it.each([8, 12, 500])('steps each row once a pass, in an order of its own, with room to shuffle %i', async (room) => {
    const { seen, learner } = recorder();
    const scratch = new Int32Array(room).fill(7);
    await ppoUpdate(learner, { rows: 8 }, { ...PPO_DEFAULTS, epochs: 3 }, 1, 0, new Rng(4), scratch);
    expect(seen).toHaveLength(24);
    const passes = [seen.slice(0, 8), seen.slice(8, 16), seen.slice(16)];
    for (const pass of passes) expect([...pass].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(new Set(passes.map(String)).size).toBe(3);
  });

  it('depends on the generator alone, not on what was shuffled before', async () => {
    const orders = [];
    for (const scratch of [new Int32Array(40), Int32Array.from({ length: 40 }, (_, i) => i % 5)]) {
      const { seen, learner } = recorder();
      await ppoUpdate(learner, { rows: 5 }, PPO_DEFAULTS, 2, 0, new Rng(9), scratch);
      orders.push(seen);
    }
    expect(orders[0]).toEqual(orders[1]);
    await expect(
      ppoUpdate(recorder().learner, { rows: 5 }, PPO_DEFAULTS, 2, 0, new Rng(9), new Int32Array(4)),
    ).rejects.toThrow('no room');
  });
});
