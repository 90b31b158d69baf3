import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import {
  allShown,
  checkLines,
  checkPacks,
  findCards,
  listLines,
  madeUp,
  showLines,
  template,
} from '../../src/cli/cards-run.js';
import {
  cardsOf,
  cardText,
  type PackData,
  parseGangupConfig,
  readPack,
  SHIPPED,
  SIGNS,
  trainable,
} from '../../src/gangup/index.js';
import { hench, MAIN } from '../support/cli.js';
import { crime, gangster, good } from './broken.js';
import { playRandom } from './support.js';

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

test('the icon card and the three blanks lie in the box', () => {
  const legends = allShown(['shipped']).filter((card) => 'signs' in card);
  expect(legends.length).toBe(1);
  const [legend] = legends;
  if (legend === undefined || !('signs' in legend)) throw new Error('no legend');
  expect([legend.set, legend.signs.map((sign) => sign.of)]).toEqual(['expansion', [...SIGNS]]);
  const shown = showLines(findCards(['shipped'], ['icon card'])).join('\n');
  for (const { sign } of legend.signs) expect(shown).toContain(`${sign}  `);
  expect(shown).toContain('Cancel: the effect of the last influence or action is ignored');
  expect(listLines([legend])[0]).toMatch(/^legend {5}Icon Card/);
  const { cards } = template().pack as PackData;
  expect(cards.map((card) => card.kind)).toEqual(['gangster', 'influence', 'crime']);
});

test('the three blanks are written out, filled in, checked and played with', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hench-blanks-'));
  try {
    const file = join(directory, 'mine.json');
    const pack = template().pack as PackData;
    writeFileSync(file, JSON.stringify(pack));
    const [blank] = checkPacks([file]);
    expect(blank!.errors).toEqual([]);
    expect(blank!.notes.length).toBe(3);
    const options = { players: 3, expansion: true, packs: [SHIPPED, file] };
    const before = parseGangupConfig(options);
    if (!before.ok) throw new Error(before.error.message);
    expect(trainable(before.value).ok).toBe(false);
    // Filled in: no longer marked, with the text that the data says.
    const mine = pack.cards.map(({ unimplemented, ...card }, i) => ({ ...card, id: `mine-${i}` })) as PackData['cards'];
    const read = readPack({ ...pack, cards: mine }, file);
    if (!read.ok) throw new Error(read.error[0]!.message);
    for (const card of read.value.cards) card.text = cardText(card);
    writeFileSync(file, JSON.stringify(read.value));
    const [filled] = checkPacks([file]);
    expect([filled!.errors, filled!.notes]).toEqual([[], []]);
    const [first] = read.value.cards;
    if (first?.kind !== 'gangster' || first.abilities[0]?.type !== 'action') throw new Error('no action to change');
    const cheap = { ...first, abilities: [{ ...first.abilities[0], cost: 2 }], text: first.text.replace('3', '2') };
    writeFileSync(join(directory, 'cheap.json'), JSON.stringify({ ...read.value, cards: [cheap] }));
    const [free] = checkPacks([join(directory, 'cheap.json')]);
    expect([free!.errors, free!.notes]).toEqual([
      [],
      [expect.stringMatching(/^mine-0: .*costs 2 .*give back up to 2/)],
    ]);
    const after = parseGangupConfig(options);
    if (!after.ok) throw new Error(after.error.message);
    expect(trainable(after.value).ok).toBe(true);
    const { data } = cardsOf(after.value);
    const seen = new Set<string>();
    for (let seed = 0; seed < 60 && seen.size < 3; seed++) {
      playRandom(after.value, seed, undefined, (event) => {
        if (!('card' in event) || !['place', 'play', 'crime'].includes(event.type)) return;
        if (data[event.card]!.id.startsWith('mine-')) seen.add(data[event.card]!.id);
      });
    }
    expect([...seen].toSorted()).toEqual(['mine-0', 'mine-1', 'mine-2']);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('cards check tells which cards players would mix up, as they have one name', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hench-names-'));
  try {
    const file = join(directory, 'mine.json');
    const twin = { ...gangster, id: 'other', name: gangster.name.toUpperCase() };
    writeFileSync(file, JSON.stringify({ ...good, cards: [crime, gangster, twin] }));
    const [report] = checkPacks([file]);
    expect([report!.errors, report!.notes]).toEqual([
      [],
      [expect.stringMatching(/^other: its name "GUY" is that of guy too/)],
    ]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test.each(['generate', 'design'] as const)('a pack of cards %s says on each card what it does', async (how) => {
  const { pack, advice } = await madeUp(how, 5);
  expect(advice).toMatch(/^The pack of seed \d+/);
  const read = readPack(pack, 'made up');
  if (!read.ok) throw new Error(read.error[0]!.message);
  for (const card of read.value.cards) expect(card.text).toBe(cardText(card));
  expect(read.value.cards.filter((card) => card.text !== '').length).toBeGreaterThan(40);
});

test('cards design prints a pack that cards check calls sound', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hench-cards-'));
  try {
    const made = await hench(['cards', 'design', '--seed', '7'], directory);
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('The pack of seed 7. ')]);
    writeFileSync(join(directory, 'seven.json'), made.stdout);
    const check = await hench(['cards', 'check', 'seven.json'], directory);
    expect([check.code, check.stdout.trim()]).toEqual([0, 'seven.json: 94 cards, all sound']);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('a pack is printed whole where nobody hears what is said about it', async () => {
  const child = spawn(process.execPath, [MAIN, 'cards', 'template'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stderr.destroy();
  const [text, [code]] = await Promise.all([readAll(child.stdout), once(child, 'close')]);
  expect([code, JSON.parse(text)]).toEqual([0, template().pack]);
});

test('cards list lists the files that it is given, else the shipped pack', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hench-cards-'));
  try {
    writeFileSync(join(directory, 'mine.json'), JSON.stringify(template().pack));
    const own = await hench(['cards', 'list', 'mine.json'], directory);
    expect(own.code).toBe(0);
    expect(own.stdout.trim().split('\n').length).toBe(3);
    const both = await hench(['cards', 'list', 'mine.json', '--packs', 'shipped', '--json'], directory);
    const { cards } = JSON.parse(both.stdout) as { cards: { id: string }[] };
    expect(cards.length).toBe(allShown([SHIPPED]).length + 3);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('a pack that is too small for a table is pointed to the shipped one', () => {
  const config = parseGangupConfig({ players: 3, packs: [template().pack] });
  expect(config.ok ? '' : config.error.hint).toContain('shipped');
});
