// Training configurations from the cards of the models that come with hench: for every training command on a card a
// file that `--config` takes, and a page that says in which order they are run. Used by docs/generate.mjs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gangRun } from '../dist/src/cli/train-fresh.js';
import { gangupRun } from '../dist/src/cli/train-gangup.js';
import { tablesRun } from '../dist/src/cli/train-tables.js';
import { gangTrainingFile, gangupTrainingFile, tablesTrainingFile } from '../dist/training/config-file.js';
import { markdownTable } from './rows.mjs';

export const FOLDER = 'training/configs';
/** Not of a card: what is handed out for a first try. */
const OWN = ['small.json', 'small-gangup.json', 'README.md'];

const TRAINERS = {
  gang: async (flags) => gangTrainingFile(await gangRun(flags)),
  gangup: async (flags) => gangupTrainingFile(await gangupRun(flags)),
  tables: async (flags) => tablesTrainingFile(await tablesRun(flags)),
};

/** Words of a command line; what is quoted is one. */
const wordsOf = (command) => [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);

/** `--ready-share 0.3` as a command line's reader would have it: numbers where the command takes numbers. */
function flagsOf(words) {
  const texts = ['hidden', 'critic', 'learning-rate', 'entropy', 'partners', 'players', 'tables', 'teacher', 'class'];
  const flags = {};
  for (let i = 0; i < words.length; i += 2) {
    const name = words[i].slice(2);
    const value = words[i + 1];
    flags[name] = texts.includes(name) || Number.isNaN(Number(value)) ? value : Number(value);
  }
  return flags;
}

/** The stages of a card's command: trainings, each with the names under which later ones know it. */
function stagesOf(card) {
  const stages = [];
  for (const command of card.training.command.split(' && ')) {
    const [, verb, ...words] = wordsOf(command);
    if (verb === 'export') {
      const stage = stages.find(({ out }) => out === words[0]);
      if (stage === undefined) throw new Error(`${card.name}: ${words[0]} is exported and was not trained`);
      stage.exported = words[1];
    } else {
      const kind = verb === 'train-tables' ? 'tables' : words.shift();
      const { out, ...flags } = flagsOf(words);
      stages.push({ kind, out, flags });
    }
  }
  return stages;
}

const text = (value) => `${JSON.stringify(value, null, 2)}\n`;

function cards(root) {
  const folders = ['gang', 'gangup'].flatMap((game) =>
    readdirSync(join(root, 'models', game)).map((name) => join(root, 'models', game, name, 'card.json')),
  );
  return folders.filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file, 'utf8')));
}

/** The text of every file by its path, the page among them. */
export async function trainingConfigs(root) {
  const made = cards(root).map((card) => ({ card, stages: stagesOf(card) }));
  const everywhere = {};
  for (const { card, stages } of made) {
    const names = {};
    for (const [i, stage] of stages.entries()) {
      stage.name = i === stages.length - 1 ? card.name : `${card.name}-${i + 1}`;
      names[stage.out ?? ''] = `runs/${stage.name}`;
      if (stage.exported !== undefined) names[stage.exported] = `runs/${stage.name}-model`;
    }
    for (const stage of stages) stage.names = names;
    for (const [old, name] of Object.entries(names)) everywhere[old] ??= name;
  }
  const files = {};
  const byText = new Map();
  const renamed = (value, names) =>
    JSON.parse(JSON.stringify(value), (_key, one) => (typeof one === 'string' ? (names[one] ?? one) : one));
  const known = (names) => ({ ...everywhere, ...names });
  for (const { stages } of made) {
    for (const stage of stages) {
      const file = await TRAINERS[stage.kind](stage.flags);
      stage.file = renamed(file, known(stage.names));
    }
  }
  // The same run on two cards is one file, named after the card of its own class.
  const own = ({ card, stages }) => (stages.every(({ file }) => file.class === card.class) ? 0 : 1);
  for (const { stages } of [...made].sort((a, b) => own(a) - own(b))) {
    for (const stage of stages) {
      const key = text(stage.file);
      const same = byText.get(key);
      if (same === undefined) byText.set(key, stage);
      else stage.instead = same;
    }
  }
  const instead = {};
  for (const { stages } of made) {
    for (const { name, instead: other } of stages) {
      if (other === undefined) continue;
      instead[`runs/${name}`] = `runs/${other.name}`;
      instead[`runs/${name}-model`] = `runs/${other.name}-model`;
    }
  }
  for (const { stages } of made) {
    for (const stage of stages) {
      if (stage.instead !== undefined) continue;
      files[`${FOLDER}/${stage.name}.json`] = text(renamed(stage.file, instead));
    }
  }
  files[`${FOLDER}/README.md`] = page(made);
  return files;
}

/** Files of the folder that are not of any card any more. */
export function leftOver(root, files) {
  const folder = join(root, FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => !OWN.includes(name) && files[`${FOLDER}/${name}`] === undefined);
}

function page(made) {
  const called = (stage) => (stage.instead ?? stage).name;
  const rows = made.map(({ card, stages }) => {
    const steps = stages.map((stage) => {
      const export_ = stage.exported === undefined ? '' : ', exported';
      return `\`${called(stage)}.json\`${export_}`;
    });
    return [`${card.game}/${card.name}`, steps.join('; ')];
  });
  return [
    '# Training configurations',
    '',
    'Made by `npm run docs` from the `training.command` on the cards of the models that come with hench; `small.json` and',
    '`small-gangup.json` are for a first try of a minute. A file is run with',
    '`hench train gang --config training/configs/NAME.json --out runs/NAME` (`hench train gangup`, `hench train-tables`',
    'where its `game` says so); where later ones start from it or play with it as `runs/NAME-model`, it is exported with',
    '`hench export runs/NAME runs/NAME-model`. Flags come before what a file says.',
    '',
    markdownTable(['model', 'in this order'], rows),
    '',
    '`full-4` plays with the first runs of `full-4b`, `full-4c` and `full-4d`, and those with its third.',
    '',
  ].join('\n');
}
