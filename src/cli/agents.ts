import type { CommandModule } from 'yargs';
import { jsonOption, printJson } from './flags.js';

interface AgentsFlags {
  json: boolean;
}

export const agentsCommand: CommandModule<object, AgentsFlags> = {
  command: 'agents',
  describe: 'list the agents, their parameters, and how to name your own',
  builder: (yargs) =>
    yargs.option('json', jsonOption).example('$0 agents', 'who can sit in a seat: names for --bots and --lineup'),
  handler: async (flags) => {
    const { AGENT_FORMS, GANG_AGENTS } = await import('../../agents/registry.js');
    if (flags.json) {
      const agents = GANG_AGENTS.map(({ id, observes, help, parameters }) => ({ id, observes, help, parameters }));
      printJson({ game: 'gang', agents, forms: AGENT_FORMS });
      return;
    }
    const lines = ['The Gang:'];
    for (const { id, observes, help, parameters } of GANG_AGENTS) {
      lines.push(`  ${id.padEnd(12)} ${help} (class ${observes})`);
      for (const p of parameters) {
        lines.push(`  ${''.padEnd(12)}   ${p.name}: ${p.meaning}; ${p.min} to ${p.max}, default ${p.default}`);
      }
    }
    lines.push('', 'Your own:');
    for (const { form, help } of AGENT_FORMS) lines.push(`  ${form.padEnd(12)} ${help}`);
    lines.push(
      '',
      "Parameters follow a question mark: 'full?temperature=1'. A class `legible` agent doesn't see how chips moved.",
    );
    process.stdout.write(`${lines.join('\n')}\n`);
  },
};
