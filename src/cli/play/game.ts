import type { InputError } from '../../core/result.js';
import { putBackAction, READY, takeAction } from '../../gang/actions.js';
import type { SeenGangEvent } from '../../gang/events.js';
import { BOARD_COUNT, type GangView, READY_MASK, ROUND, ROUNDS, starsOf } from '../../gang/state.js';
import type { LiveTable } from '../../table/live.js';
import { type Telling, tellEvent } from '../../table/words.js';
import { prettyCards } from './cards.js';
import { NAMES } from './names.js';
import { type Key, ScreenModel } from './screen-model.js';

export interface LogLine {
  readonly text: string;
  /** Round whose chips the line speaks of. */
  readonly round: number;
  /** It happened to the person who reads it. */
  readonly strong: boolean;
}

export interface RevealedHand {
  readonly seat: number;
  readonly chip: number;
  readonly cards: readonly number[];
  readonly strength: number;
  readonly correct: boolean;
}

export interface Showdown {
  readonly heist: number;
  readonly board: readonly number[];
  readonly hands: readonly RevealedHand[];
  /** Hands turned over so far. */
  shown: number;
  readonly success: boolean;
  readonly bars: number;
  readonly alarms: number;
  /** Whether the game ended with it: won or lost. */
  won: boolean | null;
}

export type Panel = 'table' | 'hands' | 'help';

/** Milliseconds between two hands of the showdown, at a person's pace. */
const REVEAL_PAUSE = 1500;
const LOG_LINES = 200;

/**
 * What a person at a terminal sees and does: the table's events as this seat hears them, told line by line, the
 * showdown turned over hand by hand while the bots wait, and the keys. Draws nothing; see `screen.tsx`.
 */
export class LiveGame extends ScreenModel {
  view: GangView | null = null;
  readonly log: LogLine[] = [];
  /** The newest answer to a key, until the next one. */
  note = '';
  panel: Panel = 'table';
  showdown: Showdown | null = null;
  readonly telling: Telling;
  private heist = 0;
  private board: readonly number[] = [];
  private hands: RevealedHand[] = [];
  private goOn: (() => void) | null = null;
  private cancelReveal: (() => void) | null = null;

  constructor(
    readonly table: LiveTable,
    readonly seat: number,
  ) {
    super();
    this.telling = {
      name: (s) => this.nameOf(s),
      isYou: (s) => s === seat,
      chip: (chip) => `${starsOf(chip)}★`,
      cards: prettyCards,
    };
    table.watch(seat, (event) => this.hear(event));
  }

  nameOf(seat: number): string {
    return seat === this.seat ? 'you' : NAMES[seat]!;
  }

  override quit(): void {
    this.cancelReveal?.();
    super.quit();
  }

  /** A key that was pressed while `seen` was on the screen. */
  press(key: Key, seen: GangView | null): void {
    const input = key.input.toLowerCase();
    this.note = '';
    if ((key.ctrl && input === 'c') || (!key.ctrl && input === 'q')) this.quit();
    else if (this.panel !== 'table') this.panel = 'table';
    else if (input === '?') this.panel = 'help';
    else if (input === 'h') this.panel = 'hands';
    else if (this.showdown !== null) {
      // Only this key: others may have been meant for the round that has just ended.
      if (input === ' ') this.stepShowdown();
    } else if (seen !== null) this.play(input, seen);
    this.changed();
  }

  private play(input: string, seen: GangView): void {
    const { seat, table } = this;
    if (/^[1-9]$/.test(input)) {
      const chip = Number(input) - starsOf(0);
      if (chip >= seen.shape.chips) this.note = `There is no chip with ${input} stars.`;
      else this.tell(table.act(seat, takeAction(chip, seen.holder[chip]!), seen));
    } else if (input === 'p') {
      const own = seen.starNow(seat);
      if (own < 0) this.note = 'You have no chip to put back.';
      else this.tell(table.act(seat, putBackAction(own), seen));
    } else if (input === 'r' || input === ' ') {
      this.tell(table.act(seat, READY, seen));
    } else if (input !== '') {
      this.note = 'Press ? for the keys.';
    }
  }

  private tell(done: { readonly ok: true } | { readonly ok: false; readonly error: InputError }): void {
    if (done.ok) return;
    const { message, hint } = done.error;
    this.note = `${message.charAt(0).toUpperCase()}${message.slice(1)}${hint === undefined ? '' : ` ${hint}`}`;
  }

