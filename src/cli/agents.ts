import type { CommandModule } from 'yargs';
import type { GangAgentEntry } from '../../agents/registry.js';
import { jsonOption, printJson } from './flags.js';

interface AgentsFlags {
  json: boolean;
}

const GAMES = [
  ['gang', 'The Gang'],
  ['gangup', 'Gang Up!'],
] as const;

export const agentsCommand: CommandModule<object, AgentsFlags> = {
  command: 'agents',
  describe: 'list the agents, their parameters, and how to name your own',
  builder: (yargs) =>
    yargs.option('json', jsonOption).example('$0 agents', 'who can sit in a seat: names for --bots and --lineup'),
  handler: async (flags) => {
    const { AGENT_FORMS, AGENTS } = await import('../../agents/registry.js');
    if (flags.json) {
      const games = GAMES.map(([game]) => ({ game, agents: AGENTS[game].map(({ make: _make, ...entry }) => entry) }));
      printJson({ games, forms: AGENT_FORMS });
      return;
    }
    const lines: string[] = [];
    for (const [game, title] of GAMES) {
      lines.push(`${title}:`);
      for (const entry of AGENTS[game]) {
        const { observes } = entry as Partial<GangAgentEntry>;
        lines.push(`  ${entry.id.padEnd(14)} ${entry.help}${observes === undefined ? '' : ` (class ${observes})`}`);
        for (const p of entry.parameters) {
          lines.push(`  ${''.padEnd(14)}   ${p.name}: ${p.meaning}; ${p.min} to ${p.max}, default ${p.default}`);
        }
      }
      lines.push('');
    }
    lines.push('Your own:');
    for (const { form, help, games } of AGENT_FORMS) {
      const only = games.length === GAMES.length ? '' : ` (${games.join(', ')} only)`;
      lines.push(`  ${form.padEnd(14)} ${help}${only}`);
    }
    lines.push(
      '',
      "Parameters follow a question mark: 'full?temperature=1'. A class `legible` agent doesn't see how chips moved.",
    );
    process.stdout.write(`${lines.join('\n')}\n`);
  },
};
