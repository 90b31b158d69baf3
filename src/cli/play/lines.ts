import { createInterface } from 'node:readline';
import type { GangAgent } from '../../../agents/gang-agent.js';
import { formatCards } from '../../cards/card.js';
import type { Session } from '../../core/agent.js';
import type { Action, ActionList } from '../../core/game.js';
import { formatInputError } from '../../core/result.js';
import type { GangConfig } from '../../gang/config.js';
import type { SeenGangEvent } from '../../gang/events.js';
import { describeAction, parseAction } from '../../gang/notation.js';
import { BARS_TO_WIN, BOARD_COUNT, type GangView, ROUND, ROUND_NAMES, starsOf } from '../../gang/state.js';
import { notPossible, playHeadless } from '../../table/headless.js';
import { type Telling, tellEnd, tellEvent, tellHand } from '../../table/words.js';
import { interruptible } from '../interrupt.js';
import { findBots } from './bots.js';
import { type PlaySetup, saveReplay } from './run.js';

const HELP =
  'Moves: "keep"; "take 3" takes the 3-star chip from wherever it lies, "take 3 from seat 1" or "take 3 from centre" ' +
  'only from there; "quit" leaves the table.';

/** Milliseconds in which `npm start` without a terminal waits for a first line before bots play alone. */
const PATIENCE = 3000;

/** Plays without a terminal: the headless scheduler asks the seat, and each time one line is read (R-HEADLESS). */
export async function playLines(setup: PlaySetup): Promise<number> {
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  const explain = (text: string): void => void process.stderr.write(`${text}\n`);
  const { agent, note } = await findBots(setup.bots, setup.config.players);
  if (note !== null) explain(note);
  const lines = new LineReader();
  // Nobody there at all: nothing to read, and nobody who said that they would sit down.
  const alone = !setup.seatGiven && !(await lines.begins(startedByNpm() ? PATIENCE : undefined));
  const config: GangConfig = alone && !setup.lengthGiven ? { ...setup.config, length: 'heist' } : setup.config;
  print(
    `The Gang: ${config.players} players, seed ${setup.seed}, ${agent.name} in ${alone ? 'every seat' : 'the other seats'}.`,
  );
  print(alone ? 'Nobody is at the keyboard, so bots play.' : `You are seat ${setup.seat}. ${HELP}`);
  if (config.roundEnd === 'ready')
    print('House rule: a round ends when everybody holds a chip and nobody wants to move one any more.');
  const stop = interruptible();
  const quit = new AbortController();
  stop.signal.addEventListener('abort', () => quit.abort());
  const me = new LineSeat(lines, agent, quit, print, explain);
  const teller = new Teller(setup.seat, !alone, print);
  const seats = Array.from({ length: config.players }, (_, s) => (s === setup.seat && !alone ? me.agent() : agent));
  try {
    const result = await playHeadless({
      config: { ...config },
      seed: setup.seed,
      seats,
      signal: quit.signal,
      watch: [{ seat: setup.seat, hear: (event) => teller.hear(event) }],
    });
    print('');
    if (result.over) print(tellEnd(result.won, result.bars, result.alarms, config.length === 'heist'));
    else print('You left the table.');
    const saved = saveReplay(result.replay, setup);
    if (saved.failed || saved.text.startsWith('The')) explain(saved.text);
    else print(saved.text);
    if (alone) print(JOIN);
    return saved.failed ? 1 : 0;
  } finally {
    lines.close();
    stop.release();
  }
}

const JOIN = `
To join: run "npm start" (or "hench play gang") in a terminal, and a seat is yours.
Or send moves on standard input, one a line: printf 'take 3\\nkeep\\n' | hench play gang --seat 0
Everything else: hench play gang --help`;

/** npm says in the environment which of the package's scripts it runs. */
function startedByNpm(): boolean {
  return process.env.npm_lifecycle_event === 'start';
}

/** Lines of standard input, one at a time. */
class LineReader {
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

  /** Whether there is a first line; waits for it, or `patience` milliseconds. */
  async begins(patience?: number): Promise<boolean> {
    const timer = patience === undefined ? undefined : setTimeout(() => this.close(), patience);
    while (this.queue.length === 0 && !this.ended) await this.change();
    clearTimeout(timer);
    return this.queue.length > 0;
  }

  /** The next line, `null` at the end of the input. */
  async next(signal: AbortSignal): Promise<string | null> {
    const stop = (): void => this.wake?.();
    signal.addEventListener('abort', stop);
    while (this.queue.length === 0 && !this.ended && !signal.aborted) await this.change();
    signal.removeEventListener('abort', stop);
    return signal.aborted ? null : (this.queue.shift() ?? null);
  }

  close(): void {
    this.ended = true;
    this.reader.close();
    process.stdin.unref?.();
    this.wake?.();
  }

