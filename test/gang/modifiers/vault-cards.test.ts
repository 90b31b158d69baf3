import { describe, expect, test } from 'vitest';
import { gang } from '../../../src/gang/game.js';
import type { GangState } from '../../../src/gang/state.js';
import { viewToJson } from '../../../src/gang/view-json.js';
import { BARS, HEIST, VAULTS_TURNED } from '../../../src/gang/words.js';
import { deluxeTable, legalAt, refuseAll, say, takeAll } from '../../support/gang-deluxe.js';
import { rightAndWrongStars, viewFrom } from '../../support/gang-tables.js';

/** Plays one heist by the right or the wrong order of hands. */
function playHeist(state: GangState, succeed: boolean): void {
  const heist = state.info[HEIST]!;
  const { right, wrong } = rightAndWrongStars(state);
  while (state.info[HEIST] === heist && !gang.isOver(state)) {
    refuseAll(state);
    takeAll(state, succeed ? right : wrong!);
  }
}

const vaultsSeen = (state: GangState): (string | null)[] => viewToJson(viewFrom(state, 0)).deluxe!.vaults;
const darkNow = (state: GangState): number[] => viewToJson(viewFrom(state, 0)).deluxe!.darkChips;

describe('Vault cards', () => {
  test('five gold bars win; each turns a vault card, two of the five do something, in a random order (R-VAULT)', () => {
    const orders = new Set<string>();
    for (let seed = 0; seed < 12; seed++) {
      const state = deluxeTable({ vaults: true, length: 'game' }, seed);
      for (let bars = 0; bars < 5; bars++) {
        expect([state.info[BARS], vaultsSeen(state).length, gang.isOver(state)]).toEqual([bars, bars, false]);
        playHeist(state, true);
      }
      expect([state.info[BARS], gang.isOver(state)]).toEqual([5, true]);
      const order = [...state.vault].map((card) => (card < 0 ? '-' : state.plan.modifiers[card]!.id));
      expect([...order].sort()).toEqual(['-', '-', '-', 'vault-orange', 'vault-yellow']);
      orders.add(order.join(' '));
    }
    expect(orders.size).toBeGreaterThan(4);
  });

  test('three alarms still lose, and a failed heist turns no vault card', () => {
    const state = deluxeTable({ vaults: true, length: 'game' });
    for (let alarms = 0; alarms < 3; alarms++) playHeist(state, false);
    expect([gang.isOver(state), state.info[BARS], state.info[VAULTS_TURNED]]).toEqual([true, 0, 0]);
  });

  test('a turned card acts in the next heist only: all chips of that colour are dark', () => {
    let seen = 0;
    for (let seed = 0; seed < 8; seed++) {
      const state = deluxeTable({ vaults: true, length: 'game' }, seed);
      for (let bars = 0; bars < 4; bars++) {
        const turned = vaultsSeen(state).at(-1) ?? null;
        const dark: number[][] = [];
        const { right } = rightAndWrongStars(state);
        for (let round = 0; round < 4; round++) {
          dark.push(darkNow(state));
          takeAll(state, right);
        }
        const all = [1, 2, 3, 4];
        expect(dark).toEqual([[], turned === 'vault-yellow' ? all : [], turned === 'vault-orange' ? all : [], []]);
        if (turned !== null) seen++;
      }
    }
    expect(seen).toBeGreaterThan(5);
  });

  test('dark chips may be taken once, from the centre, those without stars too (R-DARK)', () => {
    const state = deluxeTable({ players: 10, active: ['vault-yellow'] });
    const stars = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8];
    takeAll(state, stars);
    expect(darkNow(state)).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
    say(state, 3, 'take 0');
    expect(legalAt(state, 3)).toEqual([]);
    expect(legalAt(state, 4).filter((act) => act.includes('from seat'))).toEqual([]);
    expect(legalAt(state, 4)).toContain('take 0 from centre');
    say(state, 4, 'take 0');
    expect(legalAt(state, 5)).not.toContain('take 0 from centre');
  });

  test('cards not turned yet are known to nobody', () => {
    const state = deluxeTable({ vaults: true, length: 'game' });
    const before = viewFrom(state, 1).words.slice();
    state.vault.reverse();
    expect([...viewFrom(state, 1).words]).toEqual([...before]);
  });
});
