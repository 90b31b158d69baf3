import { wrapped } from './wrapped.js';

/** What the overview needs of a command. */
export interface Listed {
  readonly command?: string | readonly string[] | undefined;
  readonly describe?: string | false | undefined;
}

const INTRODUCTION =
  'AI teammates for The Gang, the cooperative game of poker hands, and rivals for Gang Up!: play with them, measure them, train your own.';

const EXAMPLES = [
  ['hench play gang', 'sit down with three trained agents'],
  ['hench play gangup', 'Gang Up! against two rivals'],
  ["hench arena gang --lineup 'full*3+greedy'", 'how often such a table succeeds'],
  ['hench equity "Ah Kd" --players 4', 'how good a hand is'],
] as const;

const OPTIONS = [
  ['-h, --help', 'show help, of a command too'],
  ['--version', 'show the version'],
] as const;

const EPILOGUE =
  '`hench <command> --help` has the flags and examples of a command. Exit codes: 0 done, 1 failed, 2 bad input. With HENCH_DEBUG=1 errors show where they come from.';

/**
 * What `hench --help` prints: every command in a line. Written by hand, since loading the library that reads command
 * lines takes longer than everything else together.
 */
export function overview(commands: readonly Listed[], width: number): string {
  const listed = commands.map(({ command, describe }) => [`hench ${command}`, describe || ''] as const);
  return [
    'hench <command>',
    '',
    ...wrapped(INTRODUCTION, width),
    '',
    'Commands:',
    ...columns(listed, width),
    '',
    'Options:',
    ...columns(OPTIONS, width),
    '',
    'Examples:',
    ...columns(EXAMPLES, width),
    '',
    ...wrapped(EPILOGUE, width),
    '',
  ].join('\n');
}

function columns(rows: readonly (readonly [string, string])[], width: number): string[] {
  const left = 2 + Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.flatMap(([name, text]) => {
    const lines = wrapped(text, Math.max(20, width - left));
    return lines.map((line, i) => (i === 0 ? `  ${name}`.padEnd(left) : ' '.repeat(left)) + line);
  });
}
