import type { Rng } from '../core/rng.js';
import { VAULT_FACE_DOWN } from './modes.js';
import type { GangState, GangView } from './state.js';
import { STACK_SIZE, VAULTS_TURNED } from './words.js';

const numbers = new Int32Array(64);

function shuffled(rng: Rng, count: number): void {
  for (let i = count - 1; i > 0; i--) {
    const j = rng.below(i + 1);
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
  let count = 0;
  for (const tool of view.config.tools ? plan.tools : []) {
    if (!forced.includes(tool) && tool !== view.tool && !toolUsed.includes(tool)) numbers[count++] = tool;
  }
  shuffled(rng, count);
  const dealt = Math.min(shape.seats, view.config.tools ? shape.tools : forced.length);
  for (let s = 0; s < dealt; s++) {
    if (s < forced.length) out.tool[s] = forced[s]!;
    else if (toolUsed[s]! >= 0) out.tool[s] = toolUsed[s]!;
    else if (s === view.seat) out.tool[s] = view.tool;
    else out.tool[s] = numbers[--count]!;
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
