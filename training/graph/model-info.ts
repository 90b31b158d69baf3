import { fieldsOf, textOf } from '../../src/core/protobuf.js';
import { fail, type InputError, inputError, ok, type Result } from '../../src/core/result.js';
import { ONNX_TYPES } from './proto.js';

/** What stands at the head of an ONNX file. */
export interface ModelInfo {
  readonly irVersion: number;
  readonly producer: string;
  readonly opset: number;
  readonly metadata: Readonly<Record<string, string>>;
  /** Names, in order; initialisers aren't inputs. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads the head of a ModelProto without loading it into a runtime (which doesn't show the metadata). */
export function readModelInfo(bytes: Uint8Array, path: string): Result<ModelInfo, InputError> {
  const metadata: Record<string, string> = {};
  const inputs: string[] = [];
  const outputs: string[] = [];
  let [irVersion, opset, producer, graphs] = [0, 0, '', 0];
  try {
    for (const top of fieldsOf(bytes)) {
      if ('int' in top) {
        if (top.field === 1) irVersion = top.int;
        continue;
      }
      if (top.field === 2) producer = decoder.decode(top.bytes);
      if (top.field === 14) metadata[textOf(top.bytes, 1)] = textOf(top.bytes, 2);
      if (top.field === 8 && textOf(top.bytes, 1) === '') {
        for (const f of fieldsOf(top.bytes)) if (f.field === 2 && 'int' in f) opset = f.int;
      }
      if (top.field !== 7) continue;
      graphs++;
      for (const f of fieldsOf(top.bytes)) {
        if (f.field === 11 && 'bytes' in f) inputs.push(textOf(f.bytes, 1));
        if (f.field === 12 && 'bytes' in f) outputs.push(textOf(f.bytes, 1));
      }
    }
  } catch {
    graphs = 0;
  }
  if (graphs !== 1 || irVersion === 0 || opset === 0) {
    return fail(inputError('not-onnx', path, 'this is not an ONNX model, or it is cut short.'));
  }
  return ok({ irVersion, producer, opset, metadata, inputs, outputs });
}

/** Numbers stored in a model. */
export interface StoredTensor {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** The float32 initialisers of an ONNX file by name, as `emitModel` writes them: little-endian, unpacked dimensions. */
export function readInitializers(bytes: Uint8Array, path: string): Result<Map<string, StoredTensor>, InputError> {
  const out = new Map<string, StoredTensor>();
  try {
    for (const top of fieldsOf(bytes)) {
      if (top.field !== GRAPH || !('bytes' in top)) continue;
      for (const f of fieldsOf(top.bytes)) {
        if (f.field !== INITIALIZER || !('bytes' in f)) continue;
        const shape: number[] = [];
        let raw: Uint8Array | undefined;
        let type = 0;
        for (const part of fieldsOf(f.bytes)) {
          if ('int' in part) {
            if (part.field === 1) shape.push(part.int);
            if (part.field === 2) type = part.int;
          } else if (part.field === 9) raw = part.bytes;
        }
        if (type !== ONNX_TYPES.float32 || raw === undefined) continue;
        out.set(textOf(f.bytes, 8), { shape, values: new Float32Array(new Uint8Array(raw).buffer) });
      }
    }
  } catch {
    return fail(inputError('not-onnx', path, 'this is not an ONNX model, or it is cut short.'));
  }
  return ok(out);
}

/** Field numbers of ModelProto and GraphProto. */
const GRAPH = 7;
const INITIALIZER = 5;
