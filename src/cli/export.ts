import type { CommandModule } from 'yargs';
import { called } from './called.js';
import { jsonOption, printJson } from './flags.js';

interface ExportFlags {
  checkpoint: string;
  out: string;
  name: string | undefined;
  json: boolean;
}

export const exportCommand: CommandModule<object, ExportFlags> = {
  command: 'export <checkpoint> <out>',
  describe: 'make an agent of a training run: policy.onnx and card.json',
  builder: (yargs) =>
    yargs
      .positional('checkpoint', {
        type: 'string',
        demandOption: true,
        describe: 'a checkpoint, or the directory of a run (its newest good one is taken)',
      })
      .positional('out', { type: 'string', demandOption: true, describe: 'directory of the new model' })
      .option('name', { type: 'string', requiresArg: true, describe: 'name on the card (default: the directory)' })
      .option('json', jsonOption)
      .example('$0 export runs/four my-four', 'then: hench arena gang --lineup "model:my-four*4"'),
  handler: async (flags) => {
    const { exportRun } = await import('./export-run.js');
    const card = await exportRun(flags.checkpoint, flags.out, flags.name);
    if (flags.json) printJson(card);
    else {
      const { seatsOfModel } = await import('../../agents/card.js');
      const { tableFlags, tablesOfTraining } = await import('../../eval/measure.js');
      const { parameters, training } = card;
      const gangLineup = (table: ReturnType<typeof tablesOfTraining>[0]): string =>
        `gang --lineup "model:${flags.out}*${table.players}"${tableFlags(table)}`;
      const [what, table] =
        card.game === 'gang'
          ? [`${card.class} policy for ${seatsOfModel(card)} players`, gangLineup(tablesOfTraining(card)[0])]
          : ['policy of Gang Up! for any table', `gangup --lineup "model:${flags.out}+schemer"`];
      process.stdout.write(
        `${flags.out}: ${what}, ${parameters} parameters, ${training.steps} steps.\nTry it: ${called()} arena ${table}\n`,
      );
    }
  },
};
