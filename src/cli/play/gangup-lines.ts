import type { GangupAgent } from '../../../agents/gangup/gangup-agent.js';
import type { Session } from '../../core/agent.js';
import { BadInputError } from '../../core/errors.js';
import { type Action, ActionList } from '../../core/game.js';
import { formatInputError } from '../../core/result.js';
import {
  cardLine,
  cardNamed,
  DO,
  describeAction,
  describeEvent,
  type GangupEvent,
  type GangupView,
  groupMoves,
  INFO,
  LEGAL_MAX,
  parseAction,
  ToldPayments,
  TURNS_MAX,
  tellPrompt,
  verbOf,
  whyNot,
  whyNotAction,
  whyNotCard,
} from '../../gangup/index.js';
import { BACK } from '../../table/gangup-live.js';
import type { GangupResult } from '../../table/gangup-result.js';
import { cardUnderWay, tellCrime, tellGangupEnd, tellPiles, tellSeat } from '../../table/gangup-words.js';
import { type GangupListener, playGangupHeadless } from '../../table/index.js';
import { type PersonAnswer, type PersonTurn, seatRng } from '../../table/seats.js';
import { capital } from '../../table/words.js';
import { INTERRUPTED } from '../interrupt.js';
import { type Bots, findBots, prepareBots } from './bots.js';
import { GangupThoughts } from './gangup-thoughts.js';
import { explain, type LineInput, playByLines, print } from './line-input.js';
import type { GangupSetup } from './run.js';

const HELP =
  'Moves: as listed, or the number in the list; "back" takes back a play that is not announced yet; "hand" shows your ' +
  'cards, "why CARD" says why a card can\'t be played now, "card NAME" shows any card, "think" what boss would do in ' +
  'your seat; "quit" leaves the table. Why the others did what they did tells their hands: hench replay FILE --why.';

/** Plays without a terminal: each time the seat is asked one line is read. */
export async function playGangupLines(setup: GangupSetup): Promise<number> {
  const bots = await findBots(
    'gangup',
    setup.bots,
    { players: setup.config.players, trained: true },
    setup.seat,
    setup.outside,
  );
  if (!(await prepareBots(bots.agents, setup.config))) return INTERRUPTED;
  return playByLines(setup, bots.note, {
    seat: (input) => playSeat(setup, bots, input),
    watch: (signal) => watchBots(setup, bots, signal),
    end: (result) => tellGangupEnd(result, (seat) => (seat === setup.seat ? 'you' : `seat ${seat}`)),
    example: 'done\\ndraw and end\\n',
  });
}

async function playSeat(setup: GangupSetup, bots: Bots<GangupAgent>, input: LineInput): Promise<GangupResult> {
  const { config, seat, seed } = setup;
  print(`Gang Up!: ${config.players} players, seed ${seed}, ${bots.label} in the other seats. You are seat ${seat}.`);
  print(HELP);
  const substitute = await bots.agents[seat]!.open(config, seat, seatRng(seed, seat));
  const me = new LineSeat(input, bots.agents[seat]!.name, substitute, new GangupThoughts(config));
  const seats = bots.agents.map((bot, s) => (s === seat ? (turn: PersonTurn<GangupView>) => me.answer(turn) : bot));
  const tell = teller(seat);
  const hear: GangupListener = (event, view) => {
    tell(event, view!);
    substitute.notice?.(event);
  };
  try {
    return await playGangupHeadless({
      config: { ...config },
      seed,
      seats,
      signal: input.quit.signal,
      watch: [{ seat, hear }],
    });
  } finally {
    substitute.close?.();
  }
}

async function watchBots(setup: GangupSetup, bots: Bots<GangupAgent>, signal: AbortSignal): Promise<GangupResult> {
  const { config, seat, seed } = setup;
  print(
    `Gang Up!: ${config.players} players, seed ${seed}. Nobody is at the keyboard, so ${bots.label} plays every seat.`,
  );
  const tell = teller(-1);
  const hear: GangupListener = (event, view) => tell(event, view!);
  return playGangupHeadless({ config: { ...config }, seed, seats: [...bots.agents], signal, watch: [{ seat, hear }] });
}

