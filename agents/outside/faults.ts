import { FAULT_KINDS, type FaultKind, type Faults } from '../../src/core/agent.js';

/** What users' own agents are held to. */
export interface OutsideOptions {
  /** Milliseconds for a move. */
  readonly moveTime?: number | undefined;
  /** A fault costs the game (`ForfeitError`), not only the move. */
  readonly strict?: boolean | undefined;
  /** Gets what agents write to stderr. */
  readonly stderr?: ((text: string) => void) | undefined;
  /** Hears of every fault when it happens: `./bot.js: ended with code 1`. */
  readonly fault?: ((sentence: string) => void) | undefined;
}

/** Milliseconds for a move unless told otherwise, and for the start of a process. */
export const MOVE_TIME = 10_000;
export const START_TIME = 30_000;

/** Longest time for a move that can be asked for: a timer's reach. */
export const MOVE_TIME_MAX = 86_400_000;

const TEXT_MAX = 300;

/** Counts the faults of one agent. */
export class FaultLog implements Faults {
  readonly counts: Record<FaultKind, number> = { crash: 0, stall: 0, illegal: 0, garbled: 0, unasked: 0 };
  first: string | null = null;

  constructor(
    private readonly agent: string,
    private readonly options: OutsideOptions,
  ) {}

  /** `message` is a part of a sentence: `ended with code 1`. */
  note(kind: FaultKind, message: string): void {
    this.counts[kind]++;
    this.first ??= brief(message);
    this.options.fault?.(`${this.agent} ${brief(message)}.`);
  }
}

/** One line, not too long. */
export function brief(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > TEXT_MAX ? `${line.slice(0, TEXT_MAX)}…` : line;
}

/** All faults together. */
export function faultCount(faults: Faults): number {
  return FAULT_KINDS.reduce((sum, kind) => sum + faults.counts[kind], 0);
}

/** The faults that were added between two looks: `before` is `{...faults.counts}` of then. */
export function faultsSince(faults: Faults, before: Readonly<Record<FaultKind, number>>): Record<FaultKind, number> {
  const added = { ...faults.counts };
  for (const kind of FAULT_KINDS) added[kind] -= before[kind];
  return added;
}

/** First line of what was thrown. */
export function thrownText(error: unknown): string {
  return brief((error instanceof Error ? error.message : String(error)).split('\n')[0]!);
}
