import type { CommandModule } from 'yargs';
import { BadInputError } from '../core/errors.js';
import { inputError } from '../core/result.js';
import { configOptions, gangupOptions } from './config-flags.js';
import { flagError, jsonOption, printJson, seedOption } from './flags.js';
import { configOption, printConfigOption, printFile, refuseFixed, stopAt } from './train-file.js';

export interface TrainFlags {
  game: string;
  class: 'full' | 'legible' | undefined;
  steps: number | undefined;
  minutes: number | undefined;
  seed: number | undefined;
  threads: number | undefined;
  'ready-share': number | undefined;
  hidden: string | undefined;
  'start-from': string | undefined;
  partners: string | undefined;
  'learning-rate': string | undefined;
  entropy: string | undefined;
  critic: string | undefined;
  epochs: number | undefined;
  minibatch: number | undefined;
  backend: 'onnx' | 'tfjs' | undefined;
  out: string | undefined;
  resume: string | undefined;
  config: string | undefined;
  'print-config': boolean;
  players: string | undefined;
  packs: string[] | undefined;
  leaders: boolean | undefined;
  locations: boolean | undefined;
  expansion: boolean | undefined;
  generated: number | undefined;
  designed: number | undefined;
  'generated-share': number | undefined;
  against: string | undefined;
  method: 'ppo' | 'dmc' | undefined;
  self: number | undefined;
  past: number | undefined;
  scripts: string | undefined;
  shares: string | undefined;
  json: boolean;
}

export const DEFAULTS = { class: 'full', seed: 1, readyShare: 0.3, hidden: '128,128', minutes: 10 } as const;
/** What a run of one game alone knows. */
const ONLY = {
  gang: ['class', 'ready-share', 'hidden', 'partners', 'takes-max', 'critic', 'backend'],
  gangup: [
    'packs',
    'leaders',
    'locations',
    'expansion',
    'generated',
    'designed',
    'generated-share',
    'against',
    'method',
    'self',
    'past',
    'scripts',
    'shares',
  ],
} as const;

/** What belongs to a run from its start. */
const ONLY_FRESH = [
  'seed',
  'threads',
  'start-from',
  'learning-rate',
  'entropy',
  'epochs',
  'minibatch',
  'out',
  'config',
  'players',
  ...ONLY.gang,
  ...ONLY.gangup,
];

