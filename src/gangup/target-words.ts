import * as o from './effects/opcodes.js';
import { FRAME, type PublicGangup } from './state.js';
import { registerAt } from './targets.js';

/** What a play's frame has chosen so far, in words: gangsters and cards by name, seats by number. */
export function targetWords(table: PublicGangup, frame: Int32Array): string[] {
  const { cards } = table;
  const ability = cards.abilities[frame[FRAME.ability]!]!;
  const words: string[] = [];
  for (let i = 0; i < ability.targetCount; i++) {
    const t = ability.targets + i * o.TARGET_WORDS;
    const register = registerAt(table, t);
    const kind = cards.code[t + o.TARGET_KIND]!;
    for (let k = 1; k <= frame[register]!; k++) {
      const value = frame[register + k]!;
      if (kind === o.KIND_GANGSTER)
        words.push(`${cards.name(table.slotCard[value]!)} of seat ${table.slotOwner[value]}`);
      else words.push(kind === o.KIND_CARD ? cards.name(value) : `seat ${value}`);
    }
  }
  return words;
}

/** The same with names for the seats; what is the reader's (`you`) is called so. */
export function withNames(words: readonly string[], name: (seat: number) => string): string[] {
  return words.map((word) => {
    const [, what = '', seat] = /^(?:(.*) of )?seat (\d)$/.exec(word) ?? [];
    if (seat === undefined) return word;
    const who = name(Number(seat));
    if (what === '') return who;
    return who === 'you' ? `your ${what}` : `${what} of ${who}`;
  });
}
