import { createInterface } from 'node:readline';

/** Lines of standard input, one at a time. */
export class LineReader {
  private readonly queue: string[] = [];
  private ended = false;
  private wake: (() => void) | null = null;
  private readonly reader = createInterface({ input: process.stdin, terminal: false });

  constructor() {
    this.reader.on('line', (line) => {
      this.queue.push(line);
      this.wake?.();
    });
    this.reader.on('close', () => {
      this.ended = true;
      this.wake?.();
    });
  }

  /** Whether the input ends within `ms` milliseconds without a line. */
  async isEmpty(ms: number): Promise<boolean> {
    await this.wait(AbortSignal.timeout(ms));
    return this.ended && this.queue.length === 0;
  }

  /** The next line; `null` at the end of the input, and when `signal` comes first. */
  async next(signal: AbortSignal): Promise<string | null> {
    await this.wait(signal);
    return signal.aborted ? null : (this.queue.shift() ?? null);
  }

  /** Whether the input has ended. */
  get over(): boolean {
    return this.ended;
  }

  close(): void {
    this.ended = true;
    this.reader.close();
    process.stdin.unref?.();
    this.wake?.();
  }

  /** Until there is a line, the input has ended, or `signal` is aborted. */
  private async wait(signal: AbortSignal): Promise<void> {
    const stop = (): void => this.wake?.();
    signal.addEventListener('abort', stop);
    while (this.queue.length === 0 && !this.ended && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    signal.removeEventListener('abort', stop);
  }
}
