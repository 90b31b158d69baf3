import { describe, expect, it } from 'vitest';
import { formatInterval, type Metrics, successInterval, terminalProgress } from '../../training/metrics.js';

const metrics: Metrics = {
  steps: 2_500_000,
  seconds: 30,
  iterations: 76,
  success: successInterval(912, 1000),
  stepsPerSecond: 83_000,
  rolloutShare: 0.2,
  learningRate: 1e-3,
  entropyWeight: 0.01,
  policyLoss: 0,
  valueLoss: 0,
  entropy: 1,
  approxKl: 0,
  clipFraction: 0,
  gradientNorm: 1,
  explainedVariance: 0.5,
  env: {},
};

describe('the success interval', () => {
  it('is the Wilson score interval', () => {
    // Agresti & Coull 1998: 0 of 10 gives an upper limit of 0.278; 5 of 10 gives 0.237 – 0.763.
    expect(successInterval(0, 10).high).toBeCloseTo(0.2775, 4);
    expect(successInterval(0, 10).low).toBe(0);
    expect(successInterval(5, 10).low).toBeCloseTo(0.2366, 4);
    expect(successInterval(5, 10).high).toBeCloseTo(0.7634, 4);
    expect(successInterval(0, 0)).toEqual({ mean: 0, low: 0, high: 1, episodes: 0 });
    expect(formatInterval(successInterval(912, 1000))).toBe('0.912 (0.893–0.928)');
  });
});

describe('progress where stderr is no terminal', () => {
  it('is a line now and then, with success, speed and the time left', () => {
    let written = '';
    const stream = { isTTY: false, write: (text: string) => (written += text) } as unknown as NodeJS.WriteStream;
    const progress = terminalProgress(20, stream);
    progress.update(0.25, metrics);
    progress.update(0.3, { ...metrics, seconds: 36 }); // too soon
    progress.update(1, { ...metrics, seconds: 40 });
    const lines = written.trimEnd().split('\n');
    expect(lines[0]).toBe(' 25 %  success 0.912 (0.893–0.928)  83k steps/s  2.5M steps  01:30 left');
    expect(lines).toHaveLength(2);
  });
});
