import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { cardLine, type GangupView, INFO, type Refusal, whyNotAction, whyNotCard } from '../../gangup/index.js';
import { locationsOwned } from '../../table/gangup-words.js';
import { capital } from '../../table/words.js';
import { wrapped } from '../wrapped.js';
import type { Ending, GangupGame } from './gangup-game.js';
import type { LogLine } from './gangup-log.js';
import { kindColour, SeatLine } from './gangup-parts.js';
import type { Look } from './parts.js';
import type { Size } from './use-size.js';

/** The rules in short, and the keys. */
export function HelpPanel({ game, bots }: { readonly game: GangupGame; readonly bots: string }): ReactNode {
  const { config, seed } = game.table;
  return (
    <Box flexDirection="column">
      <Text bold>{`First to ${config.winStatus} status wins. Rivals: ${bots}; seed ${seed}.`}</Text>
      <Text>
        Your turn: draw; place gangsters whose number your status reaches, trade one with the jail for a lower one, play
        influences; then draw again, or turn over a crime. A crime needs manpower: send gangsters, call for one ally.
        Once it is in progress everybody may help or hinder. If the manpower still reaches the requirement, you and the
        ally gain its status, else you lose it. Status is compared, never paid; gangsters above yours go back to the
        hand.
      </Text>
      <Box flexDirection="column" marginTop={1}>
        {KEYS.map(([key, meaning]) => (
          <Text key={key} wrap="truncate">{`  ${key.padEnd(10)} ${meaning}`}</Text>
        ))}
      </Box>
      <Text wrap="truncate">* at the crime, ! forced to join, ▸ who is to speak, 4c: four cards in hand</Text>
      <Text dimColor>Any key: back. The game goes on meanwhile.</Text>
    </Box>
  );
}

const KEYS = [
  ['↑ ↓ enter', 'mark a choice and take it; its number takes it too'],
  ['b', 'take back a play that you have not announced yet'],
  ['c', 'pass without being asked until a crime is in progress; again: be asked'],
  ['a', 'the same until something is announced against you, or your turn begins'],
  ['t', 'the same until the turn ends'],
  ['w', 'your hand with its texts, and why a card cannot be played now'],
  ['g', 'the cards that lie on the table: gangs, crime, jail, with their texts'],
  ['y', 'what boss would do in your seat, by what you see; after the game why all did what they did'],
  ['i', 'what the icons mean'],
  ['l', 'more of the log'],
  ['q', 'leave; the game so far is saved as a replay'],
] as const;

export function LegendPanel({ game }: { readonly game: GangupGame }): ReactNode {
  return (
    <Box flexDirection="column">
      <Text bold>Icons</Text>
      {game.signs.legend.map(({ sign, means }) => (
        <Box key={sign} gap={1}>
          <Box width={4} flexShrink={0}>
            <Text bold>{`  ${sign}`}</Text>
          </Box>
          <Text wrap="truncate">{means}</Text>
        </Box>
      ))}
      <Text dimColor>Any key: back.</Text>
    </Box>
  );
}

/** A line of a panel that may be longer than the screen. */
interface PanelLine {
  readonly text: string;
  readonly tone: 'title' | 'plain' | 'quiet' | 'strong';
  readonly colour?: string;
}

/** A card's line wrapped to the screen's width, behind `indent`. */
function cardLines(view: GangupView, card: number, columns: number, indent = '', colour?: string): PanelLine[] {
  return wrapped(cardLine(view.cards.data[card]!), columns - indent.length - 2).map((part, i) => ({
    text: `${i === 0 ? indent : `${indent}  `}${part}`,
    tone: 'plain',
    ...(colour === undefined ? {} : { colour }),
  }));
}

/** Lines on as many pages as they need; arrows turn them. */
function Paged({
  lines,
  page,
  size,
  colour,
}: Look & { readonly lines: readonly PanelLine[]; readonly page: number; readonly size: Size }): ReactNode {
  const rows = Math.max(1, size.rows - 3);
  const pages = Math.max(1, Math.ceil(lines.length / rows));
  const at = ((page % pages) + pages) % pages;
  return (
    <Box flexDirection="column">
      {lines.slice(at * rows, (at + 1) * rows).map(({ text, tone, colour: of }, i) => (
        <Text
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have a place and no identity
          key={i}
          wrap="truncate"
          bold={tone === 'title' || tone === 'strong'}
          dimColor={tone === 'quiet'}
          color={colour ? of : undefined}
        >
          {text}
        </Text>
      ))}
      <Text dimColor>
        {pages === 1 ? 'Any key: back.' : `Page ${at + 1} of ${pages}: ↑ ↓ turn it. Any other key: back.`}
      </Text>
    </Box>
  );
}

interface CardsPanelProps extends Look {
  readonly game: GangupGame;
  readonly view: GangupView;
  readonly size: Size;
}

/** The hand with its texts, and why what can't be played can't. */
export function HandPanel({ game, view, size, colour }: CardsPanelProps): ReactNode {
  const hand = [...view.hand.subarray(0, view.handCount[game.seat]!)];
  const lines = hand.flatMap((card): PanelLine[] => {
    const lines = cardLines(view, card, size.columns - 2, '', kindColour(view, card));
    return [...lines, nowLine(whyNotCard(view, card))];
  });
  const title: PanelLine = { text: 'Your hand', tone: 'title' };
  return <Paged lines={[title, ...lines]} page={game.page} size={size} colour={colour} />;
}

