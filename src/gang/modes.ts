import { nextBelow, RNG_WORDS, seedWords } from '../core/rng.js';
import type { GangConfig, StackOrder } from './config.js';
import { usesChallenges, usesSpecialists } from './config-lists.js';
import type { GangSink, ToolBox } from './modifiers/modifier.js';
import type { Plan } from './plan.js';
import type { GangState } from './state.js';
import { ALARMS_TO_LOSE, BARS_TO_WIN, PERMANENT, STACK_SIZE, VAULTS_TURNED } from './words.js';

/**
 * The modes: which challenges and specialists are active in which heist, the stacks they come from, who has which
 * tool, and the vault cards. All of it is drawn when the game begins, from streams of the game's seed that no heist uses.
 */

/** Streams of the game's seed; heists use those from 1 on, the scheduler −1. */
const STREAM_CARDS = -2;
const CHALLENGES = 0;
const SPECIALISTS = STACK_SIZE;

/** A vault card that hasn't been turned yet; −1 is one that does nothing. */
export const VAULT_FACE_DOWN = -2;

const rng = new Int32Array(RNG_WORDS);

/** Gold bars that win the game: five with the vaults. */
export function barsToWin(config: GangConfig): number {
  return config.vaults ? 5 : BARS_TO_WIN;
}

/** Alarms that lose it: two in master thief mode. */
export function alarmsToLose(config: GangConfig): number {
  return config.mode === 'masterThief' ? 2 : ALARMS_TO_LOSE;
}

/** Prepares stacks, tools and vault cards of a new game. */
export function setupCards(state: GangState, sink: GangSink | undefined): void {
  const { plan } = state;
  if (plan.modifiers.length === 0) return;
  const seed = (state.seed[0]! >>> 0) + (state.seed[1]! >>> 0) * 0x1_0000_0000;
  seedWords(rng, 0, seed, STREAM_CARDS);
  state.active.fill(0);
  state.tool.fill(-1);
  state.toolUsed.fill(-1);
  if (state.stack.length > 0) {
    state.stack.fill(-1);
    state.stackKnown.fill(-1);
    if (usesChallenges(state.config)) fillStack(state, CHALLENGES, plan.challenges, 'challenges');
    if (usesSpecialists(state.config)) fillStack(state, SPECIALISTS, plan.specialists, 'specialists');
  }
  for (const modifier of plan.forced) removeFromStack(state, modifier);
  dealTools(state, sink);
  receiveTools(state, sink);
  if (state.vault.length > 0) fillVault(state);
  openingCards(state);
}

function fillStack(state: GangState, row: number, byNumber: Int32Array, name: 'challenges' | 'specialists'): void {
  const { stacks } = state.config;
  const { stack, stackKnown } = state;
  let count = 0;
  if (typeof stacks === 'string') {
    for (let number = 1; number <= STACK_SIZE; number++) if (byNumber[number]! >= 0) stack[row + count++] = number;
  } else {
    // An earlier game's stack: its order, and what it doesn't name below, by number.
    for (const number of stacks[name]) if (byNumber[number]! >= 0) stack[row + count++] = number;
    for (let number = 1; number <= STACK_SIZE; number++) {
      if (byNumber[number]! >= 0 && !stacks[name].includes(number)) stack[row + count++] = number;
    }
  }
  stack.fill(-1, row + count, row + STACK_SIZE);
  if (stacks === 'shuffled') shuffle(stack, row, count);
  // Everybody knows the order of a numbered stack; of others, how many cards lie face down.
  for (let i = 0; i < STACK_SIZE; i++) {
    stackKnown[row + i] = stack[row + i]! < 0 ? -1 : stacks === 'numbered' ? stack[row + i]! : 0;
  }
}

function shuffle(words: Int32Array, at: number, count: number): void {
  for (let i = count - 1; i > 0; i--) {
    const j = nextBelow(rng, 0, i + 1);
    const word = words[at + i]!;
    words[at + i] = words[at + j]!;
    words[at + j] = word;
  }
}

function fillVault(state: GangState): void {
  const { modifiers } = state.plan;
  state.vault.fill(-1);
  let count = 0;
  modifiers.forEach((modifier, i) => {
    if (modifier.kind === 'vault') state.vault[count++] = i;
  });
  shuffle(state.vault, 0, state.vault.length);
  state.vaultKnown.fill(VAULT_FACE_DOWN);
}

/** One tool a seat: forced ones to the first seats, the others shuffled. */
function dealTools(state: GangState, sink: GangSink | undefined): void {
  const { config, plan, shape } = state;
  if (shape.tools === 0) return;
  const forced = plan.forced.filter((i) => plan.modifiers[i]!.kind === 'tool');
  const others = Int32Array.from(config.tools ? plan.tools.filter((i) => !forced.includes(i)) : []);
  shuffle(others, 0, others.length);
  const order = [...forced, ...others];
  for (let seat = 0; seat < shape.seats && seat < order.length; seat++) {
    const tool = order[seat]!;
    state.tool[seat] = tool;
    if (sink !== undefined) sink({ type: 'tool', to: 1 << seat, seat, tool: plan.modifiers[tool]!.id });
  }
}

