import { type ChildProcess, fork, spawn } from 'node:child_process';
import { forget, type Mortal, mind } from './reaper.js';

/** What comes back over a channel. */
export interface ChannelEvents {
  /** A message: for programs a JSON value, for modules what their host sent. */
  message(message: unknown): void;
  /** Something that is no message. */
  garbage(what: string): void;
  /** The process is gone, `how` says how: `ended with code 1`. Comes once, and last. */
  ended(how: string): void;
  stderr(text: string): void;
}

/** A child process that messages are exchanged with. */
export interface Channel extends Mortal {
  send(message: object): void;
  /** Bytes that the process hasn't read yet. */
  readonly unread: number;
}

/** Longest line that a program may write, in bytes. */
export const LINE_MAX = 1 << 20;
/** Milliseconds that a process has to end by itself when it is told that there is no more. */
const GRACE = 500;

/** A process in a group of its own, so that all it started ends with it, and Ctrl-C reaches hench alone. */
const GROUPED = process.platform !== 'win32';

abstract class ChildChannel implements Channel {
  private gone: string | null = null;
  private readonly over: Promise<void>;

  protected constructor(
    protected readonly child: ChildProcess,
    protected readonly events: ChannelEvents,
  ) {
    mind(this);
    let resolveOver = (): void => {};
    this.over = new Promise((resolve) => {
      resolveOver = resolve;
    });
    const gone = (how: string): void => {
      if (this.gone !== null) return;
      this.gone = how;
      this.kill(); // what it started
      forget(this);
      resolveOver();
      events.ended(how);
    };
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) gone(cannotStart(error));
    });
    child.on('exit', (code, signal) => gone(signal === null ? `ended with code ${code}` : `ended by ${signal}`));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => events.stderr(text));
    child.unref();
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      // Pipes are sockets; they must not keep a finished run alive.
      (stream as { unref?(): void } | null)?.unref?.();
      stream?.on('error', () => {}); // the process is gone, or going: `exit` tells
    }
  }

  abstract send(message: object): void;
  abstract get unread(): number;
  /** Tells the process that there is no more. */
  protected abstract hangUp(): void;

  kill(): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    try {
      process.kill(GROUPED ? -pid : pid, 'SIGKILL');
    } catch {
      // gone already
    }
  }

  async end(): Promise<void> {
    if (this.gone !== null) return;
    this.hangUp();
    this.child.ref();
    const timer = setTimeout(() => this.kill(), GRACE);
    await this.over;
    clearTimeout(timer);
  }
}

function cannotStart({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'cannot be started: there is no such program';
  return `cannot be started: ${code === 'EACCES' ? 'it may not be run' : (code ?? message)}`;
}

/** A program that reads and writes a JSON value a line. */
export class LineChannel extends ChildChannel {
  private line: Buffer[] = [];
  private length = 0;

  constructor(command: readonly string[], events: ChannelEvents) {
    super(
      spawn(command[0]!, command.slice(1), {
        stdio: ['pipe', 'pipe', 'pipe'],
        detached: GROUPED,
        windowsHide: true,
      }),
      events,
    );
    this.child.stdout!.on('data', (chunk: Buffer) => this.read(chunk));
  }

  get unread(): number {
    return this.child.stdin!.writableLength;
  }

  send(message: object): void {
    if (this.child.stdin!.writable) this.child.stdin!.write(`${JSON.stringify(message)}\n`);
  }

  protected hangUp(): void {
    this.child.stdin!.end();
  }

  private read(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      this.line.push(chunk.subarray(from, end));
      const text = Buffer.concat(this.line).toString('utf8').trim();
      this.line = [];
      this.length = 0;
      from = end + 1;
      if (text !== '') this.take(text);
    }
    if (from === chunk.length) return;
    this.line.push(chunk.subarray(from));
    this.length += chunk.length - from;
    if (this.length <= LINE_MAX) return;
    this.line = [];
    this.length = 0;
    this.child.stdout!.destroy();
    this.events.garbage(`wrote a line of more than ${LINE_MAX} bytes`);
    this.kill();
  }

  private take(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      this.events.garbage(`wrote '${text.slice(0, 60)}', which is not JSON`);
      return;
    }
    this.events.message(message);
  }
}

/** A module of this package in a process of its own; messages are structured clones, many at a time. */
export class HostChannel extends ChildChannel {
  private outbox: object[] = [];

  constructor(host: URL, events: ChannelEvents) {
    super(
      fork(host, [], {
        serialization: 'advanced',
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        execArgv: [],
        detached: GROUPED,
      }),
      events,
    );
    this.child.channel?.unref();
    this.child.on('message', (messages) => {
      for (const message of messages as unknown as unknown[]) events.message(message);
    });
    // What a module prints must not mix with what a command prints.
    this.child.stdout!.setEncoding('utf8').on('data', (text: string) => events.stderr(text));
  }

  get unread(): number {
    return 0; // the host always reads; what a stalled one leaves is bounded by the time for a move
  }

  send(message: object): void {
    if (this.outbox.push(message) === 1) queueMicrotask(() => this.flush());
  }

  private flush(): void {
    const messages = this.outbox;
    this.outbox = [];
    if (this.child.connected) this.child.send(messages, () => {}); // an error: it is gone, and `exit` tells
  }

  protected hangUp(): void {
    this.flush();
    if (this.child.connected) this.child.disconnect();
  }
}
