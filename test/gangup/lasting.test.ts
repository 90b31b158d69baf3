import { describe, expect, test } from 'vitest';
import { INFO } from '../../src/gangup/index.js';
import { card, gangster, house, influence, leader } from './house.js';
import { Scene } from './scene.js';

const OWN = [{ as: 'one', gangsters: { zone: 'table', of: 'user' } }];
const HEIST = card('crime', 'heist', { type: 'fraud', status: 0, manpower: 1, reward: 0 });
const BLOW = influence('blow', {
  targets: [{ as: 'one', gangsters: { zone: 'table', of: 'others' } }],
  do: [{ op: 'kill', what: 'one' }],
});

const GIFT = influence('gift', { do: [{ op: 'draw', who: 'user', n: 1 }] });

/** Plays on, everybody passing, until the next turn has come to its gangster phase. */
function nextTurn(scene: Scene): Scene {
  const turn = scene.state.info[INFO.turn]!;
  for (let i = 0; i < 100 && scene.state.info[INFO.turn] === turn; i++) {
    const quiet = ['pass', 'done', 'draw and end', 'no', 'refuse'].find((word) => scene.legal().includes(word));
    scene.do(quiet ?? scene.legal()[0]!);
  }
  return scene;
}

/** Seat 0 plays the heist with all that it has, and nobody disturbs it. */
function heist(scene: Scene, ...gang: string[]): Scene {
  return scene
    .until('0 third')
    .do('crime', 'yes')
    .until('0 organize')
    .do(...gang.map((id) => `commit ${id}`));
}

describe.each(['crime', 'turn'])('until the end of the %s', (until) => {
  const cards = house(
    HEIST,
    BLOW,
    GIFT,
    gangster('guard', []),
    influence('drill', { targets: OWN, do: [{ op: 'strengthen', what: 'one', amount: 3, until }] }),
    influence('vest', { targets: OWN, do: [{ op: 'protect', what: 'one', from: ['kill'], until }] }),
  );

  test('more manpower lasts through the crime and is gone in the next turn of its owner', () => {
    const scene = new Scene(cards, { hands: [['drill', 'blow']], tables: [['guard'], ['guard']], crimes: ['heist'] });
    scene.do('play drill');
    heist(scene, 'guard');
    expect(scene.manpower).toBe(4);
    nextTurn(scene);
    nextTurn(scene);
    expect(scene.state.info[INFO.active]).toBe(0);
    heist(scene, 'guard');
    expect(scene.manpower).toBe(1);
  });

  test('it is gone too when there was no crime', () => {
    const scene = new Scene(cards, { hands: [['drill', 'blow']], tables: [['guard'], ['guard']] }).do('play drill');
    nextTurn(scene);
    nextTurn(scene);
    heist(scene, 'guard');
    expect(scene.manpower).toBe(1);
  });

  test('protection holds in the turn and ends with it, with a crime and without one', () => {
    for (const crime of [true, false]) {
      const scene = new Scene(cards, {
        hands: [
          ['vest', 'blow'],
          ['blow', 'gift'],
        ],
        tables: [['guard'], ['guard']],
        crimes: ['heist'],
      });
      scene.do('play vest').until('1 priority');
      expect(scene.legal()).toEqual(['play gift', 'pass']);
      if (crime) heist(scene, 'guard');
      nextTurn(scene);
      expect(scene.asked).toBe(1);
      expect(scene.legal()).toContain('play blow');
    }
  });
});

test('what lasts until the end of the crime ends with it, what lasts for the turn goes on', () => {
  for (const until of ['crime', 'turn']) {
    const cards = house(
      HEIST,
      BLOW,
      GIFT,
      gangster('guard', []),
      influence('vest', {
        targets: OWN,
        do: [
          { op: 'protect', what: 'one', from: ['kill'], until },
          { op: 'strengthen', what: 'one', amount: 2, until },
        ],
      }),
    );
    const scene = new Scene(cards, {
      hands: [['vest', 'gift']],
      tables: [['guard'], ['guard']],
      crimes: ['heist'],
    });
    heist(scene.do('play vest'), 'guard').until('0 end');
    const { slotOwner, slotProtection, slotCrimeMod, slotTurnMod } = scene.state;
    const slot = slotOwner.indexOf(0);
    const left = [slotProtection[slot] !== 0, slotCrimeMod[slot]! + slotTurnMod[slot]!];
    expect(left, until).toEqual(until === 'turn' ? [true, 2] : [false, 0]);
  }
});

describe('an action that costs no card is free again in the next turn', () => {
  const free = { type: 'action', do: [{ op: 'status', who: 'user', amount: 1 }] };
  const cards = house(
    gangster('busy', [free]),
    leader('boss', [free]),
    card('location', 'bank', { price: 1, abilities: [free] }),
  );

  test.each([
    ['gangster', 'use busy', { tables: [['busy']] }],
    ['leader', 'use boss', { leaders: ['boss'] }],
    ['location', 'use bank', { locations: { bank: 0 } }],
  ])('of a %s', (_, use, arranged) => {
    const scene = new Scene({ leaders: true, locations: true, ...cards }, { status: [1, 1], ...arranged });
    const offered = (): boolean => scene.legal().some((text) => text.startsWith(use));
    expect(offered()).toBe(true);
    scene.do(use);
    expect(offered()).toBe(false);
    nextTurn(scene);
    nextTurn(scene);
    scene.until('0 gangsters');
    expect(offered()).toBe(true);
  });
});

test('R-DEAL: what was bought and offered in one turn does not count in the next', () => {
  const cards = house(
    card('location', 'bank', { price: 1 }),
    card('location', 'dock', { price: 1 }),
    card('location', 'mill', { price: 1 }),
  );
  const start = { step: 'start', locations: { dock: 1, mill: -1, bank: -1 } } as const;
  const buyer = new Scene({ locations: true, ...cards }, start).do('buy bank');
  nextTurn(buyer);
  nextTurn(buyer);
  expect(buyer.prompt).toBe('0 start');
  expect(buyer.legal()).toContain('buy mill');
  const bidder = new Scene({ locations: true, ...cards }, start);
  bidder.do('offer 0 for dock', 'refuse', 'offer 1 for dock', 'refuse');
  expect(bidder.legal().filter((text) => text.startsWith('offer'))).toEqual([]);
  nextTurn(bidder);
  nextTurn(bidder);
  expect(bidder.legal()).toContain('offer 0 for dock');
});
