import { checkPlay, checkTriggers, iconsOf, onlyAddsManpower } from './effects/check.js';
import { type CompileError, Compiler } from './effects/compile.js';
import type { ActionData, CardData, PassiveData, PlayData, TriggerData } from './effects/schema.js';
import {
  CARD_KINDS,
  CRIME_TYPES,
  GANGSTER_VERBS,
  GENDERS,
  ICONS,
  MODIFIED,
  maskOf,
  TRIGGER_EVENTS,
  TRIGGER_WHO,
  WINDOWS,
} from './effects/vocabulary.js';

export const CRIME = CARD_KINDS.indexOf('crime');
export const INFLUENCE = CARD_KINDS.indexOf('influence');
export const GANGSTER = CARD_KINDS.indexOf('gangster');
export const LEADER = CARD_KINDS.indexOf('leader');
export const LOCATION = CARD_KINDS.indexOf('location');

export const PLAY = 0;
export const ACTION = 1;
export const TRIGGER = 2;
export const PASSIVE = 3;

export const ABILITIES_MAX = 4;

/** One compiled ability; numbers only, so that the rules read no strings. */
export interface Ability {
  readonly card: number;
  readonly type: number;
  readonly window: number;
  /** Where the condition's code begins, or −1. */
  readonly when: number;
  readonly cost: number;
  readonly anyone: boolean;
  readonly icons: number;
  readonly targets: number;
  readonly targetCount: number;
  readonly program: number;
  /** R-4B: may be played while the crime is organized. */
  readonly organizes: boolean;
  readonly on: number;
  readonly who: number;
  readonly crimeTypes: number;
  readonly may: boolean;
  readonly modify: number;
  /** A passive of a gangster for its whole gang, not for itself. */
  readonly gang: boolean;
  readonly amount: number;
  /** Verbs of an immunity, or kinds of cards of a changed number. */
  readonly mask: number;
}

const NONE: Ability = {
  card: 0,
  type: PLAY,
  window: 0,
  when: -1,
  cost: 0,
  anyone: false,
  icons: 0,
  targets: 0,
  targetCount: 0,
  program: 0,
  organizes: false,
  on: -1,
  who: 0,
  crimeTypes: 15,
  may: false,
  modify: -1,
  gang: false,
  amount: 0,
  mask: 0,
};

/** The cards of a game as tables of numbers, one row a definition, in the order of the packs. */
export class Cards {
  readonly data: readonly CardData[];
  readonly count: number;
  readonly kind: Int32Array;
  readonly number: Int32Array;
  readonly manpower: Int32Array;
  readonly reward: Int32Array;
  readonly crimeType: Int32Array;
  readonly gender: Int32Array;
  readonly price: Int32Array;
  readonly copies: Int32Array;
  /** Whether some gangster comes in several copies. */
  readonly twins: boolean;
  readonly removed: Uint8Array;
  /** [definitions, 4] indices into `abilities`, −1 past the last. */
  readonly abilityAt: Int32Array;
  readonly icons: Int32Array;
  readonly abilities: readonly Ability[];
  readonly code: Int32Array;
  /** Bits of TRIGGER_EVENTS that some card listens to, of MODIFIED that some card changes. */
  readonly heard: number;
  readonly modified: number;
  /** Per definition the same two. */
  readonly heardBy: Int32Array;
  readonly modifiedBy: Int32Array;
  /** Per definition the modifiers (bits) by which it changes more than itself. */
  readonly modifiedAroundBy: Int32Array;
  /** Per definition the windows (bits) of its play, and of its actions together. */
  readonly playWindows: Int32Array;
  readonly actionWindows: Int32Array;
  /** Whether somebody's card may be used by others. */
  readonly shared: Uint8Array;
  readonly leaders: readonly number[];
  readonly locations: readonly number[];
  readonly crimeTotal: number;
  readonly resourceTotal: number;
  readonly gangsterTotal: number;
  readonly unimplemented: readonly string[];