  private change(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}

/** The seat of whoever writes the lines; a bot's from the end of the input on. */
class LineSeat {
  private substitute: Session<GangView> | null = null;

  constructor(
    private readonly lines: LineReader,
    private readonly bot: GangAgent,
    private readonly quit: AbortController,
    private readonly print: (text: string) => void,
    private readonly explain: (text: string) => void,
  ) {}

  agent(): GangAgent {
    const { bot } = this;
    return {
      name: 'person',
      observes: 'full',
      open: async (config, seat, rng) => {
        const substitute = await bot.open(config, seat, rng);
        return {
          act: (view, legal, budget) =>
            this.substitute === null ? this.read(view, legal, substitute) : substitute.act(view, legal, budget),
          notice: (event) => substitute.notice?.(event),
          close: () => substitute.close?.(),
        };
      },
    };
  }

  private async read(view: GangView, legal: ActionList, substitute: Session<GangView>): Promise<Action> {
    for (const line of describeTable(view)) this.print(line);
    this.print(`Your move: ${legal.toArray().map(describeAction).join(', ')}`);
    for (;;) {
      const line = await this.lines.next(this.quit.signal);
      if (this.quit.signal.aborted) return legal.at(0);
      if (line === null) {
        this.print(`The input has ended: ${this.bot.name} takes your seat.`);
        this.substitute = substitute;
        return substitute.act(view, legal, { signal: this.quit.signal });
      }
      const text = line.trim().toLowerCase();
      if (text === '') continue;
      if (text === 'quit' || text === 'q') {
        this.quit.abort();
        return legal.at(0);
      }
      if (text === 'help' || text === '?') {
        this.print(HELP);
        continue;
      }
      const action = parseAction(view, line);
      if (action.ok && legal.includes(action.value)) return action.value;
      this.explain(
        formatInputError(action.ok ? notPossible(action.value, legal.toArray().map(describeAction)) : action.error),
      );
    }
  }
}

/** The table as the seat sees it, in a few lines. */
function describeTable(view: GangView): string[] {
  const round = view.info[ROUND]!;
  const board = view.board.subarray(0, view.info[BOARD_COUNT]!);
  const hand = tellHand(view.pocket, board);
  const holder = (chip: number): string => {
    const seat = view.holder[chip]!;
    return seat < 0 ? 'centre' : seat === view.seat ? 'you' : `seat ${seat}`;
  };
  const chips = Array.from({ length: view.shape.chips }, (_, chip) => `${starsOf(chip)} ${holder(chip)}`);
  return [
    '',
    `Your cards: ${formatCards(view.pocket)}. Table: ${board.length === 0 ? 'no cards yet' : formatCards(board)}. You have: ${hand}.`,
    `${ROUND_NAMES[round]} chips: ${chips.join(', ')}.`,
  ];
}

/** Prints what the seat sees happen. */
class Teller {
  private board: readonly number[] = [];
  private readonly telling: Telling;

  constructor(
    seat: number,
    you: boolean,
    private readonly print: (text: string) => void,
  ) {
    this.telling = {
      name: (s) => (you && s === seat ? 'you' : `seat ${s}`),
      isYou: (s) => you && s === seat,
      chip: (chip) => `the ${starsOf(chip)}-star chip`,
      cards: formatCards,
    };
  }

  hear(event: SeenGangEvent): void {
    const { print, telling } = this;
    switch (event.type) {
      case 'heist':
        this.board = [];
        print('');
        print(`Heist ${event.heist + 1}. Gold bars ${event.bars} of ${BARS_TO_WIN}, alarms ${event.alarms} of 3.`);
        return;
      case 'deal':
        print(
          telling.isYou(event.seat)
            ? `Your cards: ${formatCards(event.cards)}`
            : `Cards of seat ${event.seat}: ${formatCards(event.cards)}`,
        );
        return;
      case 'round':
        this.board = [...this.board, ...event.cards];
        print('');
        print(tellEvent(event, telling)!);
        return;
      case 'ready':
        return; // nobody says it here: the scheduler ends the round when nobody is left to ask
      case 'roundEnd':
        if (event.round === 3) {
          print('');
          print(`Showdown, lowest red chip first. Table: ${formatCards(this.board)}`);
        }
        return;
      case 'reveal': {
        const hand = tellHand(event.cards, this.board);
        const mistake = event.correct ? '' : '  <- weaker than a hand before';
        const who = telling.name(event.seat).padEnd(6);
        print(`  ${starsOf(event.chip)}  ${who}  ${formatCards(event.cards)}  ${hand}${mistake}`);
        return;
      }
      case 'gameOver':
        return;
      default: {
        const line = tellEvent(event, telling);
        if (line !== null) print(line);
      }
    }
  }
}
