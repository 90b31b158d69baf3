import { assertNever } from '../../src/core/errors.js';
import { type Expr, type Graph, type Shape, sameShape } from './graph.js';

/** Sums a gradient over the axes along which its value was broadcast. */
function sumTo(g: Graph, x: Expr, shape: Shape): Expr {
  if (sameShape(x.shape, shape)) return x;
  const extra = x.shape.length - shape.length;
  const lead = x.shape.slice(0, extra).map((_, i) => i);
  const squeezed = lead.length > 0 ? g.reduceSum(x, lead) : x;
  const ones = shape.flatMap((dim, i) => (dim === 1 && squeezed.shape[i] !== 1 ? [i] : []));
  return ones.length > 0 ? g.reduceSum(squeezed, ones, true) : squeezed;
}

/** The gradient of a reduction, back at the rank of what was reduced. */
function unreduce(g: Graph, y: Expr, dy: Expr): Expr {
  const x = y.inputs[0]!;
  const axes = y.attrs.axes!;
  return y.attrs.keepDims === true
    ? dy
    : g.reshape(
        dy,
        x.shape.map((dim, i) => (axes.includes(i) ? 1 : dim)),
      );
}

/** Gradients towards each input of `y`; undefined: none flows. */
function inputGradients(g: Graph, y: Expr, dy: Expr): (Expr | undefined)[] {
  const a = y.inputs[0]!;
  const b = y.inputs[1]!;
  switch (y.op) {
    case 'neg':
      return [g.neg(dy)];
    case 'exp':
      return [g.mul(dy, y)];
    case 'log':
      return [g.div(dy, a)];
    case 'tanh':
      return [g.mul(dy, g.sub(1, g.mul(y, y)))];
    case 'sigmoid':
      return [g.mul(dy, g.mul(y, g.sub(1, y)))];
    case 'relu':
      return [g.mul(dy, g.step(y))];
    case 'sqrt':
      return [g.div(g.mul(dy, 0.5), y)];
    case 'abs':
      return [g.mul(dy, g.sign(a))];
    case 'softplus':
      return [g.mul(dy, g.sigmoid(a))];
    case 'add':
      return [sumTo(g, dy, a.shape), sumTo(g, dy, b.shape)];
    case 'sub':
      return [sumTo(g, dy, a.shape), g.neg(sumTo(g, dy, b.shape))];
    case 'mul':
      return [sumTo(g, g.mul(dy, b), a.shape), sumTo(g, g.mul(dy, a), b.shape)];
    case 'div':
      return [sumTo(g, g.div(dy, b), a.shape), g.neg(sumTo(g, g.div(g.mul(dy, y), b), b.shape))];
    case 'min':
    case 'max': {
      const first = y.op === 'max' ? g.greaterEqual(a, b) : g.greaterEqual(b, a);
      return [sumTo(g, g.where(first, dy, 0), a.shape), sumTo(g, g.where(first, 0, dy), b.shape)];
    }
    case 'where': {
      const c = y.inputs[2]!;
      return [undefined, sumTo(g, g.where(a, dy, 0), b.shape), sumTo(g, g.where(a, 0, dy), c.shape)];
    }
    case 'gemm': {
      const { transA = false, transB = false } = y.attrs;
      // With one output column dY·Bᵀ is an outer product, which a broadcast multiplication does faster.
      const outer = !transA && !transB && b.shape[1] === 1;
      const da = outer
        ? g.mul(dy, g.reshape(b, [1, b.shape[0]!]))
        : transA
          ? g.gemm(b, dy, undefined, transB, true)
          : g.gemm(dy, b, undefined, false, !transB);
      const db = transB ? g.gemm(dy, a, undefined, true, transA) : g.gemm(a, dy, undefined, !transA, false);
      const c = y.inputs[2];
      return c === undefined ? [da, db] : [da, db, sumTo(g, dy, c.shape)];
    }
    case 'matmul': {
      const last = (e: Expr): Expr => {
        const rank = e.shape.length;
        const perm = e.shape.map((_, i) => i);
        return g.transpose(e, [...perm.slice(0, -2), rank - 1, rank - 2]);
      };
      // A right side without batch axes: sumTo adds the batches up.
      return [g.matmul(dy, last(b)), sumTo(g, g.matmul(last(a), dy), b.shape)];
    }
    case 'reduceSum':
      return [g.expandLike(unreduce(g, y, dy), a)];
    case 'reduceMean':
      return [g.expandLike(g.div(unreduce(g, y, dy), g.count(a, y.attrs.axes!)), a)];
    case 'reshape':
      return [g.reshape(dy, a.shape)];
    case 'transpose': {
      const inverse: number[] = [];
      for (const [i, p] of y.attrs.perm!.entries()) inverse[p] = i;
      return [g.transpose(dy, inverse)];
    }
    case 'concat': {
      let at = 0;
      return y.inputs.map((part) => {
        const size = part.shape[y.attrs.axis!] as number;
        at += size;
        return g.slice(dy, y.attrs.axis!, at - size, at);
      });
    }
    case 'slice': {
      const dim = a.shape[y.attrs.axis!] as number;
      return [g.pad(dy, y.attrs.axis!, y.attrs.start!, dim - y.attrs.end!)];
    }
    case 'pad': {
      const dim = a.shape[y.attrs.axis!] as number;
      return [g.slice(dy, y.attrs.axis!, y.attrs.before!, y.attrs.before! + dim)];
    }
    case 'expandLike':
      return [sumTo(g, dy, a.shape), undefined];
    case 'gather':
      return [g.scatterAdd(dy, b, a), undefined];
    case 'scatterAdd':
      return [g.gather(dy, b), undefined, undefined];
    case 'softmax':
      return [g.mul(y, g.sub(dy, g.reduceSum(g.mul(dy, y), [-1], true)))];
    case 'logSoftmax':
      return [g.sub(dy, g.mul(g.exp(y), g.reduceSum(dy, [-1], true)))];
    case 'cast':
      return [a.dtype === 'float32' ? dy : undefined];
    case 'reduceMax':
    case 'scatterMax':
      throw new Error(`no gradient through ${y.op}: put it behind stopGradient`);
    case 'sign':
    case 'step':
    case 'greater':
    case 'greaterEqual':
    case 'equal':
    case 'count':
    case 'oneHot':
    case 'stopGradient':
    case 'input':
    case 'constant':
      return y.inputs.map(() => undefined);
    default:
      return assertNever(y.op);
  }
}

