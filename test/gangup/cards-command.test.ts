import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allShown, checkLines, checkPacks, findCards, listLines, showLines } from '../../src/cli/cards-run.js';

test('cards list and show name every card and what it does', () => {
  const cards = allShown(['shipped']);
  const lines = listLines(cards);
  expect(lines.length).toBe(cards.length);
  expect(lines.find((line) => line.includes('Cement Shoes'))).toContain('Kill a gangster of another player');
  expect(showLines(findCards(['shipped'], ['breakout ben'])).join('\n')).toContain(
    'As printed: Add 1 Gangster from Jail',
  );
  expect(() => findCards(['shipped'], ['nobody'])).toThrow(/no such card/);
  expect(() => allShown(['/no/such/pack.json'])).toThrow(/can't be read/);
});

test('cards check tells every error with file, card, path and what is allowed', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hench-cards-'));
  try {
    const file = join(directory, 'mine.json');
    const card = { kind: 'influence', id: 'boom', name: 'Boom', source: 'house', text: '', status: 1 };
    const cards = [
      { ...card, play: { do: [{ op: 'explode' }] } },
      { ...card, id: 'bang', status: 99, play: { do: [{ op: 'draw', who: 'user', n: 1 }] } },
    ];
    writeFileSync(file, JSON.stringify({ format: 'hench-gangup-pack', version: 1, name: 'Mine', cards }));
    const [report] = checkPacks([file]);
    expect(report!.errors.length).toBe(2);
    expect(report!.errors[0]).toContain('cards[0] (boom).play.do[0].op');
    expect(report!.errors[0]).toContain('kill');
    expect(report!.errors[1]).toContain('cards[1] (bang).status');
    expect(checkLines([report!])[0]).toContain('2 errors');
  } finally {
    rmSync(directory, { recursive: true });
  }
});
