import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBoss, type ThinkingSession } from '../../agents/gangup/boss.js';
import type { GangupAgent } from '../../agents/gangup/gangup-agent.js';
import { resolveAgent } from '../../agents/registry.js';
import { type GangupArenaReport, runGangupArena } from '../../eval/gangup-arena.js';
import { gangupSections } from '../../eval/report/arena-page.js';
import type { Section } from '../../eval/report/html.js';
import type { Story } from '../../eval/report/run-page.js';
import { type Forecast, Forecasts } from '../../eval/run-forecast.js';
import type { Checkpoint } from '../../training/checkpoint.js';
import type { GangEnvSpec } from '../../training/gang-env.js';
import type { GangupTrainConfig } from '../../training/gangup-train.js';
import { unwrap } from '../core/errors.js';
import { type Replay, verifyReplay } from '../core/replay.js';
import type { SeenGangEvent } from '../gang/events.js';
import { gang } from '../gang/game.js';
import { type GangupEvent, gangup, parseGangupConfig } from '../gangup/index.js';
import { playGangupHeadless } from '../table/gangup-headless.js';
import { playHeadless } from '../table/headless.js';
import { exportCheckpointTo } from './export-run.js';
import { tellGangupReplay } from './replay-gangup.js';
import { tellGangReplay } from './replay-words.js';

/** How the checkpoint is called in its games. */
const NAME = 'checkpoint';
/** The script that advises the network, and the number of players at which both are compared. */
const SCRIPT = 'schemer';
const USUAL = 3;

export interface GamesOptions {
  /** Games that are told. */
  readonly told: number;
  /** Games, told ones among them, at which what is foretold is noted (Gang Up!). */
  readonly measured: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

export interface PlayedGames {
  readonly stories: readonly Story[];
  readonly forecast?: Forecast;
  /** How the checkpoint does against a script, and how it bids (Gang Up!). */
  readonly sections?: readonly Section[];
}

/** Makes an agent of a checkpoint in a folder that is gone when `use` is done. Throws `BadInputError`. */
async function withModel<T>(
  checkpoint: Parameters<typeof exportCheckpointTo>[0],
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'hench-report-'));
  try {
    await exportCheckpointTo(checkpoint, folder, NAME);
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Heists of a run of The Gang by its checkpoint in all seats; a run of many tables goes through them. */
export async function playHeists(checkpoint: Checkpoint, options: GamesOptions): Promise<PlayedGames> {
  const { told, seed, signal } = options;
  const spec = checkpoint.config.envSpec as Partial<GangEnvSpec> & {
    readonly tables?: readonly GangEnvSpec['config'][];
  };
  const tables = spec.tables ?? [spec.config!];
  return withModel(checkpoint, async (folder) => {
    const stories: Story[] = [];
    for (let i = 0; i < told && !signal.aborted; i++) {
      const config = tables[i % tables.length]!;
      const agent = unwrap(await resolveAgent('gang', `model:${folder}`, config.players));
      const seats = Array.from({ length: config.players }, () => ({ ...agent, name: NAME }));
      const played = await playHeadless({ config: { ...config, length: 'heist' }, seed: seed + i, seats, signal });
      const title = `${config.players} players, ${played.won ? 'succeeds' : 'fails'}`;
      stories.push({ title, lines: tellHeist(played.replay) });
      options.onProgress(i + 1, told);
    }
    signal.throwIfAborted();
    return { stories };
  });
}

function tellHeist(replay: Replay): string[] {
  const events: SeenGangEvent[] = [];
  unwrap(verifyReplay(gang, replay, NAME, (event) => events.push(event)));
  return unnamed(tellGangReplay({ replay, events }));
}

/** Games of a run of Gang Up! by its checkpoint in all seats, at its numbers of players in turn, without options. */
export async function playGangupGames(
  checkpoint: Parameters<typeof exportCheckpointTo>[0] & { readonly config: GangupTrainConfig },
  { told, measured, seed, signal, onProgress }: GamesOptions,
): Promise<PlayedGames> {
  const sizes = [...new Set(checkpoint.config.groups.map(({ config }) => config.players))].sort((a, b) => a - b);
  const games = Math.max(told, measured);
  const forecasts = new Forecasts(measured);
  return withModel(checkpoint, async (folder) => {
    const stories: Story[] = [];
    const boss = makeBoss({ trust: 0 }, NAME, () => folder);
    for (let i = 0; i < games; i++) {
      const players = sizes[i % sizes.length]!;
      const heard = new Heard(boss);
      const seats = Array.from({ length: players }, () => heard.agent);
      const played = await playGangupHeadless({ config: { players }, seed: seed + i, seats, signal });
      signal.throwIfAborted();
      if (i < measured) heard.tell(forecasts, i, played.winners);
      if (i < told) stories.push({ title: endOf(players, played), lines: tellGame(played.replay) });
      onProgress(i + 1, games);
    }
    if (measured === 0) return { stories };
    const sections = gangupSections(await againstScript(boss, sizes, { games: measured, seed, signal }));
    return { stories, forecast: forecasts.told(seed), sections };
  });
}

/** The checkpoint among copies of the script that advises it, at three seats if it was trained for them. */
async function againstScript(
  boss: GangupAgent,
  sizes: readonly number[],
  options: { readonly games: number; readonly seed: number; readonly signal: AbortSignal },
): Promise<GangupArenaReport> {
  const players = sizes.includes(USUAL) ? USUAL : sizes[0]!;
  const script = unwrap(await resolveAgent('gangup', SCRIPT, players));
  const agents = Array.from({ length: players }, (_, place) => (place === 0 ? boss : script));
  const lineup = { names: agents.map(({ name }) => name), agents };
  const config = unwrap(parseGangupConfig({ players }));
  return runGangupArena({ ...options, lineups: [lineup], config, bidding: true });
}

function endOf(
  players: number,
  { winners, statuses }: { winners: readonly number[]; statuses: readonly number[] },
): string {
  const who = winners.length === 1 ? `seat ${winners[0]} wins` : `seats ${winners.join(', ')} share the win`;
  return `${players} players, ${who}, status ${statuses.join(' : ')}`;
}

function tellGame(replay: Replay): string[] {
  const events: GangupEvent[] = [];
  const { state } = unwrap(verifyReplay(gangup, replay, NAME, (event) => events.push(event)));
  return unnamed(tellGangupReplay({ replay, events, state }));
}

/** Everybody is the checkpoint: the seats alone say who is who. */
function unnamed(lines: readonly string[]): string[] {
  return lines.map((line) => line.replaceAll(` (${NAME})`, ''));
}

/** Notes what an agent expects for every seat whenever it has a choice. */
class Heard {
  readonly agent: GangupAgent;
  private readonly shares: Float64Array[] = [];

  constructor(boss: GangupAgent) {
    this.agent = {
      name: boss.name,
      open: async (config, seat, rng) => {
        const session = (await boss.open(config, seat, rng)) as ThinkingSession;
        return {
          act: async (view, legal, more) => {
            const action = await session.act(view, legal, more);
            if (session.thought !== undefined) this.shares.push(session.thought.shares);
            return action;
          },
        };
      },
    };
  }

  tell(forecasts: Forecasts, game: number, winners: readonly number[]): void {
    for (const shares of this.shares) {
      for (const [seat, share] of shares.entries()) {
        forecasts.add(game, share, winners.includes(seat) ? 1 / winners.length : 0);
      }
    }
  }
}
