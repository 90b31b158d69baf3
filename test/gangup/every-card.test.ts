import { describe, expect, test } from 'vitest';
import { type CardData, type PlayData, readPacks } from '../../src/gangup/index.js';
import { Scene } from './scene.js';
import { FIXTURE } from './support.js';

const packs = readPacks(FIXTURE);
const cards: CardData[] = packs.ok ? packs.value.flatMap(({ pack }) => pack.cards) : [];
const OPTIONS = { players: 3, expansion: true, winStatus: 40 };
/** Three cards to pay with, none of which can be played out of turn. */
const PURSE = ['iron-ike', 'boxcar-bella', 'broker-bruce'];

type Moment = 'any' | 'crime' | 'afterCrime' | 'cancel';

/** Seat 1 holds or has the card, seat 0 commits a crime with seat 2: everything that cards aim at is there. */
function scene(card: CardData, moment: Moment, status: number): Scene {
  const holds = card.kind === 'influence';
  const arrangement = {
    hands: [
      ['prison-break', 'cement-shoes'].filter((id) => id !== card.id),
      holds ? [card.id, ...PURSE] : PURSE,
      ['iron-ike'].slice(1),
    ],
    tables: [
      ['two-penny-tom', 'milkbottle-meg'],
      holds ? ['slim-jim', 'bum-barry'] : [card.id, 'slim-jim', 'bum-barry'],
      ['sparky-sue', 'card-sharp-cleo'],
    ],
    jail: ['dockside-dan', 'fingers-fiona'],
    discard: ['knuckles-nolan', 'lucky-lola'],
    crimes: ['fence-a-fur-coat'],
    status: [19, status, 18],
  };
  if (moment === 'any') return new Scene(OPTIONS, { ...arrangement, step: 'gangstersRound' });
  const made = new Scene(OPTIONS, { ...arrangement, step: 'third' });
  if (moment === 'cancel') {
    // Something with the icon that a filtered Cancel answers.
    const jail = JSON.stringify(card).includes('"icons":["jail","defect"]');
    if (jail) return made.do('play prison-break', 'choose card dockside-dan', 'choose card fingers-fiona');
    if (made.legal().includes('play cement-shoes')) made.do('play cement-shoes', 'choose bum-barry');
    return made;
  }
  made.do('crime', 'yes').until('0 organize');
  made.do('commit two-penny-tom', 'commit milkbottle-meg', 'call for help');
  if (made.prompt === '1 bid') made.do('decline');
  made.do('bid 1', 'ally 2', 'commit sparky-sue', 'done');
  while (made.prompt === '0 organize') made.do('done');
  if (moment === 'crime') return made;
  for (let i = 0; i < 20 && !made.types().includes('outcome'); i++) made.do('pass');
  return made;
}

/** Whether seat 1 is asked now and may play the card. */
function offered(made: Scene, card: CardData, moment: Moment): boolean {
  const word = card.kind === 'influence' ? `play ${card.id}` : `use ${card.id}`;
  const prompt = moment === 'cancel' ? '1 answer' : '1 priority';
  for (let i = 0; i < 4 && made.prompt !== prompt && made.legal().includes('pass'); i++) made.do('pass');
  // Where nobody could play during the crime it is over by now.
  if (moment === 'crime' && made.types().includes('outcome')) return false;
  return made.prompt === prompt && made.legal().some((text) => text === word || text.startsWith(`${word} `));
}

const plays = cards.flatMap((card): [string, CardData, PlayData][] => {
  if (card.kind === 'influence' && card.play !== undefined) return [[card.name, card, card.play]];
  if (card.kind !== 'gangster') return [];
  return card.abilities.flatMap((a): [string, CardData, PlayData][] =>
    a.type === 'action' ? [[card.name, card, a]] : [],
  );
});

const MOMENTS: Moment[] = ['any', 'crime', 'afterCrime', 'cancel'];

describe.each(plays)('%s', (_name, card, play) => {
  test.each(MOMENTS)('in the moment "%s" it is offered just when its window is open', (moment) => {
    const open = play.window === moment || (play.window === 'any' && moment === 'crime');
    const got = offered(scene(card, moment, 18), card, moment);
    if (!open) expect(got).toBe(false);
    // What needs its own gangster at the crime, or an owner that is somebody else, isn't there for an outsider.
    else if (!JSON.stringify(play.when ?? {}).match(/present|ownerOf/)) expect(got).toBe(true);
    else expect(got).toBe(false);
  });

  test('below its number an influence is never offered; an action asks for its payment', () => {
    for (const moment of MOMENTS) {
      if (card.kind === 'influence') {
        const number = card.status;
        if (number > 0) expect(offered(scene(card, moment, number - 1), card, moment)).toBe(false);
        continue;
      }
      const poor = scene(card, moment, 18);
      if (play.cost === 0) continue;
      poor.state.handCount[1] = play.cost - 1;
      poor.state.hand.fill(-1, poor.state.handCapacity + play.cost - 1, 2 * poor.state.handCapacity);
      poor.state.legalReady = false;
      const word = `use ${card.id}`;
      if (poor.asked === 1) expect(poor.legal().some((text) => text.startsWith(word))).toBe(false);
    }
  });
});

const STRENGTHS: [string, string, number][] = [
  ['sparky-sue', 'phony-charity-box', 2],
  ['knuckles-nolan', 'purse-snatch-relay', 2],
  ['card-sharp-cleo', 'back-alley-dice', 2],
  ['dockside-dan', 'bootleg-milk-run', 2],
  ['sparky-sue', 'bootleg-milk-run', 1],
  ['knuckles-nolan', 'back-alley-dice', 1],
  ['card-sharp-cleo', 'phony-charity-box', 1],
  ['dockside-dan', 'purse-snatch-relay', 1],
  ['boxcar-bella', 'purse-snatch-relay', 2],
  ['don-castellano', 'purse-snatch-relay', 2],
];

test.each(STRENGTHS)('%s at %s counts %i', (gangster, crime, strength) => {
  const made = new Scene({}, { step: 'third', tables: [[gangster]], crimes: [crime], status: [15, 5] });
  made.do('crime', 'yes', `commit ${gangster}`);
  const seen = made.events.flatMap((e) => (e.type === 'inProgress' || e.type === 'outcome' ? [e.manpower] : []));
  expect(seen[0] ?? made.manpower).toBe(strength);
});

const IMMUNE: [string, string, string][] = [
  ['iron-ike', 'cement-shoes', 'kill'],
  ['slim-jim', 'caught-red-handed', 'arrest'],
  ['mama-bruno', 'better-offer', 'defect'],
];

test.each(IMMUNE)('%s is no target of %s (%s)', (gangster, influence) => {
  const aimed = (id: string): boolean => {
    const made = new Scene(
      {},
      {
        step: 'third',
        tables: [[id, 'two-penny-tom'], []],
        hands: [[], [influence]],
        crimes: ['purse-snatch-relay'],
        status: [9, 9],
      },
    );
    made.do('crime', 'yes').until('0 organize').do(`commit ${id}`);
    if (made.legal().includes('commit two-penny-tom #1')) made.do('commit two-penny-tom');
    if (made.prompt === '0 organize') made.do('done');
    if (!made.legal().includes(`play ${influence}`)) return false;
    made.do(`play ${influence}`);
    return made.legal().some((text) => text.startsWith(`choose ${id}`)) || !made.gang(0).includes(id);
  };
  expect(aimed(gangster)).toBe(false);
  expect(aimed('knuckles-nolan')).toBe(true);
});
