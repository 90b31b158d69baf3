import type { Expr, Graph } from './graph.js';

export interface AdamOptions {
  readonly beta1?: number;
  readonly beta2?: number;
  readonly epsilon?: number;
}

export interface AdamStep {
  readonly parameters: Expr;
  readonly moment1: Expr;
  readonly moment2: Expr;
  /** Before clipping. */
  readonly gradientNorm: Expr;
}

/**
 * One step of Adam (Kingma & Ba 2015, algorithm 1, with bias correction) over a flat vector, the gradient first
 * scaled so that its Euclidean norm is at most `maxNorm`.
 * `parameters`, `moment1`, `moment2`, `gradient`: [P]; `rate`, `maxNorm`, `step` (1 for the first): scalars.
 */
export function adam(
  g: Graph,
  parameters: Expr,
  moment1: Expr,
  moment2: Expr,
  gradient: Expr,
  rate: Expr,
  step: Expr,
  maxNorm: Expr,
  options: AdamOptions = {},
): AdamStep {
  const { beta1 = 0.9, beta2 = 0.999, epsilon = 1e-5 } = options;
  const norm = g.sqrt(g.reduceSum(g.square(gradient)));
  const scale = g.min(1, g.div(maxNorm, g.add(norm, 1e-6)));
  // βᵗ as exp(t·ln β): a scalar a step. The scales are folded into scalars so that few passes go over [P].
  const m = g.add(g.mul(moment1, beta1), g.mul(gradient, g.mul(scale, 1 - beta1)));
  const v = g.add(g.mul(moment2, beta2), g.mul(g.square(gradient), g.mul(g.square(scale), 1 - beta2)));
  const correct1 = g.sub(1, g.exp(g.mul(step, Math.log(beta1))));
  const correct2 = g.sub(1, g.exp(g.mul(step, Math.log(beta2))));
  const root = g.sqrt(correct2);
  // lr·(m/c1)/(√(v/c2)+ε) = (lr·√c2/c1)·m/(√v+ε·√c2)
  const size = g.div(g.mul(rate, root), correct1);
  const update = g.div(g.mul(m, size), g.add(g.sqrt(v), g.mul(root, epsilon)));
  return { parameters: g.sub(parameters, update), moment1: m, moment2: v, gradientNorm: norm };
}
