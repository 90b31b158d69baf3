import type { Agent } from '../src/core/agent.js';
import type { ObservationClass } from '../src/env/gang-layout.js';
import type { GangConfig } from '../src/gang/config.js';
import type { GangView } from '../src/gang/state.js';
import type { OnnxPolicy } from './onnx.js';

/**
 * An agent for The Gang. Its sessions are asked as the headless scheduler asks (R-HEADLESS): `legal` holds `keep` and
 * takes, and one of them is the answer. All they are given is their seat's view.
 */
export interface GangAgent extends Agent<GangView> {
  /** Class of what it looks at: `legible` agents don't see how chips moved (R-SILENT). */
  readonly observes: ObservationClass;
  /** Whether it plays a table; absent: every table. */
  fits?(config: GangConfig): boolean;
  /**
   * The network of the base game behind the agent, for callers that ask many seats at once (an arena); undefined at
   * tables where its sessions are to be asked.
   */
  policy?(config: GangConfig): Promise<OnnxPolicy | undefined>;
  /** The network behind its sessions at any table, where `policy` doesn't tell. */
  network?(config: GangConfig): Promise<OnnxPolicy | undefined>;
  /** How it draws from the network's answer; 0 or absent: the likeliest action. */
  readonly temperature?: number;
}
