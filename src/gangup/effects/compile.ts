import * as o from './opcodes.js';
import { OP } from './opcodes.js';
import type {
  ChooseOperation,
  ConditionData,
  ExpressionData,
  GangstersData,
  OperationData,
  PileCardsData,
  PlayersData,
  TargetData,
} from './schema.js';
import {
  COMPARISONS,
  CRIME_TYPES,
  DURATIONS,
  GANGSTER_VERBS,
  GANGSTER_ZONES,
  GENDERS,
  ICONS,
  maskOf,
  PLAYER_WORDS,
  READINGS,
} from './vocabulary.js';

/** Something that card data says and the rules can't do; `path` is inside the card. */
export interface CompileError {
  readonly path: string;
  readonly message: string;
}

type Kind = 'gangster' | 'jail' | 'discard' | 'player';

/** What the program may refer to where it stands. */
export interface Setting {
  /** The card is a gangster: `self` is one on the table. */
  readonly self: boolean;
  /** `event` names a gangster or a player of the trigger's event. */
  readonly event: boolean;
  /** Modifiers read printed and stored values, never totals (R-MODIFY). */
  readonly passive: boolean;
}

interface Name {
  readonly register: number;
  readonly kind: Kind;
}

/** Compiles one ability of a card into `out`; errors are collected, and the code is only used when there are none. */
export class Compiler {
  private readonly names = new Map<string, Name>();
  private registers = 0;
  private loops = 0;
  private operations = 0;
  /** Verbs that the operations use each register for, so that only fitting targets are offered. */
  private readonly verbs = new Int32Array(o.REGISTERS);
  private readonly owners = new Map<number, [number, number]>();
  /** Names whose gangsters have left the table by then. */
  private gone = new Set<string>();

  constructor(
    private readonly out: number[],
    private readonly setting: Setting,
    private readonly errors: CompileError[],
  ) {}

  /** Returns where the targets begin; `target` words each. */
  targets(targets: readonly TargetData[], path: string): number {
    const at = this.out.length;
    targets.forEach((target, i) => {
      this.target(target, `${path}[${i}]`);
    });
    return at;
  }

  /** Fills in what the operations do with each target, once they are compiled. */
  finishTargets(at: number, count: number, path: string): void {
    for (let i = 0; i < count; i++) this.fit(at + i * o.TARGET_WORDS, `${path}[${i}]`);
  }

  private fit(at: number, path: string): void {
    const register = this.out[at + o.TARGET_REGISTER]!;
    this.out[at + o.TARGET_VERBS] = this.verbs[register]!;
    const owner = this.owners.get(register) ?? [0, 0];
    // A new owner that is chosen later is unknown while the gangster is.
    if (owner[0] === o.PLAYERS_CHOSEN && owner[1] > register) {
      this.fail(path, 'should come after the player to whom the gangster defects');
    }
    this.out[at + o.TARGET_OWNER] = owner[0];
    this.out[at + o.TARGET_OWNER + 1] = owner[1];
  }

  program(list: readonly OperationData[], path: string): number {
    const at = this.out.length;
    const chooses: number[] = [];
    this.body(list, path, chooses);
    this.out.push(o.OP_END);
    for (const choose of chooses) this.fit(choose, path);
    if (this.operations > 48) this.fail(path, 'has too many operations; at most 48');
    return at;
  }

  private body(list: readonly OperationData[], path: string, chooses: number[]): void {
    list.forEach((operation, i) => {
      this.operation(operation, `${path}[${i}]`, chooses);
    });
  }

