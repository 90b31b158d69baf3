import { EventEmitter } from 'node:events';
import { render } from 'ink';
import type { ReactNode } from 'react';

/** A terminal of any size that remembers what was drawn last. */
class FakeOutput extends EventEmitter {
  frame = '';

  constructor(
    public columns: number,
    public rows: number,
  ) {
    super();
  }

  readonly write = (text: string): boolean => {
    this.frame = text;
    return true;
  };
}

/** A keyboard without keys: tests press them through `press`. */
class FakeInput extends EventEmitter {
  readonly isTTY = true;
  private data: string | null = null;

  press(text: string): void {
    this.data = text;
    this.emit('readable');
  }

  readonly read = (): string | null => {
    const { data } = this;
    this.data = null;
    return data;
  };

  setEncoding(): void {}
  setRawMode(): void {}
  ref(): void {}
  unref(): void {}
}

export interface SizedScreen {
  /** What is on the screen, as text. */
  frame(): string;
  press(text: string): void;
  resize(columns: number, rows: number): void;
  close(): void;
}

/** Draws on a terminal of this size. */
export function drawSized(screen: ReactNode, columns: number, rows: number): SizedScreen {
  const stdout = new FakeOutput(columns, rows);
  const stdin = new FakeInput();
  const app = render(screen, {
    stdout: stdout as unknown as NodeJS.WriteStream,
    stdin: stdin as unknown as NodeJS.ReadStream,
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  return {
    frame: () => stdout.frame,
    press: (text) => stdin.press(text),
    resize(c, r) {
      stdout.columns = c;
      stdout.rows = r;
      stdout.emit('resize');
    },
    close: () => app.unmount(),
  };
}