/** Every expression that `roots` need, each after what it needs. */
export function topological(roots: readonly Expr[]): Expr[] {
  const order: Expr[] = [];
  const seen = new Set<Expr>();
  const stack: { expr: Expr; next: number }[] = [];
  for (const root of roots) {
    if (seen.has(root)) continue;
    seen.add(root);
    stack.push({ expr: root, next: 0 });
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!;
      const input = top.expr.inputs[top.next++];
      if (input === undefined) {
        order.push(top.expr);
        stack.pop();
      } else if (!seen.has(input)) {
        seen.add(input);
        stack.push({ expr: input, next: 0 });
      }
    }
  }
  return order;
}

/**
 * The gradients of a scalar with respect to `targets`, as further expressions of the graph (reverse mode: one
 * backward pass for all of them). A target that the scalar doesn't depend on gets zeros.
 */
export function gradients(g: Graph, scalar: Expr, targets: readonly Expr[]): Expr[] {
  if (scalar.shape.length !== 0) throw new Error(`gradients of a scalar, not of [${scalar.shape.join(', ')}]`);
  const order = topological([scalar]);
  const needed = new Set<Expr>(targets);
  for (const expr of order) if (expr.inputs.some((input) => needed.has(input))) needed.add(expr);
  const total = new Map<Expr, Expr>([[scalar, g.constant(1)]]);
  for (const expr of order.reverse()) {
    const dy = total.get(expr);
    if (dy === undefined || !needed.has(expr) || expr.inputs.length === 0) continue;
    if (!expr.inputs.some((input) => needed.has(input))) continue;
    for (const [i, gradient] of inputGradients(g, expr, dy).entries()) {
      const input = expr.inputs[i]!;
      if (gradient === undefined || !needed.has(input)) continue;
      const before = total.get(input);
      total.set(input, before === undefined ? gradient : g.add(before, gradient));
    }
  }
  return targets.map((t) => total.get(t) ?? g.expandLike(g.constant(0), t));
}
