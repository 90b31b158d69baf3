import { ABILITIES_MAX, type Cards } from '../gangup/cards.js';
import type { GangupConfig } from '../gangup/config.js';
import { manpower, needed, requirement } from '../gangup/effects/evaluate.js';
import * as o from '../gangup/effects/opcodes.js';
import {
  AT_HQ,
  FRAME,
  FRAME_REGISTERS,
  type GangupView,
  INFO,
  PEEK_MAX,
  type PublicGangup,
  RECENT_WORDS,
  REGISTER_WORDS,
  RUN,
} from '../gangup/state.js';
import { briefLayout } from './gangup-card-layout.js';
import { type CardVectors, cardVectorsOf } from './gangup-cards.js';
import {
  EVENTS_SHOWN,
  GANG_SET,
  gangupLayout,
  HAND_SET,
  PEEKS,
  PILE_SET,
  PILE_SORTS,
  PLACES,
  TARGET_SET,
} from './gangup-layout.js';
import { AT, PLAY_CARDS, PLAY_CHOSEN, PLAY_PROGRESS, PLAY_SEAT } from './gangup-offsets.js';
import { addSet, cut, ownerOf, putSeat, putSeats, scaleOf } from './gangup-write.js';

const BRIEF = briefLayout.size;
const PROTECTED = 0x7f7f;

/** Parts of the public block that the encoder reads. */
const PUBLIC_PARTS = [
  'status',
  'leader',
  'handCount',
  'plays',
  'bids',
  'leaderUsed',
  'locationOwner',
  'slotCard',
  'slotOwner',
  'slotAt',
  'slotCrimeMod',
  'slotTurnMod',
  'slotProtection',
  'slotUsed',
  'jail',
  'discard',
  'known',
  'pending',
  'machine',
  'run',
  'recent',
] as const satisfies readonly (keyof PublicGangup)[];
type PublicPart = (typeof PUBLIC_PARTS)[number];

/**
 * Where parts begin in the public words (`info` at 0). Reading the words by number instead of an array for each part
 * keeps a vector of tables in the cache: the arrays' own heads would take as much room as what they hold.
 */
function partsOf(table: PublicGangup): Record<PublicPart, number> {
  const begin = table.publicWords.byteOffset;
  if (table.info.byteOffset !== begin) throw new Error('the public words do not begin with info');
  const at = PUBLIC_PARTS.map((part) => [part, (table[part].byteOffset - begin) / Int32Array.BYTES_PER_ELEMENT]);
  return Object.fromEntries(at) as Record<PublicPart, number>;
}

/** Writes observations of one game's cards. Reads views only; allocates nothing. */
export class GangupEncoder {
  readonly size = gangupLayout.size;
  private readonly vectors: CardVectors;
  /** Gangsters by place at the table: in headquarters, at the crime. */
  private readonly counts = new Int32Array(2 * PLACES);
  /** Of each gangster: its card, and which of those it counts for. */
  private readonly gangsters: Int32Array;
  private readonly cells: Int32Array;
  /** The observing seat of the view at hand. */
  private self = 0;
  private readonly cards: Cards;
  private readonly config: GangupConfig;
  private readonly seats: number;
  private readonly locations: number;
  private readonly knownWords: number;
  private readonly from: Readonly<Record<PublicPart, number>>;

  /** For tables of the configuration of this one. */
  constructor(table: PublicGangup) {
    this.vectors = cardVectorsOf(table.cards);
    this.cards = table.cards;
    this.config = table.config;
    this.seats = table.seats;
    this.gangsters = new Int32Array(table.slots);
    this.cells = new Int32Array(table.slots);
    this.locations = table.locationOwner.length;
    this.knownWords = table.knownWords;
    this.from = partsOf(table);
  }

  /** `out` [size] at `at`. */
  encode(view: GangupView, out: Float32Array, at: number): void {
    this.self = view.seat;
    out.fill(0, at, at + this.size);
    this.encodeTurn(view, out, at);
    this.encodeHand(view, out, at);
    this.encodePlays(view, out, at);
    if (view.publicWords[INFO.crime]! >= 0) this.encodeCrime(view, out, at);
    this.encodePiles(view, out, at);
    this.encodeSeats(view, out, at);
    this.encodeGangsters(view, out, at);
    this.encodeRecent(view, out, at);
  }

