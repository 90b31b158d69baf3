import { Box, Text, useInput } from 'ink';
import { type ReactNode, useSyncExternalStore } from 'react';
import {
  ALARMS,
  BARS,
  BOARD_COUNT,
  BOARD_MAX,
  type GangView,
  HEIST,
  READY_MASK,
  ROUND,
  ROUND_NAMES,
  ROUNDS,
} from '../../gang/state.js';
import { capital, tellHand } from '../../table/words.js';
import type { LiveGame, LogLine } from './game.js';
import { HandsPanel, HelpPanel, ShowdownPanel } from './panels.js';
import { Cards, Chip, type Look, Score } from './parts.js';
import { type Size, useSize } from './use-size.js';

export interface ScreenProps extends Look {
  readonly game: LiveGame;
  /** Name of the bots' agent. */
  readonly bots: string;
  /** Something to know before the first card, or ''. */
  readonly hint: string;
}

const NAME_WIDTH = 8;
/** Width of a round's column, and on a narrow terminal. */
const COLUMN_WIDTH = 8;
const NARROW_COLUMN = 7;
const LOG_HEIGHT = 12;
/** Keys that were pressed so fast that they arrive together; other long inputs are no keys. */
const TOGETHER = /^[1-9prhq? ]{2,}$/i;

/** The table on a terminal of 80 × 24; smaller ones lose the older rounds and the log first. */
export function Screen({ game, bots, hint, colour }: ScreenProps): ReactNode {
  useSyncExternalStore(game.subscribe, game.snapshot, game.snapshot);
  const size = useSize();
  const { view, showdown, panel } = game;
  // The view of this very frame is what a key answers to (R-CONCURRENT).
  useInput((input, key) => {
    const keys = key.return ? [' '] : TOGETHER.test(input) ? [...input] : [input];
    for (const one of keys) game.press({ input: one, ctrl: key.ctrl }, view);
  });
  return (
    <Box flexDirection="column" paddingX={1} width={size.columns}>
      <Header game={game} bots={bots} size={size} />
      {panel === 'hands' ? (
        <HandsPanel game={game} colour={colour} examples={size.columns >= 46} />
      ) : panel === 'help' ? (
        <HelpPanel game={game} />
      ) : showdown !== null ? (
        <ShowdownPanel game={game} showdown={showdown} colour={colour} narrow={size.columns < 60} />
      ) : view === null ? (
        <Text>{game.prompt}</Text>
      ) : (
        <TableBody game={game} view={view} size={size} colour={colour} hint={hint} />
      )}
    </Box>
  );
}

function Header({ game, bots, size }: { game: LiveGame; bots: string; size: Size }): ReactNode {
  const { showdown, table, view } = game;
  const bars = showdown === null ? (view?.info[BARS] ?? 0) : showdown.bars;
  const alarms = showdown === null ? (view?.info[ALARMS] ?? 0) : showdown.alarms;
  const heist = (showdown === null ? (view?.info[HEIST] ?? 0) : showdown.heist) + 1;
  // The score of a showdown is told when its last hand lies open.
  const open = showdown === null || showdown.shown >= showdown.hands.length;
  const past = showdown !== null && !open;
  const shownBars = past && showdown.success ? bars - 1 : bars;
  const shownAlarms = past && !showdown.success ? alarms - 1 : alarms;
  return (
    <Box flexDirection="column" marginBottom={isTiny(game, size) ? 0 : 1}>
      <Box justifyContent="space-between">
        <Text bold wrap="truncate">{`The Gang · heist ${heist}`}</Text>
        <Score bars={shownBars} alarms={shownAlarms} words={size.columns >= 44} />
      </Box>
      {isTiny(game, size) ? null : (
        <Text dimColor wrap="truncate">
          {`${table.config.players} players, bots: ${bots}, seed ${table.seed} · ${roundEnd(game, size.columns >= 76)}`}
        </Text>
      )}
    </Box>
  );
}

function roundEnd(game: LiveGame, wide: boolean): string {
  if (game.table.config.roundEnd === 'strict') return 'a round ends when all hold a chip';
  return wide ? 'house rule: all must say ready' : 'house rule: ready';
}

/** Too low for a blank line anywhere. */
function isTiny(game: LiveGame, size: Size): boolean {
  return size.rows < 13 + game.table.config.players;
}

