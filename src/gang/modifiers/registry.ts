import { backdoorKey } from './backdoor-key.js';
import { bananaSplit } from './banana-split.js';
import { blackout } from './blackout.js';
import { burnerPhone } from './burner-phone.js';
import { conArtist } from './con-artist.js';
import { coordinator } from './coordinator.js';
import { crowbar } from './crowbar.js';
import { customTool, findCustomTool, type ToolCard } from './custom-tools.js';
import { dealer1 } from './dealer-1.js';
import { dealer2 } from './dealer-2.js';
import { dealer3 } from './dealer-3.js';
import { earpiece } from './earpiece.js';
import { fingerprintScan } from './fingerprint-scan.js';
import { flashlight } from './flashlight.js';
import { getawayDriver } from './getaway-driver.js';
import { hacker } from './hacker.js';
import { hastyGetaway } from './hasty-getaway.js';
import { informant } from './informant.js';
import { investor } from './investor.js';
import { jack } from './jack.js';
import { jammingDevice } from './jamming-device.js';
import { jokers } from './jokers.js';
import { laserTripwires } from './laser-tripwires.js';
import { lockPick } from './lock-pick.js';
import { lubricant } from './lubricant.js';
import { mastermind } from './mastermind.js';
import { mathWhiz } from './math-whiz.js';
import type { Modifier } from './modifier.js';
import { motionDetector } from './motion-detector.js';
import { muscle } from './muscle.js';
import { nightVision } from './night-vision.js';
import { noiseSensors } from './noise-sensors.js';
import { omaha } from './omaha.js';
import { quickAccess } from './quick-access.js';
import { retinaScan } from './retina-scan.js';
import { securityCameras } from './security-cameras.js';
import { smokeGrenade } from './smoke-grenade.js';
import { stud } from './stud.js';
import { vaultOrange, vaultYellow } from './vault-cards.js';
import { ventilationShaft } from './ventilation-shaft.js';
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
  quickAccess,
  noiseSensors,
  motionDetector,
  retinaScan,
  hastyGetaway,
  ventilationShaft,
  laserTripwires,
  blackout,
  fingerprintScan,
  securityCameras,
  informant,
  getawayDriver,
  investor,
  mastermind,
  hacker,
  coordinator,
  jack,
  mathWhiz,
  conArtist,
  muscle,
  nightVision,
  smokeGrenade,
  lockPick,
  burnerPhone,
  earpiece,
  backdoorKey,
  crowbar,
  flashlight,
  jammingDevice,
  lubricant,
  vaultYellow,
  vaultOrange,
];

const byId = new Map(MODIFIERS.map((modifier) => [modifier.id, modifier]));

/** The modifier of that id, shipped or of a user's tool card; undefined for a name that is none. */
export function findModifier(id: string): Modifier | undefined {
  return byId.get(id) ?? findCustomTool(id);
}

/** Every modifier that a configuration speaks of: the shipped ones, and the user's own tools in the place of others. */
export function modifiersFor(config: { readonly tools: boolean | readonly ToolCard[] }): readonly Modifier[] {
  const { tools } = config;
  if (typeof tools === 'boolean') return MODIFIERS;
  const replaced = tools.map((card): string => card.replaces);
  return [...MODIFIERS.filter((modifier) => !replaced.includes(modifier.id)), ...tools.map(customTool)];
}
