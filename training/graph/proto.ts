import { ProtoWriter } from '../../src/core/protobuf.js';

/**
 * The part of ONNX's protocol buffers that a graph needs (onnx.proto3, IR version 9): a writer (the
 * reader of a file's head is in model-info.ts). Field numbers are those of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.
 */

/** TensorProto.DataType */
export const ONNX_TYPES = { float32: 1, uint8: 2, int32: 6, int64: 7, bool: 9 } as const;
export type DType = keyof typeof ONNX_TYPES;

export interface ValueInfo {
  readonly name: string;
  readonly dtype: DType;
  /** Numbers, or names of dimensions that are known only when the graph is run. */
  readonly shape: readonly (number | string)[];
}

export interface TensorData {
  readonly name: string;
  readonly dtype: DType;
  readonly dims: readonly number[];
  /** Little-endian. */
  readonly bytes: Uint8Array;
}

export type AttributeValue =
  | { readonly float: number }
  | { readonly int: number }
  | { readonly ints: readonly number[] }
  | { readonly string: string }
  | { readonly tensor: TensorData };

export interface OnnxNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
}

export interface OnnxModel {
  readonly name: string;
  readonly opset: number;
  readonly inputs: readonly ValueInfo[];
  readonly outputs: readonly ValueInfo[];
  readonly initializers: readonly TensorData[];
  readonly nodes: readonly OnnxNode[];
  /** Stands before the names of nodes. */
  readonly prefix: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly doc?: string;
}

const IR_VERSION = 9;

function writeTensor(w: ProtoWriter, tensor: TensorData): void {
  for (const dim of tensor.dims) w.int(1, dim);
  w.int(2, ONNX_TYPES[tensor.dtype]).string(8, tensor.name).raw(9, tensor.bytes);
}

function writeValueInfo(w: ProtoWriter, info: ValueInfo): void {
  w.string(1, info.name).message(2, (type) =>
    type.message(1, (tensor) =>
      tensor.int(1, ONNX_TYPES[info.dtype]).message(2, (shape) => {
        for (const dim of info.shape) {
          shape.message(1, (d) => (typeof dim === 'number' ? d.int(1, dim) : d.string(2, dim)));
        }
      }),
    ),
  );
}

function writeAttribute(w: ProtoWriter, name: string, value: AttributeValue): void {
  w.string(1, name);
  if ('float' in value) w.float(2, value.float).int(20, 1);
  else if ('int' in value) w.int(3, value.int).int(20, 2);
  else if ('string' in value) w.string(4, value.string).int(20, 3);
  else if ('tensor' in value) w.message(5, (t) => writeTensor(t, value.tensor)).int(20, 4);
  else {
    for (const int of value.ints) w.int(8, int);
    w.int(20, 7);
  }
}

/** The bytes of a ModelProto. */
export function encodeModel(model: OnnxModel): Uint8Array {
  const w = new ProtoWriter();
  w.int(1, IR_VERSION).string(2, 'hench');
  w.message(7, (graph) => {
    for (const [index, node] of model.nodes.entries()) {
      graph.message(1, (n) => {
        for (const input of node.inputs) n.string(1, input);
        for (const output of node.outputs) n.string(2, output);
        n.string(3, `${model.prefix}${node.op}_${index}`).string(4, node.op);
        for (const [name, value] of Object.entries(node.attributes ?? {})) {
          n.message(5, (a) => writeAttribute(a, name, value));
        }
      });
    }
    graph.string(2, model.name);
    for (const tensor of model.initializers) graph.message(5, (t) => writeTensor(t, tensor));
    if (model.doc !== undefined) graph.string(10, model.doc);
    for (const input of model.inputs) graph.message(11, (v) => writeValueInfo(v, input));
    for (const output of model.outputs) graph.message(12, (v) => writeValueInfo(v, output));
  });
  w.message(8, (opset) => opset.string(1, '').int(2, model.opset));
  for (const [key, value] of Object.entries(model.metadata)) {
    w.message(14, (entry) => entry.string(1, key).string(2, value));
  }
  return w.finish();
}
