import { afterEach, describe, expect, test, vi } from 'vitest';
import yargs from 'yargs';
import { equityCommand } from '../../src/cli/equity.js';
import { BadInputError } from '../../src/core/errors.js';

let printed = '';

/** What `hench equity` prints with these words on the command line. */
async function run(...words: string[]): Promise<string> {
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
  const parser = yargs(['equity', ...words])
    .command(equityCommand)
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? new Error(message);
    });
  await parser.parseAsync();
  return printed;
}

async function refusal(...words: string[]): Promise<string> {
  const error = await run(...words).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BadInputError);
  expect(printed).toBe('');
  return (error as BadInputError).message;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('hench equity', () => {
  test('--json prints one document: exact against one hand', async () => {
    const report = JSON.parse(await run('Ah Ad', '--json'));
    expect(report).toMatchObject({
      exact: true,
      stderr: 0,
      hand: 'pair of aces',
      players: 2,
      pocket: 'Ah Ad',
      board: '',
    });
    expect(report.equity).toBeCloseTo(0.852037, 6);
    expect(report.rankChances).toEqual([1 - report.equity, report.equity]);
    expect(report.rankChancesStderr).toBe(0);
  });

  test('cards may come as one word or as several', async () => {
    expect(await run('Ah', 'Kd', '--json', '--board', '2c7hJd')).toBe(
      await run('AhKd', '--json', '--board', '2c 7h Jd'),
    );
  });

  test('against several hands it samples, says how well and repeats itself with the same seed', async () => {
    const words = ['Ah Ad', '--players', '9', '--samples', '20000', '--json'];
    const text = await run(...words, '--seed', '5');
    const report = JSON.parse(text);
    expect(report).toMatchObject({ exact: false, players: 9, samples: 20000, seed: 5 });
    expect(report.stderr).toBeGreaterThan(0.003);
    expect(report.stderr).toBeLessThan(0.004);
    expect(Math.abs(report.equity - 0.346)).toBeLessThan(4.7 * report.stderr + 0.0005);
    expect(report.rankChances).toHaveLength(9);
    expect(report.rankChances.reduce((sum: number, chance: number) => sum + chance, 0)).toBeCloseTo(1, 10);
    expect(report.rankChancesStderr).toBeGreaterThan(0);
    expect(await run(...words, '--seed', '5')).toBe(text);
    expect(await run(...words, '--seed', '6')).not.toBe(text);
  });

  test('for people it names the hand and draws the chances, the strongest rank on top', async () => {
    const lines = (await run('Ah Kd', '--board', 'Ac Kh 2s 2d')).split('\n');
    expect(lines[0]).toBe('Ah Kd on Ac Kh 2s 2d: two pair, aces and kings');
    expect(lines[1]).toMatch(/^Equity against one random hand: 9\d\.\d\d % \(exact\)$/);
    expect(lines[4]).toMatch(/^ {3}2 strongest +9\d\.\d\d % {2}█{40}$/);
    expect(lines[5]).toMatch(/^ {3}1 weakest +\d\.\d\d % {2}█{1,4}$/);
    const sampled = await run('Ah Kd', '--players', '4', '--samples', '1000');
    expect(sampled).toMatch(
      /against 3 random hands: \d\d\.\d\d % \(± 1\.\d\d % standard error, 1,000 showdowns, seed 1\)/,
    );
    expect(sampled).toMatch(/Final rank among 4 \(± 1\.\d\d % at most\)/);
  });

  test('bad input is refused in a sentence', async () => {
    expect(await refusal('Ah')).toBe("cards: one card is given. Give two, such as 'Ah Kd'.");
    expect(await refusal('Ah Kd 2c')).toBe("cards: 3 cards are given. Give two, such as 'Ah Kd'.");
    expect(await refusal('Ah 1z')).toMatch(/^cards: "1z" is not a card\. Write a rank/);
    expect(await refusal('Ah Ah')).toBe('cards: Ah is given twice. Give each card once.');
    expect(await refusal('Ah J-')).toBe(
      'cards: J- is not one of the 52 ordinary cards. Equity is known for those only.',
    );
    expect(await refusal('Ah Kd', '--board', '2c 3c')).toMatch(/^--board: 2 cards are given\./);
    expect(await refusal('Ah Kd', '--board', '2c 3c 4c 5c 6c 7c')).toMatch(/^--board: 6 cards are given\./);
    expect(await refusal('Ah Kd', '--board', '2c 3c Kd')).toBe(
      '--board: Kd is in the pocket already. Give each card once.',
    );
    expect(await refusal('Ah Kd', '--players', '1')).toMatch(/^--players: 1 is out of range\./);
    expect(await refusal('Ah Kd', '--players', '24')).toMatch(/^--players: 24 is out of range\./);
    expect(await refusal('Ah Kd', '--samples', '1.5')).toMatch(/^--samples: 1\.5 is not a whole number\./);
    expect(await refusal('Ah Kd', '--seed', '-1')).toMatch(/^--seed: -1 is out of range\./);
  });
});
