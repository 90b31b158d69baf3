import type { Layout } from '../../src/core/layout.js';
import { briefLayout, cardLayout } from '../../src/env/gangup-card-layout.js';
import { cardVectorsOf, describeCard, type SparseRows } from '../../src/env/gangup-cards.js';
import { gangupLayout } from '../../src/env/gangup-layout.js';
import {
  type CardData,
  FRAME_REGISTERS,
  type GangupView,
  INFO,
  PROMPTS,
  RECENTS,
  STEPS,
  VERBS,
  viewToJson,
} from '../../src/gangup/index.js';

/** What a card's data says, without its id, name and words; what it chooses is named by order. */
export function meaning(card: CardData): string {
  const { id, name, set, source, copies, text, printed, unimplemented, ...rest } = card;
  void [id, name, set, source, copies, text, printed, unimplemented];
  const names: string[] = [];
  return JSON.stringify(rest, (key, value: unknown) => {
    if (!['as', 'what', 'chosen', 'ownerOf', 'present'].includes(key)) return value;
    if (typeof value !== 'string' || value === 'self' || value === 'event') return value;
    if (!names.includes(value)) names.push(value);
    return `name ${names.indexOf(value)}`;
  });
}

/** The bits of a vector, to be compared or looked up. */
export function bitsOf(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('latin1');
}

/** A description of observations and rows in plain words, to compare the encoders with. */
export type Fields = Record<string, number[]>;

export function split(layout: Layout, vector: ArrayLike<number>): Fields {
  const all = Array.from(vector);
  return Object.fromEntries(layout.fields.map((f) => [f.name, all.slice(f.offset, f.offset + f.size)]));
}

const zeros = (n: number): number[] => new Array<number>(n).fill(0);
const oneHot = (i: number, n: number): number[] => Array.from({ length: n }, (_, k) => (k === i ? 1 : 0));
const cut = (x: number, most = 1): number => Math.min(most, Math.max(-most, x));

function dense(rows: SparseRows, r: number, size: number): number[] {
  const out = new Float32Array(size);
  rows.put(r, out, 0);
  return [...out];
}

function sum(vectors: readonly number[][], size: number, divide: number): number[] {
  return vectors.reduce((total, v) => total.map((x, i) => x + v[i]! / divide), zeros(size));
}

