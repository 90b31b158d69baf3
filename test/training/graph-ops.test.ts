import { describe, expect, it } from 'vitest';
import { Rng } from '../../src/core/rng.js';
import { gradients } from '../../training/graph/gradient.js';
import { type Expr, Graph, ShapeError } from '../../training/graph/graph.js';
import { type Dense, dense, evaluate } from '../../training/graph/reference.js';
import { checkGradients, expectClose, randomDense, runOnnx } from './graph-check.js';

const positive = (x: number): number => Math.abs(x) + 0.5;
/** Away from the kinks of relu, abs and their like, where a difference quotient means nothing. */
const offZero = (x: number): number => x + Math.sign(x) * 0.1;

interface Case {
  readonly name: string;
  readonly inputs: Readonly<Record<string, { shape: readonly number[]; from?: (x: number) => number }>>;
  readonly build: (g: Graph, x: Readonly<Record<string, Expr>>) => Expr;
}

const matrix = { shape: [3, 4] };
const unary = (name: string, op: (g: Graph, x: Expr) => Expr, from: (x: number) => number = offZero): Case => ({
  name,
  inputs: { x: { shape: [3, 4], from } },
  build: (g, { x }) => op(g, x!),
});
const binary = (name: string, op: (g: Graph, a: Expr, b: Expr) => Expr, b: readonly number[]): Case => ({
  name: `${name} with [${b}]`,
  inputs: { a: matrix, b: { shape: b, from: offZero } },
  build: (g, { a, b }) => op(g, a!, b!),
});

const CASES: readonly Case[] = [
  unary('neg', (g, x) => g.neg(x)),
  unary('exp', (g, x) => g.exp(x)),
  unary('log', (g, x) => g.log(x), positive),
  unary('tanh', (g, x) => g.tanh(x)),
  unary('sigmoid', (g, x) => g.sigmoid(x)),
  unary('relu', (g, x) => g.relu(x)),
  unary('sqrt', (g, x) => g.sqrt(x), positive),
  unary('abs', (g, x) => g.abs(x)),
  unary('softplus', (g, x) => g.softplus(x)),
  unary('square', (g, x) => g.square(x)),
  unary('clip', (g, x) => g.clip(x, -0.7, 0.8)),
  unary('sign and step, which have no slope', (g, x) => g.mul(x, g.add(g.sign(x), g.step(x)))),
  unary('stopGradient of a factor', (g, x) => g.add(x, g.mul(0, g.stopGradient(g.exp(x))))),
  ...[[3, 4], [4], [3, 1], [1, 4], [1], []].flatMap((b) => [
    binary('add', (g, x, y) => g.add(x, y), b),
    binary('sub', (g, x, y) => g.sub(y, x), b),
    binary('mul', (g, x, y) => g.mul(x, y), b),
    binary('div', (g, x, y) => g.div(x, y), b),
    binary('min', (g, x, y) => g.min(x, y), b),
    binary('max', (g, x, y) => g.max(y, x), b),
    binary('where', (g, x, y) => g.where(g.greater(x, 0.2), x, y), b),
  ]),
  ...[
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ].map(
    ([transA, transB]): Case => ({
      name: `gemm ${transA ? 'Aᵀ' : 'A'}·${transB ? 'Bᵀ' : 'B'} + c`,
      inputs: {
        a: { shape: transA ? [4, 3] : [3, 4] },
        b: { shape: transB ? [5, 4] : [4, 5] },
        c: { shape: [5] },
      },
      build: (g, { a, b, c }) => g.gemm(a!, b!, c, transA, transB),
    }),
  ),
  {
    name: 'gemm to a single column',
    inputs: { a: matrix, b: { shape: [4, 1] }, c: { shape: [1] } },
    build: (g, { a, b, c }) => g.gemm(a!, b!, c),
  },
  {
    name: 'matmul of matrices',
    inputs: { a: matrix, b: { shape: [4, 2] } },
    build: (g, { a, b }) => g.matmul(a!, b!),
  },
  {
    name: 'matmul of batches',
    inputs: { a: { shape: [2, 2, 3, 4] }, b: { shape: [2, 2, 4, 2] } },
    build: (g, { a, b }) => g.matmul(a!, b!),
  },
  {
    name: 'matmul of a batch with one matrix',
    inputs: { a: { shape: [2, 3, 4] }, b: { shape: [4, 2] } },
    build: (g, { a, b }) => g.matmul(a!, b!),
  },
  unary('reduceSum of all', (g, x) => g.reduceSum(x)),
  unary('reduceSum along 0', (g, x) => g.reduceSum(x, [0])),
  unary('reduceSum along 1, kept', (g, x) => g.mul(x, g.reduceSum(x, [1], true))),
  unary('reduceMean of all', (g, x) => g.reduceMean(x)),
  unary('reduceMean along −1', (g, x) => g.reduceMean(x, [-1])),
  unary('reduceMean along 0, kept', (g, x) => g.mul(x, g.reduceMean(x, [0], true))),
  unary('reshape', (g, x) => g.square(g.reshape(x, [2, 6]))),
  unary('transpose', (g, x) => g.exp(g.transpose(x, [1, 0]))),
  {
    name: 'transpose of three axes',
    inputs: { x: { shape: [2, 3, 4] } },
    build: (g, { x }) => g.exp(g.transpose(x!, [2, 0, 1])),
  },
  {
    name: 'concat along 1',
    inputs: { a: matrix, b: { shape: [3, 2] } },
    build: (g, { a, b }) => g.exp(g.concat([a!, b!], 1)),
  },
  {
    name: 'concat along 0',
    inputs: { a: matrix, b: { shape: [1, 4] } },
    build: (g, { a, b }) => g.exp(g.concat([a!, b!, a!], 0)),
  },
  unary('slice along 1', (g, x) => g.exp(g.slice(x, 1, 1, 3))),
  unary('slice along 0', (g, x) => g.exp(g.slice(x, 0, 0, 2))),
  unary('pad', (g, x) => g.exp(g.pad(x, 1, 1, 2))),
  {
    name: 'expandLike',
    inputs: { a: { shape: [1, 4] }, b: matrix },
    build: (g, { a, b }) => g.mul(g.expandLike(a!, b!), b!),
  },
  unary('softmax', (g, x) => g.softmax(x)),
  unary('logSoftmax', (g, x) => g.logSoftmax(x)),
  {
    name: 'layerNorm',
    inputs: { x: matrix, gain: { shape: [4] }, bias: { shape: [4] } },
    build: (g, { x, gain, bias }) => g.layerNorm(x!, gain!, bias!),
  },
];

