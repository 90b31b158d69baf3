import type { Action } from '../../core/game.js';
import type { InputError } from '../../core/result.js';
import { putBackAction, READY, takeAction } from '../../gang/actions.js';
import { exitsInPlay } from '../../gang/chips.js';
import type { SeenGangEvent } from '../../gang/events.js';
import { planOf } from '../../gang/plan.js';
import {
  EXIT_CHIP,
  EXITS_LEFT,
  type GangView,
  PHASE,
  PHASE_CHIPS,
  PHASE_SHOWDOWN,
  ROUND,
  ROUNDS,
  STARS_MAX,
  starsOf,
  ZERO_CHIP,
} from '../../gang/state.js';
import { boardStacks, inForce, isAsked, ownStrength, tellQuestion } from '../../table/deluxe-words.js';
import type { LiveTable } from '../../table/live.js';
import { capital, type Telling, tellEvent } from '../../table/words.js';
import { prettyCards } from './cards.js';
import { type Choice, indexOfKey, keyOf, type Option, optionsOf } from './choice.js';
import { NAMES } from './names.js';
import { promptOf } from './prompt.js';
import { type Key, ScreenModel } from './screen-model.js';
import { HeistSoFar, type RevealedHand, type Showdown } from './showdown.js';
import { Thoughts } from './thoughts.js';

export interface LogLine {
  readonly text: string;
  /** Round whose chips the line speaks of. */
  readonly round: number;
  /** It happened to the person who reads it. */
  readonly strong: boolean;
}

export type Panel = 'table' | 'hands' | 'help' | 'cards' | 'known' | 'thoughts';

