import { render } from 'ink-testing-library';
import { afterEach, describe, expect, test } from 'vitest';
import { greedy } from '../../agents/greedy.js';
import { evaluateAny } from '../../src/cards/evaluate.js';
import { LiveGame } from '../../src/cli/play/game.js';
import { Screen } from '../../src/cli/play/screen.js';
import type { Agent } from '../../src/core/agent.js';
import { READY, takeAction } from '../../src/gang/actions.js';
import type { GangView } from '../../src/gang/state.js';
import { MOVES, ROUND } from '../../src/gang/state.js';
import { createTable, type LiveTable, type SeatSpec, VirtualClock } from '../../src/table/index.js';

interface Shown {
  readonly table: LiveTable;
  readonly game: LiveGame;
  readonly clock: VirtualClock;
  /** The screen as text. */
  frame(): string;
  press(keys: string): Promise<void>;
  /** Sends a text to the terminal in one piece. */
  write(text: string): Promise<void>;
  pass(ms: number): Promise<void>;
}

const screens: (() => void)[] = [];
afterEach(() => {
  for (const close of screens.splice(0)) close();
});

const settle = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Takes the chip of its seat's number and keeps it. */
const placid: Agent<GangView> = {
  name: 'placid',
  open: (_config, seat) => ({
    act: (view, legal) => (view.starNow(seat) === seat ? legal.at(0) : takeAction(seat, view.holder[seat]!)),
  }),
};

/** A screen at seat 0 of a table on a clock that the test moves. */
async function show(
  options: { seats?: SeatSpec[]; config?: object; colour?: boolean; seed?: number; hint?: string } = {},
): Promise<Shown> {
  const clock = new VirtualClock();
  const seats = options.seats ?? ['person', placid, placid, placid];
  const table = createTable({ seed: options.seed ?? 11, seats, config: { ...options.config }, clock, pace: 'normal' });
  const game = new LiveGame(table, 0);
  const screen = render(
    <Screen game={game} bots="placid" hint={options.hint ?? ''} colour={options.colour ?? false} />,
  );
  screens.push(() => {
    table.stop();
    screen.unmount();
  });
  table.play().catch(() => {});
  await settle();
  return {
    table,
    game,
    clock,
    frame: () => screen.lastFrame() ?? '',
    write: async (text) => {
      screen.stdin.write(text);
      await settle();
    },
    press: async (keys) => {
      for (const key of keys) {
        screen.stdin.write(key);
        await settle();
      }
    },
    pass: async (ms) => {
      await clock.advance(ms);
      await settle();
    },
  };
}

/** Everybody takes a chip and says ready until the showdown. */
async function playToShowdown(shown: Shown): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await shown.press('1');
    await shown.pass(60_000);
    await shown.press('r');
  }
}

