import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkPacks } from '../../src/cli/cards-run.js';
import {
  buildCards,
  cardsOf,
  parseGangupConfig,
  readPack,
  readPackFile,
  SHIPPED,
  trainable,
} from '../../src/gangup/index.js';
import { BROKEN, brokenFiles, crime, gangster, good, influence } from './broken.js';

describe('broken packs', () => {
  test.each(BROKEN)('%s is refused in one sentence with its path', (_name, json, message) => {
    const read = readPack(json, 'mine.json');
    const cards = read.ok ? buildCards([{ file: 'mine.json', pack: read.value }]) : read;
    expect(cards.ok).toBe(false);
    if (cards.ok) return;
    for (const error of cards.error) {
      expect(error.path).toContain('mine.json');
      expect(error.message.length).toBeLessThan(600);
      expect(`${error.path}${error.message}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
    }
    expect(cards.error.map((e) => `${e.path} ${e.message}`).join('\n')).toMatch(message);
    expect(parseGangupConfig({ players: 2, packs: [json] }).ok).toBe(false);
  });

  test('cards check refuses them all, with the file in every sentence', () => {
    const directory = mkdtempSync(join(tmpdir(), 'hench-packs-'));
    try {
      for (const [name, json] of BROKEN) {
        const file = join(directory, 'mine.json');
        writeFileSync(file, JSON.stringify(json));
        const [report] = checkPacks([file]);
        expect(report!.errors.length, name).toBeGreaterThan(0);
        for (const error of report!.errors) expect(error, name).toContain(file);
      }
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test('packs with cards of the same id are not played together, and what to do is said', () => {
    const clash = parseGangupConfig({ players: 2, packs: [good, { ...good, name: 'other' }] });
    expect(clash.ok ? '' : clash.error.message).toMatch(/^is used before, in /);
    expect(clash.ok ? '' : clash.error.hint).toBe('Give it another id: cards that are played together have one each.');
  });

  test('the good one is taken', () => {
    expect(readPack(good, 'mine.json').ok).toBe(true);
    expect(parseGangupConfig({ players: 2, packs: [good], jailStart: 1 }).ok).toBe(true);
  });

  test('files that are missing, no file, no JSON, no UTF-8, too big, or have keys such as __proto__', () => {
    const directory = mkdtempSync(join(tmpdir(), 'hench-packs-'));
    try {
      for (const [name, file, message] of brokenFiles(directory)) {
        const read = readPackFile(file);
        expect(read.ok, name).toBe(false);
        if (read.ok) continue;
        expect(read.error[0]!.message, name).toMatch(message);
        expect(read.error[0]!.path, name).toContain(file);
      }
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test('cards check names every error of form and of meaning, not only the first', () => {
    const directory = mkdtempSync(join(tmpdir(), 'hench-packs-'));
    try {
      const file = join(directory, 'mine.json');
      const cards = [
        { ...crime, status: -1 },
        { ...influence, id: 'ghost', play: { do: [{ op: 'kill', what: 'ghost' }] } },
        { ...gangster, gender: 'x' },
      ];
      writeFileSync(file, JSON.stringify({ ...good, cards }));
      const [report] = checkPacks([file]);
      expect(report!.errors.length).toBe(3);
      for (const [i, part] of [
        'cards[0] (deed).status',
        'cards[2] (guy).gender',
        'cards[1] (ghost).play.do[0].what',
      ].entries()) {
        expect(report!.errors[i]).toContain(part);
      }
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test('an unimplemented card loads, does nothing, and is named', () => {
    const pack = { ...good, cards: [crime, gangster, { ...influence, play: undefined, unimplemented: true }] };
    const read = readPack(pack, 'mine.json');
    const cards = read.ok ? buildCards([{ file: 'mine.json', pack: read.value }]) : read;
    if (!cards.ok) throw new Error(cards.error[0]!.message);
    expect(cards.value.unimplemented).toEqual(['word']);
    const config = parseGangupConfig({
      players: 2,
      packs: [{ ...pack, cards: [...pack.cards, { ...gangster, id: 'more' }] }],
      jailStart: 1,
    });
    if (!config.ok) throw new Error(config.error.message);
    const may = trainable(config.value);
    expect(may.ok).toBe(false);
    if (!may.ok) expect(may.error.message).toMatch(/unimplemented.*word/);
    // The card bars its pack, even where the table leaves it out.
    const apart = { ...pack, cards: [...pack.cards.slice(0, 2), { ...pack.cards[2], set: 'expansion' }] };
    const without = parseGangupConfig({ players: 2, packs: [SHIPPED, apart] });
    expect(without.ok && [cardsOf(without.value).unimplemented, trainable(without.value).ok]).toEqual([[], false]);
    const sound = parseGangupConfig({ players: 2, packs: [good], jailStart: 1 });
    expect(sound.ok && trainable(sound.value).ok).toBe(true);
  });
});
