import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatCard, sha256 } from '../../agents/card.js';
import { NetSeat } from '../../agents/deluxe/net-seat.js';
import { PaddedSession } from '../../agents/deluxe/net-session.js';
import { modelsRoot, OnnxPolicy } from '../../agents/onnx.js';
import { headPart, policyPart } from '../../agents/onnx-parts.js';
import { PaddedEncoder } from '../../agents/padded/encode.js';
import { rankEstimator } from '../../agents/rank-estimate.js';
import { fromHead } from '../../agents/rank-head.js';
import { estimatesAt, modelAgent, trainedAgent } from '../../agents/trained.js';
import { measureEstimates } from '../../eval/estimates.js';
import { fitModel } from '../../eval/estimator-fit.js';
import { estimatorPage } from '../../eval/report/estimator-page.js';
import { verifyModel } from '../../eval/verify.js';
import { reportLines } from '../../src/cli/estimator-run.js';
import { unwrap } from '../../src/core/errors.js';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { applyHeadless, HeadlessGangState, legalHeadless, setupHeadless } from '../../src/env/schedule.js';
import type { GangConfig } from '../../src/gang/config.js';
import { gang } from '../../src/gang/game.js';
import { ROUND } from '../../src/gang/state.js';
import { ESTIMATOR_DEFAULTS, estimatorTables, fitEstimator } from '../../training/estimator.js';
import { type Moment, playForEstimates } from '../../training/estimator-games.js';
import { EstimatorRows } from '../../training/estimator-rows.js';
import { gangConfig } from '../support/gang-tables.js';

const WIDTH = 10;
const SMALL = { ...ESTIMATOR_DEFAULTS, heists: 8, hidden: [8], epochs: 1, batch: 64 };
const root = mkdtempSync(join(tmpdir(), 'hench-padded-estimator-'));
const plain = join(root, 'plain');
const dir = join(root, 'fitted');
let policy: OnnxPolicy;
afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeAll(async () => {
  cpSync(join(modelsRoot(), 'gang', 'full-7-10'), plain, { recursive: true });
  const { estimator: _, ...card } = unwrap(await OnnxPolicy.load(plain)).card;
  const bytes = policyPart(readFileSync(join(plain, 'policy.onnx')));
  writeFileSync(join(plain, 'policy.onnx'), bytes);
  writeFileSync(join(plain, 'card.json'), formatCard({ ...card, sha256: sha256(bytes) }));
  cpSync(plain, dir, { recursive: true });
  unwrap(await fitModel(dir, { ...SMALL, measured: { heists: 8, seed: 2 } }));
  policy = unwrap(await OnnxPolicy.load(dir));
});

/** A table in a round after the first, where rows stand by the chips of the round before. */
function later(config: GangConfig, seed: number): HeadlessGangState {
  const state = new HeadlessGangState(config);
  const legal = new ActionList();
  const rng = new Rng(seed, 3);
  setupHeadless(state, seed);
  while (state.game.info[ROUND]! < 2) {
    legalHeadless(state, state.asked, legal);
    applyHeadless(state, state.asked, legal.at(rng.below(legal.length)));
  }
  return state;
}

/** What the head says of a view, as it says it; and the encoder that saw it. */
async function asked(config: GangConfig, state: HeadlessGangState, seat: number, recall = true) {
  const view = gang.createView(config);
  gang.view(state.game, seat, view);
  const net = new NetSeat();
  net.look(view);
  if (recall) net.sight.recall(view, net.sense);
  const encoder = new PaddedEncoder(WIDTH, config);
  const observation = new Float32Array(encoder.size);
  encoder.encode(view, net.sight, observation, 0);
  return { view, encoder, raw: await policy.ranks(observation, 1) };
}

