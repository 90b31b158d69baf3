import { afterEach, describe, expect, test } from 'vitest';
import { random } from '../../agents/random.js';
import { GangupGame } from '../../src/cli/play/gangup-game.js';
import { GangupScreen } from '../../src/cli/play/gangup-screen.js';
import { Rng } from '../../src/core/rng.js';
import { cardLine, gangup } from '../../src/gangup/index.js';
import type { LiveGangupOptions } from '../../src/table/index.js';
import { Scene } from '../gangup/scene.js';
import { drawSized, type SizedScreen } from '../support/sized-screen.js';
import { quiet, type Sat, sit, untilAsked } from '../table/gangup-agents.js';

interface Shown extends Sat {
  readonly game: GangupGame;
  readonly screen: SizedScreen;
  frame(): string;
  press(...keys: string[]): Promise<void>;
}

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

const drawn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 40));
const UP = '\u001b[A';
const DOWN = '\u001b[B';

/** A screen at seat 0 of a table on a clock that the test moves. */
async function show(
  options: {
    size?: readonly [number, number];
    scene?: Scene;
    seats?: LiveGangupOptions['seats'];
    config?: Record<string, unknown>;
    hint?: string;
    seed?: number;
  } = {},
): Promise<Shown> {
  let game: GangupGame | undefined;
  const seats = options.seats ?? ['person', quiet, quiet];
  const sat = await sit(seats, {
    seed: options.seed ?? 11,
    ...(options.config === undefined ? {} : { config: options.config }),
    ...(options.scene === undefined ? {} : { scene: options.scene }),
    prepare: (table) => {
      game = new GangupGame(table, 0);
    },
  });
  const [columns, rows] = options.size ?? [80, 24];
  const screen = drawSized(
    <GangupScreen game={game!} bots="quiet" hint={options.hint ?? ''} colour={false} />,
    columns,
    rows,
  );
  open.push(() => {
    sat.table.stop();
    screen.close();
  });
  await drawn();
  return {
    ...sat,
    game: game!,
    screen,
    frame: () => screen.frame(),
    press: async (...keys) => {
      for (const key of keys) {
        screen.press(key);
        await drawn();
      }
    },
  };
}

