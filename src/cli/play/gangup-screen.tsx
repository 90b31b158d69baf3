import { Box, Text, useInput } from 'ink';
import { type ReactNode, useSyncExternalStore } from 'react';
import { cardLine, type GangupView, groupMoves, type MoveKind } from '../../gangup/index.js';
import { wrapped } from '../wrapped.js';
import { type Choice, DOWN, ENTER, ESCAPE, type GangupGame, UP } from './gangup-game.js';
import { EndPanel, HandPanel, HelpPanel, LegendPanel, Log, LogPanel, TablePanel, WhyPanel } from './gangup-panels.js';
import {
  CrimeLine,
  gangLength,
  HandLines,
  HandWords,
  PilesLine,
  SeatLine,
  type SeatWidth,
  seatPrefix,
  TurnLine,
} from './gangup-parts.js';
import type { Look } from './parts.js';
import { type Size, useSize } from './use-size.js';

export interface GangupScreenProps extends Look {
  readonly game: GangupGame;
  /** Names of the bots' agents. */
  readonly bots: string;
  /** Something to know at first, or ''. */
  readonly hint: string;
}

/** From here on the log stands beside the table. */
const WIDE = 136;
const LOG_WIDTH = 50;
/** From here on the hand has a line for each card. */
const TALL = 33;
const CHOICE_WIDTH = 38;
/** Keys that were pressed so fast that they arrive together; other long inputs are no keys. */
const TOGETHER = /^[0-9jkbcathiwglqny? ]{2,}$/i;

/** A table of Gang Up! on a terminal of 80 × 24; smaller ones lose the log first. */
export function GangupScreen({ game, bots, hint, colour }: GangupScreenProps): ReactNode {
  useSyncExternalStore(game.subscribe, game.snapshot, game.snapshot);
  const size = useSize();
  useInput((input, key) => {
    const named = key.upArrow ? UP : key.downArrow ? DOWN : key.return ? ENTER : null;
    const keys =
      named !== null
        ? [named]
        : key.escape || key.backspace || key.delete
          ? [ESCAPE]
          : TOGETHER.test(input)
            ? [...input]
            : [input];
    for (const one of keys) game.press({ input: one, ctrl: key.ctrl });
  });
  const { panel, view } = game;
  return (
    <Box flexDirection="column" paddingX={1} width={size.columns}>
      {view === null ? (
        <Text>{game.prompt}</Text>
      ) : panel === 'help' ? (
        <HelpPanel game={game} bots={bots} />
      ) : panel === 'legend' ? (
        <LegendPanel game={game} />
      ) : panel === 'hand' ? (
        <HandPanel game={game} view={view} size={size} colour={colour} />
      ) : panel === 'cards' ? (
        <TablePanel game={game} view={view} size={size} colour={colour} />
      ) : panel === 'why' ? (
        <WhyPanel game={game} size={size} colour={colour} />
      ) : panel === 'log' ? (
        <LogPanel game={game} size={size} />
      ) : game.ending !== null ? (
        <EndPanel game={game} view={view} ending={game.ending} colour={colour} columns={size.columns - 2} />
      ) : (
        <Table game={game} view={view} size={size} colour={colour} hint={hint} />
      )}
    </Box>
  );
}

function Table({
  game,
  view,
  size,
  colour,
  hint,
}: Look & { game: GangupGame; view: GangupView; size: Size; hint: string }): ReactNode {
  const wide = size.columns >= WIDE;
  const columns = wide ? size.columns - LOG_WIDTH - 4 : size.columns - 2;
  const seats = Array.from({ length: view.seats }, (_, i) => (game.seat + i) % view.seats);
  const { tall, handRows, seatWidth, seatRows, twoColumns, choiceRows, logRows } = layout(
    game,
    view,
    size,
    columns,
    wide,
  );
  const lines = hint === '' ? game.log.lines : [{ text: hint, tone: 'strong' } as const, ...game.log.lines];
  return (
    <Box gap={2}>
      <Box flexDirection="column" width={columns}>
        <TurnLine game={game} view={view} columns={columns} />
        {seats.map((seat) => (
          <SeatLine
            key={seat}
            game={game}
            view={view}
            seat={seat}
            colour={colour}
            width={seatWidth}
            rows={seatRows[seat]!}
          />
        ))}
        <PilesLine game={game} view={view} />
        <CrimeLine game={game} view={view} colour={colour} />
        <Box flexDirection="column" height={handRows} overflow="hidden">
          {tall ? (
            <HandLines game={game} view={view} colour={colour} />
          ) : (
            <HandWords game={game} view={view} colour={colour} />
          )}
        </Box>
        {wide || logRows === 0 ? null : <Log lines={lines} rows={logRows} columns={columns} />}
        <Text bold wrap="truncate" color={colour ? 'cyan' : undefined}>
          {game.prompt}
        </Text>
        <Choices game={game} rows={choiceRows} twoColumns={twoColumns} colour={colour} />
        <Detail game={game} view={view} columns={columns} />
        <Text bold wrap="truncate">
          {game.note === '' ? markedInFull(game, twoColumns ? (columns - 2) / 2 : columns) : game.note}
        </Text>
        <Text dimColor wrap="truncate">
          {keys(game, columns)}
        </Text>
      </Box>
      {wide ? (
        <Box width={LOG_WIDTH} flexShrink={0}>
          <Log lines={lines} rows={size.rows - 2} columns={LOG_WIDTH} />
        </Box>
      ) : null}
    </Box>
  );
}