/** Milliseconds between two hands of the showdown, at a person's pace. */
const REVEAL_PAUSE = 1500;
const LOG_LINES = 200;
/** Where a chip lies that nobody holds. */
const CENTRE = -1;
/** Told by the screen itself, not line by line. */
const UNWRITTEN: readonly SeenGangEvent['type'][] = ['reveal', 'outcome', 'gameOver', 'ask', 'active', 'answer'];

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
  choice: Choice | null = null;
  /** What a bot would think in this seat; null while it thinks. */
  thought: readonly string[] | null = null;
  private readonly soFar: HeistSoFar;
  /** Cards of the next heist came up behind a showdown. */
  private fresh = false;
  private reading: (() => void) | null = null;
  /** Hands that were already on the screen when the showdown asked something. */
  private seen = 0;
  /** The question that `choice` answers, as its words. */
  private question = '';
  private goOn: (() => void) | null = null;
  private cancelReveal: (() => void) | null = null;

  constructor(
    readonly table: LiveTable,
    readonly seat: number,
    private readonly thoughts: Thoughts = new Thoughts(table.config, []),
  ) {
    super();
    this.soFar = new HeistSoFar(planOf(table.config).shape.up);
    this.telling = {
      name: (s) => this.nameOf(s),
      isYou: (s) => s === seat,
      chip: (chip) => (chip === EXIT_CHIP ? 'an exit chip' : `${starsOf(chip)}★`),
      cards: prettyCards,
    };
    table.watch(
      seat,
      (event) => this.hear(event),
      () => this.look(),
    );
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
    else if (this.panel !== 'table') this.closePanel();
    else if (input === '?') this.panel = 'help';
    else if (input === 'h') this.panel = 'hands';
    else if (input === 'c') this.panel = 'cards';
    else if (input === 'k') this.panel = 'known';
    else if (input === 'w') this.think(seen);
    else if (this.showdown !== null) {
      // Only this key: others may have been meant for the round that has just ended.
      if (input === ' ') this.stepShowdown();
    } else if (seen !== null) this.play(input, seen);
    this.changed();
  }

  /** Asks what a bot would think, by what the person saw. */
  private think(seen: GangView | null): void {
    if (seen === null || this.showdown !== null) {
      this.note = 'There is nothing to estimate now.';
      return;
    }
    this.panel = 'thoughts';
    this.thought = null;
    const told = (lines: readonly string[]): void => {
      this.thought = lines;
      this.changed();
    };
    this.thoughts.lines(seen, this.telling).then(told, (error: Error) => told([capital(error.message)]));
  }

  private play(input: string, seen: GangView): void {
    if (this.choice !== null) {
      this.choose(this.choice, input, seen);
      return;
    }
    const { seat } = this;
    if (seen.info[PHASE] !== PHASE_CHIPS && input !== '') {
      this.note = 'No chips lie open now.';
    } else if (/^[1-9]$/.test(input)) {
      const chip = Number(input) - starsOf(0);
      if (chip >= Math.min(seen.shape.chips, STARS_MAX)) this.note = `There is no chip with ${input} stars.`;
      else this.act(takeAction(chip, seen.holder[chip]!), seen);
    } else if (input === '0') {
      this.takeZero(seen);
    } else if (input === 'e') {
      this.takeExit(seen);
    } else if (input === 'p') {
      const own = seen.starNow(seat);
      if (own < 0) this.note = 'You have no chip to put back.';
      else this.act(putBackAction(own), seen);
    } else if (input === 'r' || input === ' ') {
      this.act(READY, seen);
    } else if (input !== '') {
      this.note = 'Press ? for the keys.';
    }
  }

  private act(action: Action, seen: GangView): void {
    this.tell(this.table.act(this.seat, action, seen));
  }

  /** A chip without stars: from the centre, or from whoever holds one. */
  private takeZero(seen: GangView): void {
    const chips = Array.from({ length: seen.shape.chips }, (_, chip) => chip).filter((chip) => chip >= ZERO_CHIP);
    const held = chips.filter((chip) => seen.holder[chip]! >= 0 && seen.holder[chip] !== this.seat);
    const has = chips.some((chip) => seen.holder[chip] === this.seat);
    const centre = chips.filter((chip) => seen.holder[chip] === CENTRE).slice(0, 1); // the two are alike
    const from = (list: readonly number[]): Option[] => list.map((chip) => this.takeOption(chip, seen.holder[chip]!));
    if (chips.length === 0) this.note = 'There is no chip without stars here.';
    else if (!has) this.offer(from([...centre, ...held]), '0', seen);
    else if (held.length === 0) this.note = 'You have one of these already.';
    else this.offer(from(held), '', seen);
  }

  /** An exit chip: put back, or taken from the centre or from whoever holds one (R-EXIT). */
  private takeExit(seen: GangView): void {
    const holders = Array.from({ length: seen.shape.seats }, (_, s) => s).filter((s) => seen.hasExit(s));
    if (!exitsInPlay(seen))
      this.note = seen.exit.length === 0 ? 'There are no exit chips here.' : 'Exit chips come with the red chips.';
    else {
      const has = seen.hasExit(this.seat);
      const others = holders.filter((s) => s !== this.seat);
      const places = seen.info[EXITS_LEFT]! > 0 && !has ? [CENTRE, ...others] : others;
      const takes = places.map((place) => this.takeOption(EXIT_CHIP, place));
      const back = { label: 'put yours back', action: putBackAction(EXIT_CHIP), more: [] };
      this.offer(has ? [back, ...takes] : takes, 'e', seen);
    }
  }

  private takeOption(chip: number, holder: number): Option {
    const label = holder === CENTRE ? 'the centre' : this.nameOf(holder);
    return { label, action: takeAction(chip, holder), more: [] };
  }

  /**
   * One of several acts with chips that are all alike. `again`: the key that takes the first of them, '' when even an
   * only one has to be chosen.
   */
  private offer(options: readonly Option[], again: string, seen: GangView): void {
    const first = options[0]!;
    const title =
      again === '' ? 'You have one already. From whom another?' : `From whom? ${again} again: ${first.label}.`;
    if (options.length === 1 && again !== '') this.act(first.action!, seen);
    else this.choice = { title, options, path: [], again };
  }

  /** A key while something is to be chosen. */
  private choose(choice: Choice, input: string, seen: GangView): void {
    const { again, path } = choice;
    const confirms = again === null;
    const { answer, offered } = this;
    if (input === 'x') {
      this.choice = confirms ? { ...choice, path: path.slice(0, -1) } : null;
    } else if (input === ' ' && answer !== null) {
      this.act(answer.action!, seen);
    } else if (input !== '') {
      const chosen = offered[input === again ? 0 : indexOfKey(input, offered)];
      if (chosen === undefined) {
        const then = confirms ? 'then space' : 'x leaves it';
        this.note = `Choose with ${keyOf(0)} to ${keyOf(offered.length - 1)}, ${then}.`;
      } else if (confirms) {
        this.choice = { ...choice, path: [...(answer === null ? path : path.slice(0, -1)), chosen] };
      } else {
        this.choice = null;
        this.act(chosen.action!, seen);
      }
    }
  }

  /** What is offered now: the first list, or what the option chosen last leads to. */
  get offered(): readonly Option[] {
    const { choice } = this;
    if (choice === null) return [];
    const last = choice.path.at(-1);
    if (last === undefined) return choice.options;
    if (last.action === null) return last.more;
    return choice.path.length > 1 ? choice.path.at(-2)!.more : choice.options;
  }

  /** The answer that waits for its confirmation. */
  get answer(): Option | null {
    const last = this.choice?.path.at(-1);
    return last === undefined || last.action === null ? null : last;
  }

  private tell(done: { readonly ok: true } | { readonly ok: false; readonly error: InputError }): void {
    if (done.ok) return;
    const { message, hint } = done.error;
    this.note = `${message.charAt(0).toUpperCase()}${message.slice(1)}${hint === undefined ? '' : ` ${hint}`}`;
  }

  /** The seat's view has changed, or may have. */
  private look(): void {
    if (!this.table.started) return;
    const view = this.table.view(this.seat);
    this.view = view;
    const question = isAsked(view) ? view.prompt.join() : '';
    if (question !== this.question) {
      this.question = question;
      this.choice = null;
      if (question !== '') {
        const options = optionsOf(view, this.table.legal(this.seat), this.telling);
        this.choice = { title: tellQuestion(view, this.telling)!, options, path: [], again: null };
        this.seen = this.soFar.hands.length;
      }
    } else if (this.choice !== null && this.choice.again !== null) {
      this.choice = null; // it was about chips that may lie elsewhere now
    }
    this.changed();
  }

  private hear(event: SeenGangEvent): void {
    this.view = this.table.view(this.seat);
    this.soFar.hear(event);
    switch (event.type) {
      case 'heist':
        this.seen = 0;
        if (event.heist === 0 && inForce(this.view).length > 0) this.readCards();
        break;
      case 'active':
        if (event.cards.length > 0) this.readCards();
        break;
      case 'votes':
        this.seen = this.soFar.hands.length;
        break;
      case 'outcome':
        this.openShowdown(event);
        break;
      case 'gameOver':
        if (this.showdown !== null) this.showdown.won = event.won;
        break;
      default:
    }
    if (!UNWRITTEN.includes(event.type)) this.write(event);
    this.changed();
  }

  /** Shows the cards that came up, after a showdown that is being looked at; the bots wait meanwhile. */
  private readCards(): void {
    if (this.showdown !== null) {
      this.fresh = true;
      return;
    }
    this.fresh = false;
    this.panel = 'cards';
    this.reading ??= this.table.hold();
  }

  private closePanel(): void {
    this.panel = 'table';
    this.reading?.();
    this.reading = null;
  }

  private write(event: SeenGangEvent): void {
    const text = tellEvent(event, this.telling);
    if (text === null) return;
    const round = event.type === 'round' ? event.round : Math.min(this.view!.info[ROUND]!, ROUNDS - 1);
    const strong = event.type === 'take' && event.from === this.seat;
    this.log.push({ text, round, strong });
    if (this.log.length > LOG_LINES) this.log.shift();
  }

  /** Turns the hands over one by one; bots don't begin the next heist before the person goes on. */
  private openShowdown(event: SeenGangEvent & { type: 'outcome' }): void {
    this.goOn = this.table.hold();
    this.panel = 'table';
    this.showdown = this.soFar.end(event, this.seen);
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
    if (this.fresh) this.readCards();
    this.goOn?.();
    this.goOn = null;
  }

  /** What the person can do now, or for whom they wait. */
  get prompt(): string {
    const { choice, view, seat } = this;
    if (view === null) return 'The others sit down …';
    return choice === null ? promptOf(view, seat, (s) => this.nameOf(s)) : choice.title;
  }

  /** Community cards now, each with what is stacked on it. */
  get boardNow(): readonly (readonly number[])[] {
    return this.view === null ? [] : boardStacks(this.view);
  }

  /** The strength of the person's hand, in a showdown that of its heist; 0 without cards. */
  get strengthNow(): number {
    const { seat, showdown, view } = this;
    if (showdown !== null) return showdown.hands.find((hand) => hand.seat === seat)?.strength ?? 0;
    return view === null ? 0 : ownStrength(view);
  }

  /** Hands revealed in a showdown that is waiting for answers. */
  get handsSoFar(): readonly RevealedHand[] {
    const asks = this.view !== null && this.view.info[PHASE] === PHASE_SHOWDOWN;
    return asks && this.showdown === null ? this.soFar.hands.slice(0, this.seen) : [];
  }
}
