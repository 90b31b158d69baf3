import { pathToFileURL } from 'node:url';
import { STANDING, STANDING_COUNT, standing } from '../agents/gangup/ismcts-value.js';
import { script } from '../agents/gangup/script.js';
import { SCHEMER } from '../agents/gangup/temper.js';
import { unwrap } from '../src/core/errors.js';
import { ActionList } from '../src/core/game.js';
import { Rng } from '../src/core/rng.js';
import { gangup, INFO, LEGAL_MAX, parseGangupConfig } from '../src/gangup/index.js';

/** Standings between turns, and who won: `features` [n, S, STANDING_COUNT], `shares` [n, S]. */
export interface Standings {
  readonly seats: number;
  readonly features: Float64Array[];
  readonly shares: Float64Array[];
}

/** Games of `schemer` with itself, whose play the search's playouts follow, looked at between the turns. */
export async function collectStandings(players: number, games: number, seed: number): Promise<Standings> {
  const config = unwrap(parseGangupConfig({ players }));
  const state = gangup.createState(config);
  const view = gangup.createView(config);
  const legal = new ActionList(LEGAL_MAX);
  const agent = script('schemer', SCHEMER);
  const found: Standings = { seats: players, features: [], shares: [] };
  for (let game = 0; game < games; game++) {
    gangup.setup(state, seed + game);
    const rng = new Rng(seed + game, 1);
    const sessions = await Promise.all(Array.from({ length: players }, (_, s) => agent.open(config, s, rng.split())));
    const first = found.features.length;
    for (let turn = 0; !gangup.isOver(state); ) {
      const seat = state.info[INFO.promptSeat]!;
      if (state.info[INFO.turn] !== turn) {
        turn = state.info[INFO.turn]!;
        const row = new Float64Array(players * STANDING_COUNT);
        standing(state, row);
        found.features.push(row);
      }
      gangup.legal(state, seat, legal);
      gangup.view(state, seat, view);
      gangup.apply(state, seat, await sessions[seat]!.act(view, legal, {}));
    }
    const share = new Float64Array(players);
    gangup.returns(state, share);
    while (found.shares.length < found.features.length) found.shares.push(share);
    if (first === found.features.length) throw new Error(`game ${seed + game} had no turn`);
  }
  return found;
}

/** One step of a multinomial logit: adds the gradient of the log likelihood, returns the mean loss in nats. */
function addGradient(data: Standings, weights: Float64Array, gradient: Float64Array): number {
  const { seats } = data;
  const p = new Float64Array(seats);
  let loss = 0;
  data.features.forEach((row, n) => {
    const share = data.shares[n]!;
    let sum = 0;
    for (let s = 0; s < seats; s++) {
      let logit = 0;
      for (let k = 0; k < STANDING_COUNT; k++) logit += weights[k]! * row[s * STANDING_COUNT + k]!;
      p[s] = Math.exp(logit);
      sum += p[s]!;
    }
    for (let s = 0; s < seats; s++) {
      p[s]! /= sum;
      loss -= share[s]! * Math.log(p[s]!);
      for (let k = 0; k < STANDING_COUNT; k++) {
        gradient[k]! += ((share[s]! - p[s]!) * row[s * STANDING_COUNT + k]!) / data.features.length;
      }
    }
  });
  return loss / data.features.length;
}

/** Fits the weights of STANDING by gradient steps, each divided by its feature's scale; returns them and the loss. */
export function fitStandings(sets: readonly Standings[], steps = 2000): { weights: number[]; loss: number } {
  const weights = new Float64Array(STANDING_COUNT);
  const scale = new Float64Array(STANDING_COUNT);
  let rows = 0;
  for (const { features } of sets) {
    for (const row of features) for (let i = 0; i < row.length; i++) scale[i % STANDING_COUNT]! += row[i]! ** 2;
    rows += features.reduce((sum, row) => sum + row.length / STANDING_COUNT, 0);
  }
  let loss = 0;
  for (let step = 0; step < steps; step++) {
    const gradient = new Float64Array(STANDING_COUNT);
    loss = 0;
    for (const data of sets) loss += addGradient(data, weights, gradient) / sets.length;
    for (let k = 0; k < STANDING_COUNT; k++)
      weights[k]! += gradient[k]! / (scale[k]! / rows + 1e-9) / (2 * sets.length);
  }
  return { weights: [...weights], loss };
}

/** `node dist/training/gangup-standing.js [games]`: what to write into STANDING_WEIGHTS. */
async function main(): Promise<void> {
  const games = Number(process.argv[2] ?? 200);
  const sets: Standings[] = [];
  for (const players of [2, 3, 4, 5]) sets.push(await collectStandings(players, games, 1_000_000 * players));
  const { weights, loss } = fitStandings(sets);
  for (const [k, name] of STANDING.entries()) console.log(`${name}: ${weights[k]!.toFixed(3)}`);
  console.log(`loss: ${loss.toFixed(4)} nats over ${sets.reduce((sum, set) => sum + set.features.length, 0)} turns`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
