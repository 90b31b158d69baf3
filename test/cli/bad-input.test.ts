import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { report } from '../../src/cli/report.js';
import { encodeReplay, type Replay, writeReplay } from '../../src/core/replay.js';
import { filesIn, hench } from '../support/cli.js';
import { henchHere } from '../support/in-process.js';
import { writeRandomModel } from '../support/models.js';
import { playedReplay } from '../support/replays.js';

let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hench-cli-'));
  const file = (name: string, data: string | Uint8Array): void => writeFileSync(join(directory, name), data);
  file('broken.json', '{"players": 4,');
  file('list.json', '[4]');
  file('two.json', '{"players": 2}');
  file('typo.json', '{"players": 4, "roundsEnd": "ready"}');
  file('stud-dealer.json', '{"players": 4, "variant": "stud", "dealer": 1}');
  file('five.json', '{"players": 5}');
  file('notes.txt', 'take 3\n');
  file('thrower.mjs', 'throw new Error("no luck");\n');
  file('nothing.mjs', 'export const agent = 1;\n');
  const bot = (act: string): string =>
    `export default { name: 'bot', open: () => ({ act(view, legal) { ${act} } }) };\n`;
  file('lingers.mjs', bot('setInterval(() => {}, 1000); return legal.at(0);'));
  file('cheats.mjs', bot('return 12345;'));

  const { replay } = playedReplay({ players: 3, length: 'heist' }, 1);
  const bytes = encodeReplay(replay);
  const changed = (change: Partial<Replay['header']>): Uint8Array =>
    encodeReplay({ ...replay, header: { ...replay.header, ...change } });
  writeReplay(join(directory, 'good.hench'), replay);
  file('truncated.hench', bytes.subarray(0, bytes.length - 20));
  file(
    'altered.hench',
    bytes.map((byte, i) => (i === 60 ? byte ^ 1 : byte)),
  );
  file(
    'format.hench',
    bytes.map((byte, i) => (i === 14 ? 9 : byte)),
  );
  file('rules.hench', changed({ rules: 99 }));
  file('forged.hench', encodeReplay({ ...replay, moves: [{ seat: 0, action: 0x20000 }, ...replay.moves] }));
  file('elsewhere.hench', changed({ seed: 2 }));

  mkdirSync(join(directory, 'models'));
  const model = async (name: string, then?: (dir: string) => void): Promise<void> => {
    const dir = join(directory, 'models', name);
    await writeRandomModel(dir, { players: 4 });
    then?.(dir);
  };
  const editCard = (dir: string, edit: (card: Record<string, unknown>) => void): void => {
    const path = join(dir, 'card.json');
    const card = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    edit(card);
    writeFileSync(path, JSON.stringify(card));
  };
  await model('good');
  await model('no-card', (dir) => rmSync(join(dir, 'card.json')));
  await model('no-policy', (dir) => rmSync(join(dir, 'policy.onnx')));
  await model('not-onnx', (dir) => writeFileSync(join(dir, 'policy.onnx'), 'not a network'));
  await model('layout', (dir) =>
    editCard(dir, (card) => {
      (card.layout as { hash: string }).hash = '0123456789abcdef';
    }),
  );
  await model('rules', (dir) => editCard(dir, (card) => (card.rulesVersion = 99)));
  await model('card', (dir) => writeFileSync(join(dir, 'card.json'), '{"format": 1'));
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

const ARENA = ['arena', 'gang', '--games', '20'];
const GREEDY = [...ARENA, '--lineup', 'greedy*4'];