/** The person does what it prefers of what it may do, else passes, until the screen shows that. */
async function steer(shown: Shown, until: (frame: string) => boolean, ...prefer: string[]): Promise<void> {
  for (let i = 0; i < 60 && (await untilAsked(shown, 0)); i++) {
    await drawn();
    if (until(shown.frame())) return;
    const view = shown.table.view(0);
    const names = shown.table.legal(0).map((code) => gangup.formatAction(view, code).replace(/ #\d+$/, ''));
    const wanted = prefer.find((move) => names.includes(move));
    shown.table.act(0, shown.table.legal(0)[wanted === undefined ? names.length - 1 : names.indexOf(wanted)]!);
  }
  await shown.clock.advance(60_000);
  await drawn();
}

const HANDS = [['lucky-break', 'cement-shoes', 'bum-barry', 'iron-ike'], ['not-so-fast']];
const TABLES = [['two-penny-tom'], ['red', 'slim-jim'], ['milkbottle-meg']];
const scene = (): Scene =>
  new Scene(
    { players: 3 },
    {
      hands: HANDS,
      tables: TABLES,
      status: [9, 6, 5],
      jail: ['doc-mercy'],
      discard: ['traffic-jam'],
      crimes: ['corner-store-stickup'],
    },
  );

describe('the table on the screen', () => {
  test('shows hand, gangs, status tracks, jail, piles, turn, and numbered choices', async () => {
    const { frame } = await show({ scene: scene(), hint: 'a hint' });
    const text = frame();
    expect(text).toMatch(/Gang Up! · turn 1 of 200 · your turn +left: \d+ cards · 25 crimes/);
    expect(text).toMatch(/▸You +■{9}·{11} +9 {2}4c Two Penny Tom/);
    expect(text).toMatch(/ Bo +■{6}·{14} +6 {2}1c Red, Slim Jim|Slim Jim, Red/);
    expect(text).toMatch(/ Cleo +■{5}·{15} +5 {2}0c Milkbottle Meg/);
    expect(text).toMatch(/Jail Doc Mercy \d/);
    expect(text).toContain('Discards: 1');
    expect(text).toContain('No crime is at hand.');
    for (const card of [/\d Lucky Break ▤/, /\d Cement Shoes ☠/, /\d Bum Barry ♟/, /\d Iron Ike ♟/])
      expect(text).toMatch(card);
    expect(text).toContain('a hint');
    expect(text).toContain('Gangster phase: place gangsters');
    expect(text).toMatch(/>1 Place /);
    expect(text).toMatch(/\d Play Cement Shoes/);
    expect(text).toMatch(/\d Go on to phase 3/);
  });

  test.each([
    [80, 24],
    [100, 30],
    [120, 40],
    [160, 50],
    [60, 20],
  ])('fits %i × %i with five at the table and every option', async (columns, rows) => {
    const config = { leaders: true, locations: true, expansion: true };
    const seats = ['person', random, random, random, random] as const;
    const shown = await show({ size: [columns, rows], seats, config, seed: 4 });
    for (let i = 0; i < 3; i++) {
      expect(await untilAsked(shown, 0)).toBe(true);
      await drawn();
      const lines = shown.frame().split('\n');
      expect(lines.length).toBeLessThan(rows);
      for (const line of lines) expect([...line].length).toBeLessThanOrEqual(columns);
      expect(shown.frame()).toContain('>');
      shown.table.act(0, shown.table.legal(0)[0]!);
    }
  });

  test('wide terminals have the log beside the table, high ones a line with its text for each card', async () => {
    const { frame } = await show({ scene: scene(), size: [150, 40], hint: 'a hint' });
    const [first = ''] = frame().split('\n');
    expect(first).toMatch(/Gang Up! .* a hint|Gang Up!/);
    expect(frame()).toMatch(/ \d+ Cement Shoes +☠ +Kill a gangster of another player\./);
  });

  test('shows the crime with its manpower, who is in it, and what one is asked', async () => {
    const shown = await show({ scene: scene() });
    await steer(shown, (frame) => frame.includes('Organize'), 'crime', 'yes', 'done');
    expect(shown.frame()).toMatch(/Crime Corner Store Stickup ⚿ robbery \d, ±\d status {2}You {2}manpower 0 of \d/);
    expect(shown.frame()).toMatch(/Organize Corner Store Stickup: who goes\? Manpower 0 of \d\./);
    shown.table.say(0, 'commit two-penny-tom');
    await untilAsked(shown, 0);
    await drawn();
    expect(shown.frame()).toMatch(/manpower 1 of \d/);
    expect(shown.frame()).toContain('*Two Penny Tom');
  });

  test.each([
    [60, 20],
    [40, 16],
  ])(
    'at %i × %i manpower and requirement are told whole, however long the names before them',
    async (columns, rows) => {
      const long = new Scene({ players: 3 }, { hands: HANDS, tables: TABLES, crimes: ['tommy-gun-crates'] });
      const shown = await show({ scene: long, size: [columns, rows] });
      await steer(shown, (frame) => frame.includes('Organize'), 'crime', 'yes', 'done');
      expect(shown.frame()).toMatch(/^ ?Crime T.*manpower 0 of 3 *$/m);
    },
  );
});

describe('keys', () => {
  test('arrows mark a choice, whose card is told; enter takes it; the log says so', async () => {
    const { frame, press } = await show({ scene: scene() });
    expect(frame()).toMatch(/>1 Place Bum Barry/);
    await press(DOWN);
    expect(frame()).toMatch(/>2 /);
    await press(UP, UP);
    expect(frame()).toMatch(/>\d+ Go on to phase 3/);
    await press(DOWN);
    expect(frame()).toMatch(/Bum Barry \(gangster \d+, male, manpower \d\): /);
    await press('\r');
    expect(frame()).toContain('You place Bum Barry.');
  });

  test('a number takes a choice; a play is put together step by step, and b takes it back', async () => {
    const { frame, press, game, table } = await show({ scene: scene() });
    const number = game.choices.findIndex((choice) => choice.label === 'Play Cement Shoes') + 1;
    await press(String(number));
    expect(frame()).toContain('Cement Shoes: choose a target.');
    expect(frame()).toMatch(/1 (Red|Slim Jim) \(of Bo\)/);
    expect(frame()).toContain('b back');
    await press('b');
    expect(frame()).toContain('Gangster phase');
    expect(table.canGoBack(0)).toBe(false);
    await press('b');
    expect(frame()).toContain('There is no way back');
    await press(String(number), '1');
    expect(frame()).toMatch(/You play Cement Shoes on (Red|Slim Jim) of Bo\./);
  });

  test('with ten choices and more a number is finished with enter', async () => {
    const jail = ['two-penny-tom', 'milkbottle-meg', 'bum-barry'];
    const many = new Scene(
      { players: 2 },
      { hands: [['red', 'slim-jim', 'breakout-ben', 'lucky-break']], jail, status: [9, 5] },
    );
    const { frame, game, press } = await show({ scene: many, seats: ['person', quiet] });
    expect(game.choices.length).toBeGreaterThan(10);
    const { label } = game.choices[9]!;
    await press('1');
    expect(frame()).toContain(' 1…');
    await press('0');
    expect(frame()).toContain(label.replace(/^(Trade|Place|Play)/, (verb) => `You ${verb.toLowerCase()}`));
  });

  test('c, a and t pass from now on; again they end that; while others speak keys say so', async () => {
    const { frame, press, table } = await show({ scene: scene() });
    await press('t');
    expect(table.standing(0)).toBe('turn');
    expect(frame()).toContain('You pass until the turn ends.');
    await press('t');
    expect(table.standing(0)).toBeNull();
    await press('c');
    expect(table.standing(0)).toBe('crime');
    await press('a');
    expect(table.standing(0)).toBeNull();
    await press('a');
    expect(table.standing(0)).toBe('against');
  });

  test('? i w l open panels: keys, the legend, the hand with reasons, the log; any key closes them', async () => {
    const { frame, press } = await show({ scene: scene() });
    await press('?');
    expect(frame()).toContain('First to 20 status wins.');
    expect(frame()).toContain('until a crime is in progress');
    expect(frame().split('\n').length).toBeLessThan(24);
    await press('x', 'i');
    expect(frame()).toContain('☠  Kill: a gangster goes to the resource discard pile');
    expect(frame()).toContain('♟  a gangster');
    expect(frame().split('\n').length).toBeLessThan(24);
    await press('x', 'w');
    expect(frame()).toMatch(/Iron Ike \(gangster \d+, male, manpower \d\)/);
    expect(frame()).toMatch(/Cement Shoes .*\n +now\n/);
    await press('x', 'g');
    expect(frame()).toMatch(/^ ?You\n {3}Two Penny Tom \(gangster 0, male, manpower 1\)\n/);
    expect(frame()).toMatch(/\n Bo\n {3}(Red|Slim Jim) \(gangster \d+, /);
    expect(frame()).toMatch(/\n Jail\n {3}Doc Mercy \(gangster /);
    await press('x', 'l');
    expect(frame()).toContain('Any key: back.');
    await press('x');
    expect(frame()).toContain('Gangster phase');
  });

  test('g tells why an action of the table can’t be used now, of those that the seat may use', async () => {
    const arranged = new Scene({ players: 3 }, { hands: HANDS, tables: [['red'], ['slim-jim'], ['breakout-ben']] });
    const { frame, press } = await show({ scene: arranged, size: [100, 40] });
    await press('g');
    expect(frame()).toMatch(/Red \(gangster[\s\S]*? {3}not now: only while a crime is in progress\n/);
    expect(frame().split('not now').length).toBe(2);
  });

  test('what is longer than the screen has pages, which arrows turn; nothing of a text is left out', async () => {
    const { frame, press, table } = await show({ scene: scene(), size: [60, 12] });
    const shown: string[] = [];
    await press('g');
    const pages = Number(/Page 1 of (\d+)/.exec(frame())?.[1]);
    expect(pages).toBeGreaterThan(1);
    for (let page = 1; page <= pages; page++) {
      expect(frame()).toContain(`Page ${page} of ${pages}`);
      expect(frame().split('\n').length).toBeLessThan(12);
      shown.push(...frame().split('\n').slice(0, -1));
      await press(DOWN);
    }
    expect(frame()).toContain(`Page 1 of ${pages}`);
    await press(UP);
    expect(frame()).toContain(`Page ${pages} of ${pages}`);
    const { data } = table.view(0).cards;
    const text = shown.map((line) => line.trim()).join(' ');
    for (const id of ['red', 'slim-jim', 'doc-mercy', 'milkbottle-meg'])
      expect(text).toContain(cardLine(data.find((card) => card.id === id)!));
    await press('x');
    expect(frame()).toContain('Gangster phase');
  });

  test('a marked choice that its column cuts short is told in full', async () => {
    const jail = ['two-penny-tom', 'milkbottle-meg', 'card-sharp-cleo'];
    const long = new Scene({ players: 2 }, { hands: [['switchblade-stella', 'lady-lockwood']], jail, status: [9, 5] });
    const { frame, game, press } = await show({ scene: long, seats: ['person', quiet] });
    const label = 'Trade Switchblade Stella for Milkbottle Meg';
    const at = game.choices.findIndex((choice) => choice.label === label);
    expect(at).toBeGreaterThan(0);
    expect(frame()).not.toContain(label);
    for (let i = 0; i < at; i++) await press(DOWN);
    expect(frame()).toContain(label);
  });

  test('other keys say what to press, and q and Ctrl-C leave', async () => {
    const { frame, game, press } = await show({ scene: scene() });
    await press('z');
    expect(frame()).toContain('Press ? for the keys.');
    await press('9');
    expect(frame()).toContain('There is no choice 9.');
    let left = false;
    void game.done().then(() => {
      left = true;
    });
    await press('\u0003');
    expect(left).toBe(true);
    expect(game.left).toBe(true);
  });
});

describe('the end', () => {
  test('names the winner, the standing, and offers another game', async () => {
    const near = new Scene(
      { players: 2 },
      {
        hands: [['lucky-break']],
        tables: [['two-penny-tom', 'milkbottle-meg']],
        crimes: ['marked-deck-night'],
        status: [19, 3],
      },
    );
    const shown = await show({ scene: near, seats: ['person', quiet] });
    await steer(
      shown,
      (frame) => frame.includes('win'),
      'crime',
      'yes',
      'commit two-penny-tom',
      'commit milkbottle-meg',
      'done',
    );
    expect(shown.frame()).toContain('You win!');
    expect(shown.frame()).toMatch(/You +■{20} 2\d\/20/);
    expect(shown.frame()).toContain('n: another game');
    await shown.press('n');
    expect([shown.game.again, shown.game.left]).toEqual([true, true]);
    expect(shown.game.ending).toEqual({ winners: [0], reason: 'status' });
  });
});

describe('nothing hidden is on the screen', () => {
  test('two worlds that look the same to the seat are drawn the same, panels included', async () => {
    const one = scene();
    const view = gangup.createView(one.state.config);
    gangup.view(one.state, 0, view);
    const frames = async (state: Scene): Promise<string[]> => {
      const shown = await show({ scene: state, size: [140, 45] });
      const all = [shown.frame()];
      for (const key of ['w', 'x', 'g', 'x', 'l', 'x']) {
        await shown.press(key);
        all.push(shown.frame());
      }
      await shown.press(String(shown.game.choices.length));
      await shown.clock.advance(300);
      await drawn();
      all.push(shown.frame());
      return all;
    };
    const expected = await frames(one);
    for (const seed of [1, 2]) {
      const other = scene();
      // Hands of the others and piles are dealt anew; nobody can answer, so the same is told.
      gangup.imagine(view, new Rng(seed), other.state);
      expect(await frames(other), `seed ${seed}`).toEqual(expected);
    }
  });

  test('no card of another hand is ever named while it is hidden', async () => {
    const shown = await show({ seats: ['person', random], seed: 21, size: [140, 45] });
    const { match } = shown.table as unknown as {
      match: { state: { hand: Int32Array; handCapacity: number; handCount: Int32Array; known: Int32Array } };
    };
    let looked = 0;
    for (let i = 0; i < 12 && (await untilAsked(shown, 0)); i++) {
      await drawn();
      const view = shown.table.view(0);
      const { state } = match;
      const theirs = [...state.hand.subarray(state.handCapacity, state.handCapacity + state.handCount[1]!)];
      const elsewhere = new Set([...view.hand, ...view.jail, ...view.slotCard, ...view.knows]);
      const table = shown
        .frame()
        .split('\n')
        .map((line) => line.slice(0, 86))
        .join('\n');
      for (const card of theirs) {
        if (elsewhere.has(card) || shown.game.lastDiscard === card) continue;
        expect(table).not.toContain(view.cards.name(card));
        looked++;
      }
      shown.table.act(0, shown.table.legal(0)[0]!);
    }
    expect(looked).toBeGreaterThan(10);
  });
});
