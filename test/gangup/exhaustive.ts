import { expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import {
  cardOf,
  DO,
  everyOperation,
  type GangupEvent,
  gangup,
  INFO,
  LEGAL_MAX,
  OPERATIONS,
  type OperationData,
  verbOf,
} from '../../src/gangup/index.js';
import { checkConservation, configOf, OPTIONS } from './support.js';

interface Coverage {
  readonly cards: ReadonlyMap<string, number>;
  readonly operations: ReadonlyMap<string, number>;
  readonly games: number;
}

/** How often each card took effect, and with it each operation that it holds. */
function play(gamesMax: number, times: number, seed: number): Coverage {
  const everything = configOf({ players: 3, ...OPTIONS[7] });
  const table = gangup.createState(everything);
  const { cards } = table;
  const fired = new Map(cards.data.map((card) => [card.id, 0]));
  const wanted = (card: number): boolean => fired.get(cards.data[card]!.id)! < times;
  const legal = new ActionList(LEGAL_MAX);
  let games = 0;
  for (; games < gamesMax && [...fired.values()].some((count) => count < times); games++) {
    // Every other game begins high and lasts, so that the largest crimes come within reach.
    const reach = games % 2 === 0 ? {} : { startStatus: 16, winStatus: 40, handMax: 14 };
    const config = configOf({ players: 2 + (games % 4), ...OPTIONS[7], ...reach });
    const rng = new Rng(seed, games);
    const state = gangup.createState(config);
    const mark = (card: number): void => {
      const { id } = cards.data[card]!;
      fired.set(id, fired.get(id)! + 1);
    };
    const sink = (e: GangupEvent): void => {
      if (e.type === 'trigger' || e.type === 'cancel' || (e.type === 'resolve' && !e.cancelled)) mark(e.card);
      // Cards that only are there, or only change numbers, have done what they do when they are in play.
      else if (e.type === 'place' || e.type === 'inProgress' || e.type === 'leader') {
        const card = e.type === 'inProgress' ? state.info[INFO.crime]! : e.card;
        if (card >= 0 && !acts(card)) mark(card);
      }
    };
    const acts = (card: number): boolean => operationsOf(cards.data[card]).length > 0;
    gangup.setup(state, seed + games, sink);
    for (let step = 0; !gangup.isOver(state); step++) {
      if (step % 50 === 0) checkConservation(state);
      const seat = state.info[INFO.promptSeat]!;
      gangup.legal(state, seat, legal);
      const all = legal.toArray();
      // What hasn't fired yet comes first; giving way comes last.
      const fresh = all.filter((a) => cardOf(a) > 0 && wanted(cardOf(a)));
      const eager = all.filter((a) => ![DO.pass, DO.second, DO.no, DO.refuse, DO.done, DO.decline].includes(verbOf(a)));
      const list = fresh.length > 0 && rng.below(8) > 0 ? fresh : eager.length > 0 && rng.below(10) > 1 ? eager : all;
      gangup.apply(state, seat, list[rng.below(list.length)]!, sink);
    }
  }
  const operations = new Map<string, number>(OPERATIONS.map((name) => [name, 0]));
  for (const card of cards.data) {
    for (const { op } of operationsOf(card)) operations.set(op, operations.get(op)! + fired.get(card.id)!);
  }
  return { cards: fired, operations, games };
}

function operationsOf(card: unknown): OperationData[] {
  const { play, abilities } = card as { play?: { do: OperationData[] }; abilities?: { do?: OperationData[] }[] };
  return [play, ...(abilities ?? [])].flatMap((part) => (part?.do === undefined ? [] : [...everyOperation(part.do)]));
}

/** Plays until every card of the box and every operation has fired so often; names those that never did. */
export function exhaustiveTest(gamesMax: number, times: number, print: boolean): void {
  test(`every card and every operation fires ${times === 1 ? 'once' : `${times} times`} in eager random play`, () => {
    const { cards, operations, games } = play(gamesMax, times, 4_000);
    const line = (map: ReadonlyMap<string, number>): string =>
      [...map].map(([name, count]) => `${name} ${count}`).join(', ');
    if (print) console.log(`${games} games\ncards: ${line(cards)}\noperations: ${line(operations)}`);
    const rare = [...cards, ...operations].filter(([, count]) => count < times).map(([name]) => name);
    expect(rare).toEqual([]);
    expect(cards.size).toBeGreaterThan(90);
  });
}
