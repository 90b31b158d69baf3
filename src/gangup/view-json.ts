import { manpower, requirement } from './effects/evaluate.js';
import { inUse, PROMPTS, STEPS } from './prompts.js';
import { AT_CRIME, AT_FORCED, type GangupView, INFO, PEEK_MAX } from './state.js';

/** A gangster on the table. */
export interface GangsterJson {
  readonly place: number;
  readonly card: string;
  readonly at: 'headquarters' | 'crime' | 'forced';
}

/** A view in words and numbers, for people, logs and networks; holds nothing that the view doesn't. */
export interface GangupViewJson {
  readonly seat: number;
  readonly players: number;
  readonly turn: number;
  readonly active: number;
  readonly step: string;
  readonly prompt: { readonly seat: number; readonly kind: string } | null;
  readonly over: boolean;
  readonly winners: number[];
  readonly hand: string[];
  readonly seats: {
    readonly status: number;
    readonly cards: number;
    readonly leader: string | null;
    readonly locations: string[];
    readonly gangsters: GangsterJson[];
    readonly bid: number | null;
    readonly playsThisTurn: number;
    /** Cards of the hand that this seat knows. */
    readonly known: string[];
  }[];
  readonly crime: {
    readonly card: string;
    readonly starter: number;
    readonly ally: number | null;
    readonly manpower: number;
    readonly requirement: number;
    readonly stage: 'rumor' | 'organizing' | 'in progress' | 'done';
  } | null;
  /** The announced play that may be answered or takes effect. */
  readonly play: { readonly card: string; readonly seat: number; readonly cancels: number } | null;
  /** The play that this seat is putting together. */
  readonly draft: string | null;
  readonly jail: string[];
  readonly discard: string[];
  readonly crimeDiscard: string[];
  readonly removed: string[];
  readonly pile: number;
  readonly crimePile: number;
  /** What the seat has seen on top of the piles, null where it doesn't know. */
  readonly peeked: { readonly crimes: (string | null)[]; readonly resources: (string | null)[] };
}

const STAGES = ['rumor', 'rumor', 'organizing', 'in progress', 'done'] as const;

export function viewToJson(view: GangupView): GangupViewJson {
  const { info, cards } = view;
  const names = (list: Int32Array, count: number): string[] =>
    Array.from(list.subarray(0, count), (c) => cards.name(c));
  const seats = Array.from({ length: view.seats }, (_, s) => s);
  const asked = info[INFO.promptSeat]!;
  const peeked = (pile: number): (string | null)[] =>
    Array.from(view.peeks.subarray(pile * PEEK_MAX, (pile + 1) * PEEK_MAX), (c) => (c < 0 ? null : cards.name(c)));
  return {
    seat: view.seat,
    players: view.seats,
    turn: info[INFO.turn]!,
    active: info[INFO.active]!,
    step: STEPS[info[INFO.step]!]!,
    prompt: asked < 0 ? null : { seat: asked, kind: PROMPTS[info[INFO.prompt]!]! },
    over: info[INFO.over] === 1,
    winners: seats.filter((s) => (info[INFO.winners]! >> s) & 1),
    hand: names(view.hand, view.handCount[view.seat]!),
    seats: seats.map((s) => ({
      status: view.status[s]!,
      cards: view.handCount[s]!,
      leader: view.leader[s]! < 0 ? null : cards.name(view.leader[s]!),
      locations: cards.locations.filter((_, l) => view.locationOwner[l] === s).map((card) => cards.name(card)),
      gangsters: gangstersOf(view, s),
      bid: view.bids[s] === 0 ? null : Math.max(0, view.bids[s]!),
      playsThisTurn: view.plays[s]!,
      known: knownOf(view, s),
    })),
    crime:
      info[INFO.crime]! < 0
        ? null
        : {
            card: cards.name(info[INFO.crime]!),
            starter: info[INFO.starter]!,
            ally: info[INFO.ally]! < 0 ? null : info[INFO.ally]!,
            manpower: manpower(view),
            requirement: requirement(view),
            stage: STAGES[info[INFO.crimeStage]!]!,
          },
    play: inUse(view.pending)
      ? { card: cards.name(view.pending[1]!), seat: view.pending[3]!, cancels: info[INFO.cancels]! }
      : null,
    draft: inUse(view.draft) ? cards.name(view.draft[1]!) : null,
    jail: names(view.jail, info[INFO.jailed]!),
    discard: names(view.discard, info[INFO.discards]!),
    crimeDiscard: names(view.crimeDiscard, info[INFO.crimeDiscards]!),
    removed: names(view.removed, info[INFO.removed]!),
    pile: info[INFO.resources]!,
    crimePile: info[INFO.crimes]!,
    peeked: { crimes: peeked(0), resources: peeked(1) },
  };
}

function gangstersOf(view: GangupView, seat: number): GangsterJson[] {
  const list: GangsterJson[] = [];
  for (let slot = 0; slot < view.slots; slot++) {
    if (view.slotCard[slot]! < 0 || view.slotOwner[slot] !== seat) continue;
    const at = view.slotAt[slot] === AT_CRIME ? 'crime' : view.slotAt[slot] === AT_FORCED ? 'forced' : 'headquarters';
    list.push({ place: slot, card: view.cards.name(view.slotCard[slot]!), at });
  }
  return list;
}

function knownOf(view: GangupView, seat: number): string[] {
  const at = seat * view.knownWords;
  return Array.from(view.knows.subarray(at + 1, at + 1 + view.knows[at]!), (card) => view.cards.name(card));
}
