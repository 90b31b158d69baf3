import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { henchHere } from '../support/in-process.js';
import { freshFolder } from '../support/models.js';

const directory = freshFolder('arena');
const run = (...args: string[]) => henchHere(['arena', ...args], { directory });

describe('hench arena', () => {
  it('shows the flags of the game it is asked about', async () => {
    const gang = (await run('gang', '--help')).stdout;
    expect(gang).toMatch(/--variant[\s\S]*--control/);
    expect(gang).not.toMatch(/--leaders|--round-robin|arena gangup/);
    const gangup = (await run('gangup', '--help')).stdout;
    expect(gangup).toMatch(/--leaders[\s\S]*--until/);
    expect(gangup).not.toMatch(/--variant|--control|arena gang /);
  });

  it.each([
    ['both', ['gang', '--lineup', 'greedy*3', '--cross-play', 'greedy,random'], /--cross-play: goes with no other/],
    ['no seats', ['gang', '--cross-play', 'greedy,random'], /--cross-play: needs the number of seats\. Add --players/],
    ['rivals at The Gang', ['gang', '--round-robin', 'greedy,random'], /--round-robin: rates rivals/],
    ['too few rivals', ['gangup', '--round-robin', 'greedy,random', '--players', '3'], /2 agents cannot fill 3 seats/],
    ['a control of rivals', ['gangup', '--lineup', 'greedy*2', '--control', 'random'], /--control: is for The Gang/],
    [
      'a control that is none',
      ['gang', '--lineup', 'greedy*3', '--control', 'nobody'],
      /nobody: there is no such agent/,
    ],
    ['a width that is none', ['gang', '--lineup', 'greedy*3', '--until', '7'], /--until: 7 is out of range/],
    [
      'moves of a matrix',
      ['gang', '--cross-play', 'greedy,random', '--csv', 'x.csv'],
      /--csv: goes with --lineup only/,
    ],
    [
      'another table',
      ['gangup', '--lineup', 'greedy*2', '--hand-max', '99'],
      /--hand-max: .* Left out, it has its usual/,
    ],
  ])('refuses %s in a sentence', async (_what, args, sentence) => {
    const ran = await run(...args);
    expect(ran.stderr).toMatch(sentence);
    expect(ran.stderr.trim().split('\n')).toHaveLength(1);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
  });

  it('writes decisions and a page, and leaves no half of them', async () => {
    const args = [
      '--lineup',
      'greedy*3',
      '--games',
      '6',
      '--csv',
      'a.csv',
      '--parquet',
      'a.parquet',
      '--html',
      'a.html',
    ];
    const ran = await run('gang', ...args, '--json');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const { lineups } = JSON.parse(ran.stdout) as { lineups: { heists: number; bootstrap: object }[] };
    expect(lineups[0]).toMatchObject({ heists: 6, bootstrap: { method: 'bca' } });
    expect(readFileSync(join(directory, 'a.csv'), 'utf8')).toMatch(/^game,lineup,deal,/);
    expect(readFileSync(join(directory, 'a.parquet')).subarray(0, 4).toString()).toBe('PAR1');
    expect(readFileSync(join(directory, 'a.html'), 'utf8')).toContain('<svg');
    const bad = await run('gang', '--lineup', './none.js*3', '--games', '6', '--csv', 'b.csv');
    expect(bad.code).toBe(2);
    expect(existsSync(join(directory, 'b.csv'))).toBe(false);
  });

  it('figures are said even if the page or the decisions turn out to have no place', async () => {
    mkdirSync(join(directory, 'taken', 'inside'), { recursive: true });
    const lineup = ['gang', '--lineup', 'greedy*3', '--games', '4'];
    for (const flag of ['--html', '--csv', '--parquet']) {
      const ran = await run(...lineup, flag, 'taken'); // a folder has the name
      expect(ran.stdout, flag).toMatch(/of heists/);
      expect(ran.stderr).toMatch(/^hench: taken: cannot be written \(.*\)\. Choose another path\.\n$/);
      expect(ran.code).toBe(2);
    }
    expect(readdirSync(directory).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('prints a matrix and what seeds of one kind do with each other', async () => {
    const { stdout } = await run('gang', '--cross-play', 'S=greedy,S=random', '--players', '3', '--games', '20');
    expect(stdout).toMatch(/S1: greedy\nS2: random\n/);
    expect(stdout).toMatch(/S1 +\d+\.\d ± \d+\.\d +\d+\.\d ± \d+\.\d\n/);
    expect(stdout).toMatch(/S, 2 seeds, one guest: self-play .* cross-play .*\n {2}difference .* over seeds and deals/);
  });
});
