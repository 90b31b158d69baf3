import type { Action, ActionList } from '../../src/core/game.js';
import { DO, verbOf } from '../../src/gangup/actions.js';
import { LEADER, LOCATION } from '../../src/gangup/cards.js';
import type { GangupConfig } from '../../src/gangup/config.js';
import { manpower, requirement } from '../../src/gangup/effects/evaluate.js';
import type { GangupEvent } from '../../src/gangup/events.js';
import { PROMPT } from '../../src/gangup/prompts.js';
import { type GangupState, INFO, TURNS_MAX } from '../../src/gangup/state.js';
import type { Watcher } from '../gangup-play.js';
import { Tally, WIN } from './tally.js';

/** Own turns in a row without anything to do that make a seat count as stuck. */
export const STUCK_TURNS = 3;

/** What a seat can do with its own cards in its own turn: everything but drawing, passing, and turning over a crime. */
const DEEDS: ReadonlySet<number> = new Set([DO.place, DO.snitch, DO.play, DO.act, DO.buy]);

/** Watches games from outside and counts what the balance figures are made of. */
export class Recorder implements Watcher {
  readonly tally: Tally;
  private readonly seats: number;
  private readonly cards: number;
  /** [turns, seats] statuses before turn t + 1. */
  private readonly statusAt: Int32Array;
  /** [seats, cards] 1 where the opening hand has the card. */
  private readonly opening: Uint8Array;
  private readonly drawn: Uint8Array;
  private readonly played: Uint8Array;
  /** [seats] own turns in a row without anything to do; 1 for a seat that was stuck. */
  private readonly idle: Int32Array;
  private readonly stuck: Uint8Array;
  private turn = 0;
  private active = -1;
  private first = 0;
  private could = false;
  private inProgress = false;
  private dipped = false;

  constructor(config: GangupConfig) {
    this.tally = new Tally(config);
    this.seats = config.players;
    this.cards = this.tally.cardCount;
    this.statusAt = new Int32Array((TURNS_MAX + 1) * this.seats);
    this.opening = new Uint8Array(this.seats * this.cards);
    this.drawn = new Uint8Array(this.cards);
    this.played = new Uint8Array(this.cards);
    this.idle = new Int32Array(this.seats);
    this.stuck = new Uint8Array(this.seats);
  }

  event(event: GangupEvent, state: GangupState): void {
    const { tally } = this;
    switch (event.type) {
      case 'start':
        this.begin(state, event.first);
        return;
      case 'drawn':
        for (const card of event.cards) {
          this.drawn[card] = 1;
          if (this.turn === 0) this.opening[event.seat * this.cards + card] = 1;
        }
        return;
      case 'turn':
        this.endTurn();
        this.turn = event.turn;
        this.active = event.seat;
        this.could = false;
        for (let s = 0; s < this.seats; s++) this.statusAt[(event.turn - 1) * this.seats + s] = state.status[s]!;
        return;
      case 'place':
      case 'play':
      case 'cancel':
      case 'buy':
        this.played[event.card] = 1;
        return;
      case 'leader':
        if (event.card < 0) return;
        this.played[event.card] = 1;
        this.opening[event.seat * this.cards + event.card] = 1;
        return;
      case 'crime':
        this.drawn[event.card] = 1;
        tally.count('started', 0, 1);
        return;
      case 'rumor':
        if (event.played) this.played[state.info[INFO.crime]!] = 1;
        return;
      case 'inProgress':
        this.inProgress = true;
        this.dipped = false;
        tally.count('started', 1, 0);
        tally.count('allied', state.info[INFO.ally]! >= 0 ? 1 : 0, 1);
        return;
      case 'outcome':
        this.inProgress = false;
        tally.count('success', event.success ? 1 : 0, 1);
        tally.count('turned', this.dipped || !event.success ? 1 : 0, 1);
        return;
      case 'fuel':
        tally.count('fuel', 1, 0);
        return;
      case 'gameOver':
        this.end(event.winners, event.reason);
        return;
      default:
    }
  }