const BOX: ToolBox = {
  below: (n) => nextBelow(rng, 0, n),
  takeSpecialist: (state, specialist) => {
    removeFromStack(state, specialist);
    // R-BURNER: which cards are missing is their owner's secret, so that a numbered order is known no more.
    for (let i = SPECIALISTS; i < SPECIALISTS + STACK_SIZE && i < state.stackKnown.length; i++) {
      if (state.stackKnown[i]! > 0) state.stackKnown[i] = 0;
    }
  },
};

/** What tools do as soon as they are dealt. */
function receiveTools(state: GangState, sink: GangSink | undefined): void {
  for (const [seat, tool] of state.tool.entries()) {
    if (tool >= 0) state.plan.modifiers[tool]!.received?.(state, tool, seat, BOX, sink);
  }
}

/** What is active in the first heist: the variant, the dealer, the jokers, forced cards, and the mode's opening cards. */
function openingCards(state: GangState): void {
  const { config, info, plan } = state;
  activate(state, plan.standing);
  activateForced(state);
  const forcedChallenges = plan.forced.filter((i) => plan.modifiers[i]!.kind === 'challenge').length;
  if (config.mode === 'professional' && forcedChallenges === 0) {
    const number = drawAnywhere(state);
    if (number > 0) {
      info[PERMANENT] = number;
      state.active[plan.challenges[number]!] = 1;
    }
  }
  if (config.mode === 'masterThief') {
    for (let i = forcedChallenges; i < 2; i++) {
      const number = drawAnywhere(state);
      if (number > 0) state.active[plan.challenges[number]!] = 1;
    }
  }
  const forcedCards = plan.forced.some((i) => ['challenge', 'specialist'].includes(plan.modifiers[i]!.kind));
  if (config.length === 'heist' && !forcedCards && (config.mode === 'advanced' || config.mode === 'professional')) {
    // A heist as in mid-game: the one before it succeeded or failed, and its card comes from anywhere in the stack.
    shuffleStack(state, CHALLENGES);
    shuffleStack(state, SPECIALISTS);
    turnTop(state, nextBelow(rng, 0, 2) === 0 ? CHALLENGES : SPECIALISTS);
  }
  const forcedVault = plan.forced.some((i) => plan.modifiers[i]!.kind === 'vault');
  // As after a success or a failure: a vault card has been turned or not.
  if (config.length === 'heist' && config.vaults && !forcedVault && nextBelow(rng, 0, 2) === 0) turnVault(state);
}

/** Nobody knows its order any more. */
function shuffleStack(state: GangState, row: number): void {
  const count = countOf(state, row);
  shuffle(state.stack, row, count);
  state.stackKnown.fill(0, row, row + count);
}

function activate(state: GangState, list: readonly number[]): void {
  for (const modifier of list) state.active[modifier] = 1;
}

/** Forced cards are active in every heist; forced tools are in hands, not in use. */
function activateForced(state: GangState): void {
  for (const modifier of state.plan.forced) {
    if (state.plan.modifiers[modifier]!.kind !== 'tool') state.active[modifier] = 1;
  }
}

function countOf(state: GangState, row: number): number {
  let count = 0;
  while (count < STACK_SIZE && state.stack[row + count]! >= 0) count++;
  return count;
}

/** A random challenge of the stack; the rest keeps its order (R-STACK-END). 0 when there is none. */
function drawAnywhere(state: GangState): number {
  const count = countOf(state, CHALLENGES);
  if (count === 0) return 0;
  return takeOut(state, CHALLENGES, nextBelow(rng, 0, count));
}

function takeOut(state: GangState, row: number, place: number): number {
  const { stack, stackKnown } = state;
  const number = stack[row + place]!;
  for (let i = place; i < STACK_SIZE - 1; i++) {
    stack[row + i] = stack[row + i + 1]!;
    stackKnown[row + i] = stackKnown[row + i + 1]!;
  }
  stack[row + STACK_SIZE - 1] = -1;
  stackKnown[row + STACK_SIZE - 1] = -1;
  return number;
}

function removeFromStack(state: GangState, modifier: number): void {
  const { kind, number } = state.plan.modifiers[modifier]!;
  const row = kind === 'challenge' ? CHALLENGES : kind === 'specialist' ? SPECIALISTS : -1;
  if (row < 0) return;
  for (let i = 0; i < STACK_SIZE; i++) if (state.stack[row + i] === number) takeOut(state, row, i);
}