const seatNames =
  (you: number) =>
  (seat: number): string =>
    seat === you ? 'you' : `seat ${seat}`;

/** Prints events as the seat hears them, each thing once. */
function teller(you: number): (event: GangupEvent, view: GangupView) => void {
  const payments = new ToldPayments();
  return (event, view) => {
    if (!payments.isTold(event)) tell(event, view, you);
  };
}

function tell(event: GangupEvent, view: GangupView, you: number): void {
  if (event.type === 'turn') {
    print('');
    print(`Turn ${event.turn} of ${TURNS_MAX}: ${seatNames(you)(event.seat)}.`);
    return;
  }
  // Told by `drawn`, with the cards.
  if (event.type === 'draw' && (event.seat === you || view.info[INFO.turn] === 0)) return;
  print(`${capital(describeEvent(view.cards, event, undefined, you))}.`);
}

/** The seat of whoever writes the lines; a bot's from the end of the input on. */
class LineSeat {
  private gone = false;
  private readonly legal = new ActionList(LEGAL_MAX);

  constructor(
    private readonly input: LineInput,
    private readonly bot: string,
    private readonly substitute: Session<GangupView>,
    private readonly thoughts: GangupThoughts,
  ) {}

  async answer(turn: PersonTurn<GangupView>): Promise<PersonAnswer> {
    const { legal, view } = turn;
    if (this.gone) return this.ask(view, legal);
    for (const line of [...describeTable(view), ...moveLines(view, legal)]) print(line);
    print(`Your move: ${legal.join(', ')}`);
    for (;;) {
      const line = await this.input.next();
      if (this.input.quit.signal.aborted) return undefined;
      if (line === null) {
        print(`The input has ended: ${this.bot} takes your seat.`);
        this.gone = true;
        return this.ask(view, legal);
      }
      if (line.trim().toLowerCase() === 'think') {
        for (const sentence of await this.think(view, legal)) print(sentence);
        continue;
      }
      const answer = this.read(line, view, legal);
      if (answer !== null) return answer;
    }
  }

  /** What boss would do in this seat; a refusal in words where its model is missing. */
  private async think(view: GangupView, legal: readonly string[]): Promise<string[]> {
    this.readMoves(view, legal);
    try {
      return await this.thoughts.advise(view, this.legal.toArray(), seatNames(view.seat));
    } catch (error) {
      if (error instanceof BadInputError) return [error.message];
      throw error;
    }
  }

  private readMoves(view: GangupView, legal: readonly string[]): void {
    this.legal.clear();
    for (const text of legal) {
      const code = parseAction(view, text);
      if (text !== BACK && code.ok) this.legal.push(code.value);
    }
  }

  private ask(view: GangupView, legal: readonly string[]): Action | Promise<Action> {
    this.readMoves(view, legal);
    return this.substitute.act(view, this.legal, { signal: this.input.quit.signal });
  }

  /** The move that the line names; `null` when it was something else, which has been answered. */
  private read(line: string, view: GangupView, legal: readonly string[]): string | null {
    const text = line.trim().toLowerCase().replace(/\s+/g, ' ');
    if (text === '') return null;
    if (text === 'quit' || text === 'q') {
      this.input.quit.abort();
      return BACK;
    }
    if (text === 'help' || text === '?') print(HELP);
    else if (text === 'hand') for (const card of handLines(view)) print(card);
    else if (text.startsWith('why ')) print(answerWhy(view, text.slice(4)));
    else if (text.startsWith('card ')) print(answerCard(view, text.slice(5)));
    else return this.move(text, view, legal);
    return null;
  }

