import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AGENTS } from '../../agents/registry.js';
import { GANGUP_VERSION, type GangupState, GangupView, gangup, PROMPTS } from '../../src/gangup/index.js';
import { playGame, SCRIPTS } from '../agents/gangup-tables.js';
import { configOf } from '../gangup/support.js';

/** Games in which every script sits somewhere, at tables of each size. */
const GAMES = [
  { names: ['schemer', 'greedy'], options: {}, seed: 71 },
  { names: ['greedy', 'cautious', 'schemer'], options: {}, seed: 72 },
  { names: ['retaliator', 'leader-basher', 'always-ally'], options: { leaders: true, locations: true }, seed: 73 },
  { names: ['never-ally', 'always-ally', 'schemer', 'cautious'], options: { expansion: true }, seed: 74 },
  { names: ['random', 'retaliator', 'leader-basher', 'never-ally', 'greedy'], options: { leaders: true }, seed: 75 },
  {
    names: ['greedy', 'cautious', 'schemer'],
    options: { leaders: true, locations: true, expansion: true },
    seed: 76,
  },
  { names: ['schemer', 'greedy'], options: { locations: true, expansion: true }, seed: 77 },
] as const;

/** Cards of its own, so that work on the shipped ones leaves the scripts' record alone. */
const PACK: unknown = JSON.parse(readFileSync(new URL('./gangup-scripts-pack.json', import.meta.url), 'utf8'));
const FILE = new URL('./gangup-scripts.txt', import.meta.url);

/** What the choices follow from besides the scripts: the rules and the cards. */
function surroundings(): string {
  const state = gangup.createState(
    configOf({ players: 2, leaders: true, locations: true, expansion: true, packs: [PACK] }),
  );
  const cards = createHash('sha256').update(JSON.stringify(state.cards.data)).digest('hex').slice(0, 16);
  return `rules ${GANGUP_VERSION}, cards ${cards}`;
}

function versions(): string {
  const version = (id: string) => AGENTS.gangup.find((entry) => entry.id === id)?.version;
  return SCRIPTS.map((id) => `${id} ${version(id)}`).join(', ');
}

/** Every choice of every game, in the notation. */
async function choices(): Promise<string> {
  const lines: string[] = [];
  for (const { names, options, seed } of GAMES) {
    const config = configOf({ players: names.length, ...options, packs: [PACK] });
    const view = new GangupView(config);
    lines.push(`# ${names.join(' + ')}, ${JSON.stringify(options)}, seed ${seed}`);
    const inWords = (state: GangupState, seat: number, action: number): string => {
      gangup.view(state, seat, view);
      return gangup.formatAction(view, action);
    };
    const { state } = await playGame(names, config, seed, (d) => {
      lines.push(`${d.seat} ${PROMPTS[d.prompt]}: ${inWords(d.state, d.seat, d.action)}`);
    });
    lines.push(`status ${[...state.status].join(' ')}`);
  }
  return lines.join('\n');
}

test('the scripts choose what they chose when they were frozen: results stay comparable', async () => {
  const text = `${versions()}\n${surroundings()}\n${await choices()}\n`;
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  // UPDATE_GOLDEN=1 writes the file anew; scripts that choose otherwise at the same table must have a new version.
  if (process.env.UPDATE_GOLDEN === '1' && text !== before) {
    const [oldVersions, oldSurroundings] = before.split('\n');
    const sameTable = oldSurroundings === surroundings();
    expect(sameTable && oldVersions === versions(), 'bump SCRIPTS_VERSION in agents/gangup/entries.ts').toBe(false);
    writeFileSync(FILE, text);
  }
  expect(text).toBe(readFileSync(FILE, 'utf8'));
});