  decision(state: GangupState, seat: number, legal: ActionList, action: Action): void {
    this.tally.count('decisions', 1, 0);
    if (this.inProgress && !this.dipped && manpower(state) < requirement(state)) this.dipped = true;
    if (seat === this.active && !this.could) this.could = canDo(state, seat, legal, action);
  }

  private begin(state: GangupState, first: number): void {
    const { cards } = state;
    this.first = first;
    this.turn = 0;
    this.active = -1;
    this.inProgress = false;
    this.opening.fill(0);
    this.played.fill(0);
    this.idle.fill(0);
    this.stuck.fill(0);
    // Leaders and locations are offered to all from the start.
    for (let c = 0; c < this.cards; c++) {
      this.drawn[c] = cards.kind[c] === LEADER || cards.kind[c] === LOCATION ? 1 : 0;
    }
  }

  private endTurn(): void {
    const { active, idle } = this;
    if (active < 0) return;
    idle[active] = this.could ? 0 : idle[active]! + 1;
    if (idle[active]! >= STUCK_TURNS) this.stuck[active] = 1;
  }

  private end(winners: readonly number[], reason: string): void {
    const { tally, seats } = this;
    this.endTurn();
    const share = WIN / winners.length;
    tally.count('byStatus', reason === 'status' ? 1 : 0, 1);
    tally.count('atCap', reason === 'turns' ? 1 : 0, 1);
    tally.count('turns', this.turn, seats);
    tally.count('fuel', 0, 1);
    tally.count('decisions', 0, 1);
    tally.count(
      'stuck',
      this.stuck.reduce((sum, one) => sum + one, 0),
      seats,
    );
    for (let s = 0; s < seats; s++) {
      const won = winners.includes(s) ? share : 0;
      const place = (s - this.first + seats) % seats;
      tally.count(`place${place as 0 | 1 | 2 | 3 | 4}`, won, WIN);
      for (let c = 0; c < this.cards; c++) {
        if (this.opening[s * this.cards + c] === 1) tally.countCard(c, 'opening', won, WIN);
      }
    }
    for (let c = 0; c < this.cards; c++) if (this.drawn[c] === 1) tally.countCard(c, 'played', this.played[c]!, 1);
    this.countMiddle(winners, share);
    tally.endGame();
  }

  /** Half of the game's turns are over: who led, who was last? Those who share a place count in equal parts. */
  private countMiddle(winners: readonly number[], share: number): void {
    const { tally, seats } = this;
    const at = Math.floor(this.turn / 2) * seats;
    const status = this.statusAt.subarray(at, at + seats);
    const [highest, lowest] = [Math.max(...status), Math.min(...status)];
    if (highest === lowest) return; // nobody leads
    const wins = (wanted: number): number => {
      let sum = 0;
      let count = 0;
      for (let s = 0; s < seats; s++) {
        if (status[s] !== wanted) continue;
        count++;
        if (winners.includes(s)) sum += share;
      }
      return sum / count;
    };
    tally.count('leader', wins(highest), WIN);
    tally.count('last', wins(lowest), WIN);
  }
}

/**
 * Whether the seat could do something with what it has: place, trade, play; play the crime at hand with a gangster of
 * its own; or turn one over, though it chose not to.
 */
function canDo(state: GangupState, seat: number, legal: ActionList, action: Action): boolean {
  const prompt = state.info[INFO.prompt]!;
  const refrained = prompt === PROMPT.third && verbOf(action) === DO.second && state.info[INFO.crimes]! > 0;
  if (prompt === PROMPT.rumor || refrained) return hasGang(state, seat);
  for (let i = 0; i < legal.length; i++) if (DEEDS.has(verbOf(legal.codes[i]!))) return true;
  return false;
}

function hasGang(state: GangupState, seat: number): boolean {
  for (let slot = 0; slot < state.slots; slot++) {
    if (state.slotCard[slot]! >= 0 && state.slotOwner[slot] === seat) return true;
  }
  return false;
}