/** A scalar in which every element of `x` weighs differently, so that no error can cancel out. */
function weigh(g: Graph, x: Expr, rng: Rng): Expr {
  const size = x.shape.reduce<number>((p, dim) => p * (dim as number), 1);
  const weights = Array.from({ length: size }, () => Math.fround(rng.normal()));
  return g.reduceSum(g.mul(x, g.constant(weights, x.shape as number[])));
}

describe('every operation has the value and the gradient of the float64 oracle, in ONNX Runtime too', () => {
  for (const [i, { name, inputs, build }] of CASES.entries()) {
    it(name, async () => {
      const rng = new Rng(1000 + i);
      const g = new Graph();
      const given: Record<string, Dense> = {};
      const exprs: Record<string, Expr> = {};
      for (const [key, { shape, from }] of Object.entries(inputs)) {
        given[key] = randomDense(rng, shape, from);
        exprs[key] = g.input(key, shape);
      }
      await checkGradients(g, weigh(g, build(g, exprs), rng), Object.values(exprs), given);
    });
  }
});

describe('rows, segments and picks', () => {
  it('gather takes rows, and its gradient adds up rows taken twice', async () => {
    const rng = new Rng(1);
    const g = new Graph();
    const x = g.input('x', [4, 3]);
    const rows = g.input('rows', [5], 'int32');
    const given = { x: randomDense(rng, [4, 3]), rows: dense([5], [3, 0, 3, 2, 3]) };
    await checkGradients(g, weigh(g, g.gather(x, rows), rng), [x], given, { rows: 'int32' });
  });

  it('scatterAdd sums the rows of each segment', async () => {
    const rng = new Rng(2);
    const g = new Graph();
    const x = g.input('x', [5, 2]);
    const owner = g.input('owner', [5], 'int32');
    const like = g.input('like', [3, 7]);
    const given = { x: randomDense(rng, [5, 2]), owner: dense([5], [2, 0, 2, 2, 0]), like: randomDense(rng, [3, 7]) };
    await checkGradients(g, weigh(g, g.square(g.scatterAdd(x, owner, like)), rng), [x], given, { owner: 'int32' });
    const [sums] = evaluate([g.scatterAdd(x, owner, like)], given);
    expect([...sums!.data.subarray(2, 4)]).toEqual([0, 0]); // a segment without rows
  });

  it('segmentLogSoftmax is logSoftmax within each segment', async () => {
    const rng = new Rng(3);
    const g = new Graph();
    const x = g.input('x', [6]);
    const owner = g.input('owner', [6], 'int32');
    const like = g.input('like', [3]);
    const given = {
      x: randomDense(rng, [6], (v) => 3 * v),
      owner: dense([6], [0, 1, 1, 0, 0, 2]),
      like: dense([3], [0, 0, 0]),
    };
    const y = g.segmentLogSoftmax(x, owner, like);
    await checkGradients(g, weigh(g, y, rng), [x], given, { owner: 'int32' });
    const [out] = evaluate([y], given);
    for (const rows of [[0, 3, 4], [1, 2], [5]]) {
      const total = rows.reduce((sum, r) => sum + Math.exp(given.x.data[r]!), 0);
      for (const r of rows) expect(out!.data[r]).toBeCloseTo(given.x.data[r]! - Math.log(total), 9);
    }
  });

  it('pick takes one column in each row; masked logits leave illegal actions no probability and no gradient', async () => {
    const rng = new Rng(4);
    const g = new Graph();
    const x = g.input('x', [3, 4]);
    const mask = g.input('mask', [3, 4], 'uint8');
    const actions = g.input('actions', [3], 'int32');
    const given = {
      x: randomDense(rng, [3, 4]),
      mask: dense([3, 4], [1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1]),
      actions: dense([3], [3, 1, 0]),
    };
    const types = { mask: 'uint8', actions: 'int32' } as const;
    const logs = g.logSoftmax(g.maskLogits(x, mask));
    const entropy = g.reduceSum(g.mul(g.exp(logs), logs));
    const scalar = g.add(weigh(g, g.pick(logs, actions), rng), entropy);
    await checkGradients(g, scalar, [x], given, types);
    const slopes = await runOnnx({ d: gradients(g, scalar, [x])[0]!, p: g.exp(logs) }, given, types);
    for (const [i, open] of given.mask.data.entries()) {
      if (open === 1) continue;
      expect(slopes.d!.data[i]).toBe(0);
      expect(slopes.p!.data[i]).toBe(0);
    }
    expect(slopes.p!.data[5]).toBe(1); // the only legal action
  });

  it('scatterMax and reduceMax give values and refuse gradients', async () => {
    const g = new Graph();
    const x = g.input('x', [4]);
    const owner = g.input('owner', [4], 'int32');
    const like = g.input('like', [2]);
    const given = { x: dense([4], [1, 5, -3, -4]), owner: dense([4], [0, 0, 1, 1]), like: dense([2], [0, 0]) };
    const outputs = { segments: g.scatterMax(x, owner, like), top: g.reduceMax(x, [0]) };
    const onnx = await runOnnx(outputs, given, { owner: 'int32' });
    expect([...onnx.segments!.data]).toEqual([5, -3]);
    expect([...onnx.top!.data]).toEqual([5]);
    expect(() => gradients(g, outputs.top, [x])).toThrow('no gradient through reduceMax');
    expect(() => gradients(g, g.reduceSum(outputs.segments), [x])).toThrow('no gradient through scatterMax');
  });

  it('comparisons and casts', async () => {
    const g = new Graph();
    const a = g.input('a', [4]);
    const b = g.input('b', [4]);
    const given = { a: dense([4], [1, 2, 3, 0]), b: dense([4], [2, 2, 1, 0]) };
    const onnx = await runOnnx(
      {
        greater: g.cast(g.greater(a, b), 'float32'),
        greaterEqual: g.cast(g.greaterEqual(a, b), 'float32'),
        equal: g.cast(g.equal(a, b), 'int32'),
      },
      given,
    );
    expect([...onnx.greater!.data]).toEqual([0, 0, 1, 0]);
    expect([...onnx.greaterEqual!.data]).toEqual([0, 1, 1, 1]);
    expect([...onnx.equal!.data]).toEqual([0, 1, 0, 1]);
  });
});

