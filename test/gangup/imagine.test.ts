import { describe, expect, test } from 'vitest';
import { Rng } from '../../src/core/rng.js';
import { type GangupState, gangup, INFO } from '../../src/gangup/index.js';
import { card, gangster, house, influence } from './house.js';
import { Scene } from './scene.js';
import { checkConservation } from './support.js';

const WORLDS = 4000;

/** Counts, over worlds that seat 0 imagines, what `look` finds in each. */
function count(
  scene: Scene,
  look: (world: GangupState, id: (card: number) => string) => string[],
): Map<string, number> {
  const view = gangup.createView(scene.state.config);
  const world = gangup.createState(scene.state.config);
  gangup.view(scene.state, 0, view);
  const found = new Map<string, number>();
  for (let seed = 0; seed < WORLDS; seed++) {
    gangup.imagine(view, new Rng(seed, 9), world);
    checkConservation(world);
    for (const what of look(world, (c) => world.cards.data[c]!.id)) found.set(what, (found.get(what) ?? 0) + 1);
  }
  return found;
}

function hand(world: GangupState, seat: number): number[] {
  const base = seat * world.handCapacity;
  return [...world.hand.subarray(base, base + world.handCount[seat]!)];
}

/** Within four standard deviations. */
function expectShare(found: Map<string, number>, what: string, share: number): void {
  const deviation = 4 * Math.sqrt((share * (1 - share)) / WORLDS);
  expect(Math.abs((found.get(what) ?? 0) / WORLDS - share), what).toBeLessThanOrEqual(deviation);
}

describe('imagined worlds', () => {
  const look = { op: 'peekReorder', pile: 'resource', n: 2 };
  const cards = house(
    ...['ann', 'bea', 'cat', 'dan'].map((id) => gangster(id, [], { copies: 1 })),
    ...['arson', 'burglary', 'caper'].map((id) =>
      card('crime', id, { type: 'fraud', status: 0, manpower: 1, reward: 1 }),
    ),
    influence('glass', { do: [look] }, { copies: 1 }),
    influence(
      'search',
      { do: [{ op: 'forEach', players: 'others', as: 'p', do: [{ op: 'reveal', who: { chosen: 'p' }, to: 'user' }] }] },
      { copies: 1 },
    ),
  );

  test('place every hidden card with equal chance in every hidden place', () => {
    const scene = new Scene({ players: 3, ...cards }, { hands: [['glass'], ['ann', 'extra'], ['bea']] });
    // 20 of the house's gangsters, four of their own and the search are hidden: 3 in hands, 22 in the pile.
    const { info } = scene.state;
    const drawn = scene.state.handCount.reduce((a, b) => a + b, 0) - scene.state.handCount[0]!;
    const hidden = drawn + info[INFO.resources]!;
    const found = count(scene, (world, id) => [
      ...[1, 2].flatMap((seat) => hand(world, seat).map((c) => `${id(c)} in hand ${seat}`)),
      ...Array.from(world.resourcePile.subarray(0, info[INFO.resources]!), (c, i) => `${id(c)} at ${i}`),
      ...Array.from(world.crimePile.subarray(0, info[INFO.crimes]!), (c, i) => `${id(c)} at ${i}`),
    ]);
    for (const who of ['ann', 'cat', 'search']) {
      if (scene.hand(0).includes(who)) continue;
      expectShare(found, `${who} in hand 1`, scene.state.handCount[1]! / hidden);
      expectShare(found, `${who} in hand 2`, scene.state.handCount[2]! / hidden);
      for (let i = 0; i < info[INFO.resources]!; i++) expectShare(found, `${who} at ${i}`, 1 / hidden);
    }
    for (const crime of ['arson', 'burglary']) {
      for (let i = 0; i < info[INFO.crimes]!; i++) expectShare(found, `${crime} at ${i}`, 1 / info[INFO.crimes]!);
    }
  });

  test('keep what the seat alone has seen of hands and piles, and spread the rest', () => {
    const scene = new Scene(
      { players: 3, ...cards },
      { hands: [['glass', 'search'], ['ann', 'extra'], ['bea']], pile: ['cat', 'dan', 'extra'] },
    );
    scene.do('play search', 'play glass', 'top dan');
    const found = count(scene, (world, id) => {
      const top = world.info[INFO.resources]!;
      return [
        hand(world, 1).map(id).sort().join(),
        hand(world, 2).map(id).sort().join(),
        [1, 2].map((d) => id(world.resourcePile[top - d]!)).join(),
      ];
    });
    expect(Object.fromEntries(found)).toEqual({ 'ann,extra': WORLDS, bea: WORLDS, 'dan,cat': WORLDS });
  });

  test('know of a looked-at card in whose hand it came when it is drawn', () => {
    const scene = new Scene(
      { ...cards },
      { hands: [['glass', 'extra'], ['extra']], pile: ['extra', 'ann', 'bea'], step: 'end' },
    );
    scene.do('play glass', 'top ann').until('1 gangsters');
    expect(scene.hand(1)).toContain('ann');
    const found = count(scene, (world, id) => [hand(world, 1).map(id).includes('ann') ? 'hers' : 'lost']);
    expect(Object.fromEntries(found)).toEqual({ hers: WORLDS });
  });
});
