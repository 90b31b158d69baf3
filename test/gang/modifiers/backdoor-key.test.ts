import { describe, expect, test } from 'vitest';
import { viewToJson } from '../../../src/gang/view-json.js';
import { PAST_OUTCOME } from '../../../src/gang/words.js';
import { allSay, deluxeTable, openQuestion, say, stackCards, takeAll } from '../../support/gang-deluxe.js';
import { viewFrom } from '../../support/gang-tables.js';

const pockets = ['Ah Ad', '2c 7d', '3c 8d', '4c 9d'];
const board = 'As Ks Jd 6h 5c';

function afterChips(input: Parameters<typeof deluxeTable>[0], stars: number[], exits: number[] = []) {
  const state = deluxeTable(input);
  stackCards(state, pockets.slice(0, state.shape.seats), board);
  for (let round = 0; round < 4; round++) {
    expect(openQuestion(state)).toBeNull();
    takeAll(state, stars, exits);
  }
  return state;
}

describe('Backdoor Key (reconstructed)', () => {
  test("after Round 4's chips its owner may leave the showdown: its red chip counts as an exit chip (R-EXIT)", () => {
    // Three aces with the 1-star chip fail; without that seat the others are in order.
    const state = afterChips({ active: ['backdoor-key'] }, [1, 2, 3, 4]);
    expect(openQuestion(state)).toEqual({ by: 'backdoor-key', seats: [0] });
    expect(viewToJson(viewFrom(state, 1)).deluxe!.prompt).toBeNull();
    say(state, 0, 'yes');
    expect([state.pastStrength[0], state.info[PAST_OUTCOME]]).toEqual([-1, 1]);
    const kept = afterChips({ active: ['backdoor-key'] }, [1, 2, 3, 4]);
    say(kept, 0, 'no');
    expect([kept.pastStrength[0]! > 0, kept.info[PAST_OUTCOME]]).toEqual([true, 0]);
  });

  test('the highest red chip is then the highest among the others (R-EXIT, R-GUESS), and its owner votes', () => {
    const state = afterChips({ active: ['backdoor-key', 'retina-scan'] }, [4, 1, 2, 3]);
    say(state, 0, 'yes');
    expect(openQuestion(state)).toEqual({ by: 'retina-scan', seats: [0, 1, 2] });
    allSay(state, 'vote 9');
    expect(state.info[PAST_OUTCOME]).toBe(1);
  });

  test('cannot be used where it would leave fewer than two in the showdown, or by a seat with an exit chip (R-COMBO)', () => {
    const few = afterChips({ players: 3, exitChips: 1, active: ['backdoor-key'] }, [1, 2, 3], [2]);
    expect([openQuestion(few), few.info[PAST_OUTCOME]! >= 0]).toEqual([null, true]);
    const own = afterChips({ exitChips: 1, active: ['backdoor-key'] }, [1, 2, 3, 4], [0]);
    expect([openQuestion(own), own.info[PAST_OUTCOME]! >= 0]).toEqual([null, true]);
  });
});