  constructor(data: readonly CardData[], errors: CompileError[]) {
    this.data = data;
    this.count = data.length;
    const column = (value: (card: CardData) => number): Int32Array => Int32Array.from(data, value);
    this.kind = column((c) => CARD_KINDS.indexOf(c.kind));
    this.number = column((c) => ('status' in c ? c.status : 0));
    this.manpower = column((c) => ('manpower' in c ? c.manpower : 0));
    this.reward = column((c) => (c.kind === 'crime' ? c.reward : 0));
    this.crimeType = column((c) => (c.kind === 'crime' ? CRIME_TYPES.indexOf(c.type) : -1));
    this.gender = column((c) => (c.kind === 'gangster' ? GENDERS.indexOf(c.gender) : -1));
    this.price = column((c) => (c.kind === 'location' ? c.price : 0));
    this.copies = column((c) => c.copies);
    this.twins = data.some((c) => c.kind === 'gangster' && c.copies > 1);
    this.removed = Uint8Array.from(data, (c) => (c.kind === 'influence' && c.afterPlay === 'removed' ? 1 : 0));
    this.abilityAt = new Int32Array(this.count * ABILITIES_MAX).fill(-1);
    this.icons = new Int32Array(this.count);
    this.heardBy = new Int32Array(this.count);
    this.modifiedBy = new Int32Array(this.count);
    this.modifiedAroundBy = new Int32Array(this.count);
    this.playWindows = new Int32Array(this.count);
    this.actionWindows = new Int32Array(this.count);
    this.shared = new Uint8Array(this.count);
    const abilities: Ability[] = [];
    const code: number[] = [];
    data.forEach((card, index) => {
      if (card.unimplemented) return;
      const found: CompileError[] = [];
      compileCard(card, index, code, found).forEach((ability, i) => {
        this.abilityAt[index * ABILITIES_MAX + i] = abilities.length;
        if (ability.type === TRIGGER) this.heardBy[index]! |= 1 << ability.on;
        if (ability.type === PASSIVE) this.modifiedBy[index]! |= 1 << ability.modify;
        if (ability.type === PASSIVE && ability.gang) this.modifiedAroundBy[index]! |= 1 << ability.modify;
        if (ability.type === PLAY) this.icons[index] = ability.icons;
        if (ability.type === PLAY) this.playWindows[index]! |= 1 << ability.window;
        if (ability.type === ACTION) this.actionWindows[index]! |= 1 << ability.window;
        if (ability.anyone) this.shared[index] = 1;
        abilities.push(ability);
      });
      errors.push(...found.map((e) => ({ path: `cards[${index}] (${card.id}).${e.path}`, message: e.message })));
    });
    this.abilities = abilities;
    this.code = Int32Array.from(code);
    this.heard = this.heardBy.reduce((a, b) => a | b, 0);
    this.modified = this.modifiedBy.reduce((a, b) => a | b, 0);
    const ofKind = (kind: number): number[] => [...this.kind.keys()].filter((i) => this.kind[i] === kind);
    const total = (kind: number): number => ofKind(kind).reduce((sum, i) => sum + this.copies[i]!, 0);
    this.leaders = ofKind(LEADER);
    this.locations = ofKind(LOCATION);
    this.crimeTotal = total(CRIME);
    this.gangsterTotal = total(GANGSTER);
    this.resourceTotal = this.gangsterTotal + total(INFLUENCE);
    this.unimplemented = data.filter((c) => c.unimplemented).map((c) => c.id);
  }

  /** The ability in this place of the card, or undefined. */
  ability(card: number, place: number): Ability | undefined {
    const at = this.abilityAt[card * ABILITIES_MAX + place]!;
    return at < 0 ? undefined : this.abilities[at];
  }

  name(card: number): string {
    return this.data[card]?.name ?? `card ${card}`;
  }
}

