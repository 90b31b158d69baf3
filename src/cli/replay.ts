import type { CommandModule } from 'yargs';
import { flagError, jsonOption, printJson } from './flags.js';

interface ReplayFlags {
  file: string;
  json: boolean;
  why: boolean;
}

export const replayCommand: CommandModule<object, ReplayFlags> = {
  command: 'replay <file>',
  describe: 'tell a saved game move by move, after playing it again by the rules',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: 'a replay that `hench play` wrote' })
      .option('json', jsonOption)
      .option('why', {
        type: 'boolean',
        default: false,
        describe: 'Gang Up!: also why each seat may have done what it did, as boss sees it from that seat',
      })
      .example('$0 replay replays/game.hench', 'the game in words, all hands open')
      .example('$0 replay replays/game.hench --why', 'Gang Up!: and what boss thinks of every decision')
      .example('$0 replay replays/game.hench --json', 'header, moves and events as one JSON document')
      .epilogue('A file that was cut short or changed, or that other rules wrote, is refused.'),
  handler: async (flags) => {
    const { readReplay } = await import('../core/replay.js');
    const read = readReplay(flags.file);
    const isGangup = read.ok && read.value.header.game === 'gangup';
    if (flags.why && flags.json) throw flagError('why', 'is words, and --json has none.', 'Leave one of the two out.');
    if (flags.why && !isGangup) throw flagError('why', 'is for games of Gang Up!.', 'Leave it out.');
    const [json, lines] = isGangup ? await gangup(flags) : await gang(flags);
    if (flags.json) printJson(json());
    else process.stdout.write(`${lines().join('\n')}\n`);
  },
};

type Told = readonly [json: () => object, lines: () => string[]];

async function gang({ file }: ReplayFlags): Promise<Told> {
  const { readGangReplay, replayToJson, tellGangReplay } = await import('./replay-words.js');
  const replay = readGangReplay(file);
  return [() => replayToJson(replay), () => tellGangReplay(replay)];
}

async function gangup({ file, why }: ReplayFlags): Promise<Told> {
  const { readGangupReplay, gangupReplayToJson, tellGangupReplay, whyOf } = await import('./replay-gangup.js');
  const replay = readGangupReplay(file);
  const reasons = why ? await whyOf(replay) : [];
  return [() => gangupReplayToJson(replay), () => tellGangupReplay(replay, reasons)];
}
