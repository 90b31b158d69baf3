import type { DType } from './proto.js';

/** A size, or the name of one that is known only when the graph runs (the batch). */
export type Dim = number | string;
export type Shape = readonly Dim[];

export const UNARY_OPS = [
  'neg',
  'exp',
  'log',
  'tanh',
  'sigmoid',
  'relu',
  'sqrt',
  'sign',
  'step',
  'abs',
  'softplus',
] as const;
export const BINARY_OPS = ['add', 'sub', 'mul', 'div', 'min', 'max'] as const;
export const COMPARE_OPS = ['greater', 'greaterEqual', 'equal'] as const;
export const REDUCE_OPS = ['reduceSum', 'reduceMean', 'reduceMax'] as const;
export type UnaryOp = (typeof UNARY_OPS)[number];
export type BinaryOp = (typeof BINARY_OPS)[number];
export type CompareOp = (typeof COMPARE_OPS)[number];
export type ReduceOp = (typeof REDUCE_OPS)[number];
export type Op =
  | UnaryOp
  | BinaryOp
  | CompareOp
  | ReduceOp
  | 'input'
  | 'constant'
  | 'where'
  | 'cast'
  | 'gemm'
  | 'matmul'
  | 'reshape'
  | 'transpose'
  | 'concat'
  | 'slice'
  | 'pad'
  | 'expandLike'
  | 'count'
  | 'gather'
  | 'scatterAdd'
  | 'scatterMax'
  | 'oneHot'
  | 'softmax'
  | 'logSoftmax'
  | 'stopGradient';

export interface Attrs {
  readonly name?: string;
  readonly data?: readonly number[];
  readonly axes?: readonly number[];
  readonly keepDims?: boolean;
  readonly perm?: readonly number[];
  readonly transA?: boolean;
  readonly transB?: boolean;
  readonly axis?: number;
  readonly start?: number;
  readonly end?: number;
  readonly before?: number;
  readonly after?: number;
  readonly depth?: number;
}

/** One value of a graph. Two expressions that say the same are the same object. */
export interface Expr {
  readonly id: number;
  readonly op: Op;
  readonly inputs: readonly Expr[];
  readonly attrs: Attrs;
  readonly shape: Shape;
  readonly dtype: DType;
}

export class ShapeError extends Error {
  override readonly name = 'ShapeError';
}

export const formatShape = (shape: Shape): string => `[${shape.join(', ')}]`;

/** NumPy's rule; a named size matches itself and 1. */
export function broadcastShapes(a: Shape, b: Shape): Shape {
  const rank = Math.max(a.length, b.length);
  const out: Dim[] = [];
  for (let i = 0; i < rank; i++) {
    const x = a[a.length - rank + i] ?? 1;
    const y = b[b.length - rank + i] ?? 1;
    if (x !== y && x !== 1 && y !== 1) throw new ShapeError(`${formatShape(a)} and ${formatShape(b)} don't broadcast`);
    out.push(x === 1 ? y : x);
  }
  return out;
}

export function sameShape(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every((dim, i) => dim === b[i]);
}

/** The product of the sizes that are numbers, and the names of the others. */
function sizeOf(shape: Shape): { readonly known: number; readonly names: string } {
  const names = shape.filter((dim) => typeof dim === 'string').sort();
  return { known: shape.reduce<number>((p, dim) => (typeof dim === 'number' ? p * dim : p), 1), names: names.join() };
}

/**
 * Builds expressions. Shapes are inferred and checked as they are built; floats are float32. Nothing is computed:
 * `gradients` adds the backward pass, `emitModel` writes ONNX, `evaluate` (reference.ts) computes in float64.
 */
export class Graph {
  private readonly known = new Map<string, Expr>();
  private count_ = 0;

  private make(op: Op, inputs: readonly Expr[], shape: Shape, dtype: DType, attrs: Attrs = {}): Expr {
    const key = `${op}|${inputs.map((e) => e.id).join()}|${JSON.stringify(attrs)}|${dtype}|${shape.join()}`;
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const expr: Expr = { id: this.count_++, op, inputs, attrs, shape, dtype };
    this.known.set(key, expr);
    return expr;
  }

  /** A tensor given at each run; parameters are inputs too. */
  input(name: string, shape: Shape, dtype: DType = 'float32'): Expr {
    return this.make('input', [], shape, dtype, { name });
  }

  constant(data: number | readonly number[], shape: readonly number[] = [], dtype: DType = 'float32'): Expr {
    const values = typeof data === 'number' ? [data] : data;
    const size = shape.reduce((p, dim) => p * dim, 1);
    if (size !== values.length) throw new ShapeError(`${values.length} numbers for ${formatShape(shape)}`);
    return this.make('constant', [], shape, dtype, { data: values });
  }

