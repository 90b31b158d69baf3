import type { Modifier } from './modifier.js';
import { decision } from './tool.js';

/** A tool: a heist in which it was used moves no alarm. */
export const jammingDevice: Modifier = {
  id: 'jamming-device',
  kind: 'tool',
  number: 0,
  name: 'Jamming Device',
  text: 'At any time before the showdown: if this heist fails, no alarm is moved.',
  source: 'reconstructed',
  ...decision({}),
  alarmsMoved: () => 0,
};
