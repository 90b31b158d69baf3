import type {
  ActionData,
  CardData,
  ChooseOperation,
  ConditionData,
  ExpressionData,
  OperationData,
  PassiveData,
  PlayData,
  PlayersData,
  TargetData,
  TriggerData,
} from './schema.js';
import type { GangsterVerb, TriggerEvent } from './vocabulary.js';
import { gangsters, onePlayer, players, Words } from './words.js';

/** The English text of a card, made from its data: what is shown is what happens. */
export function cardText(card: CardData): string {
  if (card.unimplemented) return 'Not implemented: this card does nothing.';
  if (card.kind === 'influence') {
    const after = card.afterPlay === 'removed' ? ' Then this card leaves the game.' : '';
    return card.play === undefined ? '' : `${playText(card.play)}${after}`;
  }
  const lines = card.abilities.map((ability) => {
    if (ability.type === 'trigger') return triggerText(ability, card.kind === 'crime');
    if (ability.type === 'passive') return passiveText(ability);
    const who = ability.usableBy === 'any' ? 'Any player may use this. ' : '';
    const cost = ability.cost === 0 ? 'Once a turn: ' : `Discard ${count(ability.cost, 'card')}: `;
    return `${cost}${who}${playText({ ...ability, cost: 0 })}`;
  });
  return lines.join(' ');
}

/** A condition in words: `the crime is robbery`. */
export function conditionText(d: ConditionData): string {
  return condition(d, new Words());
}

/** What a target stands for in words: `a gangster at the crime`. `all`: the targets of its play, in their order. */
export function targetText(d: TargetData | ChooseOperation, all: readonly TargetData[] = []): string {
  const words = new Words();
  for (const target of all) if (target !== d) words.define(target, true);
  return words.define(d);
}

function playText(play: PlayData | ActionData): string {
  const words = new Words();
  for (const target of play.targets) words.define(target);
  const when = play.when === undefined ? '' : `Only if ${condition(play.when, words)}: `;
  const cost = play.cost === 0 ? '' : `Discard ${count(play.cost, 'other card')}: `;
  const does = sentences(play.do, words);
  const body = [...words.unused().map((phrase) => `Choose ${phrase}.`), does].join(' ');
  const window = play.window === 'crime' ? 'During a crime: ' : play.window === 'afterCrime' ? 'After a crime: ' : '';
  return `${window}${when}${cost}${body}`;
}

const EVENT_WORDS: Record<TriggerEvent, string> = {
  turnStart: 'At the start of WHOSE turn',
  turnEnd: 'At the end of WHOSE turn',
  crimeDraw: 'Before WHO drawS a crime',
  crimeRevealed: 'When WHO revealS TYPE crime',
  crimeStarted: 'When TYPE crime OF is in progress',
  crimeSuccess: 'When TYPE crime OF is successful',
  crimeFailure: 'When TYPE crime OF fails',
  killed: 'When a gangster OF is killed',
  arrested: 'When a gangster OF is arrested',
  defected: 'When a gangster OF defects',
  placed: 'When WHO placeS a gangster',
  escaped: 'When a gangster escapes to the hand of WHOM',
  statusGained: 'When WHO gainS status',
  statusLost: 'When WHO loseS status',
  influencePlayed: 'When WHO playS an influence',
  actionPlayed: 'When WHO useS an action',
  cancelled: 'When WHO cancelS a play',
};

function triggerText(trigger: TriggerData, crime: boolean): string {
  const words = new Words();
  const type = crime ? 'this' : trigger.of === undefined ? 'a' : `a ${trigger.of.join(' or ')}`;
  let event = EVENT_WORDS[trigger.on].replace('TYPE crime', `${type} crime`);
  if (trigger.who === 'self')
    event = event.replace('a gangster OF', 'this gangster').replace('WHO placeS a gangster', 'this gangster is placed');
  if (trigger.who === 'present') event = `${event.replace(' OF', '')} with this gangster there`;
  const crimes = EVENT_WORDS[trigger.on].includes('TYPE crime');
  if (trigger.who === 'participant') {
    const of = crimes && event.includes(' OF');
    event = of ? event.replace(' OF', ' you take part in') : `${event} while you take part in the crime`;
  }
  if (trigger.of !== undefined && !crime && !crimes)
    event = `${event} while a ${trigger.of.join(' or ')} crime is at hand`;
  const [who, s, whose, of] =
    trigger.who === 'owner'
      ? ['you', '', 'your', 'of yours']
      : trigger.who === 'others'
        ? ['another player', 's', "another player's", 'of another player']
        : ['a player', 's', "a player's", ''];
  event = event
    .replace('WHOSE', whose)
    .replace('WHOM', who)
    .replace(/WHO (\w+?)S\b/, `${who} $1${s}`)
    .replace(' OF', of === '' ? '' : ` ${of}`);
  const when = trigger.when === undefined ? '' : ` and ${condition(trigger.when, words)}`;
  const body = sentences(trigger.do, words);
  return `${event}${when}${trigger.may ? ', you may do this: ' : ': '}${lower(body)}`;
}

