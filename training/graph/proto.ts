/**
 * The part of ONNX's protocol buffers that a graph needs (onnx.proto3, IR version 9): a writer (the
 * reader of a file's head is in model-info.ts). Field numbers are those of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.
 */

/** Grows as it is written to. Integers are varints; lengths come before contents. */
export class ProtoWriter {
  private bytes = new Uint8Array(1024);
  private length = 0;

  private room(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  private varint(value: number | bigint): void {
    this.room(10);
    let rest = BigInt.asUintN(64, BigInt(value));
    while (rest >= 128n) {
      this.bytes[this.length++] = Number(rest & 127n) | 128;
      rest >>= 7n;
    }
    this.bytes[this.length++] = Number(rest);
  }

  int(field: number, value: number | bigint): this {
    this.varint(field << 3);
    this.varint(value);
    return this;
  }

  float(field: number, value: number): this {
    this.varint((field << 3) | 5);
    this.room(4);
    new DataView(this.bytes.buffer).setFloat32(this.length, value, true);
    this.length += 4;
    return this;
  }

  raw(field: number, bytes: Uint8Array): this {
    this.varint((field << 3) | 2);
    this.varint(bytes.length);
    this.room(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
    return this;
  }

  string(field: number, text: string): this {
    return this.raw(field, new TextEncoder().encode(text));
  }

  message(field: number, build: (writer: ProtoWriter) => void): this {
    const inner = new ProtoWriter();
    build(inner);
    return this.raw(field, inner.finish());
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}

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
        n.string(3, `${node.op}_${index}`).string(4, node.op);
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
