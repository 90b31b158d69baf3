import type { ActionList } from '../core/game.js';
import { cardOf, DO, numberOf, VERBS, verbOf } from '../gangup/actions.js';
import { ABILITIES_MAX, GANGSTER, LEADER, LOCATION } from '../gangup/cards.js';
import { GANGSTER_VERBS } from '../gangup/effects/vocabulary.js';
import { type GangupView, INFO, type PublicGangup } from '../gangup/state.js';
import { type CardVectors, cardVectorsOf } from './gangup-cards.js';
import { rowLayout } from './gangup-layout.js';
import { ownerOf, putSeat } from './gangup-write.js';

const AT = {
  verb: rowLayout.offset('verb'),
  prompt: rowLayout.offset('prompt'),
  carded: rowLayout.offset('carded'),
  card: rowLayout.offset('card'),
  second: rowLayout.offset('second'),
  seat: rowLayout.offset('seat'),
  at: rowLayout.offset('at'),
  changed: rowLayout.offset('changed'),
  protected: rowLayout.offset('protected'),
  used: rowLayout.offset('used'),
  amount: rowLayout.offset('amount'),
  ability: rowLayout.offset('ability'),
} as const;
const VERB_BITS = GANGSTER_VERBS.length + 1;

/** What the number of an action means. */
const NOTHING = 0;
const SEAT = 1;
const SLOT = 2;
const AMOUNT = 3;
const SECOND = 4;
const ABILITY = 5;
const NUMBER_IS = new Uint8Array(VERBS.length).fill(NOTHING);
for (const verb of ['ally', 'pickSeat'] as const) NUMBER_IS[DO[verb]] = SEAT;
for (const verb of ['commit', 'pick'] as const) NUMBER_IS[DO[verb]] = SLOT;
for (const verb of ['bid', 'offer'] as const) NUMBER_IS[DO[verb]] = AMOUNT;
NUMBER_IS[DO.snitch] = SECOND;
NUMBER_IS[DO.act] = ABILITY;
/** Whether an action of the verb names a card. */
const NAMES_CARD = Uint8Array.from(VERBS, (verb) =>
  ['leader', 'buy', 'offer', 'place', 'snitch', 'play', 'act', 'commit', 'pick', 'pickCard'].includes(verb) ||
  ['pay', 'discard', 'give', 'take', 'top'].includes(verb)
    ? 1
    : 0,
);

/** Into (−1, 1), `half` to a half; different numbers stay different. */
function squash(x: number, half: number): number {
  return x / (half + Math.abs(x));
}

/** Writes candidate rows for one game's cards. Reads views only; allocates nothing. */
export class GangupRows {
  readonly size = rowLayout.size;
  private readonly vectors: CardVectors;

  constructor(table: PublicGangup) {
    this.vectors = cardVectorsOf(table.cards);
  }

  /** A row for each legal action, in their order: `out` [legal.length, size] at `at`. */
  encode(view: GangupView, legal: ActionList, out: Float32Array, at: number): void {
    const { size } = this;
    out.fill(0, at, at + legal.length * size);
    for (let i = 0; i < legal.length; i++) this.row(view, legal.codes[i]!, out, at + i * size);
  }

  private row(view: GangupView, code: number, out: Float32Array, at: number): void {
    const verb = verbOf(code);
    const x = numberOf(code);
    out[at + AT.verb + verb] = 1;
    out[at + AT.prompt + view.info[INFO.prompt]!] = 1;
    if (NAMES_CARD[verb] === 1) this.card(view, verb, cardOf(code), x, out, at);
    switch (NUMBER_IS[verb]) {
      case SEAT:
        putSeat(x, view.seat, view.seats, out, at + AT.seat);
        return;
      case SLOT:
        this.gangster(view, x, out, at);
        return;
      case AMOUNT:
        out[at + AT.amount] = squash(x, 10);
        return;
      case SECOND:
        this.vectors.brief.put(x, out, at + AT.second);
        return;
      case ABILITY:
        out[at + AT.ability] = (1 + (x % ABILITIES_MAX)) / ABILITIES_MAX;
        if (view.cards.kind[cardOf(code)] === GANGSTER) this.gangster(view, Math.floor(x / ABILITIES_MAX), out, at);
        return;
      default:
    }
  }

  private card(view: GangupView, verb: number, card: number, x: number, out: Float32Array, at: number): void {
    const { vectors } = this;
    out[at + AT.carded] = 1;
    if (verb === DO.act) vectors.ability.put(card * ABILITIES_MAX + (x % ABILITIES_MAX), out, at + AT.card);
    else vectors.whole.put(card, out, at + AT.card);
    const kind = view.cards.kind[card];
    if (kind === LOCATION) putSeat(ownerOf(view, card), view.seat, view.seats, out, at + AT.seat);
    else if (kind === LEADER && verb === DO.act) out[at + AT.seat] = 1;
  }

  private gangster(view: GangupView, slot: number, out: Float32Array, at: number): void {
    putSeat(view.slotOwner[slot]!, view.seat, view.seats, out, at + AT.seat);
    out[at + AT.at + view.slotAt[slot]!] = 1;
    out[at + AT.changed] = squash(view.slotCrimeMod[slot]!, 4);
    out[at + AT.changed + 1] = squash(view.slotTurnMod[slot]!, 4);
    const bits = view.slotProtection[slot]!;
    if (bits !== 0) {
      for (let v = 0; v < VERB_BITS; v++) {
        if ((bits >> v) & 1) out[at + AT.protected + 2 * v] = 1;
        if ((bits >> (v + 8)) & 1) out[at + AT.protected + 2 * v + 1] = 1;
      }
    }
    const used = view.slotUsed[slot]!;
    for (let a = 0; a < ABILITIES_MAX; a++) if ((used >> a) & 1) out[at + AT.used + a] = 1;
  }
}