describe('the estimator of a padded network', () => {
  it.each([7, 8, 9, 10])('of %i players: chances sum to 1, and absent seats and ranks have none', async (players) => {
    const config = gangConfig({ players });
    const { raw } = await asked(config, later(config, players), 2);
    for (let row = 0; row < WIDTH; row++) {
      const cells = [...raw.slice(row * WIDTH, (row + 1) * WIDTH)];
      expect(cells.slice(0, players).reduce((a, b) => a + b, 0)).toBeCloseTo(row < players ? 1 : 0, 5);
      expect(cells.slice(row < players ? players : 0)).toEqual(
        new Array(row < players ? WIDTH - players : WIDTH).fill(0),
      );
      if (row < players) expect(Math.min(...cells.slice(0, players))).toBeGreaterThan(0);
    }
  });

  it('answers by rows: who estimates hears of the seats from its own to the left', async () => {
    const config = gangConfig({ players: 8 });
    for (let seed = 1; seed <= 3; seed++) {
      const { view, encoder, raw } = await asked(config, later(config, seed), 5);
      const rows = [...encoder.headRows.subarray(0, 8)];
      expect(rows, `seed ${seed}`).not.toEqual([3, 4, 5, 6, 7, 0, 1, 2]);
      const told = await (await rankEstimator(config, [modelAgent('m', policy.card, dir)])).rankEstimate(view);
      for (let i = 0; i < 8; i++) {
        const row = rows[(5 + i) % 8]!;
        expect([...told.subarray(i * 8, i * 8 + 8)]).toEqual([...raw.subarray(row * WIDTH, row * WIDTH + 8)]);
      }
    }
  });

  it('reads a head row by row', () => {
    const raw = Float32Array.of(0.1, 0.9, 0, 0.8, 0.2, 0, 0, 0, 0);
    const out = new Float32Array(4);
    fromHead(raw, 0, 3, [1, 0], 0, 2, out);
    expect([...out]).toEqual([...Float32Array.of(0.8, 0.2, 0.1, 0.9)]);
    fromHead(raw, 0, 3, [1, 0], 1, 2, out);
    expect([...out]).toEqual([...Float32Array.of(0.1, 0.9, 0.8, 0.2)]);
  });

  it("a session that is asked how sure it is hears its own row's chances", async () => {
    const config = gangConfig({ players: 7, tools: true });
    const state = later(config, 4);
    const { view, encoder, raw } = await asked(config, state, 6, false);
    const session = new PaddedSession(policy, config, 0, new Rng(1));
    const row = encoder.headRows[6]! * WIDTH;
    expect([...(await session.ownRanks(view))]).toEqual([...raw.subarray(row, row + 7)]);
  });

  it('is fitted to rows that hold what came of it in the same order', () => {
    const rows = new EstimatorRows(1, 4);
    rows.next();
    // Three seats of four: seat 0 in row 2, seat 1 in row 0, seat 2 in row 1; seats 0 and 2 have equal hands (R-TIE).
    rows.target([2, 0, 1], Int32Array.of(1, 0, 1), Int32Array.of(2, 0, 2));
    expect([...rows.batch(Int32Array.of(0)).targets]).toEqual([1, 0, 0, 0, 0, 0.5, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 0, 0]);
    expect(rows.seats).toBe(3);
  });

  it('knows nothing that the seat cannot see: other hidden cards, the same estimate', async () => {
    const config = gangConfig({ players: 9 });
    const estimator = await rankEstimator(config, [modelAgent('m', policy.card, dir)]);
    expect(estimator.model).toBe('full-7-10');
    for (let seed = 1; seed <= 3; seed++) {
      const state = later(config, seed);
      const view = gang.createView(config);
      gang.view(state.game, seed, view);
      const before = [...(await estimator.rankEstimate(view))];
      const world = gang.createState(config);
      gang.imagine(view, new Rng(seed, 77), world);
      expect([...world.pocket], `seed ${seed}`).not.toEqual([...state.game.pocket]);
      gang.view(world, seed, view);
      expect([...(await estimator.rankEstimate(view))], `seed ${seed}`).toEqual(before);
      // Its own cards it does know.
      gang.view(world, (seed + 1) % 9, view);
      expect([...(await estimator.rankEstimate(view))], `seed ${seed}`).not.toEqual(before);
    }
  });

  it('whoever asks late is told what it would have been told had it asked in every round', async () => {
    const config = gangConfig({ players: 7 });
    const agents = [modelAgent('m', policy.card, dir)];
    const [early, late] = [await rankEstimator(config, agents), await rankEstimator(config, agents)];
    const state = later(config, 8);
    const view = gang.createView(config);
    const then = new HeadlessGangState(config);
    setupHeadless(then, 8);
    const legal = new ActionList();
    const rng = new Rng(8, 3);
    for (let round = -1; then.game.info[ROUND]! < 2; ) {
      if (then.game.info[ROUND] !== round) {
        round = then.game.info[ROUND]!;
        gang.view(then.game, 1, view);
        await early.rankEstimate(view);
      }
      legalHeadless(then, then.asked, legal);
      applyHeadless(then, then.asked, legal.at(rng.below(legal.length)));
    }
    gang.view(state.game, 1, view);
    expect([...(await late.rankEstimate(view))]).toEqual([...(await early.rankEstimate(view))]);
  });
});