  private encodeTurn(view: GangupView, out: Float32Array, at: number): void {
    const { config, seats } = this;
    const words = view.publicWords;
    const { self } = this;
    out[at + AT.players + seats - 2] = 1;
    if (config.leaders) out[at + AT.options] = 1;
    if (config.locations) out[at + AT.options + 1] = 1;
    if (config.crimeNeedsStatus) out[at + AT.options + 2] = 1;
    out[at + AT.limits] = config.winStatus / 40;
    out[at + AT.limits + 1] = config.handMax / 20;
    out[at + AT.turn] = words[INFO.turn]! / 200;
    out[at + AT.turn + 1] = cut(words[INFO.turn]! / 40, 1);
    out[at + AT.prompt + words[INFO.prompt]!] = 1;
    out[at + AT.step + words[INFO.step]!] = 1;
    const windows = words[INFO.windows]!;
    for (let w = 0; w < 4; w++) if ((windows >> w) & 1) out[at + AT.windows + w] = 1;
    putSeat(words[INFO.promptSeat]!, self, seats, out, at + AT.asked);
    putSeat(words[INFO.active]!, self, seats, out, at + AT.active);
    out[at + AT.round] = words[INFO.passes]! / 5;
    out[at + AT.round + 1] = words[INFO.answersLeft]! / 4;
    out[at + AT.round + 2] = cut(words[INFO.cancels]! / 4, 1);
    out[at + AT.turnMarks] = words[INFO.snitched]!;
    out[at + AT.turnMarks + 1] = words[INFO.bought]!;
    out[at + AT.turnMarks + 2] = words[INFO.called]!;
    out[at + AT.turnMarks + 3] = words[INFO.lastCrime]!;
    out[at + AT.offers] = words[INFO.offers]! / 2;
    out[at + AT.piles] = cut(words[INFO.resources]! / 80, 1);
    out[at + AT.piles + 1] = cut(words[INFO.discards]! / 80, 1);
    out[at + AT.piles + 2] = cut(words[INFO.removed]! / 80, 1);
    out[at + AT.piles + 3] = cut(words[INFO.crimes]! / 40, 1);
    out[at + AT.piles + 4] = cut(words[INFO.crimeDiscards]! / 40, 1);
    out[at + AT.piles + 5] = cut(words[INFO.jailed]! / 10, 1);
  }

  private encodeHand(view: GangupView, out: Float32Array, at: number): void {
    const count = view.publicWords[this.from.handCount + this.self]!;
    addSet(this.vectors.whole, view.hand, 0, count, HAND_SET, out, at + AT.hand);
    const over = count - this.config.handMax;
    if (over > 0) out[at + AT.excess] = cut(over / 8, 1);
  }

  private encodePlays(view: GangupView, out: Float32Array, at: number): void {
    const { pending, machine, run } = this.from;
    const words = view.publicWords;
    if (view.draft[FRAME.ability]! >= 0) {
      out[at + AT.draftOn] = 1;
      this.encodePlay(view, view.draft, 0, out, at + AT.draft);
    }
    const announced = words[pending + FRAME.ability]! >= 0;
    const runs = words[machine + FRAME.ability]! >= 0;
    if (!announced && !runs) return;
    if (runs) {
      out[at + AT.playStage + 1] = 1;
      if (!announced) out[at + AT.playStage + 2] = 1;
    } else out[at + AT.playStage] = 1;
    this.encodePlay(view, words, runs ? machine : pending, out, at + AT.play);
    if (runs) out[at + AT.play + PLAY_PROGRESS + 2] = cut(Math.max(0, words[run + RUN.sub]! - 1) / 8, 1);
    if (announced) putSeat(words[INFO.answered]!, this.self, this.seats, out, at + AT.answered);
  }

  /** A play's card, player and what has been chosen; its frame begins at `frame` of `words`. */
  private encodePlay(view: GangupView, words: Int32Array, frame: number, out: Float32Array, at: number): void {
    const { cards, seats } = this;
    const card = words[frame + FRAME.card]!;
    const index = words[frame + FRAME.ability]!;
    const ability = cards.abilities[index]!;
    const place = index - cards.abilityAt[card * ABILITIES_MAX]!;
    this.vectors.ability.put(card * ABILITIES_MAX + place, out, at);
    putSeat(words[frame + FRAME.user]!, this.self, seats, out, at + PLAY_SEAT);
    out[at + PLAY_PROGRESS] = cut(words[frame + FRAME.stage]! / 3, 1);
    out[at + PLAY_PROGRESS + 1] = cut(words[frame + FRAME.pays]! / 8, 1);
    for (let i = 0; i < ability.targetCount; i++) {
      const t = ability.targets + i * o.TARGET_WORDS;
      const register = frame + FRAME_REGISTERS + cards.code[t + o.TARGET_REGISTER]! * REGISTER_WORDS;
      const count = words[register]!;
      if (i === words[frame + FRAME.stage]) out[at + PLAY_PROGRESS + 2] = count / 8;
      for (let k = 1; k <= count; k++) {
        this.encodeTarget(view, cards.code[t + o.TARGET_KIND]!, words[register + k]!, out, at);
      }
    }
  }

