/**
 * The public entry of hench: tables, environments, agents, arenas, cards and replays of both games. Everything that is
 * exported here keeps its meaning within a major version; other modules of the package may change at any time.
 */

// Agents: load one, ask one, measure some.
export type { GangAgent } from '../agents/gang-agent.js';
export type { GangupAgent } from '../agents/gangup/gangup-agent.js';
export { OnnxPolicy } from '../agents/onnx.js';
export { type RankEstimator, rankEstimator } from '../agents/rank-estimate.js';
export {
  AGENT_FORMS,
  AGENTS,
  type AgentEntry,
  type AgentParameter,
  GANG_AGENTS,
  GANGUP_AGENTS,
  type GangAgentEntry,
} from '../agents/registry.js';
export {
  type ArenaOptions,
  type ArenaReport,
  type LineupResult,
  runArena,
} from '../eval/arena.js';
export { type CrossPlayOptions, type CrossPlayReport, runCrossPlay } from '../eval/cross-play.js';
export { DECISION_COLUMNS, type DecisionBlock, type DecisionColumn } from '../eval/decisions.js';
export {
  type GangupArenaOptions,
  type GangupArenaReport,
  type GangupLineupResult,
  runGangupArena,
} from '../eval/gangup-arena.js';
export { type Lineup, openLineup, parseLineup } from '../eval/lineup.js';
export { type Member, openMembers } from '../eval/members.js';
export { type RoundRobinOptions, type RoundRobinReport, runRoundRobin } from '../eval/round-robin.js';
export type { Interval } from '../eval/stats.js';

// Cards.
export { type Card, formatCard, formatCards, parseCard, parseCards } from './cards/card.js';
export { equity } from './cards/equity.js';
export { evaluate7, evaluate8, evaluateOmaha } from './cards/evaluator.js';
export { describeHand, nameHand } from './cards/names.js';
export { equityAgainst, rankChances } from './cards/sampling.js';

// Contracts.
export type { Agent, BatchPolicy, Budget, CandidateBatch, DecisionBatch, Session } from './core/agent.js';
export { BadInputError, IllegalActionError, unwrap } from './core/errors.js';
export { type Action, ActionList, type Game, type Seat, type SeatSet } from './core/game.js';
export { type Field, type FieldSpec, Layout } from './core/layout.js';
export {
  decodeReplay,
  encodeReplay,
  type Move,
  makeReplay,
  openReplay,
  type Replay,
  type ReplayHeader,
  readReplay,
  verifyReplay,
  writeReplay,
} from './core/replay.js';
export { formatInputError, type InputError, type Result } from './core/result.js';
export { Rng } from './core/rng.js';

// Environments.
export { type ActionTable, actionTable } from './env/gang-actions.js';
export { DeluxeEncoder } from './env/gang-deluxe-encode.js';
export { layoutFor } from './env/gang-deluxe-layout.js';
export { computeViewFeatures, FEATURES, ObservationEncoder } from './env/gang-encode.js';
export {
  actionCount,
  OBSERVATION_CLASSES,
  type ObservationClass,
  observationLayout,
  privilegedLayout,
} from './env/gang-layout.js';
export { actionIndex, GangTable, type GangTableOptions } from './env/gang-table.js';
export { GangVecEnv, type GangVecSpec, type GangVecStats } from './env/gang-vec.js';
export { briefLayout, cardLayout } from './env/gangup-card-layout.js';
export { CardVectors, cardVectorsOf } from './env/gangup-cards.js';
export { GangupEncoder } from './env/gangup-encode.js';
export { gangupLayout, gangupPrivilegedLayout, rowLayout } from './env/gangup-layout.js';
export { encodeGangupPrivileged } from './env/gangup-privileged.js';
export { GangupRows } from './env/gangup-rows.js';
export { GangupTable } from './env/gangup-table.js';
export { GangupVecEnv, type GangupVecSpec, type GangupVecStats, padCandidates } from './env/gangup-vec.js';
export { HeadlessGangState, headlessGang, legalWhenAsked } from './env/schedule.js';

// The rules of The Gang.
export { chipOf, holderOf, KEEP, takeAction } from './gang/actions.js';
export { type GangConfig, parseGangConfig } from './gang/config.js';
export type { GangEvent, SeenGangEvent } from './gang/events.js';
export { gang } from './gang/game.js';
export { describeAction, parseAction } from './gang/notation.js';
export { planOf } from './gang/plan.js';
export { GangState, GangView } from './gang/state.js';
export { type GangViewJson, viewToJson } from './gang/view-json.js';
// The rules of Gang Up!.
export { cardOf, DO as GANGUP_VERBS, numberOf, verbOf } from './gangup/actions.js';
export { type GangupConfig, parseGangupConfig } from './gangup/config.js';
export { describeEvent as describeGangupEvent } from './gangup/event-words.js';
export type { GangupEvent } from './gangup/events.js';
export { gangup } from './gangup/game.js';
export { GangupState, GangupView } from './gangup/state.js';
export { type GangupViewJson, viewToJson as gangupViewToJson } from './gangup/view-json.js';
export { type Refusal, whyNot } from './gangup/why-not.js';
// Live tables.
export * from './table/index.js';
