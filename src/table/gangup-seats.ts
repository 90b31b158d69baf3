import { resolveAgent } from '../../agents/registry.js';
import { unwrap } from '../core/errors.js';
import type { GangupConfig } from '../gangup/config.js';
import type { GangupView } from '../gangup/state.js';
import type { AgentResolver } from './seats.js';

/** Agents of Gang Up! by name, as the registry knows them. */
export const resolveGangup: AgentResolver<GangupConfig, GangupView> = async (name, config) =>
  unwrap(await resolveAgent('gangup', name, config.players));