  private operation(d: OperationData, path: string, chooses: number[]): void {
    this.operations++;
    const { out } = this;
    const code = OP[d.op];
    switch (d.op) {
      case 'kill':
      case 'arrest':
      case 'toHand':
      case 'forceJoin':
      case 'withdraw':
        out.push(code, this.gangster(d.what, path, 1 << GANGSTER_VERBS.indexOf(d.op)));
        if (d.op !== 'forceJoin' && d.op !== 'withdraw') this.gone.add(d.what);
        return;
      case 'join':
        out.push(code, this.gangster(d.what, path, o.VERB_JOIN_BIT));
        return;
      case 'removeFromGame':
        out.push(code, this.gangster(d.what, path, 0));
        this.gone.add(d.what);
        return;
      case 'defect': {
        const register = this.gangster(d.what, path, 1 << GANGSTER_VERBS.indexOf('defect'));
        const to = this.encodePlayers(d.to ?? 'user', `${path}.to`, true);
        if (register >= 0) this.owners.set(register, to);
        out.push(code, register, ...to);
        return;
      }
      case 'escape':
        out.push(code, this.named(d.what, 'jail', path));
        out.push(...this.encodePlayers(d.to ?? 'user', `${path}.to`, true));
        return;
      case 'fetch':
        out.push(code, this.named(d.what, 'discard', path));
        return;
      case 'status':
        out.push(code, ...this.encodePlayers(d.who, `${path}.who`, true));
        this.expression(d.amount, `${path}.amount`);
        return;
      case 'steal':
        out.push(code, ...this.encodePlayers(d.from, `${path}.from`, true));
        this.quantity(d.amount, `${path}.amount`);
        return;
      case 'draw':
        out.push(code, ...this.encodePlayers(d.who, `${path}.who`, true));
        this.quantity(d.n, `${path}.n`);
        return;
      case 'discard':
        out.push(code, ...this.encodePlayers(d.who, `${path}.who`, true));
        out.push(d.how === 'random' ? 1 : 0, d.n === 'all' ? 1 : 0);
        this.quantity(d.n === 'all' ? 0 : d.n, `${path}.n`);
        return;
      case 'reveal':
        out.push(code, ...this.encodePlayers(d.who, `${path}.who`, true), d.to === 'all' ? 1 : 0);
        return;
      case 'take':
        out.push(code, ...this.encodePlayers(d.from, `${path}.from`, true), d.n, d.how === 'random' ? 1 : 0);
        return;
      case 'give':
        out.push(code, ...this.encodePlayers(d.to, `${path}.to`, true), d.n);
        return;
      case 'peekReorder':
        out.push(code, d.pile === 'crime' ? 0 : 1, d.n);
        return;
      case 'manpower':
      case 'requirement':
      case 'reward':
        out.push(code);
        this.expression(d.amount, `${path}.amount`);
        return;
      case 'cancelLast':
        out.push(code, d.icons === undefined ? -1 : maskOf(ICONS, d.icons));
        return;
      case 'protect':
        out.push(code, this.gangster(d.what, path, 0), maskOf(GANGSTER_VERBS, d.from), DURATIONS.indexOf(d.until));
        return;
      case 'strengthen':
        out.push(code, this.gangster(d.what, path, 0), d.amount, DURATIONS.indexOf(d.until));
        return;
      case 'if': {
        const hole = out.push(code, 0) - 1;
        this.condition(d.when, `${path}.when`);
        const before = new Set(this.gone);
        this.body(d.then, `${path}.then`, chooses);
        if (d.else === undefined) out[hole] = out.length;
        else {
          const jump = out.push(o.OP_JUMP, 0) - 1;
          out[hole] = out.length;
          // One of the two happens: who leaves in the first is there in the other.
          const either = this.gone;
          this.gone = before;
          this.body(d.else, `${path}.else`, chooses);
          for (const name of either) this.gone.add(name);
          out[jump] = out.length;
        }
        return;
      }
      case 'forEach':
        this.forEach(d, path, chooses);
        return;
      case 'choose':
        out.push(code);
        chooses.push(out.length);
        this.target(d, path);
        return;
      case 'may': {
        const hole = out.push(code, 0) - 1;
        this.body(d.do, `${path}.do`, chooses);
        out[hole] = out.length;
        return;
      }
    }
  }

  private forEach(d: Extract<OperationData, { op: 'forEach' }>, path: string, chooses: number[]): void {
    const { out } = this;
    if ((d.players === undefined) === (d.gangsters === undefined)) {
      this.fail(path, 'should name either players or gangsters');
      return;
    }
    if (++this.loops > o.LOOPS_MAX) this.fail(path, `has loops ${this.loops} deep; at most ${o.LOOPS_MAX}`);
    const kind = d.players === undefined ? 'gangster' : 'player';
    const outer = this.names.get(d.as);
    // The set is read before the name is known: a loop can't range over itself.
    const head = out.push(OP.forEach, d.players === undefined ? 0 : 1, 0, 0) - 1;
    if (d.players !== undefined) out.push(...this.encodePlayers(d.players, `${path}.players`, false));
    else this.gangsters(d.gangsters!, `${path}.gangsters`);
    out[head - 1] = this.define(d.as, kind, path);
    this.body(d.do, `${path}.do`, chooses);
    out.push(o.OP_NEXT);
    out[head] = out.length;
    this.names.delete(d.as);
    if (outer !== undefined) this.names.set(d.as, outer);
    this.loops--;
  }

