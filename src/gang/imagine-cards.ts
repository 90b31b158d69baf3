import type { Rng } from '../core/rng.js';
import { VAULT_FACE_DOWN } from './modes.js';
import type { GangState, GangView } from './state.js';
import { STACK_SIZE, VAULTS_TURNED } from './words.js';

const numbers = new Int32Array(64);

/** Shuffles the numbers from `first` to before `count`. */
function shuffled(rng: Rng, count: number, first = 0): void {
  for (let i = count - 1; i > first; i--) {
    const j = first + rng.below(i - first + 1);
    const number = numbers[i]!;
    numbers[i] = numbers[j]!;
    numbers[j] = number;
  }
}

/** Fills what of tools, stacks and vault cards the view doesn't show, uniformly over what is left. */
export function imagineCards(view: GangView, rng: Rng, out: GangState): void {
  imagineTools(view, rng, out);
  if (view.shape.stacks > 0) {
    imagineStack(view, rng, out, 0, view.plan.challenges);
    imagineStack(view, rng, out, STACK_SIZE, view.plan.specialists);
  }
  imagineVault(view, rng, out);
}

/** Tools forced by the configuration are known to lie with the first seats; the others are anybody's. */
function imagineTools(view: GangView, rng: Rng, out: GangState): void {
  const { plan, shape, toolUsed } = view;
  if (shape.tools === 0) return;
  out.tool.fill(-1);
  const forced = plan.forced.filter((i) => plan.modifiers[i]!.kind === 'tool');
  const dealt = Math.min(shape.seats, view.config.tools !== false ? shape.tools : forced.length);
  let places = 0;
  for (let s = forced.length; s < dealt; s++) if (toolUsed[s]! < 0 && s !== view.seat) places++;
  // Tools that somebody must hold come first, those that nobody can are left out.
  let count = 0;
  let held = 0;
  for (const tool of view.config.tools !== false ? plan.tools : []) {
    if (forced.includes(tool) || tool === view.tool || toolUsed.includes(tool)) continue;
    const isHeld = plan.modifiers[tool]!.isHeld?.(view, tool) ?? null;
    if (isHeld === false) continue;
    numbers[count++] = tool;
    if (isHeld !== true) continue;
    numbers[count - 1] = numbers[held]!;
    numbers[held++] = tool;
  }
  shuffled(rng, count, held);
  shuffled(rng, places);
  for (let s = 0; s < dealt; s++) {
    if (s < forced.length) out.tool[s] = forced[s]!;
    else if (toolUsed[s]! >= 0) out.tool[s] = toolUsed[s]!;
    else if (s === view.seat) out.tool[s] = view.tool;
    else out.tool[s] = numbers[--places]!;
  }
}

function imagineStack(view: GangView, rng: Rng, out: GangState, row: number, byNumber: Int32Array): void {
  let count = 0;
  for (let number = 1; number <= STACK_SIZE; number++) {
    const modifier = byNumber[number]!;
    if (modifier < 0 || view.plan.forced.includes(modifier) || view.active[modifier] === 1) continue;
    if (!view.stackKnown.subarray(row, row + STACK_SIZE).includes(number)) numbers[count++] = number;
  }
  shuffled(rng, count);
  for (let i = 0; i < STACK_SIZE; i++) {
    const known = view.stackKnown[row + i]!;
    out.stack[row + i] = known === 0 ? numbers[--count]! : known;
  }
}

function imagineVault(view: GangView, rng: Rng, out: GangState): void {
  const { plan, shape, vaultKnown } = view;
  const turned = view.info[VAULTS_TURNED]!;
  let count = 0;
  plan.modifiers.forEach((modifier, m) => {
    if (modifier.kind === 'vault' && !vaultKnown.includes(m)) numbers[count++] = m;
  });
  while (count < shape.vaults - turned) numbers[count++] = -1;
  shuffled(rng, count);
  for (let i = 0; i < shape.vaults; i++) {
    out.vault[i] = vaultKnown[i] === VAULT_FACE_DOWN ? numbers[--count]! : vaultKnown[i]!;
  }
}