/** Arguments, and what the sentence must hold: the culprit and a way out. */
const CASES: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['a command that is none', ['fly'], /there is no command "fly", only play, arena, .*See hench --help/],
  ['a flag that is none', ['bench', '--sped', '3'], /there is no --sped here\. See hench bench --help/],
  ['a short flag that is none', ['bench', '-x'], /there is no .*x here/],
  ['a word too many', ['replay', 'good.hench', 'twice'], /there is no twice here/],
  ['a command without what it needs', ['replay'], /something is missing: hench replay <file>/],
  ['a flag without its value', ['bench', '--seconds'], /--seconds needs a value/],
  ['a flag that is needed', ['arena', 'gang'], /--lineup is missing.*for example/],
  ['the same flag twice', [...GREEDY, '--seed', '1', '--seed', '2'], /--seed is given more than once/],
  ['a flag and its other name', [...ARENA, '--lineup', 'greedy*4', '--heists', '9'], /--games is given more than once/],
  [
    'a word that is not one of the choices',
    ['models', 'polish'],
    /^hench: action cannot be "polish", only one of "list", "verify", "measure"\. See hench models --help/,
  ],
  [
    'a value that is not one of the choices',
    [...GREEDY, '--round-end', 'often'],
    /--round-end cannot be "often", only one of "strict", "ready"/,
  ],
  ['a word for a number', [...GREEDY, '--seed', 'seven'], /--seed is not a number/],
  [
    'a fraction for a whole number',
    ['arena', 'gang', '--lineup', 'greedy*4', '--games', '2.5'],
    /--games: 2.5 is not a whole number/,
  ],
  ['a negative number', [...GREEDY, '--takes-max', '-1'], /--takes-max: should be at least 0/],
  [
    'a number for training',
    ['train', 'gang', '--players', 'four'],
    /--players: "four" is not a number\. Use 3 to 6 players/,
  ],
  [
    'hidden layers without a number',
    ['train', 'gang', '--players', '4', '--hidden', '128,x'],
    /--hidden: "x" is not a/,
  ],
  ['a time for training', ['train', 'gang', '--players', '4', '--minutes', '-1'], /--minutes/],
  ['a number for a bench', ['bench', '--repeats', 'many'], /--repeats is not a number/],
  ['a bench that is none', ['bench', 'engine'], /there is no bench "engine"/],
  ['a seat that is none', ['play', 'gang', '--seat', '7'], /--seat: 7 is out of range/],
  ['a game that is none', ['play', 'chess'], /chess/],
  [
    'a config file that is not there',
    ['play', 'gang', '--config', 'nowhere.json'],
    /nowhere.json: there is no such file/,
  ],
  ['a config file that is not JSON', ['play', 'gang', '--config', 'broken.json'], /broken.json: is not JSON/],
  [
    'a config file without an object',
    ['play', 'gang', '--config', 'list.json'],
    /list.json: should hold one JSON object/,
  ],
  [
    'a config value out of range',
    ['play', 'gang', '--config', 'two.json'],
    /two.json: config.players: should be at least 3\. Use 3 to 10 players\./,
  ],
  [
    'a config key that is none',
    ['play', 'gang', '--config', 'typo.json'],
    /typo.json: config.roundsEnd: is not a key of The Gang\. Keys: players/,
  ],
  [
    'a config with keys that clash',
    ['play', 'gang', '--config', 'stud-dealer.json'],
    /stud-dealer.json: config.dealer: clashes with variant: a dealer chooses the flop/,
  ],
  ['a config flag that clashes with the line-up', [...GREEDY, '--exit-chips', '3'], /exit chips leave/],
  [
    'a table that contradicts its line-up',
    [...GREEDY, '--config', 'five.json'],
    /five.json: players is 5, but the line-up greedy\*4 has 4/,
  ],
  [
    'an agent that is none',
    [...ARENA, '--lineup', 'nobody*4'],
    /nobody: there is no such agent\. Agents: random, greedy/,
  ],
  ['bots that are none', ['play', 'gang', '--bots', 'nobody'], /nobody: there is no such agent/],
  ['an agent with a parameter that is none', [...ARENA, '--lineup', 'greedy?speed=2*4'], /speed/],
  ['a line-up that is none', [...ARENA, '--lineup', 'greedy*x'], /greedy\*x/],
  ['a line-up with a factor that is none', [...ARENA, '--lineup', 'greedy*4x'], /'greedy\*4x' names no agent/],
  ['a line-up that is too large', [...ARENA, '--lineup', 'greedy*9999999999'], /more than 10 seats/],
  ['a line-up that is too small', [...ARENA, '--lineup', 'greedy*2'], /fewer than 3 seats/],
  ['an agent file that is not there', [...ARENA, '--lineup', './mine.js*4'], /mine.js: there is no such file/],
  ['an agent file that throws', [...ARENA, '--lineup', './thrower.mjs*4'], /thrower.mjs: cannot be loaded: no luck/],
  ['an agent file without an agent', [...ARENA, '--lineup', './nothing.mjs*4'], /nothing.mjs: exports no agent/],
  [
    'a model that is not there',
    [...ARENA, '--lineup', 'model:models/none*4'],
    /models\/none: there is no such model folder/,
  ],
  [
    'a table larger than any shipped model',
    [...ARENA, '--lineup', 'legible*7'],
    /legible: no model of it .* for 7 players/,
  ],
  [
    'training at a table that has no trainer',
    ['train', 'gang', '--players', '7', '--minutes', '1'],
    /--players: there is no trainer for 7 players .*Use 3 to 6/,
  ],
  ['a model without its card', [...ARENA, '--lineup', 'model:models/no-card*4'], /card.json: is missing/],
  ['a model without its network', [...ARENA, '--lineup', 'model:models/no-policy*4'], /policy.onnx: is missing/],
  ['a model whose card is broken', [...ARENA, '--lineup', 'model:models/card*4'], /card.json: is not JSON/],
  ['a model that is not ONNX', [...ARENA, '--lineup', 'model:models/not-onnx*4'], /policy.onnx: is not/],
  [
    'a model of another layout',
    [...ARENA, '--lineup', 'model:models/layout*4'],
    /card.json: sees the observation layout .* 0123456789abcdef/,
  ],
  [
    'a model of other rules',
    [...ARENA, '--lineup', 'model:models/rules*4'],
    /card.json: was trained under version 99 of the rules/,
  ],
  [
    'a model for another table',
    ['arena', 'gang', '--games', '5', '--lineup', 'model:models/good*3'],
    /is a model for 4 players/,
  ],
  [
    'a number of a pack without its flag',
    ['cards', 'design', '7'],
    /cards design: takes no files or names: 7\. Give the number of a pack as --seed 7\./,
  ],
  ['a file for a template', ['cards', 'template', 'x.json'], /cards template: takes no files or names: x\.json\./],
  ['a replay that is not there', ['replay', 'nothing.hench'], /nothing.hench: there is no such file/],
  ['a replay that is none', ['replay', 'notes.txt'], /notes.txt: is not a replay/],
  ['a replay that is cut short', ['replay', 'truncated.hench'], /truncated.hench: the replay is cut short/],
  ['a replay that was altered', ['replay', 'altered.hench'], /altered.hench: the replay was altered: its checksum/],
  [
    'a replay in another format',
    ['replay', 'format.hench'],
    /format.hench: is a replay in format 9, and this version of hench reads format 1/,
  ],
  ['a replay of other rules', ['replay', 'rules.hench'], /rules.hench: was played under rules version 99/],
  [
    'a replay with an impossible move',
    ['replay', 'forged.hench'],
    /forged.hench: move 1 breaks the rules: seat 0 cannot put back 1; legal: take 1/,
  ],
  [
    'a replay that plays out otherwise',
    ['replay', 'elsewhere.hench'],
    /elsewhere.hench: (plays out otherwise|move \d+ breaks)/,
  ],
  [
    'a checkpoint that is not there',
    ['export', 'runs/none', 'out'],
    /runs\/none: there is no such .* Give a run directory/,
  ],
  ['a run to go on with that is not there', ['train', 'gang', '--resume', 'runs/none'], /runs\/none/],
  [
    'a file for a run',
    ['train', 'gang', '--players', '4', '--minutes', '1', '--out', 'notes.txt'],
    /notes.txt: no folder/,
  ],
  [
    'a run to start from that is not there',
    ['train', 'gang', '--players', '4', '--minutes', '1', '--start-from', 'runs/none'],
    /runs\/none: there is no checkpoint here\. Give a run/,
  ],
  [
    'a run that should become another',
    ['train', 'gang', '--resume', 'runs/none', '--players', '5'],
    /--players: cannot change when a run goes on/,
  ],
  [
    'two ends of a run',
    ['train', 'gang', '--resume', 'x', '--steps', '9', '--minutes', '1'],
    /--minutes both say when/,
  ],
  ['cards that are none', ['equity', 'Ah Kx'], /Kx/],
];

