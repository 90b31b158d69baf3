import type { GangConfig } from '../src/gang/config.js';
import { planOf } from '../src/gang/plan.js';
import type { GangAgent } from './gang-agent.js';

/**
 * Which agent fits which table. Scripts play every table of The Gang; a trained network plays those of the layout that
 * it was trained with, which for the shipped ones are the base game's.
 */
export function fitsTable(agent: GangAgent, config: GangConfig): boolean {
  return agent.policy === undefined || planOf(config).plain;
}

/** The script that sits down where an agent doesn't fit: the best that plays every table. */
export const STAND_IN = 'belief';

/** Why another agent sits down, in a sentence for people. */
export function standInNote(name: string): string {
  return `${name} is trained for the base game only; at this table ${STAND_IN} sits down instead.`;
}
