import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeBoss, type ThinkingSession } from '../../agents/gangup/boss.js';
import { bossParity } from '../../agents/gangup/boss-card.js';
import { BossPolicy } from '../../agents/gangup/boss-policy.js';
import {
  GANGUP_ADVICE,
  GANGUP_CANDIDATES,
  GANGUP_LOGITS,
  GANGUP_OBSERVATION,
  GANGUP_OWNERS,
} from '../../agents/gangup/boss-tensors.js';
import { unwrap } from '../../src/core/errors.js';
import { Rng } from '../../src/core/rng.js';
import { gangupLayout, gangupPrivilegedLayout, PLACES, rowLayout } from '../../src/env/gangup-layout.js';
import { GangupTable } from '../../src/env/gangup-table.js';
import { generatePack } from '../../src/gangup/generate-pack.js';
import { gangup, parseGangupConfig } from '../../src/gangup/index.js';
import { lastGoodCheckpoint } from '../../training/checkpoint.js';
import { exportGangupModel } from '../../training/gangup-export.js';
import { GangupLearner, gangupAdvantages } from '../../training/gangup-learner.js';
import { gangupDmcStep, gangupNet, gangupPolicyModel, gangupStep, TARGETS } from '../../training/gangup-net.js';
import { type GangupCheckpoint, type GangupTrainConfig, trainGangup } from '../../training/gangup-train.js';
import { gradients } from '../../training/graph/gradient.js';
import { Graph } from '../../training/graph/graph.js';
import { type Dense, dense, evaluate } from '../../training/graph/reference.js';
import { openSession, tensorOver } from '../../training/graph/session.js';
import { initialParameters, parameterInputs } from '../../training/nets.js';
import { parameterFeeds } from '../../training/selfplay.js';
import { blankState, SCALAR_NAMES } from '../../training/step.js';
import { TINY, tinyRun } from './gangup-tiny.js';

