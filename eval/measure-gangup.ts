import { join, resolve } from 'node:path';
import { formatCard } from '../agents/card.js';
import { makeBoss } from '../agents/gangup/boss.js';
import type { BossCard } from '../agents/gangup/boss-card.js';
import { BossPolicy, shippedBoss } from '../agents/gangup/boss-policy.js';
import type { GangupAgent } from '../agents/gangup/gangup-agent.js';
import { resolveAgent } from '../agents/registry.js';
import { writeFileWhole } from '../src/core/files.js';
import { formatInputError, type InputError, type Result } from '../src/core/result.js';
import { parseGangupConfig } from '../src/gangup/config.js';
import { runGangupArena } from './gangup-arena.js';
import { parseLineup } from './lineup.js';
import { modelPath } from './measure.js';
import type { Interval } from './stats.js';

export interface MeasureGangupOptions {
  /** Games of each line-up. */
  readonly games: number;
  readonly seed: number;
  readonly signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
}

/** The script that sits in all other seats. */
const RIVAL = 'schemer';
/** Tables measured, the headline's first. */
const PLAYERS = [2, 3, 4, 5] as const;

/**
 * What the model in a folder wins: the share of each of its copies in a line-up whose first name stands for it. A sentence
 * where no such line-up can play.
 */
export async function measureRival(
  dir: string,
  lineup: string,
  table: object,
  options: MeasureGangupOptions,
): Promise<Interval | string> {
  const names = parseLineup(lineup, 'gangup');
  if (!names.ok) return formatInputError(names.error);
  const config = parseGangupConfig({ ...table, players: names.value.length });
  if (!config.ok) return formatInputError(config.error);
  const own = names.value[0]!;
  const agents: GangupAgent[] = [];
  const model = makeBoss({ trust: 0 }, own, () => dir);
  for (const name of names.value) {
    const found = name === own ? { ok: true as const, value: model } : await resolveAgent('gangup', name);
    if (!found.ok) return formatInputError(found.error);
    agents.push(found.value);
  }
  const lineups = [{ names: names.value, agents }];
  const report = await runGangupArena({ ...options, lineups, config: config.value });
  return report.lineups[0]!.seats.find(({ agent }) => agent === own)!.winShare;
}

/**
 * Measures a model of Gang Up! against the best script at tables of 2 to 5, the headline at 2 first, and writes the
 * results into its card in place of those that stand there. Errors as `BossPolicy.load`.
 */
export async function measureGangupModel(
  dir: string,
  options: MeasureGangupOptions,
): Promise<Result<BossCard, InputError>> {
  const loaded = await BossPolicy.load(dir);
  if (!loaded.ok) return loaded;
  const { card } = loaded.value;
  const name = nameOf(dir);
  const { games, seed } = options;
  const results: BossCard['results'] = [];
  for (const [i, players] of PLAYERS.entries()) {
    const lineup = `${name}+${RIVAL}${players === 2 ? '' : `*${players - 1}`}`;
    const onProgress = (done: number, total: number): void =>
      options.onProgress?.(i * total + done, PLAYERS.length * total);
    const winShare = await measureRival(dir, lineup, {}, { ...options, onProgress });
    if (typeof winShare === 'string') throw new Error(winShare);
    const command = `hench arena gangup --lineup '${lineup}' --games ${games} --seed ${seed}`;
    results.push({ lineup, config: { players }, games, seed, winShare, command });
  }
  const measured: BossCard = { ...card, results };
  writeFileWhole(join(dir, 'card.json'), formatCard(measured));
  return { ok: true, value: measured };
}

/** `boss` for the model that comes with the package, else `model:DIR`. */
function nameOf(dir: string): string {
  return resolve(dir) === shippedBoss() ? 'boss' : modelPath(dir);
}