/** Turns the top card of a stack: it is active in this heist. */
function turnTop(state: GangState, row: number): void {
  if (countOf(state, row) === 0) return;
  const number = takeOut(state, row, 0);
  const byNumber = row === CHALLENGES ? state.plan.challenges : state.plan.specialists;
  state.active[byNumber[number]!] = 1;
}

/** R-STACK-END: back to the bottom of its stack, where everybody knows it to lie. */
function putUnder(state: GangState, row: number, number: number): void {
  const place = row + countOf(state, row);
  state.stack[place] = number;
  state.stackKnown[place] = number;
}

/** After a heist: its cards go back, the next heist's are turned. `bars`: gold bars that it moved, 0 when it failed. */
export function turnCards(state: GangState, success: boolean, bars: number): void {
  const { active, config, plan } = state;
  if (plan.modifiers.length === 0) return;
  let extra = 0;
  for (const { modifier, call } of plan.extraChallenges) {
    if (active[modifier] === 1) extra += call(state, modifier, success);
  }
  putCardsBack(state);
  if (config.mode === 'masterThief') {
    keepOneChallenge(state);
    if (activeChallenges(state) < CHALLENGES_OF_THIEVES) turnTop(state, CHALLENGES);
  } else if (usesChallenges(config)) {
    turnTop(state, success ? CHALLENGES : SPECIALISTS);
  }
  if (usesChallenges(config)) for (let i = 0; i < extra; i++) turnTop(state, CHALLENGES);
  for (let i = 0; i < bars; i++) turnVault(state);
}

/** R-STACK-END: what was active for one heist goes back to the bottom of its stack (or the box, R-BURNER). */
function putCardsBack(state: GangState): void {
  const { active, config, info, plan } = state;
  plan.modifiers.forEach((modifier, i) => {
    if (active[i] === 0 || plan.forced.includes(i) || plan.standing.includes(i)) return;
    if (modifier.kind === 'challenge') {
      if (modifier.number === info[PERMANENT] || config.mode === 'masterThief') return;
      putUnder(state, CHALLENGES, modifier.number);
    } else if (modifier.kind === 'specialist') {
      if (!plan.toBox.some(({ modifier: by, call }) => call(state, by, i))) {
        putUnder(state, SPECIALISTS, modifier.number);
      }
    }
    active[i] = 0;
  });
}

/** Challenges of master thief mode. */
const CHALLENGES_OF_THIEVES = 2;

/** Master thief: the lowest-numbered challenges are discarded until one is left. Forced ones stay. */
function keepOneChallenge(state: GangState): void {
  const { active, plan } = state;
  for (let number = 1; number <= STACK_SIZE; number++) {
    const modifier = plan.challenges[number]!;
    if (activeChallenges(state) < CHALLENGES_OF_THIEVES) return;
    if (modifier < 0 || active[modifier] === 0 || plan.forced.includes(modifier)) continue;
    active[modifier] = 0;
    putUnder(state, CHALLENGES, number);
  }
}

function activeChallenges(state: GangState): number {
  let count = 0;
  for (const index of state.plan.challenges) if (index >= 0 && state.active[index] === 1) count++;
  return count;
}

/** Turns the top vault card: it is active in the heist that begins (R-VAULT). */
function turnVault(state: GangState): void {
  const { info, vault } = state;
  const turned = info[VAULTS_TURNED]!;
  if (turned >= vault.length) return;
  info[VAULTS_TURNED] = turned + 1;
  state.vaultKnown[turned] = vault[turned]!;
  if (vault[turned]! >= 0) state.active[vault[turned]!] = 1;
}

/**
 * The stacks as the game leaves them, top first, for the `stacks` of the next one: what was active last lies under the
 * others (R-STACK-END), so that several games go through all cards.
 */
export function stacksLeft(state: GangState): StackOrder {
  const { active, plan, stack } = state;
  const row = (from: number, byNumber: Int32Array): number[] => {
    const left = stack.length === 0 ? [] : [...stack.subarray(from, from + STACK_SIZE)].filter((number) => number > 0);
    const last = [...byNumber.keys()].filter((number) => byNumber[number]! >= 0 && active[byNumber[number]!] === 1);
    return [...left, ...last.filter((number) => !left.includes(number))];
  };
  return { challenges: row(CHALLENGES, plan.challenges), specialists: row(SPECIALISTS, plan.specialists) };
}

/** Ids of the challenges, specialists and vault effects that are active. */
export function activeIds(state: { readonly plan: Plan; readonly active: Int32Array }): string[] {
  return state.plan.modifiers
    .filter((modifier, i) => state.active[i] === 1 && ['challenge', 'specialist', 'vault'].includes(modifier.kind))
    .map((modifier) => modifier.id);
}
