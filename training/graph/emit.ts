import { assertNever } from '../../src/core/errors.js';
import { topological } from './gradient.js';
import type { Expr, Shape } from './graph.js';
import { type AttributeValue, type DType, encodeModel, ONNX_TYPES, type OnnxNode, type TensorData } from './proto.js';

/** The operator set that every emitted file states. 18 is the first with the reducing scatters that segments need. */
export const OPSET = 18;

/** The bytes of a tensor in an ONNX file (little-endian). */
export function tensorData(name: string, dtype: DType, dims: readonly number[], data: ArrayLike<number>): TensorData {
  const array =
    dtype === 'float32'
      ? Float32Array.from(data)
      : dtype === 'int32'
        ? Int32Array.from(data)
        : dtype === 'int64'
          ? BigInt64Array.from(Array.from(data, BigInt))
          : Uint8Array.from(data);
  return { name, dtype, dims, bytes: new Uint8Array(array.buffer, array.byteOffset, array.byteLength) };
}

export interface EmitOptions {
  readonly name: string;
  readonly outputs: Readonly<Record<string, Expr>>;
  /** Inputs of the graph that become initialisers (constants stored in the file): parameters of an exported policy. */
  readonly initializers?: Readonly<Record<string, Float32Array>>;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly doc?: string;
  /** Stands before every name that is made up here, so that two files can be put together. */
  readonly prefix?: string;
}

const SIMPLE: Partial<Record<Expr['op'], string>> = {
  neg: 'Neg',
  exp: 'Exp',
  log: 'Log',
  tanh: 'Tanh',
  sigmoid: 'Sigmoid',
  relu: 'Relu',
  sqrt: 'Sqrt',
  sign: 'Sign',
  abs: 'Abs',
  softplus: 'Softplus',
  add: 'Add',
  sub: 'Sub',
  mul: 'Mul',
  div: 'Div',
  min: 'Min',
  max: 'Max',
  greater: 'Greater',
  greaterEqual: 'GreaterOrEqual',
  equal: 'Equal',
  where: 'Where',
  matmul: 'MatMul',
  stopGradient: 'Identity',
};

