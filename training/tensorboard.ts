import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileWhole } from '../src/core/files.js';
import { ProtoWriter } from '../src/core/protobuf.js';

/**
 * Event files of TensorBoard: TFRecords, each a serialised `tensorflow.Event` that holds scalars.
 * Framing: tensorflow/core/lib/io/record_writer.h; messages: tensorflow/core/util/event.proto and
 * tensorflow/core/framework/summary.proto (field numbers below).
 */

/** Reversed Castagnoli polynomial of CRC-32C (RFC 3720, B.4). */
const POLYNOMIAL = 0x82f63b78;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  return crc;
});

/** CRC-32C of the bytes, an unsigned 32-bit number. */
export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) crc = TABLE[(crc ^ bytes[i]!) & 255]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** TensorFlow's masked form: rotated right by 15 bits, plus a constant; CRCs of data that hold CRCs are weak. */
export function maskedCrc32c(bytes: Uint8Array): number {
  const crc = crc32c(bytes);
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}

/** Length (uint64), its masked CRC, the data, their masked CRC; all little-endian. */
export function encodeRecord(data: Uint8Array): Uint8Array {
  const record = new Uint8Array(data.length + 16);
  const view = new DataView(record.buffer);
  view.setBigUint64(0, BigInt(data.length), true);
  view.setUint32(8, maskedCrc32c(record.subarray(0, 8)), true);
  record.set(data, 12);
  view.setUint32(12 + data.length, maskedCrc32c(data), true);
  return record;
}

/** Scalars of one moment. */
export interface ScalarEvent {
  /** Seconds since 1970. */
  readonly wallTime: number;
  /** Decisions made so far. */
  readonly step: number;
  readonly scalars: Readonly<Record<string, number>>;
}

// Event: wall_time = 1, step = 2, file_version = 3, summary = 5. Summary: value = 1. Value: tag = 1, simple_value = 2.
function encodeScalars({ wallTime, step, scalars }: ScalarEvent): Uint8Array {
  const event = new ProtoWriter().double(1, wallTime).int(2, step);
  event.message(5, (summary) => {
    for (const [tag, value] of Object.entries(scalars)) summary.message(1, (v) => v.string(1, tag).float(2, value));
  });
  return encodeRecord(event.finish());
}

function header(wallTime: number): Uint8Array {
  return encodeRecord(new ProtoWriter().double(1, wallTime).string(3, 'brain.Event:2').finish());
}

const NAME = /^events\.out\.tfevents\.\d+\.hench$/;

/** A directory's event file, the newest if there are several; undefined when there is none. */
export function findEventFile(directory: string): string | undefined {
  const name = readdirSync(directory)
    .filter((entry) => NAME.test(entry))
    .sort()
    .at(-1);
  return name === undefined ? undefined : join(directory, name);
}

/** Appends scalars to the event file of a directory. */
export class EventLog {
  readonly path: string;

  /**
   * Writes the file anew with the events that are known already, so that nothing torn or taken back stays in it.
   * `startedAt`: seconds since 1970, the file's name and its first event's time.
   */
  constructor(directory: string, startedAt: number, before: readonly ScalarEvent[] = []) {
    const name = `events.out.tfevents.${String(Math.floor(startedAt)).padStart(10, '0')}.hench`;
    this.path = findEventFile(directory) ?? join(directory, name);
    writeFileWhole(this.path, Buffer.concat([header(startedAt), ...before.map(encodeScalars)]));
  }

  write(event: ScalarEvent): void {
    appendFileSync(this.path, encodeScalars(event));
  }
}
