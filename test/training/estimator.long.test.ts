import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { modelsRoot } from '../../agents/onnx.js';
import { fitModel } from '../../eval/estimator-fit.js';
import { estimatorPage } from '../../eval/report/estimator-page.js';
import { unwrap } from '../../src/core/errors.js';
import { ESTIMATOR_DEFAULTS } from '../../training/estimator.js';

it('a few thousand heists make an estimator that beats base rates and belief clearly, and is calibrated', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'hench-estimator-'));
  try {
    cpSync(join(modelsRoot(), 'gang', 'full-4'), dir, { recursive: true });
    const options = { ...ESTIMATOR_DEFAULTS, heists: 3000, measured: { heists: 300, seed: 2 } };
    const { report, logLoss } = unwrap(await fitModel(dir, options));
    const { model, tempered, baseRates } = report.scores.all;
    expect(logLoss.at(-1)!).toBeLessThan(logLoss[0]!);
    expect(baseRates.logLoss.mean).toBeCloseTo(Math.log(4), 6);
    expect(model.logLoss.high).toBeLessThan(Math.log(4) - 0.1);
    expect(tempered.logLoss.mean).toBeLessThan(Math.log(4));
    // About 0.2 better in the mean; 300 heists say that much for sure.
    expect(report.better.find(({ than }) => than === 'belief')!.by.low).toBeGreaterThan(0.05);
    expect(model.ece.mean).toBeLessThan(0.05);
    const page = estimatorPage([report]);
    expect(page.match(/<svg/g)!.length).toBeGreaterThanOrEqual(3);
    expect(page).toContain('belief, tempered');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