describe('the batch is a dimension that is known only when the graph runs', () => {
  it('means, broadcasts and reshapes follow it', async () => {
    const g = new Graph();
    const x = g.input('x', ['B', 4]);
    const w = g.input('w', [4, 3]);
    const b = g.input('b', [3]);
    const y = g.reshape(g.tanh(g.gemm(x, w, b)), ['B', 3, 1]);
    const centred = g.sub(y, g.reduceMean(y, [0], true));
    const scalar = g.reduceMean(g.square(centred));
    for (const batch of [1, 2, 7]) {
      const rng = new Rng(batch);
      const given = { x: randomDense(rng, [batch, 4]), w: randomDense(rng, [4, 3]), b: randomDense(rng, [3]) };
      await checkGradients(g, scalar, [x, w, b], given);
    }
  });

  it('one block of self-attention', async () => {
    const g = new Graph();
    const rng = new Rng(5);
    const [tokens, heads, size] = [3, 2, 2];
    const x = g.input('x', ['B', tokens, heads * size]);
    const weights = ['q', 'k', 'v', 'o'].map((name) => g.input(name, [heads * size, heads * size]));
    const split = (e: Expr): Expr => g.transpose(g.reshape(e, ['B', tokens, heads, size]), [0, 2, 1, 3]);
    const [q, k, v] = weights.map((w) => split(g.matmul(x, w)));
    const scores = g.mul(g.matmul(q!, g.transpose(k!, [0, 1, 3, 2])), 1 / Math.sqrt(size));
    const mixed = g.transpose(g.matmul(g.softmax(scores), v!), [0, 2, 1, 3]);
    const out = g.add(x, g.matmul(g.reshape(mixed, ['B', tokens, heads * size]), weights[3]!));
    const given: Record<string, Dense> = { x: randomDense(rng, [2, tokens, heads * size]) };
    for (const w of weights) given[w.attrs.name!] = randomDense(rng, [heads * size, heads * size]);
    await checkGradients(g, g.reduceMean(g.square(out)), [x, ...weights], given);
  });
});

