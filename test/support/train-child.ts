import { type ChildProcess, spawn } from 'node:child_process';
import type { Ran } from './cli.js';
import { MAIN } from './cli.js';

const DIST = new URL('../../', `file://${MAIN}`);

/** A run in a process of its own, and what came of it. */
export interface TrainChild {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran & { readonly signal: NodeJS.Signals | null }>;
}

/**
 * Trains in a process of its own as the command does, but by any configuration: `train` of training/train.js or
 * `trainGangup` of training/gangup-train.js. Notes go to stderr, and errors in a sentence. `limit`: no file may become
 * larger than so many blocks of 512 bytes.
 */
export function trainChild(
  trainer: 'train' | 'trainGangup',
  config: object,
  more: { resume: boolean; limit?: number },
): TrainChild {
  const load = (path: string): string => `await import(${JSON.stringify(new URL(path, DIST).href)})`;
  const code = `
    const trainers = { ...${load('training/train.js')}, ...${load('training/gangup-train.js')} };
    const { report } = ${load('src/cli/report.js')};
    const note = (text) => process.stderr.write(text + '\\n');
    const progress = { update() {}, note, stop() {} };
    try {
      await trainers.${trainer}(${JSON.stringify(config)}, { progress, resume: ${more.resume} });
    } catch (error) {
      process.exitCode = report(error);
    }`;
  const node = [process.execPath, '--input-type=module', '-e', code];
  const [command, ...args] =
    more.limit === undefined ? node : ['sh', '-c', `ulimit -f ${more.limit}; exec "$@"`, 'sh', ...node];
  const child = spawn(command!, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HENCH_DEBUG: '' } });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  }
  const ended = new Promise<Awaited<TrainChild['ended']>>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...said }));
  });
  return { child, ended };
}
