import { assertNever } from '../../src/core/errors.js';
import { topological } from './gradient.js';
import type { BinaryOp, CompareOp, Expr, UnaryOp } from './graph.js';

/** A dense tensor in float64, row-major. */
export interface Dense {
  readonly shape: readonly number[];
  readonly data: Float64Array;
}

export function dense(shape: readonly number[], data: ArrayLike<number>): Dense {
  const size = shape.reduce((p, dim) => p * dim, 1);
  if (data.length !== size) throw new RangeError(`${data.length} numbers for [${shape.join(', ')}]`);
  return { shape, data: Float64Array.from(data) };
}

const zeros = (shape: readonly number[], fill = 0): Dense => ({
  shape,
  data: new Float64Array(shape.reduce((p, dim) => p * dim, 1)).fill(fill),
});

function stridesOf(shape: readonly number[]): number[] {
  const strides = new Array<number>(shape.length).fill(1);
  for (let i = shape.length - 2; i >= 0; i--) strides[i] = strides[i + 1]! * shape[i + 1]!;
  return strides;
}

/** Calls `visit` with every index of a shape, and its flat position. */
function each(shape: readonly number[], visit: (index: number[], flat: number) => void): void {
  const size = shape.reduce((p, dim) => p * dim, 1);
  const index = new Array<number>(shape.length).fill(0);
  for (let flat = 0; flat < size; flat++) {
    visit(index, flat);
    for (let d = shape.length - 1; d >= 0; d--) {
      index[d]!++;
      if (index[d]! < shape[d]!) break;
      index[d] = 0;
    }
  }
}

/** The value that stands at `index` of a larger shape when `x` is broadcast to it. */
function at(x: Dense, index: readonly number[]): number {
  const strides = stridesOf(x.shape);
  const shift = index.length - x.shape.length;
  let flat = 0;
  for (const [d, dim] of x.shape.entries()) if (dim !== 1) flat += index[d + shift]! * strides[d]!;
  return x.data[flat]!;
}

function broadcast(shapes: readonly (readonly number[])[]): number[] {
  const rank = Math.max(...shapes.map((s) => s.length));
  return Array.from({ length: rank }, (_, i) => Math.max(...shapes.map((s) => s[i - rank + s.length] ?? 1)));
}

function elementwise(inputs: readonly Dense[], f: (...values: number[]) => number): Dense {
  const out = zeros(broadcast(inputs.map((x) => x.shape)));
  each(out.shape, (index, flat) => {
    out.data[flat] = f(...inputs.map((x) => at(x, index)));
  });
  return out;
}

const UNARY: Record<UnaryOp, (x: number) => number> = {
  neg: (x) => -x,
  exp: Math.exp,
  log: Math.log,
  tanh: Math.tanh,
  sigmoid: (x) => 1 / (1 + Math.exp(-x)),
  relu: (x) => Math.max(0, x),
  sqrt: Math.sqrt,
  sign: Math.sign,
  step: (x) => (x > 0 ? 1 : 0),
  abs: Math.abs,
  softplus: (x) => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))),
};
const BINARY: Record<BinaryOp | CompareOp, (a: number, b: number) => number> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  min: Math.min,
  max: Math.max,
  greater: (a, b) => (a > b ? 1 : 0),
  greaterEqual: (a, b) => (a >= b ? 1 : 0),
  equal: (a, b) => (a === b ? 1 : 0),
};

function reduce(x: Dense, axes: readonly number[], keepDims: boolean, kind: 'sum' | 'mean' | 'max'): Dense {
  const kept = x.shape.map((dim, i) => (axes.includes(i) ? 1 : dim));
  const out = zeros(kept, kind === 'max' ? Number.NEGATIVE_INFINITY : 0);
  const strides = stridesOf(kept);
  each(x.shape, (index, flat) => {
    let to = 0;
    for (const [d, i] of index.entries()) if (kept[d] !== 1) to += i * strides[d]!;
    out.data[to] = kind === 'max' ? Math.max(out.data[to]!, x.data[flat]!) : out.data[to]! + x.data[flat]!;
  });
  if (kind === 'mean') for (let i = 0; i < out.data.length; i++) out.data[i]! /= x.data.length / out.data.length;
  return keepDims ? out : { shape: x.shape.filter((_, i) => !axes.includes(i)), data: out.data };
}

