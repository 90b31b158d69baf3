import { resolve } from 'node:path';
import { BadInputError } from '../src/core/errors.js';
import { fail, type InputError, type Result } from '../src/core/result.js';
import type { ObservationClass } from '../src/env/gang-layout.js';
import type { GangConfig } from '../src/gang/config.js';
import { BELIEF_DEFAULTS, makeBelief } from './belief.js';
import { type AgentEntry, type AgentParameter, readParameters, refused } from './entry.js';
import { fitsTable, STAND_IN, standInNote } from './fits.js';
import type { GangAgent } from './gang-agent.js';
import { makeBoss } from './gangup/boss.js';
import { GANGUP_AGENTS, MODEL_PARAMETERS } from './gangup/entries.js';
import type { GangupAgent } from './gangup/gangup-agent.js';
import { greedy } from './greedy.js';
import { LEVEL_AGENTS, type Level } from './level-names.js';
import { teammate } from './levels.js';
import { DEFAULT_TEMPERATURE, OnnxPolicy } from './onnx.js';
import { EXEC, startExec } from './outside/exec.js';
import type { OutsideOptions } from './outside/faults.js';
import { GANG_TERMS } from './outside/gang-terms.js';
import { GANGUP_TERMS } from './outside/gangup-terms.js';
import { looksLikePath, startModule } from './outside/module.js';
import { random } from './random.js';
import { makeSearch, SEARCH_PARAMETERS } from './search/search.js';
import { isBaseTable, modelAgent, trainedAgent } from './trained.js';

export type { AgentEntry, AgentParameter } from './entry.js';
export { GANGUP_AGENTS } from './gangup/entries.js';

/** An agent of The Gang by name. */
export interface GangAgentEntry extends AgentEntry<GangAgent> {
  /** What it may look at (R-SILENT). */
  readonly observes: ObservationClass;
}

/** What sits at a table of each game. */
export interface AgentOf {
  readonly gang: GangAgent;
  readonly gangup: GangupAgent;
}
export type GameId = keyof AgentOf;

const temperature = (standard: number): AgentParameter => ({
  name: 'temperature',
  meaning: 'spread of its choices: 0 takes the likeliest act, 1 draws as in training',
  default: standard,
  min: 0,
  max: 100,
});

function trained(observes: ObservationClass, help: string): GangAgentEntry {
  return {
    id: observes,
    observes,
    help,
    parameters: [temperature(DEFAULT_TEMPERATURE[observes])],
    make: (options) => trainedAgent(observes, options),
  };
}

function level(of: Level, help: string): GangAgentEntry {
  return { id: LEVEL_AGENTS.gang[of], observes: 'full', help, parameters: [], make: () => teammate(of) };
}

export const GANG_AGENTS: readonly GangAgentEntry[] = [
  { id: 'random', observes: 'legible', help: 'any legal act, with equal chance', parameters: [], make: () => random },
  {
    id: 'greedy',
    observes: 'full',
    help: 'takes the chip that its equity against one random hand points to; the yardstick',
    parameters: [],
    make: () => greedy,
  },
  {
    id: 'belief',
    observes: 'full',
    help: 'weighs what the others may hold by the chips they took, and takes the chip of its likeliest rank',
    parameters: [
      {
        name: 'spread',
        meaning: 'how far from its true place, in chips, it thinks a seat may pick on the river',
        default: BELIEF_DEFAULTS.spread,
        min: 0.05,
        max: 10,
      },
      {
        name: 'earlier',
        meaning: 'what each round before the river adds to that',
        default: BELIEF_DEFAULTS.earlier,
        min: 0,
        max: 10,
      },
      {
        name: 'lapse',
        meaning: 'how often it thinks a pick means nothing',
        default: BELIEF_DEFAULTS.lapse,
        min: 0,
        max: 1,
      },
    ],
    make: makeBelief,
  },
  trained('full', 'trained by self-play; sees the chips and how they moved'),
  trained('legible', 'trained by self-play; sees only the chips on the table and those of past rounds'),
  {
    id: 'search',
    observes: 'full',
    help: 'plays undecided moves out in imagined worlds, all seats by the network of full, and takes what wins most',
    parameters: SEARCH_PARAMETERS,
    make: makeSearch,
  },
  level('easy', 'often picks a chip that is too high or too low; the easy level of `hench play gang`'),
  level('normal', 'picks well, if not always; the normal level of `hench play gang`'),
  level('hard', 'full where a network of it plays the table, else belief; the hard level of `hench play gang`'),
];

/** The agents of both games, in the order in which they are listed. */
export const AGENTS: { readonly [G in GameId]: readonly AgentEntry<AgentOf[G]>[] } = {
  gang: GANG_AGENTS,
  gangup: GANGUP_AGENTS,
};

interface AgentForm {
  readonly form: string;
  readonly help: string;
  readonly games: readonly GameId[];
}

/** Forms of a name that stand for something outside the registry. */
export const AGENT_FORMS: readonly AgentForm[] = [
  {
    form: 'model:DIR',
    help: 'a trained model: a folder with policy.onnx and card.json (`hench train`, `hench export`)',
    games: ['gang', 'gangup'],
  },
  {
    form: './my-bot.js',
    help: 'a module of your own (.js, .mjs, .ts): its default export is an agent, or a function that makes one',
    games: ['gang', 'gangup'],
  },
  {
    form: 'exec:./bot',
    help: 'a program of your own that speaks JSON lines (docs/exec-protocol.md); "exec:python3 bot.py"',
    games: ['gang', 'gangup'],
  },
];

