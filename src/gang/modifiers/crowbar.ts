import type { Modifier } from './modifier.js';
import { decision } from './tool.js';

/** A tool: two gold bars for the heist in which it was used; if it fails, another challenge in the next. */
export const crowbar: Modifier = {
  id: 'crowbar',
  kind: 'tool',
  number: 0,
  name: 'Crowbar',
  text: 'At any time before the showdown: if this heist succeeds move two gold bars; if it fails, the next has an extra challenge where challenges are in use.',
  source: 'reconstructed',
  ...decision({}),
  barsMoved: (_state, _self, _success, moved) => 2 * moved,
  extraChallenges: (_table, _self, success) => (success ? 0 : 1),
};
