import { type FieldSpec, Layout } from '../core/layout.js';
import { VERBS } from '../gangup/actions.js';
import { GANGSTER_VERBS, ICONS, WINDOWS } from '../gangup/effects/vocabulary.js';
import { PROMPTS, STEPS } from '../gangup/prompts.js';
import { RECENTS } from '../gangup/recent.js';
import { briefLayout, cardLayout, dim, field } from './gangup-card-layout.js';

/** Places at a table, counted from the observing seat to the left; those beyond the seats that play stay 0. */
export const PLACES = 5;
/** Cards on top of a pile that are shown, as far as the seat has looked at them (R-PEEK). */
export const PEEKS = 2;
/** Sorts by which the discards are counted: kinds, then icons. */
export const PILE_SORTS = 2 + ICONS.length;
/** Newest public events that are shown. */
export const EVENTS_SHOWN = 4;
/** Sets of cards are summed and divided by their own size or by these, whichever is more. */
export const HAND_SET = 8;
export const GANG_SET = 4;
export const PILE_SET = 16;
/** Chosen targets are summed and divided by this. */
export const TARGET_SET = 8;

const place = dim('place', PLACES);
const number = dim('number', 2);
/** The hashes name the descriptions that the sums are made of, so that a change of theirs changes this layout too. */
const WHOLE = `gangup/card ${cardLayout.hash}`;
const BRIEF = `gangup/brief ${briefLayout.hash}`;
const [low, high] = [-5, 5] as const;

function whole(name: string, meaning: string): FieldSpec {
  return field(name, [dim('feature', cardLayout.size)], `${meaning}, as ${WHOLE}`, [low, high]);
}

function brief(name: string, meaning: string, dims: FieldSpec['dims'] = []): FieldSpec {
  return field(name, [...dims, dim('feature', briefLayout.size)], `${meaning}, as ${BRIEF}`, [-1, 4]);
}

function set(name: string, meaning: string, cap: number, dims: FieldSpec['dims'] = []): FieldSpec {
  return brief(name, `${meaning}: sum / max(${cap}, how many)`, dims);
}

const seat = (name: string, meaning: string): FieldSpec => field(name, [place], `one-hot ${meaning}`);
const share = (name: string, meaning: string, dims: FieldSpec['dims'] = []): FieldSpec =>
  field(name, dims, `${meaning}, cut at 1`);
/** Small whole numbers that effects may make large. */
const signed = (name: string, meaning: string, dims: FieldSpec['dims'] = []): FieldSpec =>
  field(name, dims, `${meaning}, cut at ±4`, [-4, 4]);

/** A play: who plays what, with what chosen so far. */
function playFields(prefix: string, what: string): FieldSpec[] {
  return [
    whole(`${prefix}Effect`, `${what}: card and the ability that is used`),
    seat(`${prefix}Seat`, 'whose it is'),
    field(`${prefix}Chosen`, [place], `chosen seats and owners of chosen gangsters`),
    brief(`${prefix}Cards`, `chosen gangsters and cards: sum / ${TARGET_SET}`),
    share(`${prefix}Progress`, 'targets dealt with / 3; cards paid / 8; picks for the target at hand / 8', [
      dim('what', 3),
    ]),
  ];
}

