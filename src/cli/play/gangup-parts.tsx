import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { baseReward, manpower, needed, requirement } from '../../gangup/effects/evaluate.js';
import { AT_FORCED, AT_HQ, CRIME_TYPES, GANGSTER, type GangupView, INFO, TURNS_MAX } from '../../gangup/index.js';
import { locationsOf, offerOf } from '../../table/gangup-words.js';
import { capital } from '../../table/words.js';
import type { GangupGame } from './gangup-game.js';
import type { Look } from './parts.js';

/** Cells of a status track. */
const TRACK = 20;
const NAME_WIDTH = 7;

interface Part extends Look {
  readonly game: GangupGame;
  readonly view: GangupView;
}

const PHASES = ['', 'a rumor', 'organizing', 'in progress', 'after the crime'] as const;

/** Whose turn it is and what goes on, and how much is left of the piles. */
export function TurnLine({ game, view, columns }: Omit<Part, 'colour'> & { readonly columns: number }): ReactNode {
  const { info } = view;
  const stage = PHASES[info[INFO.crimeStage]!]!;
  const active = info[INFO.active]!;
  const whose = active === game.seat ? 'your turn' : `${game.nameOf(active)}'s turn`;
  const turn =
    info[INFO.turn] === 0
      ? view.config.leaders
        ? 'gang leaders are picked'
        : 'the deal'
      : `turn ${info[INFO.turn]} of ${TURNS_MAX} · ${whose}`;
  const piles = `${info[INFO.resources]} cards · ${info[INFO.crimes]} crimes`;
  return (
    <Box justifyContent="space-between">
      <Text bold wrap="truncate">
        {`Gang Up! · ${turn}${stage === '' ? '' : ` · ${stage}`}`}
      </Text>
      <Box flexShrink={0}>
        <Text dimColor>{columns >= 76 ? ` left: ${piles}` : ` ${piles}`}</Text>
      </Box>
    </Box>
  );
}

/** How much of a seat's line there is room for. */
export type SeatWidth = 'full' | 'short' | 'bare';

/** Letters before the gang in a seat's line. */
export function seatPrefix(width: SeatWidth): number {
  return NAME_WIDTH + (width === 'full' ? TRACK + 16 : width === 'short' ? TRACK + 8 : 8);
}

/** A seat's gang in letters, to see how many lines it takes. */
export function gangLength(view: GangupView, seat: number): number {
  let letters = 0;
  for (let slot = 0; slot < view.slots; slot++) {
    if (view.slotCard[slot]! < 0 || view.slotOwner[slot] !== seat) continue;
    letters += view.cards.name(view.slotCard[slot]!).length + (view.slotAt[slot] === AT_HQ ? 2 : 3);
  }
  for (const extra of extrasOf(view, seat)) letters += extra.length + 1;
  return letters;
}

function extrasOf(view: GangupView, seat: number): string[] {
  const leader = view.leader[seat]! < 0 ? [] : [view.cards.name(view.leader[seat]!)];
  return [...leader, ...locationsOf(view, seat)].map((name) => `[${name}]`);
}

/** A seat: who is to speak, the status track, the hand's size, the gang (those at the crime marked), leader, locations. */
export function SeatLine({
  game,
  view,
  seat,
  colour,
  width,
  rows = 1,
}: Part & { readonly seat: number; readonly width: SeatWidth; readonly rows?: number }): ReactNode {
  const win = view.config.winStatus;
  const status = view.status[seat]!;
  const cells = Math.min(TRACK, Math.round((status * TRACK) / win));
  const own = seat === game.seat;
  const count = view.handCount[seat]!;
  const offer = offerOf(view, seat);
  const bid = offer > 0 ? `offers ${offer} ` : '';
  const hand =
    width === 'full'
      ? `/${win} ${String(count).padStart(2)} ${count === 1 ? 'card ' : 'cards'} `
      : ` ${String(count).padStart(2)}c `;
  return (
    <Box height={rows} overflow="hidden">
      <Box width={NAME_WIDTH} flexShrink={0}>
        <Text bold={own} color={colour && own ? 'cyan' : undefined}>
          {`${game.table.speaker === seat ? '▸' : ' '}${capital(game.nameOf(seat))}`}
        </Text>
      </Box>
      <Box width={seatPrefix(width) - NAME_WIDTH} flexShrink={0}>
        <Text color={colour ? 'yellow' : undefined}>{width === 'bare' ? '' : '■'.repeat(cells)}</Text>
        <Text dimColor>{width === 'bare' ? '' : '·'.repeat(TRACK - cells)}</Text>
        <Text bold>{String(status).padStart(3)}</Text>
        <Text dimColor>{hand}</Text>
      </Box>
      <Text wrap={rows > 1 ? 'wrap' : 'truncate'}>
        <Text color={colour ? 'green' : undefined}>{bid}</Text>
        <Gang view={view} seat={seat} colour={colour} />
        <Text dimColor>{extrasOf(view, seat).join(' ')}</Text>
      </Text>
    </Box>
  );
}

