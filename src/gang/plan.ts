import { requireParsed } from '../core/errors.js';
import { CONFIG_KEYS, type GangConfig } from './config.js';
import { usesChallenges, usesSpecialists } from './config-lists.js';
import { MODIFIER_KINDS, type Modifier, STEP_POINTS, type Step, type StepPoint } from './modifiers/modifier.js';
import { findModifier, MODIFIERS, modifiersFor } from './modifiers/registry.js';
import { BOARD_MAX, CHANGES_MAX, DECK_SIZE, EXIT_CHIP, ROUNDS, STACK_SIZE, STARS_MAX, ZERO_CHIP } from './words.js';

/** The sizes that follow from a configuration. */
export interface TableShape {
  readonly seats: number;
  /** Star chips of a round. */
  readonly chips: number;
  /** The most pocket cards that a seat can have. */
  readonly pocket: number;
  readonly deck: number;
  /** Exit chips of Round 4. */
  readonly exits: number;
  /** Face-up places for each seat. */
  readonly up: number;
  /** More face-up places, each for one seat alone (Flashlight). */
  readonly lone: number;
  /** Words of stacked cards. */
  readonly stacked: number;
  /** Tool cards that the table may deal. */
  readonly tools: number;
  /** Words of the stacks of challenges and specialists. */
  readonly stacks: number;
  readonly vaults: number;
  /** The most entries in the ledger of a heist. */
  readonly ledger: number;
  readonly changes: number;
  readonly discard: number;
  /** Whether seats are ever asked anything but chips. */
  readonly asks: boolean;
  /** Words of modifiers: public, hidden, and of one seat. */
  readonly shared: number;
  readonly hidden: number;
  readonly own: number;
}

