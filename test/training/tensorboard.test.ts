import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { crc32c, EventLog, encodeRecord, findEventFile, maskedCrc32c } from '../../training/tensorboard.js';
import { readEvents, slowCrc32c } from '../support/event-file.js';

const root = mkdtempSync(join(tmpdir(), 'hench-events-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const text = (s: string): Uint8Array => Buffer.from(s, 'latin1');

describe('CRC-32C', () => {
  it('has the values of RFC 3720, B.4, and the usual check value', () => {
    expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
    expect(crc32c(new Uint8Array(32).fill(255))).toBe(0x62a8ab43);
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, i) => i))).toBe(0x46dd794e);
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, i) => 31 - i))).toBe(0x113fdb5c);
    expect(crc32c(text('123456789'))).toBe(0xe3069283);
    expect(crc32c(new Uint8Array(0))).toBe(0);
  });

  it('is masked as TensorFlow masks it', () => {
    // Rotated right by 15 bits, plus a constant: done here with big integers.
    const crc = BigInt(slowCrc32c(text('foo')));
    const rotated = ((crc >> 15n) | (crc << 17n)) & 0xffffffffn;
    expect(BigInt(maskedCrc32c(text('foo')))).toBe((rotated + 0xa282ead8n) & 0xffffffffn);
  });
});

describe('an event file', () => {
  it('is read back by a reader of its own: the version first, then every scalar with its step and time', () => {
    const log = new EventLog(root, 1_700_000_000.5);
    log.write({ wallTime: 1_700_000_002, step: 32_768, scalars: { 'train/success': 0.25, 'losses/value': 1.5 } });
    log.write({ wallTime: 1_700_000_004, step: 5_000_000_000, scalars: { 'train/success': 0.5, 'müde/☺': -3 } });
    expect(basename(log.path)).toBe('events.out.tfevents.1700000000.hench');
    expect(findEventFile(root)).toBe(log.path);
    expect(readEvents(readFileSync(log.path))).toEqual([
      { wallTime: 1_700_000_000.5, step: 0, version: 'brain.Event:2', scalars: {} },
      {
        wallTime: 1_700_000_002,
        step: 32_768,
        version: undefined,
        scalars: { 'train/success': 0.25, 'losses/value': 1.5 },
      },
      {
        wallTime: 1_700_000_004,
        step: 5_000_000_000,
        version: undefined,
        scalars: { 'train/success': 0.5, 'müde/☺': -3 },
      },
    ]);
  });

  it('is written anew, under its old name, when a run goes on', () => {
    const before = [{ wallTime: 9, step: 1, scalars: { a: 1 } }];
    const log = new EventLog(root, 1_800_000_000, before);
    expect(basename(log.path)).toBe('events.out.tfevents.1700000000.hench');
    expect(readEvents(readFileSync(log.path)).map(({ step }) => step)).toEqual([0, 1]);
  });

  it('one changed bit anywhere is noticed by a reader', () => {
    const record = encodeRecord(text('a record'));
    for (let i = 0; i < record.length; i++) {
      const changed = record.slice();
      changed[i]! ^= 1 << (i % 8);
      expect(() => readEvents(changed), `byte ${i}`).toThrow();
    }
  });
});