  private hear(event: SeenGangEvent): void {
    this.view = this.table.view(this.seat);
    switch (event.type) {
      case 'heist':
        this.heist = event.heist;
        this.board = [];
        this.hands = [];
        break;
      case 'round':
        this.board = [...this.board, ...event.cards];
        break;
      case 'reveal':
        this.hands.push(event);
        break;
      case 'outcome':
        this.openShowdown(event.success, event.bars, event.alarms);
        break;
      case 'gameOver':
        if (this.showdown !== null) this.showdown.won = event.won;
        break;
      default:
    }
    if (event.type !== 'reveal' && event.type !== 'outcome' && event.type !== 'gameOver') this.write(event);
    this.changed();
  }

  private write(event: SeenGangEvent): void {
    const text = tellEvent(event, this.telling);
    if (text === null) return;
    const round = event.type === 'round' ? event.round : this.view!.info[ROUND]!;
    const strong = event.type === 'take' && event.from === this.seat;
    this.log.push({ text, round, strong });
    if (this.log.length > LOG_LINES) this.log.shift();
  }

  /** Turns the hands over one by one; bots don't begin the next heist before the person goes on. */
  private openShowdown(success: boolean, bars: number, alarms: number): void {
    this.goOn = this.table.hold();
    this.panel = 'table';
    this.showdown = {
      heist: this.heist,
      board: this.board,
      hands: this.hands,
      shown: 0,
      success,
      bars,
      alarms,
      won: null,
    };
    this.revealLater();
  }

  private revealLater(): void {
    const { showdown, table } = this;
    if (showdown === null || showdown.shown >= showdown.hands.length) return;
    this.cancelReveal = table.clock.after(REVEAL_PAUSE * table.pace, () => {
      this.cancelReveal = null;
      showdown.shown++;
      this.changed();
      this.revealLater();
    });
  }

  /** In the showdown: turns over what is left, then goes on. */
  private stepShowdown(): void {
    const { showdown } = this;
    if (showdown === null) return;
    if (showdown.shown < showdown.hands.length) {
      this.cancelReveal?.();
      showdown.shown = showdown.hands.length;
      return;
    }
    if (showdown.won !== null) {
      this.quit();
      return;
    }
    const outcome = `Heist ${showdown.heist + 1} ${showdown.success ? 'succeeded' : 'failed'}.`;
    const at = this.log.findLastIndex((line) => line.text.startsWith('Heist '));
    this.log.splice(Math.max(at, 0), 0, { text: outcome, round: ROUNDS - 1, strong: true });
    this.showdown = null;
    this.goOn?.();
    this.goOn = null;
  }

  /** What the person can do now, or for whom they wait. */
  get prompt(): string {
    const { view, seat } = this;
    if (view === null) return 'The others sit down …';
    const others = (test: (s: number) => boolean): string => {
      const names: string[] = [];
      for (let s = 0; s < view.shape.seats; s++) if (s !== seat && test(s)) names.push(this.nameOf(s));
      return names.join(', ');
    };
    if (view.starNow(seat) < 0) {
      const most = starsOf(view.shape.chips - 1);
      return `Take a chip: 1 (weakest hand) to ${most} (strongest), from the centre or anybody.`;
    }
    const without = others((s) => view.starNow(s) < 0);
    if (without !== '') return `Waiting for ${without} to take a chip. You may still change yours.`;
    const ready = view.info[READY_MASK]!;
    if (((ready >> seat) & 1) === 0) return 'Everybody holds a chip. Content? Press r. Not yet? Take another.';
    return `You are ready. Waiting for ${others((s) => ((ready >> s) & 1) === 0)}.`;
  }

  /** Cards on the table now. */
  get boardNow(): readonly number[] {
    return this.view === null ? [] : [...this.view.board.subarray(0, this.view.info[BOARD_COUNT]!)];
  }

  /** The cards of the person's hand, the table's included; in a showdown those of that heist. */
  get handNow(): readonly number[] {
    if (this.showdown !== null) {
      const own = this.showdown.hands.find((hand) => hand.seat === this.seat);
      return [...(own?.cards ?? []), ...this.showdown.board];
    }
    return this.view === null ? [] : [...this.view.pocket, ...this.boardNow];
  }
}
