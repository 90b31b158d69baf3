import { fieldsOf, ProtoWriter, textOf } from '../src/core/protobuf.js';

/**
 * A `policy.onnx` may hold a second network beside the policy: the estimator's head, whose values all have names that
 * begin with this. ONNX Runtime computes a whole file whatever is asked of it, so the two are loaded as files of their
 * own: a move costs nothing more where nobody asks for estimates.
 */
export const HEAD = 'ranks';

/** Fields of ModelProto and GraphProto (onnx.proto3). */
const GRAPH = 7;
const NODE = 1;
const INITIALIZER = 5;
const OUTPUT = 12;
/** Where each of them has the name that says whose it is: a node the value that it computes. */
const NAME_IN: Readonly<Record<number, number>> = { [NODE]: 2, [INITIALIZER]: 8, [OUTPUT]: 1 };

/** The file with the fields of its graph that are kept, all of them byte for byte, and further ones behind them. */
function withGraph(
  model: Uint8Array,
  keep: (field: number, isHead: boolean) => boolean,
  more?: readonly Uint8Array[],
): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const top of fieldsOf(model)) {
    if (top.field !== GRAPH || !('bytes' in top)) {
      parts.push(top.raw);
      continue;
    }
    const kept: Uint8Array[] = [];
    for (const f of fieldsOf(top.bytes)) {
      const name = NAME_IN[f.field];
      const isHead = name !== undefined && 'bytes' in f && textOf(f.bytes, name).startsWith(HEAD);
      if (keep(f.field, isHead)) kept.push(f.raw);
    }
    parts.push(new ProtoWriter().raw(GRAPH, Buffer.concat([...kept, ...(more ?? [])])).finish());
  }
  return Buffer.concat(parts);
}

/** The file without its head, as it was before it had one. Throws `RangeError` where it is no protocol buffer. */
export function policyPart(model: Uint8Array): Uint8Array {
  return withGraph(model, (_field, isHead) => !isHead);
}

/** The head alone, undefined where there is none. Throws as `policyPart`. */
export function headPart(model: Uint8Array): Uint8Array | undefined {
  let outputs = 0;
  const head = withGraph(model, (field, isHead) => {
    if (field === OUTPUT && isHead) outputs++;
    return isHead || NAME_IN[field] === undefined;
  });
  return outputs === 1 ? head : undefined;
}

/**
 * The policy with another head: what it computed before stays as it is, byte for byte. `head` is a file whose values
 * have names that begin with `HEAD`, but for inputs, which are those of the policy.
 */
export function joinHead(policy: Uint8Array, head: Uint8Array): Uint8Array {
  const more: Uint8Array[] = [];
  for (const top of fieldsOf(head)) {
    if (top.field !== GRAPH || !('bytes' in top)) continue;
    for (const f of fieldsOf(top.bytes)) if (NAME_IN[f.field] !== undefined) more.push(f.raw);
  }
  return withGraph(policy, (_field, isHead) => !isHead, more);
}
