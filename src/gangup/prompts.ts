import { FRAME, type GangupState, INFO } from './state.js';

/** What a seat is asked. `target` and `pay` belong to a play that isn't announced yet: only its player sees them. */
export const PROMPTS = [
  'none',
  'leader',
  'start',
  'offer',
  'gangsters',
  'priority',
  'third',
  'rumor',
  'organize',
  'bid',
  'ally',
  'end',
  'discardDown',
  'answer',
  'pick',
  'discardPick',
  'givePick',
  'takePick',
  'peek',
  'may',
  'target',
  'pay',
] as const;
export type PromptName = (typeof PROMPTS)[number];
export const PROMPT = Object.fromEntries(PROMPTS.map((name, i) => [name, i])) as Record<PromptName, number>;

/** Where a turn stands; the engine goes on from here when nothing is being asked or resolved. */
export const STEPS = [
  'leaders',
  'turnStart',
  'start',
  'offer',
  'draw',
  'gangsters',
  'gangstersRound',
  'third',
  'crimeDraw',
  'reveal',
  'rumor',
  'rumorRound',
  'organize',
  'bids',
  'allyPick',
  'progress',
  'crimeRound',
  'outcome',
  'outcomeEnd',
  'afterRound',
  'crimeEnd',
  'end',
  'discardDown',
  'turnOver',
] as const;
export type StepName = (typeof STEPS)[number];
export const STEP = Object.fromEntries(STEPS.map((name, i) => [name, i])) as Record<StepName, number>;

export function ask(state: GangupState, prompt: number, seat: number): void {
  state.info[INFO.prompt] = prompt;
  state.info[INFO.promptSeat] = seat;
}

export function goTo(state: GangupState, step: number): void {
  state.info[INFO.step] = step;
}

/** Whether a frame holds a play or a program. */
export function inUse(frame: Int32Array): boolean {
  return frame[FRAME.ability]! >= 0;
}

/** Empties a frame. */
export function clearFrame(frame: Int32Array): void {
  frame.fill(0);
  frame[FRAME.ability] = -1;
  frame[FRAME.card] = -1;
  frame[FRAME.slot] = -1;
  frame[FRAME.user] = -1;
  frame[FRAME.eventSeat] = -1;
  frame[FRAME.eventSlot] = -1;
  frame[FRAME.eventCard] = -1;
  frame[FRAME.last] = -1;
}
