import { openAdvisor } from '../agents/gangup/advisor.js';
import { GANGUP_AGENTS } from '../agents/gangup/entries.js';
import type { Session } from '../src/core/agent.js';
import { unwrap } from '../src/core/errors.js';
import type { Action } from '../src/core/game.js';
import { fail, ok, type Result } from '../src/core/result.js';
import { nextSeed, Rng } from '../src/core/rng.js';
import { GangupTable } from '../src/env/gangup-table.js';
import { designPack } from '../src/gangup/design-pack.js';
import { generatePack } from '../src/gangup/generate-pack.js';
import { type GangupConfig, gangup, parseGangupConfig, trainable } from '../src/gangup/index.js';
import type { GangupView } from '../src/gangup/state.js';

/** Tables of one configuration, and how many of every hundred there are. */
export interface GroupSpec {
  readonly config: Partial<GangupConfig> & { readonly players: number };
  readonly share: number;
  /**
   * Seed of a generated pack that is played with instead of the configuration's. Tables of such groups, and of the next
   * kind, with the same number of players take turns with all their packs: one is drawn for each game.
   */
  readonly generated?: number;
  /** Seed of a designed pack, the same. */
  readonly designed?: number;
}

/** The made-up pack of a group, where it has one by a seed. */
function madeUpPack({ generated, designed }: Pick<GroupSpec, 'generated' | 'designed'>): object | undefined {
  if (designed !== undefined) return designPack(designed);
  return generated === undefined ? undefined : generatePack(generated);
}

/** Whether a group plays with a made-up pack that is named by a seed. */
export const isMadeUp = ({ generated, designed }: GroupSpec): boolean =>
  generated !== undefined || designed !== undefined;

/** The whole configuration of a group's tables. Throws `BadInputError` for what can't be trained with. */
export function configOf(spec: GroupSpec): GangupConfig {
  const pack = madeUpPack(spec);
  const asked = pack === undefined ? spec.config : { ...spec.config, packs: [pack] };
  return unwrap(trainable(unwrap(parseGangupConfig(asked))));
}

/** Who sits with the learner. */
export interface LeagueSpec {
  /** Share of the games that the learner plays with itself alone. */
  readonly self: number;
  /** Share of the other games in which one learner meets opponents of one kind; in the rest the seats are mixed. */
  readonly alone: number;
  /** Share of the opponents that are past selves, once there are any. */
  readonly past: number;
  /** Scripts by name, and their weights among scripts. */
  readonly scripts: Readonly<Record<string, number>>;
}

/** Who holds a seat: the learner, a past self, or script number k − 2 of the league. */
export const LEARNER = 0;
export const PAST = 1;
export const SCRIPTS = 2;

/** Sums by what they are of, for the metrics. */
export type LeagueSums = Record<string, number>;

/** Scripts that can be opponents in training. */
export const TRAINABLE_SCRIPTS: readonly string[] = GANGUP_AGENTS.filter(
  ({ id, version }) => version !== undefined && id !== 'random' && id !== 'retaliator',
).map(({ id }) => id);

/**
 * Reads `schemer:4,cautious`: names among `names`, each once, with a weight above 0 or 1 where none is given. For a
 * list that is none, the part of it that isn't right.
 */
export function parseWeights(text: string, names: readonly string[]): Result<Record<string, number>, string> {
  const weights: Record<string, number> = {};
  for (const part of text.split(',')) {
    const [name = '', given = '1', ...rest] = part.trim().split(':');
    const weight = Number(given);
    const right = names.includes(name) && weight > 0 && Number.isFinite(weight) && rest.length === 0;
    if (!right || weights[name] !== undefined) return fail(part);
    weights[name] = weight;
  }
  return ok(weights);
}

/** Writes what `parseWeights` reads. */
export function formatWeights(weights: Readonly<Record<string, number>>): string {
  return Object.entries(weights)
    .map(([name, weight]) => `${name}:${weight}`)
    .join(',');
}

/** Scripts listen to nobody here: those that remember what happened at the table are no opponents in training. */
function scriptSession(name: string, config: GangupConfig, rng: Rng): Session<GangupView> {
  const entry = GANGUP_AGENTS.find(({ id }) => id === name);
  if (entry?.version === undefined) throw new Error(`${name} is no script of Gang Up!`);
  const session = entry.make({}).open(config, 0, rng);
  if (session instanceof Promise || session.notice !== undefined) throw new Error(`${name} can't play in training`);
  return session;
}

/** What tables of one configuration share: encoders and one session of each script, for whatever seat is asked. */
export class Group {
  readonly config: GangupConfig;
  readonly first: GangupTable;
  private readonly scripts: readonly { readonly session: Session<GangupView>; readonly rng: Rng }[];