/** Writes the expressions that `outputs` need as a ModelProto. Only inputs that are used become inputs of the file. */
export function emitModel(options: EmitOptions): Uint8Array {
  const nodes: OnnxNode[] = [];
  const initializers: TensorData[] = [];
  const inputs: { name: string; dtype: DType; shape: Shape }[] = [];
  const names = new Map<Expr, string>();
  const constants = new Map<string, string>();
  const { prefix = '' } = options;
  let temporaries = 0;

  const node = (
    op: string,
    from: readonly string[],
    to: string,
    attributes?: Readonly<Record<string, AttributeValue>>,
  ): string => {
    nodes.push({ op, inputs: from, outputs: [to], ...(attributes === undefined ? {} : { attributes }) });
    return to;
  };
  const temp = (): string => `${prefix}t${temporaries++}`;
  const constant = (dtype: DType, dims: readonly number[], data: readonly number[]): string => {
    const key = `${dtype}|${dims.join()}|${data.join()}`;
    let name = constants.get(key);
    if (name === undefined) {
      name = `${prefix}c${constants.size}`;
      constants.set(key, name);
      initializers.push(tensorData(name, dtype, dims, data));
    }
    return name;
  };
  const ints = (data: readonly number[]): string => constant('int64', [data.length], data);

  const emit = (expr: Expr, to: string): void => {
    const from = expr.inputs.map((input) => names.get(input)!);
    const { attrs } = expr;
    const a = from[0]!;
    const simple = SIMPLE[expr.op];
    if (simple !== undefined) {
      node(simple, from, to);
      return;
    }
    switch (expr.op) {
      case 'step':
        // HardSigmoid clamps αx to 0…1 in one vectorised pass; Sign and Where are several times slower.
        node('HardSigmoid', from, to, { alpha: { float: 1e30 }, beta: { float: 0 } });
        return;
      case 'cast':
        node('Cast', from, to, { to: { int: ONNX_TYPES[expr.dtype] } });
        return;
      case 'gemm':
        node('Gemm', from, to, { transA: { int: attrs.transA ? 1 : 0 }, transB: { int: attrs.transB ? 1 : 0 } });
        return;
      case 'reduceSum':
      case 'reduceMean':
      case 'reduceMax': {
        const op = { reduceSum: 'ReduceSum', reduceMean: 'ReduceMean', reduceMax: 'ReduceMax' }[expr.op];
        node(op, [a, ints(attrs.axes!)], to, { keepdims: { int: attrs.keepDims ? 1 : 0 } });
        return;
      }
      case 'reshape':
        node('Reshape', [a, ints(expr.shape.map((dim) => (typeof dim === 'string' ? -1 : dim)))], to);
        return;
      case 'transpose':
        node('Transpose', from, to, { perm: { ints: attrs.perm! } });
        return;
      case 'concat':
        node('Concat', from, to, { axis: { int: attrs.axis! } });
        return;
      case 'slice':
        node('Slice', [a, ints([attrs.start!]), ints([attrs.end!]), ints([attrs.axis!])], to);
        return;
      case 'pad': {
        const rank = expr.shape.length;
        const pads = new Array<number>(2 * rank).fill(0);
        pads[attrs.axis!] = attrs.before!;
        pads[rank + attrs.axis!] = attrs.after!;
        node('Pad', [a, ints(pads)], to);
        return;
      }
      case 'expandLike':
        node('Expand', [a, node('Shape', [from[1]!], temp())], to);
        return;
      case 'count': {
        const sizes = node('Gather', [node('Shape', [a], temp()), ints(attrs.axes!)], temp());
        const product = node('ReduceProd', [sizes], temp(), { keepdims: { int: 0 } });
        node('Cast', [product], to, { to: { int: ONNX_TYPES.float32 } });
        return;
      }
      case 'gather':
        node('Gather', from, to, { axis: { int: 0 } });
        return;
      case 'scatterAdd':
      case 'scatterMax': {
        // The result has the rows of the third input and the other axes of the first.
        const [x, indices, like] = from as [string, string, string];
        const rows = node('Slice', [node('Shape', [like], temp()), ints([0]), ints([1])], temp());
        const rest = ints(expr.shape.slice(1) as number[]);
        const shape = expr.shape.length > 1 ? node('Concat', [rows, rest], temp(), { axis: { int: 0 } }) : rows;
        const fill = tensorData('', 'float32', [1], [expr.op === 'scatterAdd' ? 0 : -1e30]);
        const base = node('ConstantOfShape', [shape], temp(), { value: { tensor: fill } });
        const wide = node('Cast', [indices], temp(), { to: { int: ONNX_TYPES.int64 } });
        const column = node('Reshape', [wide, ints([-1, 1])], temp());
        const reduction = { string: expr.op === 'scatterAdd' ? 'add' : 'max' };
        node('ScatterND', [base, column, x], to, { reduction });
        return;
      }
      case 'oneHot':
        // ONNX Runtime wants the depth in the type of the indices.
        node('OneHot', [a, constant(expr.inputs[0]!.dtype, [], [attrs.depth!]), constant('float32', [2], [0, 1])], to);
        return;
      case 'softmax':
        node('Softmax', from, to, { axis: { int: -1 } });
        return;
      case 'logSoftmax':
        node('LogSoftmax', from, to, { axis: { int: -1 } });
        return;
      case 'input':
      case 'constant':
        return;
      default:
        assertNever(expr.op as never);
    }
  };

  const outputNames = new Map<Expr, string>();
  const repeated: [string, Expr][] = [];
  for (const [name, expr] of Object.entries(options.outputs)) {
    if (outputNames.has(expr) || expr.op === 'input' || expr.op === 'constant') repeated.push([name, expr]);
    else outputNames.set(expr, name);
  }
  for (const expr of topological(Object.values(options.outputs))) {
    if (expr.op === 'input') {
      const name = expr.attrs.name!;
      names.set(expr, name);
      const stored = options.initializers?.[name];
      if (stored === undefined) inputs.push({ name, dtype: expr.dtype, shape: expr.shape });
      else initializers.push(tensorData(name, expr.dtype, expr.shape as number[], stored));
    } else if (expr.op === 'constant') {
      names.set(expr, constant(expr.dtype, expr.shape as number[], expr.attrs.data!));
    } else {
      const name = outputNames.get(expr) ?? `${prefix}v${expr.id}`;
      names.set(expr, name);
      emit(expr, name);
    }
  }
  for (const [name, expr] of repeated) node('Identity', [names.get(expr)!], name);

  return encodeModel({
    name: options.name,
    opset: OPSET,
    inputs,
    outputs: Object.entries(options.outputs).map(([name, expr]) => ({ name, dtype: expr.dtype, shape: expr.shape })),
    initializers,
    nodes,
    prefix,
    metadata: options.metadata ?? {},
    ...(options.doc === undefined ? {} : { doc: options.doc }),
  });
}