const root = mkdtempSync(join(tmpdir(), 'hench-gangup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;
const directory = (): string => join(root, String(made++));

const config = (more: Partial<GangupTrainConfig>): GangupTrainConfig => tinyRun({ out: directory(), ...more });

describe.each([
  ['ppo', gangupStep],
  ['dmc', gangupDmcStep],
] as const)('the loss of a minibatch (%s)', (_method, step) => {
  it('has the gradient that differences find, in every layer', () => {
    const g = new Graph();
    const net = gangupNet(TINY);
    const rng = new Rng(5);
    const parameters = parameterInputs(g, net.parameters);
    const { loss } = step(net).loss(g, parameters, (name) =>
      g.constant({ learningRate: 0, step: 1, clip: 0.2, entropy: 0.1, value: 0.5, maxGradientNorm: 1 }[name]),
    );
    expect(SCALAR_NAMES).toHaveLength(6);
    const [B, R] = [3, 7];
    const fill = (rows: number, columns: number): Dense =>
      dense(
        [rows, columns],
        Array.from({ length: rows * columns }, () => (rng.float() < 0.1 ? rng.float() : 0)),
      );
    const observation = fill(B, gangupLayout.size);
    for (let b = 0; b < B; b++)
      for (let p = 0; p < PLACES; p++)
        observation.data[b * gangupLayout.size + gangupLayout.offset('present') + p] = p < 3 ? 1 : 0;
    const flat = initialParameters(net.parameters, new Rng(6));
    for (let i = 0; i < flat.length; i++) flat[i]! += 0.05 * rng.normal(); // biases too, off the kinks
    const given: Record<string, Dense> = {
      observation,
      candidates: fill(R, rowLayout.size),
      privileged: fill(B, gangupPrivilegedLayout.size),
      owners: dense([R], [0, 0, 0, 1, 1, 2, 2]),
      advice: dense([R], [0, 1, 0, 1, 0, 0, 1]),
      chosen: dense([B], [1, 4, 5]),
      targets: dense(
        [B, TARGETS],
        [-0.4, 0.8, 0.2, 0.5, 0.3, 0, 0, -0.9, -0.5, 1, 0, 0, 0, 0, -0.7, 0.3, 0, 0.5, 0.5, 0, 0],
      ),
    };
    for (const p of net.parameters) given[p.name] = dense(p.shape, [...flat.subarray(p.offset, p.offset + p.size)]);
    const exact = evaluate(
      gradients(
        g,
        loss,
        net.parameters.map((p) => parameters.get(p.name)!),
      ),
      given,
    );
    for (const [i, p] of net.parameters.entries()) {
      // The steepest element of each parameter.
      const slope = exact[i]!.data;
      const k = slope.reduce((best, x, at) => (Math.abs(x) > Math.abs(slope[best]!) ? at : best), 0);
      const at = (by: number): number => {
        const moved = given[p.name]!.data.slice();
        moved[k]! += by;
        return evaluate([loss], { ...given, [p.name]: { shape: p.shape, data: moved } })[0]!.data[0]!;
      };
      expect(slope[k], p.name).toBeCloseTo((at(1e-5) - at(-1e-5)) / 2e-5, 6);
      expect(slope[k], p.name).not.toBe(0);
    }
  });
});

describe('Deep Monte Carlo', () => {
  it('comes to prefer what wins more often, from outcomes of the candidates that were taken alone', async () => {
    // Every decision has three candidates. One has the mark and wins four games of five, whoever has the advice; the
    // others win one of five.
    const [rows, each] = [256, 3];
    const rng = new Rng(21);
    const net = gangupNet({ ...TINY, lead: 0.2 });
    const data = {
      rows,
      observations: new Float32Array(rows * gangupLayout.size),
      privileged: new Float32Array(rows * gangupPrivilegedLayout.size),
      table: new Float32Array(rows * each * rowLayout.size),
      advice: new Float32Array(rows * each),
      start: Int32Array.from({ length: rows + 1 }, (_, i) => i * each),
      choice: new Int32Array(rows),
      targets: new Float32Array(rows * TARGETS),
    };
    const marked = new Int32Array(rows);
    for (let row = 0; row < rows; row++) {
      for (let p = 0; p < 2; p++) data.observations[row * gangupLayout.size + gangupLayout.offset('present') + p] = 1;
      marked[row] = rng.below(each);
      data.choice[row] = rng.below(each);
      data.advice[row * each + rng.below(each)] = 1;
      for (let k = 0; k < each; k++) {
        const at = (row * each + k) * rowLayout.size;
        for (let f = 1; f < 20; f++) data.table[at + f] = rng.float() < 0.3 ? 1 : 0;
        data.table[at] = k === marked[row] ? 1 : 0;
      }
      const won = rng.float() < (data.choice[row] === marked[row] ? 0.8 : 0.2) ? 1 : 0;
      data.targets.set([won, 1 - won], row * TARGETS + 2);
    }
    const parameters = initialParameters(net.parameters, new Rng(4));
    const learner = await GangupLearner.open(net, 'dmc', { ...blankState(parameters.length), parameters });
    const preferred = async (): Promise<number> => {
      const logits = new Float32Array(rows * each);
      const policy = await openSession(gangupPolicyModel(net));
      const owners = Int32Array.from(logits, (_, i) => Math.floor(i / each));
      await policy.run(
        {
          ...parameterFeeds(net.policyParameters, learner.state.parameters),
          [GANGUP_OBSERVATION]: tensorOver(data.observations, [rows, gangupLayout.size]),
          [GANGUP_CANDIDATES]: tensorOver(data.table, [logits.length, rowLayout.size]),
          [GANGUP_ADVICE]: tensorOver(data.advice, [logits.length]),
          [GANGUP_OWNERS]: tensorOver(owners, [logits.length]),
        },
        { [GANGUP_LOGITS]: tensorOver(logits, [logits.length]) },
      );
      await policy.release();
      const best = (row: number): boolean => {
        const scores = [...logits.subarray(row * each, (row + 1) * each)];
        return scores[marked[row]!] === Math.max(...scores);
      };
      return marked.filter((_, row) => best(row)).length / rows;
    };
    expect(await preferred()).toBeLessThan(0.5); // it begins with the advice
    learner.setData(data, 4);
    const scalars = { learningRate: 0.01, clip: 0.2, entropy: 0, value: 0.5, maxGradientNorm: 0.5 };
    for (let step = 0; step < 100; step++) await learner.step(Int32Array.of(step % 4), scalars);
    expect(await preferred()).toBeGreaterThan(0.95);
    await learner.close();
  });
});

describe('advantages', () => {
  it('are the λ-weighted sum of what every later decision of the game says of the seat, whoever made it', () => {
    const rng = new Rng(11);
    const rows = 40;
    const games = [0, 1, 2]; // rows take turns among three tables of two, three and five seats
    const players = [2, 3, 5];
    const chain = {
      next: new Int32Array(rows),
      seat: new Uint8Array(rows),
      seats: new Uint8Array(rows),
      lambda: new Float32Array(rows),
      values: new Float32Array(rows * PLACES),
      follow: new Float32Array(rows * PLACES),
    };
    for (let row = 0; row < rows; row++) {
      const n = players[row % 3]!;
      chain.seats[row] = n;
      chain.seat[row] = rng.below(n);
      chain.lambda[row] = 0.9;
      chain.next[row] = row + 3 < rows ? row + 3 : row % 2 === 0 ? -1 : -2;
      for (let p = 0; p < n; p++) chain.values[row * PLACES + p] = rng.float();
      if (chain.next[row]! < 0) for (let s = 0; s < n; s++) chain.follow[row * PLACES + s] = rng.float();
    }
    const ends = chain.follow.slice();
    const targets = new Float32Array(rows * TARGETS);
    gangupAdvantages(chain, rows, targets);
    const seen = (row: number, seat: number): number => {
      const n = chain.seats[row]!;
      return chain.values[row * PLACES + ((seat - chain.seat[row]! + n) % n)]!;
    };
    for (const game of games) {
      for (let row = game; row < rows; row += 3) {
        for (let seat = 0; seat < players[game]!; seat++) {
          let [total, weight, at] = [0, 1, row];
          for (; chain.next[at]! >= 0; at = chain.next[at]!) {
            total += weight * (1 - chain.lambda[at]!) * seen(chain.next[at]!, seat);
            weight *= chain.lambda[at]!;
          }
          total += weight * ends[at * PLACES + seat]!;
          const n = chain.seats[row]!;
          const place = (seat - chain.seat[row]! + n) % n;
          expect(targets[row * TARGETS + 2 + place]).toBeCloseTo(total, 5);
          if (place === 0) expect(targets[row * TARGETS + 1]).toBeCloseTo(total - seen(row, seat), 5);
        }
      }
    }
  });
});

describe('the model of a run', () => {
  const dir = join(root, 'model');
  const model = (async () => {
    const run = config({ steps: 128 });
    await trainGangup(run);
    const { checkpoint } = unwrap(lastGoodCheckpoint<GangupCheckpoint>(run.out));
    await exportGangupModel(checkpoint, dir, { name: 'tiny', codeVersion: '0' });
  })();

  it('answers what its card says', async () => {
    await model;
    const policy = unwrap(await BossPolicy.load(dir));
    for (const { seed, logits, values } of policy.card.parity) {
      const { observation, rows, advice } = bossParity(seed);
      const owner = new Int32Array(advice.length);
      const answer = await policy.answer(1, { observations: observation, rows, owner, advice });
      for (const [k, logit] of logits.entries()) expect(answer.logits[k]).toBeCloseTo(logit, 5);
      for (const [p, value] of values.entries()) expect(answer.values[p]).toBeCloseTo(value, 5);
    }
  });

  it.each([
    ['layout', (card: { layout: { hash: string } }) => (card.layout.hash = 'no'), 'model/layout'],
    ['row', (card: { row: { hash: string } }) => (card.row.hash = 'no'), 'model/layout'],
    ['rules', (card: { rulesVersion: number }) => (card.rulesVersion = 0), 'model/version'],
    ['file', (card: { sha256: string }) => (card.sha256 = '0'.repeat(64)), 'model/hash'],
  ] as const)('is refused with another %s', async (_what, spoil, code) => {
    await model;
    const other = directory();
    mkdirSync(other);
    copyFileSync(join(dir, 'policy.onnx'), join(other, 'policy.onnx'));
    const card = JSON.parse(readFileSync(join(dir, 'card.json'), 'utf8'));
    (spoil as (card: unknown) => void)(card);
    writeFileSync(join(other, 'card.json'), JSON.stringify(card));
    expect(await BossPolicy.load(other)).toMatchObject({ ok: false, error: { code } });
  });

  it('plays any pack, 2 to 5 players, with every option, from views alone, and says what it thought', async () => {
    await model;
    for (const [i, players] of [2, 3, 4, 5].entries()) {
      const options = { leaders: true, locations: true, expansion: i % 2 === 0 };
      const table = unwrap(
        parseGangupConfig({ players, ...options, ...(i % 2 === 1 ? { packs: [generatePack(40 + i)] } : {}) }),
      );
      const agent = makeBoss({ temperature: 1, practice: 20 }, 'tiny', () => dir);
      const open = (): Promise<ThinkingSession[]> =>
        Promise.all(
          Array.from({ length: players }, (_, s) => agent.open(table, s, new Rng(i, s)) as Promise<ThinkingSession>),
        );
      // One of each pair sees the table, the other a world that looks the same to the seat: the hidden cards dealt anew.
      const [here, there] = [await open(), await open()];
      const game = new GangupTable(table);
      const [world, view] = [gangup.createState(table), gangup.createView(table)];
      game.reset(90 + i);
      for (let step = 0; step < 60 && !game.over; step++) {
        const { seat, legal } = game;
        const session = here[seat]!;
        gangup.imagine(game.view, new Rng(step), world);
        gangup.view(world, seat, view);
        const answers = legal.toArray();
        const action = await session.act(game.view, legal, {});
        const { chances, shares, chosen } = session.thought!;
        expect(await there[seat]!.act(view, legal, {})).toBe(action);
        expect(there[seat]!.thought).toEqual(session.thought);
        expect(chosen).toBe(action);
        expect(chances.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 6);
        expect(shares.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 5);
        game.step(answers.indexOf(action));
      }
    }
  });
});
