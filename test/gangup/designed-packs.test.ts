import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { designPack } from '../../src/gangup/design-pack.js';
import { type CardData, cardsBackMax, cardText, type PackData, readPack } from '../../src/gangup/index.js';
import { balancedPacks } from '../../training/gangup-packs.js';
import { reproducibly } from '../support/statistics.js';
import { generatedPacksTest } from './generated-packs.js';

generatedPacksTest(0, 20, designPack, 'designed packs');

const made = new Map<number, PackData['cards']>();

function cardsOf(seed: number): PackData['cards'] {
  const known = made.get(seed);
  if (known !== undefined) return known;
  const read = readPack(designPack(seed), 'designed');
  if (!read.ok) throw new Error(read.error.map((e) => `${e.path} ${e.message}`).join('\n'));
  made.set(seed, read.value.cards);
  return read.value.cards;
}

const ofKind = <K extends CardData['kind']>(cards: readonly CardData[], kind: K): Extract<CardData, { kind: K }>[] =>
  cards.filter((card): card is Extract<CardData, { kind: K }> => card.kind === kind);

const SEEDS = Array.from({ length: 60 }, (_, i) => 100 + i);

test('a designed pack has the cards of a whole game, and every influence and asset does something', () => {
  for (const seed of SEEDS) {
    reproducibly(`pack ${seed}`, () => {
      const cards = cardsOf(seed);
      const counts = (['crime', 'gangster', 'influence', 'leader', 'location'] as const).map(
        (kind) => ofKind(cards, kind).length,
      );
      expect(counts).toEqual([25, 35, 26, 5, 3]);
      expect(new Set(cards.map(({ name }) => name)).size).toBe(cards.length);
      for (const card of [...ofKind(cards, 'influence'), ...ofKind(cards, 'leader'), ...ofKind(cards, 'location')]) {
        expect(cardText(card), card.id).not.toBe('');
      }
      const copies = ofKind(cards, 'influence').reduce((sum, card) => sum + card.copies, 0);
      expect(copies).toBeGreaterThanOrEqual(32);
      expect(copies).toBeLessThanOrEqual(60);
      expect(ofKind(cards, 'influence').filter(({ play }) => play?.window === 'cancel').length).toBe(3);
    });
  }
});

test('its crimes rise from easy ones that anybody may begin to hard ones that promise more', () => {
  for (const seed of SEEDS) {
    reproducibly(`pack ${seed}`, () => {
      const crimes = ofKind(cardsOf(seed), 'crime');
      const mean = (list: readonly number[]): number => list.reduce((sum, x) => sum + x, 0) / list.length;
      const [easy, hard] = [crimes.slice(0, 6), crimes.slice(-6)];
      expect(easy.map(({ status }) => status)).toEqual([0, 0, 0, 0, 0, 0]);
      for (const key of ['status', 'manpower', 'reward'] as const) {
        expect(mean(hard.map((card) => card[key]))).toBeGreaterThan(mean(easy.map((card) => card[key])) + 1);
      }
      const types = crimes.map(({ type }) => type);
      for (const type of new Set(types)) expect(types.filter((other) => other === type).length).toBeLessThan(8);
    });
  }
});

test('many gangsters can be placed from the start, and what they can do has its number', () => {
  const gangsters = SEEDS.flatMap((seed) => ofKind(cardsOf(seed), 'gangster'));
  expect(gangsters.filter(({ status }) => status <= 1).length).toBeGreaterThanOrEqual(12 * SEEDS.length);
  const strong = gangsters.filter(({ manpower }) => manpower === 2).map(({ status }) => status);
  const plain = gangsters.filter(({ manpower, abilities }) => manpower === 1 && abilities.length === 0);
  const mean = (list: readonly number[]): number => list.reduce((sum, x) => sum + x, 0) / list.length;
  expect(mean(strong)).toBeGreaterThan(mean(plain.map(({ status }) => status)) + 2);
});

test('no action gives back the cards that it costs, so that none goes on for ever (R-FUEL)', () => {
  const owned = SEEDS.flatMap((seed) => cardsOf(seed)).flatMap((card) =>
    card.kind === 'gangster' || card.kind === 'leader' || card.kind === 'location' ? card.abilities : [],
  );
  const actions = owned.flatMap((ability) => (ability.type === 'action' ? [ability] : []));
  expect(actions.length).toBeGreaterThan(10 * SEEDS.length);
  expect(actions.some((action) => cardsBackMax(action) > 0)).toBe(true);
  for (const action of actions) expect(action.cost, JSON.stringify(action)).toBeGreaterThan(cardsBackMax(action));
});

test('where the seeds end before a balanced pack is found, that is said', () => {
  const last = Number.MAX_SAFE_INTEGER;
  const empty = (): object => ({ format: 'hench-gangup-pack', version: 1, name: 'empty', cards: [] });
  expect(() => balancedPacks(1, last - 2, undefined, empty)).toThrow(
    `seed ${last - 2}: there are 0 roughly balanced packs up to the last seed, not 1. Begin at a smaller one.`,
  );
});

test('the same seed gives the same pack, which models in cards and pages are made with; other seeds give others', () => {
  const hash = (seed: number): string =>
    createHash('sha256')
      .update(JSON.stringify(designPack(seed)))
      .digest('hex');
  expect(hash(7)).toBe(hash(7));
  expect(hash(7).slice(0, 16)).toBe('404b5ac76c2211f3');
  expect(new Set(SEEDS.map(hash)).size).toBe(SEEDS.length);
});
