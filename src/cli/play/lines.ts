import { fitsTable } from '../../../agents/fits.js';
import type { GangAgent } from '../../../agents/gang-agent.js';
import { modelAt } from '../../../agents/trained.js';
import { formatCards } from '../../cards/card.js';
import { describeHand } from '../../cards/names.js';
import type { Session } from '../../core/agent.js';
import { unwrap } from '../../core/errors.js';
import type { Action, ActionList } from '../../core/game.js';
import { formatInputError, type InputError } from '../../core/result.js';
import { KEEP, READY } from '../../gang/actions.js';
import { isDark } from '../../gang/chips.js';
import { type GangConfig, parseGangConfig } from '../../gang/config.js';
import { cardTitle } from '../../gang/event-words.js';
import type { SeenGangEvent } from '../../gang/events.js';
import { alarmsToLose, barsToWin } from '../../gang/modes.js';
import { describeAction, parseAction } from '../../gang/notation.js';
import { planOf } from '../../gang/plan.js';
import { type GangView, PHASE, PHASE_CHIPS, ROUND, ROUND_NAMES, ROUNDS, starsOf } from '../../gang/state.js';
import {
  boardStacks,
  chipWords,
  type InForce,
  inForce,
  known,
  MODE_WORDS,
  pocketCards,
  tellHoldings,
  tellOptions,
  tellOwnHand,
  tellQuestion,
  tellStacks,
  tellUpCards,
  upStacks,
} from '../../table/deluxe-words.js';
import { notPossible, playHeadless } from '../../table/headless.js';
import type { TableResult } from '../../table/result.js';
import { capital, type Telling, tellEnd, tellEvent } from '../../table/words.js';
import { type Bots, findBots } from './bots.js';
import { explain, type LineInput, playByLines, print } from './line-input.js';
import type { GangSetup } from './run.js';
import { Thoughts } from './thoughts.js';

const HELP =
  'Moves: "keep"; "take 3" takes the 3-star chip from wherever it lies, "take 3 from seat 1" or "take 3 from centre" ' +
  'only from there; "think" tells what a bot would think in your seat; "quit" leaves the table.';
/** What other tables know besides. */
const HELP_DELUXE =
  'Questions are answered as they are listed: "not now", "propose seat 2", "vote K", "choose Ah", "yes", "no" …; "take ' +
  'exit" takes an exit chip; "cards" tells the rules in force, "known" what was announced.';

/** Plays without a terminal: the headless scheduler asks the seat, and each time one line is read (R-HEADLESS). */
export async function playLines(setup: GangSetup): Promise<number> {
  const table = {
    players: setup.config.players,
    trained: modelAt(setup.config) !== null,
    fits: (agent: GangAgent) => fitsTable(agent, setup.config),
  };
  const bots = await findBots('gang', setup.bots, table, setup.seat, setup.outside);
  return playByLines(setup, bots.note, {
    seat: (input) => playSeat(setup, bots, input),
    watch: (signal) => watchBots(setup, bots, signal),
    end: ({ won, bars, alarms, replay }) => tellEnd(won, bars, alarms, unwrap(parseGangConfig(replay.header.config))),
    example: 'take 3\\nkeep\\n',
  });
}

