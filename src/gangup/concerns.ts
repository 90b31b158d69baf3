import { ABILITIES_MAX, type Ability } from './cards.js';
import { participants, seatSet } from './effects/evaluate.js';
import * as o from './effects/opcodes.js';
import type { OperationData, PlayersData } from './effects/schema.js';
import { PLAYER_WORDS } from './effects/vocabulary.js';
import { FRAME, type PublicGangup } from './state.js';
import { registerAt } from './targets.js';

/**
 * Seats (bits) that an announced play is about, its player aside: owners of chosen gangsters, chosen seats, whom its
 * operations name, and the partners of a crime that it makes easier or harder. For people who pass until something is
 * announced against them; `frame` holds what was chosen. Public: everybody sees what was announced.
 */
export function concernedSeats(table: PublicGangup, frame: Int32Array, ability: Ability, user: number): number {
  let seats = chosenSeats(table, frame, ability);
  for (const op of operationsOf(table, ability)) seats |= touchedBy(table, frame, op);
  return seats & ~(1 << user);
}

/** The seats that are chosen as targets, or whose gangsters are, as bits. */
export function chosenSeats(table: PublicGangup, frame: Int32Array, ability: Ability): number {
  let seats = 0;
  for (let i = 0; i < ability.targetCount; i++) {
    const t = ability.targets + i * o.TARGET_WORDS;
    const register = registerAt(table, t);
    const kind = table.cards.code[t + o.TARGET_KIND]!;
    for (let k = 1; k <= frame[register]!; k++) {
      const value = frame[register + k]!;
      if (kind === o.KIND_PLAYER) seats |= 1 << value;
      else if (kind === o.KIND_GANGSTER) seats |= 1 << table.slotOwner[value]!;
    }
  }
  return seats;
}

/** Every operation of the ability, those inside others too. */
function operationsOf({ cards }: PublicGangup, ability: Ability): OperationData[] {
  const data = cards.data[ability.card]!;
  for (let place = 0; place < ABILITIES_MAX; place++) {
    if (cards.ability(ability.card, place) !== ability) continue;
    const source = data.kind === 'influence' ? data.play : data.abilities[place];
    return source !== undefined && 'do' in source ? flat(source.do) : [];
  }
  return [];
}

function flat(list: readonly OperationData[]): OperationData[] {
  return list.flatMap((op) => {
    if (op.op === 'if') return [...flat(op.then), ...flat(op.else ?? [])];
    return op.op === 'forEach' || op.op === 'may' ? [op, ...flat(op.do)] : [op];
  });
}

function touchedBy(table: PublicGangup, frame: Int32Array, op: OperationData): number {
  const named = (who: PlayersData | undefined): number =>
    typeof who === 'string' ? seatSet(table, frame, PLAYER_WORDS.indexOf(who), 0) : 0;
  switch (op.op) {
    case 'manpower':
    case 'requirement':
    case 'reward':
      return participants(table);
    case 'status':
    case 'draw':
    case 'discard':
    case 'reveal':
      return named(op.who);
    case 'steal':
    case 'take':
      return named(op.from);
    case 'forEach':
      return named(op.players ?? op.gangsters?.of);
    case 'choose':
      return 'gangsters' in op ? named(op.gangsters.of ?? 'all') : 'player' in op ? named(op.player) : 0;
    default:
      // A card that anybody may use is about its owner.
      return 'what' in op && op.what === 'self' && frame[FRAME.slot]! >= 0
        ? 1 << table.slotOwner[frame[FRAME.slot]!]!
        : 0;
  }
}
