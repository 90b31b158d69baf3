import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const part = z.object({
  /** ISO 8601. */
  startedAt: z.string(),
  /** Decisions made before it. */
  fromSteps: z.number(),
  version: z.string(),
  commit: z.string().optional(),
  node: z.string(),
  onnxruntime: z.string(),
  platform: z.string(),
  cpu: z.string(),
  cores: z.number(),
});

const schema = z.object({
  format: z.literal(1),
  game: z.enum(['gang', 'gangup']),
  seed: z.number(),
  threads: z.number(),
  /** The trainer's whole configuration. */
  config: z.record(z.string(), z.unknown()),
  /** One for the start, one more each time that the run went on. */
  parts: z.array(part).min(1),
});

/** What `run.json` of a run directory says: all that it takes, beside `config.json`, to repeat the run. */
export type RunRecord = z.infer<typeof schema>;

export const RECORD_FILE = 'run.json';
export const CONFIG_FILE = 'config.json';

/** The record of a run directory; undefined where there is none, or none that can be read. */
export function readRunRecord(directory: string): RunRecord | undefined {
  try {
    const read = schema.safeParse(JSON.parse(readFileSync(join(directory, RECORD_FILE), 'utf8')));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
