import { manpower, needed, requirement } from '../gangup/effects/evaluate.js';
import * as o from '../gangup/effects/opcodes.js';
import { inUse } from '../gangup/prompts.js';
import {
  AT_HQ,
  FRAME,
  FRAME_REGISTERS,
  type GangupState,
  type GangupView,
  INFO,
  PEEK_MAX,
  type PublicGangup,
  RECENT_WORDS,
  REGISTER_WORDS,
  RUN,
} from '../gangup/state.js';
import { briefLayout } from './gangup-card-layout.js';
import { type CardVectors, cardVectorsOf, type SparseRows } from './gangup-cards.js';
import {
  EVENTS_SHOWN,
  GANG_SET,
  gangupLayout,
  gangupPrivilegedLayout,
  HAND_SET,
  PEEKS,
  PILE_SET,
  PILE_SORTS,
  PLACES,
} from './gangup-layout.js';

const BRIEF = briefLayout.size;
const PROTECTED = 0x7f7f;

const of = (name: string): number => gangupLayout.offset(name);
const AT = {
  players: of('players'),
  options: of('options'),
  limits: of('limits'),
  turn: of('turn'),
  prompt: of('prompt'),
  step: of('step'),
  windows: of('windows'),
  asked: of('asked'),
  active: of('active'),
  round: of('round'),
  turnMarks: of('turnMarks'),
  offers: of('offers'),
  piles: of('piles'),
  hand: of('hand'),
  excess: of('excess'),
  draftOn: of('draftOn'),
  draft: of('draftEffect'),
  playStage: of('playStage'),
  play: of('playEffect'),
  answered: of('answered'),
  crimeStage: of('crimeStage'),
  crime: of('crime'),
  starter: of('starter'),
  ally: of('ally'),
  gangs: of('gangs'),
  totals: of('totals'),
  margin: of('margin'),
  outcome: of('outcome'),
  crimeNumber: of('crimeNumber'),
  jail: of('jail'),
  discard: of('discard'),
  centre: of('centre'),
  offerCard: of('offerCard'),
  offerPrice: of('offerPrice'),
  offerOwner: of('offerOwner'),
  crimePeek: of('crimePeek'),
  resourcePeek: of('resourcePeek'),
  present: of('present'),
  status: of('status'),
  behind: of('behind'),
  handCount: of('handCount'),
  plays: of('plays'),
  bid: of('bid'),
  organized: of('organized'),
  leaderUsed: of('leaderUsed'),
  gangCount: of('gangCount'),
  crimeCount: of('crimeCount'),
  marks: of('marks'),
  headquarters: of('headquarters'),
  atCrime: of('atCrime'),
  assets: of('assets'),
  knownHand: of('knownHand'),
  recent: of('recent'),
  recentSeat: of('recentSeat'),
  recentOthers: of('recentOthers'),
  recentCard: of('recentCard'),
} as const;
/** Parts of a play, from the beginning of its fields. */
const PLAY_SEAT = of('playSeat') - AT.play;
const PLAY_CHOSEN = of('playChosen') - AT.play;
const PLAY_CARDS = of('playCards') - AT.play;
const PLAY_PROGRESS = of('playProgress') - AT.play;