  private value(x: Expr | number): Expr {
    return typeof x === 'number' ? this.constant(x) : x;
  }

  unary(op: UnaryOp, x: Expr): Expr {
    return this.make(op, [x], x.shape, x.dtype);
  }
  neg = (x: Expr): Expr => this.unary('neg', x);
  exp = (x: Expr): Expr => this.unary('exp', x);
  log = (x: Expr): Expr => this.unary('log', x);
  tanh = (x: Expr): Expr => this.unary('tanh', x);
  sigmoid = (x: Expr): Expr => this.unary('sigmoid', x);
  relu = (x: Expr): Expr => this.unary('relu', x);
  sqrt = (x: Expr): Expr => this.unary('sqrt', x);
  /** −1, 0 or 1; its gradient is zero. */
  sign = (x: Expr): Expr => this.unary('sign', x);
  /** 1 where x > 0, else 0 (exact for |x| ≥ 1e-30); its gradient is zero. */
  step = (x: Expr): Expr => this.unary('step', x);
  abs = (x: Expr): Expr => this.unary('abs', x);
  /** log(1 + eˣ) */
  softplus = (x: Expr): Expr => this.unary('softplus', x);
  square = (x: Expr): Expr => this.mul(x, x);

  binary(op: BinaryOp, a: Expr | number, b: Expr | number): Expr {
    const x = this.value(a);
    const y = this.value(b);
    return this.make(op, [x, y], broadcastShapes(x.shape, y.shape), x.dtype);
  }
  add = (a: Expr | number, b: Expr | number): Expr => this.binary('add', a, b);
  sub = (a: Expr | number, b: Expr | number): Expr => this.binary('sub', a, b);
  mul = (a: Expr | number, b: Expr | number): Expr => this.binary('mul', a, b);
  div = (a: Expr | number, b: Expr | number): Expr => this.binary('div', a, b);
  /** Where both are equal the gradient goes to the first. */
  min = (a: Expr | number, b: Expr | number): Expr => this.binary('min', a, b);
  /** Where both are equal the gradient goes to the first. */
  max = (a: Expr | number, b: Expr | number): Expr => this.binary('max', a, b);
  clip = (x: Expr, low: Expr | number, high: Expr | number): Expr => this.min(this.max(x, low), high);

  compare(op: CompareOp, a: Expr | number, b: Expr | number): Expr {
    const x = this.value(a);
    const y = this.value(b);
    return this.make(op, [x, y], broadcastShapes(x.shape, y.shape), 'bool');
  }
  greater = (a: Expr | number, b: Expr | number): Expr => this.compare('greater', a, b);
  greaterEqual = (a: Expr | number, b: Expr | number): Expr => this.compare('greaterEqual', a, b);
  equal = (a: Expr | number, b: Expr | number): Expr => this.compare('equal', a, b);

  where(condition: Expr, a: Expr | number, b: Expr | number): Expr {
    const x = this.value(a);
    const y = this.value(b);
    const shape = broadcastShapes(condition.shape, broadcastShapes(x.shape, y.shape));
    return this.make('where', [condition, x, y], shape, x.dtype);
  }

  cast(x: Expr, to: DType): Expr {
    return x.dtype === to ? x : this.make('cast', [x], x.shape, to);
  }

  /** The value, with no gradient through it. */
  stopGradient(x: Expr): Expr {
    return this.make('stopGradient', [x], x.shape, x.dtype);
  }

  /** op(A)·op(B) (+ C, broadcast to the product): matrices only. */
  gemm(a: Expr, b: Expr, c?: Expr, transA = false, transB = false): Expr {
    if (a.shape.length !== 2 || b.shape.length !== 2) {
      throw new ShapeError(`gemm wants matrices, not ${formatShape(a.shape)} and ${formatShape(b.shape)}`);
    }
    const [m, k] = transA ? [a.shape[1]!, a.shape[0]!] : [a.shape[0]!, a.shape[1]!];
    const [k2, n] = transB ? [b.shape[1]!, b.shape[0]!] : [b.shape[0]!, b.shape[1]!];
    if (k !== k2) throw new ShapeError(`gemm: ${formatShape(a.shape)} and ${formatShape(b.shape)} differ inside`);
    const shape = [m, n];
    if (c !== undefined && !sameShape(broadcastShapes(c.shape, shape), shape)) {
      throw new ShapeError(`gemm: ${formatShape(c.shape)} is no bias of ${formatShape(shape)}`);
    }
    return this.make('gemm', c === undefined ? [a, b] : [a, b, c], shape, a.dtype, { transA, transB });
  }

