import { bananaSplit } from './banana-split.js';
import { dealer1 } from './dealer-1.js';
import { dealer2 } from './dealer-2.js';
import { dealer3 } from './dealer-3.js';
import { hacker } from './hacker.js';
import { investor } from './investor.js';
import { jokers } from './jokers.js';
import type { Modifier } from './modifier.js';
import { muscle } from './muscle.js';
import { nightVision } from './night-vision.js';
import { noiseSensors } from './noise-sensors.js';
import { omaha } from './omaha.js';
import { retinaScan } from './retina-scan.js';
import { securityCameras } from './security-cameras.js';
import { smokeGrenade } from './smoke-grenade.js';
import { stud } from './stud.js';
import { vaultOrange, vaultYellow } from './vault-cards.js';
import { voteOfChange } from './vote-of-change.js';

/** Every modifier there is. Their order here means nothing: plans sort them (R-EFFECT-ORDER). */
export const MODIFIERS: readonly Modifier[] = [
  omaha,
  stud,
  bananaSplit,
  voteOfChange,
  dealer1,
  dealer2,
  dealer3,
  jokers,
  noiseSensors,
  retinaScan,
  securityCameras,
  investor,
  hacker,
  muscle,
  nightVision,
  smokeGrenade,
  vaultYellow,
  vaultOrange,
];

const byId = new Map(MODIFIERS.map((modifier) => [modifier.id, modifier]));

/** The modifier of that id; undefined for a name that is none. */
export function findModifier(id: string): Modifier | undefined {
  return byId.get(id);
}
