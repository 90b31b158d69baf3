/** Where a table gets its time from, so that tests and bots among themselves need not wait. */
export interface Clock {
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** Calls `run` once, `ms` milliseconds from now; the returned function cancels it. */
  after(ms: number, run: () => void | Promise<void>): () => void;
}

/** The time on the wall. Pending timers keep the process alive. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(() => void run(), ms);
    return () => clearTimeout(timer);
  },
};

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly run: () => void | Promise<void>;
}

/**
 * A clock that nobody waits for. `advance` moves it by hand; with `auto` it jumps to the next timer by itself as soon
 * as the one before has finished. Timers run one at a time, by time and then in the order in which they were set, so
 * that what happens depends on the delays alone and never on how fast the machine is.
 */
export class VirtualClock implements Clock {
  private time = 0;
  private order = 0;
  private running = false;
  private readonly timers: Timer[] = [];
  private readonly auto: boolean;

  constructor(options: { readonly auto?: boolean } = {}) {
    this.auto = options.auto === true;
  }

  now(): number {
    return this.time;
  }

  /** Timers that have not run yet. */
  get pending(): number {
    return this.timers.length;
  }

  after(ms: number, run: () => void | Promise<void>): () => void {
    const timer: Timer = { due: this.time + Math.max(0, ms), order: this.order++, run };
    let at = this.timers.length;
    while (at > 0 && this.timers[at - 1]!.due > timer.due) at--;
    this.timers.splice(at, 0, timer);
    if (this.auto && !this.running) {
      this.running = true;
      setImmediate(() => void this.runAll());
    }
    return () => {
      const index = this.timers.indexOf(timer);
      if (index >= 0) this.timers.splice(index, 1);
    };
  }

  /** Lets `ms` milliseconds pass, running every timer that falls due on the way, new ones included. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    while (this.timers.length > 0 && this.timers[0]!.due <= end) await this.runNext();
    this.time = end;
  }

  private async runNext(): Promise<void> {
    const timer = this.timers.shift()!;
    this.time = timer.due;
    await timer.run();
    // What the timer set off (answers of people, say) comes before the next one.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }

  private async runAll(): Promise<void> {
    while (this.timers.length > 0) await this.runNext();
    this.running = false;
  }
}
