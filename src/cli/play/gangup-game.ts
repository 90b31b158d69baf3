import type { Action } from '../../core/game.js';
import {
  cardOf,
  DO,
  type GangupEvent,
  type GangupView,
  INFLUENCE,
  INFO,
  inUse,
  PROMPT,
  tellAction,
  tellPrompt,
  verbOf,
} from '../../gangup/index.js';
import type { LiveGangupTable } from '../../table/gangup-live.js';
import type { StandingPass } from '../../table/gangup-passes.js';
import { cardUnderWay } from '../../table/gangup-words.js';
import { capital } from '../../table/words.js';
import { GangupLog } from './gangup-log.js';
import { Signs } from './gangup-signs.js';
import { GangupThoughts } from './gangup-thoughts.js';
import { NAMES } from './names.js';
import { type Key, ScreenModel } from './screen-model.js';

/** Something that the person may do now. */
export interface Choice {
  readonly action: Action;
  readonly label: string;
  /** The card that it is about, −1 when it is about none. */
  readonly card: number;
}

export type Panel = 'table' | 'help' | 'legend' | 'hand' | 'cards' | 'log' | 'why';

/** Panels that may be longer than the screen: arrows turn their pages. */
const PAGED: readonly Panel[] = ['hand', 'cards', 'why'];

/** How the game ended. */
export interface Ending {
  readonly winners: readonly number[];
  readonly reason: string;
}

/** Keys beyond letters, as the screen names them. */
export const UP = 'up';
export const DOWN = 'down';
export const ENTER = 'enter';
export const ESCAPE = 'escape';

const UNTIL: Readonly<Record<StandingPass, string>> = {
  crime: 'until a crime is in progress',
  against: 'until something is announced against you, or your turn begins',
  turn: 'until the turn ends',
};
const PASS_KEYS: Readonly<Record<string, StandingPass>> = { c: 'crime', a: 'against', t: 'turn' };

/** Verbs whose card is the one that is acted upon; others name the crime or nobody. */
const ABOUT_CARD: ReadonlySet<number> = new Set([
  DO.leader,
  DO.buy,
  DO.offer,
  DO.place,
  DO.snitch,
  DO.play,
  DO.act,
  DO.commit,
  DO.pick,
  DO.pickCard,
  DO.pay,
  DO.discard,
  DO.give,
  DO.take,
  DO.top,
]);

/**
 * What a person at a terminal sees and does at a table of Gang Up!: the events as this seat hears them, told line by
 * line, the choices while it is asked, and the keys. Draws nothing; see `gangup-screen.tsx`.
 */
export class GangupGame extends ScreenModel {
  view: GangupView | null = null;
  /** The newest answer to a key, until the next one. */
  note = '';
  panel: Panel = 'table';
  /** Which page of a long panel is shown, counted on and on in both directions. */
  page = 0;
  ending: Ending | null = null;
  /** Whether the person wants another game. */
  again = false;
  /** What can be done now; empty while others are asked. */
  choices: readonly Choice[] = [];
  /** Which of them is marked. */
  cursor = 0;
  /** What lies on top of the resource discards and of the crimes' as the person saw it; −1: unknown or none. */
  lastDiscard = -1;
  lastCrime = -1;
  /** Digits of a choice's number so far. */
  typed = '';
  readonly log: GangupLog;
  readonly signs: Signs;
  /** What is told in the panel `why`, in paragraphs; null while it is thought about. */
  told: readonly (readonly string[])[] | null = null;

  constructor(
    readonly table: LiveGangupTable,
    readonly seat: number,
    private readonly thoughts: GangupThoughts = new GangupThoughts(table.config),
  ) {
    super();
    this.signs = new Signs(table.config);
    this.log = new GangupLog(table.cards, seat, (s) => NAMES[s]!);
    table.watch(seat, (event, view) => this.hear(event, view!));
    table.onAsked = (asked) => {
      if (asked === seat) this.asked();
    };
  }

  readonly nameOf = (seat: number): string => (seat === this.seat ? 'you' : NAMES[seat]!);

  private hear(event: GangupEvent, view: GangupView): void {
    this.view = view;
    this.choices = [];
    this.log.hear(event);
    this.followPiles(event);
    if (event.type === 'gameOver') this.ending = { winners: event.winners, reason: event.reason };
    this.changed();
  }

  /** The rules keep face-up piles in no order; who watches remembers what came last. */
  private followPiles(event: GangupEvent): void {
    const { cards } = this.table;
    switch (event.type) {
      case 'discard':
        this.lastDiscard = event.cards.at(-1) ?? -1;
        return;
      case 'resolve':
        if (cards.kind[event.card] === INFLUENCE && cards.removed[event.card] === 0) this.lastDiscard = event.card;
        return;
      case 'gangster':
        if (event.verb === 'kill') this.lastDiscard = event.card;
        return;
      case 'reshuffle':
        this.lastDiscard = -1;
        return;
      case 'crimeOver':
        this.lastCrime = event.card;
        return;
      default:
    }
  }

  private asked(): void {
    const { seat, table } = this;
    const view = table.view(seat);
    this.view = view;
    this.choices = table.legal(seat).map((action) => ({
      action,
      label: tellAction(view, action, this.nameOf),
      card: ABOUT_CARD.has(verbOf(action)) ? cardOf(action) : -1,
    }));
    this.cursor = this.firstChoice(view);
    this.typed = '';
    this.changed();
  }