function matmul(a: Dense, b: Dense): Dense {
  const [m, k] = a.shape.slice(-2) as [number, number];
  const n = b.shape[b.shape.length - 1]!;
  const lead = a.shape.slice(0, -2);
  const out = zeros([...lead, m, n]);
  const batches = lead.reduce((p, dim) => p * dim, 1);
  for (let z = 0; z < batches; z++) {
    const zb = b.shape.length === 2 ? 0 : z * k * n;
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < n; j++) {
        let sum = 0;
        for (let l = 0; l < k; l++) sum += a.data[(z * m + i) * k + l]! * b.data[zb + l * n + j]!;
        out.data[(z * m + i) * n + j] = sum;
      }
    }
  }
  return out;
}

function transpose(x: Dense, perm: readonly number[]): Dense {
  const out = zeros(perm.map((p) => x.shape[p]!));
  const strides = stridesOf(x.shape);
  each(out.shape, (index, flat) => {
    let from = 0;
    for (const [d, p] of perm.entries()) from += index[d]! * strides[p]!;
    out.data[flat] = x.data[from]!;
  });
  return out;
}

/** Copies `x` into `out`, shifted by `shift` along an axis; what falls outside is dropped. */
function place(x: Dense, out: Dense, axis: number, shift: number): void {
  const strides = stridesOf(out.shape);
  each(x.shape, (index, flat) => {
    const moved = index[axis]! + shift;
    if (moved < 0 || moved >= out.shape[axis]!) return;
    let to = 0;
    for (const [d, i] of index.entries()) to += (d === axis ? moved : i) * strides[d]!;
    out.data[to] = x.data[flat]!;
  });
}

function softmax(x: Dense, log: boolean): Dense {
  const last = [x.shape.length - 1];
  const top = reduce(x, last, true, 'max');
  const shifted = elementwise([x, top], (a, b) => a - b);
  const exps = elementwise([shifted], Math.exp);
  const total = reduce(exps, last, true, 'sum');
  return log ? elementwise([shifted, total], (a, t) => a - Math.log(t)) : elementwise([exps, total], (a, t) => a / t);
}

function scatter(x: Dense, indices: Dense, rows: number, kind: 'sum' | 'max'): Dense {
  const out = zeros([rows, ...x.shape.slice(1)], kind === 'sum' ? 0 : -1e30);
  const width = x.data.length / x.shape[0]!;
  for (let r = 0; r < x.shape[0]!; r++) {
    for (let k = 0; k < width; k++) {
      const to = indices.data[r]! * width + k;
      const value = x.data[r * width + k]!;
      out.data[to] = kind === 'sum' ? out.data[to]! + value : Math.max(out.data[to]!, value);
    }
  }
  return out;
}