describe('bad input is refused in one sentence, with what to do, and nothing is written', () => {
  it.each(CASES)('%s', async (_what, args, sentence) => {
    const before = filesIn(directory);
    const ran = await henchHere(args, { directory });
    expect(ran.stderr).toMatch(sentence);
    expect(ran.stderr).toMatch(/^hench: [^\n]+[.!?…)]\n$/);
    expect(ran.stderr).not.toMatch(/\bat .*\.js:\d+|Error:|undefined|\[object/);
    expect(ran.stdout).toBe('');
    expect(ran.code).toBe(2);
    expect(filesIn(directory)).toEqual(before);
  });

  it('the same commands with good input are fine', async () => {
    expect((await hench(['replay', 'good.hench'], directory)).code).toBe(0);
    expect(await hench([...ARENA, '--lineup', 'model:models/good*4'], directory)).toMatchObject({
      code: 0,
      stderr: '',
    });
    const five = await hench(
      ['arena', 'gang', '--lineup', 'greedy*5', '--config', 'five.json', '--games', '5'],
      directory,
    );
    expect(five.code).toBe(0);
  });
});

it('an impossible move is explained and asked again, and the game goes on', async () => {
  const ran = await hench(
    ['play', 'gang', '--bots', 'greedy', '--seed', '3', '--length', 'heist', '--replay', 'out.hench'],
    directory,
    'take 9\nfly\nput back\ntake 1\n',
  );
  expect(ran.code).toBe(0);
  expect(ran.stderr).toContain('there is no chip with 9 stars');
  expect(ran.stderr).toContain('"fly" is not a move');
  expect(ran.stderr).not.toMatch(/\bat .*\.js:\d+/);
  expect((await hench(['replay', 'out.hench'], directory)).stdout).toContain('takes chip 1');
});

