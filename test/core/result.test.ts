import { describe, expect, it } from 'vitest';
import { assertNever, BadInputError, unwrap } from '../../src/core/errors.js';
import { ActionList } from '../../src/core/game.js';
import { fail, formatInputError, inputError, ok } from '../../src/core/result.js';

describe('an input error', () => {
  it('says where, what and what to do, as far as it knows', () => {
    expect(formatInputError(inputError('c', 'game.json', 'is not JSON.', 'Write JSON.'))).toBe(
      'game.json: is not JSON. Write JSON.',
    );
    expect(formatInputError(inputError('c', '', 'Something is wrong.'))).toBe('Something is wrong.');
  });

  it('travels as a result, or is thrown where none can', () => {
    expect(unwrap(ok(3))).toBe(3);
    const error = inputError('config/value', 'config.players', 'should be at least 3.', 'Use 3 to 6.');
    expect(() => unwrap(fail(error))).toThrow(BadInputError);
    try {
      unwrap(fail(error));
    } catch (thrown) {
      expect((thrown as BadInputError).error).toBe(error);
      expect((thrown as BadInputError).message).toBe('config.players: should be at least 3. Use 3 to 6.');
    }
  });
});

it('a closed switch that meets something else says what', () => {
  expect(() => assertNever({ type: 'new' } as never)).toThrow('unexpected value {"type":"new"}');
});

describe('an action list', () => {
  it('holds what was pushed since it was cleared', () => {
    const list = new ActionList(2);
    list.push(7);
    list.push(9);
    expect(list.toArray()).toEqual([7, 9]);
    expect([list.includes(9), list.includes(8), list.at(1)]).toEqual([true, false, 9]);
    list.clear();
    list.push(8);
    expect(list.toArray()).toEqual([8]);
    expect(list.includes(9)).toBe(false);
    expect(() => list.at(1)).toThrow(RangeError);
  });
});