/** Turn, piles, crime, prompt, note, two lines of a card's text, keys, and the row that terminals keep free. */
const FIXED_ROWS = 9;
/** The log keeps so many rows before gangs get a second line. */
const LOG_LEAST = 4;

interface Layout {
  readonly tall: boolean;
  readonly handRows: number;
  readonly seatWidth: SeatWidth;
  readonly seatRows: readonly number[];
  readonly twoColumns: boolean;
  readonly choiceRows: number;
  readonly logRows: number;
}

/** How the rows of the terminal are shared out. */
function layout(game: GangupGame, view: GangupView, size: Size, columns: number, wide: boolean): Layout {
  const tall = size.rows >= TALL;
  const count = view.handCount[game.seat]!;
  const handRows = tall ? count + 2 : Math.min(4, Math.ceil((count * 26 + 8) / columns));
  const twoColumns = columns >= 2 * CHOICE_WIDTH - 2;
  let room = size.rows - (FIXED_ROWS + view.seats + handRows);
  const wanted = Math.max(1, Math.ceil(headed(game.choices).length / (twoColumns ? 2 : 1)));
  const choiceRows = Math.max(1, Math.min(wanted, wide ? room : Math.max(3, Math.ceil(room * 0.6))));
  room -= choiceRows;
  const seatWidth = columns < 66 ? 'bare' : columns < 110 ? 'short' : 'full';
  const seatRows = Array.from({ length: view.seats }, (_, seat) => {
    const fits = gangLength(view, seat) <= columns - seatPrefix(seatWidth);
    if (fits || room <= (wide ? 0 : LOG_LEAST)) return 1;
    room--;
    return 2;
  });
  return { tall, handRows, seatWidth, seatRows, twoColumns, choiceRows, logRows: Math.max(0, room) };
}

/** A row of the list of choices: one of them, by its place, or what those below it are about. */
type ChoiceRow = number | MoveKind;

/** The choices under headings; without where all are about the same. */
function headed(choices: readonly Choice[]): ChoiceRow[] {
  const groups = groupMoves(choices.map(({ action }) => action));
  return groups.length < 2 ? [...choices.keys()] : groups.flatMap(({ kind, at }): ChoiceRow[] => [kind, ...at]);
}

/** What can be done, numbered, under headings where they fit; the marked one stands out. Scrolls when there is more. */
function Choices({
  game,
  rows,
  twoColumns,
  colour,
}: Look & { game: GangupGame; rows: number; twoColumns: boolean }): ReactNode {
  const perPage = rows * (twoColumns ? 2 : 1);
  const { choices, cursor } = game;
  const under = headed(choices);
  const all: readonly ChoiceRow[] = under.length <= perPage ? under : [...choices.keys()];
  const first = Math.floor(all.indexOf(cursor) / perPage) * perPage;
  const page = all.slice(first, first + perPage);
  const inColumn = Math.min(rows, page.length);
  const digits = String(choices.length).length;
  return (
    <Box height={rows} gap={2} overflow="hidden">
      {[page.slice(0, inColumn), page.slice(inColumn)].map((column, c) =>
        column.length === 0 ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are their place
          <Box key={c} flexDirection="column" flexBasis={0} flexGrow={1}>
            {column.map((at, i) => {
              if (typeof at === 'string') {
                return (
                  <Text key={at} bold wrap="truncate">
                    {at}
                  </Text>
                );
              }
              const choice = choices[at]!;
              const isLast = c * inColumn + i === page.length - 1;
              const more = first + perPage < all.length && isLast ? ' …' : '';
              return (
                <Text key={choice.action} wrap="truncate" inverse={colour && at === cursor} bold={at === cursor}>
                  {`${at === cursor ? '>' : ' '}${String(at + 1).padStart(digits)} ${choice.label}${more}`}
                </Text>
              );
            })}
          </Box>
        ),
      )}
    </Box>
  );
}

/** What the marked choice says, where its column cuts it short; else a space. */
function markedInFull(game: GangupGame, width: number): string {
  const label = game.choices[game.cursor]?.label ?? '';
  return label.length + String(game.choices.length).length + 2 > width ? label : ' ';
}

/** The text of the card at hand in two lines; where it is longer the panels `w` and `g` have all of it. */
function Detail({ game, view, columns }: { game: GangupGame; view: GangupView; columns: number }): ReactNode {
  const card = game.cardAtHand;
  const lines = card < 0 ? [' '] : wrapped(cardLine(view.cards.data[card]!), columns - 2);
  const shown = lines.length > 2 ? [lines[0]!, `${lines[1]!} …`] : lines;
  return (
    <Box height={2} flexDirection="column" overflow="hidden">
      {shown.map((line) => (
        <Text key={line} dimColor wrap="truncate">
          {line}
        </Text>
      ))}
    </Box>
  );
}

function keys(game: GangupGame, columns: number): string {
  const choose = game.choices.length === 0 ? '' : columns >= 76 ? '↑↓ enter/number  ' : '↑↓ enter  ';
  const back = game.table.canGoBack(game.seat) ? 'b back  ' : '';
  return columns >= 76
    ? `${choose}${back}c a t pass  w hand  g cards  y why  l log  ? help  q`
    : `${choose}${back}c a t pass  w g y l ? q`;
}
