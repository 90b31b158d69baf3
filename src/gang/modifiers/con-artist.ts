import { nextBelow } from '../../core/rng.js';
import { addToPocket, takeFromPocket } from '../pockets.js';
import type { GangState } from '../state.js';
import { JACK_CARD, OP_IN, OP_OUT, POOL } from '../words.js';
import { noteCard } from './effects.js';
import { type GangSink, type Modifier, NEXT } from './modifier.js';

const pile = new Int32Array(64);
const given = new Int32Array(16);

/** R-AUTO: right after the deal all pocket cards are shuffled in one pile; each seat gets back as many as it gave. */
export const conArtist: Modifier = {
  id: 'con-artist',
  kind: 'specialist',
  number: 9,
  name: 'Con Artist',
  text: 'After the deal all pocket cards are shuffled together and dealt again, to each player as many as before.',
  source: 'rulebook',
  ledgerMax: (players, pocket) => 2 * players * pocket,
  steps: {
    afterDeal: (state, self, _round, _seat, sink) => {
      const count = gather(state, self, sink);
      for (let i = count - 1; i > 0; i--) {
        const j = nextBelow(state.rng, 0, i + 1);
        const card = pile[i]!;
        pile[i] = pile[j]!;
        pile[j] = card;
      }
      let next = 0;
      for (let s = 0; s < state.shape.seats; s++) {
        for (let i = 0; i < given[s]!; i++) {
          const card = pile[next++]!;
          addToPocket(state, s, card);
          noteCard(state, OP_IN, self, s, POOL, card, 1 << s, sink);
        }
      }
      return NEXT;
    },
  },
};

/**
 * All pocket cards go to the pile, but for the suitless Jack, which can't be passed (R-JACK); each seat knows those that
 * it gave. Returns how many there are.
 */
function gather(state: GangState, self: number, sink: GangSink | undefined): number {
  const { pocket, pocketCount, shape } = state;
  let count = 0;
  for (let s = 0; s < shape.seats; s++) {
    given[s] = 0;
    for (let i = pocketCount[s]! - 1; i >= 0; i--) {
      const card = pocket[s * shape.pocket + i]!;
      if (card === JACK_CARD) continue;
      given[s] = given[s]! + 1;
      pile[count++] = card;
      takeFromPocket(state, s, card);
      noteCard(state, OP_OUT, self, s, POOL, card, 1 << s, sink);
    }
  }
  return count;
}
