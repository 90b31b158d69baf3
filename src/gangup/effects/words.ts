import type { ChooseOperation, GangstersData, PileCardsData, PlayersData, TargetData } from './schema.js';

/** Names chosen by targets: described where they are used first, called "that …" afterwards. */
export class Words {
  private readonly phrases = new Map<string, { phrase: string; again: string; many: boolean; used: boolean }>();

  /** Phrases of what was chosen and never spoken of. */
  unused(): string[] {
    return [...this.phrases.values()].flatMap(({ phrase, used }) => (used ? [] : [phrase]));
  }

  define(target: TargetData | ChooseOperation, used = false): string {
    const [phrase, again] = targetPhrase(target, this);
    this.phrases.set(target.as, { phrase, again, many: mostOf(target) > 1, used });
    return phrase;
  }

  loop(name: string, again: string): void {
    this.phrases.set(name, { phrase: again, again, many: false, used: true });
  }

  /** Whether several may be chosen. */
  many(name: string): boolean {
    return this.phrases.get(name)?.many ?? false;
  }

  get(name: string): string {
    if (name === 'self') return 'this gangster';
    if (name === 'event') return 'that gangster';
    const found = this.phrases.get(name);
    if (found === undefined) return name;
    if (found.used) return found.again;
    found.used = true;
    return found.phrase;
  }
}

/** How many a target names at most. */
function mostOf(d: TargetData | ChooseOperation): number {
  return 'player' in d ? 1 : (d.max ?? Math.max(1, d.min ?? 1));
}

/** `2 cards`, `a gangster`, `an influence`, `another gangster`. */
function numbered(number: string, things: string): string {
  if (number !== 'a') return `${number} ${things}`;
  return things.startsWith('other ') ? `an${things}` : `${/^[aeiou]/.test(things) ? 'an' : 'a'} ${things}`;
}

function targetPhrase(d: TargetData | ChooseOperation, words: Words): [string, string] {
  if ('player' in d) {
    const base =
      d.player === 'others'
        ? 'another player'
        : d.player === 'all'
          ? 'a player'
          : d.player === 'highest' || d.player === 'lowest'
            ? `a player with the ${d.player} status`
            : `one of ${players(d.player, words)}`;
    const having = d.with === 'cards' ? ' who has cards' : d.with === 'gangsters' ? ' who has gangsters' : '';
    return [base + having, 'that player'];
  }
  const min = d.min ?? 1;
  const max = mostOf(d);
  const many = max > 1;
  const number = min === max ? (max === 1 ? 'a' : String(max)) : min === 0 ? `up to ${max}` : `${min} to ${max}`;
  if ('cards' in d) return [numbered(number, pileCards(d.cards, many)), many ? 'those cards' : 'that card'];
  const limit = d.maxPerGang === undefined ? '' : ` (at most ${d.maxPerGang} of each gang)`;
  return [
    `${numbered(number, gangsters(d.gangsters, many, words))}${limit}`,
    many ? 'those gangsters' : 'that gangster',
  ];
}

export function gangsters(d: GangstersData, many: boolean, words: Words): string {
  const gender = d.gender === undefined ? '' : `${d.gender} `;
  const number = numbers(d);
  const other = d.notSelf ? 'other ' : '';
  const zone = d.zone === 'crime' ? ' at the crime' : d.zone === 'hq' ? ' in headquarters' : '';
  const owner = d.of === undefined || d.of === 'all' ? '' : ` of ${possessor(d.of, many, words)}`;
  return `${other}${gender}gangster${many ? 's' : ''}${number}${owner}${zone}`;
}

function numbers({ numberMin: least, numberMax: most }: GangstersData | PileCardsData): string {
  if (least !== undefined && most !== undefined) return ` of status ${least === most ? least : `${least} to ${most}`}`;
  if (most !== undefined) return ` of status ${most} or less`;
  return least === undefined ? '' : ` of status ${least} or more`;
}

function possessor(d: PlayersData, many: boolean, words: Words): string {
  if (d === 'user') return 'yours';
  return d === 'others' ? `${many ? 'other players' : 'another player'}` : players(d, words);
}

function pileCards(d: PileCardsData, many: boolean): string {
  const kind = d.zone === 'jail' ? 'gangster' : (d.kind ?? 'card');
  const icon = d.icon === undefined ? '' : ` with the ${d.icon} icon`;
  const number = numbers(d);
  return `${kind}${many ? 's' : ''}${icon}${number} from ${d.zone === 'jail' ? 'jail' : 'the resource discard pile'}`;
}

export function players(d: PlayersData, words: Words): string {
  if (typeof d !== 'string') return 'chosen' in d ? words.get(d.chosen) : `the owner of ${words.get(d.ownerOf)}`;
  switch (d) {
    case 'user':
      return 'you';
    case 'others':
      return 'each other player';
    case 'all':
      return 'every player';
    case 'active':
      return 'the active player';
    case 'starter':
      return 'the starter';
    case 'ally':
      return 'the ally';
    case 'participants':
      return 'each partner in the crime';
    case 'gangsAtCrime':
      return 'each gang at the crime';
    case 'outsiders':
      return 'each player outside the crime';
    case 'event':
      return 'that player';
    default:
      return `the players with the ${d} status`;
  }
}

const ONE_OF: Partial<Record<PlayersData & string, string>> = {
  participants: 'partner in the crime',
  gangsAtCrime: 'gang at the crime',
  outsiders: 'player outside the crime',
};

/**
 * The one player who is meant where there can be one only: of several the first clockwise, beginning with the user, or
 * behind the user where it can't be meant itself (`other`).
 */
export function onePlayer(d: PlayersData, words: Words, other = false): string {
  if (d === 'others' || (d === 'all' && other)) return 'the next player clockwise';
  if (d === 'all') return 'you';
  const several = typeof d === 'string' ? ONE_OF[d] : undefined;
  if (several === undefined) return players(d, words);
  return other ? `the next ${several} clockwise` : `the first ${several} clockwise from you on`;
}
