import { describe, expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { headlessGang } from '../../src/env/schedule.js';
import { defaultExitChips, parseGangConfig } from '../../src/gang/config.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { gang } from '../../src/gang/game.js';
import { activeIds, stacksLeft } from '../../src/gang/modes.js';
import { MODIFIERS } from '../../src/gang/modifiers/registry.js';
import { standingCards } from '../../src/gang/plan.js';
import { viewToJson } from '../../src/gang/view-json.js';
import { ALARMS, BARS, EXITS_LEFT, OVER, PAST_OUTCOME, ROUND, starsOf } from '../../src/gang/words.js';
import { deluxeTable, legalAt, playOut, say, stackCards, takeAll } from '../support/gang-deluxe.js';
import { gangConfig, liveTable, viewFrom } from '../support/gang-tables.js';

/** Numbers of the cards of a kind that this version has. */
const numbers = (kind: string): number[] => MODIFIERS.filter((m) => m.kind === kind).map((m) => m.number);
const numberOf = (id: string): number => MODIFIERS.find((m) => m.id === id)!.number;
const kindOf = (id: string): string => MODIFIERS.find((m) => m.id === id)!.kind;

/** A whole random headless game: the active cards of each heist, and how it went. */
function heistsOf(input: object, seed: number): { cards: string[]; success: boolean | null }[] {
  const config = gangConfig({ players: 3, takesMax: 0, ...input });
  const state = headlessGang.createState(config);
  const rng = new Rng(seed, 3);
  const legal = new ActionList();
  const heists: { cards: string[]; success: boolean | null }[] = [];
  const sink = (event: SeenGangEvent): void => {
    if (event.type === 'active') heists.push({ cards: [...event.cards], success: null });
    if (event.type === 'outcome') heists.at(-1)!.success = event.success;
  };
  headlessGang.setup(state, seed, sink);
  while (state.game.info[OVER] === 0) {
    headlessGang.legal(state, state.asked, legal);
    headlessGang.apply(state, state.asked, legal.at(rng.below(legal.length)), sink);
  }
  return heists;
}

describe('advanced mode', () => {
  test('the first heist is unchanged; then a challenge follows a success and a specialist a failure', () => {
    for (let seed = 0; seed < 40; seed++) {
      const heists = heistsOf({ mode: 'advanced' }, seed);
      expect(heists[0]!.cards).toEqual([]);
      for (let i = 1; i < heists.length; i++) {
        expect(heists[i]!.cards.map(kindOf)).toEqual([heists[i - 1]!.success ? 'challenge' : 'specialist']);
      }
    }
  });

  test('numbered stacks turn their cards in order, over and over (R-STACK-END)', () => {
    for (let seed = 0; seed < 20; seed++) {
      const cards = heistsOf({ mode: 'advanced', stacks: 'numbered' }, seed).flatMap((heist) => heist.cards);
      for (const kind of ['challenge', 'specialist']) {
        const turned = cards.filter((id) => kindOf(id) === kind).map(numberOf);
        const order = numbers(kind).sort((a, b) => a - b);
        expect(turned).toEqual(turned.map((_, i) => order[i % order.length]));
      }
    }
  });

  test('stacks left by an earlier game go on from their top', () => {
    const [first, ...others] = numbers('challenge').sort((a, b) => a - b);
    const stacks = { challenges: [...others, first!], specialists: [] };
    for (let seed = 0; seed < 20; seed++) {
      const cards = heistsOf({ mode: 'advanced', stacks }, seed).flatMap((heist) => heist.cards);
      const turned = cards.filter((id) => kindOf(id) === 'challenge').map(numberOf);
      expect(turned).toEqual(stacks.challenges.slice(0, turned.length));
    }
  });

  test('the stacks that a game leaves are those with which the next one goes on (R-STACK-END)', () => {
    for (const mode of ['advanced', 'professional', 'masterThief'] as const) {
      const config = gangConfig({ players: 3, mode, stacks: 'numbered', takesMax: 0 });
      const state = headlessGang.createState(config);
      const rng = new Rng(4);
      const legal = new ActionList();
      headlessGang.setup(state, 4);
      while (state.game.info[OVER] === 0) {
        headlessGang.legal(state, state.asked, legal);
        headlessGang.apply(state, state.asked, legal.at(rng.below(legal.length)));
      }
      const left = stacksLeft(state.game);
      // R-QUICK: without Quick Access where a challenge opens the game.
      const all = numbers('challenge').filter((number) => mode === 'advanced' || number > 1);
      expect([...left.challenges].sort((a, b) => a - b)).toEqual(all.sort((a, b) => a - b));
      expect(left.specialists).toHaveLength(mode === 'masterThief' ? 0 : 10);
      // What was active last lies at the bottom.
      const active = activeIds(state.game).filter((id) => kindOf(id) === 'challenge');
      const bottom = left.challenges.slice(left.challenges.length - active.length);
      expect([...bottom].sort()).toEqual(active.map(numberOf).sort());
      const next = liveTable({ players: 3, mode: 'advanced', stacks: left }, 5);
      expect([...next.stack.subarray(0, left.challenges.length)]).toEqual([...left.challenges]);
    }
  });

  test('a table of one heist draws its card as in mid-game', () => {
    const kinds = new Set<string>();
    for (let seed = 0; seed < 60; seed++) {
      const [heist] = heistsOf({ mode: 'advanced', length: 'heist' }, seed);
      expect(heist!.cards).toHaveLength(1);
      kinds.add(kindOf(heist!.cards[0]!));
    }
    expect([...kinds].sort()).toEqual(['challenge', 'specialist']);
  });
});

describe('professional mode', () => {
  test('one random challenge is active in all heists, and another card by outcome from the second on', () => {
    const permanent = new Set<string>();
    for (let seed = 0; seed < 80; seed++) {
      const heists = heistsOf({ mode: 'professional' }, seed);
      const [stays] = heists[0]!.cards;
      permanent.add(stays!);
      expect(heists[0]!.cards).toHaveLength(1);
      for (let i = 1; i < heists.length; i++) {
        const { cards } = heists[i]!;
        expect(cards).toContain(stays);
        const other = cards.filter((id) => id !== stays);
        expect(other.map(kindOf)).toEqual([heists[i - 1]!.success ? 'challenge' : 'specialist']);
      }
    }
    expect(permanent.size).toBe(numbers('challenge').filter((n) => n !== 1).length);
  });
});

describe('master thief mode', () => {
  test('always two challenges; the lowest-numbered goes and a new one comes; two alarms lose', () => {
    for (let seed = 0; seed < 40; seed++) {
      const heists = heistsOf({ mode: 'masterThief' }, seed);
      for (const [i, { cards }] of heists.entries()) {
        expect(cards.map(kindOf)).toEqual(['challenge', 'challenge']);
        if (i === 0) continue;
        const before = heists[i - 1]!.cards.map(numberOf).sort((a, b) => a - b);
        expect(cards.map(numberOf)).toContain(before[1]);
        expect(cards.map(numberOf)).not.toContain(before[0]);
      }
      expect(heists.filter((heist) => heist.success === false).length).toBeLessThanOrEqual(2);
      expect(heists.filter((heist) => heist.success).length).toBeLessThanOrEqual(3);
    }
  });
});

describe('vaults', () => {
  test('five gold bars win, three alarms lose', () => {
    for (let seed = 0; seed < 30; seed++) {
      const heists = heistsOf({ vaults: true, active: ['noise-sensors'] }, seed);
      const bars = heists.filter((heist) => heist.success).length;
      expect(bars === 5 || heists.length - bars === 3).toBe(true);
    }
  });
});

describe('forced cards', () => {
  test('are active from the first heist on, whatever the mode', () => {
    for (const heist of heistsOf({ active: ['noise-sensors', 'investor'] }, 4)) {
      expect(heist.cards).toEqual(['noise-sensors', 'investor']);
    }
    const state = deluxeTable({ active: ['noise-sensors', 'night-vision'] });
    expect(activeIds(state)).toEqual(['noise-sensors']);
  });
});

describe('seven to ten players', () => {
  test('have chips with 7 and 8 stars and, from nine on, with none', () => {
    const chips = [7, 8, 9, 10].map((players) => [...liveTable({ players }).plan.chipOrder].map(starsOf));
    expect(chips).toEqual([
      [1, 2, 3, 4, 5, 6, 7],
      [1, 2, 3, 4, 5, 6, 7, 8],
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
      [0, 0, 1, 2, 3, 4, 5, 6, 7, 8],
    ]);
  });

  test('have 1, 2, 2 and 3 exit chips, smaller tables none, unless the configuration says otherwise', () => {
    expect([3, 4, 5, 6, 7, 8, 9, 10].map(defaultExitChips)).toEqual([0, 0, 0, 0, 1, 2, 2, 3]);
    expect(gangConfig({ players: 10, exitChips: 1 }).exitChips).toBe(1); // Mega Mastermind
    expect(gangConfig({ players: 7, exitChips: 0 }).exitChips).toBe(0); // Mastermind
    expect(gangConfig({ players: 5, exitChips: 1 }).exitChips).toBe(1); // the easier variant
  });

  test('the two chips without stars are one act in the centre, and two when held', () => {
    const state = liveTable({ players: 10 });
    expect(legalAt(state, 0).filter((act) => act.startsWith('take 0'))).toEqual(['take 0 from centre']);
    say(state, 0, 'take 0');
    expect(legalAt(state, 0).filter((act) => act.startsWith('take 0'))).toEqual([]);
    expect(
      legalAt(state, 1)
        .filter((act) => act.startsWith('take 0'))
        .sort(),
    ).toEqual(['take 0 from centre', 'take 0 from seat 0']);
  });

  test('of the rulebook: 0-star hands in any order below the 1-star hand, exit seats not compared (worked example 3)', () => {
    // Seats A…J. A and D (0 stars) are weaker than C (1 star); B (exit, 6 stars) is weaker than G (5 stars).
    const pockets = ['3s 6d', '4c 4d', '9c 4s', '3c 6c', 'Jc 3d', '8s 8h', 'Kh Qd', 'Ac Kd', 'Qs 7s', 'As Ad'];
    const board = '2h 2d 5s Tc Jh';
    const order = (hold: readonly number[], exits: readonly number[]): number => {
      const state = liveTable({ players: 10, length: 'heist' });
      stackCards(state, pockets, board);
      playOut(state, hold, exits);
      return state.info[PAST_OUTCOME]!;
    };
    // By hand: pairs of twos with kickers J-T-6 (A, D), J-T-9 (C), A (H), K (G), Q (I); two pairs jacks, eights, fours, aces.
    expect(order([0, 6, 1, 0, 7, 5, 3, 4, 2, 8], [1, 5, 7])).toBe(1);
    expect(order([0, 6, 1, 0, 7, 5, 4, 3, 2, 8], [1, 5, 7])).toBe(1);
    expect(order([0, 6, 1, 0, 7, 5, 4, 3, 2, 8], [1, 5, 4])).toBe(0); // H with 3 stars beats G with 4
    expect(order([1, 6, 0, 0, 7, 5, 3, 4, 2, 8], [1, 5, 7])).toBe(0); // C with no star is stronger than A with 1
  });
});

describe('exit chips', () => {
  const inRoundFour = () => {
    const state = deluxeTable({ exitChips: 1 });
    for (let round = 0; round < 3; round++) takeAll(state, [1, 2, 3, 4]);
    return state;
  };

  test('lie in the centre in Round 4 only, and may be taken before a star, stolen and put back (R-EXIT)', () => {
    const early = deluxeTable({ exitChips: 1 });
    expect(legalAt(early, 0).filter((act) => act.includes('exit'))).toEqual([]);
    const state = inRoundFour();
    expect([state.info[ROUND], state.info[EXITS_LEFT]]).toEqual([3, 1]);
    say(state, 0, 'take exit');
    expect(legalAt(state, 0)).toContain('put back exit');
    say(state, 1, 'take exit from seat 0');
    expect(viewToJson(viewFrom(state, 2)).deluxe!.exits).toEqual({ held: [1], centre: 0 });
    say(state, 1, 'put back exit');
    expect(viewToJson(viewFrom(state, 2)).deluxe!.exits).toEqual({ held: [], centre: 1 });
  });

  test('Round 4 ends when every seat holds a star and no exit chip is left (R-ROUND-END)', () => {
    const state = inRoundFour();
    takeAll(state, [1, 2, 3, 4]);
    expect(gang.isOver(state)).toBe(false);
    say(state, 2, 'take exit');
    expect(gang.isOver(state)).toBe(true);
    expect(state.pastStrength[2]).toBe(-1);
    expect([...state.pastPocket.subarray(4, 6)]).toEqual([-1, -1]);
    expect(state.info[BARS]! + state.info[ALARMS]!).toBe(1);
  });

  test('headless seats that never take one are made to, one chip at a time (R-HEADLESS)', () => {
    for (let seed = 0; seed < 40; seed++) {
      const state = headlessGang.createState(gangConfig({ players: 10, length: 'heist', roundEnd: 'ready' }));
      const legal = new ActionList();
      headlessGang.setup(state, seed);
      let forced = 0;
      while (state.game.info[OVER] === 0) {
        headlessGang.legal(state, state.asked, legal);
        const words = legal.toArray().map((action) => gang.formatAction(viewFrom(state.game, state.asked), action));
        if (words.length === 1 && words[0] === 'take exit from centre') forced++;
        headlessGang.apply(state, state.asked, legal.at(0)); // keeps whenever it can, else the first chip
      }
      expect(forced).toBe(3);
    }
  });
});

describe('cards of the deck (R-COMBO)', () => {
  test('are counted for the heaviest heist: a challenge that breaks the deck is left out, a forced one refused', () => {
    const config = gangConfig({ players: 10, variant: 'omaha', mode: 'masterThief' });
    expect(standingCards(config)).toBe(45);
    const plan = liveTable(config).plan;
    expect(plan.challenges[10]).toBe(-1);
    expect(parseGangConfig({ players: 10, variant: 'omaha', active: ['security-cameras'] })).toMatchObject({
      ok: false,
      error: { code: 'config/clash', path: 'config.active' },
    });
  });
});
