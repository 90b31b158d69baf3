import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeReplay, readReplay, verifyReplay } from '../../src/core/replay.js';
import { cardsOf, type GangupConfig, type GangupEvent, gangup, parseGangupConfig } from '../../src/gangup/index.js';
import { hench } from '../support/cli.js';
import { expectRefused, MOVES, play, type Run } from '../support/play-cli.js';

const count = (text: string, part: string): number => text.split(part).length - 1;

/** Plays on with the last move of each list, which passes, declines or goes on; `first` are the first answers. */
function quietly(...first: string[]): (moves: string[]) => string {
  return (moves) => first.shift() ?? moves.filter((move) => move !== 'back').at(-1)!;
}

/** The replay that a run wrote, played again; every event that seat 0 may have seen. */
function replayed(run: Run, name = 'game.hench'): { config: GangupConfig; seen: GangupEvent[]; over: boolean } {
  const read = readReplay(join(run.folder, name));
  if (!read.ok) throw new Error(read.error.message);
  const seen: GangupEvent[] = [];
  const played = verifyReplay(gangup, read.value, name, (event) => {
    if (event.to === undefined || (event.to & 1) === 1) seen.push(event);
  });
  if (!played.ok) throw new Error(played.error.message);
  return { config: played.value.config, seen, over: read.value.result.over };
}

