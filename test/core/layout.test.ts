import { describe, expect, it } from 'vitest';
import { type FieldSpec, Layout } from '../../src/core/layout.js';

const fields: FieldSpec[] = [
  { name: 'round', dims: [{ name: 'round', size: 4 }], meaning: 'one-hot round', range: [0, 1] },
  { name: 'equity', dims: [], meaning: 'equity', range: [0, 1] },
  {
    name: 'chips',
    dims: [
      { name: 'seat', size: 3 },
      { name: 'chip', size: 2 },
    ],
    meaning: 'who holds what',
    range: [-1, 1],
  },
];

describe('a layout', () => {
  const layout = new Layout('test', 1, fields);

  it('places its fields one after the other', () => {
    expect(layout.fields.map(({ name, offset, size }) => [name, offset, size])).toEqual([
      ['round', 0, 4],
      ['equity', 4, 1],
      ['chips', 5, 6],
    ]);
    expect(layout.size).toBe(11);
    expect(layout.offset('chips')).toBe(5);
    expect(() => layout.offset('chip')).toThrow('layout test has no field chip');
  });

  it('refuses a name that is there twice', () => {
    expect(() => new Layout('test', 1, [...fields, fields[0]!])).toThrow('declares round twice');
  });

  it('has a hash that is the same tomorrow, and another for any change of name, version, order, shape, meaning or range', () => {
    expect(layout.hash).toBe('8bd27048b57129fd');
    const others = [
      new Layout('other', 1, fields),
      new Layout('test', 2, fields),
      new Layout('test', 1, [fields[1]!, fields[0]!, fields[2]!]),
      new Layout('test', 1, [fields[0]!, fields[1]!]),
      new Layout('test', 1, [{ ...fields[0]!, dims: [{ name: 'round', size: 5 }] }, fields[1]!, fields[2]!]),
      new Layout('test', 1, [{ ...fields[0]!, meaning: 'one-cold round' }, fields[1]!, fields[2]!]),
      new Layout('test', 1, [{ ...fields[0]!, range: [0, 2] }, fields[1]!, fields[2]!]),
    ];
    expect(new Set([layout, ...others].map(({ hash }) => hash)).size).toBe(8);
  });

  it('checks a vector: length, ranges, numbers that are none', () => {
    const vector = new Float32Array(13).fill(0.5);
    layout.check(vector);
    layout.check(vector, 2);
    expect(() => layout.check(vector, 3)).toThrow('10 numbers for 11');
    vector[4] = 1.5;
    expect(() => layout.check(vector)).toThrow('test.equity[0] is 1.5, not in 0…1');
    vector[4] = Number.NaN;
    expect(() => layout.check(vector)).toThrow('test.equity[0] is NaN');
    vector[4] = 0;
    vector[10] = -2;
    expect(() => layout.check(vector)).toThrow('test.chips[5] is -2, not in -1…1');
  });

  it('writes its own documentation', () => {
    expect(layout.toMarkdown()).toContain('| 5 | chips | seat 3 × chip 2 | -1…1 | who holds what |');
    expect(layout.toMarkdown()).toContain(`### test (11 numbers, hash \`${layout.hash}\`)`);
  });
});
