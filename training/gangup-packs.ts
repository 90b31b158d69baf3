import { script } from '../agents/gangup/script.js';
import { GREEDY } from '../agents/gangup/temper.js';
import type { Session } from '../src/core/agent.js';
import { BadInputError } from '../src/core/errors.js';
import type { Action } from '../src/core/game.js';
import { inputError } from '../src/core/result.js';
import { Rng } from '../src/core/rng.js';
import { GangupTable } from '../src/env/gangup-table.js';
import { generatePack } from '../src/gangup/generate-pack.js';
import { gangup, parseGangupConfig } from '../src/gangup/index.js';
import { type GangupView, INFO } from '../src/gangup/state.js';

/** A generated pack is roughly balanced when `greedy` against itself, three at the table, makes such games of it. */
const PLAYERS = 3;
const GAMES = 12;
/** Mean number of turns, from and to. */
const TURNS: readonly [number, number] = [8, 60];
/** Share of the games that somebody wins by status. */
const BY_STATUS = 0.75;
/** Decisions of a game at most, on average. */
const DECISIONS = 900;

/** Whether the game that a pack makes has a sensible length and is won by status; always the same answer. */
export function roughlyBalanced(pack: object): boolean {
  const parsed = parseGangupConfig({ players: PLAYERS, packs: [pack] });
  if (!parsed.ok) return false;
  const config = parsed.value;
  const table = new GangupTable(config);
  const session = script('greedy', GREEDY).open(config, 0, new Rng(1)) as Session<GangupView>;
  let [turns, won, decisions] = [0, 0, 0];
  for (let game = 0; game < GAMES; game++) {
    table.reset(game);
    while (!table.over) {
      const action = session.act(table.view, table.legal, {}) as Action;
      gangup.apply(table.state, table.seat, action);
      if (++decisions > GAMES * DECISIONS) return false;
    }
    const { info, status } = table.state;
    turns += info[INFO.turn]!;
    if (status.some((points) => points >= config.winStatus)) won++;
  }
  const mean = turns / GAMES;
  return mean >= TURNS[0] && mean <= TURNS[1] && won >= BY_STATUS * GAMES;
}

/**
 * The first `count` roughly balanced packs among the generated ones from seed `from` on (or among those that `make`
 * makes), with their seeds. It takes about a second for ten; `onFound` hears how many there are. Throws `BadInputError`
 * where the seeds end before.
 */
export function balancedPacks(
  count: number,
  from: number,
  onFound?: (found: number) => void,
  make: (seed: number) => object = generatePack,
): { readonly seed: number; readonly pack: object }[] {
  const found: { seed: number; pack: object }[] = [];
  for (let seed = from; found.length < count; seed++) {
    if (!Number.isSafeInteger(seed)) {
      const message = `there are ${found.length} roughly balanced packs up to the last seed, not ${count}.`;
      throw new BadInputError(inputError('packs/seeds', `seed ${from}`, message, 'Begin at a smaller one.'));
    }
    const pack = make(seed);
    if (!roughlyBalanced(pack)) continue;
    found.push({ seed, pack });
    onFound?.(found.length);
  }
  return found;
}
