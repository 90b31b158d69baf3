import type { AgentEntry } from '../entry.js';
import { random } from '../random.js';
import type { GangupAgent } from './gangup-agent.js';

/** The agents of Gang Up! by name. */
export const GANGUP_AGENTS: readonly AgentEntry<GangupAgent>[] = [
  { id: 'random', help: 'any legal act, with equal chance', parameters: [], version: 1, make: () => random },
];