describe('the table on the screen', () => {
  test('shows cards, the best hand by name, chips in the centre, the score and the house rule', async () => {
    const { frame, table } = await show({ hint: 'a hint' });
    const [a, b] = table.view(0).pocket;
    expect(a).toBeDefined();
    expect(b).toBeDefined();
    const text = frame();
    expect(text).toMatch(/The Gang · heist 1 +gold bars □□□ {2}alarms ○○○/);
    expect(text).toContain('house rule: all must say ready');
    expect(text).toContain('seed 11');
    expect(text).toMatch(/You +\[\S+[♣♦♥♠]\] \[\S+[♣♦♥♠]\] {2}(high card|pair of)/);
    expect(text).toMatch(/Table +\[ {2}\] \[ {2}\] \[ {2}\] \[ {2}\] \[ {2}\]/);
    expect(text).toMatch(/Centre +\(1★\) \(2★\) \(3★\) \(4★\)/);
    expect(text).toContain('a hint');
    expect(text).toContain('Take a chip: 1 (weakest hand) to 4 (strongest)');
  });

  test('fits 80 × 24 with six at the table', async () => {
    const { frame } = await show({ seats: ['person', placid, placid, placid, placid, placid] });
    expect(frame().split('\n').length).toBeLessThan(24);
  });

  test('shows no card of another seat', async () => {
    const { frame, pass } = await show();
    await pass(60_000);
    expect(frame().match(/[♣♦♥♠]/g)).toHaveLength(2);
  });

  test('a key takes a chip, and the grid and the log say so', async () => {
    const { frame, press, table } = await show();
    await press('3');
    expect(table.view(0).starNow(0)).toBe(2);
    expect(frame()).toMatch(/You +\(3★\)/);
    expect(frame()).toContain('You take 3★ from the centre.');
    expect(frame()).toMatch(/Centre +\(1★\) \(2★\) \(4★\)/);
    expect(frame()).toContain('Waiting for Bo, Cleo, Dex to take a chip.');
  });

  test('bots act while you think, and what they take from you is told', async () => {
    const { frame, press, pass } = await show();
    await press('2');
    await pass(60_000);
    expect(frame()).toContain('Bo takes 2★ from you.');
    expect(frame()).toMatch(/Bo +\(2★\)/);
    expect(frame()).toContain('Take a chip');
  });

  test('p puts your chip back, r says ready once everybody holds a chip, and notes say why not', async () => {
    const { frame, press, pass, table } = await show();
    await press('p');
    expect(frame()).toContain('You have no chip to put back.');
    await press('r');
    expect(frame()).toContain('Not everybody holds a chip yet.');
    await press('9');
    expect(frame()).toContain('There is no chip with 9 stars.');
    await press('1');
    await press('1');
    expect(frame()).toContain('That chip is yours already.');
    await press('p');
    expect(table.view(0).starNow(0)).toBe(-1);
    await press('1');
    await pass(60_000);
    expect(frame()).toContain('Everybody holds a chip. Content? Press r.');
    expect(frame().match(/ {2,}ready$/gm)).toHaveLength(3);
    await press('r');
    expect(table.view(0).info[ROUND]).toBe(1);
    expect(frame()).toMatch(/Table +\[\S+\] \[\S+\] \[\S+\] \[ {2}\]/);
    expect(frame()).toMatch(/You +\(1★\) +–/); // the white chip stays in sight
  });

  test('a key that was pressed on an old table is refused (R-CONCURRENT)', async () => {
    const { game, table } = await show({ seats: ['person', 'person', 'person'] });
    const seen = table.view(0);
    table.act(1, takeAction(2, -1));
    game.press({ input: '3', ctrl: false }, seen);
    expect(game.note).toBe('That chip has moved meanwhile. Look again.');
    expect(table.view(0).info[MOVES]).toBe(1);
  });

  test('at a strict table there is no ready, and the round ends by itself', async () => {
    const { frame, press, pass, table } = await show({ config: { roundEnd: 'strict' } });
    expect(frame()).toContain('a round ends when all hold a chip');
    expect(frame()).not.toContain('r ready');
    await press('1');
    await pass(60_000);
    expect(table.view(0).info[ROUND]).toBeGreaterThan(0);
  });

  test('colours are only used where the terminal has them', async () => {
    const plain = await show({ colour: false });
    expect(plain.frame()).toContain('(1★)');
    const coloured = await show({ colour: true });
    expect(coloured.frame()).not.toContain('(1★)');
    expect(coloured.frame()).toContain(' 1★ ');
  });
});

test('keys that arrive together count one by one, and what is no key does nothing', async () => {
  const { game, frame, write, table } = await show();
  await write('23');
  expect(table.view(0).starNow(0)).toBe(2);
  await write('[1;5P');
  expect(table.view(0).starNow(0)).toBe(2);
  expect(frame()).toContain('Press ? for the keys.');
  expect(game.left).toBe(false);
});

describe('overlays', () => {
  test('w tells what a bot would think in your seat, by belief where no bot has a network, and takes no chip', async () => {
    const { frame, press, game, table } = await show();
    await press('w');
    await expect.poll(() => game.thought).not.toBeNull();
    await settle();
    const rows = [...frame().matchAll(/^ *(\w+) +((?:\d+ % *){4})$/gm)];
    expect(rows).toHaveLength(4);
    expect(rows[0]![1]).toBe('You');
    for (const row of rows) {
      const percents = row[2]!.match(/\d+/g)!.map(Number);
      expect(Math.abs(percents.reduce((a, b) => a + b, 0) - 100)).toBeLessThanOrEqual(2);
    }
    expect(frame()).toMatch(/In your seat belief would take .*★ from the centre/);
    expect(frame()).toContain("belief's estimate: no network here estimates ranks");
    await press('3');
    expect(frame()).not.toContain('What a bot would think');
    expect(table.view(0).starNow(0)).toBe(-1);
  });

  test('h shows the ranking of hands with yours marked; any key closes it, and the game goes on meanwhile', async () => {
    const { frame, press, pass, table } = await show();
    await press('h');
    expect(frame()).toContain('Hands, strongest first');
    const names = frame().match(
      /(royal|straight) flush|four of|full house|flush|straight|three of|two pair|pair|high card/g,
    );
    expect(names![0]).toBe('royal flush');
    expect(frame()).toMatch(/> (high card|pair)/);
    await pass(60_000);
    expect(table.view(0).info[MOVES]).toBeGreaterThan(0);
    await press('4');
    expect(frame()).not.toContain('Hands, strongest first');
    expect(table.view(0).starNow(0)).toBe(-1);
  });

  test('? explains the game and the keys', async () => {
    const { frame, press } = await show();
    await press('?');
    expect(frame()).toContain('You are one gang');
    expect(frame()).toMatch(/r +ready/);
    await press('?');
    expect(frame()).not.toContain('You are one gang');
  });
});