function nowLine(refusal: Refusal | null): PanelLine {
  if (refusal === null) return { text: '   now', tone: 'strong' };
  return { text: `   not now: ${refusal.text}`, tone: 'quiet' };
}

/**
 * Every card that lies face up, with its text: the crime, the gangs with leaders and locations, jail, what is for sale;
 * and why an action that the seat may use can't be used now.
 */
export function TablePanel({ game, view, size, colour }: CardsPanelProps): ReactNode {
  const lines: PanelLine[] = [];
  const list = (title: string, cards: readonly number[], acts = false): void => {
    if (cards.length === 0) return;
    lines.push({ text: title, tone: 'title' });
    for (const card of cards) {
      const refusal = acts ? whyNotAction(view, card) : undefined;
      lines.push(
        ...cardLines(view, card, size.columns - 2, '  '),
        ...(refusal === undefined ? [] : [nowLine(refusal)]),
      );
    }
  };
  const crime = view.info[INFO.crime]!;
  list('Crime', crime < 0 ? [] : [crime]);
  for (let i = 0; i < view.seats; i++) {
    const seat = (game.seat + i) % view.seats;
    const gang = Array.from(view.slotCard).filter((card, slot) => card >= 0 && view.slotOwner[slot] === seat);
    const leader = view.leader[seat]! < 0 ? [] : [view.leader[seat]!];
    list(capital(game.nameOf(seat)), [...leader, ...locationsOwned(view, seat), ...gang], true);
  }
  list('Jail', [...view.jail.subarray(0, view.info[INFO.jailed]!)]);
  list('For sale', view.config.locations ? locationsOwned(view, -1) : []);
  if (lines.length === 0) lines.push({ text: 'No card lies on the table.', tone: 'plain' });
  return <Paged lines={lines} page={game.page} size={size} colour={colour} />;
}

/** What boss would do and expects; after the game a paragraph for each decision. */
export function WhyPanel({ game, size, colour }: Omit<CardsPanelProps, 'view'>): ReactNode {
  const { told } = game;
  const columns = size.columns - 4;
  const lines = (told ?? [['It thinks …']]).flatMap((paragraph): PanelLine[] =>
    paragraph.flatMap((sentence, i) =>
      wrapped(sentence, i === 0 ? columns : columns - 2).map((part): PanelLine => {
        return i === 0 ? { text: part, tone: 'title' } : { text: `  ${part}`, tone: 'plain' };
      }),
    ),
  );
  if (told?.length === 0) lines.push({ text: 'There was nothing to decide.', tone: 'plain' });
  return <Paged lines={lines} page={game.page} size={size} colour={colour} />;
}

export function LogPanel({ game, size }: { readonly game: GangupGame; readonly size: Size }): ReactNode {
  return (
    <Box flexDirection="column">
      <Log lines={game.log.lines} rows={size.rows - 3} columns={size.columns - 2} />
      <Text dimColor>Any key: back.</Text>
    </Box>
  );
}

/** The newest lines of the log that fit, the last one at the bottom. */
export function Log({
  lines,
  rows,
  columns,
}: {
  readonly lines: readonly LogLine[];
  readonly rows: number;
  readonly columns: number;
}): ReactNode {
  const shown: LogLine[] = [];
  for (let at = lines.length - 1; at >= 0 && shown.length < rows; at--) {
    const { text, tone } = lines[at]!;
    const parts = wrapped(text, columns - 2).map((part, i) => (i === 0 ? part : `  ${part}`));
    for (const part of parts.reverse()) shown.unshift({ text: part, tone });
  }
  return (
    <Box flexDirection="column" height={rows} overflow="hidden" justifyContent="flex-end">
      {shown.slice(-rows).map(({ text, tone }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have a place and no identity
        <Text key={i} wrap="truncate" bold={tone === 'strong'} underline={tone === 'turn'} dimColor={tone === 'quiet'}>
          {text}
        </Text>
      ))}
    </Box>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  status: '',
  crimes: ' The crime pile has run out: the highest status wins.',
  turns: ' The last turn is over: the highest status wins.',
};

const END_KEYS = 'n: another game  y: why they did that  l: log  space: leave the table';

export function EndPanel({
  game,
  view,
  ending,
  colour,
  columns,
}: Look & {
  readonly game: GangupGame;
  readonly view: GangupView;
  readonly ending: Ending;
  readonly columns: number;
}): ReactNode {
  const names = ending.winners.map(game.nameOf);
  const verb = names.length > 1 ? 'share the win' : names[0] === 'you' ? 'win' : 'wins';
  const order = Array.from({ length: view.seats }, (_, seat) => seat).sort((a, b) => view.status[b]! - view.status[a]!);
  return (
    <Box flexDirection="column">
      <Text bold color={colour ? (ending.winners.includes(game.seat) ? 'green' : 'red') : undefined}>
        {`${capital(names.join(' and '))} ${verb}!${REASONS[ending.reason] ?? ''}`}
      </Text>
      <Box flexDirection="column" marginTop={1} marginBottom={1}>
        {order.map((seat) => (
          <SeatLine key={seat} game={game} view={view} seat={seat} colour={colour} width="full" />
        ))}
      </Box>
      <Log lines={game.log.lines} rows={8} columns={columns} />
      <Text dimColor>{END_KEYS}</Text>
    </Box>
  );
}