function passiveText(passive: PassiveData): string {
  const words = new Words();
  const when = passive.when === undefined ? '' : `If ${condition(passive.when, words)}: `;
  const whom = 'of' in passive && passive.of === 'gang' ? 'each gangster of yours' : 'this gangster';
  switch (passive.modify) {
    case 'manpower':
      return `${when}${capital(whom)} has ${signed(passive.amount, words)} manpower.`;
    case 'immune':
      return `${when}${capital(whom)} can't be ${passive.from.map((verb) => DONE[verb]).join(' or ')}.`;
    case 'number': {
      const kinds = passive.kinds.map((kind) => (kind === 'crime' ? 'crimes' : `${kind}s`)).join(' and ');
      return `${when}Your ${kinds} need ${signed(passive.amount, words)} status.`;
    }
    case 'handMax':
      return `${when}Your hand limit is ${signed(passive.amount, words)}.`;
    case 'requirement':
      return `${when}Crimes you start need ${signed(passive.amount, words)} manpower.`;
    default:
      return `${when}You get ${signed(passive.amount, words)} status from successful crimes.`;
  }
}

const DONE: Record<GangsterVerb, string> = {
  kill: 'killed',
  arrest: 'arrested',
  defect: 'defected',
  toHand: 'returned to hand',
  forceJoin: 'forced to join',
  withdraw: 'withdrawn',
};

function sentences(list: readonly OperationData[], words: Words): string {
  return list.map((d) => `${capital(sentence(d, words))}.`).join(' ');
}

function joined(list: readonly OperationData[], words: Words): string {
  return list.map((d) => sentence(d, words)).join(', then ');
}

function sentence(d: OperationData, words: Words): string {
  switch (d.op) {
    case 'kill':
      return `kill ${words.get(d.what)}`;
    case 'arrest':
      return `arrest ${words.get(d.what)}`;
    case 'defect':
      return `defect ${words.get(d.what)} to ${headquarters(d.to, words)}`;
    case 'toHand':
      return `return ${words.get(d.what)} to ${words.many(d.what) ? "their owners' hands" : "its owner's hand"}`;
    case 'forceJoin':
      return `force ${words.get(d.what)} to join the crime`;
    case 'join':
      return `${words.get(d.what)} ${words.many(d.what) ? 'join' : 'joins'} the crime`;
    case 'withdraw':
      return `send ${words.get(d.what)} home from the crime`;
    case 'removeFromGame':
      return `remove ${words.get(d.what)} from the game`;
    case 'escape':
      return `add ${words.get(d.what)} to ${hand(d.to, words)}`;
    case 'fetch':
      return `add ${words.get(d.what)} to your hand`;
    case 'status':
      return `${act(d.who, negative(d.amount) ? 'lose' : 'gain', words)} ${size(d.amount, words)} status`;
    case 'steal':
      return `steal ${size(d.amount, words)} status from ${players(d.from, words)}`;
    case 'draw':
      return `${act(d.who, 'draw', words)} ${cardsOf(d.n, 'resource card', words)}`;
    case 'discard': {
      const how = d.how === 'random' ? ' at random' : '';
      const n = d.n === 'all' ? 'the whole hand' : cardsOf(d.n, 'card', words);
      return `${act(d.who, 'discard', words)} ${n}${how}`;
    }
    case 'reveal':
      return d.to === 'all'
        ? `${act(d.who, 'show', words)} the hand to all`
        : `look at the hand of ${players(d.who, words)}`;
    case 'take':
      return d.how === 'random'
        ? `take ${count(d.n, 'card')} at random from the hand of ${onePlayer(d.from, words, true)}`
        : `look at the hand of ${onePlayer(d.from, words, true)} and take ${count(d.n, 'card')} of your choice`;
    case 'give':
      return `give ${count(d.n, 'card')} of your hand to ${onePlayer(d.to, words, true)}`;
    case 'peekReorder':
      return `look at the top ${d.n === 1 ? 'card' : `${d.n} cards`} of the ${d.pile} pile and put ${d.n === 1 ? 'it' : 'them'} back in any order`;
    case 'manpower':
      return `${signed(d.amount, words)} manpower`;
    case 'requirement':
      return `the crime needs ${signed(d.amount, words)} manpower`;
    case 'reward':
      return `the crime's reward is ${signed(d.amount, words)} status`;
    case 'cancelLast':
      return `cancel the last influence or action${d.icons === undefined ? '' : ` with the icon ${d.icons.join(' or ')}`}`;
    case 'protect':
      return `${words.get(d.what)} can't be ${d.from.map((verb) => DONE[verb]).join(' or ')} until the end of the ${d.until}`;
    case 'strengthen':
      return `${words.get(d.what)} ${words.many(d.what) ? 'have' : 'has'} ${signed(d.amount, words)} manpower until the end of the ${d.until}`;
    case 'if': {
      const otherwise = d.else === undefined ? '' : `; otherwise ${joined(d.else, words)}`;
      return `if ${condition(d.when, words)}, ${joined(d.then, words)}${otherwise}`;
    }
    case 'forEach': {
      const over = d.players !== undefined ? players(d.players, words) : gangsters(d.gangsters!, false, words);
      words.loop(d.as, d.players !== undefined ? 'that player' : 'that gangster');
      return `for ${d.players !== undefined ? over : `each ${over}`}: ${joined(d.do, words)}`;
    }
    case 'choose': {
      const phrase = words.define(d, true);
      if (d.random) return `pick ${phrase} at random`;
      const by = d.by === undefined ? 'you' : onePlayer(d.by, words);
      return by === 'you' ? `choose ${phrase}` : `${by} chooses ${phrase}`;
    }
    case 'may':
      return `you may do this: ${joined(d.do, words)}`;
  }
}

