import type { ActionList } from '../src/core/game.js';
import { DO, verbOf } from '../src/gangup/actions.js';
import { manpower, requirement } from '../src/gangup/effects/evaluate.js';
import type { GangupEvent } from '../src/gangup/events.js';
import { PROMPT } from '../src/gangup/prompts.js';
import { type GangupState, INFO } from '../src/gangup/state.js';
import type { MetricDefinition } from '../training/metric-list.js';
import type { Watcher } from './gangup-play.js';
import { clusteredMean, clusteredShare, type Interval } from './stats.js';

/** Manpower beyond the requirement from which on a crime counts as over-committed. */
const OVER = 2;

const share = { unit: 'share', range: '0 … 1', source: '`BiddingWatcher` in eval/bidding.ts' } as const;

/** What an agent does about crimes and alliances: how often, of the occasions that it had. */
export const HABITS = [
  { key: 'turnsOver', meaning: 'turns a crime over in phase 3, where it might draw a card', ...share },
  { key: 'organizes', meaning: 'plays the crime that it has turned over, where it might let it pass', ...share },
  { key: 'invites', meaning: 'calls for help with a crime of its own, of those where it may', ...share },
  { key: 'offers', meaning: 'offers gangsters when another calls for help, where it might decline', ...share },
  { key: 'accepts', meaning: 'takes an ally, of its calls that somebody has answered', ...share },
  { key: 'isTaken', meaning: 'is taken as the ally, of its offers', ...share },
  {
    key: 'overCommits',
    meaning: `begins a crime of its own with at least ${OVER} manpower more than is needed, of those that begin`,
    ...share,
  },
  {
    key: 'surplus',
    meaning: 'manpower beyond the requirement when a crime of its own begins',
    unit: 'manpower',
    range: '≥ 0',
    source: share.source,
  },
  { key: 'cancels', meaning: 'answers a play with a Cancel, where it has one that fits', ...share },
  {
    key: 'betrays',
    meaning: 'makes a play that weakens a crime in progress of itself and a partner, of such crimes',
    ...share,
  },
] as const satisfies readonly MetricDefinition[];

export type Habit = (typeof HABITS)[number]['key'];
const AT = Object.fromEntries(HABITS.map(({ key }, i) => [key, i])) as Readonly<Record<Habit, number>>;

/** Own status less that of the best rival, by the least of each bin; below the first: further behind. */
const GAPS_FROM = [-5, -1, 2, 6] as const;
export const GAPS = ['6 or more behind', '2 to 5 behind', 'within 1', '2 to 5 ahead', '6 or more ahead'] as const;
/** Seats from the one that begins. */
const POSITIONS = 5;
const CELLS = GAPS.length + POSITIONS;

/** Columns that the habits of one place of a line-up take: of each habit and cell what it did, and how often it could. */
export const HABIT_COLUMNS = HABITS.length * CELLS * 2;

/** How often (or how much), with the 95 % interval over deals; null where there was no occasion. */
export interface Rate {
  readonly rate: Interval | null;
  readonly occasions: number;
}

/** One habit of an agent: over all, by the status gap (`GAPS`), and by the place in the order of turns. */
export interface HabitResult extends Rate {
  readonly habit: Habit;
  readonly byGap: readonly Rate[];
  readonly byPosition: readonly Rate[];
}

export interface BiddingResult {
  readonly agent: string;
  readonly habits: readonly HabitResult[];
}

/** A crime from the moment when it is played. */
interface Crime {
  /** The cells of its starter when it might first have called for help; null before. */
  could: readonly number[] | null;
  called: boolean;
  /** Seats that offered, and those that weakened it together with a partner. */
  offered: number;
  betrayed: number;
}

/** Watches games from outside and notes in their rows who does what about crimes. */
export class BiddingWatcher implements Watcher {
  private row: Float64Array = new Float64Array(0);
  private at = 0;
  private placeOf: readonly number[] = [];
  private first = 0;
  private crime: Crime | null = null;
  /** A play at a shared crime that is under way, and how the crime stood before it. */
  private play: { readonly seat: number; readonly margin: number } | null = null;

  /** The next game's numbers go into `row` from `at` on: [places, HABIT_COLUMNS]; `placeOf[seat]` is a place. */
  begin(row: Float64Array, at: number, placeOf: readonly number[]): void {
    this.row = row;
    this.at = at;
    this.placeOf = placeOf;
    this.crime = null;
    this.play = null;
  }

  decision(state: GangupState, seat: number, legal: ActionList, action: number): void {
    const verb = verbOf(action);
    const { info } = state;
    const can = (wanted: number): boolean => {
      for (let i = 0; i < legal.length; i++) if (verbOf(legal.codes[i]!) === wanted) return true;
      return false;
    };
    switch (info[INFO.prompt]) {
      case PROMPT.third:
        if (can(DO.crime) && can(DO.second)) this.note(state, seat, 'turnsOver', verb === DO.crime);
        return;
      case PROMPT.rumor:
        if (can(DO.yes) && can(DO.no)) this.note(state, seat, 'organizes', verb === DO.yes);
        return;
      case PROMPT.organize:
        if (this.crime !== null && this.crime.could === null && can(DO.call))
          this.crime.could = this.cells(state, seat);
        return;
      case PROMPT.bid:
        if (can(DO.bid) && can(DO.decline)) this.note(state, seat, 'offers', verb === DO.bid);
        return;
      case PROMPT.ally:
        this.note(state, seat, 'accepts', verb === DO.ally);
        return;
      case PROMPT.answer:
        if (can(DO.play)) this.note(state, seat, 'cancels', verb === DO.play);
        return;
      case PROMPT.priority:
        this.settle(manpower(state) - requirement(state));
        if (info[INFO.crimeStage] === 3 && partners(state).includes(seat) && (verb === DO.play || verb === DO.act)) {
          this.play = { seat, margin: manpower(state) - requirement(state) };
        }
        return;
      default:
    }
  }

