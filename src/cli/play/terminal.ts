import type { ReactNode } from 'react';
import type { Replay } from '../../core/replay.js';
import { interruptible } from '../interrupt.js';
import { type PlaySetup, saveReplay } from './run.js';

/** The terminal's second screen, so that the person's own is there again afterwards. */
const ENTER_SCREEN = '\u001b[?1049h\u001b[H';
const LEAVE_SCREEN = '\u001b[?1049l\u001b[?25h';

/** The person at the screen. */
interface Player {
  /** Resolves when the person has left. */
  done(): Promise<void>;
  quit(): void;
}

/** The game that the screen shows. */
interface Played<R> {
  readonly over: boolean;
  play(): Promise<R>;
  stop(): void;
}

/**
 * Plays a table with `screen` on the terminal until the person has left. Whoever quits in mid-game stops the table;
 * who sees it to its end stays for what the screen shows then. Failures are told on the person's own screen.
 */
export async function onScreen<R>(screen: ReactNode, player: Player, table: Played<R>): Promise<R> {
  const { render } = await import('ink');
  const stop = interruptible();
  stop.signal.addEventListener('abort', () => player.quit());
  let away = true;
  const restore = (): void => {
    // Once: leaving again would put the cursor back over what was written since.
    if (away) process.stdout.write(LEAVE_SCREEN);
    away = false;
  };
  process.on('exit', restore);
  process.stdout.write(ENTER_SCREEN);
  const app = render(screen, { exitOnCtrlC: false, patchConsole: false });
  // Whoever reports a failure does it on the person's own screen.
  const giveBack = (): void => {
    app.unmount();
    restore();
  };
  process.prependListener('uncaughtException', giveBack);
  process.prependListener('unhandledRejection', giveBack);
  try {
    const played = table.play();
    await Promise.race([played.then(() => player.done()), player.done()]);
    if (!table.over) table.stop();
    return await played;
  } finally {
    app.unmount();
    await app.waitUntilExit();
    process.off('exit', restore);
    process.off('uncaughtException', giveBack);
    process.off('unhandledRejection', giveBack);
    restore();
    stop.release();
  }
}

/**
 * Tells the drawing library, by the environment that it reads when it is loaded, how many colours the terminal has
 * (none with NO_COLOR), and that a person is there, in continuous integration too. Gives whether there are colours. Its
 * build for development would record every redraw with all that went into it, half a second of work for each event.
 */
export function prepareTerminal(): boolean {
  const { env } = process;
  delete env.CI;
  delete env.CONTINUOUS_INTEGRATION;
  env.NODE_ENV = 'production';
  const depth = process.stdout.getColorDepth();
  delete env.NO_COLOR;
  env.FORCE_COLOR = depth >= 24 ? '3' : depth >= 8 ? '2' : depth >= 4 ? '1' : '0';
  return depth >= 4;
}

/** Says how the game ended where it stays to be read, and saves the replay. Gives the exit code. */
export function sayEnd(text: string, replay: Replay, setup: PlaySetup): number {
  const saved = saveReplay(replay, setup);
  process.stdout.write(`${text}\n`);
  (saved.path === null ? process.stderr : process.stdout).write(`${saved.text}\n`);
  return saved.failed ? 1 : 0;
}
