import type { CommandModule } from 'yargs';
import { jsonOption, printJson } from './flags.js';

interface ReplayFlags {
  file: string;
  json: boolean;
}

export const replayCommand: CommandModule<object, ReplayFlags> = {
  command: 'replay <file>',
  describe: 'tell a saved game move by move, after playing it again by the rules',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: 'a replay that `hench play` wrote' })
      .option('json', jsonOption)
      .example('$0 replay replays/game.hench', 'the game in words, all hands open')
      .example('$0 replay replays/game.hench --json', 'header, moves and events as one JSON document')
      .epilogue('A file that was cut short or changed, or that other rules wrote, is refused.'),
  handler: async (flags) => {
    const { readGangReplay, replayToJson, tellGangReplay } = await import('./replay-words.js');
    const replay = readGangReplay(flags.file);
    if (flags.json) printJson(replayToJson(replay));
    else process.stdout.write(`${tellGangReplay(replay).join('\n')}\n`);
  },
};
