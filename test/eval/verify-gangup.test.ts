import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BossCard, parseBossCard } from '../../agents/gangup/boss-card.js';
import { shippedBoss } from '../../agents/gangup/boss-policy.js';
import { measureGangupModel } from '../../eval/measure-gangup.js';
import { gameOfModel, shippedModels } from '../../eval/verify.js';
import { verifyGangupModel } from '../../eval/verify-gangup.js';
import { listLines, listModels } from '../../src/cli/models-run.js';
import { unwrap } from '../../src/core/errors.js';
import { freshFolder } from '../support/models.js';

const GAMES = 10;
let dir: string;
let card: BossCard;

/** Rewrites parts of the model's card. */
function edit(edits: Partial<BossCard>): void {
  writeFileSync(join(dir, 'card.json'), JSON.stringify({ ...card, ...edits }));
}

async function checks(games: number): Promise<Record<string, boolean>> {
  const report = await verifyGangupModel(dir, { games, seed: 2 });
  expect(report.ok).toBe(report.checks.every((check) => check.ok));
  return Object.fromEntries(report.checks.map((check) => [check.name, check.ok]));
}

beforeAll(async () => {
  dir = freshFolder('verify-gangup');
  cpSync(shippedBoss(), dir, { recursive: true });
  card = unwrap(await measureGangupModel(dir, { games: GAMES, seed: 1 }));
});

describe('a model of Gang Up!', () => {
  it('is measured against the best script at tables of two to five, and says so on its card', () => {
    expect(parseBossCard(readFileSync(join(dir, 'card.json'), 'utf8'), 'card.json')).toEqual({ ok: true, value: card });
    expect(card.results.map(({ lineup }) => lineup.replace(/^model:[^+]+/, 'it'))).toEqual([
      'it+schemer',
      'it+schemer*2',
      'it+schemer*3',
      'it+schemer*4',
    ]);
    for (const { games, winShare, command } of card.results) {
      expect(games).toBe(GAMES);
      expect(winShare.low).toBeLessThan(winShare.high);
      expect(command).toMatch(/^hench arena gangup --lineup 'model:.*\+schemer(\*[234])?' --games 10 --seed 1$/);
    }
  });

  it('is verified: its files, its answers, its headline', async () => {
    edit({});
    expect(await checks(0)).toEqual({ files: true, parity: true });
    expect(await checks(GAMES)).toEqual({ files: true, parity: true, headline: true });
    const [first, ...rest] = card.parity;
    edit({ parity: [{ ...first!, values: first!.values.map((value) => value + 0.01) }, ...rest] });
    expect(await checks(0)).toEqual({ files: true, parity: false });
    edit({ parity: [] });
    expect(await checks(0)).toEqual({ files: true, parity: false });
  });

  it('is refused when its headline does not stand, or is none', async () => {
    const [first] = card.results;
    const never = { mean: 0.01, low: 0, high: 0.02 };
    edit({ results: [{ ...first!, lineup: first!.lineup.replace('schemer', 'random'), winShare: never }] });
    expect(await checks(GAMES)).toEqual({ files: true, parity: true, headline: false });
    edit({ results: [{ ...first!, lineup: 'it+nobody' }] });
    expect(await checks(GAMES)).toMatchObject({ headline: false });
    edit({ results: [] });
    expect(await checks(GAMES)).toMatchObject({ headline: false });
    edit({ sha256: '0'.repeat(64) });
    expect(await checks(GAMES)).toEqual({ files: false });
  });

  it('is listed with those of The Gang', async () => {
    edit({});
    expect(gameOfModel(dir)).toBe('gangup');
    expect(shippedModels().map(gameOfModel)).toEqual(expect.arrayContaining(['gang', 'gangup']));
    const [line] = listLines(await listModels([dir]));
    expect(line).toMatch(/^boss +Gang Up!, 2 to 5 players, \d+ parameters, wins \d+\.\d % as model:.*\+schemer {2}/);
  });
});
