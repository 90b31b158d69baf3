import type { GangConfig } from '../src/gang/config.js';
import type { GangAgent } from './gang-agent.js';

/**
 * Which agent fits which table. Scripts play every table of The Gang; a trained agent plays those at which one of its
 * networks was measured to win more heists than the best script.
 */
export function fitsTable(agent: GangAgent, config: GangConfig): boolean {
  return agent.fits === undefined || agent.fits(config);
}

/** The script that sits down where an agent doesn't fit: the best that plays every table. */
export const STAND_IN = 'belief';

/** Why another agent sits down, in a sentence for people. */
export function standInNote(name: string): string {
  return `${name} has no network that plays this table better than ${STAND_IN}, which sits down instead.`;
}
