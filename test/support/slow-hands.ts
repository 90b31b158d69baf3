/**
 * An evaluator written to be obviously right and nothing else: try every five cards and every suit of a wild card,
 * count, sort, compare. It shares no code with src/cards but the numbering of cards, spelt out below.
 */

/** A hand's worth as a number: the category, then up to five ranks 2…14, in base 16. Comparable for all sizes. */
export type Worth = number;

interface Seen {
  readonly value: number;
  /** c, d, h, s, or nothing. */
  readonly suit: string;
}

function waysToSee(card: number): Seen[] {
  if (card < 52) return [{ value: 2 + Math.floor(card / 4), suit: 'cdhs'.charAt(card % 4) }];
  if (card < 65) return [{ value: 2 + card - 52, suit: '' }];
  return ['c', 'd', 'h', 's'].map((suit) => ({ value: 2 + card - 65, suit }));
}

function worthOfSeen(cards: readonly Seen[]): Worth {
  const times = new Map<number, number>();
  for (const { value } of cards) times.set(value, (times.get(value) ?? 0) + 1);
  const groups = [...times].sort(([a, m], [b, n]) => n - m || b - a);
  const shape = groups.map(([, n]) => n).join('');
  let ranks = groups.flatMap(([value, n]) => Array.from({ length: n }, () => value));
  const flush = cards.length === 5 && cards[0]!.suit !== '' && cards.every(({ suit }) => suit === cards[0]!.suit);
  let straight = shape === '11111' && ranks[0]! - ranks[4]! === 4;
  if (ranks.join() === '14,5,4,3,2') {
    straight = true;
    ranks = [5, 4, 3, 2, 1];
  }
  let category = 0;
  if (straight && flush) category = 8;
  else if (shape.startsWith('4') || shape === '5') category = 7;
  else if (shape === '32') category = 6;
  else if (flush) {
    category = 5;
    ranks = cards.map(({ value }) => value).sort((a, b) => b - a);
  } else if (straight) category = 4;
  else if (shape.startsWith('3')) category = 3;
  else if (shape.startsWith('22')) category = 2;
  else if (shape.startsWith('2')) category = 1;
  return Array.from({ length: 5 }, (_, i) => ranks[i] ?? 0).reduce((worth, rank) => worth * 16 + rank, category);
}

/** Worth of at most five cards, all of which count. */
export function worthOfFive(cards: readonly number[]): Worth {
  let best = 0;
  const see = (seen: readonly Seen[]): void => {
    if (seen.length === cards.length) best = Math.max(best, worthOfSeen(seen));
    else for (const way of waysToSee(cards[seen.length]!)) see([...seen, way]);
  };
  see([]);
  return best;
}

/** Every way to take `count` of the items. */
export function subsets<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  if (items.length < count) return [];
  const [first, ...rest] = items as readonly [T, ...T[]];
  return [...subsets(rest, count - 1).map((some) => [first, ...some]), ...subsets(rest, count)];
}

/** Worth of the best five of any number of cards. */
export function worthOfBest(cards: readonly number[]): Worth {
  if (cards.length <= 5) return worthOfFive(cards);
  return subsets(cards, 5).reduce((best, five) => Math.max(best, worthOfFive(five)), 0);
}

/** Worth of the best of exactly two pocket cards and exactly three (or all there are) of the board. */
export function worthOfExactly(pocket: readonly number[], board: readonly number[]): Worth {
  let best = 0;
  for (const two of subsets(pocket, 2)) {
    for (const three of subsets(board, Math.min(3, board.length))) {
      best = Math.max(best, worthOfFive([...two, ...three]));
    }
  }
  return best;
}

export function categoryOfWorth(worth: Worth): number {
  return Math.floor(worth / 16 ** 5);
}

/**
 * Worth of a seat's best hand at any table: `stacks` lists, by place on the board, the further cards that lie there
 * (of each stack one card is used); with `exactly` two pocket cards and three (or all) others count.
 */
export function worthAtTable(
  pocket: readonly number[],
  board: readonly number[],
  stacks: readonly (readonly [place: number, card: number])[],
  exactly: boolean,
): Worth {
  let best = 0;
  const choose = (place: number, chosen: readonly number[]): void => {
    if (place < board.length) {
      const here = [board[place]!, ...stacks.filter(([at]) => at === place).map(([, card]) => card)];
      for (const card of here) choose(place + 1, [...chosen, card]);
      return;
    }
    best = Math.max(best, exactly ? worthOfExactly(pocket, chosen) : worthOfBest([...pocket, ...chosen]));
  };
  choose(0, []);
  return best;
}
