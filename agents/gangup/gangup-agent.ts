import type { Agent } from '../../src/core/agent.js';
import type { GangupView } from '../../src/gangup/state.js';

/** An agent for Gang Up!. All that its sessions are given is their seat's view and what that seat may do. */
export type GangupAgent = Agent<GangupView>;