/** The observation of a seat at any table, with any option and any cards. */
export const gangupLayout = new Layout('gangup/observation', 1, [
  field('players', [dim('seats', 4)], 'one-hot number of seats, from 2'),
  field('options', [dim('option', 3)], 'leaders, locations, crimes need status'),
  share('limits', 'winning status / 40; hand limit of the configuration / 20', [number]),
  share('turn', 'turn / 200; turn / 40', [number]),
  field('prompt', [dim('prompt', PROMPTS.length)], 'one-hot of what is asked'),
  field('step', [dim('step', STEPS.length)], 'one-hot place in the turn'),
  field('windows', [dim('window', WINDOWS.length)], 'windows of the round of passes'),
  seat('asked', 'who is asked'),
  seat('active', 'whose turn it is'),
  share('round', 'passes in a row / 5; seats still to answer / 4; Cancels / 4', [dim('what', 3)]),
  field('turnMarks', [dim('mark', 4)], 'snitched, bought, help called, last crime drawn'),
  share('offers', 'price offers made / 2'),
  share('piles', 'resource pile, resource discards, removed / 80; crime pile, crime discards / 40; jail / 10', [
    dim('pile', 6),
  ]),
  whole('hand', `own hand: sum / max(${HAND_SET}, cards)`),
  share('excess', 'cards of the own hand beyond the limit of the configuration / 8'),
  // The play that is being put together, and the one that is announced, answered or takes effect.
  field('draftOn', [], '1 while the own play is being put together'),
  ...playFields('draft', 'own play that is being put together'),
  field('playStage', [dim('stage', 3)], 'an announced play awaits answers; an effect is under way; it is a trigger'),
  ...playFields('play', 'announced play or effect under way'),
  seat('answered', 'who made the newest play or Cancel'),
  // The crime.
  field('crimeStage', [dim('stage', 5)], 'one-hot: none, revealed, being organized, in progress, done'),
  whole('crime', 'the crime'),
  seat('starter', 'who started it'),
  seat('ally', 'who is the ally'),
  field('gangs', [place], 'gangs at the crime when it began'),
  field('totals', [dim('what', 3)], 'manpower / 10, required / 10, reward / 5; each cut at 4', [0, 4]),
  signed('margin', 'manpower beyond what is required / 4'),
  field('outcome', [dim('result', 2)], 'failed, succeeded'),
  field('crimeNumber', [], '1 while the active seat has the status that the crime asks'),
  // Open cards.
  set('jail', 'jail', GANG_SET),
  share(
    'discard',
    `resource discards of each sort / max(${PILE_SET}, discards): influences, gangsters, ${ICONS.join(', ')}`,
    [dim('sort', PILE_SORTS)],
  ),
  set('centre', 'locations in the centre', GANG_SET),
  brief('offerCard', 'location that an offer is about'),
  share('offerPrice', 'price offered / 20'),
  seat('offerOwner', 'owner of the location that an offer is about'),
  brief('crimePeek', 'crimes known to lie on top of their pile, from the top', [dim('depth', PEEKS)]),
  brief('resourcePeek', 'resource cards known to lie on top of their pile, from the top', [dim('depth', PEEKS)]),
  // The seats, the own one first.
  field('present', [place], 'seats that play'),
  share('status', 'status / winning status', [place]),
  signed('behind', 'the own status less that of this seat / 5', [place]),
  share('handCount', 'cards in hand / 16', [place]),
  share('plays', 'plays in this turn / 24', [place]),
  field('bid', [place, dim('what', 2)], 'bid / 5 cut at 1; declined'),
  field('organized', [place], 'done with organizing'),
  field('leaderUsed', [place], 'a free action of the leader has been used'),
  share('gangCount', 'gangsters in headquarters / 8', [place]),
  share('crimeCount', 'gangsters at the crime / 8', [place]),
  signed('marks', 'manpower that effects gave or took / 4; protected / 4; used / 4', [place, dim('what', 3)]),
  set('headquarters', 'gangsters in headquarters', GANG_SET, [place]),
  set('atCrime', 'gangsters at the crime', GANG_SET, [place]),
  set('assets', 'leader and locations', GANG_SET, [place]),
  set('knownHand', 'cards known to be in the hand (R-KNOWN, R-PEEK)', HAND_SET, [place]),
  // The newest first.
  field(
    'recent',
    [dim('age', EVENTS_SHOWN), dim('what', RECENTS.length - 1)],
    `one-hot: ${RECENTS.slice(1).join(', ')}`,
  ),
  field('recentSeat', [dim('age', EVENTS_SHOWN), place], 'one-hot: whose play or crime'),
  field('recentOthers', [dim('age', EVENTS_SHOWN), place], 'whom it targeted, or who was the ally'),
  brief('recentCard', 'the card', [dim('age', EVENTS_SHOWN)]),
]);

/** A legal action, described by what it names. */
export const rowLayout = new Layout('gangup/row', 1, [
  field('verb', [dim('verb', VERBS.length)], `one-hot: ${VERBS.join(', ')}`),
  field('prompt', [dim('prompt', PROMPTS.length)], 'one-hot of what is asked'),
  field('carded', [], '1 when a card is named'),
  whole('card', 'the named card; of an action the ability that is used'),
  brief('second', 'second card: who is freed'),
  seat('seat', 'named seat, or owner of the named gangster or location'),
  field('at', [dim('where', 3)], 'one-hot place of the named gangster: headquarters, crime, forced to the crime'),
  field('changed', [number], 'manpower x added until the end of the crime, of the turn: x / (4 + |x|)', [-1, 1]),
  field(
    'protected',
    [dim('verb', GANGSTER_VERBS.length + 1), number],
    'protection until the end of crime, turn',
    [0, 1],
  ),
  field('used', [dim('ability', 4)], 'free actions of the gangster that were used in this turn'),
  field('amount', [], 'price offered or gangsters bid, x / (10 + x)'),
  field('ability', [], 'place of the ability on the card / 4'),
]);

/** What a critic may see in training and no agent: hidden cards. Seats count from the acting one. */
export const gangupPrivilegedLayout = new Layout('gangup/privileged', 1, [
  set('hands', 'the true hand of each seat', HAND_SET, [place]),
  brief('crimes', 'crimes on top of their pile, from the top', [dim('depth', 3)]),
  brief('resources', 'resource cards on top of their pile, from the top', [dim('depth', 5)]),
]);
