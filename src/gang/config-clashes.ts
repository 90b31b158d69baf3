import { type InputError, inputError } from '../core/result.js';
import type { GangConfig } from './config.js';
import { hasWindows, type ToolCard } from './modifiers/custom-tools.js';
import type { Modifier } from './modifiers/modifier.js';
import { findModifier, MODIFIERS, modifiersFor } from './modifiers/registry.js';
import { bringsSpecialists, modifiersOf, needsTooMany, standingCards } from './plan.js';
import { DECK_SIZE } from './words.js';

/** R-COMBO: what the configuration asks for that can't be played together, and why; null when it can be played. */
export function findClash(config: GangConfig): InputError | null {
  return (
    toolCardClash(config) ??
    unknownActive(config) ??
    dealerClash(config) ??
    exitClash(config) ??
    activeClash(config) ??
    missing(config) ??
    deckClash(config)
  );
}

/** The first key is where the error is said to be; the others are named in its sentence. */
function clash(keys: readonly (keyof GangConfig)[], why: string, hint: string): InputError {
  const [first, ...others] = keys;
  return inputError('config/clash', `config.${first}`, `clashes with ${others.join(' and ')}: ${why}`, hint);
}

/** A user's tool cards: each with an id of its own, in the place of another tool, with windows only where it has any. */
function toolCardClash(config: GangConfig): InputError | null {
  if (typeof config.tools === 'boolean') return null;
  const ids = new Set(MODIFIERS.map((m) => m.id));
  const replaced = new Set<string>();
  for (const [i, card] of config.tools.entries()) {
    const bad = (key: keyof ToolCard, message: string, hint: string): InputError =>
      inputError('config/tools', `config.tools.${i}.${key}`, message, hint);
    if (ids.has(card.id)) return bad('id', `there is a card ${JSON.stringify(card.id)} already.`, 'Use another id.');
    if (replaced.has(card.replaces)) {
      return bad('replaces', `${card.replaces} is replaced twice.`, 'Replace each tool by one card.');
    }
    if (card.windows !== undefined && !hasWindows(card.effect)) {
      return bad('windows', `${card.effect} isn't used in a window.`, 'Leave `windows` out.');
    }
    ids.add(card.id);
    replaced.add(card.replaces);
  }
  return null;
}

function unknownActive(config: GangConfig): InputError | null {
  for (const [i, id] of config.active.entries()) {
    const modifier = modifiersFor(config).find((m) => m.id === id);
    const path = `config.active.${i}`;
    if (modifier === undefined) {
      const ids = modifiersFor(config)
        .filter(isCard)
        .map((m) => m.id);
      return inputError('config/active', path, `there is no card ${JSON.stringify(id)}.`, `Cards: ${ids.join(', ')}.`);
    }
    if (!isCard(modifier)) {
      return inputError('config/active', path, `${modifier.name} is no card.`, `Use the key \`${modifier.kind}\`.`);
    }
    if (config.active.indexOf(id) !== i) {
      return inputError('config/active', path, `${modifier.name} is named twice.`, 'Name each card once.');
    }
  }
  const tools = config.active.filter((id) => findModifier(id)!.kind === 'tool').length;
  if (tools > config.players) {
    return clash(['active', 'players'], `${tools} tools for ${config.players} players.`, 'Each seat has one tool.');
  }
  return null;
}

/** What `active` may name: cards that are turned or held, not how the table plays. */
export function isCard(modifier: Modifier): boolean {
  return ['challenge', 'specialist', 'tool', 'vault'].includes(modifier.kind);
}

function dealerClash(config: GangConfig): InputError | null {
  const dealt = config.variant === 'holdem' || config.variant === 'omaha';
  if (config.dealer === 0 || dealt) return null;
  return clash(
    ['dealer', 'variant'],
    `a dealer chooses the flop, turn and river, and ${config.variant} has none.`,
    'Use dealer 0, or the variant holdem or omaha.',
  );
}

function exitClash(config: GangConfig): InputError | null {
  const left = config.players - config.exitChips;
  if (left >= 2) return null;
  return clash(
    ['exitChips', 'players'],
    `${config.exitChips} exit chips leave ${left} of ${config.players} players in the showdown, and two are the least.`,
    `Use at most ${Math.min(3, config.players - 2)} exit chips.`,
  );
}

function activeClash(config: GangConfig): InputError | null {
  for (const id of config.active) {
    const modifier = findModifier(id)!;
    const why = modifier.clash?.(config) ?? null;
    if (why !== null) {
      return clash(['active', 'variant', 'mode'], `${modifier.name} can't be used here: ${why}.`, 'Leave it out.');
    }
    if (modifier.kind === 'specialist' && config.mode === 'masterThief') {
      return clash(['active', 'mode'], 'master thief mode has no specialists.', `Leave ${id} out.`);
    }
  }
  return null;
}

/** Keys whose modifier doesn't exist. */
function missing(config: GangConfig): InputError | null {
  const has = (kind: string, test: (m: Modifier) => boolean): boolean =>
    MODIFIERS.some((m) => m.kind === kind && test(m));
  if (config.variant !== 'holdem' && !has('variant', (m) => m.id === config.variant)) return unknown('variant', config);
  if (config.dealer > 0 && !has('dealer', (m) => m.number === config.dealer)) return unknown('dealer', config);
  if (config.jokers && !has('jokers', () => true)) return unknown('jokers', config);
  return null;
}

function unknown(key: 'variant' | 'dealer' | 'jokers', config: GangConfig): InputError {
  const message = `${JSON.stringify(config[key])} isn't played by this version.`;
  return inputError('config/unsupported', `config.${key}`, message, 'Leave it out.');
}

/** Cards in hands and on the table at once, counted for the heaviest heist that the table's own stacks can bring. */
function deckClash(config: GangConfig): InputError | null {
  const standing = standingCards(config);
  if (standing > DECK_SIZE) {
    return clash(
      ['variant', 'players'],
      `${config.variant} with ${config.players} players needs ${standing} cards in hands and on the table, and the deck has ${DECK_SIZE}.`,
      'Use fewer players or another variant.',
    );
  }
  for (const id of config.active) {
    const why = needsTooMany(findModifier(id)!, config);
    if (why !== null) {
      const name = findModifier(id)!.name;
      return clash(['active', 'variant', 'players'], `${name} can't be played here: ${why}.`, `Leave ${id} out.`);
    }
  }
  const heaviest = heaviestHeist(config);
  if (heaviest <= DECK_SIZE) return null;
  return clash(
    ['variant', 'players', 'mode', 'active'],
    `the heaviest heist needs ${heaviest} cards in hands and on the table, and the deck has ${DECK_SIZE}.`,
    'Use fewer players, another variant, or fewer cards.',
  );
}

/** The most cards that forced cards, tools and as many turned cards as the mode has can need together. */
export function heaviestHeist(config: GangConfig): number {
  const need = (m: Modifier): number => m.cardsNeeded?.(config.players) ?? 0;
  const all = modifiersOf(config);
  const forced = all.filter((m) => config.active.includes(m.id) || m.kind === 'tool');
  const turned =
    (config.mode === 'basic' ? 0 : config.mode === 'advanced' ? 1 : 2) + (bringsSpecialists(config) ? 1 : 0);
  const drawn = all
    .filter((m) => (m.kind === 'challenge' || m.kind === 'specialist') && !forced.includes(m))
    .map(need)
    .sort((a, b) => b - a)
    .slice(0, turned);
  return standingCards(config) + [...forced.map(need), ...drawn].reduce((sum, n) => sum + n, 0);
}
