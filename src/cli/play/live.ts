import { createTable } from '../../table/index.js';
import type { TableResult } from '../../table/result.js';
import { tellEnd } from '../../table/words.js';
import { interruptible } from '../interrupt.js';
import { findBots } from './bots.js';
import { LiveGame } from './game.js';
import { type PlaySetup, saveReplay } from './run.js';

/** The terminal's second screen, so that the person's own is there again afterwards. */
const ENTER_SCREEN = '\u001b[?1049h\u001b[H';
const LEAVE_SCREEN = '\u001b[?1049l\u001b[?25h';

/** Plays at the terminal: bots act at a person's pace, and you at any time. */
export async function playLive(setup: PlaySetup): Promise<number> {
  const colour = prepareTerminal();
  const { config } = setup;
  const { agent, note } = await findBots(setup.bots, config.players);
  const seats = Array.from({ length: config.players }, (_, s) => (s === setup.seat ? ('person' as const) : agent));
  const table = createTable({ config: { ...config }, seed: setup.seed, seats, pace: setup.factor });
  const game = new LiveGame(table, setup.seat);
  const [{ render }, { createElement }, { Screen }] = await Promise.all([
    import('ink'),
    import('react'),
    import('./screen.js'),
  ]);
  const stop = interruptible();
  stop.signal.addEventListener('abort', () => game.quit());
  let away = true;
  const restore = (): void => {
    // Once: leaving again would put the cursor back over what was written since.
    if (away) process.stdout.write(LEAVE_SCREEN);
    away = false;
  };
  process.on('exit', restore);
  process.stdout.write(ENTER_SCREEN);
  const element = createElement(Screen, {
    game,
    bots: agent.name,
    hint: note ?? 'New to the game? Press ? for its rules in short.',
    colour,
  });
  const app = render(element, { exitOnCtrlC: false, patchConsole: false });
  // Whoever reports a failure does it on the person's own screen.
  const giveBack = (): void => {
    app.unmount();
    restore();
  };
  process.prependListener('uncaughtException', giveBack);
  process.prependListener('unhandledRejection', giveBack);
  let result: TableResult;
  try {
    const played = table.play();
    // Who quits in mid-game stops the table; who sees it to its end stays for the showdown.
    await Promise.race([played.then(() => game.done()), game.done()]);
    if (!table.over) table.stop();
    result = await played;
  } finally {
    app.unmount();
    await app.waitUntilExit();
    process.off('exit', restore);
    process.off('uncaughtException', giveBack);
    process.off('unhandledRejection', giveBack);
    restore();
    stop.release();
  }
  return summary(result, setup);
}

/**
 * Tells the drawing library, by the environment that it reads when it is loaded, how many colours the terminal has
 * (none with NO_COLOR), and that a person is there, in continuous integration too. Gives whether there are colours.
 */
function prepareTerminal(): boolean {
  const { env } = process;
  delete env.CI;
  delete env.CONTINUOUS_INTEGRATION;
  const depth = process.stdout.getColorDepth();
  delete env.NO_COLOR;
  env.FORCE_COLOR = depth >= 24 ? '3' : depth >= 8 ? '2' : depth >= 4 ? '1' : '0';
  return depth >= 4;
}

/** What stays on the person's own screen. */
function summary(result: TableResult, setup: PlaySetup): number {
  const { config, seed } = setup;
  const end = result.over
    ? tellEnd(result.won, result.bars, result.alarms, config.length === 'heist')
    : `You left in heist ${result.heists + 1}.`;
  const saved = saveReplay(result.replay, setup);
  process.stdout.write(`The Gang, seed ${seed}. ${end}\n`);
  (saved.path === null ? process.stderr : process.stdout).write(`${saved.text}\n`);
  return saved.failed ? 1 : 0;
}
