import type { Action } from '../core/game.js';
import { cardOf, numberOf, VERBS, verbOf } from './actions.js';
import { ABILITIES_MAX, GANGSTER } from './cards.js';
import { manpower, requirement } from './effects/evaluate.js';
import type { CardData } from './effects/schema.js';
import { inUse, PROMPT } from './prompts.js';
import { AT_HQ, FRAME, type GangupView, INFO, type PublicGangup } from './state.js';
import { targetWords, withNames } from './target-words.js';

/** How seats are called by whoever reads: `you`, `seat 2`, `Bo`. */
export type SeatNamer = (seat: number) => string;

/** What an action is, for a list that a person chooses from: `Place Red`, `Draw a second card and end the turn`. */
export function tellAction(view: GangupView, code: Action, seatName: SeatNamer): string {
  const { cards, info } = view;
  const card = cards.name(cardOf(code));
  const x = numberOf(code);
  const verb = VERBS[verbOf(code)]!;
  switch (verb) {
    case 'pass':
      return info[INFO.prompt] === PROMPT.answer ? 'Let it happen' : 'Pass';
    case 'done':
      return doneWords(view);
    case 'yes':
      return info[INFO.prompt] === PROMPT.rumor ? `Play the crime ${cards.name(info[INFO.crime]!)}` : 'Yes, do it';
    case 'no':
      return info[INFO.prompt] === PROMPT.rumor ? 'Let the crime pass' : 'No';
    case 'leader':
      return `Be led by ${card}`;
    case 'noLeader':
      return 'Take no leader';
    case 'buy':
      return `Buy ${card} for ${cards.price[cardOf(code)]} status`;
    case 'offer': {
      const owner = view.locationOwner[cards.locations.indexOf(cardOf(code))]!;
      return `Offer ${seatName(owner)} ${x} status for ${card}`;
    }
    case 'accept':
      return `Sell ${cards.name(info[INFO.offerCard]!)} for ${info[INFO.offerPrice]} status`;
    case 'refuse':
      return 'Refuse';
    case 'place':
      return `Place ${card}`;
    case 'snitch':
      return `Trade ${card} for ${cards.name(x)}`;
    case 'play':
      return `${info[INFO.prompt] === PROMPT.answer ? 'Cancel with' : 'Play'} ${card}`;
    case 'act':
      return `Use ${card}${ownerWords(view, code, seatName)}${abilityWords(cards.data[cardOf(code)]!, x % ABILITIES_MAX)}`;
    case 'second':
      return 'Draw a second card and end the turn';
    case 'crime':
      return 'Turn over a crime';
    case 'commit':
      return `Send ${card} to the crime`;
    case 'call':
      return 'Call for help';
    case 'bid':
      return `Offer ${x} ${x === 1 ? 'gangster' : 'gangsters'}`;
    case 'decline':
      return 'Decline';
    case 'ally':
      return `Take ${seatName(x)} as ally (offers ${view.bids[x]})`;
    case 'noAlly':
      return 'Take no ally';
    case 'pick':
      return `${card}${placeWords(view, x, seatName)}`;
    case 'pickCard':
      return card;
    case 'pickSeat':
      return `${seatName(x)} (status ${view.status[x]}, ${view.handCount[x]} cards)`;
    case 'pay':
      return `Pay with ${card}`;
    case 'discard':
      return `Discard ${card}`;
    case 'give':
      return `Give ${card}`;
    case 'take':
      return `Take ${card}`;
    case 'top':
      return `${card} next`;
    default:
      return verb satisfies never;
  }
}

function doneWords(view: GangupView): string {
  const { info } = view;
  if (inUse(view.draft)) return 'No more targets';
  switch (info[INFO.prompt]) {
    case PROMPT.start:
      return 'Go on to the draw';
    case PROMPT.gangsters:
      return 'Go on to phase 3';
    case PROMPT.organize: {
      const [have, need] = [manpower(view), requirement(view)];
      return `Done (${have} of ${need}${have >= need ? '' : ': too little'})`;
    }
    case PROMPT.end:
      return 'End the turn';
    default:
      return 'No more';
  }
}

function ownerWords(view: GangupView, code: Action, seatName: SeatNamer): string {
  if (view.cards.kind[cardOf(code)] !== GANGSTER) return '';
  const owner = view.slotOwner[Math.floor(numberOf(code) / ABILITIES_MAX)]!;
  return owner === view.seat ? '' : ` of ${seatName(owner)}`;
}

/** What the ability costs, and which it is when the card has several actions. */
function abilityWords(data: CardData, place: number): string {
  if (data.kind === 'influence') return '';
  const ability = data.abilities[place];
  if (ability === undefined || ability.type !== 'action') return '';
  const several = data.abilities.filter((one) => one.type === 'action').length > 1 ? ` (action ${place + 1})` : '';
  return `${several}${ability.cost === 0 ? '' : ` (costs ${ability.cost} ${ability.cost === 1 ? 'card' : 'cards'})`}`;
}

function placeWords(view: GangupView, slot: number, seatName: SeatNamer): string {
  const owner = view.slotOwner[slot]!;
  const where = view.slotAt[slot] === AT_HQ ? '' : ', at the crime';
  return ` (${owner === view.seat ? 'yours' : `of ${seatName(owner)}`}${where})`;
}

