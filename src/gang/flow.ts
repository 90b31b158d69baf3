import type { Action, Seat } from '../core/game.js';
import { seedWords } from '../core/rng.js';
import { chipsSkipped } from './chips.js';
import { activeIds, alarmsToLose, barsToWin, turnCards } from './modes.js';
import { AGAIN, type GangSink, NEXT, type StepResult, WAIT } from './modifiers/modifier.js';
import type { PlanStep } from './plan.js';
import { drawCard, shuffleTo } from './pockets.js';
import { closePrompt, PROMPT_KINDS, PURPOSES } from './prompts.js';
import { hasTool, redOrder, settle, showdown } from './showdown.js';
import type { GangState } from './state.js';
import {
  ALARMS,
  BARS,
  BOARD_BY_ROUND,
  BOARD_COUNT,
  BOARD_MAX,
  CURSOR,
  DARK_CHIPS,
  DECK_SIZE,
  DISCARDED,
  EXITS_LEFT,
  HEIST,
  HOOK,
  LAST_CHIP,
  LAST_FROM,
  LAST_SEAT,
  LEDGER_COUNT,
  MOVES,
  OVER,
  PAST_OUTCOME,
  PHASE,
  PHASE_CHIPS,
  PHASE_TALK,
  PROMPT_ASKED,
  PROMPT_BY,
  PROMPT_KIND,
  PROMPT_PENDING,
  PROMPT_PURPOSE,
  PROMPT_SECRET,
  READY_MASK,
  RESHUFFLES,
  REVEALED,
  ROUND,
  ROUNDS,
  STAGE,
  STEP,
} from './words.js';

/**
 * A heist is the plan's list of steps, gone through one by one. Most are done at once; one that has to wait – for chips
 * to be taken, for a question to be answered – leaves its place in `flow` and is taken up again from there.
 */

/** Goes on with the steps from where the table stands until seats have to act or the game is over. */
export function advance(state: GangState, sink: GangSink | undefined): void {
  const { flow, plan } = state;
  const { steps, settle: settlers } = plan;
  for (;;) {
    for (let i = 0; i < settlers.length; i++) {
      const { modifier, call } = settlers[i]!;
      if (state.isActive(modifier) && call(state, modifier, sink) === WAIT) {
        announceQuestion(state, sink);
        return;
      }
    }
    const step = steps[flow[STEP]!]!;
    const result = runStep(state, step, sink);
    if (result === WAIT) {
      if (flow[PROMPT_BY] !== 0) announceQuestion(state, sink);
      return;
    }
    if (result === NEXT) nextStep(state);
  }
}

function nextStep(state: GangState): void {
  const { flow } = state;
  flow[STEP] = flow[STEP]! + 1;
  flow[CURSOR] = 0;
  flow[HOOK] = 0;
  flow[STAGE] = 0;
}

function runStep(state: GangState, step: PlanStep, sink: GangSink | undefined): StepResult {
  switch (step.kind) {
    case 'start':
      startHeist(state, sink);
      return NEXT;
    case 'deal':
      dealPockets(state, sink);
      return NEXT;
    case 'round':
      startRound(state, step.round);
      return NEXT;
    case 'layOut':
      layOut(state, step.round, sink);
      return NEXT;
    case 'hook':
      return state.isActive(step.modifier) ? step.run!(state, step.modifier, step.round, -1, sink) : NEXT;
    case 'tools':
      return runTools(state, step, sink);
    case 'chips':
      return openChips(state, step.round);
    case 'showdown':
      return showdown(state, sink);
    case 'end':
      return endHeist(state, sink);
  }
}

/** The tools of one point, in seat order (R-EFFECT-ORDER): `flow[CURSOR]` is the seat. */
function runTools(state: GangState, step: PlanStep, sink: GangSink | undefined): StepResult {
  const { flow, shape } = state;
  for (let seat = flow[CURSOR]!; seat < shape.seats; seat = ++flow[CURSOR]!) {
    const tool = state.tool[seat]!;
    if (tool < 0 || !(hasTool(state, seat, tool) || state.isActive(tool))) continue;
    const run = state.plan.modifiers[tool]!.steps?.[step.point!];
    if (run === undefined) continue;
    const result = run(state, tool, step.round, seat, sink);
    if (result !== NEXT) return result;
    flow[STAGE] = 0;
  }
  return NEXT;
}

