import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ModelCard, parseCard } from '../../agents/card.js';
import { measureModel, tableFlags, tablesOfTraining } from '../../eval/measure.js';
import { verifyModel } from '../../eval/verify.js';
import { unwrap } from '../../src/core/errors.js';
import { editCard, freshFolder, writeRandomModel } from '../support/models.js';
import { ROOT } from '../support/readme.js';

const HEISTS = 200;
let dir: string;
let card: ModelCard;

/** How each check of the model went. */
async function checks(heists = HEISTS): Promise<Record<string, boolean>> {
  const report = await verifyModel(dir, { heists, seed: 2 });
  expect(report.ok).toBe(report.checks.every((check) => check.ok));
  return Object.fromEntries(report.checks.map((check) => [check.name, check.ok]));
}

beforeAll(async () => {
  dir = freshFolder('verify');
  await writeRandomModel(dir, { players: 3 });
  card = unwrap(await measureModel(dir, { heists: HEISTS, seed: 1 }));
});

describe('measuring a model', () => {
  it('writes both round ends and two strangers on its card, strict first, with the commands that repeat them', () => {
    expect(parseCard(readFileSync(join(dir, 'card.json'), 'utf8'), 'card.json')).toEqual({ ok: true, value: card });
    expect(card.results.map(({ lineup, config }) => [lineup.replace(/^model:[^*]+/, 'it'), config.roundEnd])).toEqual([
      ['it*3', 'strict'],
      ['it*3', 'ready'],
      ['it*2+greedy', 'strict'],
      ['it*2+belief', 'strict'],
    ]);
    for (const { heists, success, command } of card.results) {
      expect(heists).toBe(HEISTS);
      expect(success.low).toBeLessThan(success.mean);
      expect(command).toMatch(/^hench arena gang --lineup 'model:.*\*[23](\+\w+)?' --games 200 --seed 1/);
    }
    expect(card.results[1]!.command).toMatch(/--round-end ready$/);
  });
});

describe('what is measured of a network of many tables', () => {
  it('are the tables that it was trained at, and flags set those up', () => {
    const text = readFileSync(join(ROOT, 'models/gang/full-7-10/card.json'), 'utf8');
    const many = unwrap(parseCard(text, 'card.json'));
    expect(tablesOfTraining(many)).toEqual([7, 8, 9, 10].map((players) => ({ players })));
    expect(tablesOfTraining(card)).toEqual([{ players: 3 }]);
    expect(tableFlags({ players: 4, variant: 'omaha', jokers: true, exitChips: 1, active: ['jack', 'muscle'] })).toBe(
      ' --variant omaha --jokers --exit-chips 1 --active jack,muscle',
    );
  });
});

describe('verifying a model', () => {
  it('finds that it does what its card says', async () => {
    editCard(dir, card, {});
    expect(await checks()).toEqual({ files: true, parity: true, headline: true });
    expect(await checks(0)).toEqual({ files: true, parity: true });
  });

  it('finds answers that are not those of the trainer', async () => {
    const [first, ...rest] = card.parity;
    const logits = first!.logits.map((logit, i) => (i === 1 ? logit + 0.01 : logit));
    editCard(dir, card, { parity: [{ ...first, logits }, ...rest] });
    expect(await checks(0)).toEqual({ files: true, parity: false });
    editCard(dir, card, { parity: [{ ...first, logits: logits.slice(1) }] });
    expect(await checks(0)).toEqual({ files: true, parity: false });
    editCard(dir, card, { parity: [] });
    expect(await checks(0)).toEqual({ files: true, parity: false });
  });

  it('finds a headline that does not stand', async () => {
    const [strict, ready] = card.results;
    editCard(dir, card, { results: [{ ...strict, success: { mean: 0.95, low: 0.93, high: 0.97 } }, ready] });
    expect(await checks()).toEqual({ files: true, parity: true, headline: false });
    editCard(dir, card, { results: [] });
    expect(await checks()).toEqual({ files: true, parity: true, headline: false });
  });

  it('says why a model cannot be used at all', async () => {
    writeFileSync(join(dir, 'card.json'), '{}');
    const report = await verifyModel(dir, { heists: HEISTS, seed: 2 });
    expect(report).toMatchObject({ ok: false, checks: [{ name: 'files', ok: false }] });
    expect(report.checks[0]!.detail).toContain('is not a model card');
  });
});