/** What a view says, field by field. */
export function slowObservation(view: GangupView): Fields {
  const { info, seats, seat: self, config, cards } = view;
  const json = viewToJson(view);
  const at = (name: keyof typeof INFO): number => info[INFO[name]]!;
  const vectors = cardVectorsOf(cards);
  const brief = (card: number): number[] =>
    card < 0 ? zeros(briefLayout.size) : dense(vectors.brief, card, briefLayout.size);
  const whole = (card: number): number[] =>
    card < 0 ? zeros(cardLayout.size) : [...Float32Array.from(describeCard(cards.data[card]!))];
  const set = (list: readonly number[], cap: number): number[] =>
    sum(list.map(brief), briefLayout.size, Math.max(cap, list.length));
  const places = [0, 1, 2, 3, 4].map((i) => (i < seats ? (self + i) % seats : -1));
  const who = (s: number): number[] => places.map((p) => (p >= 0 && p === s ? 1 : 0));
  const among = (mask: number): number[] => places.map((p) => (p >= 0 && (mask >> p) & 1 ? 1 : 0));
  const each = (value: (s: number) => number): number[] => places.map((s) => (s < 0 ? 0 : value(s)));
  const eachSet = (size: number, value: (s: number) => number[]): number[] =>
    places.flatMap((s) => (s < 0 ? zeros(size) : value(s)));
  const bit = (on: boolean): number => (on ? 1 : 0);
  const slots = [...view.slotCard.keys()].filter((g) => view.slotCard[g]! >= 0);
  const gang = (s: number, home: boolean): number[] =>
    slots.filter((g) => view.slotOwner[g] === s && (view.slotAt[g] === 0) === home);
  const asCards = (list: readonly number[]): number[] => list.map((g) => view.slotCard[g]!);
  const pile = (list: Int32Array, count: number): number[] => [...list.subarray(0, count)];

  const play = (prefix: string, frame: Int32Array | undefined, progress?: number): Fields => {
    const fields: Fields = {
      [`${prefix}Effect`]: zeros(cardLayout.size),
      [`${prefix}Seat`]: zeros(5),
      [`${prefix}Chosen`]: zeros(5),
      [`${prefix}Cards`]: zeros(briefLayout.size),
      [`${prefix}Progress`]: zeros(3),
    };
    if (frame === undefined) return fields;
    const [ability, card, , user] = frame as unknown as [number, number, number, number];
    const place = [0, 1, 2, 3].findIndex((i) => cards.abilityAt[4 * card + i] === ability);
    const { targets, targetCount } = cards.abilities[ability]!;
    const chosen: number[] = [];
    let owners = 0;
    let picks = 0;
    for (let i = 0; i < targetCount; i++) {
      const [kind, register] = cards.code.subarray(targets + 20 * i) as unknown as [number, number];
      const list = [
        ...frame.subarray(
          FRAME_REGISTERS + 9 * register + 1,
          FRAME_REGISTERS + 9 * register + 1 + frame[FRAME_REGISTERS + 9 * register]!,
        ),
      ];
      if (i === frame[7]) picks = list.length;
      for (const value of list) {
        if (kind === 2) owners |= 1 << value;
        if (kind === 1) chosen.push(value);
        if (kind === 0 && view.slotCard[value]! >= 0) {
          owners |= 1 << view.slotOwner[value]!;
          chosen.push(view.slotCard[value]!);
        }
      }
    }
    return {
      [`${prefix}Effect`]: dense(vectors.ability, 4 * card + place, cardLayout.size),
      [`${prefix}Seat`]: who(user),
      [`${prefix}Chosen`]: among(owners),
      [`${prefix}Cards`]: sum(chosen.map(brief), briefLayout.size, 8),
      [`${prefix}Progress`]: [cut(frame[7]! / 3), cut(frame[9]! / 8), progress ?? picks / 8],
    };
  };
  const announced = view.pending[0]! >= 0;
  const runs = view.machine[0]! >= 0;
  const draft = view.draft[0]! >= 0 ? view.draft : undefined;
  const crime = at('crime');
  const active = at('active');
  const offered = at('offerCard');
  const centre = cards.locations.filter((_, l) => view.locationOwner[l]! < 0);
  const owned = (s: number): number[] => [
    ...(view.leader[s]! >= 0 ? [view.leader[s]!] : []),
    ...cards.locations.filter((_, l) => view.locationOwner[l] === s),
  ];
  const known = (rows: Int32Array, s: number): number[] => {
    const from = s * view.knownWords;
    return [...rows.subarray(from + 1, from + 1 + rows[from]!)];
  };
  const discards = pile(view.discard, at('discards'));
  const whatOf = (card: number): number[] => {
    const fields = split(cardLayout, whole(card));
    return [fields.kind![1]!, fields.kind![2]!, ...fields.icons!];
  };
  const recent = [0, 1, 2, 3].map(
    (k) => [...view.recent.subarray(4 * k, 4 * k + 4)] as [number, number, number, number],
  );
  const happened = <T>(value: (row: [number, number, number, number]) => T[], none: T[]): T[] =>
    recent.flatMap((row) => (row[0] === 0 ? none : value(row)));
  return {
    players: oneHot(seats - 2, 4),
    options: [bit(config.leaders), bit(config.locations), bit(config.crimeNeedsStatus)],
    limits: [config.winStatus / 40, config.handMax / 20],
    turn: [json.turn / 200, cut(json.turn / 40)],
    prompt: oneHot(PROMPTS.indexOf(json.prompt!.kind as 'pay'), PROMPTS.length),
    step: oneHot(STEPS.indexOf(json.step as 'end'), STEPS.length),
    windows: [0, 1, 2, 3].map((w) => (at('windows') >> w) & 1),
    asked: who(json.prompt!.seat),
    active: who(active),
    round: [at('passes') / 5, at('answersLeft') / 4, cut(at('cancels') / 4)],
    turnMarks: [at('snitched'), at('bought'), at('called'), at('lastCrime')],
    offers: [at('offers') / 2],
    piles: [
      json.pile / 80,
      json.discard.length / 80,
      json.removed.length / 80,
      json.crimePile / 40,
      json.crimeDiscard.length / 40,
      json.jail.length / 10,
    ].map((x) => cut(x)),
    hand: sum(pile(view.hand, json.hand.length).map(whole), cardLayout.size, Math.max(8, json.hand.length)),
    excess: [cut(Math.max(0, json.hand.length - config.handMax) / 8)],
    draftOn: [bit(draft !== undefined)],
    ...play('draft', draft),
    playStage: [bit(announced && !runs), bit(runs), bit(runs && !announced)],
    ...play(
      'play',
      runs ? view.machine : announced ? view.pending : undefined,
      runs ? cut(Math.max(0, view.run[1]! - 1) / 8) : undefined,
    ),
    answered: announced ? who(at('answered')) : zeros(5),
    crimeStage: oneHot(at('crimeStage'), 5),
    crime: whole(crime),
    starter: crime < 0 ? zeros(5) : who(at('starter')),
    ally: crime < 0 ? zeros(5) : who(at('ally')),
    gangs: crime < 0 ? zeros(5) : among(at('gangs')),
    totals:
      json.crime === null
        ? zeros(3)
        : [
            cut(json.crime.manpower / 10, 4),
            cut(json.crime.requirement / 10, 4),
            cut(Math.max(0, cards.reward[crime]! + at('reward')) / 5, 4),
          ],
    margin: [json.crime === null ? 0 : cut((json.crime.manpower - json.crime.requirement) / 4, 4)],
    outcome: at('outcome') < 0 ? [0, 0] : oneHot(at('outcome'), 2),
    jail: set(pile(view.jail, json.jail.length), 4),
    discard: sum(discards.map(whatOf), 9, Math.max(16, discards.length)),
    centre: set(centre, 4),
    offerCard: brief(offered),
    offerPrice: [offered < 0 ? 0 : cut(at('offerPrice') / 20)],
    offerOwner: offered < 0 ? zeros(5) : who(view.locationOwner[cards.locations.indexOf(offered)]!),
    crimePeek: [0, 1].flatMap((k) => brief(view.peeks[k]!)),
    resourcePeek: [5, 6].flatMap((k) => brief(view.peeks[k]!)),
    present: each(() => 1),
    status: each((s) => cut(json.seats[s]!.status / config.winStatus)),
    behind: each((s) => cut((json.seats[self]!.status - json.seats[s]!.status) / 5, 4)),
    handCount: each((s) => cut(json.seats[s]!.cards / 16)),
    plays: each((s) => json.seats[s]!.playsThisTurn / 24),
    bid: eachSet(2, (s) => [cut(Math.max(0, view.bids[s]!) / 5), bit(view.bids[s] === -1)]),
    organized: each((s) => (at('organized') >> s) & 1),
    leaderUsed: each((s) => bit(view.leaderUsed[s] !== 0)),
    gangCount: each((s) => cut(gang(s, true).length / 8)),
    crimeCount: each((s) => cut(gang(s, false).length / 8)),
    headquarters: eachSet(briefLayout.size, (s) => set(asCards(gang(s, true)), 4)),
    atCrime: eachSet(briefLayout.size, (s) => set(asCards(gang(s, false)), 4)),
    assets: eachSet(briefLayout.size, (s) => set(owned(s), 4)),
    knownHand: eachSet(briefLayout.size, (s) => set(known(s === self ? view.known : view.knows, s), 8)),
    recent: happened(([what]) => oneHot(what - 1, RECENTS.length - 1), zeros(RECENTS.length - 1)),
    recentSeat: happened(([, s]) => who(s), zeros(5)),
    recentOthers: happened(([, , , mask]) => among(mask), zeros(5)),
    recentCard: happened(([, , card]) => brief(card), zeros(briefLayout.size)),
  };
}

