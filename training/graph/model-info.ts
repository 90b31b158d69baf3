import { fieldsOf, textOf } from '../../src/core/protobuf.js';
import { fail, type InputError, inputError, ok, type Result } from '../../src/core/result.js';

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
