import { describe, expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import type { GangupEvent } from '../../src/gangup/events.js';
import { DO, type GangupState, gangup, INFO, LEGAL_MAX, verbOf } from '../../src/gangup/index.js';
import { reproducibly } from '../support/statistics.js';
import { Scene } from './scene.js';
import { checkConservation, configOf, OPTIONS, playRandom } from './support.js';

/** What `viewer` knows of the hand of `owner`, by card id. */
function known(state: GangupState, viewer: number, owner: number): string[] {
  const at = (viewer * state.seats + owner) * state.knownWords;
  return Array.from(state.knows.subarray(at + 1, at + 1 + state.knows[at]!), (c) => state.cards.data[c]!.id);
}

describe('R-KNOWN', () => {
  test('a card that came from jail is known to all until it is played', () => {
    const scene = new Scene({ players: 3 }, { hands: [['iron-ike', 'lucky-break']], jail: ['bum-barry'] });
    scene.do('snitch iron-ike for bum-barry');
    expect(known(scene.state, 1, 0)).toEqual(['bum-barry']);
    expect(known(scene.state, 2, 0)).toEqual(['bum-barry']);
    scene.do('place bum-barry');
    expect(known(scene.state, 1, 0)).toEqual([]);
  });

  test('a gangster returned to the hand is known to all', () => {
    const scene = new Scene({}, { hands: [['front-page-scandal']], tables: [[], ['red']], status: [5, 6] });
    scene.do('play front-page-scandal');
    expect(known(scene.state, 0, 1)).toContain('red');
  });

  test('a hand that was looked at is known to who looked, and to nobody else', () => {
    const scene = new Scene(
      { players: 3 },
      { hands: [['lucky-break'], ['hired-guns', 'red']], tables: [['rosie-rumor']] },
    );
    scene.do('use rosie-rumor');
    expect(known(scene.state, 0, 1)).toEqual(['red', 'hired-guns']);
    expect(known(scene.state, 2, 1)).toEqual([]);
  });

  test('a card that passed on unseen is known to the two, and others forget what they knew of the hand', () => {
    const scene = new Scene({ players: 3 }, { hands: [['pick-a-pocket'], ['red']], tables: [[], []], jail: [] });
    scene.do('play pick-a-pocket');
    expect(scene.hand(0)).toContain('red');
    expect(known(scene.state, 1, 0)).toEqual(['red']);
    expect(known(scene.state, 2, 0)).toEqual([]);
  });
});

describe('R-PEEK', () => {
  test('what a seat looked at stays known to it until drawn, and imagined worlds keep it', () => {
    const scene = new Scene(
      {},
      {
        tables: [['lookout-lou']],
        hands: [['lucky-break', 'hired-guns']],
        crimes: ['payroll-express', 'purse-snatch-relay', 'fence-a-fur-coat'],
      },
    );
    scene.do('use lookout-lou', 'pay lucky-break', 'top fence-a-fur-coat', 'top payroll-express');
    const view = gangup.createView(scene.state.config);
    gangup.view(scene.state, 0, view);
    const seen = Array.from(view.peeks.subarray(0, 3), (c) => view.cards.data[c]!.id);
    expect(seen).toEqual(['fence-a-fur-coat', 'payroll-express', 'purse-snatch-relay']);
    const world = gangup.createState(scene.state.config);
    const tops = new Set<string>();
    const others = new Set<number>();
    for (let k = 0; k < 40; k++) {
      gangup.imagine(view, new Rng(k), world);
      checkConservation(world);
      const n = world.info[INFO.crimes]!;
      tops.add([1, 2, 3].map((d) => world.crimePile[n - d]).join());
      others.add(world.crimePile[n - 4]!);
    }
    expect(tops.size).toBe(1);
    expect(others.size).toBeGreaterThan(5);
    gangup.view(scene.state, 1, view);
    expect(view.peeks[0]).toBe(-1);
  });
});

/** Plays on with the quietest answer of everybody until `seat` is asked again; collects what `seat` is told of it. */
function quietly(state: GangupState, seat: number, events: GangupEvent[]): number {
  const legal = new ActionList(LEGAL_MAX);
  const quiet = [DO.pass, DO.decline, DO.refuse, DO.no, DO.noAlly, DO.done, DO.second];
  for (let i = 0; i < 300 && !gangup.isOver(state); i++) {
    const asked = state.info[INFO.promptSeat]!;
    if (asked === seat) return i;
    gangup.legal(state, asked, legal);
    const code = quiet.map((verb) => legal.toArray().find((a) => verbOf(a) === verb)).find((a) => a !== undefined);
    gangup.apply(state, asked, code ?? legal.at(0), (e) => {
      if (e.to === undefined || (e.to >> seat) & 1) events.push(e);
    });
  }
  return 300;
}

test('R-SKIP: two games that differ only in a hand that could have answered look the same to the others', () => {
  let compared = 0;
  let differed = 0;
  for (let seed = 0; seed < 40; seed++) {
    reproducibly(`seed ${seed}`, () => {
      const config = configOf({ players: 3, ...OPTIONS[seed % 8] });
      const one = gangup.createState(config);
      const two = gangup.createState(config);
      const view = gangup.createView(config);
      const rng = new Rng(seed, 3);
      playRandom(config, seed, (state, legal) => {
        const seat = state.info[INFO.promptSeat]!;
        const plays = legal.toArray().filter((a) => verbOf(a) === DO.play || verbOf(a) === DO.pass);
        if (plays.length === 0 || rng.below(4) > 0) return;
        gangup.copy(state, one);
        gangup.view(state, seat, view);
        gangup.imagine(view, rng, two);
        // The same piles, so that only the hands of the others may differ.
        if (!samePiles(one, two)) return;
        const [a, b]: [GangupEvent[], GangupEvent[]] = [[], []];
        const code = plays[rng.below(plays.length)]!;
        const listen =
          (events: GangupEvent[]) =>
          (e: GangupEvent): void => {
            if (e.to === undefined || (e.to >> seat) & 1) events.push(e);
          };
        gangup.apply(one, seat, code, listen(a));
        gangup.apply(two, seat, code, listen(b));
        const asked = [quietly(one, seat, a), quietly(two, seat, b)];
        if (asked[0] !== asked[1]) differed++;
        // Whoever discards or is looked at shows cards: such games do differ.
        if ([...a, ...b].some((e) => e.type === 'discard' || e.type === 'reveal' || e.type === 'passedOn')) return;
        expect(b).toEqual(a);
        gangup.view(one, seat, view);
        const seen = [...view.words];
        gangup.view(two, seat, view);
        expect([...view.words]).toEqual(seen);
        compared++;
      });
    });
  }
  expect(compared).toBeGreaterThan(100);
  expect(differed).toBeGreaterThan(5);
});

/** Exchanges the hands of `two` for ones dealt anew but keeps the piles of `one`; false when that can't be. */
function samePiles(one: GangupState, two: GangupState): boolean {
  // Deal the others' hands among themselves: the same cards, another order of owners.
  const seat = one.info[INFO.promptSeat]!;
  const others = [...Array(one.seats).keys()].filter((s) => s !== seat);
  for (const s of others) {
    const at = (seat * one.seats + s) * one.knownWords;
    if (one.knows[at]! > 0 || one.known[s * one.knownWords]! > 0) return false;
  }
  const pool = others.flatMap((s) => handOf(one, s));
  two.words.set(one.words);
  two.legalReady = false;
  pool.reverse();
  for (const s of others) {
    const cards = pool.splice(0, one.handCount[s]!).sort((x, y) => x - y);
    two.hand.set(cards, s * two.handCapacity);
  }
  for (let i = 0; i < two.knows.length; i += two.knownWords) if (two.knows[i]! > 0) return false;
  checkConservation(two);
  return true;
}

function handOf(state: GangupState, seat: number): number[] {
  const base = seat * state.handCapacity;
  return [...state.hand.subarray(base, base + state.handCount[seat]!)];
}

test('hidden cards exchanged, a seat that plays on quietly is shown the same until cards are shown', () => {
  let looked = 0;
  for (let seed = 100; seed < 110; seed++) {
    const config = configOf({ players: 3, ...OPTIONS[seed % 8] });
    const view = gangup.createView(config);
    const again = gangup.createView(config);
    const world = gangup.createState(config);
    playRandom(config, seed, (state, _legal, step) => {
      if (step % 25 !== 0) return;
      for (let seat = 0; seat < 3; seat++) {
        gangup.view(state, seat, view);
        gangup.imagine(view, new Rng(seed, step), world);
        checkConservation(world);
        gangup.view(world, seat, again);
        expect([...again.words]).toEqual([...view.words]);
        quietly(world, seat, []);
        looked++;
      }
    });
  }
  expect(looked).toBeGreaterThan(100);
});