function act(who: PlayersData, verb: string, words: Words): string {
  return who === 'user' ? verb : `${players(who, words)} ${verb}s`;
}

function headquarters(to: PlayersData | undefined, words: Words): string {
  return to === undefined || to === 'user' || to === 'all'
    ? 'your headquarters'
    : `the headquarters of ${onePlayer(to, words)}`;
}

function hand(to: PlayersData | undefined, words: Words): string {
  return to === undefined || to === 'user' || to === 'all' ? 'your hand' : `the hand of ${onePlayer(to, words)}`;
}

function negative(d: ExpressionData): boolean {
  return typeof d === 'number' ? d < 0 : (d.times ?? 1) < 0;
}

/** An amount without its sign. */
function size(d: ExpressionData, words: Words): string {
  if (typeof d === 'number') return String(Math.abs(d));
  const times = Math.abs(d.times ?? 1);
  // As seen from its sign: what is lost for each may be less by some.
  const more = (d.plus ?? 0) * (negative(d) ? -1 : 1);
  const plus = more === 0 ? '' : ` and ${Math.abs(more)} ${more > 0 ? 'more' : 'less'}`;
  const what = 'count' in d ? `gangster counted (${gangsters(d.count, true, words)})` : reading(d, words);
  return `${times} for each ${what}${plus}`;
}

function reading(d: Exclude<ExpressionData, number>, words: Words): string {
  if ('count' in d) return gangsters(d.count, true, words);
  const of = d.of === undefined || d.of === 'user' ? 'your' : `the (${players(d.of, words)})`;
  switch (d.read) {
    case 'hand':
      return `card in ${of} hand`;
    case 'gang':
      return `gangster in ${of} gang`;
    case 'gangs':
      return 'gang at the crime';
    case 'number':
      return `status number of ${words.get(d.what ?? '')}`;
    case 'status':
      return `point of ${of} status`;
    default:
      return `point of the crime's ${d.read}`;
  }
}

function cardsOf(d: ExpressionData, noun: string, words: Words): string {
  return typeof d === 'number' ? count(d, noun) : `${size(d, words)} (${noun}s)`;
}

function signed(d: ExpressionData, words: Words): string {
  return `${negative(d) ? '−' : '+'}${size(d, words)}`;
}

function value(d: ExpressionData, words: Words): string {
  if (typeof d === 'number') return String(d);
  if ('count' in d) return `the number of ${gangsters(d.count, true, words)}`;
  const of = d.of === undefined || d.of === 'user' ? 'your' : `the (${players(d.of, words)})`;
  switch (d.read) {
    case 'hand':
      return `${of} hand size`;
    case 'gang':
      return `the size of ${of} gang`;
    case 'gangs':
      return 'the number of gangs at the crime';
    case 'number':
      return `the status number of ${words.get(d.what ?? '')}`;
    case 'status':
      return `${of} status`;
    default:
      return `the crime's ${d.read}`;
  }
}

function condition(d: ConditionData, words: Words): string {
  if ('compare' in d) {
    const [left, sign, right] = d.compare;
    const how = sign === '=' ? 'is' : sign === '>=' ? 'is at least' : 'is at most';
    return `${value(left, words)} ${how} ${value(right, words)}`;
  }
  if ('crimeType' in d) return `the crime is ${d.crimeType.join(' or ')}`;
  if ('present' in d) return `${words.get(d.present)} is at the crime`;
  if ('not' in d) return `not (${condition(d.not, words)})`;
  if ('all' in d) return d.all.map((part) => bracketed(part, 'any' in part, words)).join(' and ');
  if ('any' in d) return d.any.map((part) => bracketed(part, 'all' in part, words)).join(' or ');
  const who = players(d.player, words);
  return `${who} ${who === 'you' ? 'are' : 'is'} ${membership(d.in, words)}`;
}

function bracketed(d: ConditionData, brackets: boolean, words: Words): string {
  return brackets ? `(${condition(d, words)})` : condition(d, words);
}

function membership(d: PlayersData, words: Words): string {
  switch (d) {
    case 'participants':
      return 'in the crime';
    case 'outsiders':
      return 'outside the crime';
    case 'highest':
    case 'lowest':
      return `of ${d} status`;
    default:
      return players(d, words);
  }
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
