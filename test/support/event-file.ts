/**
 * A reader of TensorBoard's event files by hand, apart from the writer: CRCs bit by bit, the messages' few fields by
 * their wire format.
 */
export interface ReadEvent {
  readonly wallTime: number;
  readonly step: number;
  readonly version: string | undefined;
  readonly scalars: Readonly<Record<string, number>>;
}

/** CRC-32C one bit at a time (RFC 3720, appendix B.4). */
export function slowCrc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    for (let bit = 0; bit < 8; bit++) {
      const mix = ((crc ^ (byte >> bit)) & 1) === 1;
      crc = (crc >>> 1) ^ (mix ? 0x82f63b78 : 0);
    }
  }
  return ~crc >>> 0;
}

function unmask(masked: number): number {
  const rotated = (masked - 0xa282ead8) >>> 0;
  return ((rotated >>> 17) | (rotated << 15)) >>> 0;
}

/** The events of a file. Throws where a length, a checksum or a message is wrong. */
export function readEvents(file: Uint8Array): ReadEvent[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const events: ReadEvent[] = [];
  for (let at = 0; at < file.length; ) {
    const length = Number(view.getBigUint64(at, true));
    if (unmask(view.getUint32(at + 8, true)) !== slowCrc32c(file.subarray(at, at + 8))) throw new Error('length CRC');
    const data = file.subarray(at + 12, at + 12 + length);
    if (data.length !== length) throw new Error('a record without an end');
    if (unmask(view.getUint32(at + 12 + length, true)) !== slowCrc32c(data)) throw new Error('data CRC');
    events.push(readEvent(data));
    at += 16 + length;
  }
  return events;
}

type Wire = { field: number; bytes: Uint8Array } | { field: number; number: number };

function wires(data: Uint8Array): Wire[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const out: Wire[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = data[at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < data.length) {
    const key = varint();
    const field = key >> 3;
    switch (key & 7) {
      case 0:
        out.push({ field, number: varint() });
        break;
      case 1:
        out.push({ field, number: view.getFloat64(at, true) });
        at += 8;
        break;
      case 2: {
        const size = varint();
        out.push({ field, bytes: data.subarray(at, at + size) });
        at += size;
        break;
      }
      case 5:
        out.push({ field, number: view.getFloat32(at, true) });
        at += 4;
        break;
      default:
        throw new Error(`wire type ${key & 7}`);
    }
  }
  return out;
}

function readEvent(data: Uint8Array): ReadEvent {
  let [wallTime, step] = [0, 0];
  let version: string | undefined;
  const scalars: Record<string, number> = {};
  for (const wire of wires(data)) {
    if ('number' in wire) {
      if (wire.field === 1) wallTime = wire.number;
      else if (wire.field === 2) step = wire.number;
      else throw new Error(`field ${wire.field}`);
    } else if (wire.field === 3) version = Buffer.from(wire.bytes).toString('utf8');
    else if (wire.field === 5) {
      for (const value of wires(wire.bytes)) {
        if (!('bytes' in value) || value.field !== 1) throw new Error('a summary of something else');
        const [tag, number] = wires(value.bytes);
        if (!('bytes' in tag!) || !('number' in number!)) throw new Error('a value of something else');
        scalars[Buffer.from(tag.bytes).toString('utf8')] = number.number;
      }
    } else throw new Error(`field ${wire.field}`);
  }
  return { wallTime, step, version, scalars };
}