describe('hench play gangup without a terminal', () => {
  test('plays a whole game, one line for each time the seat is asked, and saves a replay that verifies', async () => {
    let asked = 0;
    const run = await play('gangup --bots random --seed 5 --replay game.hench', {
      answer: (moves) => {
        asked++;
        return moves[asked % moves.length]!;
      },
    });
    expect(run.err).toBe('');
    expect(run.code).toBe(0);
    // Moves stand under what they are about, with the numbers that take them; the last of a list are the way on.
    expect(run.out).toMatch(/^ {2}Gangsters: 1 place .*\n(.*\n)*? {2}Go on: \d+ done\nYour move: place /m);
    // What pays for a play is told once, with the play.
    const lines = run.out.split('\n');
    const paying = lines.flatMap((line, i) => (/ plays? .*, paying /.test(line) ? [i] : []));
    expect(paying.length).toBeGreaterThan(0);
    for (const i of paying) expect(lines[i + 1]).not.toMatch(/ discards? /);
    // Whoever is asked by a card reads what it does.
    const questions = lines.flatMap((line, i) => {
      const [, name] = /^(.+): (do you want that\?|choose a target\.|choose\.|what do you .*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, lines[i - 1]!] as const];
    });
    expect(questions.length).toBeGreaterThan(0);
    for (const [name, before] of questions) expect(before.startsWith(`${name} (`), before).toBe(true);
    expect(run.out).toContain('Gang Up!: 3 players, seed 5, random in the other seats. You are seat 0.');
    expect(run.out).toMatch(
      /(You|Seat \d)( and seat \d)* (win|wins|share the win) after \d+ turns\..* Status: you \d+, /,
    );
    expect(asked).toBe(count(run.out, MOVES));
    expect(asked).toBeGreaterThan(20);
    const { over, config } = replayed(run);
    expect(over).toBe(true);
    expect(config.players).toBe(3);
  });

  test('prints no card that the seat has not seen', async () => {
    const run = await play('gangup --bots random --seed 6 --win-status 9 --replay game.hench', { answer: quietly() });
    const { config, seen } = replayed(run);
    const cards = cardsOf(config);
    const known = new Set(
      seen.flatMap((event) =>
        Object.entries(event).flatMap(([key, value]) =>
          ['card', 'cards', 'freed', 'paid', 'jail'].includes(key) ? (value as number | number[]) : [],
        ),
      ),
    );
    const hidden = cards.data.filter((_, card) => !known.has(card));
    expect(hidden.length).toBeGreaterThan(0);
    expect(known.size).toBeGreaterThan(20);
    // In brackets stand the texts of cards, which may name others.
    for (const { name, id } of hidden) {
      expect(run.out).not.toContain(name);
      expect(run.out).not.toMatch(new RegExp(`\\b${id}\\b`));
    }
  });

  test('explains what is wrong with a line on stderr and asks again; answers questions', async () => {
    const lines = [
      'sing',
      '99',
      'place last-supper',
      'back',
      'hand',
      'why 1',
      'why last supper',
      'card breakout ben',
      'help',
      '',
    ];
    const run = await play('gangup --bots random --seed 3', {
      answer: (moves) => (lines.length === 0 ? 'quit' : [...lines.splice(0), '1', 'quit'].join('\n')) || moves[0]!,
    });
    expect(run.code).toBe(0);
    const said = run.err.trim().split('\n');
    expect(said[0]).toMatch(/^"sing" is not a move\. Write/);
    expect(said[1]).toMatch(/^There is no move 99: the list has \d+\.$/);
    expect(said[2]).toMatch(/^"place last-supper" is not possible now: it is not in your hand\. Possible: place /);
    expect(said[3]).toMatch(/^There is no way back/);
    expect(run.out).toMatch(/^ {2}1 .* \(\w+ \d+/m);
    expect(run.out).toMatch(/\[not now: needs \d+ status, you have 5\]/);
    expect(run.out).toContain('Last Supper: it is not in your hand.');
    expect(run.out).toContain('Breakout Ben (gangster ');
    expect(run.out).toContain('You left the table.');
  });

  test('at the end of the input a bot takes the seat and the game goes on', async () => {
    const run = await play('gangup --bots random --seed 6 --win-status 12', { lines: '1\n' });
    expect(run.err).toBe('');
    expect(run.code).toBe(0);
    expect(count(run.out, MOVES)).toBe(2);
    expect(run.out).toContain('The input has ended: random takes your seat.');
    expect(run.out).toMatch(/ after \d+ turns\./);
  });

  test('with nothing to read bots play every seat, and it says how to join', async () => {
    const run = await play('gangup --bots random --seed 7 --win-status 9');
    expect(run.code).toBe(0);
    expect(run.out).not.toContain(MOVES);
    expect(run.out).toContain('Nobody is at the keyboard, so random plays every seat.');
    expect(run.out).toContain('To join: run "hench play gangup"');
    expect(run.out).toContain("printf 'done\\ndraw and end\\n' | hench play gangup --seat 0");
  });

  test('the same seed and the same lines give the same game', async () => {
    const once = () => play('gangup --bots random --seed 8 --win-status 9 --replay a.hench', { lines: '1\n1\n' });
    const [one, two] = await Promise.all([once(), once()]);
    expect(two.out).toBe(one.out);
    expect(readFileSync(join(two.folder, 'a.hench'))).toEqual(readFileSync(join(one.folder, 'a.hench')));
  });

  test('Ctrl-C leaves the table, keeps the replay and ends well', async () => {
    const run = await play('gangup --bots random --seed 7 --replay left.hench', { open: true, signal: 'SIGINT' });
    expect(run.code).toBe(0);
    expect(run.err).toBe('');
    expect(run.out).toContain('You left the table.');
    expect(replayed(run, 'left.hench').over).toBe(false);
  });

  test('every option of the table, a bot of one’s choice in each seat, and `quit`', async () => {
    const run = await play(
      'gangup --players 3 --leaders --locations --expansion --bots random,ismcts?iterations=2 --seat 1 --seed 4 --replay g.hench',
      { answer: quietly('no leader', '1', 'quit') },
    );
    expect(run.code).toBe(0);
    expect(run.out).toContain('You are seat 1.');
    const replay = readReplay(join(run.folder, 'g.hench'));
    expect(replay.ok && replay.value.header).toMatchObject({
      game: 'gangup',
      agents: ['random', 'person', 'ismcts?iterations=2'],
      people: 2,
      config: { leaders: true, locations: true, expansion: true },
    });
  });
});