function cut(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

/** Adds `count` cards from `from` on as a set. */
function addSet(
  rows: SparseRows,
  cards: Int32Array,
  from: number,
  count: number,
  cap: number,
  out: Float32Array,
  at: number,
): void {
  if (count === 0) return;
  const scale = 1 / Math.max(cap, count);
  for (let i = from; i < from + count; i++) rows.add(cards[i]!, scale, out, at);
}

/** Writes observations of one game's cards. Reads views only; allocates nothing. */
export class GangupEncoder {
  readonly size = gangupLayout.size;
  private readonly vectors: CardVectors;
  /** Gangsters by place at the table: in headquarters, at the crime. */
  private readonly counts = new Int32Array(2 * PLACES);

  constructor(table: PublicGangup) {
    this.vectors = cardVectorsOf(table.cards);
  }

  /** `out` [size] at `at`. */
  encode(view: GangupView, out: Float32Array, at: number): void {
    out.fill(0, at, at + this.size);
    this.encodeTurn(view, out, at);
    this.encodeHand(view, out, at);
    this.encodePlays(view, out, at);
    if (view.info[INFO.crime]! >= 0) this.encodeCrime(view, out, at);
    this.encodePiles(view, out, at);
    this.encodeSeats(view, out, at);
    this.encodeGangsters(view, out, at);
    this.encodeRecent(view, out, at);
  }

  private encodeTurn(view: GangupView, out: Float32Array, at: number): void {
    const { info, config, seats } = view;
    const self = view.seat;
    out[at + AT.players + seats - 2] = 1;
    if (config.leaders) out[at + AT.options] = 1;
    if (config.locations) out[at + AT.options + 1] = 1;
    if (config.crimeNeedsStatus) out[at + AT.options + 2] = 1;
    out[at + AT.limits] = config.winStatus / 40;
    out[at + AT.limits + 1] = config.handMax / 20;
    out[at + AT.turn] = info[INFO.turn]! / 200;
    out[at + AT.turn + 1] = cut(info[INFO.turn]! / 40, 1);
    out[at + AT.prompt + info[INFO.prompt]!] = 1;
    out[at + AT.step + info[INFO.step]!] = 1;
    const windows = info[INFO.windows]!;
    for (let w = 0; w < 4; w++) if ((windows >> w) & 1) out[at + AT.windows + w] = 1;
    putSeat(info[INFO.promptSeat]!, self, seats, out, at + AT.asked);
    putSeat(info[INFO.active]!, self, seats, out, at + AT.active);
    out[at + AT.round] = info[INFO.passes]! / 5;
    out[at + AT.round + 1] = info[INFO.answersLeft]! / 4;
    out[at + AT.round + 2] = cut(info[INFO.cancels]! / 4, 1);
    out[at + AT.turnMarks] = info[INFO.snitched]!;
    out[at + AT.turnMarks + 1] = info[INFO.bought]!;
    out[at + AT.turnMarks + 2] = info[INFO.called]!;
    out[at + AT.turnMarks + 3] = info[INFO.lastCrime]!;
    out[at + AT.offers] = info[INFO.offers]! / 2;
    out[at + AT.piles] = cut(info[INFO.resources]! / 80, 1);
    out[at + AT.piles + 1] = cut(info[INFO.discards]! / 80, 1);
    out[at + AT.piles + 2] = cut(info[INFO.removed]! / 80, 1);
    out[at + AT.piles + 3] = cut(info[INFO.crimes]! / 40, 1);
    out[at + AT.piles + 4] = cut(info[INFO.crimeDiscards]! / 40, 1);
    out[at + AT.piles + 5] = cut(info[INFO.jailed]! / 10, 1);
  }

  private encodeHand(view: GangupView, out: Float32Array, at: number): void {
    const count = view.handCount[view.seat]!;
    addSet(this.vectors.whole, view.hand, 0, count, HAND_SET, out, at + AT.hand);
    const over = count - view.config.handMax;
    if (over > 0) out[at + AT.excess] = cut(over / 8, 1);
  }

  private encodePlays(view: GangupView, out: Float32Array, at: number): void {
    const { draft, machine, pending, info } = view;
    if (inUse(draft)) {
      out[at + AT.draftOn] = 1;
      this.encodePlay(view, draft, out, at + AT.draft);
    }
    const announced = inUse(pending);
    const runs = inUse(machine);
    if (!announced && !runs) return;
    if (runs) {
      out[at + AT.playStage + 1] = 1;
      if (!announced) out[at + AT.playStage + 2] = 1;
      out[at + AT.play + PLAY_PROGRESS + 2] = cut((view.run[RUN.sub]! - 1) / 8, 1);
    } else out[at + AT.playStage] = 1;
    this.encodePlay(view, runs ? machine : pending, out, at + AT.play);
    if (announced) putSeat(info[INFO.answered]!, view.seat, view.seats, out, at + AT.answered);
  }

  /** A frame's card, player and what has been chosen. */
  private encodePlay(view: GangupView, frame: Int32Array, out: Float32Array, at: number): void {
    const { cards, seats } = view;
    const card = frame[FRAME.card]!;
    const ability = cards.abilities[frame[FRAME.ability]!]!;
    this.vectors.ability.put(card * 4 + frame[FRAME.ability]! - cards.abilityAt[card * 4]!, out, at);
    putSeat(frame[FRAME.user]!, view.seat, seats, out, at + PLAY_SEAT);
    out[at + PLAY_PROGRESS] = cut(frame[FRAME.stage]! / 3, 1);
    out[at + PLAY_PROGRESS + 1] = cut(frame[FRAME.pays]! / 8, 1);
    for (let i = 0; i < ability.targetCount; i++) {
      const t = ability.targets + i * o.TARGET_WORDS;
      const register = FRAME_REGISTERS + cards.code[t + o.TARGET_REGISTER]! * REGISTER_WORDS;
      const kind = cards.code[t + o.TARGET_KIND]!;
      const count = frame[register]!;
      if (i === frame[FRAME.stage]) out[at + PLAY_PROGRESS + 2] = count / 8;
      for (let k = 1; k <= count; k++) {
        const value = frame[register + k]!;
        if (kind === o.KIND_PLAYER) putSeat(value, view.seat, seats, out, at + PLAY_CHOSEN);
        else if (kind === o.KIND_CARD) this.vectors.brief.add(value, 1 / 8, out, at + PLAY_CARDS);
        else if (view.slotCard[value]! >= 0) {
          putSeat(view.slotOwner[value]!, view.seat, seats, out, at + PLAY_CHOSEN);
          this.vectors.brief.add(view.slotCard[value]!, 1 / 8, out, at + PLAY_CARDS);
        }
      }
    }
  }

  private encodeCrime(view: GangupView, out: Float32Array, at: number): void {
    const { info, cards } = view;
    const self = view.seat;
    const card = info[INFO.crime]!;
    out[at + AT.crimeStage + info[INFO.crimeStage]!] = 1;
    this.vectors.whole.put(card, out, at + AT.crime);
    putSeat(info[INFO.starter]!, self, view.seats, out, at + AT.starter);
    putSeat(info[INFO.ally]!, self, view.seats, out, at + AT.ally);
    putSeats(info[INFO.gangs]!, self, view.seats, out, at + AT.gangs);
    const force = manpower(view);
    const need = requirement(view);
    const reward = Math.max(0, cards.reward[card]! + info[INFO.reward]!);
    out[at + AT.totals] = cut(force / 10, 4);
    out[at + AT.totals + 1] = cut(need / 10, 4);
    out[at + AT.totals + 2] = cut(reward / 5, 4);
    out[at + AT.margin] = cut((force - need) / 4, 4);
    const result = info[INFO.outcome]!;
    if (result >= 0) out[at + AT.outcome + result] = 1;
    const active = info[INFO.active]!;
    if (view.status[active]! >= needed(view, active, card)) out[at + AT.crimeNumber] = 1;
  }

  private encodePiles(view: GangupView, out: Float32Array, at: number): void {
    const { info, peeks, locationOwner, cards } = view;
    const { brief } = this.vectors;
    if (info[INFO.crime]! < 0) out[at + AT.crimeStage] = 1;
    addSet(brief, view.jail, 0, info[INFO.jailed]!, GANG_SET, out, at + AT.jail);
    this.encodeDiscard(view, info[INFO.discards]!, out, at + AT.discard);
    for (let depth = 0; depth < PEEKS; depth++) {
      const crime = peeks[depth]!;
      if (crime >= 0) brief.put(crime, out, at + AT.crimePeek + depth * BRIEF);
      const resource = peeks[PEEK_MAX + depth]!;
      if (resource >= 0) brief.put(resource, out, at + AT.resourcePeek + depth * BRIEF);
    }
    let centre = 0;
    for (let l = 0; l < locationOwner.length; l++) if (locationOwner[l]! < 0) centre++;
    for (let l = 0; l < locationOwner.length; l++) {
      if (locationOwner[l]! < 0) brief.add(cards.locations[l]!, 1 / Math.max(GANG_SET, centre), out, at + AT.centre);
    }
    const offered = info[INFO.offerCard]!;
    if (offered < 0) return;
    brief.put(offered, out, at + AT.offerCard);
    out[at + AT.offerPrice] = cut(info[INFO.offerPrice]! / 20, 1);
    putSeat(ownerOf(view, offered), view.seat, view.seats, out, at + AT.offerOwner);
  }

  private encodeDiscard(view: GangupView, count: number, out: Float32Array, at: number): void {
    if (count === 0) return;
    const { sorts } = this.vectors;
    // Four counts to a word: packs have fewer than 256 resource cards.
    let a = 0;
    let b = 0;
    let c = 0;
    for (let i = 0; i < count; i++) {
      const row = 3 * view.discard[i]!;
      a = (a + sorts[row]!) | 0;
      b = (b + sorts[row + 1]!) | 0;
      c = (c + sorts[row + 2]!) | 0;
    }
    const scale = 1 / Math.max(PILE_SET, count);
    for (let k = 0; k < PILE_SORTS; k++) {
      const word = k < 4 ? a : k < 8 ? b : c;
      out[at + k] = scale * ((word >>> (8 * (k & 3))) & 255);
    }
  }

  private encodeSeats(view: GangupView, out: Float32Array, at: number): void {
    const { info, seats, known, knows, cards } = view;
    const self = view.seat;
    const { brief } = this.vectors;
    const own = view.status[self]!;
    for (let i = 0; i < seats; i++) {
      let s = self + i;
      if (s >= seats) s -= seats;
      out[at + AT.present + i] = 1;
      out[at + AT.status + i] = cut(view.status[s]! / view.config.winStatus, 1);
      out[at + AT.behind + i] = cut((own - view.status[s]!) / 5, 4);
      out[at + AT.handCount + i] = cut(view.handCount[s]! / 16, 1);
      out[at + AT.plays + i] = view.plays[s]! / 24;
      const bid = view.bids[s]!;
      if (bid > 0) out[at + AT.bid + 2 * i] = cut(bid / 5, 1);
      else if (bid < 0) out[at + AT.bid + 2 * i + 1] = 1;
      out[at + AT.organized + i] = (info[INFO.organized]! >> s) & 1;
      if (view.leaderUsed[s]! !== 0) out[at + AT.leaderUsed + i] = 1;
      const row = i === 0 ? known : knows;
      addSet(
        brief,
        row,
        s * view.knownWords + 1,
        row[s * view.knownWords]!,
        HAND_SET,
        out,
        at + AT.knownHand + i * BRIEF,
      );
      const assets = at + AT.assets + i * BRIEF;
      const leader = view.leader[s]!;
      let owned = leader >= 0 ? 1 : 0;
      for (let l = 0; l < view.locationOwner.length; l++) if (view.locationOwner[l] === s) owned++;
      if (owned === 0) continue;
      const scale = 1 / Math.max(GANG_SET, owned);
      if (leader >= 0) brief.add(leader, scale, out, assets);
      for (let l = 0; l < view.locationOwner.length; l++) {
        if (view.locationOwner[l] === s) brief.add(cards.locations[l]!, scale, out, assets);
      }
    }
  }

  private encodeGangsters(view: GangupView, out: Float32Array, at: number): void {
    const { slotCard, slotOwner, slotAt, slots, seats, slotCrimeMod, slotTurnMod, slotProtection, slotUsed } = view;
    const self = view.seat;
    const { counts } = this;
    const { brief } = this.vectors;
    counts.fill(0);
    for (let g = 0; g < slots; g++) {
      if (slotCard[g]! < 0) continue;
      let i = slotOwner[g]! - self;
      if (i < 0) i += seats;
      const cell = slotAt[g] === AT_HQ ? i : PLACES + i;
      counts[cell] = counts[cell]! + 1;
    }
    for (let g = 0; g < slots; g++) {
      const card = slotCard[g]!;
      if (card < 0) continue;
      let i = slotOwner[g]! - self;
      if (i < 0) i += seats;
      const home = slotAt[g] === AT_HQ;
      const count = counts[home ? i : PLACES + i]!;
      const set = at + (home ? AT.headquarters : AT.atCrime) + i * BRIEF;
      brief.add(card, 1 / Math.max(GANG_SET, count), out, set);
      const marks = at + AT.marks + 3 * i;
      const added = slotCrimeMod[g]! + slotTurnMod[g]!;
      if (added !== 0) out[marks] = cut(out[marks]! + added / 4, 4);
      if ((slotProtection[g]! & PROTECTED) !== 0) out[marks + 1] = cut(out[marks + 1]! + 1 / 4, 4);
      if (slotUsed[g] !== 0) out[marks + 2] = cut(out[marks + 2]! + 1 / 4, 4);
    }
    for (let i = 0; i < seats; i++) {
      out[at + AT.gangCount + i] = cut(counts[i]! / 8, 1);
      out[at + AT.crimeCount + i] = cut(counts[PLACES + i]! / 8, 1);
    }
  }

  private encodeRecent(view: GangupView, out: Float32Array, at: number): void {
    const { recent, seats } = view;
    const kinds = (AT.recentSeat - AT.recent) / EVENTS_SHOWN;
    for (let k = 0; k < EVENTS_SHOWN; k++) {
      const row = k * RECENT_WORDS;
      const what = recent[row]!;
      if (what === 0) return;
      out[at + AT.recent + k * kinds + what - 1] = 1;
      putSeat(recent[row + 1]!, view.seat, seats, out, at + AT.recentSeat + k * PLACES);
      putSeats(recent[row + 3]!, view.seat, seats, out, at + AT.recentOthers + k * PLACES);
      this.vectors.brief.put(recent[row + 2]!, out, at + AT.recentCard + k * BRIEF);
    }
  }
}

/** Marks a seat by its place from `self` to the left; none below 0. */
export function putSeat(seat: number, self: number, seats: number, out: Float32Array, at: number): void {
  if (seat < 0) return;
  const place = seat - self;
  out[at + (place < 0 ? place + seats : place)] = 1;
}

function putSeats(mask: number, self: number, seats: number, out: Float32Array, at: number): void {
  for (let s = 0; mask !== 0; s++, mask >>= 1) if (mask & 1) putSeat(s, self, seats, out, at);
}

/** Who owns the location, −1 nobody. */
export function ownerOf(table: PublicGangup, location: number): number {
  for (let l = 0; l < table.locationOwner.length; l++) {
    if (table.cards.locations[l] === location) return table.locationOwner[l]!;
  }
  return -1;
}

const HANDS = gangupPrivilegedLayout.offset('hands');
const CRIMES = gangupPrivilegedLayout.offset('crimes');
const RESOURCES = gangupPrivilegedLayout.offset('resources');
const CRIMES_SHOWN = (RESOURCES - CRIMES) / BRIEF;
const RESOURCES_SHOWN = (gangupPrivilegedLayout.size - RESOURCES) / BRIEF;

/** Writes what a critic may see in training (`gangupPrivilegedLayout`) beside the observation of `seat`. */
export function encodeGangupPrivileged(state: GangupState, seat: number, out: Float32Array, at: number): void {
  const { brief } = cardVectorsOf(state.cards);
  const { info, seats } = state;
  out.fill(0, at, at + gangupPrivilegedLayout.size);
  for (let i = 0; i < seats; i++) {
    const s = (seat + i) % seats;
    const hand = s * state.handCapacity;
    addSet(brief, state.hand, hand, state.handCount[s]!, HAND_SET, out, at + HANDS + i * BRIEF);
  }
  for (let depth = 0; depth < CRIMES_SHOWN && depth < info[INFO.crimes]!; depth++) {
    brief.put(state.crimePile[info[INFO.crimes]! - 1 - depth]!, out, at + CRIMES + depth * BRIEF);
  }
  for (let depth = 0; depth < RESOURCES_SHOWN && depth < info[INFO.resources]!; depth++) {
    brief.put(state.resourcePile[info[INFO.resources]! - 1 - depth]!, out, at + RESOURCES + depth * BRIEF);
  }
}