/** Takes the answer of a seat to the open question, and goes on when it was the last. The answer is legal. */
export function answer(state: GangState, seat: Seat, action: Action, sink: GangSink | undefined): void {
  const { flow, plan } = state;
  state.answers[seat] = action;
  flow[PROMPT_PENDING] = flow[PROMPT_PENDING]! & ~(1 << seat);
  if (sink !== undefined) sink({ type: 'answer', to: 1 << seat, seat, action });
  if (flow[PROMPT_PENDING] !== 0) return;
  const by = flow[PROMPT_BY]! - 1;
  const step = plan.steps[flow[STEP]!]!;
  flow[PROMPT_BY] = 0; // its other words stay readable for the handler, which may ask again
  const result = plan.modifiers[by]!.answered!(state, by, step.round, seatOfStep(state, step), sink);
  if (flow[PROMPT_BY] === 0) closePrompt(state);
  if (result === WAIT) {
    announceQuestion(state, sink);
    return;
  }
  if (result === NEXT) {
    flow[STAGE] = 0;
    if (step.kind === 'tools') flow[CURSOR] = flow[CURSOR]! + 1;
    else if (step.kind === 'showdown') flow[HOOK] = flow[HOOK]! + 1;
    else nextStep(state);
  }
  advance(state, sink);
}

/** The seat that a step speaks of: a tool's owner, the hand to be revealed; −1 for others. */
function seatOfStep(state: GangState, step: PlanStep): number {
  if (step.kind === 'tools') return state.flow[CURSOR]!;
  return step.kind === 'showdown' ? redOrder(state, state.flow[CURSOR]!) : -1;
}

function announceQuestion(state: GangState, sink: GangSink | undefined): void {
  if (sink === undefined) return;
  const { flow, plan } = state;
  const asked = flow[PROMPT_ASKED]!;
  sink({
    type: 'ask',
    ...(flow[PROMPT_SECRET] === 1 ? { to: asked } : {}),
    by: plan.modifiers[flow[PROMPT_BY]! - 1]!.id,
    kind: PROMPT_KINDS[flow[PROMPT_KIND]!]!,
    purpose: PURPOSES[flow[PROMPT_PURPOSE]!]!,
    asked,
  });
}

/** A heist begins with a fresh deck, from its own stream of the game's seed: its cards don't depend on what was before. */
function startHeist(state: GangState, sink: GangSink | undefined): void {
  const { deck } = state.shape;
  const { flow, info, plan } = state;
  const seed = (state.seed[0]! >>> 0) + (state.seed[1]! >>> 0) * 0x1_0000_0000;
  seedWords(state.rng, 0, seed, info[HEIST]! + 1);
  for (let i = 0; i < deck; i++) state.deck[i] = i < DECK_SIZE ? i : i + JOKER_GAP;
  state.deckInfo[0] = 0;
  state.deckInfo[1] = 0;
  state.board.fill(-1);
  state.pocket.fill(-1);
  state.star.fill(-1);
  state.first.fill(-1);
  state.took.fill(0);
  state.stole.fill(0);
  state.pocketCount.fill(0);
  info[BOARD_COUNT] = 0;
  info[PHASE] = PHASE_CHIPS;
  flow.fill(0, 1);
  if (!state.plain) {
    startRound(state, 0); // nothing of the heist before lies about while somebody is asked before the deal
    startHeistExtras(state);
  }
  if (sink !== undefined) {
    sink({ type: 'heist', heist: info[HEIST]!, bars: info[BARS]!, alarms: info[ALARMS]! });
    if (plan.modifiers.length > 0) sink({ type: 'active', cards: activeIds(state) });
  }
}

/** Joker codes follow the other cards after a gap (see `src/cards/card.ts`). */
const JOKER_GAP = 78 - DECK_SIZE;

function startHeistExtras(state: GangState): void {
  const { info, plan, shape } = state;
  state.exit.fill(0);
  info[EXITS_LEFT] = 0;
  info[DARK_CHIPS] = 0;
  info[DISCARDED] = 0;
  info[LEDGER_COUNT] = 0;
  info[RESHUFFLES] = 0;
  info[REVEALED] = 0;
  state.up.fill(-1);
  state.stacked.fill(-1);
  state.ledger.fill(0);
  state.ledgerCard.fill(-1);
  state.discard.fill(-1);
  state.changes.fill(-1);
  state.answers.fill(-1);
  plan.modifiers.forEach((modifier, m) => {
    if (modifier.kind === 'tool') state.active[m] = 0; // used in this heist: not yet
    if (modifier.keepsWords) return;
    const players = shape.seats;
    const shared = plan.sharedAt[m]!;
    state.shared.fill(0, shared, shared + (modifier.sharedWords?.(players) ?? 0));
    const hidden = plan.hiddenAt[m]!;
    state.hidden.fill(0, hidden, hidden + (modifier.hiddenWords?.(players) ?? 0));
    const own = modifier.ownWords?.(players) ?? 0;
    for (let s = 0; s < players; s++) {
      const at = s * shape.own + plan.ownAt[m]!;
      state.own.fill(0, at, at + own);
    }
  });
}