/** Gangsters of a seat; those at the crime stand out. */
function Gang({ view, seat, colour }: Look & { readonly view: GangupView; readonly seat: number }): ReactNode {
  const slots = Array.from({ length: view.slots }, (_, slot) => slot).filter(
    (slot) => view.slotCard[slot]! >= 0 && view.slotOwner[slot] === seat,
  );
  if (slots.length === 0) return <Text dimColor>nobody </Text>;
  return slots.map((slot) => {
    const away = view.slotAt[slot] !== AT_HQ;
    const name = view.cards.name(view.slotCard[slot]!);
    const mark = view.slotAt[slot] === AT_FORCED ? '!' : away ? '*' : '';
    return (
      <Text key={slot}>
        <Text inverse={colour && away}>{`${mark}${name}`}</Text>
        {slot === slots.at(-1) ? ' ' : ', '}
      </Text>
    );
  });
}

/** Jail, what was discarded last, and locations for sale. */
export function PilesLine({ game, view }: Omit<Part, 'colour'>): ReactNode {
  const { cards, info } = view;
  const jail = Array.from(
    view.jail.subarray(0, info[INFO.jailed]!),
    (card) => `${cards.name(card)} ${cards.number[card]}`,
  );
  const sale = cards.locations
    .filter((_, i) => view.config.locations && view.locationOwner[i]! < 0)
    .map((card) => `${cards.name(card)} (${cards.price[card]})`);
  const forSale = sale.length === 0 ? '' : `  For sale: ${sale.join(', ')}`;
  const top = (label: string, card: number, count: number): string =>
    count === 0 ? '' : `  ${label}: ${count}${card < 0 ? '' : `, last ${cards.name(card)}`}`;
  return (
    <Text wrap="truncate">
      <Text bold>Jail </Text>
      {jail.join(', ') || 'nobody'}
      {forSale}
      <Text dimColor>
        {top('Discards', game.lastDiscard, info[INFO.discards]!)}
        {top('Crimes', game.lastCrime, info[INFO.crimeDiscards]!)}
      </Text>
    </Text>
  );
}

/** The crime at hand: manpower against requirement, and who is in it. */
export function CrimeLine({ game, view, colour }: Part): ReactNode {
  const { cards, info } = view;
  const crime = info[INFO.crime]!;
  if (crime < 0) return <Text dimColor>No crime is at hand.</Text>;
  const [have, need] = [manpower(view), requirement(view)];
  const starter = info[INFO.starter]!;
  const ally = info[INFO.ally]!;
  const who = `${capital(game.nameOf(starter))}${ally < 0 ? '' : ` with ${game.nameOf(ally)}`}`;
  const enough = have >= need;
  // What is cut on a narrow screen are names: manpower against requirement is what everybody looks for.
  return (
    <Box>
      <Text wrap="truncate">
        <Text bold>Crime </Text>
        <Text color={colour ? 'magenta' : undefined}>{cards.name(crime)}</Text>
        {` ${game.signs.of(cards, crime)} ${CRIME_TYPES[cards.crimeType[crime]!]} ${cards.number[crime]}, ±${baseReward(view)} status  ${who}`}
      </Text>
      <Box flexShrink={0}>
        <Text>{'  manpower '}</Text>
        <Text bold color={colour ? (enough ? 'green' : 'red') : undefined}>{`${have} of ${need}`}</Text>
      </Box>
    </Box>
  );
}

/** Whether the seat's status allows the card at all. */
function reachable(view: GangupView, card: number): boolean {
  return needed(view, view.seat, card) <= view.status[view.seat]!;
}

/** The hand in a few words a card, as many on a line as fit. */
export function HandWords({ game, view, colour }: Part): ReactNode {
  const { cards } = view;
  const hand = [...view.hand.subarray(0, view.handCount[game.seat]!)];
  return (
    <Box flexWrap="wrap" columnGap={2}>
      <Text bold>{`Hand ${hand.length}`}</Text>
      {hand.map((card, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two copies of a card have nothing but their place
        <Text key={i} dimColor={!reachable(view, card)} color={colour ? kindColour(view, card) : undefined}>
          {`${cards.number[card]} ${cards.name(card)} ${game.signs.of(cards, card)}`}
        </Text>
      ))}
    </Box>
  );
}

/** The hand with a card on each line, its text included. */
export function HandLines({ game, view, colour }: Part): ReactNode {
  const { cards } = view;
  const hand = [...view.hand.subarray(0, view.handCount[game.seat]!)];
  return (
    <Box flexDirection="column">
      <Text bold>{`Your hand (${hand.length})`}</Text>
      {hand.map((card, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two copies of a card have nothing but their place
        <Text key={i} wrap="truncate" dimColor={!reachable(view, card)}>
          {` ${String(cards.number[card]).padStart(2)} `}
          <Text color={colour ? kindColour(view, card) : undefined} bold={reachable(view, card)}>
            {cards.name(card).padEnd(19)}
          </Text>
          {`${game.signs.of(cards, card).padEnd(4)}${game.signs.cost(cards, card).padEnd(3)} ${cards.data[card]!.text}`}
        </Text>
      ))}
    </Box>
  );
}

export function kindColour(view: GangupView, card: number): string {
  return view.cards.kind[card] === GANGSTER ? 'green' : 'blueBright';
}
