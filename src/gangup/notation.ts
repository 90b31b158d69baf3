import type { Action } from '../core/game.js';
import { type InputError, inputError, type Result } from '../core/result.js';
import { action, cardOf, DO, numberOf, VERBS, type Verb, verbOf } from './actions.js';
import { ABILITIES_MAX, GANGSTER } from './cards.js';
import type { GangupView, PublicGangup } from './state.js';

/** What stands behind the verb: nothing, a card, a card and more, a number. */
const SIMPLE: Partial<Record<Verb, string>> = {
  pass: 'pass',
  done: 'done',
  yes: 'yes',
  no: 'no',
  noLeader: 'no leader',
  accept: 'accept',
  refuse: 'refuse',
  second: 'draw and end',
  crime: 'crime',
  call: 'call for help',
  decline: 'decline',
  noAlly: 'no ally',
};
const CARD: Partial<Record<Verb, string>> = {
  leader: 'leader',
  buy: 'buy',
  place: 'place',
  play: 'play',
  pickCard: 'choose card',
  pay: 'pay',
  discard: 'discard',
  give: 'give',
  take: 'take',
  top: 'top',
};
const NUMBER: Partial<Record<Verb, string>> = { bid: 'bid', ally: 'ally', pickSeat: 'choose seat' };

/** An action in the notation: verbs, card ids, places of gangsters as `#n`, seats from 0. */
export function describeAction(table: PublicGangup, code: Action): string {
  const verb = VERBS[verbOf(code)];
  if (verb === undefined) return `unknown action ${code}`;
  const id = table.cards.data[cardOf(code)]?.id ?? '?';
  const x = numberOf(code);
  if (SIMPLE[verb] !== undefined) return SIMPLE[verb];
  if (CARD[verb] !== undefined) return `${CARD[verb]} ${id}`;
  if (NUMBER[verb] !== undefined) return `${NUMBER[verb]} ${x}`;
  switch (verb) {
    case 'offer':
      return `offer ${x} for ${id}`;
    case 'snitch':
      return `snitch ${id} for ${table.cards.data[x]?.id ?? '?'}`;
    case 'act': {
      const gangster = table.cards.kind[cardOf(code)] === GANGSTER;
      const place = gangster ? ` #${Math.floor(x / ABILITIES_MAX)}` : '';
      const second = x % ABILITIES_MAX === 0 ? '' : ` ability ${(x % ABILITIES_MAX) + 1}`;
      return `use ${id}${place}${second}`;
    }
    case 'commit':
      return `commit ${id} #${x}`;
    default:
      return `choose ${id} #${x}`;
  }
}

export function formatAction(view: GangupView, code: Action): string {
  return describeAction(view, code);
}

const SLOT = /^(commit|choose|use)\s+(\S+)(?:\s+#(\d{1,3}))?(?:\s+ability\s+(\d))?$/;

/** Reads the notation. Says nothing about legality. A gangster's place may be left out when only one has the name. */
export function parseAction(view: GangupView, text: string): Result<Action, InputError> {
  const line = text.slice(0, 200).trim().toLowerCase().replace(/\s+/g, ' ');
  for (const verb of VERBS) {
    if (SIMPLE[verb] === line) return yes(action(DO[verb]));
    if (CARD[verb] !== undefined && line.startsWith(`${CARD[verb]} `)) {
      const card = cardNamed(view, line.slice(CARD[verb].length + 1));
      return card < 0 ? noCard(line.slice(CARD[verb].length + 1)) : yes(action(DO[verb], card));
    }
    if (NUMBER[verb] !== undefined && line.startsWith(`${NUMBER[verb]} `)) {
      const word = line.slice(NUMBER[verb].length + 1);
      if (!/^\d{1,3}$/.test(word)) return no(`"${word.slice(0, 20)}" is no number from 0 to 999`);
      return yes(action(DO[verb], 0, Number(word)));
    }
  }
  const offer = /^offer (\d{1,3}) for (\S+)$/.exec(line);
  if (offer !== null) {
    const card = cardNamed(view, offer[2]!);
    return card < 0 ? noCard(offer[2]!) : yes(action(DO.offer, card, Number(offer[1])));
  }
  const snitch = /^snitch (\S+) for (\S+)$/.exec(line);
  if (snitch !== null) {
    const [card, freed] = [cardNamed(view, snitch[1]!), cardNamed(view, snitch[2]!)];
    if (card < 0) return noCard(snitch[1]!);
    return freed < 0 ? noCard(snitch[2]!) : yes(action(DO.snitch, card, freed));
  }
  const slot = SLOT.exec(line);
  if (slot === null) return no(`"${text.trim().slice(0, 40)}" is not a move`);
  const card = cardNamed(view, slot[2]!);
  if (card < 0) return noCard(slot[2]!);
  const gangster = view.cards.kind[card] === GANGSTER;
  const place = gangster ? (slot[3] === undefined ? view.slotCard.indexOf(card) : Number(slot[3])) : 0;
  if (place < 0 || place >= Math.max(1, view.slots)) return no(`${slot[2]} isn't on the table`);
  if (slot[1] !== 'use') return yes(action(slot[1] === 'commit' ? DO.commit : DO.pick, card, place));
  const ability = slot[4] === undefined ? 0 : Number(slot[4]) - 1;
  if (ability < 0 || ability >= ABILITIES_MAX) return no('a card has at most four abilities');
  return yes(action(DO.act, card, place * ABILITIES_MAX + ability));
}

/** The card of that id or name, −1 when there is none. */
export function cardNamed(view: GangupView, word: string): number {
  return view.cards.data.findIndex((card) => card.id === word || card.name.toLowerCase() === word);
}

function yes(value: Action): Result<Action, InputError> {
  return { ok: true, value };
}

function noCard(word: string): Result<never, InputError> {
  return no(`there is no card named "${word.slice(0, 40)}"`);
}

function no(message: string): Result<never, InputError> {
  return {
    ok: false,
    error: inputError(
      'notation/unknown',
      '',
      `${message}.`,
      'Write for instance "play CARD", "pass", "bid 2" or "done".',
    ),
  };
}