  constructor(spec: GroupSpec, names: readonly string[], seed: number) {
    this.config = configOf(spec);
    this.first = new GangupTable(this.config);
    // The last one advises the network, as it does in play (agents/gangup/sight.ts).
    // With made-up packs it doesn't practise before: there are many, and each is played with little.
    const advisor = (rng: Rng) => openAdvisor(this.config, 0, rng, isMadeUp(spec) ? 0 : undefined);
    this.scripts = [...names, undefined].map((name, k) => {
      const rng = new Rng(seed, k);
      const session = name === undefined ? advisor(rng) : scriptSession(name, this.config, rng);
      // A script draws its tastes at its first decision: now, so that a resumed run's scripts have the same.
      this.first.reset(seed);
      session.act(this.first.view, this.first.legal, {});
      return { session, rng };
    });
  }

  /** What script k does for the asked seat. */
  act(k: number, table: GangupTable): Action {
    return this.scripts[k]!.session.act(table.view, table.legal, {}) as Action;
  }

  /** What the script that the network is told of would do for the asked seat. */
  advise(table: GangupTable): Action {
    return this.act(this.scripts.length - 1, table);
  }

  save(): number[][] {
    return this.scripts.map(({ rng }) => rng.state());
  }

  load(states: readonly (readonly number[])[]): void {
    for (const [k, { rng }] of this.scripts.entries()) rng.words.set(states[k]!);
  }
}

/** One table, and who holds its seats in the game at hand. */
export class LeagueTable {
  table: GangupTable;
  readonly holders: Uint8Array;
  /** Seats of the learner. */
  learners = 0;
  /** The opponent's kind when one learner meets opponents of one kind, else −1. */
  rival = -1;

  /** `groups`: those that the table takes turns with, for the same number of players. */
  constructor(
    private readonly groups: readonly Group[],
    public group: Group,
    shared: boolean,
  ) {
    this.table = shared ? tableOf(group) : group.first;
    this.holders = new Uint8Array(group.config.players);
  }

  /** A new game, of any group that the table takes turns with. */
  deal(rng: Rng): void {
    if (this.groups.length > 1) this.join(this.groups[rng.below(this.groups.length)]!);
    this.table.reset(nextSeed(rng.words, 0));
  }

  /** Plays the game of another group. */
  join(group: Group): void {
    if (group === this.group) return;
    this.group = group;
    this.table = tableOf(group);
  }

  /** Seats everybody anew. `pasts`: whether there are past selves. */
  seat(league: LeagueSpec, pasts: boolean, rng: Rng): void {
    const { holders } = this;
    const n = holders.length;
    holders.fill(LEARNER);
    this.rival = -1;
    if (rng.float() >= league.self) {
      if (rng.float() < league.alone) {
        this.rival = opponent(league, pasts, rng);
        holders.fill(this.rival);
        holders[rng.below(n)] = LEARNER;
      } else {
        for (let s = 0; s < n; s++) if (rng.float() < 0.5) holders[s] = opponent(league, pasts, rng);
        holders[rng.below(n)] = LEARNER;
      }
    }
    this.countLearners();
  }

  /** Takes up a saved seating: the rival, then who holds each seat. */
  restore([rival = -1, ...holders]: readonly number[]): void {
    this.rival = rival;
    this.holders.set(holders);
    this.countLearners();
  }

  private countLearners(): void {
    this.learners = this.holders.reduce((sum, kind) => sum + (kind === LEARNER ? 1 : 0), 0);
  }

  /** Plays the seats of scripts until somebody else is asked; false if the game ended before. */
  advance(): boolean {
    const { table, holders, group } = this;
    for (;;) {
      const seat = table.seat;
      if (seat < 0) return false;
      const kind = holders[seat]!;
      if (kind < SCRIPTS) return true;
      gangup.apply(table.state, seat, group.act(kind - SCRIPTS, table));
    }
  }
}

const tableOf = ({ config, first }: Group): GangupTable => new GangupTable(config, first);

function opponent(league: LeagueSpec, pasts: boolean, rng: Rng): number {
  if (pasts && rng.float() < league.past) return PAST;
  const weights = Object.values(league.scripts);
  let point = rng.float() * weights.reduce((sum, w) => sum + w, 0);
  for (const [k, weight] of weights.entries()) {
    point -= weight;
    if (point < 0) return SCRIPTS + k;
  }
  return weights.length > 0 ? SCRIPTS + weights.length - 1 : LEARNER;
}

/** `count` tables shared out among the groups by their shares, at least one each while there are enough. */
export function openTables(groups: readonly GroupSpec[], scripts: readonly string[], count: number, seed: number) {
  const total = groups.reduce((sum, g) => sum + g.share, 0);
  const made = groups.map((spec, i) => new Group(spec, scripts, seed + i));
  const turns = new Map<number, Group[]>();
  for (const [i, spec] of groups.entries()) {
    const { players } = spec.config;
    if (isMadeUp(spec)) turns.set(players, [...(turns.get(players) ?? []), made[i]!]);
  }
  const tables: LeagueTable[] = [];
  let due = 0;
  for (const [i, spec] of groups.entries()) {
    const before = tables.length;
    due += (count * spec.share) / total;
    const own = made[i]!;
    const all = isMadeUp(spec) ? turns.get(spec.config.players)! : [own];
    while (tables.length < Math.round(due)) {
      tables.push(new LeagueTable(all, own, all.length > 1 || tables.length > before));
    }
  }
  return { groups: made, tables };
}