  event(event: GangupEvent, state: GangupState): void {
    const { crime } = this;
    switch (event.type) {
      case 'start':
        this.first = event.first;
        return;
      case 'rumor':
        this.crime = event.played ? { could: null, called: false, offered: 0, betrayed: 0 } : null;
        return;
      case 'call':
        if (crime !== null) crime.called = true;
        return;
      case 'bid':
        if (crime !== null && event.count > 0) crime.offered |= 1 << event.seat;
        return;
      case 'ally':
        for (let s = 0; s < state.seats; s++) {
          if (((crime?.offered ?? 0) >> s) & 1) this.note(state, s, 'isTaken', s === event.ally);
        }
        return;
      case 'inProgress': {
        const surplus = event.manpower - event.requirement;
        this.note(state, state.info[INFO.starter]!, 'overCommits', surplus >= OVER);
        this.note(state, state.info[INFO.starter]!, 'surplus', surplus);
        this.organized();
        return;
      }
      case 'outcome':
        this.settle(event.manpower - event.requirement);
        for (const seat of partners(state))
          this.note(state, seat, 'betrays', (((crime?.betrayed ?? 0) >> seat) & 1) === 1);
        return;
      case 'crimeLost':
        this.organized();
        return;
      case 'crimeOver':
      case 'gameOver':
        this.organized();
        this.crime = null;
        this.play = null;
        return;
      default:
    }
  }

  /** The crime has been organized, or given up: did its starter call for help? */
  private organized(): void {
    const { crime } = this;
    if (crime === null || crime.could === null) return;
    this.add('invites', crime.could, crime.called ? 1 : 0);
    crime.could = null;
  }

  /** The play that was under way is over: was the crime worse for it? */
  private settle(margin: number): void {
    const { play, crime } = this;
    this.play = null;
    if (play !== null && crime !== null && margin < play.margin) crime.betrayed |= 1 << play.seat;
  }

  private note(state: GangupState, seat: number, habit: Habit, value: boolean | number): void {
    this.add(habit, this.cells(state, seat), Number(value));
  }

  /** Where the seat's numbers go: in each of its two cells. */
  private cells(state: GangupState, seat: number): number[] {
    const { status, seats } = state;
    let rival = 0;
    for (let s = 0; s < seats; s++) if (s !== seat) rival = Math.max(rival, status[s]!);
    const gap = GAPS_FROM.filter((from) => status[seat]! - rival >= from).length;
    const position = GAPS.length + ((seat - this.first + seats) % seats);
    const begin = this.at + this.placeOf[seat]! * HABIT_COLUMNS;
    return [begin + 2 * gap, begin + 2 * position];
  }

  private add(habit: Habit, cells: readonly number[], value: number): void {
    for (const cell of cells) {
      this.row[cell + AT[habit] * CELLS * 2]! += value;
      this.row[cell + AT[habit] * CELLS * 2 + 1]! += 1;
    }
  }
}

/** Starter and ally of the crime at hand; nobody where it has no ally. */
function partners(state: GangupState): number[] {
  const ally = state.info[INFO.ally]!;
  return ally < 0 ? [] : [state.info[INFO.starter]!, ally];
}

/**
 * The habits of an agent from the rows of its games. `sums` gives [deals] sums of a column, counted within the habits of
 * a place, over the places where the agent sits.
 */
export function habitsOf(players: number, sums: (column: number) => Float64Array): HabitResult[] {
  return HABITS.map(({ key }, h): HabitResult => {
    const cell = (at: number): Summed => ({
      done: sums((h * CELLS + at) * 2),
      could: sums((h * CELLS + at) * 2 + 1),
    });
    const gaps = GAPS.map((_, at) => cell(at));
    const positions = Array.from({ length: players }, (_, at) => cell(GAPS.length + at));
    const rate = (one: Summed): Rate => rateOf(one, key !== 'surplus');
    return { habit: key, ...rate(gaps.reduce(added)), byGap: gaps.map(rate), byPosition: positions.map(rate) };
  });
}

interface Summed {
  readonly done: Float64Array;
  readonly could: Float64Array;
}

function added(a: Summed, b: Summed): Summed {
  return { done: a.done.map((x, i) => x + b.done[i]!), could: a.could.map((x, i) => x + b.could[i]!) };
}

function rateOf({ done, could }: Summed, isShare: boolean): Rate {
  const occasions = could.reduce((sum, n) => sum + n, 0);
  if (occasions === 0) return { rate: null, occasions };
  return { rate: isShare ? clusteredShare(done, could) : clusteredMean(done, could), occasions };
}