function TableBody({
  game,
  view,
  size,
  colour,
  hint,
}: Look & { game: LiveGame; view: GangView; size: Size; hint: string }): ReactNode {
  const round = view.info[ROUND]!;
  const seats = view.shape.seats;
  const board = game.boardNow;
  const tiny = isTiny(game, size);
  const gap = size.rows >= 17 + seats ? 1 : 0;
  // Header 3, cards and hand 2, grid 2 + seats, prompt, note and keys 3, the blank lines between, and the last row.
  const lines = Math.min(LOG_HEIGHT, Math.max(0, size.rows - (11 + seats + 3 * gap)));
  return (
    <Box flexDirection="column">
      <Box>
        <Label text="Table" />
        <Cards cards={board} colour={colour} room={BOARD_MAX} />
        {size.columns >= 64 ? (
          <Text dimColor>{`  round ${round + 1} of ${ROUNDS}, ${ROUND_NAMES[round]} chips`}</Text>
        ) : null}
      </Box>
      <Centre view={view} colour={colour} />
      <Box marginTop={gap}>
        <Label text="You" />
        <Cards cards={[...view.pocket]} colour={colour} />
        <Text wrap="truncate" bold>
          {`  ${tellHand(view.pocket, view.board.subarray(0, view.info[BOARD_COUNT]!))}`}
        </Text>
      </Box>
      <Box marginTop={gap} flexDirection="column">
        <Grid game={game} view={view} columns={size.columns} colour={colour} />
      </Box>
      <Box marginTop={gap} flexDirection="column" height={lines} overflow="hidden">
        {lines > 0
          ? logLines(game.log, lines, hint).map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have a place and no identity
              <Line key={i} line={line} colour={colour} />
            ))
          : null}
      </Box>
      {tiny && game.note !== '' ? null : (
        <Text wrap="truncate" color={colour ? 'cyan' : undefined}>
          {game.prompt}
        </Text>
      )}
      {tiny && game.note === '' ? null : (
        <Text wrap="truncate" bold>
          {game.note === '' ? ' ' : game.note}
        </Text>
      )}
      <Text dimColor wrap="truncate">
        {keys(view, size.columns >= 68)}
      </Text>
    </Box>
  );
}

function keys(view: GangView, wide: boolean): string {
  const ready = view.config.roundEnd === 'ready' ? '  r ready' : '';
  const take = `1-${view.shape.chips} take`;
  return wide ? `${take} a chip  p put back${ready}  h hands  ? help  q quit` : `${take}  p back${ready}  h  ?  q`;
}

function logLines(log: readonly LogLine[], count: number, hint: string): LogLine[] {
  const all = hint === '' ? log : [{ text: hint, round: 0, strong: true }, ...log];
  return all.slice(-count);
}

/** Chips of this round that nobody holds. */
function Centre({ view, colour }: Look & { view: GangView }): ReactNode {
  const free = Array.from({ length: view.shape.chips }, (_, chip) => chip).filter((chip) => view.holder[chip]! < 0);
  return (
    <Box>
      <Label text="Centre" />
      <Box gap={1}>
        {free.length === 0 ? <Text dimColor>all chips are taken</Text> : null}
        {free.map((chip) => (
          <Chip key={chip} chip={chip} round={view.info[ROUND]!} colour={colour} />
        ))}
      </Box>
    </Box>
  );
}

function Label({ text }: { text: string }): ReactNode {
  return (
    <Box width={NAME_WIDTH} flexShrink={0}>
      <Text>{text}</Text>
    </Box>
  );
}

/** Seats against rounds: who holds which chip now, and held in the rounds before. */
function Grid({ game, view, columns, colour }: Look & { game: LiveGame; view: GangView; columns: number }): ReactNode {
  const round = view.info[ROUND]!;
  const { seats } = view.shape;
  const showTakes = columns >= NAME_WIDTH + ROUNDS * COLUMN_WIDTH + 26;
  const showPast = columns >= NAME_WIDTH + ROUNDS * NARROW_COLUMN + 8;
  const width = showTakes ? COLUMN_WIDTH : NARROW_COLUMN;
  const rounds = showPast ? [0, 1, 2, 3] : [round];
  const bots = (seat: number): boolean => ((game.table.people >> seat) & 1) === 0;
  return (
    <>
      {showPast ? (
        <Box>
          <Box width={NAME_WIDTH} />
          {rounds.map((r) => (
            <Box key={r} width={width}>
              <Text bold={r === round} underline={r === round} dimColor={r > round}>
                {ROUND_NAMES[r]}
              </Text>
            </Box>
          ))}
          {showTakes ? (
            <Box width={14}>
              <Text dimColor>takes left</Text>
            </Box>
          ) : null}
        </Box>
      ) : null}
      {Array.from({ length: seats }, (_, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
        <Box key={seat}>
          <Box width={NAME_WIDTH}>
            <Text bold={seat === game.seat}>{capital(game.nameOf(seat))}</Text>
          </Box>
          {rounds.map((r) => {
            const chip = r > round ? -1 : view.star[r * seats + seat]!;
            return (
              <Box key={r} width={width}>
                {chip >= 0 ? (
                  <Chip chip={chip} round={r} colour={colour} />
                ) : (
                  <Text dimColor>{r > round ? '' : ' –'}</Text>
                )}
              </Box>
            );
          })}
          {showTakes ? (
            <Box width={14}>
              <Text dimColor>{bots(seat) ? `${view.takesLeft(seat)}` : 'any'}</Text>
            </Box>
          ) : null}
          {((view.info[READY_MASK]! >> seat) & 1) === 1 ? <Text color="green">ready</Text> : null}
        </Box>
      ))}
    </>
  );
}

/** A line of the log; chips in it wear the colour of their round. */
function Line({ line, colour }: Look & { line: LogLine }): ReactNode {
  const parts = colour ? line.text.split(/(\d★)/) : [line.text];
  return (
    <Text wrap="truncate" bold={line.strong}>
      {parts.map((part, i) =>
        /^\d★$/.test(part) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have a place and no identity
          <Chip key={i} chip={Number(part[0]) - 1} round={line.round} colour={colour} />
        ) : (
          part
        ),
      )}
    </Text>
  );
}
