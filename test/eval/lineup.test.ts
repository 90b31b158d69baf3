import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLineup, parseLineup, rotations } from '../../eval/lineup.js';

const read = (text: string): string[] => {
  const lineup = parseLineup(text);
  if (!lineup.ok) throw new Error(lineup.error.message);
  return lineup.value;
};

describe('a line-up', () => {
  it('names who sits, in order', () => {
    expect(read('full*3+greedy')).toEqual(['full', 'full', 'full', 'greedy']);
    expect(read('a+b+a')).toEqual(['a', 'b', 'a']);
    expect(read(' full * 2 + ./my-bot.js + model:runs/a*1 ')).toEqual(['full', 'full', './my-bot.js', 'model:runs/a']);
    expect(read('model:runs/a*2+model:runs/b*2')).toHaveLength(4);
    expect(read('full?temperature=0.5*3')).toEqual(Array(3).fill('full?temperature=0.5'));
  });

  it('is refused with a sentence when it is none', () => {
    for (const text of [
      '',
      '+',
      'full*',
      'full*0',
      '*3',
      'full*3+',
      'full**3',
      'full*11',
      'full*2',
      'full*999999999',
      '3*full*+',
    ]) {
      const lineup = parseLineup(text);
      expect(lineup.ok, text).toBe(false);
      if (lineup.ok) continue;
      expect(lineup.error.code).toBe('lineup/form');
      expect(lineup.error.hint).toContain('full*3+greedy');
    }
  });

  it('written in its shortest form is read back', () => {
    expect(formatLineup(['full', 'full', 'full', 'greedy'])).toBe('full*3+greedy');
    expect(formatLineup(['a', 'b', 'a'])).toBe('a+b+a');
    const name = fc.stringMatching(/^[a-z][a-z0-9:./?=-]{0,11}$/);
    fc.assert(
      fc.property(fc.array(name, { minLength: 3, maxLength: 10 }), (agents) => {
        expect(read(formatLineup(agents))).toEqual(agents);
      }),
      { numRuns: 500, seed: 3 },
    );
  });

  it('never throws and never has other than 3 to 10 named seats, whatever is written', () => {
    const piece = fc.constantFrom('full', '+', '*', '3', '0', ' ', 'model:', './x', '99', '\n', '-1', '1e3');
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (input) => {
        const lineup = parseLineup(input);
        if (!lineup.ok) return lineup.error.message !== '';
        return (
          lineup.value.length >= 3 && lineup.value.length <= 10 && lineup.value.every((name) => name.trim() !== '')
        );
      }),
      { numRuns: 5000, seed: 4 },
    );
  });
});

describe('rotations', () => {
  const seated = (agents: string[]): string[] => rotations(agents).map((r) => r.map((place) => agents[place]).join(''));

  it('are the different ways to sit as everybody moves on', () => {
    expect(seated(['a', 'a', 'a', 'a'])).toEqual(['aaaa']);
    expect(seated(['a', 'a', 'a', 'b'])).toEqual(['aaab', 'aaba', 'abaa', 'baaa']);
    expect(seated(['a', 'b', 'a', 'b'])).toEqual(['abab', 'baba']);
    expect(seated(['a', 'a', 'b', 'b'])).toEqual(['aabb', 'abba', 'bbaa', 'baab']);
  });

  it('seat everybody of the line-up once', () => {
    for (const seating of rotations(['a', 'b', 'c', 'a', 'b'])) expect(seating.toSorted()).toEqual([0, 1, 2, 3, 4]);
  });
});
