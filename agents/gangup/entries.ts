import type { AgentEntry, AgentParameter } from '../entry.js';
import { LEVEL_AGENTS, type Level } from '../level-names.js';
import { rival } from '../levels.js';
import { random } from '../random.js';
import { PRACTICE_PARAMETER, TRUST_PARAMETER } from './advisor.js';
import { makeBoss } from './boss.js';
import { BOSS_SEARCH_PARAMETERS, makeBossSearch } from './boss-search.js';
import type { GangupAgent } from './gangup-agent.js';
import { ISMCTS_PARAMETERS, makeIsmcts } from './ismcts.js';
import { script } from './script.js';
import {
  ALWAYS_ALLY,
  CAUTIOUS,
  GREEDY,
  LEADER_BASHER,
  NEVER_ALLY,
  RETALIATOR,
  SCHEMER,
  type Temper,
} from './temper.js';

/** Bumped when a script chooses otherwise than before: agents are measured against them. */
const SCRIPTS_VERSION = 2;

function scripted(id: string, temper: Temper, help: string): AgentEntry<GangupAgent> {
  return { id, help, parameters: [], version: SCRIPTS_VERSION, make: () => script(id, temper) };
}

/** What a trained agent can be given. */
export const BOSS_PARAMETERS: readonly AgentParameter[] = [
  {
    name: 'temperature',
    meaning: 'spread of its choices: 0 takes the likeliest act, 1 draws as in training',
    default: 0,
    min: 0,
    max: 100,
  },
  { name: 'slips', meaning: 'share of its decisions that it makes at random: a handicap', default: 0, min: 0, max: 1 },
  PRACTICE_PARAMETER,
  TRUST_PARAMETER,
];

/** The same for a model in a folder: it knows the cards that it was trained with. */
export const MODEL_PARAMETERS: readonly AgentParameter[] = BOSS_PARAMETERS.map((parameter) =>
  parameter === TRUST_PARAMETER ? { ...parameter, default: 0 } : parameter,
);

function level(of: Level, help: string): AgentEntry<GangupAgent> {
  return { id: LEVEL_AGENTS.gangup[of], help, parameters: [], make: () => rival(of) };
}

/** The agents of Gang Up! by name. */
export const GANGUP_AGENTS: readonly AgentEntry<GangupAgent>[] = [
  {
    id: 'random',
    help: 'any legal act, with equal chance',
    parameters: [],
    version: SCRIPTS_VERSION,
    make: () => random,
  },
  scripted('cautious', CAUTIOUS, 'begins only safe crimes, sends everybody, rarely interferes'),
  scripted('greedy', GREEDY, 'takes what promises it the most status at once; a decent first game'),
  scripted('schemer', SCHEMER, 'allies when it pays, works against whoever may win, keeps its Cancels for them'),
  scripted('never-ally', NEVER_ALLY, 'as greedy, but never asks for help and never gives any'),
  scripted('always-ally', ALWAYS_ALLY, 'as greedy, but always asks for help and always offers all it has'),
  scripted('retaliator', RETALIATOR, 'as greedy, but against whoever has hurt it'),
  scripted('leader-basher', LEADER_BASHER, 'as greedy, but everything against the leader'),
  {
    id: 'ismcts',
    help: 'searches deals of the hidden cards as a tree (information-set Monte Carlo), the others as clever as itself',
    parameters: ISMCTS_PARAMETERS,
    make: makeIsmcts,
  },
  {
    id: 'boss',
    help: 'trained by play against itself and the scripts; 2 to 5 players, any cards (some seconds of practice with new ones)',
    parameters: BOSS_PARAMETERS,
    make: (options) => makeBoss(options),
  },
  {
    id: 'boss-search',
    help: 'boss, its likeliest acts played out to the end of the turn in imagined worlds where it is not sure',
    parameters: BOSS_SEARCH_PARAMETERS,
    make: makeBossSearch,
  },
  level('easy', 'boss with a handicap that lets greedy win; a level of `hench play gangup`'),
  level('normal', 'boss with a handicap that makes it the equal of schemer; a level of `hench play gangup`'),
  level('hard', 'boss as it is; a level of `hench play gangup`'),
];