  /** Targets are added up with a fixed weight: a play has few. */
  private encodeTarget(view: GangupView, kind: number, value: number, out: Float32Array, at: number): void {
    const { brief } = this.vectors;
    if (kind === o.KIND_PLAYER) putSeat(value, this.self, this.seats, out, at + PLAY_CHOSEN);
    else if (kind === o.KIND_CARD) brief.add(value, 1 / TARGET_SET, out, at + PLAY_CARDS);
    else {
      const card = view.publicWords[this.from.slotCard + value]!;
      if (card < 0) return;
      putSeat(view.publicWords[this.from.slotOwner + value]!, this.self, this.seats, out, at + PLAY_CHOSEN);
      brief.add(card, 1 / TARGET_SET, out, at + PLAY_CARDS);
    }
  }

  private encodeCrime(view: GangupView, out: Float32Array, at: number): void {
    const { cards } = this;
    const words = view.publicWords;
    const { self } = this;
    const card = words[INFO.crime]!;
    out[at + AT.crimeStage + words[INFO.crimeStage]!] = 1;
    this.vectors.whole.put(card, out, at + AT.crime);
    putSeat(words[INFO.starter]!, self, this.seats, out, at + AT.starter);
    putSeat(words[INFO.ally]!, self, this.seats, out, at + AT.ally);
    putSeats(words[INFO.gangs]!, self, this.seats, out, at + AT.gangs);
    const force = manpower(view);
    const need = requirement(view);
    const reward = Math.max(0, cards.reward[card]! + words[INFO.reward]!);
    out[at + AT.totals] = cut(force / 10, 4);
    out[at + AT.totals + 1] = cut(need / 10, 4);
    out[at + AT.totals + 2] = cut(reward / 5, 4);
    out[at + AT.margin] = cut((force - need) / 4, 4);
    const result = words[INFO.outcome]!;
    if (result >= 0) out[at + AT.outcome + result] = 1;
    const active = words[INFO.active]!;
    if (words[this.from.status + active]! >= needed(view, active, card)) out[at + AT.crimeNumber] = 1;
  }

  private encodePiles(view: GangupView, out: Float32Array, at: number): void {
    const { peeks } = view;
    const { cards, locations } = this;
    const { jail, locationOwner } = this.from;
    const words = view.publicWords;
    const { brief } = this.vectors;
    if (words[INFO.crime]! < 0) out[at + AT.crimeStage] = 1;
    addSet(brief, words, jail, words[INFO.jailed]!, GANG_SET, out, at + AT.jail);
    this.encodeDiscard(words, words[INFO.discards]!, out, at + AT.discard);
    for (let depth = 0; depth < PEEKS; depth++) {
      const crime = peeks[depth]!;
      if (crime >= 0) brief.put(crime, out, at + AT.crimePeek + depth * BRIEF);
      const resource = peeks[PEEK_MAX + depth]!;
      if (resource >= 0) brief.put(resource, out, at + AT.resourcePeek + depth * BRIEF);
    }
    let centre = 0;
    for (let l = 0; l < locations; l++) if (words[locationOwner + l]! < 0) centre++;
    for (let l = 0; l < locations; l++) {
      if (words[locationOwner + l]! < 0)
        brief.add(cards.locations[l]!, 1 / Math.max(GANG_SET, centre), out, at + AT.centre);
    }
    const offered = words[INFO.offerCard]!;
    if (offered < 0) return;
    brief.put(offered, out, at + AT.offerCard);
    out[at + AT.offerPrice] = cut(words[INFO.offerPrice]! / 20, 1);
    putSeat(ownerOf(view, offered), this.self, this.seats, out, at + AT.offerOwner);
  }

