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

type Field = { readonly field: number; readonly int: number } | { readonly field: number; readonly bytes: Uint8Array };

/** The fields of one message; throws RangeError where the bytes aren't one. */
function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 1, i = 0; i < 10; i++, shift *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
    throw new RangeError('a number without an end');
  };
  while (at < bytes.length) {
    const key = varint();
    const field = Math.floor(key / 8);
    const kind = key % 8;
    if (field === 0) throw new RangeError('field number 0');
    if (kind === 0) yield { field, int: varint() };
    else {
      const size = kind === 2 ? varint() : kind === 5 ? 4 : kind === 1 ? 8 : Number.NaN;
      if (!(at + size <= bytes.length)) throw new RangeError('a field without an end');
      yield { field, bytes: bytes.subarray(at, at + size) };
      at += size;
    }
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text of the first field with this number. */
function textOf(message: Uint8Array, number: number): string {
  for (const f of fieldsOf(message)) if (f.field === number && 'bytes' in f) return decoder.decode(f.bytes);
  return '';
}

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
