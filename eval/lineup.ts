import type { OutsideOptions } from '../agents/outside/faults.js';
import { type AgentOf, type GameId, resolveAgent } from '../agents/registry.js';
import { fail, type InputError, inputError, type Result } from '../src/core/result.js';

/** The fewest and the most seats that a table of each game has. */
export const SEATS: Readonly<Record<GameId, readonly [min: number, max: number]>> = { gang: [3, 10], gangup: [2, 5] };

/** Who sits, by name and as agents, in the order of the line-up. */
export interface Lineup<A> {
  readonly names: readonly string[];
  readonly agents: readonly A[];
}

/**
 * Reads a line-up and finds its agents, trained ones with their model for a table of that size. `check` is called with
 * the number of seats before any agent is loaded; it throws where no such table can be. Users' own agents are started, and
 * held to `outside`.
 */
export async function openLineup<G extends GameId>(
  game: G,
  text: string,
  check?: (players: number) => unknown,
  outside?: OutsideOptions,
): Promise<Result<Lineup<AgentOf[G]>, InputError>> {
  const names = parseLineup(text, game);
  if (!names.ok) return names;
  await check?.(names.value.length);
  const byName = new Map<string, AgentOf[G]>();
  for (const name of names.value) {
    if (byName.has(name)) continue;
    const agent = await resolveAgent(game, name, names.value.length, outside);
    if (!agent.ok) return agent;
    byName.set(name, agent.value);
  }
  return { ok: true, value: { names: names.value, agents: names.value.map((name) => byName.get(name)!) } };
}

const HOW = "Write names joined by '+', each with how many times it sits: 'full*3+greedy'.";

/**
 * Reads a line-up: who sits in seat 0, 1, … (`full*3+greedy` has four seats). A name may not hold `+`, nor end in `*`
 * and a word; whether there is such an agent is asked of the registry.
 */
export function parseLineup(text: string, game: GameId = 'gang'): Result<string[], InputError> {
  const [min, max] = SEATS[game];
  const agents: string[] = [];
  for (const part of text.split('+')) {
    const match = /^(.*?)(?:\*\s*(\d+))?$/s.exec(part.trim());
    const name = match?.[1]?.trim() ?? '';
    if (name === '' || /\*\w*$/.test(name)) return bad(text, `'${part}' names no agent.`);
    const times = match?.[2] === undefined ? 1 : Number(match[2]);
    if (times < 1) return bad(text, `'${part}' should sit at least once.`);
    if (agents.length + times > max) return bad(text, `has more than ${max} seats.`);
    for (let i = 0; i < times; i++) agents.push(name);
  }
  if (agents.length < min) return bad(text, `has fewer than ${min} seats.`);
  return { ok: true, value: agents };
}

function bad(text: string, message: string): Result<never, InputError> {
  return fail(inputError('lineup/form', text === '' ? 'line-up' : `line-up ${text}`, message, HOW));
}

/** The shortest form of a line-up; `parseLineup` reads it back. */
export function formatLineup(agents: readonly string[]): string {
  const parts: string[] = [];
  for (let from = 0; from < agents.length; ) {
    let to = from + 1;
    while (to < agents.length && agents[to] === agents[from]) to++;
    parts.push(to - from > 1 ? `${agents[from]}*${to - from}` : agents[from]!);
    from = to;
  }
  return parts.join('+');
}

/**
 * The different ways to sit when everybody moves on by one, two, … seats: `seating[seat]` is a place in the line-up.
 * Four alike have one, `full*3+greedy` has four.
 */
export function rotations(agents: readonly string[]): number[][] {
  const n = agents.length;
  const seen = new Set<string>();
  const out: number[][] = [];
  for (let shift = 0; shift < n; shift++) {
    const seating = Array.from({ length: n }, (_, seat) => (seat + shift) % n);
    const key = JSON.stringify(seating.map((place) => agents[place]));
    if (seen.has(key)) continue;
    seen.add(key);
    out.push(seating);
  }
  return out;
}
