import { type Cards, describeEvent, type GangupEvent, ToldPayments } from '../../gangup/index.js';
import { capital } from '../../table/words.js';

export interface LogLine {
  readonly text: string;
  /** `turn` begins a turn, `strong` is worth a look, `quiet` can be passed over. */
  readonly tone: 'turn' | 'strong' | 'plain' | 'quiet';
}

const LINES_MAX = 400;

const STRONG: ReadonlySet<GangupEvent['type']> = new Set(['outcome', 'status', 'inProgress', 'gameOver', 'crimeLost']);

/** The log of a table as one of its players reads it: what belongs together stands in one line. */
export class GangupLog {
  readonly lines: LogLine[] = [];
  private passing: number[] = [];
  /** Who draws, and how many cards in a row. */
  private drawing = { seat: -1, count: 0 };
  private readonly payments = new ToldPayments();
  private begun = false;

  constructor(
    private readonly cards: Cards,
    private readonly you: number,
    private readonly nameOf: (seat: number) => string,
  ) {}

  hear(event: GangupEvent): void {
    if (event.type === 'pass') {
      this.pass(event.seat);
      return;
    }
    this.passing = [];
    if (event.type === 'turn') this.begun = true;
    if (this.isTold(event)) return;
    if (event.type === 'draw') {
      this.draw(event.seat);
      return;
    }
    this.drawing = { seat: -1, count: 0 };
    const text = `${capital(describeEvent(this.cards, event, this.nameOf, this.you))}.`;
    this.write({ text, tone: event.type === 'turn' ? 'turn' : STRONG.has(event.type) ? 'strong' : 'plain' });
  }

  /** Draws in a row: `Bo draws 5 cards.` */
  private draw(seat: number): void {
    const more = this.drawing.seat === seat;
    this.drawing = { seat, count: more ? this.drawing.count + 1 : 1 };
    if (more) this.lines.pop();
    const text = describeEvent(this.cards, { type: 'draw', ...this.drawing }, this.nameOf, this.you);
    this.write({ text: `${capital(text)}.`, tone: 'plain' });
  }

  /** What another line says already, and the deal, which everybody knows. */
  private isTold(event: GangupEvent): boolean {
    if (this.payments.isTold(event)) return true;
    switch (event.type) {
      case 'draw':
        return !this.begun || event.seat === this.you;
      case 'drawn':
        return !this.begun;
      case 'crimeOver':
        return true;
      default:
        return false;
    }
  }

  /** Passes in a row: `Bo, Cleo and you pass.` */
  private pass(seat: number): void {
    if (this.passing.length > 0) this.lines.pop();
    if (!this.passing.includes(seat)) this.passing.push(seat);
    const names = this.passing.map((s) => (s === this.you ? 'you' : this.nameOf(s)));
    const last = names.pop()!;
    const verb = names.length === 0 && last !== 'you' ? 'passes' : 'pass';
    const who = names.length === 0 ? last : `${names.join(', ')} and ${last}`;
    this.write({ text: `${capital(who)} ${verb}.`, tone: 'quiet' });
  }

  private write(line: LogLine): void {
    this.lines.push(line);
    if (this.lines.length > LINES_MAX) this.lines.shift();
  }
}
