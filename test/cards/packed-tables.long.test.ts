import { expect, test } from 'vitest';
import { encodeDisplacements, findDisplacements } from '../../src/cards/displace.js';
import { DISPLACEMENTS8 } from '../../src/cards/displacements.js';
import { PACKING8 } from '../../src/cards/rank-keys.js';

test('the search finds the displacements of eight cards again', () => {
  expect(encodeDisplacements(findDisplacements(PACKING8), PACKING8.shift)).toBe(DISPLACEMENTS8);
});
