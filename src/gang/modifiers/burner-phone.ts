import type { Rng } from '../../core/rng.js';
import { firstOf, NO, specialistAction } from '../actions.js';
import { usesSpecialists } from '../config-lists.js';
import type { Plan } from '../plan.js';
import { ask } from '../prompts.js';
import type { GangState, GangView } from '../state.js';
import { STACK_SIZE } from '../words.js';
import { spendTool } from './effects.js';
import { AGAIN, type Modifier, NEXT, type StepResult, WAIT } from './modifier.js';
import { WINDOWS } from './proposal.js';
import { isUnused } from './tool.js';

/** Specialists that the owner draws at the start of the game. */
const CARDS = 2;

/** Public words: the specialist that was revealed (index in the plan + 1), and the window of it (round + 1). */
const REVEALED = 0;
const WINDOW = 1;

const free = new Int32Array(STACK_SIZE + 1);

/**
 * R-BURNER: two specialists that only the owner knows. It reveals one of them in a window: that card is active in this
 * heist, from this window on, and what it does after the deal it does now. Both go to the box.
 *
 * Words of the owner: both specialists (index in the plan + 1).
 */
export const burnerPhone: Modifier = {
  id: 'burner-phone',
  kind: 'tool',
  number: 0,
  name: 'Burner Phone',
  text: 'When received: draw two random specialists in secret. During one heist you may reveal one of them and use it.',
  source: 'rulebook',
  bringsSpecialists: true,
  ownWords: () => CARDS,
  sharedWords: () => 2,
  keepsWords: true,
  answersMax: () => WINDOWS,
  received: (state, self, seat, box, sink) => {
    const { plan } = state;
    let count = 0;
    for (const index of plan.specialists) if (index >= 0 && !plan.forced.includes(index)) free[count++] = index;
    for (let i = 0; i < CARDS && count > 0; i++) {
      const k = box.below(count);
      state.own[ownAt(state, self, seat) + i] = free[k]! + 1;
      box.takeSpecialist(state, free[k]!);
      free[k] = free[--count]!;
    }
    if (sink !== undefined) {
      sink({
        type: 'specialists',
        to: 1 << seat,
        seat,
        cards: specialistsOf(plan, state.own, ownAt(state, self, seat)),
      });
    }
  },
  steps: {
    window: (state, self, round, seat, sink) => {
      const shared = state.plan.sharedAt[self]!;
      if (!isUnused(state, seat)) {
        // In the window in which it was revealed the specialist's turn was over: it comes here.
        if (state.shared[shared + WINDOW] !== round + 1) return NEXT;
        const specialist = state.shared[shared + REVEALED]! - 1;
        const { steps } = state.plan.modifiers[specialist]!;
        const run = steps?.afterDeal ?? steps?.window;
        return run === undefined ? NEXT : run(state, specialist, round, -1, sink);
      }
      if (state.own[ownAt(state, self, seat)] === 0) return NEXT; // the table has no specialist that could be drawn
      ask(state, self, 'specialist', 'use', 1 << seat, 0, 0, true);
      return WAIT;
    },
  },
  options: (state, self, seat, out) => {
    out.push(NO);
    const at = ownAt(state, self, seat);
    for (let i = 0; i < CARDS; i++) {
      const index = state.own[at + i]! - 1;
      if (index >= 0) out.push(specialistAction(state.plan.modifiers[index]!.number));
    }
  },
  answered: (state, self, round, seat, sink): StepResult => {
    const action = state.answers[seat]!;
    if (action === NO) return NEXT;
    const specialist = state.plan.specialists[firstOf(action)]!;
    spendTool(state, self, seat, sink);
    state.active[specialist] = 1;
    const shared = state.plan.sharedAt[self]!;
    state.shared[shared + REVEALED] = specialist + 1;
    state.shared[shared + WINDOW] = round + 1;
    if (sink !== undefined) sink({ type: 'active', cards: [state.plan.modifiers[specialist]!.id] });
    return AGAIN;
  },
  toBox: (table, self, specialist) => table.shared[table.plan.sharedAt[self]! + REVEALED] === specialist + 1,
  describeOwn: (view, self) => {
    const ids = specialistsOf(view.plan, view.own, view.plan.ownAt[self]!);
    return ids.length === 0 || view.tool !== self ? null : `specialists: ${ids.join(', ')}`;
  },
  // Where a stack of specialists is in use everybody sees whether two of its cards are missing, but not who has them.
  isHeld: (view) => {
    const { active, plan, stackKnown } = view;
    if (!usesSpecialists(view.config)) return null;
    let missing = 0;
    for (const index of plan.specialists) {
      if (index >= 0 && !plan.forced.includes(index) && active[index] === 0) missing++;
    }
    for (let i = STACK_SIZE; i < 2 * STACK_SIZE; i++) if (stackKnown[i]! >= 0) missing--;
    return missing > 0;
  },
  imagine: (view, self, rng, out) => {
    for (let s = 0; s < view.shape.seats; s++) {
      if (s !== view.seat) out.own.fill(0, ownAt(out, self, s), ownAt(out, self, s) + CARDS);
    }
    const owner = out.tool.indexOf(self);
    if (owner < 0) return;
    if (owner === view.seat) keepOwnOut(view, self, out);
    else fillOwn(view, self, rng, out, owner);
    if (view.config.stacks === 'numbered' && view.config.length === 'game') sortUnknown(view, out);
  },
};

