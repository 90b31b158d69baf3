// The part of docs/observations.md about tables beyond the base game: which family each has, what its layouts hold, and
// who sits there.
import { readFileSync } from 'node:fs';
import { modelAt } from '../dist/agents/trained.js';
import { familyOf } from '../dist/src/env/gang-deluxe-layout.js';
import { PADDED_SEATS, paddedLayout } from '../dist/src/env/gang-padded.js';
import { parseGangConfig } from '../dist/src/gang/config.js';
import { MODES, VARIANTS } from '../dist/src/gang/config-lists.js';
import { planOf } from '../dist/src/gang/plan.js';
import { actionTable, layoutFor, OBSERVATION_CLASSES } from '../dist/src/index.js';
import { EVERY_OPTION, markdownTable, playersAndMore, SINGLE_OPTIONS } from './rows.mjs';

const PLAYERS = [3, 4, 5, 6, 7, 8, 9, 10];
const OPTIONS = [...SINGLE_OPTIONS, EVERY_OPTION];

/** Tables whose parts stand side by side. */
const SIDE_BY_SIDE = [
  ['7 players', { players: 7 }],
  ['Omaha, 4', { players: 4, variant: 'omaha' }],
  ['Stud, 4', { players: 4, variant: 'stud' }],
  ['Banana Split, 4', { players: 4, variant: 'bananaSplit' }],
  ['Vote of Change, 4', { players: 4, variant: 'voteOfChange' }],
  ['advanced, 4', { players: 4, mode: 'advanced' }],
  ['tools, 4', { players: 4, tools: true }],
  ['all options, 10', { players: 10, ...EVERY_OPTION }],
];

const configOf = (input) => parseGangConfig(input);

/** Every number of players with every variant and mode; the options beside them; what the rules refuse is left out. */
function tables() {
  const inputs = PLAYERS.flatMap((players) => [
    ...VARIANTS.map((variant) => ({ players, variant })),
    ...MODES.filter((mode) => mode !== 'basic').map((mode) => ({ players, mode })),
  ]);
  inputs.push(...[4, 10].flatMap((players) => OPTIONS.map((option) => ({ players, ...option }))));
  return inputs
    .map((input) => ({ input, config: configOf(input) }))
    .filter(({ config }) => config.ok)
    .map(({ input, config }) => ({ input, config: config.value }));
}

/** Who sits down where `full` is asked for, and through which layout it sees the table. */
function whoSits(config) {
  const model = modelAt(config);
  if (model === null) return ['`belief`', 'its view'];
  const card = JSON.parse(readFileSync(new URL(`../models/gang/${model}/card.json`, import.meta.url), 'utf8'));
  return [`\`${model}\``, `\`${card.layout.name}\``];
}

function familyTable() {
  const rows = tables().map(({ input, config }) => {
    const layouts = OBSERVATION_CLASSES.map((kind) => layoutFor(kind, config));
    return [
      playersAndMore(input),
      ...layouts.flatMap(({ size, hash }) => [size, `\`${hash}\``]),
      actionTable(planOf(config)).size,
      ...whoSits(config),
    ];
  });
  const header = ['table', 'full', 'its hash', 'legible', 'its hash', 'actions', '`full` is', 'seeing'];
  return markdownTable(header, rows);
}

/** Parts whose meaning ends in the list of a family's cards. */
const LISTS = ['active', 'usedTool'];

/** The names of the parts of all columns, each behind the part that it follows. */
function mergedNames(columns) {
  const names = [];
  for (const parts of columns) {
    for (const [i, { name }] of parts.entries()) {
      if (!names.includes(name)) names.splice(i === 0 ? 0 : names.indexOf(parts[i - 1].name) + 1, 0, name);
    }
  }
  return names;
}

/** The parts of several tables, each with its size; empty where a table has none. */
function partsTable(partsOf) {
  const columns = SIDE_BY_SIDE.map(([, input]) => partsOf(configOf(input).value));
  const rows = mergedNames([...columns].reverse()).map((name) => {
    const found = columns.map((parts) => parts.find((part) => part.name === name));
    const { meaning } = found.findLast((part) => part !== undefined);
    return [name, ...found.map((part) => part?.size ?? ''), LISTS.includes(name) ? meaning.split(':')[0] : meaning];
  });
  return markdownTable(['part', ...SIDE_BY_SIDE.map(([title]) => title), 'meaning'], rows);
}

/** The section, in lines. */
export function deluxeLayouts() {
  const example = configOf({ players: 4, variant: 'omaha' }).value;
  return [
    '# Tables beyond the base game',
    '',
    'Tables with seven players or more, exit chips, a variant, a mode, jokers, tools, vaults or a dealer belong to',
    '_families_: same number of seats, exit chips and pocket cards, same list of cards that can come up. Each family has a',
    'layout of class `full` and one of class `legible` (`layoutFor`) and one table of actions (`actionTable`); both follow',
    `from the family's name, which stands in the layout's: \`gang/full-deluxe/${familyOf(planOf(example))}\` for Omaha with`,
    'four players. Two configurations of one family (lengths of the game, ends of rounds, takes) share everything. The',
    "base game's tables keep their own, above.",
    '',
    '## Who fits where',
    '',
    'The scripts `random`, `greedy` and `belief` play every table: they read views, not layouts. `full` sits down with the',
    "network that the last two columns name: the base game's network sees the table through the base layout (chips by",
    'their order, equities of the variant), the network of 7 to 10 players through the padded one below; questions of',
    'cards are answered by rule, as the scripts do. Where no network was measured to win more heists than `belief`',
    '([agents-by-table.md](agents-by-table.md)), `belief` sits down, and the table says so. `legible` and `search` know the base',
    "game's tables alone, and give way to `belief` elsewhere. A model of your own (`model:DIR`) must have been made for the",
    'number of players (padded: for its range); another is refused, and so is one whose hash differs from the layout that',
    'it names. Options that have no row here count as the table without them; where that is the base game of three to six',
    'players, `belief` sits down.',
    '',
    familyTable(),
    '',
    '## What the layouts hold',
    '',
    'Numbers in each part, in the order of the layout, for some tables; `layoutFor(kind, config).toMarkdown()` prints any',
    'with offsets and shapes. `legible` ends before `takesLeft`.',
    '',
    partsTable((config) => layoutFor('full', config).fields),
    '',
    '## What the actions are',
    '',
    'Indices in each part of the table of actions, in its order.',
    '',
    partsTable((config) => actionTable(planOf(config)).parts),
    '',
    '## Padded tables',
    '',
    'One network for several sizes sees every table of up to six, or up to ten, through one layout; rows count from the own',
    "seat to the left in the first round and by the newest round's chips afterwards.",
    '',
    ...PADDED_SEATS.map((seats) => paddedLayout(seats).toMarkdown()),
  ].join('\n');
}