describe('hench replay tells games of Gang Up!', () => {
  let once: Promise<Run> | undefined;
  const game = (): Promise<Run> => {
    once ??= play('gangup --bots random --seed 9 --win-status 9 --seat 0 --replay g.hench');
    return once;
  };

  test('in words, all cards open, and as JSON', async () => {
    const run = await game();
    const told = await hench(['replay', 'g.hench'], run.folder);
    expect(told.code).toBe(0);
    const lines = told.stdout.split('\n');
    expect(lines[0]).toBe('Gang Up!, 3 players, seed 9: seat 0 (person), seat 1 (random), seat 2 (random).');
    expect(count(told.stdout, 'Turn 1: seat ')).toBe(1);
    expect(told.stdout).toMatch(/Seat 2 \(random\) has drawn [A-Z]/);
    expect(told.stdout).toMatch(/^The game is over.*: .* wins?\.$/m);
    const json = JSON.parse((await hench(['replay', 'g.hench', '--json'], run.folder)).stdout);
    expect(json).toMatchObject({ game: 'gangup', seed: 9, over: true });
    expect(json.winners.length).toBeGreaterThan(0);
    expect(json.status).toHaveLength(3);
    expect(json.moves.length).toBeGreaterThan(10);
    expect(json.moves[0]).toEqual({ seat: expect.any(Number), action: expect.stringMatching(/^[a-z]/) });
    const ids = new Set(cardsOf(unwrapConfig(json.config)).data.map((card) => card.id));
    const drawn = json.events.filter((event: { type: string }) => event.type === 'drawn');
    expect(drawn.length).toBeGreaterThan(18);
    for (const event of drawn) for (const id of event.cards) expect(ids).toContain(id);
  });

  test('a file that was changed or cut short is refused', async () => {
    const run = await game();
    const bytes = readFileSync(join(run.folder, 'g.hench'));
    const changed = Uint8Array.from(bytes);
    changed[200]! ^= 1;
    writeFileSync(join(run.folder, 'changed.hench'), changed);
    writeFileSync(join(run.folder, 'short.hench'), bytes.subarray(0, 300));
    for (const [file, said] of [
      ['changed.hench', /altered/],
      ['short.hench', /cut short/],
    ] as const) {
      const { code, stdout, stderr } = await hench(['replay', file], run.folder);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(said);
    }
    // A move that the rules don't allow, in a file that is whole.
    const { encodeReplay } = await import('../../src/core/replay.js');
    const read = decodeReplay(bytes, 'g');
    if (!read.ok) throw new Error(read.error.message);
    const moves = read.value.moves.slice(1);
    writeFileSync(join(run.folder, 'moved.hench'), encodeReplay({ ...read.value, moves }));
    const { code, stderr } = await hench(['replay', 'moved.hench'], run.folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(/moved\.hench: (move \d+ breaks the rules|plays out otherwise)/);
  });
});

function unwrapConfig(input: unknown): GangupConfig {
  const config = parseGangupConfig(input);
  if (!config.ok) throw new Error(config.error.message);
  return config.value;
}

describe('bad input ends with one sentence on stderr, exit code 2, and nothing written', () => {
  test.each([
    ['gangup --players 6', /--players: should be at most 5\. Use 2 to 5 players\.\n$/],
    ['gangup --round-end strict', /--round-end: belongs to a table of The Gang, and this is Gang Up!/],
    ['gangup --seat 3', /--seat: 3 is out of range\. Give a number from 0 to 2/],
    ['gangup --bots nobody', /nobody: there is no such agent\. Agents: random/],
    ['gangup --bots random,random,random', /--bots: names 3 agents, and 2 seats are free/],
    ['gangup --packs nowhere.json', /nowhere\.json/],
    ['gangup --pace warp', /--pace: "warp" is not a pace/],
  ])('%s', expectRefused);
});
