/**
 * R-HEADLESS written once more from the ruling's text, slowly and apart from `src/`: seats and chips are entries of
 * plain arrays, every rule is a sentence. One round of chips at a time. Permutations come from outside (`nextCycle`),
 * since which one comes is chance; when one is due is the rule.
 */
export interface ReferenceRules {
  readonly players: number;
  readonly takesMax: number;
  readonly roundEnd: 'strict' | 'ready';
}

export type Answer = { readonly keep: true } | { readonly keep: false; readonly chip: number };

export class ReferenceRound {
  /** For each chip who has it, or 'centre'. */
  readonly chips: (number | 'centre')[];
  /** Takes spent by each seat. */
  readonly spent: number[];
  readonly firstChip: (number | null)[];
  /** Every take of the round: who, which chip, from whom. */
  readonly moves: { seat: number; chip: number; from: number | 'centre' }[] = [];
  over = false;
  asked = -1;
  /** Cycles begun. */
  cycles = 0;
  private cycle: number[] = [];
  /** Who has answered since the last chip moved. */
  private answered: number[] = [];

  constructor(
    readonly rules: ReferenceRules,
    private readonly nextCycle: () => number[],
  ) {
    const seats = Array.from({ length: rules.players }, (_, s) => s);
    this.chips = seats.map(() => 'centre');
    this.spent = seats.map(() => 0);
    this.firstChip = seats.map(() => null);
    this.ask();
  }

  chipOf(seat: number): number | null {
    const chip = this.chips.indexOf(seat);
    return chip < 0 ? null : chip;
  }

  takesLeft(seat: number): number {
    return this.rules.takesMax - this.spent[seat]!;
  }

  everybodyHolds(): boolean {
    return this.chips.every((holder) => holder !== 'centre');
  }

  /** What the seat could answer if it were asked. */
  acts(seat: number): Answer[] {
    const own = this.chipOf(seat);
    const acts: Answer[] = own === null ? [] : [{ keep: true }];
    this.chips.forEach((holder, chip) => {
      if (chip === own) return;
      const costs = !(own === null && this.takesLeft(seat) === 0 && holder === 'centre');
      if (!costs || this.takesLeft(seat) > 0) acts.push({ keep: false, chip });
    });
    return acts;
  }

  /** "A seat isn't asked when `keep` is its only act, or when it has answered since the last chip moved and holds a star." */
  isAsked(seat: number): boolean {
    const acts = this.acts(seat);
    if (acts.length === 1 && acts[0]!.keep) return false;
    return !(this.answered.includes(seat) && this.chipOf(seat) !== null);
  }

  answer(answer: Answer): void {
    const seat = this.asked;
    if (answer.keep) {
      if (this.chipOf(seat) === null) throw new Error('a seat without a star has no keep');
      this.answered.push(seat);
    } else {
      this.take(seat, answer.chip);
    }
    this.ask();
  }

  private take(seat: number, chip: number): void {
    const own = this.chipOf(seat);
    const from = this.chips[chip]!;
    const free = own === null && from === 'centre' && this.takesLeft(seat) === 0;
    if (!free) {
      if (this.takesLeft(seat) === 0) throw new Error('no takes left');
      this.spent[seat] = this.spent[seat]! + 1;
    }
    if (own !== null) this.chips[own] = 'centre';
    this.chips[chip] = seat;
    this.firstChip[seat] ??= chip;
    this.moves.push({ seat, chip, from });
    this.answered = [];
  }

  private ask(): void {
    const seats = this.chips.map((_, seat) => seat);
    const ends = this.rules.roundEnd === 'strict' ? true : !seats.some((seat) => this.isAsked(seat));
    if (this.everybodyHolds() && ends) {
      this.over = true;
      this.asked = -1;
      return;
    }
    for (;;) {
      if (this.cycle.length === 0) {
        this.cycle = [...this.nextCycle()];
        this.cycles++;
      }
      const seat = this.cycle.shift()!;
      if (this.isAsked(seat)) {
        this.asked = seat;
        return;
      }
    }
  }
}
