import type { Replay } from '../../core/replay.js';
import { called } from '../called.js';
import { interruptible } from '../interrupt.js';
import { LineReader } from './line-reader.js';
import { type PlaySetup, saveReplay } from './run.js';

/** Milliseconds in which an input that is empty from the start is noticed. */
const GLANCE = 150;
/** Milliseconds in which `npm start` without a terminal waits for a first line before bots play alone. */
const PATIENCE = 5000;

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function explain(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** The lines of whoever sits at a seat without a terminal. */
export class LineInput {
  /** Nobody answered the first prompt in time. */
  absent = false;
  private answered = false;

  /** `patience`: milliseconds to wait for the first line; absent: for ever. */
  constructor(
    private readonly lines: LineReader,
    readonly quit: AbortController,
    private readonly patience: number | undefined,
  ) {}

  /** The next line; `null` at the end of the input, and when the game has been left. */
  async next(): Promise<string | null> {
    const { patience, quit } = this;
    if (this.answered || patience === undefined) return this.lines.next(quit.signal);
    const line = await this.lines.next(AbortSignal.any([quit.signal, AbortSignal.timeout(patience)]));
    this.answered = true;
    if (line !== null || this.lines.over) return line;
    this.absent = true;
    quit.abort();
    return null;
  }
}

/** A game that is played line by line: what differs between the games. */
export interface LineGame<R> {
  /** With somebody at the other end of the input. */
  seat(input: LineInput): Promise<R>;
  /** Bots in all seats. */
  watch(signal: AbortSignal): Promise<R>;
  /** How it ended, in a sentence. */
  end(result: R): string;
  /** A move to show on the command line. */
  readonly example: string;
}

/** Plays without a terminal, or lets bots play where nobody is there; saves the replay. Gives the exit code. */
export async function playByLines<R extends { readonly over: boolean; readonly replay: Replay }>(
  setup: PlaySetup,
  note: string | null,
  game: LineGame<R>,
): Promise<number> {
  if (note !== null) explain(note);
  const lines = new LineReader();
  const stop = interruptible();
  try {
    // Nobody there at all: nothing to read, and nobody who said that they would sit down.
    let alone = !setup.seatGiven && (await lines.isEmpty(GLANCE));
    let result: R | null = null;
    if (!alone) {
      const quit = new AbortController();
      stop.signal.addEventListener('abort', () => quit.abort());
      const input = new LineInput(lines, quit, !setup.seatGiven && startedByNpm() ? PATIENCE : undefined);
      const played = await game.seat(input);
      alone = input.absent;
      if (!alone) result = played;
    }
    result ??= await game.watch(stop.signal);
    print('');
    print(result.over ? game.end(result) : 'You left the table.');
    const saved = saveReplay(result.replay, setup);
    (saved.path === null ? explain : print)(saved.text);
    if (alone) print(howToJoin(setup.game, game.example));
    return saved.failed ? 1 : 0;
  } finally {
    lines.close();
    stop.release();
  }
}

function howToJoin(game: string, example: string): string {
  const start = `${called()} play ${game}`;
  return `
To join: run "${startedByNpm() ? 'npm start' : start}" in a terminal, and a seat is yours.
Or send moves on standard input, one a line: printf '${example}' | ${start} --seat 0
Everything else: ${start} --help`;
}

/** npm says in the environment which of the package's scripts it runs. */
function startedByNpm(): boolean {
  return process.env.npm_lifecycle_event === 'start';
}