  /** Passing is marked where most often one passes, so that a round of passes takes a key each. */
  private firstChoice(view: GangupView): number {
    const prompt = view.info[INFO.prompt]!;
    const quiet = !inUse(view.draft) && (prompt === PROMPT.priority || prompt === PROMPT.answer);
    return quiet ? this.choices.length - 1 : 0;
  }

  /** A key that was pressed. */
  press(key: Key): void {
    const input = key.input.toLowerCase();
    this.note = '';
    if ((key.ctrl && input === 'c') || input === 'q') this.quit();
    else if (this.panel !== 'table') this.leavePanel(input);
    else if (this.ending !== null) this.pressAtEnd(input);
    else if (!this.openPanel(input)) this.play(input);
    this.changed();
  }

  private leavePanel(input: string): void {
    const by = input === DOWN || input === 'j' ? 1 : input === UP || input === 'k' ? -1 : 0;
    if (by !== 0 && PAGED.includes(this.panel)) this.page += by;
    else this.panel = 'table';
  }

  private pressAtEnd(input: string): void {
    if (input === 'n') {
      this.again = true;
      this.quit();
    } else if (input === ' ' || input === ENTER) this.quit();
    else this.openPanel(input);
  }

  private openPanel(input: string): boolean {
    if (input === 'y') {
      this.askWhy();
      return true;
    }
    const panels: Record<string, Panel> = { '?': 'help', h: 'help', i: 'legend', w: 'hand', g: 'cards', l: 'log' };
    const panel = panels[input];
    if (panel === undefined) return false;
    this.panel = panel;
    this.page = 0;
    return true;
  }

  /** What boss would do in this seat; after the game why everybody did what they did. */
  private askWhy(): void {
    const { view, choices, table, thoughts } = this;
    if (this.ending === null && choices.length === 0) {
      this.note = 'When you are asked: what boss would do. Why the others did what they did is told after the game.';
      return;
    }
    this.panel = 'why';
    this.page = 0;
    this.told = null;
    const question =
      this.ending === null
        ? thoughts
            .advise(
              view!,
              choices.map(({ action }) => action),
              this.nameOf,
            )
            .then((lines) => [lines])
        : thoughts.review(table.replay(), this.nameOf);
    const tell = (told: readonly (readonly string[])[]): void => {
      this.told = told;
      this.changed();
    };
    question.then(tell, (error: Error) => tell([[capital(error.message)]]));
  }

  private play(input: string): void {
    const until = PASS_KEYS[input];
    if (until !== undefined) this.standBy(until);
    else if (input === 'b' || input === ESCAPE) this.back();
    else if (this.choices.length === 0) this.note = input === '' ? '' : `${this.waiting} Press ? for the keys.`;
    else if (input === UP || input === 'k') this.move(-1);
    else if (input === DOWN || input === 'j') this.move(1);
    else if (input === ' ' || input === ENTER) this.choose(this.typed === '' ? this.cursor : Number(this.typed) - 1);
    else if (/^\d$/.test(input)) this.type(input);
    else if (input !== '') this.note = 'Press ? for the keys.';
  }

  private move(by: number): void {
    const n = this.choices.length;
    this.cursor = (this.cursor + by + n) % n;
    this.typed = '';
  }

  /** A digit: chosen at once when no other number begins so. */
  private type(digit: string): void {
    const typed = this.typed + digit;
    const number = Number(typed);
    if (number < 1 || number > this.choices.length) {
      this.typed = '';
      this.note = `There is no choice ${typed}.`;
      return;
    }
    this.cursor = number - 1;
    if (number * 10 > this.choices.length) this.choose(number - 1);
    else this.typed = typed;
  }

  private choose(at: number): void {
    const choice = this.choices[at];
    this.typed = '';
    if (choice === undefined) return;
    const done = this.table.act(this.seat, choice.action);
    if (done.ok) this.choices = [];
    else this.note = capital(done.error.message);
  }

  private back(): void {
    if (this.typed !== '') {
      this.typed = '';
      return;
    }
    const done = this.table.back(this.seat);
    if (!done.ok) this.note = capital(done.error.message);
  }

  private standBy(until: StandingPass): void {
    const { seat, table } = this;
    if (table.standing(seat) !== null) {
      table.passUntil(seat, null);
      this.note = 'You are asked again.';
      return;
    }
    this.choices = [];
    table.passUntil(seat, until);
    this.note = `You pass ${UNTIL[until]}. Any of c, a, t ends that.`;
  }

  /** Until when the person passes without being asked; '' when asked. */
  get standing(): string {
    const until = this.table.standing(this.seat);
    return until === null ? '' : UNTIL[until];
  }

  /** What the person is asked, or for whom they wait. */
  get prompt(): string {
    const { view } = this;
    if (view === null) return 'The others sit down …';
    if (this.choices.length === 0) return this.waiting;
    const number = this.typed === '' ? '' : ` ${this.typed}…`;
    return `${tellPrompt(view, this.nameOf)}${number}`;
  }

  private get waiting(): string {
    const { speaker } = this.table;
    const who = speaker < 0 || speaker === this.seat ? '' : `${NAMES[speaker]!} is to speak.`;
    return this.standing === '' ? who || '…' : `You pass ${this.standing}. ${who}`.trim();
  }

  /** The card that the marked choice is about, or that is being played or announced; −1: none. */
  get cardAtHand(): number {
    const { view } = this;
    if (view === null) return -1;
    const marked = this.choices[this.cursor]?.card ?? -1;
    if (marked >= 0) return marked;
    const underWay = cardUnderWay(view);
    return underWay >= 0 ? underWay : view.info[INFO.crime]!;
  }
}
