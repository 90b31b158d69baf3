/**
 * The wire format of protocol buffers, as far as models and logs need it: numbers, floats, and what has a length.
 * https://protobuf.dev/programming-guides/encoding
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

  double(field: number, value: number): this {
    this.varint((field << 3) | 1);
    this.room(8);
    new DataView(this.bytes.buffer).setFloat64(this.length, value, true);
    this.length += 8;
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

export type ProtoField =
  | { readonly field: number; readonly raw: Uint8Array; readonly int: number }
  | { readonly field: number; readonly raw: Uint8Array; readonly bytes: Uint8Array };

/** The fields of one message, each with the bytes that it takes (`raw`). Throws `RangeError` where they are no message. */
export function* fieldsOf(message: Uint8Array): Generator<ProtoField> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 1, i = 0; i < 10; i++, shift *= 128) {
      const byte = message[at++];
      if (byte === undefined) break;
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
    throw new RangeError('a number without an end');
  };
  while (at < message.length) {
    const from = at;
    const key = varint();
    const field = Math.floor(key / 8);
    const kind = key % 8;
    if (field === 0) throw new RangeError('field number 0');
    if (kind === 0) {
      const int = varint();
      yield { field, raw: message.subarray(from, at), int };
    } else {
      const size = kind === 2 ? varint() : kind === 5 ? 4 : kind === 1 ? 8 : Number.NaN;
      if (!(at + size <= message.length)) throw new RangeError('a field without an end');
      const bytes = message.subarray(at, at + size);
      at += size;
      yield { field, raw: message.subarray(from, at), bytes };
    }
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text of the first field with this number, '' where there is none. Throws where it is no UTF-8. */
export function textOf(message: Uint8Array, number: number): string {
  for (const f of fieldsOf(message)) if (f.field === number && 'bytes' in f) return decoder.decode(f.bytes);
  return '';
}
