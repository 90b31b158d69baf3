import type { OutsideOptions } from '../agents/outside/faults.js';
import { type AgentOf, type GameId, resolveAgent } from '../agents/registry.js';
import { fail, type InputError, inputError, type Result } from '../src/core/result.js';
import { SEATS } from './lineup.js';

/** An agent that meets others, and the kind that it is one of: several trained seeds make one kind. */
export interface Member<A> {
  readonly name: string;
  readonly group: string;
  readonly agent: A;
}

const HOW =
  "Write names with commas between: 'full,greedy,belief'; trained seeds of one kind as 'A=model:x,A=model:y'.";

/**
 * Reads a list of agents and finds them, trained ones with their model for a table of that size. `A=NAME` puts an agent
 * into group A; without, it is a group of its own. No name may come twice.
 */
export async function openMembers<G extends GameId>(
  game: G,
  text: string,
  players: number,
  outside: OutsideOptions = {},
): Promise<Result<Member<AgentOf[G]>[], InputError>> {
  const [min, max] = SEATS[game];
  const bad = (message: string): Result<never, InputError> => fail(inputError('members/form', text, message, HOW));
  if (players < min || players > max) return bad(`${players} players are no table: ${min} to ${max}.`);
  const members: Member<AgentOf[G]>[] = [];
  for (const part of text.split(',')) {
    // A parameter has its `=` behind a question mark: `full?temperature=1`.
    const match = /^([^=?]*)=(.*)$/s.exec(part.trim());
    const name = (match?.[2] ?? part).trim();
    const group = (match?.[1] ?? name).trim();
    if (name === '' || group === '') return bad(`'${part}' names no agent.`);
    if (members.some((member) => member.name === name)) return bad(`'${name}' comes twice.`);
    const agent = await resolveAgent(game, name, players, outside);
    if (!agent.ok) return agent;
    members.push({ name, group, agent: agent.value });
  }
  if (members.length < 2) return bad('has fewer than two agents.');
  return { ok: true, value: members };
}

/** Names short enough for the head of a column: `full`; `A1`, `A2` in a group of several; models by their folder. */
export function labels(members: readonly Pick<Member<unknown>, 'name' | 'group'>[]): string[] {
  const seen = new Map<string, number>();
  return members.map(({ name, group }) => {
    const size = members.filter((other) => other.group === group).length;
    if (size === 1) return name === group ? (name.split('/').at(-1) ?? name) : group;
    const number = (seen.get(group) ?? 0) + 1;
    seen.set(group, number);
    return `${group}${number}`;
  });
}
