import { afterEach, describe, expect, test } from 'vitest';
import { random } from '../../agents/random.js';
import { LiveGame } from '../../src/cli/play/game.js';
import { Screen } from '../../src/cli/play/screen.js';
import { isAsked } from '../../src/table/deluxe-words.js';
import { createTable, type LiveTable, VirtualClock } from '../../src/table/index.js';
import { drawSized, type SizedScreen } from '../support/sized-screen.js';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const settle = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setTimeout(resolve, 5));
};

interface Shown {
  readonly table: LiveTable;
  readonly game: LiveGame;
  readonly screen: SizedScreen;
  press(keys: string): Promise<void>;
  pass(ms: number): Promise<void>;
}

/** A person at seat 0 of a table of 80 × 24; the bots act at random on a clock that the test moves. */
async function sit(config: { players: number } & Record<string, unknown>): Promise<Shown> {
  const clock = new VirtualClock();
  const seats = ['person', ...Array(config.players - 1).fill(random)];
  const table = createTable({ seed: 5, seats, config, clock, pace: 'normal' });
  const game = new LiveGame(table, 0);
  const screen = drawSized(<Screen game={game} bots="random" hint="" colour={false} />, 80, 24);
  closers.push(() => {
    table.stop();
    screen.close();
  });
  table.play().catch(() => {});
  await settle();
  const press = async (keys: string): Promise<void> => {
    for (const key of keys) {
      screen.press(key);
      await settle();
    }
  };
  const pass = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    await settle();
  };
  return { table, game, screen, press, pass };
}

const rows = (screen: SizedScreen): number => screen.frame().trimEnd().split('\n').length;

describe('a Deluxe table on the screen', () => {
  test('card texts are shown when they come up, and the bots wait; c shows them again', async () => {
    const { screen, press, pass, table } = await sit({ players: 4, active: ['retina-scan', 'earpiece'] });
    expect(screen.frame()).toContain('In force in this heist');
    expect(screen.frame()).toMatch(/Retina Scan: Before the highest red chip/);
    expect(screen.frame()).toMatch(/Your tool, Earpiece \(reconstructed\)/);
    await pass(60_000);
    expect([...table.view(0).holder].every((seat) => seat < 0)).toBe(true);
    await press('x');
    expect(screen.frame()).toContain('In force: Retina Scan');
    await press('c');
    expect(screen.frame()).toMatch(/Retina Scan: Before/);
  });

  test('an answer to a question takes two keys, and stays sealed until all are in', async () => {
    const { game, screen, press, pass, table } = await sit({ players: 4, active: ['mastermind'] });
    await press('x');
    expect(screen.frame()).toContain('Mastermind: who of you does it?');
    expect(screen.frame()).toMatch(/1 not now {2}2 you {2}3 Bo {2}4 Cleo {2}5 Dex/);
    await press('3');
    expect(screen.frame()).toMatch(/Bo: +1 2 +2 3/);
    await press('8');
    expect(game.answer?.label).toBe('9');
    expect(isAsked(table.view(0))).toBe(true);
    await press('x');
    expect(game.answer).toBeNull();
    await press('8 ');
    expect(isAsked(table.view(0))).toBe(false);
    expect(screen.frame()).toContain('waiting for the others');
    await press('c');
    await press('x');
    await pass(60_000);
    expect(game.log.some((line) => line.text.startsWith('Mastermind: '))).toBe(true);
  });

  test('ten at the table, with questions, fit 80 × 24, and no card of another seat is on the screen', async () => {
    const { game, screen, press, pass } = await sit({ players: 10, active: ['informant', 'noise-sensors'] });
    await press('x');
    expect(rows(screen)).toBeLessThan(24);
    expect(screen.frame()).toContain('Informant: ');
    await press('1 ');
    await pass(60_000);
    expect(rows(screen)).toBeLessThan(24);
    await press('0');
    expect(game.note).toBe('');
    await pass(60_000);
    expect(screen.frame().match(/[♣♦♥♠]/g)?.length ?? 0).toBe(2);
    expect(rows(screen)).toBeLessThan(24);
  });

  test('open cards of Seven Card Stud lie at their seats', async () => {
    const { screen, press, table } = await sit({ players: 4, variant: 'stud' });
    await press('x');
    expect(screen.frame()).toContain('open cards');
    for (const name of ['Bo', 'Cleo', 'Dex']) expect(screen.frame()).toMatch(new RegExp(`^ ${name} .*[♣♦♥♠]`, 'm'));
    // Own pocket, one open card for each seat, and the same once more in the log.
    expect(screen.frame().match(/[♣♦♥♠]/g)).toHaveLength(3 + 4 + 4);
    expect(table.view(0).pocketCount[0]).toBe(3);
  });
});