/** The fields of `slow` must be what the vector says; returns the first that isn't, with both values. */
export function firstDifference(layout: Layout, vector: ArrayLike<number>, slow: Fields): string | undefined {
  for (const [name, seen] of Object.entries(split(layout, vector))) {
    const expected = slow[name];
    if (expected === undefined) continue;
    if (expected.length !== seen.length) return `${name} has ${seen.length} numbers, not ${expected.length}`;
    const i = seen.findIndex((x, k) => !(Math.abs(x - expected[k]!) < 1e-5));
    if (i >= 0) return `${name}[${i}] is ${seen[i]}, not ${expected[i]}`;
  }
  return undefined;
}

/** Fields of an observation that `slowObservation` says nothing about. */
export function unchecked(slow: Fields): string[] {
  return gangupLayout.fields.map((f) => f.name).filter((name) => slow[name] === undefined);
}

/** What an action says, field by field. */
export function slowRow(view: GangupView, code: number): Fields {
  const verb = VERBS[code & 63]!;
  const [card, x] = [(code >> 6) & 1023, code >> 16];
  const { cards, seat: self, seats } = view;
  const vectors = cardVectorsOf(cards);
  const kind = cards.data[card]?.kind;
  const named = !/^(pass|done|yes|no|noLeader|accept|refuse|second|crime|call|bid|decline|ally|noAlly|pickSeat)$/.test(
    verb,
  );
  const slot = verb === 'commit' || verb === 'pick' ? x : verb === 'act' && kind === 'gangster' ? x >> 2 : -1;
  const who = (s: number): number[] => oneHot(s < 0 ? -1 : (s - self + seats) % seats, 5);
  const squash = (value: number, half: number): number => value / (half + Math.abs(value));
  let seat = -1;
  if (verb === 'ally' || verb === 'pickSeat') seat = x;
  else if (slot >= 0) seat = view.slotOwner[slot]!;
  else if (named && kind === 'location') seat = view.locationOwner[cards.locations.indexOf(card)]!;
  else if (verb === 'act' && kind === 'leader') seat = self;
  const bits = slot < 0 ? 0 : view.slotProtection[slot]!;
  return {
    verb: oneHot(code & 63, VERBS.length),
    prompt: oneHot(view.info[INFO.prompt]!, PROMPTS.length),
    carded: [named ? 1 : 0],
    card: !named
      ? zeros(cardLayout.size)
      : verb === 'act'
        ? dense(vectors.ability, 4 * card + (x & 3), cardLayout.size)
        : [...Float32Array.from(describeCard(cards.data[card]!))],
    second: verb === 'snitch' ? dense(vectors.brief, x, briefLayout.size) : zeros(briefLayout.size),
    seat: who(seat),
    at: slot < 0 ? zeros(3) : oneHot(view.slotAt[slot]!, 3),
    changed: slot < 0 ? [0, 0] : [squash(view.slotCrimeMod[slot]!, 4), squash(view.slotTurnMod[slot]!, 4)],
    protected: Array.from({ length: 14 }, (_, i) => (bits >> ((i >> 1) + 8 * (i & 1))) & 1),
    used: [0, 1, 2, 3].map((a) => (slot < 0 ? 0 : (view.slotUsed[slot]! >> a) & 1)),
    amount: [verb === 'bid' || verb === 'offer' ? squash(x, 10) : 0],
    ability: [verb === 'act' ? (1 + (x & 3)) / 4 : 0],
  };
}