  private target(d: TargetData | ChooseOperation, path: string): void {
    const { out } = this;
    const choose = 'op' in d ? d : undefined;
    if (!this.oneKind(d, path)) {
      this.define(d.as, 'gangster', path);
      return;
    }
    const by = this.encodePlayers(choose?.by ?? 'user', `${path}.by`, true);
    const random = choose?.random === true ? 1 : 0;
    const player = 'player' in d;
    const min = player ? 1 : (d.min ?? 1);
    const max = player ? 1 : (d.max ?? Math.max(1, min));
    if (min > max) this.fail(`${path}.min`, `is ${min}, more than max ${max}`);
    const selector: number[] = [];
    if ('gangsters' in d) {
      const before = out.length;
      this.gangsters(d.gangsters, `${path}.gangsters`);
      selector.push(...out.splice(before));
    } else if ('cards' in d) {
      this.bounds(d.cards, `${path}.cards`);
      selector.push(...cardsSelector(d.cards));
    } else {
      const flags = d.with === 'gangsters' ? o.FLAG_WITH_GANGSTERS : d.with === 'cards' ? o.FLAG_WITH_CARDS : 0;
      selector.push(0, ...this.encodePlayers(d.player, `${path}.player`, false), -1, 0, 0, flags, 0, -1);
    }
    const kind = 'gangsters' in d ? o.KIND_GANGSTER : 'cards' in d ? o.KIND_CARD : o.KIND_PLAYER;
    const names: Kind = 'gangsters' in d ? 'gangster' : 'cards' in d ? (d.cards.zone as Kind) : 'player';
    const register = this.define(d.as, names, path);
    const perGang = 'gangsters' in d ? (d.maxPerGang ?? 0) : 0;
    out.push(kind, register, min, max, perGang, ...by, random, 0, 0, 0, ...selector);
  }

  /** A choice names gangsters, cards or a player, and only what belongs to that. */
  private oneKind(d: TargetData | ChooseOperation, path: string): boolean {
    const kinds = (['gangsters', 'cards', 'player'] as const).filter((kind) => kind in d);
    if (kinds.length !== 1) {
      this.fail(path, 'should name just one of gangsters, cards and player');
      return false;
    }
    const foreign = { gangsters: ['with'], cards: ['with', 'maxPerGang'], player: ['min', 'max', 'maxPerGang'] }[
      kinds[0]!
    ];
    for (const key of foreign) if (key in d) this.fail(`${path}.${key}`, `has no meaning for ${kinds[0]}`);
    return true;
  }

  private define(name: string, kind: Kind, path: string): number {
    if (name === 'self' || name === 'event') this.fail(`${path}.as`, `"${name}" has a meaning of its own`);
    if (this.names.has(name)) this.fail(`${path}.as`, `"${name}" is used twice`);
    if (this.registers >= o.REGISTERS) {
      this.fail(`${path}.as`, `too many names; at most ${o.REGISTERS}`);
      return 0;
    }
    const register = this.registers++;
    this.names.set(name, { register, kind });
    this.gone.delete(name);
    return register;
  }

  private named(name: string, kind: Kind, path: string): number {
    const found = this.names.get(name);
    if (found === undefined) {
      const known = [...this.names.keys()].join(', ') || 'none';
      this.fail(`${path}.what`, `"${name}" hasn't been chosen before; chosen: ${known}`);
      return 0;
    }
    if (found.kind !== kind) this.fail(`${path}.what`, `"${name}" is of kind ${found.kind}, not ${kind}`);
    return found.register;
  }

  private gangster(name: string, path: string, verb: number): number {
    if (name === 'self') {
      if (!this.setting.self) this.fail(`${path}.what`, '"self" is no gangster here');
      return o.REF_SELF;
    }
    if (name === 'event') {
      if (!this.setting.event) this.fail(`${path}.what`, '"event" means a gangster only in a trigger about one');
      return o.REF_EVENT;
    }
    const register = this.named(name, 'gangster', path);
    this.verbs[register] = this.verbs[register]! | verb;
    return register;
  }

  /** `acting`: an operation on these players, where a tie must have been decided by a choice. */
  private encodePlayers(d: PlayersData, path: string, acting: boolean): [number, number] {
    if (typeof d === 'string') {
      if (d === 'event' && !this.setting.event) this.fail(path, '"event" has a meaning only in a trigger');
      if (acting && (d === 'highest' || d === 'lowest')) {
        this.fail(path, `"${d}" may be several players: choose one of them first`);
      }
      return [PLAYER_WORDS.indexOf(d), 0];
    }
    if ('chosen' in d) {
      const found = this.names.get(d.chosen);
      if (found?.kind !== 'player') this.fail(path, `"${d.chosen}" is no player chosen before`);
      return [o.PLAYERS_CHOSEN, found?.register ?? 0];
    }
    if (d.ownerOf === 'self' || d.ownerOf === 'event') {
      return [o.PLAYERS_OWNER, this.gangster(d.ownerOf, path, 0)];
    }
    const found = this.names.get(d.ownerOf);
    if (found?.kind !== 'gangster') this.fail(path, `"${d.ownerOf}" is no gangster chosen before`);
    this.stillThere(d.ownerOf, path);
    return [o.PLAYERS_OWNER, found?.register ?? 0];
  }