/** The question that the seat of the view is asked, in one sentence. */
export function tellPrompt(view: GangupView, seatName: SeatNamer): string {
  const { cards, info } = view;
  if (inUse(view.draft)) return tellDraft(view, seatName);
  const crime = info[INFO.crime]! < 0 ? '' : cards.name(info[INFO.crime]!);
  switch (info[INFO.prompt]) {
    case PROMPT.leader:
      return 'Which gang leader do you take?';
    case PROMPT.start:
      return 'Your turn begins: you may buy a location.';
    case PROMPT.offer:
      return `${capital(seatName(info[INFO.active]!))} would buy ${cards.name(info[INFO.offerCard]!)} for ${info[INFO.offerPrice]} status.`;
    case PROMPT.gangsters:
      return 'Gangster phase: place gangsters, trade one with the jail, play cards.';
    case PROMPT.priority:
      return info[INFO.crimeStage] === 3
        ? `${crime} is in progress (${manpower(view)} of ${requirement(view)}): do you play something?`
        : info[INFO.crimeStage] === 4
          ? `After ${crime}: do you play something?`
          : 'Do you play something now?';
    case PROMPT.third:
      return 'Phase 3: a second card, or a crime?';
    case PROMPT.rumor:
      return `The rumor: ${crime}. Do you play it?`;
    case PROMPT.organize:
      return `Organize ${crime}: who goes? Manpower ${manpower(view)} of ${requirement(view)}.`;
    case PROMPT.bid:
      return `${capital(seatName(info[INFO.starter]!))} calls for help with ${crime}: your offer? (It does not bind.)`;
    case PROMPT.ally:
      return 'Whom do you take as ally?';
    case PROMPT.end:
      return 'End of your turn: cards may still be played.';
    case PROMPT.discardDown:
      return `You hold ${view.handCount[view.seat]} cards: discard down to your limit.`;
    case PROMPT.answer:
      return `${tellPending(view, seatName)}: do you cancel that?`;
    case PROMPT.pick:
      return `${effectOf(view)}: choose.`;
    case PROMPT.discardPick:
      return `${effectOf(view)}: what do you discard?`;
    case PROMPT.givePick:
      return `${effectOf(view)}: what do you give?`;
    case PROMPT.takePick:
      return `${effectOf(view)}: what do you take?`;
    case PROMPT.peek:
      return `${effectOf(view)}: in which order do they lie? The first is drawn first.`;
    case PROMPT.may:
      return `${effectOf(view)}: do you want that?`;
    default:
      return 'Your move.';
  }
}

/** The announced play, and whether it has been answered. */
export function tellPending(table: PublicGangup, seatName: SeatNamer): string {
  const { pending, info, cards } = table;
  if (!inUse(pending)) return 'Nothing is announced';
  const who = seatName(pending[FRAME.user]!);
  const targets = withNames(targetWords(table, pending), seatName);
  const aim = targets.length === 0 ? '' : ` on ${targets.join(', ')}`;
  const play = `${capital(who)} ${who === 'you' ? 'play' : 'plays'} ${cards.name(pending[FRAME.card]!)}${aim}`;
  const cancels = info[INFO.cancels]!;
  if (cancels === 0) return play;
  const last = seatName(info[INFO.answered]!);
  return `${play}, and ${last} ${last === 'you' ? 'cancel' : 'cancels'} ${cancels === 1 ? 'it' : 'the Cancel'}`;
}

/** What is chosen of the play that the seat puts together, and what is asked next. */
function tellDraft(view: GangupView, seatName: SeatNamer): string {
  const { cards, draft } = view;
  const card = cards.name(draft[FRAME.card]!);
  const ability = cards.abilities[draft[FRAME.ability]!]!;
  const chosen = draftChoices(view, seatName);
  const so = chosen.length === 0 ? '' : ` (so far: ${chosen.join(', ')})`;
  if (draft[FRAME.stage]! < ability.targetCount) return `${card}${so}: choose a target.`;
  const left = ability.cost - draft[FRAME.pays]!;
  return `${card}${so}: pay ${left} ${left === 1 ? 'card' : 'cards'}.`;
}

/** Targets and payment chosen so far for the play that the seat puts together, by name. */
export function draftChoices(view: GangupView, seatName: SeatNamer): string[] {
  const { cards, draft } = view;
  if (!inUse(draft)) return [];
  const chosen = withNames(targetWords(view, draft), seatName);
  for (let i = 0; i < draft[FRAME.pays]!; i++) chosen.push(`paying ${cards.name(draft[FRAME.pay + i]!)}`);
  return chosen;
}

/** The card whose effect is under way. */
function effectOf(view: GangupView): string {
  const card = view.machine[FRAME.card]!;
  return card < 0 ? 'An effect' : view.cards.name(card);
}

/** A card on one line: numbers, cost and text. */
export function cardLine(data: CardData): string {
  const numbers =
    data.kind === 'crime'
      ? `${data.type}, needs ${data.status} status and ${data.manpower} manpower, ±${data.reward} status`
      : data.kind === 'gangster'
        ? `gangster ${data.status}, ${data.gender}, manpower ${data.manpower}`
        : data.kind === 'influence'
          ? `influence ${data.status}`
          : data.kind === 'location'
            ? `location, price ${data.price}`
            : 'gang leader';
  return `${data.name} (${numbers})${data.text === '' ? '' : `: ${data.text}`}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
