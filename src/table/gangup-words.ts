import { baseReward, manpower, requirement } from '../gangup/effects/evaluate.js';
import { AT_FORCED, AT_HQ, FRAME, type GangupView, INFO, inUse, type SeatNamer } from '../gangup/index.js';
import type { GangupResult } from './gangup-result.js';
import { capital } from './words.js';

/** Gangsters of a seat by name: those in the headquarters, and those at the crime (forced ones marked). */
export function gangOf(view: GangupView, seat: number): { readonly home: string[]; readonly crime: string[] } {
  const home: string[] = [];
  const crime: string[] = [];
  for (let slot = 0; slot < view.slots; slot++) {
    if (view.slotCard[slot]! < 0 || view.slotOwner[slot] !== seat) continue;
    const name = view.cards.name(view.slotCard[slot]!);
    if (view.slotAt[slot] === AT_HQ) home.push(name);
    else crime.push(view.slotAt[slot] === AT_FORCED ? `${name} (forced)` : name);
  }
  return { home, crime };
}

/** Locations that the seat owns; −1: those that nobody does. */
export function locationsOwned(view: GangupView, seat: number): number[] {
  return view.cards.locations.filter((_, i) => view.locationOwner[i] === seat);
}

/** The same by name. */
export function locationsOf(view: GangupView, seat: number): string[] {
  return locationsOwned(view, seat).map((card) => view.cards.name(card));
}

/** How many gangsters the seat offers; 0 once the starter has chosen its ally, or the crime is in progress (R-BID). */
export function offerOf({ info, bids }: GangupView, seat: number): number {
  return info[INFO.crimeStage] === 2 && info[INFO.ally]! < 0 ? Math.max(0, bids[seat]!) : 0;
}

/** One line about a seat: status, hand size, gang, leader, locations. */
export function tellSeat(view: GangupView, seat: number, name: SeatNamer): string {
  const { home, crime } = gangOf(view, seat);
  const leader = view.leader[seat]! < 0 ? '' : `; led by ${view.cards.name(view.leader[seat]!)}`;
  const owned = locationsOf(view, seat);
  const locations = owned.length === 0 ? '' : `; owns ${owned.join(', ')}`;
  const away = crime.length === 0 ? '' : `; at the crime: ${crime.join(', ')}`;
  const offer = offerOf(view, seat);
  const bid = offer > 0 ? `; offers ${offer}` : '';
  return (
    `${capital(name(seat))}: status ${view.status[seat]}, ${cardCount(view.handCount[seat]!)}; ` +
    `headquarters: ${home.join(', ') || 'nobody'}${away}${bid}${leader}${locations}`
  );
}

/** The card of the play that is put together, answered or taking effect, as its seat sees it; −1: none. */
export function cardUnderWay(view: GangupView): number {
  const frame = [view.draft, view.pending, view.machine].find(inUse);
  return frame === undefined ? -1 : frame[FRAME.card]!;
}

const STAGES = ['', 'a rumor', 'being organized', 'in progress', 'over'] as const;

/** The crime at hand in one line; null without one. */
export function tellCrime(view: GangupView, name: SeatNamer): string | null {
  const { cards, info } = view;
  const crime = info[INFO.crime]!;
  if (crime < 0) return null;
  const data = cards.data[crime]!;
  const type = data.kind === 'crime' ? data.type : '';
  const stage = info[INFO.crimeStage]!;
  const who = info[INFO.starter]! < 0 ? '' : `, started by ${name(info[INFO.starter]!)}`;
  const ally = info[INFO.ally]! < 0 ? '' : ` with ${name(info[INFO.ally]!)}`;
  const text = data.text === '' ? '' : ` ${data.text}`;
  return (
    `Crime ${STAGES[stage]}: ${cards.name(crime)} (${type}, number ${cards.number[crime]}, ±${baseReward(view)} status), ` +
    `manpower ${manpower(view)} of ${requirement(view)}${who}${ally}.${text}`
  );
}

/** Jail and piles in one line. */
export function tellPiles(view: GangupView): string {
  const { cards, info } = view;
  const jail = Array.from(
    view.jail.subarray(0, info[INFO.jailed]!),
    (card) => `${cards.name(card)} (${cards.number[card]})`,
  );
  return (
    `Jail: ${jail.join(', ') || 'nobody'}. Resource pile ${info[INFO.resources]}, discards ${info[INFO.discards]}; ` +
    `crimes ${info[INFO.crimes]}, discarded ${info[INFO.crimeDiscards]}.`
  );
}

/** How a finished game ended, in a sentence. */
export function tellGangupEnd({ winners, statuses, reason, turns }: GangupResult, name: SeatNamer): string {
  const [first = -1] = winners;
  const wins = winners.length > 1 ? 'share the win' : name(first) === 'you' ? 'win' : 'wins';
  const how =
    reason === 'status'
      ? ''
      : reason === 'crimes'
        ? ' The crime pile has run out, and the highest status wins.'
        : ' The last turn is over, and the highest status wins.';
  const table = statuses.map((status, seat) => `${name(seat)} ${status}`).join(', ');
  return `${capital(winners.map(name).join(' and '))} ${wins} after ${turns} turns.${how} Status: ${table}.`;
}

function cardCount(n: number): string {
  return `${n} ${n === 1 ? 'card' : 'cards'}`;
}
