import { availableParallelism } from 'node:os';
import type { GangTraining } from '../../training/gang.js';
import { parsePopulation } from '../../training/gang-population.js';
import { unwrap } from '../core/errors.js';
import { type ConfigFlags, readGangConfig } from './config-flags.js';
import { flagError, shareFlag, wholeFlag } from './flags.js';
import { ppoSettings } from './ppo-flags.js';
import { DEFAULTS, type TrainFlags } from './train.js';
import { endOfRun, fileOf } from './train-file.js';

/** Training covers the base game. */
const TRAINED_PLAYERS_MAX = 6;

/** What a new run of The Gang is asked for, by the file of `--config` and by flags, which come before it. Throws `BadInputError`. */
export async function gangRun(flags: TrainFlags): Promise<GangTraining> {
  const { steps, minutes, ...file } = await fileOf('gang', flags);
  const given: Record<string, unknown> = {
    'takes-max': (flags as unknown as ConfigFlags)['takes-max'] ?? file.takesMax,
  };
  const seats = flags.players ?? file.players;
  if (seats !== undefined) given.players = Number(seats);
  if (Number.isNaN(given.players)) throw flagError('players', `"${seats}" is not a number.`, 'Use 3 to 6 players.');
  const players = await readGangConfig(given, { defaults: { length: 'heist' } });
  if (players.players > TRAINED_PLAYERS_MAX) {
    throw flagError('players', `there is no trainer for ${players.players} players in this version.`, 'Use 3 to 6.');
  }
  const kind = flags.class ?? file.class ?? DEFAULTS.class;
  const seed = wholeFlag('seed', flags.seed ?? file.seed ?? DEFAULTS.seed, 0);
  const share = shareFlag('ready-share', flags['ready-share'] ?? file.readyShare ?? DEFAULTS.readyShare);
  const out = flags.out ?? `runs/gang-${kind}-${players.players}-seed${seed}`;
  return {
    hidden: layersOf('hidden', DEFAULTS.hidden),
    threads: Math.min(4, availableParallelism()),
    ...file,
    ...endOfRun(flags, { steps, minutes }, DEFAULTS.minutes),
    players: players.players,
    class: kind,
    seed,
    takesMax: players.takesMax,
    readyShare: share,
    ...(flags.threads === undefined ? {} : { threads: wholeFlag('threads', flags.threads, 1, 64) }),
    ...(flags.hidden === undefined ? {} : { hidden: layersOf('hidden', flags.hidden) }),
    ...(flags['start-from'] === undefined ? {} : { startFrom: flags['start-from'] }),
    ...(flags.partners === undefined ? {} : { partners: partnersOf(flags.partners) }),
    ...ppoSettings(flags),
    ...(flags.critic === undefined ? {} : { criticHidden: layersOf('critic', flags.critic) }),
    ...(flags.backend === undefined ? {} : { backend: flags.backend }),
    out,
  };
}

/** `0.5`, or a population as JSON. */
function partnersOf(text: string): GangTraining['partners'] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw flagError('partners', `"${text}" is neither a share nor JSON.`, 'Write a share such as 0.5.');
  }
  const population = typeof given === 'number' ? { share: given } : given;
  unwrap(parsePopulation(population));
  return population as { share: number };
}

/** `128,128` */
function layersOf(flag: string, text: string): number[] {
  return text.split(',').map((width) => {
    const units = width.trim() === '' ? Number.NaN : Number(width);
    if (Number.isNaN(units)) throw flagError(flag, `"${width}" is not a number.`, 'Write units such as 128,128.');
    return wholeFlag(flag, units, 1, 4096);
  });
}