  /** Matrix product over the last two axes; the others must be equal, or absent in `b`. */
  matmul(a: Expr, b: Expr): Expr {
    const ra = a.shape.length;
    const rb = b.shape.length;
    const batch = a.shape.slice(0, -2);
    if (ra < 2 || rb < 2 || a.shape[ra - 1] !== b.shape[rb - 2]) {
      throw new ShapeError(`matmul: ${formatShape(a.shape)} and ${formatShape(b.shape)}`);
    }
    if (rb !== 2 && !sameShape(batch, b.shape.slice(0, -2))) {
      throw new ShapeError(`matmul: batches of ${formatShape(a.shape)} and ${formatShape(b.shape)}`);
    }
    return this.make('matmul', [a, b], [...batch, a.shape[ra - 2]!, b.shape[rb - 1]!], a.dtype);
  }

  private reduce(op: ReduceOp, x: Expr, axes: readonly number[] | undefined, keepDims: boolean): Expr {
    const rank = x.shape.length;
    const all = (axes ?? x.shape.map((_, i) => i)).map((a) => (a < 0 ? a + rank : a)).sort((p, q) => p - q);
    if (all.some((a) => a < 0 || a >= rank)) throw new ShapeError(`axes ${axes} of ${formatShape(x.shape)}`);
    if (all.length === 0) return x;
    const shape = x.shape.flatMap((dim, i) => (all.includes(i) ? (keepDims ? [1] : []) : [dim]));
    return this.make(op, [x], shape, x.dtype, { axes: all, keepDims });
  }
  /** `axes` absent: all of them. */
  reduceSum = (x: Expr, axes?: readonly number[], keepDims = false): Expr =>
    this.reduce('reduceSum', x, axes, keepDims);
  reduceMean = (x: Expr, axes?: readonly number[], keepDims = false): Expr =>
    this.reduce('reduceMean', x, axes, keepDims);
  /** No gradient is defined: for the shift in a softmax, say. */
  reduceMax = (x: Expr, axes?: readonly number[], keepDims = false): Expr =>
    this.reduce('reduceMax', x, axes, keepDims);

  /** How many numbers stand along these axes, as a float scalar. */
  count(x: Expr, axes: readonly number[]): Expr {
    const { known, names } = sizeOf(axes.map((a) => x.shape[a]!));
    return names === '' ? this.constant(known) : this.make('count', [x], [], 'float32', { axes });
  }

  /** At most one size of the new shape may be a name. */
  reshape(x: Expr, shape: Shape): Expr {
    const from = sizeOf(x.shape);
    const to = sizeOf(shape);
    if (from.known !== to.known || from.names !== to.names || to.names.includes(',')) {
      throw new ShapeError(`${formatShape(x.shape)} can't become ${formatShape(shape)}`);
    }
    return sameShape(x.shape, shape) ? x : this.make('reshape', [x], shape, x.dtype);
  }

  transpose(x: Expr, perm: readonly number[]): Expr {
    if (perm.length !== x.shape.length || [...perm].sort((p, q) => p - q).some((p, i) => p !== i)) {
      throw new ShapeError(`permutation ${perm} of ${formatShape(x.shape)}`);
    }
    const shape = perm.map((p) => x.shape[p]!);
    return this.make('transpose', [x], shape, x.dtype, { perm });
  }

  private axisOf(x: Expr, axis: number): number {
    const a = axis < 0 ? axis + x.shape.length : axis;
    if (a < 0 || a >= x.shape.length) throw new ShapeError(`axis ${axis} of ${formatShape(x.shape)}`);
    return a;
  }

  /** Sizes along `axis` must be numbers when there are two or more parts. */
  concat(parts: readonly Expr[], axis: number): Expr {
    const first = parts[0];
    if (first === undefined) throw new ShapeError('concat of nothing');
    if (parts.length === 1) return first;
    const a = this.axisOf(first, axis);
    let size = 0;
    for (const part of parts) {
      const dim = part.shape[a];
      const rest =
        part.shape.length === first.shape.length && part.shape.every((d, i) => i === a || d === first.shape[i]);
      if (typeof dim !== 'number' || !rest) throw new ShapeError(`concat: ${parts.map((p) => formatShape(p.shape))}`);
      size += dim;
    }
    const shape = first.shape.map((dim, i) => (i === a ? size : dim));
    return this.make('concat', parts, shape, first.dtype, { axis: a });
  }

  /** Positions start … end−1 along an axis whose size is a number. */
  slice(x: Expr, axis: number, start: number, end: number): Expr {
    const a = this.axisOf(x, axis);
    const dim = x.shape[a];
    if (typeof dim !== 'number' || start < 0 || end > dim || start >= end) {
      throw new ShapeError(`slice ${start}…${end} of axis ${axis} of ${formatShape(x.shape)}`);
    }
    const shape = x.shape.map((d, i) => (i === a ? end - start : d));
    return this.make('slice', [x], shape, x.dtype, { axis: a, start, end });
  }