it('bots of one’s own that act against the rules are named, and the game goes on', async () => {
  const ran = await hench(
    ['play', 'gang', '--seat', '0', '--bots', './cheats.mjs', '--seed', '1', '--length', 'heist'],
    directory,
    'take 1\n',
  );
  expect(ran.code).toBe(0);
  expect(ran.stderr).toMatch(/^\.\/cheats.mjs answered '[^\n]+', which is not legal; legal: take [^\n]+\n/);
  expect(ran.stdout).toContain('Showdown');
});

it('what an agent leaves running keeps nobody waiting', async () => {
  const ran = await hench(['arena', 'gang', '--games', '4', '--lineup', './lingers.mjs*4'], directory);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
});

describe('a failure', () => {
  it('to write has exit code 1 and one sentence', async () => {
    writeFileSync(join(directory, 'a-file'), '');
    const ran = await hench(
      ['play', 'gang', '--bots', 'greedy', '--length', 'heist', '--replay', 'a-file/x'],
      directory,
    );
    expect(ran.code).toBe(1);
    expect(ran.stderr.trim().split('\n').at(-1)).toMatch(/a-file\/x/);
    expect(ran.stderr).not.toMatch(/\bat .*\.js:\d+/);
  });

  it('of any other kind too, and with HENCH_DEBUG=1 says where', () => {
    const written: string[] = [];
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    vi.stubEnv('HENCH_DEBUG', '');
    expect(report(new Error('the disk\n  is full'))).toBe(1);
    vi.stubEnv('HENCH_DEBUG', '1');
    expect(report(new Error('the disk is full'))).toBe(1);
    vi.unstubAllEnvs();
    stderr.mockRestore();
    expect(written[0]).toBe('hench: the disk is full. Run it again with HENCH_DEBUG=1 to see where that happened.\n');
    expect(written[1]).toBe('hench: the disk is full.\n');
    expect(written[2]).toMatch(/\n\s+at .*bad-input\.test\.ts:\d+/);
    expect(written.length).toBe(3);
  });
});
