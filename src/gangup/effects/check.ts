import { type CompileError, everyOperation } from './compile.js';
import type { ActionData, CardData, ExpressionData, OperationData, TargetData } from './schema.js';
import type { Icon, TriggerEvent, Window } from './vocabulary.js';

const CRIME_ONLY: readonly string[] = ['manpower', 'requirement', 'reward'];
const GANGSTER_EVENTS: readonly TriggerEvent[] = ['killed', 'arrested', 'defected', 'placed'];
const BEFORE_OUTCOME: readonly TriggerEvent[] = ['crimeRevealed', 'crimeStarted', 'killed', 'arrested', 'defected'];

/** Whether the event is about a gangster that stood on the table. */
export function isGangsterEvent(on: TriggerEvent): boolean {
  return GANGSTER_EVENTS.includes(on);
}

/** R-4B: whether a play does nothing but add manpower or force gangsters to join. */
export function onlyAddsManpower(list: readonly OperationData[]): boolean {
  let adds = false;
  for (const d of everyOperation(list)) {
    if (d.op === 'manpower') {
      if (!positive(d.amount)) return false;
      adds = true;
    } else if (d.op === 'strengthen') {
      if (d.amount <= 0) return false;
      adds = true;
    } else if (d.op === 'forceJoin') adds = true;
    else if (d.op !== 'if' && d.op !== 'forEach' && d.op !== 'choose' && d.op !== 'may') return false;
  }
  return adds;
}

function positive(d: ExpressionData): boolean {
  if (typeof d === 'number') return d > 0;
  return (d.times ?? 1) >= 0 && (d.plus ?? 0) >= 0;
}

/** The icons that follow from what the operations do, in the list's order; a card may name its own instead. */
export function iconsOf(list: readonly OperationData[]): Icon[] {
  const found = new Set<Icon>();
  for (const d of everyOperation(list)) {
    switch (d.op) {
      case 'arrest':
      case 'escape':
        found.add('jail');
        break;
      case 'defect':
      case 'kill':
        found.add(d.op);
        break;
      case 'cancelLast':
        found.add('cancel');
        break;
      case 'draw':
      case 'discard':
      case 'take':
      case 'give':
      case 'fetch':
      case 'reveal':
      case 'peekReorder':
        found.add('cards');
        break;
      case 'status':
      case 'steal':
      case 'reward':
        found.add('status');
        break;
      case 'manpower':
      case 'requirement':
      case 'forceJoin':
      case 'join':
      case 'withdraw':
      case 'strengthen':
        found.add('manpower');
        break;
      default:
        break;
    }
  }
  return [...found];
}

/** What a play may hold in its window; the shape has been checked before. */
export function checkPlay(
  play: { readonly window: Window; readonly do: readonly OperationData[]; readonly targets: readonly unknown[] },
  path: string,
  errors: CompileError[],
): void {
  const operations = [...everyOperation(play.do)];
  const cancels = operations.some((d) => d.op === 'cancelLast');
  if (cancels !== (play.window === 'cancel')) {
    errors.push({ path: `${path}.window`, message: 'should be "cancel" just when the operation is cancelLast' });
  }
  if (cancels && (operations.length > 1 || play.targets.length > 0)) {
    errors.push({ path: `${path}.do`, message: 'a Cancel does nothing but cancelLast and has no targets' });
  }
  for (const d of operations) {
    if (CRIME_ONLY.includes(d.op) && play.window !== 'crime') {
      errors.push({ path: `${path}.window`, message: `${d.op} needs the window "crime"` });
    }
    // R-ARREST: not after the crime.
    if (d.op === 'arrest' && play.window === 'afterCrime') {
      errors.push({ path: `${path}.window`, message: 'nobody can be arrested after the crime' });
    }
  }
}

/** Checks a card's triggers. */
export function checkTriggers(card: CardData, errors: CompileError[]): void {
  if (card.kind === 'influence') return;
  card.abilities.forEach((ability, i) => {
    if (ability.type !== 'trigger') return;
    const path = `abilities[${i}]`;
    if (ability.who === 'self' && (!isGangsterEvent(ability.on) || card.kind !== 'gangster')) {
      errors.push({ path: `${path}.who`, message: '"self" needs a gangster and an event about gangsters' });
    }
    if (ability.who === 'present' && card.kind !== 'gangster') {
      errors.push({ path: `${path}.who`, message: '"present" needs a gangster' });
    }
    for (const d of everyOperation(ability.do)) {
      if (d.op === 'cancelLast') errors.push({ path: `${path}.do`, message: 'a trigger cannot cancel' });
      if (CRIME_ONLY.includes(d.op) && !BEFORE_OUTCOME.includes(ability.on)) {
        errors.push({ path: `${path}.on`, message: `${d.op} comes too late at ${ability.on}` });
      }
    }
  });
}

/**
 * Upper bound of the cards that the user's hand may get from an action, for comparison with its cost in cards: an action
 * that can give back as many as it costs is no price at all, and only R-FUEL's plays of a turn bound it. What the action
 * discards is left out (an empty hand discards nothing), and a gangster of one's own back in hand counts as a card, as
 * placing it again may draw one. Infinity where it depends on the table.
 */
export function cardsBackMax(action: Pick<ActionData, 'targets' | 'do'>): number {
  const picks = new Map<string, TargetData>(action.targets.map((target) => [target.as, target]));
  for (const d of everyOperation(action.do)) if (d.op === 'choose') picks.set(d.as, d);
  return backMax(action.do, picks);
}

function backMax(list: readonly OperationData[], picks: ReadonlyMap<string, TargetData>): number {
  return list.reduce((sum, d) => sum + backOf(d, picks), 0);
}

function backOf(d: OperationData, picks: ReadonlyMap<string, TargetData>): number {
  const picked = (what: string): number => {
    const pick = picks.get(what);
    return pick !== undefined && 'max' in pick ? (pick.max ?? 1) : 1;
  };
  switch (d.op) {
    case 'draw':
      if (d.who === 'others') return 0;
      return typeof d.n === 'number' ? Math.max(0, d.n) : Number.POSITIVE_INFINITY;
    case 'take':
      return d.n;
    case 'fetch':
      return picked(d.what);
    case 'escape':
      return d.to === 'others' ? 0 : picked(d.what);
    case 'toHand': {
      const pick = picks.get(d.what);
      const foreign = pick !== undefined && 'gangsters' in pick && pick.gangsters?.of === 'others';
      return foreign ? 0 : picked(d.what);
    }
    case 'if':
      return Math.max(backMax(d.then, picks), backMax(d.else ?? [], picks));
    case 'may':
      return backMax(d.do, picks);
    case 'forEach':
      return backMax(d.do, picks) > 0 ? Number.POSITIVE_INFINITY : 0;
    default:
      return 0;
  }
}
