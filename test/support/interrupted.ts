import { spawn } from 'node:child_process';
import { MAIN } from './cli.js';

/** Runs a command, presses Ctrl-C once something that it says shows that it is at work, and waits for its end. */
export function interrupted(
  args: readonly string[],
  ready: RegExp,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  let pressed = false;
  const press = (): void => {
    if (pressed || !ready.test(stdout + stderr)) return;
    pressed = true;
    child.kill('SIGINT');
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    press();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    press();
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}