/** A game with somebody at the other end of the input. */
async function playSeat(setup: GangSetup, bots: Bots<GangAgent>, input: LineInput): Promise<TableResult> {
  const { config, seat, seed } = setup;
  print(`The Gang: ${config.players} players, seed ${seed}, ${bots.label} in the other seats. You are seat ${seat}.`);
  printTable(config);
  print(HELP);
  if (config.roundEnd === 'ready') print(HOUSE_RULE);
  const me = new LineSeat(input, bots.agents[seat]!, new Thoughts(config, bots.agents));
  const seats = bots.agents.map((bot, s) => (s === seat ? me.agent() : bot));
  const teller = new Teller(seat, true, config);
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
  printTable(config);
  if (config.roundEnd === 'ready') print(HOUSE_RULE);
  const teller = new Teller(seat, false, config);
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
    private readonly thoughts: Thoughts,
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
    const telling = tellingOf(view.seat, true);
    for (const line of describeTable(view, telling)) print(line);
    print(`Your move: ${tellOptions(legal.toArray())}`);
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
        print(view.plain ? HELP : `${HELP} ${HELP_DELUXE}`);
        continue;
      }
      if (text === 'think') {
        for (const told of await this.thoughts.lines(view, telling)) print(told);
        continue;
      }
      if (text === 'cards' || text === 'known') {
        const lines = text === 'cards' ? inForce(view).map(cardLine) : known(view, telling);
        for (const told of lines.length === 0 ? ['Nothing.'] : lines) print(told);
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

/** What the table plays beyond the base game: known from the start, and the cards of each heist when they come up. */
function printTable(config: GangConfig): void {
  const { variant, modifiers } = planOf(config);
  if (config.mode !== 'basic') print(`Mode: ${MODE_WORDS[config.mode]}`);
  const standing = modifiers.filter((m) => m === variant || m.kind === 'dealer' || m.kind === 'jokers');
  for (const { id, text } of standing) print(cardLine({ title: cardTitle(id), text }));
  if (config.tools) print('Tools: everybody has one tool card, secret until it is used, once in the game.');
  if (config.vaults) print('Vaults: five gold bars win; each that is moved turns a vault card for the next heist.');
  if (config.exitChips > 0)
    print(`Exit chips: ${config.exitChips}. Who holds one in Round 4 is left out of the showdown.`);
}

function cardLine({ title, text }: InForce): string {
  return `${title}: ${text}`;
}

/** The table as the seat sees it, in a few lines. */
function describeTable(view: GangView, telling: Telling): string[] {
  const round = Math.min(view.info[ROUND]!, ROUNDS - 1);
  const board = boardStacks(view);
  const hand = tellOwnHand(view);
  const holder = (chip: number): string => {
    const seat = view.holder[chip]!;
    return seat < 0 ? 'centre' : seat === view.seat ? 'you' : `seat ${seat}`;
  };
  const dark = (chip: number): string => (isDark(view, chip) ? ' dark' : '');
  const chips = [...view.plan.chipOrder].map((chip) => `${starsOf(chip)} ${holder(chip)}${dark(chip)}`);
  const own = `Your cards: ${formatCards(pocketCards(view))}.`;
  const table = ` Table: ${board.length === 0 ? 'no cards yet' : tellStacks(board, telling)}.`;
  const up = upStacks(view);
  const lines = ['', `${own}${up.length > 0 ? '' : table}${hand === '' ? '' : ` You have: ${hand}.`}`];
  if (up.some((stacks) => stacks.length > 0)) lines.push(`Open cards: ${tellUpCards(view, telling)}.`);
  if (view.info[PHASE] === PHASE_CHIPS) lines.push(`${capital(ROUND_NAMES[round]!)} chips: ${chips.join(', ')}.`);
  if (!view.plain) lines.push(...tellHoldings(view, telling));
  const question = tellQuestion(view, telling);
  if (question !== null) lines.push(question);
  return lines;
}

/** Seats by number, cards in letters. */
function tellingOf(seat: number, you: boolean): Telling {
  return {
    name: (s) => (you && s === seat ? 'you' : `seat ${s}`),
    isYou: (s) => you && s === seat,
    chip: chipWords,
    cards: formatCards,
  };
}

/** Prints what the seat sees happen. */
class Teller {
  private board: readonly number[] = [];
  private readonly telling: Telling;

  constructor(
    seat: number,
    you: boolean,
    private readonly config: GangConfig,
  ) {
    this.telling = tellingOf(seat, you);
  }

  hear(event: SeenGangEvent): void {
    const { config, telling } = this;
    switch (event.type) {
      case 'heist':
        this.board = [];
        print('');
        print(
          `Heist ${event.heist + 1}. Gold bars ${event.bars} of ${barsToWin(config)}, alarms ${event.alarms} of ${alarmsToLose(config)}.`,
        );
        return;
      case 'deal':
        print(
          telling.isYou(event.seat)
            ? `Your cards: ${formatCards(event.cards)}`
            : `Cards of seat ${event.seat}: ${formatCards(event.cards)}`,
        );
        return;
      case 'round':
        if (event.where === undefined) this.board = [...this.board, ...event.cards];
        print('');
        print(tellEvent(event, telling)!);
        return;
      case 'replaced':
        this.board = this.board.map((card) => event.in[event.out.indexOf(card)] ?? card);
        print(tellEvent(event, telling)!);
        return;
      case 'ready':
        return; // nobody says it here: the scheduler ends the round when nobody is left to ask
      case 'ask':
        return; // the question is told to whoever is asked
      case 'roundEnd':
        if (event.round !== ROUNDS - 1) return;
        print('');
        print(`Showdown, lowest red chip first.${this.board.length === 0 ? '' : ` Table: ${formatCards(this.board)}`}`);
        return;
      case 'reveal': {
        const mistake = event.correct ? '' : '  <- weaker than a hand before';
        const who = telling.name(event.seat).padEnd(6);
        const hand = describeHand(event.strength);
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