describe('building a graph', () => {
  it('the same expression is built once', () => {
    const g = new Graph();
    const x = g.input('x', [2]);
    expect(g.add(g.exp(x), 1)).toBe(g.add(g.exp(x), 1));
  });

  it('shapes that do not fit are refused when built', () => {
    const g = new Graph();
    const a = g.input('a', [2, 3]);
    const b = g.input('b', [4, 3]);
    expect(() => g.add(a, b)).toThrow(ShapeError);
    expect(() => g.gemm(a, b)).toThrow(ShapeError);
    expect(() => g.matmul(a, b)).toThrow(ShapeError);
    expect(() => g.reshape(a, [4, 2])).toThrow(ShapeError);
    expect(() => g.slice(a, 1, 2, 5)).toThrow(ShapeError);
    expect(() => g.concat([a, g.input('c', [2, 3, 1])], 1)).toThrow(ShapeError);
    expect(() => g.transpose(a, [0, 0])).toThrow(ShapeError);
    expect(() => g.constant([1, 2], [3])).toThrow(ShapeError);
  });

  it('what a scalar does not depend on has gradient zero', async () => {
    const g = new Graph();
    const x = g.input('x', [2]);
    const y = g.input('y', [2, 2]);
    const [dx, dy] = gradients(g, g.reduceSum(x), [x, y]);
    const given = { x: dense([2], [1, 2]), y: dense([2, 2], [1, 2, 3, 4]) };
    const onnx = await runOnnx({ dx: dx!, dy: dy! }, given);
    expectClose(onnx.dx!, dense([2], [1, 1]), 0, 'dx');
    expectClose(onnx.dy!, dense([2, 2], [0, 0, 0, 0]), 0, 'dy');
  });
});
