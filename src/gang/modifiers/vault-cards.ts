import { EXIT_CHIP, ROUND_NAMES } from '../words.js';
import type { Modifier } from './modifier.js';

/** Every star chip, those without a star included. */
const ALL_CHIPS = (1 << EXIT_CHIP) - 1;

/** R-VAULT: two of the five vault cards do something. One of the two vault cards with chips on them; all chips of that colour are dark in the next heist (R-DARK). */
function vaultCard(number: number, colour: (typeof ROUND_NAMES)[number]): Modifier {
  const dark = ROUND_NAMES.indexOf(colour);
  return {
    id: `vault-${colour}`,
    kind: 'vault',
    number,
    name: `Vault card (${colour} chips)`,
    text: `In the next heist all ${colour} chips lie on their dark side: once taken from the centre they stay.`,
    source: 'rulebook',
    darkChips: (_state, _self, round) => (round === dark ? ALL_CHIPS : 0),
  };
}

export const vaultYellow = vaultCard(1, 'yellow');
export const vaultOrange = vaultCard(2, 'orange');
