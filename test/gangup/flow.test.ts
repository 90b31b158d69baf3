import { describe, expect, test } from 'vitest';
import { gangup, INFO } from '../../src/gangup/index.js';
import { Scene } from './scene.js';
import { configOf, freshState, playRandom } from './support.js';

describe('setup', () => {
  test('six cards each, status 5, two gangsters of number 5 or less in jail', () => {
    for (let seed = 0; seed < 20; seed++) {
      const state = freshState({ players: 4 }, seed);
      expect([...state.status]).toEqual([5, 5, 5, 5]);
      const jail = [...state.jail].filter((c) => c >= 0);
      expect(jail.length).toBe(2);
      expect(jail.every((card) => state.cards.number[card]! <= 5)).toBe(true);
      const active = state.info[INFO.active]!;
      for (let s = 0; s < 4; s++) expect(state.handCount[s]).toBe(s === active ? 7 : 6);
    }
  });

  test('R-FIRST: the seed picks the first seat, evenly', () => {
    const counts = [0, 0, 0];
    for (let seed = 0; seed < 300; seed++) counts[freshState({ players: 3 }, seed).info[INFO.first]!]!++;
    for (const count of counts) expect(count).toBeGreaterThan(70);
  });

  test('printing differences: start status and the number in jail', () => {
    const state = freshState({ players: 3, startStatus: 3, jailStart: 3, handMax: 4 });
    expect(state.status[0]).toBe(3);
    expect([...state.jail].filter((c) => c >= 0).length).toBe(3);
  });

  test('R-LEADER: from the first seat clockwise each picks one that is left, or none', () => {
    const state = freshState({ players: 3, leaders: true, expansion: true }, 4);
    const first = state.info[INFO.first]!;
    expect(state.info[INFO.promptSeat]).toBe(first);
    const picked: number[] = [];
    for (let i = 0; i < 3; i++) {
      expect(state.info[INFO.promptSeat]).toBe((first + i) % 3);
      const legal = state.legalList.toArray();
      expect(legal.length).toBe(5 - i + 1);
      picked.push(legal[0]!);
      gangup.apply(state, (first + i) % 3, legal[0]!);
    }
    expect(new Set([...state.leader]).size).toBe(3);
  });
});

describe('the turn', () => {
  test('phase 1 draws one card; phase 3 offers a second card and the end, or a crime', () => {
    const scene = new Scene({}, { step: 'draw', pile: ['lucky-break', 'bum-barry'] });
    expect(scene.hand(0)).toEqual(['lucky-break']);
    expect(scene.prompt).toBe('0 gangsters');
    scene.do('done');
    // R-ANYTIME: the priority round at the end of phase 2 asks the active seat too.
    expect(scene.prompt).toBe('0 priority');
    scene.do('pass');
    expect(scene.prompt).toBe('0 third');
    expect(scene.legal()).toEqual(['play lucky-break', 'draw and end', 'crime']);
    scene.do('draw and end');
    expect(scene.hand(0)).toEqual(['bum-barry', 'lucky-break']);
  });

  test('gangsters are placed when the status reaches their number, and not otherwise', () => {
    const scene = new Scene({}, { hands: [['snakey-pete', 'judge-harlan', 'two-penny-tom']] });
    expect(scene.legal()).toEqual(['place snakey-pete', 'place two-penny-tom', 'done']);
    scene.do('place snakey-pete', 'place two-penny-tom');
    expect(scene.gang(0)).toEqual(['snakey-pete', 'two-penny-tom']);
    const higher = new Scene({}, { hands: [['judge-harlan']], status: [6, 5] });
    expect(higher.legal()).toContain('place judge-harlan');
  });

  test('R-SNITCH: one switch a turn, for a lower number only; the freed one may be placed at once', () => {
    const scene = new Scene({}, { hands: [['iron-ike', 'slim-jim']], jail: ['bum-barry', 'mama-bruno'] });
    expect(scene.legal()).toEqual([
      'place slim-jim',
      'snitch slim-jim for bum-barry',
      'snitch iron-ike for bum-barry',
      'snitch iron-ike for mama-bruno',
      'done',
    ]);
    scene.do('snitch iron-ike for bum-barry');
    expect(scene.pile('jail')).toEqual(['iron-ike', 'mama-bruno']);
    expect(scene.legal()).toEqual(['place bum-barry', 'place slim-jim', 'done']);
    scene.do('place bum-barry');
    expect(scene.gang(0)).toEqual(['bum-barry']);
  });

  test('R-SNITCH: the next turn has a switch of its own', () => {
    const scene = new Scene({}, { hands: [['iron-ike', 'red']], jail: ['bum-barry', 'mama-bruno'] });
    scene.do('snitch iron-ike for bum-barry');
    expect(scene.legal().filter((move) => move.startsWith('snitch'))).toEqual([]);
    scene.do('done').until('1 gangsters').do('done').until('0 gangsters');
    expect(scene.legal()).toContain('snitch red for mama-bruno');
  });

  test('R-SAME: two equal cards are one action', () => {
    const scene = new Scene({}, { hands: [['lucky-break', 'lucky-break']] });
    expect(scene.legal()).toEqual(['play lucky-break', 'done']);
  });

  test('phase 5: discards down to 8, card by card, in ascending order; plays may use the excess before', () => {
    const hand = ['extra-muscle', 'extra-muscle', 'hired-guns', 'hired-guns', 'wrong-address', 'wrong-address'];
    const scene = new Scene(
      {},
      { hands: [[...hand, 'traffic-jam', 'traffic-jam', 'old-friends']], pile: ['inside-job'] },
    );
    expect(scene.prompt).toBe('0 third');
    scene.do('draw and end');
    expect(scene.prompt).toBe('0 discardDown');
    scene.do('discard hired-guns');
    expect(scene.legal()).not.toContain('discard extra-muscle');
    scene.do('discard traffic-jam');
    expect(scene.hand(0).length).toBe(8);
    expect(scene.state.info[INFO.active]).toBe(1);
  });

  test('R-RESHUFFLE: an empty pile is made of the discards; both empty: nothing is drawn', () => {
    const scene = new Scene({}, { step: 'third' });
    const { state } = scene;
    const count = state.info[INFO.resources]!;
    for (let i = 0; i < count; i++) state.discard[i] = state.resourcePile[i]!;
    state.discard.subarray(0, count).sort();
    state.resourcePile.fill(-1);
    state.info[INFO.resources] = 0;
    state.info[INFO.discards] = count;
    scene.do('draw and end');
    expect(scene.types()).toContain('reshuffle');
    // Each seat's turn has gone on with cards of the new pile.
    expect(state.info[INFO.discards]).toBe(0);
    const empty = new Scene({}, { step: 'third' });
    empty.state.discard.fill(-1);
    const cardsLeft = empty.state.info[INFO.resources]!;
    for (let i = 0; i < cardsLeft; i++) empty.state.removed[i] = empty.state.resourcePile[i]!;
    empty.state.removed.subarray(0, cardsLeft).sort();
    empty.state.resourcePile.fill(-1);
    empty.state.info[INFO.resources] = 0;
    empty.state.info[INFO.removed] = cardsLeft;
    empty.do('draw and end');
    expect(empty.hand(0)).toEqual([]);
    expect(empty.hand(1)).toEqual([]);
  });
});