/** Kinds of things that a plan's step does. */
export const STEP_KINDS = ['start', 'deal', 'round', 'layOut', 'hook', 'tools', 'chips', 'showdown', 'end'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** One step of every heist at a table, in its fixed place. */
export interface PlanStep {
  readonly kind: StepKind;
  readonly round: number;
  /** `hook`: whose; −1 for the rules' own. */
  readonly modifier: number;
  /** `hook` and `tools`: which point. */
  readonly point: StepPoint | null;
  readonly run: Step | null;
}

/** A modifier's function at a point of which only the modifier's index is variable. */
export interface Hook<F> {
  readonly modifier: number;
  readonly call: F;
}

/**
 * A configuration, compiled once: which modifiers can come up at the table, the steps of a heist with their hooks in
 * the ruled order, and for each value the list of those who have a say in it. The base game's lists are empty.
 */
export interface Plan {
  readonly config: GangConfig;
  readonly shape: TableShape;
  /** Sorted by R-EFFECT-ORDER. */
  readonly modifiers: readonly Modifier[];
  /** Whether nothing but the base game can happen: no modifier, no exit chips. */
  readonly plain: boolean;
  readonly steps: readonly PlanStep[];
  /** [4] the step at which the chips of each round are taken; then that of the showdown. */
  readonly chipSteps: Int32Array;
  /** Star chips from the weakest to the strongest. */
  readonly chipOrder: Int32Array;
  readonly variant: Modifier | null;
  readonly variantIndex: number;
  readonly settle: readonly Hook<NonNullable<Modifier['settle']>>[];
  readonly reveal: readonly Hook<Step>[];
  readonly beforeTop: readonly Hook<Step>[];
  readonly outcome: readonly Hook<Step>[];
  readonly pocketCards: readonly Hook<NonNullable<Modifier['pocketCards']>>[];
  readonly extraPlace: readonly Hook<NonNullable<Modifier['extraPlace']>>[];
  readonly skipsShowdown: readonly Hook<NonNullable<Modifier['skipsShowdown']>>[];
  readonly noDarkChips: readonly Hook<NonNullable<Modifier['noDarkChips']>>[];
  readonly extraChallenges: readonly Hook<NonNullable<Modifier['extraChallenges']>>[];
  readonly toBox: readonly Hook<NonNullable<Modifier['toBox']>>[];
  readonly deckKnown: readonly Hook<NonNullable<Modifier['deckKnown']>>[];
  readonly darkChips: readonly Hook<NonNullable<Modifier['darkChips']>>[];
  readonly skipsChips: readonly Hook<NonNullable<Modifier['skipsChips']>>[];
  readonly place: readonly Hook<NonNullable<Modifier['place']>>[];
  readonly barsMoved: readonly Hook<NonNullable<Modifier['barsMoved']>>[];
  readonly alarmsMoved: readonly Hook<NonNullable<Modifier['alarmsMoved']>>[];
  /** The first of each modifier's lone places (see `openCardAt`). */
  readonly loneAt: Int32Array;
  /** Where each modifier's words begin. */
  readonly sharedAt: Int32Array;
  readonly hiddenAt: Int32Array;
  readonly ownAt: Int32Array;
  /** Answers to questions that a heist may ask for at most. */
  readonly answersMax: number;
  /** [11] challenges, specialists: index in the plan by number, −1 where the table doesn't have the card. */
  readonly challenges: Int32Array;
  readonly specialists: Int32Array;
  /** Indices of the tools that can be dealt. */
  readonly tools: readonly number[];
  /** Indices of what is active in every heist from the first (variant, dealer, jokers). */
  readonly standing: readonly number[];
  /** Indices of the cards that `active` forces into the first heist. */
  readonly forced: readonly number[];
  indexOf(id: string): number;
}

/** The modifiers that can come up at a table, sorted (R-EFFECT-ORDER). */
export function modifiersOf(config: GangConfig): Modifier[] {
  const list = modifiersFor(config).filter(
    (modifier) => canComeUp(modifier, config) || config.active.includes(modifier.id),
  );
  return list.sort(
    (a, b) => MODIFIER_KINDS.indexOf(a.kind) - MODIFIER_KINDS.indexOf(b.kind) || a.number - b.number || compare(a, b),
  );
}

function compare(a: Modifier, b: Modifier): number {
  return a.id < b.id ? -1 : 1;
}

/** Whether a tool of the table brings specialists from the box (R-BURNER). */
export function bringsSpecialists(config: GangConfig): boolean {
  return MODIFIERS.some(
    (m) => m.bringsSpecialists === true && (config.tools !== false || config.active.includes(m.id)),
  );
}

function canComeUp(modifier: Modifier, config: GangConfig): boolean {
  if (modifier.clash?.(config)) return false;
  switch (modifier.kind) {
    case 'variant':
      return modifier.id === config.variant;
    case 'dealer':
      return modifier.number === config.dealer;
    case 'jokers':
      return config.jokers;
    case 'challenge':
      return usesChallenges(config) && needsTooMany(modifier, config) === null;
    case 'specialist':
      return (usesSpecialists(config) || bringsSpecialists(config)) && needsTooMany(modifier, config) === null;
    case 'tool':
      return config.tools !== false;
    case 'vault':
      return config.vaults;
  }
}

/** Cards in hands and on the table at once, without challenges, specialists and tools. */
export function standingCards(config: GangConfig): number {
  const { players } = config;
  const variant = findModifier(config.variant);
  let count = players * ((variant?.pocketBase ?? 2) + (variant?.up ?? 0)) + (variant?.up ? 0 : BOARD_MAX);
  for (const modifier of MODIFIERS) {
    const standing = modifier.kind === 'dealer' || modifier.kind === 'jokers';
    if (standing && canComeUp(modifier, config)) count += modifier.cardsNeeded?.(players) ?? 0;
  }
  return count;
}

/** R-COMBO: why the card alone would break the deck of this table, or null. */
export function needsTooMany(modifier: Modifier, config: GangConfig): string | null {
  const needed = standingCards(config) + (modifier.cardsNeeded?.(config.players) ?? 0);
  return needed > DECK_SIZE
    ? `it needs ${needed} cards in hands and on the table, and the deck has ${DECK_SIZE}`
    : null;
}

const plans = new Map<string, Plan>();
const known = new WeakMap<GangConfig, Plan>();

/** The plan of a configuration that has been parsed; compiled once. Throws a `TypeError` for one that has not been. */
export function planOf(config: GangConfig): Plan {
  let plan = known.get(config);
  if (plan === undefined) {
    requireParsed(config, CONFIG_KEYS, 'The Gang', 'parseGangConfig');
    const key = JSON.stringify(config);
    plan = plans.get(key) ?? compile(config);
    plans.set(key, plan);
    known.set(config, plan);
  }
  return plan;
}

function compile(config: GangConfig): Plan {
  const modifiers = modifiersOf(config);
  const { players } = config;
  const index = new Map(modifiers.map((modifier, i) => [modifier.id, i]));
  const variantIndex = modifiers.findIndex((modifier) => modifier.kind === 'variant');
  const variant = variantIndex < 0 ? null : modifiers[variantIndex]!;
  const hooks = <K extends keyof Modifier>(key: K): Hook<NonNullable<Modifier[K]>>[] =>
    modifiers.flatMap((modifier, i) => {
      const call = modifier[key];
      return call === undefined ? [] : [{ modifier: i, call: call as NonNullable<Modifier[K]> }];
    });
  const at = (point: StepPoint): Hook<Step>[] =>
    modifiers.flatMap((modifier, i) => {
      const call = modifier.steps?.[point];
      return call === undefined ? [] : [{ modifier: i, call }];
    });
  const offsets = (size: (modifier: Modifier) => number): { at: Int32Array; size: number } => {
    let next = 0;
    const starts = Int32Array.from(modifiers, (modifier) => {
      const start = next;
      next += size(modifier);
      return start;
    });
    return { at: starts, size: next };
  };
  const shared = offsets((m) => m.sharedWords?.(players) ?? 0);
  const hidden = offsets((m) => m.hiddenWords?.(players) ?? 0);
  const own = offsets((m) => m.ownWords?.(players) ?? 0);
  const total = (size: (modifier: Modifier) => number): number => modifiers.reduce((sum, m) => sum + size(m), 0);
  const pocket = (variant?.pocketBase ?? 2) + total((m) => m.pocketRoom ?? 0);
  const up = variant?.up ?? 0;
  const lone = offsets((m) => m.lonePlaces ?? 0);
  const numbered = modifiers.some((m) => m.kind === 'challenge' || m.kind === 'specialist');
  const ledger = total((m) => m.ledgerMax?.(players, pocket) ?? 0);
  const byNumber = (kind: string): Int32Array => {
    const list = new Int32Array(STACK_SIZE + 1).fill(-1);
    modifiers.forEach((m, i) => {
      if (m.kind === kind) list[m.number] = i;
    });
    return list;
  };
  const indices = (keep: (modifier: Modifier) => boolean): number[] =>
    modifiers.flatMap((modifier, i) => (keep(modifier) ? [i] : []));
  const shape: TableShape = {
    seats: players,
    chips: players,
    pocket,
    deck: DECK_SIZE + (config.jokers ? 2 : 0),
    exits: config.exitChips,
    up,
    lone: lone.size,
    stacked: config.jokers ? 2 * (BOARD_MAX + players * up + lone.size) : 0,
    tools: modifiers.filter((m) => m.kind === 'tool').length,
    stacks: numbered ? 2 * STACK_SIZE : 0,
    vaults: config.vaults ? 5 : 0,
    ledger,
    changes: Math.min(
      CHANGES_MAX,
      total((m) => m.changesMax ?? 0),
    ),
    discard: modifiers.length > 0 ? DECK_SIZE + 2 + 1 : 0,
    asks: modifiers.some((m) => m.options !== undefined),
    shared: shared.size,
    hidden: hidden.size,
    own: own.size,
  };
  const steps = stepsOf(modifiers);
  return {
    config,
    shape,
    modifiers,
    plain: modifiers.length === 0 && config.exitChips === 0 && players <= STARS_MAX,
    steps,
    chipSteps: Int32Array.from(
      steps.flatMap((step, i) => (step.kind === 'chips' || step.kind === 'showdown' ? [i] : [])),
    ),
    chipOrder: chipOrder(players),
    variant,
    variantIndex,
    settle: hooks('settle'),
    reveal: at('reveal'),
    beforeTop: at('beforeTop'),
    outcome: at('outcome'),
    pocketCards: hooks('pocketCards'),
    extraPlace: hooks('extraPlace'),
    skipsShowdown: hooks('skipsShowdown'),
    noDarkChips: hooks('noDarkChips'),
    extraChallenges: hooks('extraChallenges'),
    deckKnown: hooks('deckKnown'),
    toBox: hooks('toBox'),
    darkChips: hooks('darkChips'),
    skipsChips: hooks('skipsChips'),
    place: hooks('place'),
    barsMoved: hooks('barsMoved'),
    alarmsMoved: hooks('alarmsMoved'),
    loneAt: lone.at.map((at) => BOARD_MAX + players * up + at),
    sharedAt: shared.at,
    hiddenAt: hidden.at,
    ownAt: own.at,
    answersMax: total((m) => m.answersMax?.(players) ?? 0),
    challenges: byNumber('challenge'),
    specialists: byNumber('specialist'),
    tools: indices((m) => m.kind === 'tool'),
    standing: indices((m) => m.kind === 'variant' || m.kind === 'dealer' || m.kind === 'jokers'),
    forced: config.active.map((id) => index.get(id)!).filter((i) => i !== undefined),
    indexOf: (id) => index.get(id) ?? -1,
  };
}

/** Star chips by stars: those with none first. */
function chipOrder(players: number): Int32Array {
  const zeros = Math.max(0, players - STARS_MAX);
  const order = Array.from({ length: players }, (_, i) => (i < zeros ? ZERO_CHIP + i : i - zeros));
  if (order.includes(EXIT_CHIP)) throw new RangeError(`no chips for ${players} players`);
  return Int32Array.from(order);
}

function stepsOf(modifiers: readonly Modifier[]): PlanStep[] {
  const steps: PlanStep[] = [];
  const add = (kind: StepKind, round: number): void => {
    steps.push({ kind, round, modifier: -1, point: null, run: null });
  };
  const addHooks = (point: StepPoint, round: number): void => {
    // R-EFFECT-ORDER: tools in seat order, so they share one step, in their place between specialists and the vault.
    let tools = false;
    modifiers.forEach((modifier, i) => {
      const run = modifier.steps?.[point];
      if (run === undefined) return;
      if (modifier.kind !== 'tool') steps.push({ kind: 'hook', round, modifier: i, point, run });
      else if (!tools) steps.push({ kind: 'tools', round, modifier: -1, point, run: null });
      tools ||= modifier.kind === 'tool';
    });
  };
  add('start', 0);
  addHooks('heistStart', 0);
  add('deal', 0);
  for (let round = 0; round < ROUNDS; round++) {
    add('round', round);
    addHooks('beforeRound', round);
    add('layOut', round);
    if (round === 0) addHooks('afterDeal', 0);
    addHooks('afterLayOut', round);
    addHooks('window', round);
    add('chips', round);
    addHooks('afterRound', round);
  }
  addHooks('window', ROUNDS);
  add('showdown', ROUNDS);
  add('end', ROUNDS);
  return steps;
}

/** Names of the points at which a modifier changes something: its steps, and its values by their names. */
export function pointsOf(modifier: Modifier): string[] {
  const values = [
    'pocketCards',
    'layOut',
    'openCards',
    'extraPlace',
    'exactly',
    'darkChips',
    'noDarkChips',
    'skipsChips',
    'skipsShowdown',
    'place',
    'barsMoved',
    'alarmsMoved',
    'extraChallenges',
  ] as const;
  return [
    ...STEP_POINTS.filter((point) => modifier.steps?.[point] !== undefined),
    ...values.filter((value) => modifier[value] !== undefined),
  ];
}
