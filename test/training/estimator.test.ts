import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Adviser } from '../../agents/advice.js';
import { formatCard, parityObservation, sha256 } from '../../agents/card.js';
import { modelsRoot, OnnxPolicy, onnxAgent } from '../../agents/onnx.js';
import { headPart, joinHead, policyPart } from '../../agents/onnx-parts.js';
import { type RankEstimator, rankEstimator } from '../../agents/rank-estimate.js';
import { measureEstimates } from '../../eval/estimates.js';
import { fitModel } from '../../eval/estimator-fit.js';
import { verifyModel } from '../../eval/verify.js';
import { adviceLines } from '../../src/cli/play/thoughts.js';
import { unwrap } from '../../src/core/errors.js';
import { Rng } from '../../src/core/rng.js';
import { GangTable } from '../../src/env/gang-table.js';
import { type GangConfig, parseGangConfig } from '../../src/gang/config.js';
import { gang } from '../../src/gang/game.js';
import type { GangView } from '../../src/gang/state.js';
import { ESTIMATOR_DEFAULTS, fitEstimator } from '../../training/estimator.js';
import { type Moment, playForEstimates } from '../../training/estimator-games.js';
import { openSession, tensorOver } from '../../training/graph/session.js';

const PLAYERS = 3;
const shipped = join(modelsRoot(), 'gang', `full-${PLAYERS}`);
const root = mkdtempSync(join(tmpdir(), 'hench-estimator-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const SMALL = { ...ESTIMATOR_DEFAULTS, heists: 24, hidden: [16], epochs: 2, batch: 64 };
const config: GangConfig = unwrap(parseGangConfig({ players: PLAYERS, length: 'heist' }));

/** The shipped model without whatever estimator it has. */
const plain = join(root, 'plain');
const dir = join(root, 'fitted');
let policy: OnnxPolicy;

beforeAll(async () => {
  cpSync(shipped, plain, { recursive: true });
  const { estimator: _, ...card } = unwrap(await OnnxPolicy.load(shipped)).card;
  const bytes = policyPart(readFileSync(join(plain, 'policy.onnx')));
  writeFileSync(join(plain, 'policy.onnx'), bytes);
  writeFileSync(join(plain, 'card.json'), formatCard({ ...card, sha256: sha256(bytes) }));
  cpSync(plain, dir, { recursive: true });
  unwrap(await fitModel(dir, { ...SMALL, measured: { heists: 8, seed: 2 } }));
  policy = unwrap(await OnnxPolicy.load(dir));
});

/** A copy of the fitted model to spoil. */
function copy(name: string): string {
  const to = join(root, name);
  cpSync(dir, to, { recursive: true });
  return to;
}

function observations(count: number): Float32Array {
  const { size } = policy.card.layout;
  const out = new Float32Array(count * size);
  for (let i = 0; i < count; i++) out.set(parityObservation(size, 100 + i), i * size);
  return out;
}

/** A view of a seat in the middle of a heist, and the table. */
function middle(seed: number, moves = 9): { table: GangTable; view: GangView } {
  const table = new GangTable(config);
  const mask = new Uint8Array(table.actions);
  const rng = new Rng(seed, 5);
  table.reset(seed);
  for (let i = 0; i < moves; i++) {
    table.mask(mask, 0);
    const legal = [...mask.keys()].filter((action) => mask[action] === 1);
    table.step(legal[rng.below(legal.length)]!);
  }
  const view = gang.createView(config);
  gang.view(table.state.game, table.seat, view);
  return { table, view };
}

describe('an estimator', () => {
  it('gives each seat chances that sum to 1, and each rank nearly so', async () => {
    const ranks = await policy.ranks(observations(20), 20);
    expect(ranks).toHaveLength(20 * PLAYERS * PLAYERS);
    for (let b = 0; b < 20; b++) {
      for (let i = 0; i < PLAYERS; i++) {
        let row = 0;
        let column = 0;
        for (let k = 0; k < PLAYERS; k++) {
          row += ranks[(b * PLAYERS + i) * PLAYERS + k]!;
          column += ranks[(b * PLAYERS + k) * PLAYERS + i]!;
        }
        expect(row).toBeCloseTo(1, 5);
        expect(Math.abs(column - 1)).toBeLessThan(0.05);
      }
    }
  });

  it('is the same for the same options, and another for another seed', async () => {
    const model = unwrap(await OnnxPolicy.load(plain));
    const few = { ...SMALL, heists: 8, epochs: 1 };
    const [a, b, c] = [
      await fitEstimator(model, few),
      await fitEstimator(model, few),
      await fitEstimator(model, { ...few, seed: 2 }),
    ];
    expect(sha256(b.head)).toBe(sha256(a.head));
    expect(sha256(c.head)).not.toBe(sha256(a.head));
  });

  it('looks at the same deals however many there are', async () => {
    const model = unwrap(await OnnxPolicy.load(plain));
    const moments = async (deals: number): Promise<string[]> => {
      const out: string[] = [];
      const onMoment = ({ deal, seat, table, low }: Moment): void => {
        if (deal < 5) out.push(`${deal} ${seat} ${table.view.star.join()} ${low.join()}`);
      };
      await playForEstimates({ policy: model, tables: [config], firstDeal: 0, deals, seed: 3, rate: 0.5, onMoment });
      return out.sort();
    };
    const few = await moments(5);
    expect(few.length).toBeGreaterThan(20);
    expect(await moments(20)).toEqual(few);
  });
});

describe('the file of a model with an estimator', () => {
  const withoutHead = (): Uint8Array => readFileSync(join(plain, 'policy.onnx'));
  const withHead = (): Uint8Array => readFileSync(join(dir, 'policy.onnx'));

  it('holds the policy as it was, byte for byte', () => {
    expect(sha256(policyPart(withHead()))).toBe(sha256(withoutHead()));
    expect(policy.card.estimator!.policySha256).toBe(sha256(withoutHead()));
    expect(headPart(withoutHead())).toBeUndefined();
  });

  it('plays as before: its logits are the same bit for bit, also when other programs run the whole file', async () => {
    const rows = observations(8);
    const model = unwrap(await OnnxPolicy.load(plain));
    const logits = await model.logits(rows, 8);
    expect(await policy.logits(rows, 8)).toEqual(logits);
    const session = await openSession(withHead());
    expect([...session.outputNames].sort()).toEqual(['logits', 'ranks']);
    const whole = await session.run({ observation: tensorOver(rows, [8, policy.card.layout.size]) });
    expect(whole.logits!.data).toEqual(logits);
    expect(whole.ranks!.dims).toEqual([8, PLAYERS, PLAYERS]);
    expect(whole.ranks!.data).toEqual(await policy.ranks(rows, 8));
    await session.release();
  });

  it('gets another estimator in place of the one that it has', () => {
    const head = headPart(withHead())!;
    expect(sha256(joinHead(withHead(), head))).toBe(sha256(withHead()));
    expect(sha256(joinHead(withoutHead(), head))).toBe(sha256(withHead()));
  });

  it('says what its card recorded', async () => {
    for (const { seed, ranks } of policy.card.estimator!.parity) {
      const now = await policy.ranks(parityObservation(policy.card.layout.size, seed), 1);
      for (const [i, chance] of ranks.entries()) expect(now[i]!).toBeCloseTo(chance, 5);
    }
  });

  it('is verified with the rest of the model', async () => {
    const checks = async (folder: string): Promise<string[]> =>
      (await verifyModel(folder, { heists: 0, seed: 1 })).checks.map(({ name, ok }) => `${name} ${ok}`);
    expect(await checks(dir)).toEqual(['files true', 'parity true', 'estimator true']);
    expect(await checks(plain)).toEqual(['files true', 'parity true']);
    const other = copy('unlike');
    const { card } = policy;
    const parity = card.estimator!.parity.map(({ seed, ranks }) => ({ seed, ranks: ranks.map((p) => p + 0.01) }));
    writeFileSync(join(other, 'card.json'), formatCard({ ...card, estimator: { ...card.estimator!, parity } }));
    expect(await checks(other)).toEqual(['files true', 'parity true', 'estimator false']);
  });

  it('needs none: a card without one loads, and who asks for estimates is told', async () => {
    const model = unwrap(await OnnxPolicy.load(plain));
    expect(model.estimates).toBe(false);
    expect(() => model.ranks(observations(1), 1)).toThrow('full-3 has no estimator');
  });

  it('is refused when it lacks the estimator of its card', async () => {
    const spoilt = copy('lost');
    writeFileSync(join(spoilt, 'policy.onnx'), withoutHead());
    writeFileSync(join(spoilt, 'card.json'), formatCard({ ...policy.card, sha256: sha256(withoutHead()) }));
    expect(await OnnxPolicy.load(spoilt)).toMatchObject({ ok: false, error: { code: 'model/head' } });
  });

  it('is refused when its estimator is for a table of another size', async () => {
    const other = unwrap(await OnnxPolicy.load(join(modelsRoot(), 'gang', 'full-4')));
    const { head } = await fitEstimator(other, { ...SMALL, heists: 10, epochs: 1 });
    const bytes = joinHead(withoutHead(), head);
    const spoilt = copy('other');
    writeFileSync(join(spoilt, 'policy.onnx'), bytes);
    writeFileSync(join(spoilt, 'card.json'), formatCard({ ...policy.card, sha256: sha256(bytes) }));
    const model = unwrap(await OnnxPolicy.load(spoilt));
    await expect(model.ranks(observations(1), 1)).rejects.toMatchObject({ error: { code: 'model/head' } });
  });
});

describe('measured', () => {
  it('equal chances are base rates, and no better than they', async () => {
    const equal = async (_: Float32Array, count: number): Promise<Float32Array> =>
      new Float32Array(count * PLAYERS * PLAYERS).fill(1 / PLAYERS);
    const report = await measureEstimates(policy, equal, { heists: 16, seed: 9 });
    const { model, baseRates, belief } = report.scores.all;
    expect(model.logLoss.mean).toBeCloseTo(Math.log(PLAYERS), 6);
    expect(model).toEqual(baseRates);
    expect(belief.logLoss.mean).not.toBeCloseTo(Math.log(PLAYERS), 3);
    expect(report.better.find(({ than }) => than === 'baseRates')!.by.mean).toBeCloseTo(0, 9);
    // The power 0 is base rates, the power 1 belief itself.
    const { tempered } = report.scores.all;
    expect(tempered.logLoss.mean).toBeLessThan(belief.logLoss.mean);
    expect(tempered.logLoss.mean).toBeLessThan(baseRates.logLoss.mean);
    const { own, strangers } = report.scores;
    expect(own.model.estimates + strangers.model.estimates).toBe(model.estimates);
    expect(model.estimates).toBe(report.moments * PLAYERS);
  });
});

describe('who estimates at a table', () => {
  const estimators = async (): Promise<readonly [string, RankEstimator][]> => [
    ['a model', await rankEstimator(config, [onnxAgent('m', 'full', () => dir)])],
    ['belief', await rankEstimator(config, [])],
  ];

  it('an agent whose model has an estimator, else belief', async () => {
    const [[, model], [, none]] = (await estimators()) as [[string, RankEstimator], [string, RankEstimator]];
    expect(model.model).toBe('full-3');
    expect(none.model).toBeNull();
    expect((await rankEstimator(config, [onnxAgent('m', 'full', () => plain)])).model).toBeNull();
    const omaha = unwrap(parseGangConfig({ players: PLAYERS, variant: 'omaha' }));
    expect((await rankEstimator(omaha, [onnxAgent('m', 'full', () => dir)])).model).toBeNull();
  });

  it('knows nothing that the seat cannot see: other hidden cards, the same estimate', async () => {
    for (let seed = 1; seed <= 4; seed++) {
      const { table, view } = middle(seed);
      const world = gang.createState(config);
      const seen = gang.createView(config);
      for (const [who, estimator] of await estimators()) {
        const before = [...(await estimator.rankEstimate(view))];
        gang.imagine(view, new Rng(seed, 77), world);
        expect([...world.pocket], `seed ${seed}`).not.toEqual([...table.state.game.pocket]);
        gang.view(world, view.seat, seen);
        expect([...(await estimator.rankEstimate(seen))], `${who}, seed ${seed}`).toEqual(before);
        for (let i = 0; i < PLAYERS; i++) {
          const sum = before.slice(i * PLAYERS, (i + 1) * PLAYERS).reduce((a, b) => a + b, 0);
          expect(sum, who).toBeCloseTo(1, 5);
        }
      }
    }
  });

  it('advice is told in words, with its source', async () => {
    const { view } = middle(3);
    const telling = {
      name: (seat: number) => (seat === view.seat ? 'you' : `seat ${seat}`),
      isYou: (seat: number) => seat === view.seat,
      chip: (chip: number) => `chip ${chip + 1}`,
      cards: () => '',
    };
    const adviser = await Adviser.open(config, [onnxAgent('bot', 'full', () => dir)]);
    const lines = adviceLines(await adviser.advise(view), PLAYERS, telling);
    expect(lines).toHaveLength(PLAYERS + 4);
    expect(lines[2]).toMatch(/^You( +\d+ %){3}$/);
    expect(lines.at(-2)).toMatch(/^In your seat bot would (take chip \d from .+|keep its chip) \(\d+ %\)/);
    expect(lines.at(-1)).toBe('Estimated by the network of full-3.');
    const scripted = adviceLines(await (await Adviser.open(config, [])).advise(view), PLAYERS, telling);
    expect(scripted.at(-2)).toMatch(/^In your seat belief would [^%]+\.$/);
    expect(scripted.at(-1)).toContain("belief's estimate");
  });
});