  /** Zeros before and after along an axis whose size is a number. */
  pad(x: Expr, axis: number, before: number, after: number): Expr {
    const a = this.axisOf(x, axis);
    const dim = x.shape[a];
    if (typeof dim !== 'number') throw new ShapeError(`pad of axis ${axis} of ${formatShape(x.shape)}`);
    const shape = x.shape.map((d, i) => (i === a ? dim + before + after : d));
    return this.make('pad', [x], shape, x.dtype, { axis: a, before, after });
  }

  /** `x` broadcast to the shape of `like`. */
  expandLike(x: Expr, like: Expr): Expr {
    if (sameShape(x.shape, like.shape)) return x;
    if (!sameShape(broadcastShapes(x.shape, like.shape), like.shape)) {
      throw new ShapeError(`${formatShape(x.shape)} can't be expanded to ${formatShape(like.shape)}`);
    }
    return this.make('expandLike', [x, like], like.shape, x.dtype);
  }

  /** Rows x[indices[r]] along axis 0; `indices` int32 or int64 [R]. */
  gather(x: Expr, indices: Expr): Expr {
    if (indices.shape.length !== 1) throw new ShapeError(`gather wants [R] indices, not ${formatShape(indices.shape)}`);
    return this.make('gather', [x, indices], [...indices.shape, ...x.shape.slice(1)], x.dtype);
  }

  private scatter(op: 'scatterAdd' | 'scatterMax', x: Expr, indices: Expr, like: Expr): Expr {
    if (indices.shape.length !== 1 || indices.shape[0] !== x.shape[0]) {
      throw new ShapeError(`${op}: ${formatShape(indices.shape)} indices for ${formatShape(x.shape)}`);
    }
    return this.make(op, [x, indices, like], [like.shape[0]!, ...x.shape.slice(1)], x.dtype);
  }
  /** Sums the rows of `x` [R, …] whose index is the same: [rows of `like`, …]. The gradient of `gather`. */
  scatterAdd = (x: Expr, indices: Expr, like: Expr): Expr => this.scatter('scatterAdd', x, indices, like);
  /** Largest of the rows whose index is the same, −1e30 where there are none. No gradient is defined. */
  scatterMax = (x: Expr, indices: Expr, like: Expr): Expr => this.scatter('scatterMax', x, indices, like);

  /** int32 or int64 [B] → float [B, depth]. */
  oneHot(indices: Expr, depth: number): Expr {
    return this.make('oneHot', [indices], [...indices.shape, depth], 'float32', { depth });
  }

  /** Over the last axis. */
  softmax(x: Expr): Expr {
    return this.make('softmax', [x], x.shape, x.dtype);
  }
  /** Over the last axis. */
  logSoftmax(x: Expr): Expr {
    return this.make('logSoftmax', [x], x.shape, x.dtype);
  }

  /** Logits with −1e9 added where `mask` (1 legal, 0 not; any number type, the logits' shape) is 0. */
  maskLogits(logits: Expr, mask: Expr): Expr {
    const open = this.cast(mask, 'float32');
    return this.add(logits, this.mul(this.sub(open, 1), 1e9));
  }

  /** x[b, indices[b]] of a matrix: [B]. */
  pick(x: Expr, indices: Expr): Expr {
    const depth = x.shape[1];
    if (x.shape.length !== 2 || typeof depth !== 'number') throw new ShapeError(`pick of ${formatShape(x.shape)}`);
    return this.reduceSum(this.mul(x, this.oneHot(indices, depth)), [1]);
  }

  /** Log-probabilities of rows [R] within the segments that `owner` (int [R], into the rows of `like`) puts them in. */
  segmentLogSoftmax(x: Expr, owner: Expr, like: Expr): Expr {
    const top = this.stopGradient(this.gather(this.scatterMax(this.stopGradient(x), owner, like), owner));
    const shifted = this.sub(x, top);
    const total = this.scatterAdd(this.exp(shifted), owner, like);
    return this.sub(shifted, this.log(this.gather(total, owner)));
  }

  /** Ba, Kiros & Hinton 2016, over the last axis. */
  layerNorm(x: Expr, gain: Expr, bias: Expr, epsilon = 1e-5): Expr {
    const centred = this.sub(x, this.reduceMean(x, [-1], true));
    const variance = this.reduceMean(this.square(centred), [-1], true);
    return this.add(this.mul(this.div(centred, this.sqrt(this.add(variance, epsilon))), gain), bias);
  }
}