/** Ids of the specialists in the words from `at` on. */
function specialistsOf(plan: Plan, own: Int32Array, at: number): string[] {
  return [...own.subarray(at, at + CARDS)].filter((word) => word > 0).map((word) => plan.modifiers[word - 1]!.id);
}

function ownAt(state: GangState, self: number, seat: number): number {
  return seat * state.shape.own + state.plan.ownAt[self]!;
}

/** Specialists that lie nowhere that `out` knows of: in the phone, or in the box. Fills `free`. */
function findFree(view: GangView, out: GangState): number {
  const { plan } = view;
  const stack = out.stack.subarray(STACK_SIZE, 2 * STACK_SIZE);
  let count = 0;
  for (let number = 1; number <= STACK_SIZE; number++) {
    const index = plan.specialists[number]!;
    if (index < 0 || plan.forced.includes(index) || view.active[index] === 1 || stack.includes(number)) continue;
    free[count++] = index;
  }
  return count;
}

/** The owner knows that its two cards aren't in the stack: others take the places that they were dealt to. */
function keepOwnOut(view: GangView, self: number, out: GangState): void {
  const { modifiers, ownAt: at } = view.plan;
  for (let i = 0; i < CARDS; i++) {
    const index = view.own[at[self]! + i]! - 1;
    if (index < 0) continue;
    const place = out.stack.indexOf(modifiers[index]!.number, STACK_SIZE);
    if (place < 0) continue;
    const count = findFree(view, out);
    for (let k = 0; k < count; k++) {
      const other = free[k]!;
      if (view.own[at[self]!] === other + 1 || view.own[at[self]! + 1] === other + 1) continue;
      out.stack[place] = modifiers[other]!.number;
      break;
    }
  }
}

/** Another seat's two cards: of those that lie nowhere else, one of them known once it was revealed. */
function fillOwn(view: GangView, self: number, rng: Rng, out: GangState, owner: number): void {
  const revealed = view.shared[view.plan.sharedAt[self]! + REVEALED]!;
  const at = ownAt(out, self, owner);
  let count = 0;
  const all = findFree(view, out);
  for (let k = 0; k < all; k++) if (free[k] !== revealed - 1) free[count++] = free[k]!;
  for (let i = 0; i < CARDS; i++) {
    if (i === 0 && revealed > 0) {
      out.own[at] = revealed;
    } else if (count > 0) {
      const k = rng.below(count);
      out.own[at + i] = free[k]! + 1;
      free[k] = free[--count]!;
    }
  }
}

/** A numbered stack from which cards were taken keeps its order. */
function sortUnknown(view: GangView, out: GangState): void {
  let count = 0;
  for (let i = STACK_SIZE; i < 2 * STACK_SIZE; i++) if (view.stackKnown[i] === 0) free[count++] = out.stack[i]!;
  free.subarray(0, count).sort();
  let next = 0;
  for (let i = STACK_SIZE; i < 2 * STACK_SIZE; i++) if (view.stackKnown[i] === 0) out.stack[i] = free[next++]!;
}
