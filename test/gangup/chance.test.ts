import { expect, test } from 'vitest';
import { Rng } from '../../src/core/rng.js';
import { gangup } from '../../src/gangup/index.js';
import { gangster, house, influence } from './house.js';
import { type Arrangement, Scene } from './scene.js';

/** How often each outcome of the play came about, for 3,000 seeds of the state's own chance. */
function outcomes(play: object, arranged: Arrangement, outcome: (scene: Scene) => string): Map<string, number> {
  const cards = house(
    influence('fate', { do: [{ op: 'choose', as: 'some', ...play, random: true }, effect(play)] }),
    gangster('ann', []),
    gangster('bea', []),
    gangster('cat', []),
  );
  const before = new Scene(cards, { hands: [['fate']], ...arranged });
  const counts = new Map<string, number>();
  const start = gangup.createState(before.state.config);
  gangup.copy(before.state, start);
  for (let seed = 0; seed < 3000; seed++) {
    gangup.copy(start, before.state);
    before.state.rng.set(new Rng(seed).words);
    before.do('play fate');
    const came = outcome(before);
    counts.set(came, (counts.get(came) ?? 0) + 1);
  }
  return counts;
}

function effect(play: object): object {
  return 'cards' in play ? { op: 'escape', what: 'some' } : { op: 'kill', what: 'some' };
}

/** Four standard deviations of a share of 3,000 seeds. */
function expectShares(counts: Map<string, number>, shares: Record<string, number>): void {
  expect([...counts.keys()].sort()).toEqual(Object.keys(shares).sort());
  for (const [came, share] of Object.entries(shares)) {
    const deviation = 4 * Math.sqrt((share * (1 - share)) / 3000);
    expect(Math.abs(counts.get(came)! / 3000 - share), came).toBeLessThan(deviation);
  }
}

test('of three gangsters each two are picked at random equally often', () => {
  const two = { gangsters: { zone: 'table', of: 'others' }, min: 2, max: 2 };
  const counts = outcomes(two, { tables: [[], ['ann', 'bea', 'cat']] }, (scene) => scene.gang(1).join());
  expectShares(counts, { ann: 1 / 3, bea: 1 / 3, cat: 1 / 3 });
});

test('chance takes as many as it may, whichever comes first', () => {
  const upTo = { gangsters: { zone: 'table', of: 'others' }, min: 0, max: 2 };
  const counts = outcomes(upTo, { tables: [[], ['ann', 'bea', 'cat']] }, (scene) => scene.gang(1).join());
  expectShares(counts, { ann: 1 / 3, bea: 1 / 3, cat: 1 / 3 });
});

test('two copies come up twice as often as one, on the table and in jail', () => {
  const one = { gangsters: { zone: 'table', of: 'others' } };
  const table = outcomes(one, { tables: [[], ['ann', 'ann', 'bea']] }, (scene) => scene.gang(1).join());
  expectShares(table, { 'ann,ann': 1 / 3, 'ann,bea': 2 / 3 });
  const pair = { cards: { zone: 'jail' }, min: 2, max: 2 };
  const jail = outcomes(pair, { jail: ['ann', 'ann', 'bea'] }, (scene) => scene.pile('jail').join());
  expectShares(jail, { bea: 1 / 3, ann: 2 / 3 });
});

test('no gang gives more than its share to chance', () => {
  const each = { gangsters: { zone: 'table' }, min: 2, max: 2, maxPerGang: 1 };
  const left = (scene: Scene): string => `${scene.gang(0)} ${scene.gang(1)}`;
  const counts = outcomes(each, { tables: [['ann'], ['bea', 'cat']] }, left);
  expectShares(counts, { ' bea': 1 / 2, ' cat': 1 / 2 });
});
