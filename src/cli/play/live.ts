import { fitsTable } from '../../../agents/fits.js';
import type { GangAgent } from '../../../agents/gang-agent.js';
import { modelAt } from '../../../agents/trained.js';
import { createTable } from '../../table/index.js';
import type { TableResult } from '../../table/result.js';
import { tellEnd } from '../../table/words.js';
import { findBots } from './bots.js';
import { LiveGame } from './game.js';
import type { GangSetup } from './run.js';
import { onScreen, prepareTerminal, sayEnd } from './terminal.js';
import { Thoughts } from './thoughts.js';

/** Plays at the terminal: bots act at a person's pace, and you at any time. */
export async function playLive(setup: GangSetup): Promise<number> {
  const colour = prepareTerminal();
  const { config } = setup;
  const table = {
    players: config.players,
    trained: modelAt(config) !== null,
    fits: (agent: GangAgent) => fitsTable(agent, config),
  };
  const { agents, label, note } = await findBots('gang', setup.bots, table, setup.seat, setup.outside);
  const seats = agents.map((agent, s) => (s === setup.seat ? ('person' as const) : agent));
  const seated = createTable({ config: { ...config }, seed: setup.seed, seats, pace: setup.factor });
  const game = new LiveGame(seated, setup.seat, new Thoughts(seated.config, agents));
  const [{ createElement }, { Screen }] = await Promise.all([import('react'), import('./screen.js')]);
  const hint = note ?? 'New to the game? Press ? for its rules in short.';
  const screen = createElement(Screen, { game, bots: label, hint, colour });
  return summary(await onScreen(screen, game, seated), setup);
}

/** What stays on the person's own screen. */
function summary(result: TableResult, setup: GangSetup): number {
  const { config, seed } = setup;
  const end = result.over
    ? tellEnd(result.won, result.bars, result.alarms, config)
    : `You left in heist ${result.heists + 1}.`;
  return sayEnd(`The Gang, seed ${seed}. ${end}`, result.replay, setup);
}