/** What a refusal adds: every name that there is at this game. */
function how(game: GameId): string {
  const forms = AGENT_FORMS.filter((form) => form.games.includes(game)).map((form) => form.form);
  return `Agents: ${[...AGENTS[game].map((entry) => entry.id), ...forms].join(', ')}.`;
}

/** A program (`exec:`) or a module of the user's, in a process of its own. */
async function startOwn<G extends GameId>(
  game: G,
  name: string,
  options: OutsideOptions,
): Promise<Result<AgentOf[G], InputError>> {
  const start = async (): Promise<Result<GangAgent | GangupAgent, InputError>> => {
    if (name.startsWith(EXEC)) {
      return game === 'gang' ? startExec(name, GANG_TERMS, options) : startExec(name, GANGUP_TERMS, options);
    }
    return game === 'gang'
      ? startModule(name, GANG_TERMS, how(game), options)
      : startModule(name, GANGUP_TERMS, how(game), options);
  };
  return (await start()) as Result<AgentOf[G], InputError>;
}

/**
 * The agent of a game that a name stands for: an id of the registry, `model:DIR`, or the path of a module, each with
 * parameters after a question mark (`full?temperature=1`), or a program (`exec:python3 bot.py`). With `players`, a trained
 * agent's model is loaded now, so that a missing or wrong one is refused here; without, when it sits down. Programs and
 * modules of the user's own start now; `outside` says what they are held to.
 */
export async function resolveAgent<G extends GameId>(
  game: G,
  name: string,
  players?: number,
  outside: OutsideOptions = {},
): Promise<Result<AgentOf[G], InputError>> {
  if (name.startsWith(EXEC)) return startOwn(game, name, outside);
  const [head, query] = splitName(name);
  if (head.startsWith('model:')) {
    const dir = head.slice('model:'.length);
    if (dir === '') return refused('agent/unknown', name, 'names no folder.', 'Write model:DIR.');
    const resolved = game === 'gang' ? resolveModel(name, dir, query, players) : resolveBoss(name, dir, query);
    return (await resolved) as Result<AgentOf[G], InputError>;
  }
  if (looksLikePath(head)) {
    if (query === '') return startOwn(game, head, outside);
    return refused('agent/parameter', name, 'an agent of your own takes no parameters here.', how(game));
  }
  const entry = AGENTS[game].find((candidate) => candidate.id === head);
  if (entry === undefined) return refused('agent/unknown', name, 'there is no such agent.', how(game));
  const parameters = readParameters(name, query, entry.parameters);
  if (!parameters.ok) return parameters;
  // An agent asked for by its id alone says what it stands for: a searching one states its budget.
  const made = entry.make(parameters.value);
  return checkedModel({ ...made, name: query === '' ? made.name : name }, players);
}

/** An agent of The Gang for one table, and what to tell people where it isn't the one that was asked for. */
export interface Seated {
  readonly agent: GangAgent;
  readonly note: string | null;
}

/**
 * The agent of that name for a table of this configuration: itself where it fits, else the best script that plays every
 * table, with a note that says so. Errors as `resolveAgent`.
 */
export async function resolveForTable(name: string, config: GangConfig): Promise<Result<Seated, InputError>> {
  const found = await resolveAgent('gang', name, isBaseTable(config) ? config.players : undefined);
  if (!found.ok) return found;
  if (fitsTable(found.value, config)) return { ok: true, value: { agent: found.value, note: null } };
  const other = await resolveAgent('gang', STAND_IN);
  return other.ok ? { ok: true, value: { agent: other.value, note: standInNote(found.value.name) } } : other;
}

function splitName(name: string): [string, string] {
  const at = name.indexOf('?');
  return at < 0 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)];
}

/** The agent, once its model for so many players has been loaded where it has one. */
async function checkedModel<A extends GangAgent | GangupAgent>(
  agent: A,
  players: number | undefined,
): Promise<Result<A, InputError>> {
  const { network, policy } = agent as Partial<GangAgent>;
  const load = network ?? policy;
  if (players === undefined || load === undefined) return { ok: true, value: agent };
  try {
    await load.call(agent as GangAgent, { players } as never);
  } catch (error) {
    if (error instanceof BadInputError) return fail(error.error);
    throw error;
  }
  return { ok: true, value: agent };
}

async function resolveModel(
  name: string,
  dir: string,
  query: string,
  players: number | undefined,
): Promise<Result<GangAgent, InputError>> {
  const parameters = readParameters(name, query, [temperature(0)]);
  if (!parameters.ok) return parameters;
  const folder = resolve(dir);
  const loaded = await OnnxPolicy.load(folder);
  if (!loaded.ok) return loaded;
  const given = query === '' ? {} : parameters.value; // else the default of the model's class
  return checkedModel(modelAgent(name, loaded.value.card, folder, given), players);
}

/** A model of Gang Up!, which plays any table. */
async function resolveBoss(name: string, dir: string, query: string): Promise<Result<GangupAgent, InputError>> {
  const parameters = readParameters(name, query, MODEL_PARAMETERS);
  if (!parameters.ok) return parameters;
  const folder = resolve(dir);
  return checkedModel(
    makeBoss(parameters.value, name, () => folder),
    2,
  );
}