function compute(expr: Expr, from: readonly Dense[], given: Readonly<Record<string, Dense>>): Dense {
  const { attrs } = expr;
  const a = from[0]!;
  const b = from[1]!;
  switch (expr.op) {
    case 'input': {
      const value = given[attrs.name!];
      if (value === undefined) throw new Error(`no value for input ${attrs.name}`);
      return value;
    }
    case 'constant':
      return dense(expr.shape as number[], attrs.data!);
    case 'where':
      return elementwise(from, (c, x, y) => (c !== 0 ? x! : y!));
    case 'cast':
      return expr.dtype === 'float32' ? a : elementwise([a], Math.trunc);
    case 'stopGradient':
      return a;
    case 'gemm': {
      const product = matmul(attrs.transA ? transpose(a, [1, 0]) : a, attrs.transB ? transpose(b, [1, 0]) : b);
      return from.length > 2 ? elementwise([product, from[2]!], (x, y) => x + y) : product;
    }
    case 'matmul':
      return matmul(a, b);
    case 'reduceSum':
      return reduce(a, attrs.axes!, attrs.keepDims === true, 'sum');
    case 'reduceMean':
      return reduce(a, attrs.axes!, attrs.keepDims === true, 'mean');
    case 'reduceMax':
      return reduce(a, attrs.axes!, attrs.keepDims === true, 'max');
    case 'count':
      return dense([], [attrs.axes!.reduce((p, axis) => p * a.shape[axis]!, 1)]);
    case 'reshape': {
      const known = expr.shape.reduce<number>((p, dim) => (typeof dim === 'number' ? p * dim : p), 1);
      return dense(
        expr.shape.map((dim) => (typeof dim === 'number' ? dim : a.data.length / known)),
        a.data,
      );
    }
    case 'transpose':
      return transpose(a, attrs.perm!);
    case 'concat': {
      const axis = attrs.axis!;
      const size = from.reduce((sum, part) => sum + part.shape[axis]!, 0);
      const out = zeros(a.shape.map((dim, i) => (i === axis ? size : dim)));
      let shift = 0;
      for (const part of from) {
        place(part, out, axis, shift);
        shift += part.shape[axis]!;
      }
      return out;
    }
    case 'slice': {
      const out = zeros(a.shape.map((dim, i) => (i === attrs.axis ? attrs.end! - attrs.start! : dim)));
      place(a, out, attrs.axis!, -attrs.start!);
      return out;
    }
    case 'pad': {
      const out = zeros(a.shape.map((dim, i) => (i === attrs.axis ? dim + attrs.before! + attrs.after! : dim)));
      place(a, out, attrs.axis!, attrs.before!);
      return out;
    }
    case 'expandLike':
      return elementwise([a, b], (x) => x);
    case 'gather': {
      const width = a.data.length / a.shape[0]!;
      const out = zeros([b.shape[0]!, ...a.shape.slice(1)]);
      for (const [r, row] of b.data.entries()) out.data.set(a.data.subarray(row * width, (row + 1) * width), r * width);
      return out;
    }
    case 'scatterAdd':
      return scatter(a, b, from[2]!.shape[0]!, 'sum');
    case 'scatterMax':
      return scatter(a, b, from[2]!.shape[0]!, 'max');
    case 'oneHot': {
      const out = zeros([...a.shape, attrs.depth!]);
      for (const [i, index] of a.data.entries()) out.data[i * attrs.depth! + index] = 1;
      return out;
    }
    case 'softmax':
      return softmax(a, false);
    case 'logSoftmax':
      return softmax(a, true);
    case 'neg':
    case 'exp':
    case 'log':
    case 'tanh':
    case 'sigmoid':
    case 'relu':
    case 'sqrt':
    case 'sign':
    case 'step':
    case 'abs':
    case 'softplus':
      return elementwise([a], UNARY[expr.op]);
    case 'add':
    case 'sub':
    case 'mul':
    case 'div':
    case 'min':
    case 'max':
    case 'greater':
    case 'greaterEqual':
    case 'equal':
      return elementwise([a, b], BINARY[expr.op]);
    default:
      return assertNever(expr.op);
  }
}

/**
 * Computes expressions in float64, slowly and plainly: the oracle for what ONNX Runtime makes of an emitted graph and
 * for finite differences, which float32 is too coarse for. `given`: a value for each input, by name.
 */
export function evaluate(roots: readonly Expr[], given: Readonly<Record<string, Dense>>): Dense[] {
  const values = new Map<Expr, Dense>();
  for (const expr of topological(roots)) {
    values.set(
      expr,
      compute(
        expr,
        expr.inputs.map((input) => values.get(input)!),
        given,
      ),
    );
  }
  return roots.map((root) => values.get(root)!);
}
