import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface Block {
  readonly language: string;
  readonly code: string;
  /** The file that the page says it is, if any. */
  readonly file: string | undefined;
}

/** The blocks of README.md that are marked as running: `<!-- runs -->`, or `<!-- runs: my-bot.mjs -->`. */
export function runnableBlocks(): Block[] {
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8');
  return [...text.matchAll(/<!-- runs(?:: (\S+))? -->\n+```(\w+)\n([\s\S]*?)```/g)].map((match) => ({
    file: match[1],
    language: match[2]!,
    code: match[3]!,
  }));
}