  private encodeDiscard(words: Int32Array, count: number, out: Float32Array, at: number): void {
    if (count === 0) return;
    const { sorts } = this.vectors;
    const { discard } = this.from;
    // Four counts to a word: packs have fewer than 256 resource cards.
    let a = 0;
    let b = 0;
    let c = 0;
    for (let i = 0; i < count; i++) {
      const row = 3 * words[discard + i]!;
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
    const { seats, cards, config, locations, knownWords, from } = this;
    const words = view.publicWords;
    const { self } = this;
    const { brief } = this.vectors;
    const own = words[from.status + self]!;
    for (let i = 0; i < seats; i++) {
      let s = self + i;
      if (s >= seats) s -= seats;
      out[at + AT.present + i] = 1;
      out[at + AT.status + i] = cut(words[from.status + s]! / config.winStatus, 1);
      out[at + AT.behind + i] = cut((own - words[from.status + s]!) / 5, 4);
      out[at + AT.handCount + i] = cut(words[from.handCount + s]! / 16, 1);
      out[at + AT.plays + i] = words[from.plays + s]! / 24;
      const bid = words[from.bids + s]!;
      if (bid > 0) out[at + AT.bid + 2 * i] = cut(bid / 5, 1);
      else if (bid < 0) out[at + AT.bid + 2 * i + 1] = 1;
      out[at + AT.organized + i] = (words[INFO.organized]! >> s) & 1;
      if (words[from.leaderUsed + s]! !== 0) out[at + AT.leaderUsed + i] = 1;
      // Of the own hand: what the others know of it.
      const hands = i === 0 ? words : view.knows;
      const row = (i === 0 ? from.known : 0) + s * knownWords;
      addSet(brief, hands, row + 1, hands[row]!, HAND_SET, out, at + AT.knownHand + i * BRIEF);
      const assets = at + AT.assets + i * BRIEF;
      const leader = words[from.leader + s]!;
      let owned = leader >= 0 ? 1 : 0;
      for (let l = 0; l < locations; l++) if (words[from.locationOwner + l] === s) owned++;
      if (owned === 0) continue;
      const scale = 1 / Math.max(GANG_SET, owned);
      if (leader >= 0) brief.add(leader, scale, out, assets);
      for (let l = 0; l < locations; l++) {
        if (words[from.locationOwner + l] === s) brief.add(cards.locations[l]!, scale, out, assets);
      }
    }
  }

  private encodeGangsters(view: GangupView, out: Float32Array, at: number): void {
    const { seats } = this;
    const { slotCard, slotOwner, slotAt, slotCrimeMod, slotTurnMod, slotProtection, slotUsed } = this.from;
    const words = view.publicWords;
    const { self, counts, cells, gangsters } = this;
    const end = words[INFO.slotsEnd]!;
    counts.fill(0);
    let found = 0;
    for (let g = 0; g < end; g++) {
      const card = words[slotCard + g]!;
      if (card < 0) continue;
      let i = words[slotOwner + g]! - self;
      if (i < 0) i += seats;
      const cell = words[slotAt + g] === AT_HQ ? i : PLACES + i;
      counts[cell] = counts[cell]! + 1;
      gangsters[found] = card;
      cells[found++] = cell;
      const marks = at + AT.marks + 3 * i;
      const added = words[slotCrimeMod + g]! + words[slotTurnMod + g]!;
      if (added !== 0) out[marks] = cut(out[marks]! + added / 4, 4);
      if ((words[slotProtection + g]! & PROTECTED) !== 0) out[marks + 1] = cut(out[marks + 1]! + 1 / 4, 4);
      if (words[slotUsed + g] !== 0) out[marks + 2] = cut(out[marks + 2]! + 1 / 4, 4);
    }
    const { brief } = this.vectors;
    for (let k = 0; k < found; k++) {
      const cell = cells[k]!;
      brief.add(gangsters[k]!, scaleOf(counts[cell]!, GANG_SET), out, at + AT.headquarters + cell * BRIEF);
    }
    for (let i = 0; i < seats; i++) {
      out[at + AT.gangCount + i] = cut(counts[i]! / 8, 1);
      out[at + AT.crimeCount + i] = cut(counts[PLACES + i]! / 8, 1);
    }
  }

  private encodeRecent(view: GangupView, out: Float32Array, at: number): void {
    const { seats } = this;
    const words = view.publicWords;
    const kinds = (AT.recentSeat - AT.recent) / EVENTS_SHOWN;
    for (let k = 0; k < EVENTS_SHOWN; k++) {
      const row = this.from.recent + k * RECENT_WORDS;
      const what = words[row]!;
      if (what === 0) return;
      out[at + AT.recent + k * kinds + what - 1] = 1;
      putSeat(words[row + 1]!, this.self, seats, out, at + AT.recentSeat + k * PLACES);
      putSeats(words[row + 3]!, this.self, seats, out, at + AT.recentOthers + k * PLACES);
      this.vectors.brief.put(words[row + 2]!, out, at + AT.recentCard + k * BRIEF);
    }
  }
}
