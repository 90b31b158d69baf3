import { STAGE } from '../words.js';
import { backdoorKey } from './backdoor-key.js';
import { crowbar } from './crowbar.js';
import { earpiece } from './earpiece.js';
import { flashlight } from './flashlight.js';
import { jammingDevice } from './jamming-device.js';
import { lockPick } from './lock-pick.js';
import { lubricant } from './lubricant.js';
import { type Modifier, NEXT } from './modifier.js';
import { nightVision } from './night-vision.js';
import { smokeGrenade } from './smoke-grenade.js';

/** The reconstructed tools, which a user's own cards can replace. */
export const REPLACEABLE = [
  'earpiece',
  'backdoor-key',
  'crowbar',
  'flashlight',
  'jamming-device',
  'lubricant',
] as const;

/** What a user's tool can do: the effects that the rules know, with the windows in which they can be used. */
const EFFECTS = {
  'show-card': nightVision,
  'change-suits': smokeGrenade,
  'change-value': lockPick,
  'exchange-cards': earpiece,
  'leave-showdown': backdoorKey,
  'two-bars': crowbar,
  'own-community-card': flashlight,
  'no-alarm': jammingDevice,
  'no-dark-chips': lubricant,
} as const satisfies Record<string, Modifier>;

export type ToolEffect = keyof typeof EFFECTS;
export const TOOL_EFFECTS = Object.keys(EFFECTS) as [ToolEffect, ...ToolEffect[]];

/** A tool card from a user's file (configuration key `tools`). */
export interface ToolCard {
  /** Of its own: no shipped card has it. */
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly replaces: (typeof REPLACEABLE)[number];
  readonly effect: ToolEffect;
  /** Windows in which it may be used: 1 to 4 before the chips of that round, 5 after those of Round 4. Default: as its effect. */
  readonly windows?: readonly number[] | undefined;
}

/** Whether an effect is used in windows at all, and not at the reveal or when it is received. */
export function hasWindows(effect: ToolEffect): boolean {
  return (EFFECTS[effect] as Modifier).steps?.window !== undefined;
}

const made = new Map<string, Modifier>();
/** The newest card of each id, for words; the rules go by the configuration. */
const newest = new Map<string, Modifier>();

/** The modifier of a user's card; the same card gives the same modifier. */
export function customTool(card: ToolCard): Modifier {
  const key = JSON.stringify(card);
  const tool = made.get(key) ?? makeTool(card);
  made.set(key, tool);
  newest.set(card.id, tool);
  return tool;
}

export function findCustomTool(id: string): Modifier | undefined {
  return newest.get(id);
}

function makeTool(card: ToolCard): Modifier {
  const effect: Modifier = EFFECTS[card.effect];
  const tool: Modifier = { ...effect, id: card.id, name: card.name, text: card.text, source: 'custom' };
  const { windows } = card;
  const window = effect.steps?.window;
  if (windows === undefined || window === undefined) return tool;
  return {
    ...tool,
    steps: {
      ...effect.steps,
      window: (state, self, round, seat, sink) =>
        state.flow[STAGE] === 0 && !windows.includes(round + 1) ? NEXT : window(state, self, round, seat, sink),
    },
  };
}