  /** Whoever has left the table has no owner and no number any more, so that what is said of them would not happen. */
  private stillThere(name: string, path: string): void {
    if (name !== 'self' && name !== 'event' && this.gone.has(name)) {
      this.fail(path, `"${name}" has left the table by then: say this before`);
    }
  }

  private gangsters(d: GangstersData, path: string): void {
    this.bounds(d, path);
    if (d.notSelf && !this.setting.self) this.fail(`${path}.notSelf`, 'there is no "self" here');
    this.out.push(
      GANGSTER_ZONES.indexOf(d.zone),
      ...this.encodePlayers(d.of ?? 'all', `${path}.of`, false),
      d.gender === undefined ? -1 : GENDERS.indexOf(d.gender),
      d.numberMin ?? 0,
      d.numberMax ?? 99,
      d.notSelf ? o.FLAG_NOT_SELF : 0,
      0,
      -1,
    );
  }

  private bounds(d: GangstersData | PileCardsData, path: string): void {
    const [least, most] = [d.numberMin ?? 0, d.numberMax ?? 99];
    if (least > most) this.fail(`${path}.numberMin`, `is ${least}, more than numberMax ${most}`);
  }

  expression(d: ExpressionData, path: string): number {
    const at = this.out.length;
    if (typeof d === 'number') this.out.push(o.EXPR_CONST, d);
    else if ('count' in d) {
      this.out.push(o.EXPR_COUNT, d.times ?? 1, d.plus ?? 0);
      this.gangsters(d.count, `${path}.count`);
    } else {
      if (this.setting.passive && ['manpower', 'requirement', 'reward'].includes(d.read)) {
        this.fail(`${path}.read`, `"${d.read}" can't be read by a modifier; use count, status, hand or gang`);
      }
      if (d.read === 'number' && d.what === undefined) this.fail(`${path}.what`, 'should name the gangster to read');
      if (d.read === 'number') this.stillThere(d.what ?? '', `${path}.what`);
      const what = d.read === 'number' ? this.gangster(d.what ?? '', path, 0) : 0;
      const of = this.encodePlayers(d.of ?? 'user', `${path}.of`, false);
      this.out.push(o.EXPR_READ, READINGS.indexOf(d.read), d.times ?? 1, d.plus ?? 0, ...of, what);
    }
    return at;
  }

  /** How much is drawn, discarded or stolen: less than nothing would be nothing. */
  private quantity(d: ExpressionData, path: string): void {
    if (typeof d === 'number' && d < 0) this.fail(path, `is ${d}; it should be at least 0`);
    this.expression(d, path);
  }

  condition(d: ConditionData, path: string): number {
    const { out } = this;
    const at = out.length;
    if ('compare' in d) {
      out.push(o.COND_COMPARE, COMPARISONS.indexOf(d.compare[1]));
      this.expression(d.compare[0], `${path}.compare[0]`);
      this.expression(d.compare[2], `${path}.compare[2]`);
    } else if ('crimeType' in d) out.push(o.COND_TYPE, maskOf(CRIME_TYPES, d.crimeType));
    else if ('present' in d) out.push(o.COND_PRESENT, this.gangster(d.present, path, 0));
    else if ('not' in d) {
      out.push(o.COND_NOT);
      this.condition(d.not, `${path}.not`);
    } else if ('all' in d || 'any' in d) {
      const list = 'all' in d ? d.all : d.any;
      out.push('all' in d ? o.COND_ALL : o.COND_ANY, list.length);
      list.forEach((part, i) => {
        this.condition(part, `${path}.${'all' in d ? 'all' : 'any'}[${i}]`);
      });
    } else {
      out.push(o.COND_IN, ...this.encodePlayers(d.player, `${path}.player`, false));
      out.push(...this.encodePlayers(d.in, `${path}.in`, false));
    }
    return at;
  }

  private fail(path: string, message: string): void {
    this.errors.push({ path, message });
  }
}

function cardsSelector(d: PileCardsData): number[] {
  const kinds = d.kind === undefined ? 3 : d.kind === 'gangster' ? 1 : 2;
  const icon = d.icon === undefined ? -1 : ICONS.indexOf(d.icon);
  const zone = d.zone === 'jail' ? o.ZONE_JAIL : o.ZONE_DISCARD;
  return [zone, 0, 0, -1, d.numberMin ?? 0, d.numberMax ?? 99, 0, kinds, icon];
}

/** Every operation of a program, those inside others too. */
export function* everyOperation(list: readonly OperationData[]): Generator<OperationData> {
  for (const d of list) {
    yield d;
    if (d.op === 'if') {
      yield* everyOperation(d.then);
      yield* everyOperation(d.else ?? []);
    } else if (d.op === 'forEach' || d.op === 'may') yield* everyOperation(d.do);
  }
}
