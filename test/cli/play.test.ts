import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { called } from '../../src/cli/called.js';
import { readReplay, verifyReplay } from '../../src/core/replay.js';
import { gang } from '../../src/gang/game.js';
import { expectRefused, MOVES, play, root } from '../support/play-cli.js';

const count = (text: string, part: string): number => text.split(part).length - 1;

describe('hench play gang without a terminal', () => {
  test('plays a whole game, one line for each time the seat is asked, and saves a replay that verifies', async () => {
    let asked = 0;
    const { code, out, err, folder } = await play('gang --bots greedy --seed 5 --replay game.hench', {
      answer: (moves) => {
        asked++;
        return moves[0]!;
      },
    });
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toContain('You are seat 0.');
    expect(out).toContain('House rule:');
    expect(out).toMatch(/The gang (wins|loses): /);
    expect(asked).toBe(count(out, MOVES));
    expect(count(out, 'Showdown')).toBeGreaterThanOrEqual(3);
    expect(out).toContain('game.hench');
    const replay = readReplay(join(folder, 'game.hench'));
    if (!replay.ok) throw new Error(replay.error.message);
    expect(replay.value.header).toMatchObject({ seed: 5, agents: ['person', 'greedy', 'greedy', 'greedy'], people: 0 });
    expect(replay.value.result.over).toBe(true);
    expect(verifyReplay(gang, replay.value, 'game.hench').ok).toBe(true);
  });

  test('shows the cards of no other seat before the showdown', async () => {
    const { out } = await play('gang --bots greedy --seed 5 --length heist --seat 1', { answer: (moves) => moves[0]! });
    const before = out.slice(0, out.indexOf('Showdown'));
    const card = /\b[2-9TJQKA][cdhs]\b/g;
    const shown = out
      .slice(out.indexOf('Showdown'))
      .split('\n')
      .filter((line) => /^ {2}\d {2}/.test(line));
    expect(shown).toHaveLength(4);
    const hidden = shown.filter((line) => !line.includes('you')).flatMap((line) => line.match(card)!.slice(0, 2));
    expect(hidden).toHaveLength(6);
    for (const secret of hidden) expect(before).not.toContain(secret);
  });

  test('explains an illegal line on stderr and asks again', async () => {
    const lines = ['sing', 'take 9', 'keep', 'ready', 'help', ''];
    const { code, out, err } = await play('gang --bots greedy --seed 5 --length heist', {
      answer: (moves) => {
        if (lines.length === 0) return moves[0]!;
        const gone = moves.find((move) => move.endsWith('from centre'))!.replace('centre', 'seat 1');
        return [...lines.splice(0), gone, moves[0]].join('\n');
      },
    });
    expect(code).toBe(0);
    expect(out).toContain('The heist ');
    const said = err.trim().split('\n');
    expect(said).toHaveLength(5);
    expect(said[0]).toMatch(/^"sing" is not a move\. Write/);
    expect(said[1]).toMatch(/there is no chip with 9 stars/);
    for (const line of said.slice(2)) expect(line).toMatch(/is not possible now\. Possible: take /);
  });

  test('at the end of the input a bot takes the seat and the game goes on', async () => {
    const { code, out, err } = await play('gang --bots greedy --seed 6', { lines: 'take 2\n' });
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(count(out, MOVES)).toBe(2);
    expect(out).toContain('The input has ended: greedy takes your seat.');
    expect(out).toContain('You take the 2-star chip');
    expect(out).toMatch(/The gang (wins|loses): /);
  });

  test('with nothing to read, bots in all seats play one heist, and it says how to join', async () => {
    const { code, out, folder } = await play('gang --bots greedy --seed 7');
    expect(code).toBe(0);
    expect(out).not.toContain(MOVES);
    expect(count(out, 'Showdown')).toBe(1);
    expect(out).toMatch(/The heist (succeeded|failed)\./);
    expect(out).toContain('To join: run "hench play gang"');
    const saved = readdirSync(join(folder, 'replays'));
    expect(saved).toHaveLength(1);
    expect(saved[0]).toMatch(/^\d{4}-\d{2}-\d{2}-\d{6}-7\.hench$/);
    expect(out).toContain(`replays/${saved[0]}`);
  });

  test('`npm start` does so too when its input stays open and nobody writes', async () => {
    const { code, out } = await play('gang --bots greedy', { open: true, env: { npm_lifecycle_event: 'start' } });
    expect(code).toBe(0);
    expect(out).toContain('Nobody is at the keyboard');
    expect(count(out, 'Showdown')).toBe(1);
    expect(out).toContain('To join: run "npm start"');
  });

  test('commands to copy are those that work where it was started: in a checkout there is no `hench` on the path', async () => {
    const ways = [
      [{}, 'hench'],
      [{ npm_lifecycle_event: 'hench', npm_package_name: 'hench' }, 'npm run -s hench --'],
      [{ npm_lifecycle_event: 'start', npm_package_name: 'hench' }, 'npm run -s hench --'],
      [{ npm_lifecycle_event: 'npx', npm_package_name: 'mine' }, 'npx hench'],
      [{ npm_lifecycle_event: 'start', npm_package_name: 'mine' }, 'npx hench'],
    ] as const;
    for (const [env, name] of ways) expect(called(env)).toBe(name);
    const { out } = await play('gang --bots greedy --seed 7 --length heist', { env: { npm_lifecycle_event: 'npx' } });
    expect(out).toMatch(/^To see it again: npx hench replay replays\/\S+\.hench$/m);
  });

  test('"ready" is explained: without a clock nobody says it', async () => {
    const { err } = await play('gang --bots greedy --seed 7 --length heist', { lines: 'take 4\nready\nkeep\n' });
    expect(err).toMatch(/^nobody says "ready" here: "keep" when you are content\. Possible: keep, /);
  });

  test('a bot of one’s choice in each seat', async () => {
    const { code, out, folder } = await play(
      'gang --bots greedy,random,belief --seat 1 --seed 7 --length heist --replay g.hench',
    );
    expect(code).toBe(0);
    expect(out).toContain('greedy, random, belief in the other seats. You are seat 1.');
    const replay = readReplay(join(folder, 'g.hench'));
    expect(replay.ok && replay.value.header.agents).toEqual(['greedy', 'person', 'random', 'belief']);
  });

  test('who names a seat means to sit in it: the whole game is played', async () => {
    const { code, out } = await play('gang --bots greedy --seed 7 --seat 2');
    expect(code).toBe(0);
    expect(out).toContain('greedy takes your seat');
    expect(out).toMatch(/The gang (wins|loses): /);
    expect(out).not.toContain('To join');
  });

  test('`quit` leaves the table and keeps what was played', async () => {
    const { code, out, folder } = await play('gang --bots greedy --seed 7 --replay left.hench', {
      lines: 'take 1\nquit\nkeep\n',
    });
    expect(code).toBe(0);
    expect(out).toContain('You left the table.');
    const replay = readReplay(join(folder, 'left.hench'));
    expect(replay.ok && replay.value.result.over).toBe(false);
    expect(replay.ok && verifyReplay(gang, replay.value, 'left.hench').ok).toBe(true);
  });

  test('the same seed and the same lines give the same game', async () => {
    const once = await play('gang --bots belief --seed 8 --length heist --replay a.hench', { lines: 'take 3\n' });
    const again = await play('gang --bots belief --seed 8 --length heist --replay a.hench', { lines: 'take 3\n' });
    expect(again.out).toBe(once.out);
  });

  test('a folder that cannot be written spoils no game', async () => {
    const folder = mkdtempSync(join(root, 'full-'));
    writeFileSync(join(folder, 'replays'), 'a file, where the folder would be');
    const { code, out, err } = await play('gang --bots greedy --seed 7', { folder });
    expect(code).toBe(0);
    expect(out).toContain('The heist ');
    expect(err).toMatch(
      /^The replay could not be saved in replays\/\S+ \(E\w+\); name another file with --replay\.\n$/,
    );
    const asked = await play('gang --bots greedy --seed 7 --replay replays/game.hench', { folder });
    expect(asked.code).toBe(1);
    expect(asked.out).toContain('The heist ');
  });
});

describe('bad input ends with one sentence on stderr, exit code 2, and nothing written', () => {
  test.each([
    ['chess', /game cannot be "chess", only one of "gang", "gangup"/],
    ['gang --leaders', /--leaders: belongs to a table of Gang Up!, and this is The Gang\. Leave it out\./],
    [
      'gang --bots greedy,belief',
      /--bots: names 2 agents, and 3 seats are free\. Name one for all, or one for each seat\./,
    ],
    ['gang --bots greedy,nobody,greedy', /nobody: there is no such agent/],
    ['gang --players 11', /--players: .* Use 3 to 10 players/],
    ['gang --pace warp', /--pace: "warp" is not a pace\. Use slow, normal, fast, instant/],
    ['gang --bots nobody', /nobody: there is no such agent\. Agents: random/],
    ['gang --dealer 2 --variant stud', /--dealer: clashes with variant: .*Use dealer 0/],
  ])('%s', expectRefused);
});