function dealPockets(state: GangState, sink: GangSink | undefined): void {
  const { plan, shape } = state;
  const { seats, pocket } = shape;
  const base = plan.variant?.pocketBase ?? 2;
  shuffleTo(state, base * seats + BOARD_MAX);
  for (let s = 0; s < seats; s++) {
    let count = base;
    for (const { modifier, call } of plan.pocketCards) {
      if (state.isActive(modifier)) count += call(state, modifier, s);
    }
    for (let i = 0; i < count; i++) state.pocket[s * pocket + i] = drawCard(state);
    state.pocketCount[s] = count;
    if (sink !== undefined) {
      const cards = [...state.pocket.subarray(s * pocket, s * pocket + count)];
      sink({ type: 'deal', to: 1 << s, seat: s, cards });
    }
  }
}

/** The chips of the round before lie where they are; those of this one aren't laid out yet. */
function startRound(state: GangState, round: number): void {
  const { info } = state;
  info[ROUND] = round;
  state.holder.fill(-1);
  state.takes.fill(0);
  info[MOVES] = 0;
  info[LAST_SEAT] = -1;
  info[LAST_CHIP] = -1;
  info[LAST_FROM] = -1;
  info[READY_MASK] = 0;
  if (state.plain) return;
  info[PHASE] = PHASE_TALK;
  info[DARK_CHIPS] = 0;
  info[EXITS_LEFT] = round === ROUNDS - 1 ? state.shape.exits : 0;
}

/** Lays out the face-up cards of the round, the variant's way or on the board. */
function layOut(state: GangState, round: number, sink: GangSink | undefined): void {
  const { info, plan } = state;
  const { variant, variantIndex } = plan;
  if (variant?.layOut !== undefined) {
    variant.layOut(state, variantIndex, round, sink);
    return;
  }
  const before = info[BOARD_COUNT]!;
  const count = BOARD_BY_ROUND[round]!;
  for (let i = before; i < count; i++) state.board[i] = drawCard(state);
  info[BOARD_COUNT] = count;
  if (sink === undefined) return;
  // Those of this round, also where a dealer has laid them out already.
  const first = round === 0 ? 0 : BOARD_BY_ROUND[round - 1]!;
  sink({ type: 'round', round, cards: [...state.board.subarray(first, count)] });
}

/** The chips of the round are laid out; or the round has none (R-QUICK). */
function openChips(state: GangState, round: number): StepResult {
  const { info, plan } = state;
  if (state.plain) return WAIT;
  if (chipsSkipped(state, round)) return NEXT;
  for (const { modifier, call } of plan.darkChips) {
    if (state.isActive(modifier)) info[DARK_CHIPS] = info[DARK_CHIPS]! | call(state, modifier, round);
  }
  for (const { modifier, call } of plan.noDarkChips) if (call(state, modifier)) info[DARK_CHIPS] = 0;
  info[PHASE] = PHASE_CHIPS;
  return WAIT;
}

/** All chips of the round are final. */
export function endRound(state: GangState, sink: GangSink | undefined): void {
  const round = state.info[ROUND]!;
  const { seats } = state.shape;
  if (sink !== undefined) {
    sink({ type: 'roundEnd', round, chips: [...state.star.subarray(round * seats, (round + 1) * seats)] });
  }
  if (!state.plain) state.info[PHASE] = PHASE_TALK;
  nextStep(state);
  advance(state, sink);
}

function endHeist(state: GangState, sink: GangSink | undefined): StepResult {
  const { config, info } = state;
  const before = info[BARS]!;
  const success = settle(state, sink);
  info[PHASE] = PHASE_CHIPS;
  info[HEIST] = info[HEIST]! + 1;
  const over = config.length === 'heist' || info[BARS]! >= barsToWin(config) || info[ALARMS]! >= alarmsToLose(config);
  if (over) {
    info[OVER] = 1;
    if (sink !== undefined) sink({ type: 'gameOver', won: hasWon(state) });
    return WAIT;
  }
  turnCards(state, success, info[BARS]! - before);
  state.flow[STEP] = 0;
  return AGAIN;
}

/** Whether the finished game was won: three gold bars (five with vaults), or the one heist of a table of that length. */
export function hasWon(state: GangState): boolean {
  const { config, info } = state;
  if (!info[OVER]) return false;
  return config.length === 'heist' ? info[PAST_OUTCOME] === 1 : info[BARS]! >= barsToWin(config);
}