function compileCard(card: CardData, index: number, code: number[], errors: CompileError[]): Ability[] {
  if (card.kind === 'influence') {
    if (card.play === undefined) {
      errors.push({ path: 'play', message: 'is missing (or mark the card "unimplemented": true)' });
      return [];
    }
    checkPlay(card.play, 'play', errors);
    return [compilePlay(card.play, index, PLAY, false, 'play', code, errors)];
  }
  checkTriggers(card, errors);
  return card.abilities.map((ability, i) => {
    const path = `abilities[${i}]`;
    const self = card.kind === 'gangster';
    switch (ability.type) {
      case 'action':
        checkPlay(ability, path, errors);
        if (ability.usableBy === 'any' && !self) {
          errors.push({ path: `${path}.usableBy`, message: '"any" is for gangsters' });
        }
        return compilePlay(ability, index, ACTION, self, path, code, errors);
      case 'trigger':
        return compileTrigger(ability, index, self, path, code, errors);
      case 'passive':
        if ('of' in ability && ability.of === 'self' && !self) {
          errors.push({ path: `${path}.of`, message: '"self" needs a gangster' });
        }
        return compilePassive(ability, index, self, path, code, errors);
      default:
        throw new Error('unreachable');
    }
  });
}

function compilePlay(
  data: PlayData | ActionData,
  card: number,
  type: number,
  self: boolean,
  path: string,
  code: number[],
  errors: CompileError[],
): Ability {
  const compiler = new Compiler(code, { self, event: false, passive: false }, errors);
  const when = data.when === undefined ? -1 : compiler.condition(data.when, `${path}.when`);
  const targets = compiler.targets(data.targets, `${path}.targets`);
  const program = compiler.program(data.do, `${path}.do`);
  compiler.finishTargets(targets, data.targets.length, `${path}.targets`);
  return {
    ...NONE,
    card,
    type,
    when,
    window: WINDOWS.indexOf(data.window),
    cost: data.cost,
    anyone: 'usableBy' in data && data.usableBy === 'any',
    icons: maskOf(ICONS, data.icons ?? iconsOf(data.do)),
    targets,
    targetCount: data.targets.length,
    program,
    organizes: onlyAddsManpower(data.do),
  };
}

function compileTrigger(
  data: TriggerData,
  card: number,
  self: boolean,
  path: string,
  code: number[],
  errors: CompileError[],
): Ability {
  const compiler = new Compiler(code, { self, event: true, passive: false }, errors);
  const when = data.when === undefined ? -1 : compiler.condition(data.when, `${path}.when`);
  const program = compiler.program(data.may ? [{ op: 'may', do: data.do }] : data.do, `${path}.do`);
  return {
    ...NONE,
    card,
    type: TRIGGER,
    when,
    program,
    on: TRIGGER_EVENTS.indexOf(data.on),
    who: TRIGGER_WHO.indexOf(data.who),
    crimeTypes: data.of === undefined ? 15 : maskOf(CRIME_TYPES, data.of),
    may: data.may,
  };
}

function compilePassive(
  data: PassiveData,
  card: number,
  self: boolean,
  path: string,
  code: number[],
  errors: CompileError[],
): Ability {
  const compiler = new Compiler(code, { self, event: false, passive: true }, errors);
  const when = data.when === undefined ? -1 : compiler.condition(data.when, `${path}.when`);
  const amount = 'amount' in data ? compiler.expression(data.amount, `${path}.amount`) : 0;
  let mask = 0;
  if (data.modify === 'immune') mask = maskOf(GANGSTER_VERBS, data.from);
  if (data.modify === 'number') mask = data.kinds.reduce((bits, kind) => bits | (1 << CARD_KINDS.indexOf(kind)), 0);
  return {
    ...NONE,
    card,
    type: PASSIVE,
    when,
    modify: MODIFIED.indexOf(data.modify),
    gang: 'of' in data && data.of === 'gang',
    amount,
    mask,
  };
}