describe('the showdown', () => {
  test('turns the hands over in order, then the outcome; bots wait until you go on', async () => {
    const shown = await show();
    await playToShowdown(shown);
    const { frame, pass, press, table } = shown;
    expect(frame()).toContain('Showdown');
    expect(frame()).toContain('gold bars □□□  alarms ○○○');
    expect(frame().match(/\[\?\?\]/g)).toHaveLength(8);
    await pass(1500);
    expect(frame().match(/\[\?\?\]/g)).toHaveLength(6);
    expect(frame()).toMatch(/\(1★\) You +\[\S+\] \[\S+\]/);
    expect(frame()).not.toContain('The heist');
    await press(' ');
    expect(frame()).not.toContain('[??]');
    expect(frame()).toMatch(/The heist (succeeds: a gold bar!|fails, an alarm goes off: .* weaker than )/);
    expect(frame()).toMatch(/gold bars ■□□ {2}alarms ○○○|gold bars □□□ {2}alarms ●○○/);
    await pass(600_000);
    expect(table.view(0).info[MOVES]).toBe(0);
    await press(' ');
    expect(frame()).toContain('heist 2');
    expect(frame()).toMatch(/Heist 1 (succeeded|failed)\./);
    await pass(60_000);
    expect(table.view(0).info[MOVES]).toBeGreaterThan(0);
  });

  test('of the last heist ends with the game’s end, and a key leaves', async () => {
    const shown = await show({ config: { length: 'heist' } });
    await playToShowdown(shown);
    expect(shown.frame()).toContain('Showdown');
    await shown.press(' ');
    expect(shown.frame()).toContain('space: leave the table');
    expect(shown.game.left).toBe(false);
    await shown.press(' ');
    expect(shown.game.left).toBe(true);
    await shown.game.done();
  });

  test.each([
    [
      20,
      'Bo (2★) is weaker than you (1★); Dex (4★) is weaker than Cleo (3★).',
      2,
      'From weakest to strongest: Bo, you = Dex, Cleo.',
    ],
    [
      16,
      'Bo (2★), Cleo (3★) and Dex (4★) are weaker than you (1★).',
      3,
      'From weakest to strongest: Cleo = Dex, Bo, you.',
    ],
  ])(
    'says which hands are weaker than which, and what the order is (seed %i)',
    async (seed, mistakes, marked, order) => {
      const shown = await show({ seed });
      await playToShowdown(shown);
      await shown.press(' ');
      const text = shown.frame().replace(/\s+/g, ' ');
      expect(text).toContain(`The heist fails, an alarm goes off: ${mistakes}`);
      expect(text).toContain(order);
      expect(text.match(/✗/g)).toHaveLength(marked);
    },
  );

  test('only space goes on: keys that were meant for the round just ended do not', async () => {
    const shown = await show();
    await playToShowdown(shown);
    await shown.press('r1p4');
    expect(shown.frame().match(/\[\?\?\]/g)).toHaveLength(8);
    await shown.press(' ');
    await shown.press('r1p4');
    expect(shown.frame()).toContain('The heist ');
    await shown.press('\r');
    expect(shown.frame()).toContain('heist 2');
  });

  test('h shows your hand of that heist, not of the next', async () => {
    const shown = await show();
    const before = [...shown.table.view(0).pocket];
    await playToShowdown(shown);
    expect(shown.game.strengthNow).toBe(evaluateAny([...before, ...shown.game.showdown!.board.flat()]));
    expect(shown.game.showdown!.board).toHaveLength(5);
    expect([...shown.table.view(0).pocket]).not.toEqual(before);
  });
});

describe('leaving', () => {
  test.each([
    ['q', 'q'],
    ['Ctrl-C', '\u0003'],
  ])('%s leaves at once, and the game so far is a replay', async (_name, key) => {
    const { game, press, table } = await show({ seats: ['person', greedy, greedy] });
    await press('1');
    await press(key);
    await game.done();
    expect(game.left).toBe(true);
    expect(table.replay().moves.length).toBeGreaterThan(0);
    expect(table.replay().moves.some((move) => move.action === READY)).toBe(false);
  });
});