  private move(text: string, view: GangupView, legal: readonly string[]): string | null {
    if (/^\d{1,4}$/.test(text)) {
      const chosen = legal[Number(text) - 1];
      if (chosen !== undefined) return chosen;
      explain(`There is no move ${text}: the list has ${legal.length}.`);
      return null;
    }
    if (text === BACK) {
      if (legal.includes(BACK)) return BACK;
      explain('There is no way back: only a play that is not announced yet can be taken back.');
      return null;
    }
    const code = parseAction(view, text);
    if (!code.ok) {
      explain(formatInputError(code.error));
      return null;
    }
    const named = describeAction(view, code.value);
    if (legal.includes(named)) return named;
    const reason = reasonFor(view, code.value);
    explain(`"${named}" is not possible now${reason === null ? '' : `: ${reason}`}. Possible: ${legal.join(', ')}.`);
    return null;
  }
}

/** The table as the seat sees it, in a few lines. */
function describeTable(view: GangupView): string[] {
  const name = seatNames(view.seat);
  const crime = tellCrime(view, name);
  const seats = Array.from({ length: view.seats }, (_, seat) => tellSeat(view, seat, name));
  const hand = ownCards(view).map((card) => `${view.cards.name(card)} (${view.cards.number[card]})`);
  // Whoever is asked about a play, or by one, reads what it does.
  const underWay = cardUnderWay(view);
  return [
    '',
    ...seats,
    tellPiles(view),
    ...(crime === null ? [] : [crime]),
    `Your hand: ${hand.join(', ') || 'no cards'}.`,
    ...(underWay < 0 ? [] : [cardLine(view.cards.data[underWay]!)]),
    tellPrompt(view, name),
  ];
}

/** The moves by what they are about, with their numbers; nothing where all are about the same. */
function moveLines(view: GangupView, legal: readonly string[]): string[] {
  const codes = legal.map((text) => {
    const code = text === BACK ? null : parseAction(view, text);
    return code?.ok === true ? code.value : DO.done;
  });
  const groups = groupMoves(codes);
  if (groups.length < 2) return [];
  return groups.map(({ kind, at }) => `  ${kind}: ${at.map((i) => `${i + 1} ${legal[i]}`).join(', ')}`);
}

function ownCards(view: GangupView): number[] {
  return [...view.hand.subarray(0, view.handCount[view.seat]!)];
}

/** The hand with its texts, and why what can't be played can't. */
function handLines(view: GangupView): string[] {
  return ownCards(view).map((card, i) => {
    const refusal = whyNotCard(view, card);
    return `  ${i + 1} ${cardLine(view.cards.data[card]!)}${refusal === null ? '' : ` [not now: ${refusal.text}]`}`;
  });
}

/** `why 3`: the third card of the hand; `why red`: a card by name or id. */
function answerWhy(view: GangupView, word: string): string {
  const hand = ownCards(view);
  const card = /^\d{1,3}$/.test(word) ? (hand[Number(word) - 1] ?? -1) : cardNamed(view, word);
  if (card < 0) return `There is no card "${word.slice(0, 40)}" here. Name one, or give its number in the hand.`;
  // A card on the table is asked about for its action; one of the hand, or anywhere else, as it would be played.
  const used = hand.includes(card) ? undefined : whyNotAction(view, card);
  const refusal = used === undefined ? whyNotCard(view, card) : used;
  const now = used === undefined ? 'it can be played now' : 'its action can be used now';
  return `${view.cards.name(card)}: ${refusal === null ? now : refusal.text}.`;
}

function answerCard(view: GangupView, word: string): string {
  const card = cardNamed(view, word);
  return card < 0 ? `There is no card "${word.slice(0, 40)}".` : cardLine(view.cards.data[card]!);
}

const EXPLAINED: ReadonlySet<number> = new Set([DO.play, DO.place, DO.snitch, DO.act]);

function reasonFor(view: GangupView, code: Action): string | null {
  return EXPLAINED.has(verbOf(code)) ? (whyNot(view, code)?.text ?? null) : null;
}
