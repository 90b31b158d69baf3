import { randomInt } from 'node:crypto';
import { tellGangupEnd } from '../../table/gangup-words.js';
import { createGangupTable } from '../../table/index.js';
import { INTERRUPTED } from '../interrupt.js';
import { findBots, prepareBots } from './bots.js';
import { GangupGame } from './gangup-game.js';
import { NAMES } from './names.js';
import { type GangupSetup, SEEDS } from './run.js';
import { onScreen, prepareTerminal, sayEnd } from './terminal.js';

/** Plays Gang Up! at the terminal, as many games as the person wants. Gives the exit code. */
export async function playGangupLive(first: GangupSetup): Promise<number> {
  const colour = prepareTerminal();
  const { config, seat } = first;
  const { agents, label, note } = await findBots(
    'gangup',
    first.bots,
    { players: config.players, trained: true },
    seat,
    first.outside,
  );
  if (!(await prepareBots(agents, config))) return INTERRUPTED;
  const [{ createElement }, { GangupScreen }] = await Promise.all([import('react'), import('./gangup-screen.js')]);
  const hint = note ?? 'New to the game? Press ? for its rules in short, i for the icons.';
  let setup = first;
  let code = 0;
  for (let games = 1; ; games++) {
    const seats = agents.map((agent, s) => (s === seat ? ('person' as const) : agent));
    const table = createGangupTable({ config: { ...config }, seed: setup.seed, seats, pace: setup.factor });
    const game = new GangupGame(table, seat);
    const screen = createElement(GangupScreen, { game, bots: label, hint, colour });
    const result = await onScreen(screen, game, table);
    const name = (s: number): string => (s === seat ? 'you' : NAMES[s]!);
    const end = result.over ? tellGangupEnd(result, name) : `You left in turn ${result.turns}.`;
    code = Math.max(code, sayEnd(`Gang Up!, seed ${setup.seed}. ${end}`, result.replay, setup));
    if (!game.again) return code;
    setup = nextGame(first, games + 1);
  }
}

/** Another game at the same table: another seed, and a file of its own. */
function nextGame(first: GangupSetup, game: number): GangupSetup {
  const replay = first.replay?.replace(/(\.[^./\\]*)?$/, (ending) => `-${game}${ending}`);
  return { ...first, seed: first.seedGiven ? first.seed + game - 1 : randomInt(SEEDS), replay };
}
