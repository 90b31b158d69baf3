import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { describeIssue } from '../src/core/describe-issue.js';
import { fail, type InputError, inputError, ok, type Result } from '../src/core/result.js';
import { type CrossPlayReport, MIXES } from './cross-play.js';

/** An end that is infinite is null in JSON. */
const end = z
  .number()
  .nullable()
  .transform((value) => value ?? Number.NaN);
const interval = z.object({ mean: end, low: end, high: end });
const place = z.int().min(0);

const schema = z.object({
  game: z.enum(['gang', 'gangup']),
  seed: z.number(),
  players: z.int().min(2),
  games: z.int().min(1),
  agents: z.array(z.object({ name: z.string(), group: z.string(), label: z.string() })).min(2),
  cells: z.array(
    z.object({ mix: z.enum([...MIXES, 'alone']), host: place, guest: place, lineup: z.string(), value: interval }),
  ),
  groups: z.array(
    z.object({
      ...{ group: z.string(), seeds: z.int(), mix: z.enum(MIXES) },
      ...{ self: interval, cross: interval, difference: interval, differenceOverDeals: interval },
    }),
  ),
  between: z.array(z.object({ mix: z.enum(MIXES), host: z.string(), guest: z.string(), value: interval })),
  resamples: z.int(),
  config: z.record(z.string(), z.unknown()),
});

const HINT = 'Write one with: hench arena gang --cross-play … --players 4 --json > FILE';

/** Reads what `hench arena … --cross-play … --json` printed. */
export function readCrossPlay(path: string): Result<CrossPlayReport, InputError> {
  let input: unknown;
  try {
    input = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const what =
      code === 'ENOENT' ? 'there is no such file' : code === undefined ? 'is not JSON' : `cannot be read (${code})`;
    return fail(inputError('cross-play/file', path, `${what}.`, HINT));
  }
  const read = schema.safeParse(input);
  if (!read.success) {
    const issue = read.error.issues[0]!;
    const where = [path, issue.path.map(String).join('.')].filter((part) => part !== '').join(': ');
    return fail(inputError('cross-play/file', where, `is no cross-play of the arena: ${describeIssue(issue)}.`, HINT));
  }
  const report = read.data as unknown as CrossPlayReport;
  const missing = report.cells.find(({ host, guest }) => Math.max(host, guest) >= report.agents.length);
  if (missing === undefined) return ok(report);
  return fail(
    inputError('cross-play/file', path, `has a cell of an agent that it does not name (${missing.lineup}).`, HINT),
  );
}