describe('fitted to a padded network', () => {
  it('it is the same for the same options, and another for another seed', async () => {
    const model = unwrap(await OnnxPolicy.load(plain));
    const few = { ...SMALL, heists: 3 };
    const [a, b, c] = [
      await fitEstimator(model, few),
      await fitEstimator(model, few),
      await fitEstimator(model, { ...few, seed: 2 }),
    ];
    expect(sha256(b.head)).toBe(sha256(a.head));
    expect(sha256(c.head)).not.toBe(sha256(a.head));
  });

  it('leaves its play as it was, and is verified with the rest of the model', async () => {
    const whole = readFileSync(join(dir, 'policy.onnx'));
    expect(sha256(policyPart(whole))).toBe(sha256(readFileSync(join(plain, 'policy.onnx'))));
    expect(headPart(whole)).toBeDefined();
    const { checks } = await verifyModel(dir, { heists: 0, seed: 1 });
    expect(checks.map(({ name, ok }) => `${name} ${ok}`)).toEqual(['files true', 'parity true', 'estimator true']);
  });

  it('heists of every number of players are looked at, and the model and strangers play all of them', async () => {
    const model = unwrap(await OnnxPolicy.load(plain));
    const seen = new Set<string>();
    const tables = estimatorTables(model.card);
    expect(tables.map(({ players }) => players)).toEqual([7, 8, 9, 10]);
    const onMoment = ({ table, own, low, high }: Moment): void => {
      seen.add(`${table.config.players} ${own}`);
      const { players } = table.config;
      const middles = Array.from({ length: players }, (_, s) => (low[s]! + high[s]!) / 2);
      expect(middles.reduce((a, b) => a + b, 0)).toBeCloseTo((players * (players - 1)) / 2, 6);
    };
    await playForEstimates({ policy: model, tables, firstDeal: 0, deals: 32, seed: 5, rate: 0.05, onMoment });
    expect([...seen].sort()).toEqual([
      '10 false',
      '10 true',
      '7 false',
      '7 true',
      '8 false',
      '8 true',
      '9 false',
      '9 true',
    ]);
  });

  it('measured, equal chances are base rates at each number of players', async () => {
    const equal = async (_: Float32Array, count: number): Promise<Float32Array> =>
      new Float32Array(count * WIDTH * WIDTH).fill(1 / 7);
    const report = await measureEstimates(policy, equal, { heists: 16, seed: 9 });
    const { byTable } = report;
    expect(byTable!.map(({ table }) => table)).toEqual(['7', '8', '9', '10']);
    for (const { players, scores } of byTable!) {
      expect(scores.baseRates.logLoss.mean).toBeCloseTo(Math.log(players), 6);
      expect(scores.model.logLoss.mean).toBeCloseTo(Math.log(7), 6);
    }
    const told = reportLines([report]).join('\n');
    expect(told).toContain('estimates of 7 to 10 seats in 16 held-out heists');
    expect(told).toMatch(/^ {2}9 players\n {4}the model +1\.946/m);
    expect(estimatorPage([report])).toContain('9 players');
  });
});

describe('where its estimates are told', () => {
  it("at the base game that it was fitted to; a model of one's own nowhere else", () => {
    for (const players of [7, 8, 9, 10]) expect(estimatesAt(policy, gangConfig({ players }))).toBe(true);
    expect(estimatesAt(policy, gangConfig({ players: 8, variant: 'omaha' }))).toBe(false);
    expect(estimatesAt(policy, gangConfig({ players: 7, mode: 'advanced' }))).toBe(false);
  });

  it.each([
    [{ players: 4, variant: 'omaha' }, 'full-4'],
    [{ players: 3, variant: 'stud' }, 'full-3'],
    [{ players: 9, mode: 'professional' }, 'full-7-10'],
  ] as const)('at %j by %s, of what the seat sees alone', async (input, model) => {
    const config = gangConfig(input);
    const estimator = await rankEstimator(config, [trainedAgent('full')]);
    expect(estimator.model).toBe(model);
    const state = later(config, 2);
    const view = gang.createView(config);
    gang.view(state.game, 1, view);
    const before = [...(await estimator.rankEstimate(view))];
    for (let i = 0; i < config.players; i++) {
      const own = before.slice(i * config.players, (i + 1) * config.players);
      expect(own.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
    }
    const world = gang.createState(config);
    gang.imagine(view, new Rng(2, 77), world);
    expect([...world.pocket]).not.toEqual([...state.game.pocket]);
    gang.view(world, 1, view);
    expect([...(await estimator.rankEstimate(view))]).toEqual(before);
  });

  it('a model without an estimator leaves it to belief', async () => {
    const model = unwrap(await OnnxPolicy.load(plain));
    const config = gangConfig({ players: 7 });
    expect((await rankEstimator(config, [modelAgent('m', model.card, plain)])).model).toBeNull();
    expect((await rankEstimator(config, [modelAgent('m', policy.card, dir)])).model).toBe('full-7-10');
  });
});