export const trainCommand: CommandModule<object, TrainFlags> = {
  command: 'train <game>',
  describe: 'train a policy by self-play; writes checkpoints and metrics',
  builder: (yargs) =>
    yargs
      .positional('game', { type: 'string', demandOption: true, describe: 'gang or gangup' })
      .option('class', {
        choices: ['full', 'legible'] as const,
        defaultDescription: DEFAULTS.class,
        describe: 'what the policy sees: everything public, or only the chips on the table (legible)',
      })
      .option('minutes', {
        type: 'number',
        requiresArg: true,
        describe: `how long, all parts of a resumed run together (default ${DEFAULTS.minutes})`,
      })
      .option('steps', {
        type: 'number',
        requiresArg: true,
        describe: 'decisions to train on, instead of minutes: then the same run gives the same policy, bit for bit',
      })
      .option('seed', { ...seedOption, defaultDescription: `${DEFAULTS.seed}` })
      .option('threads', {
        type: 'number',
        requiresArg: true,
        describe: 'threads that play and learn (default: one a core, at most 4)',
      })
      .option('ready-share', {
        type: 'number',
        requiresArg: true,
        defaultDescription: `${DEFAULTS.readyShare}`,
        describe: 'share of the tables whose rounds end by everybody saying ready',
      })
      .option('hidden', {
        type: 'string',
        requiresArg: true,
        defaultDescription: DEFAULTS.hidden,
        describe: "units of the policy's hidden layers",
      })
      .option('start-from', {
        type: 'string',
        requiresArg: true,
        describe: 'run or model whose parameters to start from: of the same class, or a full one for a legible one',
      })
      .option('partners', {
        type: 'string',
        requiresArg: true,
        describe: 'share of the heists with others at some seats: scripts, beginners, earlier selves; or them as JSON',
      })
      .option('learning-rate', {
        type: 'string',
        requiresArg: true,
        defaultDescription: '0.001,0.0001',
        describe: 'at the start and at the end',
      })
      .option('entropy', {
        type: 'string',
        requiresArg: true,
        defaultDescription: '0.01,0.001; Gang Up! 0.008,0.002; dmc 0.1,0.02',
        describe:
          'weight of the bonus for trying things (Gang Up!: of the pull towards what schemer would do; with --method ' +
          'dmc how often it does anything at all), at the start and at the end',
      })
      .option('critic', {
        type: 'string',
        requiresArg: true,
        defaultDescription: '64,64',
        describe: "units of the critic's hidden layers",
      })
      .option('epochs', {
        type: 'number',
        requiresArg: true,
        defaultDescription: '2',
        describe: 'passes over each rollout',
      })
      .option('minibatch', {
        type: 'number',
        requiresArg: true,
        defaultDescription: '2048',
        describe: 'decisions of one gradient, over all threads',
      })
      .option('backend', {
        choices: ['onnx', 'tfjs'] as const,
        defaultDescription: 'onnx',
        describe: 'what the learner runs on: ONNX Runtime, or TensorFlow.js (the same within rounding, and slower)',
      })
      .option('out', { type: 'string', requiresArg: true, describe: 'directory of the run (default runs/…)' })
      .option('config', configOption)
      .option('print-config', printConfigOption)
      .option('resume', { type: 'string', requiresArg: true, describe: 'directory of a run to go on with' })
      .option('players', {
        ...configOptions.players,
        type: 'string',
        describe: 'seats: one number from 3 to 6 (The Gang); those that one policy is to play, of 2,3,4,5 (Gang Up!)',
      })
      .option('packs', gangupOptions.packs)
      .option('leaders', gangupOptions.leaders)
      .option('locations', gangupOptions.locations)
      .option('expansion', gangupOptions.expansion)
      .option('generated', {
        type: 'number',
        requiresArg: true,
        describe:
          'Gang Up!: generated packs (random cards) that some tables play with, one drawn for each game (default 0)',
      })
      .option('designed', {
        type: 'number',
        requiresArg: true,
        describe: 'Gang Up!: designed packs (in the manner of the printed cards), the same (default 0)',
      })
      .option('generated-share', {
        type: 'number',
        requiresArg: true,
        describe: 'Gang Up!: share of the tables that play with packs of these two kinds (default a sixth)',
      })
      .option('method', {
        choices: ['ppo', 'dmc'] as const,
        defaultDescription: 'ppo',
        describe: 'Gang Up!: how it learns, by PPO or, to compare, by Deep Monte Carlo',
      })
      .option('against', {
        type: 'string',
        requiresArg: true,
        describe:
          'Gang Up!: opponents instead of itself and the league: scripts (schemer:4,greedy), or the run or model of a policy that stays as it is',
      })
      .option('self', {
        type: 'number',
        requiresArg: true,
        describe: 'Gang Up!: share of the games with itself alone (default 0.3; with --against 0)',
      })
      .option('past', {
        type: 'number',
        requiresArg: true,
        describe: 'Gang Up!: share of the opponents in the league that are past selves (default 0.3)',
      })
      .option('scripts', {
        type: 'string',
        requiresArg: true,
        describe: 'Gang Up!: the other opponents in the league, by weight (default schemer:4,cautious:2,greedy:1)',
      })
      .option('shares', {
        type: 'string',
        requiresArg: true,
        describe: 'Gang Up!: how many tables there are of each number of players, by weight: 2:1,3:2 (default all 1)',
      })
      .option('takes-max', configOptions['takes-max'])
      .option('json', jsonOption)
      .example('$0 train gang --players 4 --minutes 5', 'a fair team of four in five minutes')
      .example('$0 train gang --players 4 --steps 40000000 --out runs/four', 'a run that can be repeated exactly')
      .example('$0 train gangup --minutes 60 --designed 100', 'one policy for all tables of Gang Up!')
      .example('$0 train gangup --self 0.1 --scripts schemer:6,greedy --shares 2:1,3:2', 'with a league of its own')
      .example('$0 train gang --config runs/four/config.json --seed 2', 'that run again with another seed')
      .example('$0 train gang --resume runs/four', 'go on after Ctrl-C, a crash or a power cut')
      .epilogue(
        'A run directory holds checkpoints (every 60 seconds, the newest three), metrics.jsonl and the same for ' +
          'TensorBoard, config.json (for --config) and run.json (versions, seed, the machine). Ctrl-C writes a checkpoint ' +
          'first. Make an agent of it with `hench export DIR OUT`.',
      ),
  handler: async (flags) => {
    const other = flags.game === 'gang' ? ONLY.gangup : flags.game === 'gangup' ? ONLY.gang : [];
    const given = flags as unknown as Readonly<Record<string, unknown>>;
    const foreign = other.find((flag) => given[flag] !== undefined);
    if (foreign !== undefined) throw flagError(foreign, 'belongs to the other game.', 'Leave it out.');
    if (flags.game === 'gangup') {
      if (flags.resume !== undefined) refuseFixed(flags, ONLY_FRESH);
      const { gangupRun, runGangupTraining } = await import('./train-gangup.js');
      if (flags['print-config']) {
        const { gangupTrainingFile } = await import('../../training/config-file.js');
        return printFile(gangupTrainingFile(await gangupRun(flags)));
      }
      const report = await runGangupTraining(flags);
      if (flags.json) printJson(report);
      return;
    }
    if (flags.game !== 'gang') {
      const message = `there is no trainer for "${flags.game}" in this version.`;
      throw new BadInputError(
        inputError('cli/game', 'train', message, 'Use: hench train gang, or hench train gangup.'),
      );
    }
    const { runTraining } = await import('./train-run.js');
    const request =
      flags.resume === undefined
        ? { kind: 'fresh' as const, run: await (await import('./train-fresh.js')).gangRun(flags) }
        : resumedRun(flags, flags.resume);
    if (flags['print-config'] && request.kind === 'fresh') {
      const { gangTrainingFile } = await import('../../training/config-file.js');
      return printFile(gangTrainingFile(request.run));
    }
    const result = await runTraining(request);
    if (flags.json) printJson(result);
  },
};

function resumedRun(flags: TrainFlags, directory: string): import('./train-run.js').TrainingRequest {
  refuseFixed(flags, ONLY_FRESH);
  return { kind: 'resume', directory, ...stopAt(flags, undefined) };
}
