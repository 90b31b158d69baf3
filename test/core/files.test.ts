import { existsSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { report } from '../../src/cli/report.js';
import { BadInputError, isPlaceRefused, whyNotWritten } from '../../src/core/errors.js';
import { writeFileWhole } from '../../src/core/files.js';

function refused(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: write`), { code, path: 'runs/a/policy.onnx' });
}

function said(error: unknown): string {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    report(error);
    return stderr.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    stderr.mockRestore();
  }
}

it('a place that can take no more is said in a sentence that names the file', () => {
  for (const [code, why] of [
    ['ENOSPC', 'the disk is full'],
    ['EFBIG', 'it would be larger than files may be here'],
    ['EROFS', 'it is mounted read-only'],
  ] as const) {
    expect(said(refused(code))).toBe(
      `hench: runs/a/policy.onnx: cannot be written (${why}). Make room there, or choose another place.\n`,
    );
  }
});

it('what no full disk explains keeps its own words', () => {
  expect(isPlaceRefused(refused('EACCES'))).toBe(false);
  expect(whyNotWritten(refused('EACCES'))).toBe('EACCES');
  expect(whyNotWritten(new RangeError('no')) ?? 'none').toBe('none');
  expect(said(refused('EACCES'))).toContain('HENCH_DEBUG=1');
});

it.skipIf(!existsSync('/proc/self'))(
  'the error of a file that cannot be written has its path, not that of its neighbour',
  () => {
    const path = '/proc/self/none.json';
    expect(() => writeFileWhole(path, 'x')).toThrow(expect.objectContaining({ path }));
    expect(() => writeFileWhole(path, 'x')).not.toThrow(BadInputError);
  },
);
