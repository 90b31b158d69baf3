import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { chooseGame, chooseTable, type Keyboard } from '../../src/cli/play/menu.js';
import { parseGangConfig } from '../../src/gang/config.js';

/** A keyboard on which these keys are pressed, one after the other. */
class Keys extends EventEmitter implements Keyboard {
  readonly raw: boolean[] = [];
  paused = false;

  constructor(private readonly keys: readonly string[]) {
    super();
  }

  setRawMode(raw: boolean): void {
    this.raw.push(raw);
  }

  setEncoding(): void {}

  resume(): void {
    setImmediate(() => {
      for (const key of this.keys) this.emit('data', key);
    });
  }

  pause(): void {
    this.paused = true;
  }
}

describe('the menu of games', () => {
  test.each([
    [['1'], 'gang'],
    [['2'], 'gangup'],
    [['\r'], 'gang'],
    [['x', '7', '2'], 'gangup'],
    [['q'], null],
    [['\u0003'], null],
  ])('keys %j choose %s', async (keys, game) => {
    const keyboard = new Keys(keys);
    let text = '';
    expect(
      await chooseGame(keyboard, (part) => {
        text += part;
      }),
    ).toBe(game);
    expect(text).toContain('1  The Gang');
    expect(text).toContain('2  Gang Up!');
    expect(keyboard.raw).toEqual([true, false]);
    expect(keyboard.paused).toBe(true);
    expect(keyboard.listenerCount('data')).toBe(0);
  });
});

describe('the menu of tables', () => {
  const why = (table: object): string | null => {
    const read = parseGangConfig(table);
    return read.ok ? null : read.error.message;
  };

  test.each([
    [['\r'], { players: 4, mode: 'basic', variant: 'holdem', dealer: 0 }],
    [['m', 'p', 't', 'u', '\r'], { players: 5, mode: 'advanced', tools: true, vaults: true }],
    [['v', 'j', 'd', '\r'], { variant: 'omaha', jokers: true, dealer: 1 }],
    [['m', 'q'], null],
  ])('keys %j make %j', async (keys, expected) => {
    const keyboard = new Keys(keys);
    const table = await chooseTable(keyboard, () => {}, why);
    if (expected === null) expect(table).toBeNull();
    else expect(table).toMatchObject(expected);
    expect(keyboard.paused).toBe(true);
    expect(keyboard.listenerCount('data')).toBe(0);
  });

  test('what cannot be combined is told, and can be changed (R-COMBO)', async () => {
    let text = '';
    const write = (part: string): void => {
      text += part;
    };
    const table = await chooseTable(new Keys(['d', 'v', 'v', '\r', 'd', 'd', 'd', '\r']), write, why);
    expect(text).toContain('clashes with variant');
    expect(table).toMatchObject({ variant: 'stud', dealer: 0 });
  });
});
