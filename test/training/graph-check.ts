import { expect } from 'vitest';
import type { Rng } from '../../src/core/rng.js';
import { emitModel } from '../../training/graph/emit.js';
import { gradients } from '../../training/graph/gradient.js';
import type { Expr, Graph } from '../../training/graph/graph.js';
import { type Dense, dense, evaluate } from '../../training/graph/reference.js';
import { type Feeds, openSession, tensorOver } from '../../training/graph/session.js';

/** Normal variates, or what `from` makes of them. */
export function randomDense(rng: Rng, shape: readonly number[], from: (normal: number) => number = (x) => x): Dense {
  const size = shape.reduce((p, dim) => p * dim, 1);
  return dense(
    shape,
    Array.from({ length: size }, () => Math.fround(from(rng.normal()))),
  );
}

/** Runs an emitted graph in ONNX Runtime; inputs named in `ints` or `bytes` are int32 or uint8. */
export async function runOnnx(
  outputs: Record<string, Expr>,
  given: Readonly<Record<string, Dense>>,
  types: Readonly<Record<string, 'int32' | 'uint8'>> = {},
): Promise<Record<string, Dense>> {
  const session = await openSession(emitModel({ name: 'test', outputs }));
  const feeds: Feeds = {};
  for (const name of session.inputNames) {
    const { shape, data } = given[name]!;
    const array =
      types[name] === 'int32'
        ? Int32Array.from(data)
        : types[name] === 'uint8'
          ? Uint8Array.from(data)
          : Float32Array.from(data);
    feeds[name] = tensorOver(array, shape);
  }
  const results = await session.run(feeds);
  await session.release();
  return Object.fromEntries(
    Object.entries(results).map(([name, tensor]) => [
      name,
      dense(tensor.dims, Array.from(tensor.data as ArrayLike<number>, Number)),
    ]),
  );
}

export function expectClose(actual: Dense, expected: Dense, tolerance: number, what: string): void {
  expect(actual.shape, `${what}: shape`).toEqual(expected.shape);
  for (let i = 0; i < expected.data.length; i++) {
    const scale = Math.max(1, Math.abs(expected.data[i]!));
    const error = Math.abs(actual.data[i]! - expected.data[i]!) / scale;
    if (!(error <= tolerance)) expect.fail(`${what}[${i}] is ${actual.data[i]}, not ${expected.data[i]}`);
  }
}

/**
 * The scalar's value and gradients: ONNX Runtime against the float64 interpreter, and the interpreter's gradients
 * against central differences, element by element.
 */
export async function checkGradients(
  g: Graph,
  scalar: Expr,
  targets: readonly Expr[],
  given: Readonly<Record<string, Dense>>,
  types: Readonly<Record<string, 'int32' | 'uint8'>> = {},
): Promise<void> {
  const slopes = gradients(g, scalar, targets);
  const [value, ...exact] = evaluate([scalar, ...slopes], given);
  const names = targets.map((t) => t.attrs.name!);
  const outputs = Object.fromEntries([['scalar', scalar], ...slopes.map((s, i) => [`d.${names[i]}`, s])]);
  const onnx = await runOnnx(outputs as Record<string, Expr>, given, types);
  expectClose(onnx.scalar!, value!, 1e-4, 'scalar');
  const step = 1e-5;
  for (const [i, name] of names.entries()) {
    expectClose(onnx[`d.${name}`]!, exact[i]!, 1e-4, `gradient of ${name} in ONNX Runtime`);
    const base = given[name]!;
    const numeric = base.data.map((_, k) => {
      const moved = (by: number): number => {
        const data = base.data.slice();
        data[k]! += by;
        return evaluate([scalar], { ...given, [name]: { shape: base.shape, data } })[0]!.data[0]!;
      };
      return (moved(step) - moved(-step)) / (2 * step);
    });
    expectClose(exact[i]!, { shape: base.shape, data: numeric }, 1e-6, `gradient of ${name} by differences`);
  }
}
