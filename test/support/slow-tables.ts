import { ABSENT, type TableCards, UNKNOWN } from '../../src/cards/table-plan.js';

/** Who uses which face-up card, by the words of the rulebook's variants; apart from `tablePlan`. */
export function boardPlaces(table: TableCards, seat: number): number[] {
  const { kind, seats } = table.plan;
  const three = (gap: number) => [3 * gap, 3 * gap + 1, 3 * gap + 2];
  const places =
    kind === 'stud'
      ? [0, 1, 2, 3].map((i) => 4 * seat + i)
      : kind === 'bananaSplit'
        ? // The gap to the left of a seat has the seat's number, the gap to its right that of the seat before.
          [...three(seat), ...three(seat === 0 ? seats - 1 : seat - 1)]
        : [0, 1, 2, 3, 4];
  const lone = (kind === 'stud' ? 4 * seats : kind === 'bananaSplit' ? 3 * seats : 5) + seat;
  return [...places, lone].filter((place) => table.cards[place] !== ABSENT);
}

export function boardOf(table: TableCards, seat: number): number[] {
  return boardPlaces(table, seat).map((place) => table.cards[place]!);
}

/** Stacked cards that the seat may use, by their place in `boardOf`. */
export function stacksOf(table: TableCards, seat: number): [place: number, card: number][] {
  const places = boardPlaces(table, seat);
  return Array.from({ length: table.stackedCount }, (_, k): [number, number] => [
    places.indexOf(table.stackedOn[k]!),
    table.stackedCard[k]!,
  ]).filter(([place]) => place >= 0);
}

/** Ordinary cards that aren't known to lie anywhere. */
export function unseenOf(table: TableCards): number[] {
  const known = new Set<number>([...table.cards].filter((card) => card !== UNKNOWN));
  for (let k = 0; k < table.stackedCount; k++) known.add(table.stackedCard[k]!);
  return Array.from({ length: 52 }, (_, card) => card).filter((card) => !known.has(card));
}
