import type { GangAgent } from '../../../agents/gang-agent.js';
import { resolveAgent } from '../../../agents/registry.js';
import { BadInputError, unwrap } from '../../core/errors.js';

const BEST = 'full';
const NEXT_BEST = 'belief';

/**
 * The agent for the bots' seats: the one that was asked for, else the trained one, else (where its model for so many
 * players is missing) the best that needs no model, with a `note` that says so. Throws `BadInputError`.
 */
export async function findBots(
  name: string | undefined,
  players: number,
): Promise<{ readonly agent: GangAgent; readonly note: string | null }> {
  if (name !== undefined) return { agent: unwrap(await resolveAgent('gang', name, players)), note: null };
  const best = await resolveAgent('gang', BEST, players);
  if (best.ok) return { agent: best.value, note: null };
  if (best.error.code !== 'model/missing') throw new BadInputError(best.error);
  const note = `No trained model for ${players} players is installed: "${NEXT_BEST}" plays instead.`;
  return { agent: unwrap(await resolveAgent('gang', NEXT_BEST, players)), note };
}