describe('locations', () => {
  const options = { locations: true, expansion: true };

  test('R-DEAL: one purchase a turn at the price, never below 0; no sale to the centre', () => {
    const scene = new Scene(options, { step: 'start', status: [2, 5], pile: ['bum-barry'] });
    expect(scene.legal()).toEqual(['buy boxing-gym', 'buy hideout-hotel', 'done']);
    scene.do('buy boxing-gym');
    expect(scene.statuses).toEqual([0, 5]);
    expect(scene.prompt).not.toBe('0 start');
  });

  test('R-DEAL: at most two price offers a turn, from 0 to the own status; the owner answers', () => {
    const scene = new Scene(options, { step: 'start', locations: { speakeasy: 1 }, status: [3, 5] });
    expect(scene.legal().filter((text) => text.startsWith('offer')).length).toBe(4);
    scene.do('offer 1 for speakeasy');
    expect(scene.prompt).toBe('1 offer');
    scene.do('refuse', 'offer 2 for speakeasy', 'refuse');
    expect(scene.legal().some((text) => text.startsWith('offer'))).toBe(false);
    const sold = new Scene(options, { step: 'start', locations: { speakeasy: 1 }, status: [3, 5] });
    sold.do('offer 3 for speakeasy', 'accept');
    expect(sold.statuses).toEqual([0, 8]);
    expect([...sold.state.locationOwner]).toContain(0);
  });

  test('R-DEAL: R-WIN applies to the seller, R-DROP to the buyer', () => {
    const scene = new Scene(options, {
      step: 'start',
      locations: { speakeasy: 1 },
      status: [6, 18],
      tables: [['snakey-pete', 'bum-barry']],
    });
    scene.do('offer 5 for speakeasy', 'accept');
    expect(scene.over).toBe(true);
    expect(scene.winners).toEqual([1]);
    expect(scene.gang(0)).toEqual(['bum-barry']);
    expect(scene.hand(0)).toEqual(['snakey-pete']);
  });
});

describe('the end', () => {
  test('R-LAST-CRIME: the game ends when the phase of the last crime has ended; the highest wins, equals share', () => {
    const scene = new Scene(
      { players: 3 },
      { lastCrime: true, crimes: ['purse-snatch-relay'], status: [4, 7, 7], step: 'third' },
    );
    scene.do('crime', 'no');
    expect(scene.over).toBe(true);
    expect(scene.winners).toEqual([1, 2]);
    const out = new Float64Array(3);
    gangup.returns(scene.state, out);
    expect([...out]).toEqual([0, 0.5, 0.5]);
  });

  test('200 turns end the game', () => {
    const scene = new Scene({}, { step: 'turnOver' });
    scene.state.info[INFO.turn] = 200;
    scene.do('draw and end');
    expect(scene.over).toBe(true);
  });

  test('R-FUEL: plays of a turn are counted and bounded', () => {
    const most = { plays: 0 };
    for (let seed = 0; seed < 10; seed++) {
      playRandom(configOf({ players: 2, expansion: true }), seed, (state) => {
        most.plays = Math.max(most.plays, ...state.plays);
      });
    }
    expect(most.plays).toBeGreaterThan(1);
    expect(most.plays).toBeLessThanOrEqual(24);
    const scene = new Scene({}, { hands: [['lucky-break', 'lucky-break']] });
    scene.state.plays[0] = 24;
    scene.state.legalReady = false;
    expect(scene.legal()).toEqual(['done']);
    scene.do('done').until('1 gangsters').do('done').until('0 gangsters');
    expect(scene.legal()).toContain('play lucky-break');
  });
});
