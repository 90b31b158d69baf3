import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { chooseGame, type Keyboard } from '../../src/cli/play/menu.js';

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
