import type { Rng } from '../core/rng.js';
import { advance } from './flow.js';
import { hasTool } from './showdown.js';
import type { GangState, GangView } from './state.js';
import {
  CURSOR,
  HOOK,
  OVER,
  PHASE,
  PHASE_CHIPS,
  PHASE_SHOWDOWN,
  PROMPT_ASKED,
  PROMPT_BY,
  PROMPT_SECRET,
  REVEALED,
  ROUND,
  ROUNDS,
  STAGE,
  STEP,
} from './words.js';

/** Tools are dealt anew that often until one of them may be asked now. */
const DEALS = 64;

/** Whether the table waits for something that this view may not know of: a secret question to another seat. */
export function isShutOut(view: GangView): boolean {
  return view.info[PHASE] !== PHASE_CHIPS && view.info[OVER] === 0 && view.asked(PROMPT_BY) === 0;
}

/**
 * Lets a tool of another seat be asked in secret: one of those of the imagined world that may be asked where the table
 * stands, from a uniformly drawn seat on. `again` deals the tools anew for the next attempt. Throws when no tool can be
 * asked, for then nothing explains why the table waits.
 */
export function askInSecret(view: GangView, rng: Rng, out: GangState, again: () => void): void {
  const before = out.words.slice();
  const steps = secretSteps(view);
  const { seats } = view.shape;
  for (let deal = 0; deal < DEALS; deal++) {
    if (deal > 0) again();
    before.set(out.words);
    const first = rng.below(seats);
    for (let i = 0; i < seats; i++) {
      for (const step of steps) {
        if (stand(view, out, step, (first + i) % seats)) return;
        out.words.set(before);
      }
    }
  }
  throw new Error('no tool explains what this table waits for');
}

/** The steps at which tools may be asked now: windows before or after the chips of the round, or the showdown. */
function secretSteps(view: GangView): number[] {
  const { chipSteps, steps } = view.plan;
  if (view.info[PHASE] === PHASE_SHOWDOWN) return [chipSteps[ROUNDS]!];
  const round = view.info[ROUND]!;
  const at = chipSteps[view.allHold() ? ROUNDS : round]!;
  const from = view.allHold() ? chipSteps[ROUNDS - 1]! : round > 0 ? chipSteps[round - 1]! : 0;
  return steps.flatMap((step, i) => (step.kind === 'tools' && i > from && i < at ? [i] : []));
}

/** Lets the table stand where the seat's tool is asked; false when it isn't, or when the view would know of it. */
function stand(view: GangView, out: GangState, step: number, seat: number): boolean {
  const { flow, info, plan } = out;
  const tool = out.tool[seat]!;
  if (seat === view.seat || tool < 0 || !hasTool(out, seat, tool)) return false;
  flow.fill(0);
  flow[STEP] = step;
  flow[STAGE] = 0;
  flow[HOOK] = 0;
  flow[CURSOR] = seat;
  if (info[PHASE] === PHASE_SHOWDOWN) {
    let k = 0;
    let left = info[REVEALED]!;
    for (; left > 0; k++) if (view.pastStrength[view.holder[plan.chipOrder[k]!]!]! >= 0) left--;
    flow[CURSOR] = k;
  }
  advance(out, undefined);
  const isSecret = flow[PROMPT_BY] !== 0 && flow[PROMPT_SECRET] === 1 && ((flow[PROMPT_ASKED]! >> view.seat) & 1) === 0;
  return isSecret && out.publicWords.every((word, i) => word === view.publicWords[i]);
}
