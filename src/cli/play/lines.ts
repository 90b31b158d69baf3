import type { GangAgent } from '../../../agents/gang-agent.js';
import { formatCards } from '../../cards/card.js';
import type { Session } from '../../core/agent.js';
import type { Action, ActionList } from '../../core/game.js';
import { formatInputError, type InputError } from '../../core/result.js';
import { KEEP, READY } from '../../gang/actions.js';
import type { GangConfig } from '../../gang/config.js';
import type { SeenGangEvent } from '../../gang/events.js';
import { describeAction, parseAction } from '../../gang/notation.js';
import { BARS_TO_WIN, BOARD_COUNT, type GangView, ROUND, ROUND_NAMES, starsOf } from '../../gang/state.js';
import { notPossible, playHeadless } from '../../table/headless.js';
import type { TableResult } from '../../table/result.js';
import { capital, type Telling, tellEnd, tellEvent, tellHand } from '../../table/words.js';
import { type Bots, findBots } from './bots.js';
import { explain, type LineInput, playByLines, print } from './line-input.js';
import type { GangSetup } from './run.js';

const HELP =
  'Moves: "keep"; "take 3" takes the 3-star chip from wherever it lies, "take 3 from seat 1" or "take 3 from centre" ' +
  'only from there; "quit" leaves the table.';

/** Plays without a terminal: the headless scheduler asks the seat, and each time one line is read (R-HEADLESS). */
export async function playLines(setup: GangSetup): Promise<number> {
  const bots = await findBots('gang', setup.bots, setup.config.players, setup.seat);
  return playByLines(setup, bots.note, {
    seat: (input) => playSeat(setup, bots, input),
    watch: (signal) => watchBots(setup, bots, signal),
    end: ({ won, bars, alarms, replay }) => tellEnd(won, bars, alarms, replay.header.config.length === 'heist'),
    example: 'take 3\\nkeep\\n',
  });
}

/** A game with somebody at the other end of the input. */
async function playSeat(setup: GangSetup, bots: Bots<GangAgent>, input: LineInput): Promise<TableResult> {
  const { config, seat, seed } = setup;
  print(`The Gang: ${config.players} players, seed ${seed}, ${bots.label} in the other seats. You are seat ${seat}.`);
  print(HELP);
  if (config.roundEnd === 'ready') print(HOUSE_RULE);
  const me = new LineSeat(input, bots.agents[seat]!);
  const seats = bots.agents.map((bot, s) => (s === seat ? me.agent() : bot));
  const teller = new Teller(seat, true);
  const watch = [{ seat, hear: (event: SeenGangEvent) => teller.hear(event) }];
  return playHeadless({ config: { ...config }, seed, seats, signal: input.quit.signal, watch });
}

/** Bots in all seats, for one heist unless the length was asked for. */
async function watchBots(setup: GangSetup, bots: Bots<GangAgent>, signal: AbortSignal): Promise<TableResult> {
  const { seat, seed } = setup;
  const config: GangConfig = setup.lengthGiven ? setup.config : { ...setup.config, length: 'heist' };
  const who = bots.agents.every((bot) => bot === bots.agents[0])
    ? `${bots.label} plays every seat`
    : `${bots.label} play all seats`;
  print(`The Gang: ${config.players} players, seed ${seed}. Nobody is at the keyboard, so ${who}.`);
  if (config.roundEnd === 'ready') print(HOUSE_RULE);
  const teller = new Teller(seat, false);
  const watch = [{ seat, hear: (event: SeenGangEvent) => teller.hear(event) }];
  return playHeadless({ config: { ...config }, seed, seats: [...bots.agents], signal, watch });
}

const HOUSE_RULE = 'House rule: a round ends when everybody holds a chip and nobody wants to move one any more.';

/** The seat of whoever writes the lines; a bot's from the end of the input on. */
class LineSeat {
  private substitute: Session<GangView> | null = null;

  constructor(
    private readonly input: LineInput,
    private readonly bot: GangAgent,
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
    for (const line of describeTable(view)) print(line);
    print(`Your move: ${legal.toArray().map(describeAction).join(', ')}`);
    for (;;) {
      const line = await this.input.next();
      if (this.input.quit.signal.aborted) return legal.at(0);
      if (line === null) {
        print(`The input has ended: ${this.bot.name} takes your seat.`);
        this.substitute = substitute;
        return substitute.act(view, legal, { signal: this.input.quit.signal });
      }
      const text = line.trim().toLowerCase();
      if (text === '') continue;
      if (text === 'quit' || text === 'q') {
        this.input.quit.abort();
        return legal.at(0);
      }
      if (text === 'help' || text === '?') {
        print(HELP);
        continue;
      }
      const action = parseAction(view, line);
      if (action.ok && legal.includes(action.value)) return action.value;
      explain(formatInputError(action.ok ? refusal(action.value, legal) : action.error));
    }
  }
}

/** Why a move that was understood can't be made. */
function refusal(action: Action, legal: ActionList): InputError {
  const error = notPossible(action, legal.toArray().map(describeAction));
  if (action !== READY || !legal.includes(KEEP)) return error;
  // R-HEADLESS: a round ends when nobody is left to ask; to keep is to agree.
  return { ...error, message: 'nobody says "ready" here: "keep" when you are content.' };
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
    `${capital(ROUND_NAMES[round]!)} chips: ${chips.join(', ')}.`,
  ];
}

/** Prints what the seat sees happen. */
class Teller {
  private board: readonly number[] = [];
  private readonly telling: Telling;

  constructor(seat: number, you: boolean) {
    this.telling = {
      name: (s) => (you && s === seat ? 'you' : `seat ${s}`),
      isYou: (s) => you && s === seat,
      chip: (chip) => `the ${starsOf(chip)}-star chip`,
      cards: formatCards,
    };
  }

  hear(event: SeenGangEvent): void {
    const { telling } = this;
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
