import { Box, Text, useInput } from 'ink';
import { type ReactNode, useSyncExternalStore } from 'react';
import { exitsInPlay, isDark } from '../../gang/chips.js';
import type { GangConfig } from '../../gang/config.js';
import { alarmsToLose, barsToWin } from '../../gang/modes.js';
import { findModifier } from '../../gang/modifiers/registry.js';
import {
  ALARMS,
  BARS,
  BOARD_MAX,
  DEALER_SEAT,
  EXITS_LEFT,
  type GangView,
  HEIST,
  PHASE,
  PHASE_CHIPS,
  READY_MASK,
  ROUND,
  ROUND_NAMES,
  ROUNDS,
  starsOf,
} from '../../gang/state.js';
import {
  inForce,
  loneCards,
  MODE_NAMES,
  pocketCards,
  tellOwnHand,
  tellStacks,
  upBetween,
  upStacks,
} from '../../table/deluxe-words.js';
import { capital } from '../../table/words.js';
import { prettyCards } from './cards.js';
import { keyOf, type Option } from './choice.js';
import type { LiveGame, LogLine } from './game.js';
import { NAMES } from './names.js';
import {
  CardsPanel,
  HandsPanel,
  HelpPanel,
  KnownPanel,
  RevealedHands,
  ShowdownPanel,
  ThoughtsPanel,
} from './panels.js';
import { Cards, Chip, type Look, Score, Stacks } from './parts.js';
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
const TAKES_WIDTH = 14;
/** Four open cards, one of them a stack of two. */
const UP_WIDTH = 24;
const NARROW_COLUMN = 7;
const LOG_HEIGHT = 12;
/** Rows of the header and the last, empty one. */
const HEADER_ROWS = 4;
/** Rows that a question and its answers may take. */
const QUESTION_ROWS = 2;
/** Keys that were pressed so fast that they arrive together; other long inputs are no keys. */
const TOGETHER = /^[0-9a-z? ]{2,}$/i;

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
      ) : panel === 'cards' && view !== null ? (
        <CardsPanel view={view} rows={size.rows - HEADER_ROWS} />
      ) : panel === 'known' && view !== null ? (
        <KnownPanel game={game} view={view} rows={size.rows - HEADER_ROWS} />
      ) : panel === 'thoughts' ? (
        <ThoughtsPanel game={game} />
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
  const shownBars = past ? bars - showdown.barsMoved : bars;
  const shownAlarms = past ? alarms - showdown.alarmsMoved : alarms;
  const of = { bars: barsToWin(table.config), alarms: alarmsToLose(table.config) };
  return (
    <Box flexDirection="column" marginBottom={isTiny(game, size) ? 0 : 1}>
      <Box justifyContent="space-between">
        <Text bold wrap="truncate">{`The Gang · heist ${heist}`}</Text>
        <Score bars={shownBars} alarms={shownAlarms} of={of} words={size.columns >= 44} />
      </Box>
      {isTiny(game, size) ? null : (
        <Text dimColor wrap="truncate">
          {`${table.config.players} players${tableWords(table.config)}, bots: ${bots}, seed ${table.seed} · ${roundEnd(game, size.columns >= 76)}`}
        </Text>
      )}
    </Box>
  );
}

/** Mode and variant where they aren't those of the base game. */
function tableWords({ mode, variant }: GangConfig): string {
  const words = [
    mode === 'basic' ? '' : MODE_NAMES[mode],
    variant === 'holdem' ? '' : (findModifier(variant)?.name ?? ''),
  ];
  return words
    .filter((word) => word !== '')
    .map((word) => `, ${word}`)
    .join('');
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
  const round = Math.min(view.info[ROUND]!, ROUNDS - 1);
  const seats = view.shape.seats;
  const tiny = isTiny(game, size);
  const gap = size.rows >= 17 + seats ? 1 : 0;
  const asked = game.choice !== null;
  const force = view.plain ? '' : forceLine(view);
  const soFar = game.handsSoFar;
  const noteRow = game.note !== '' || !asked;
  // Header 3, cards and hand 2, grid 2 + seats, prompt, note and keys 3, the blank lines between, and the last row.
  const more = (force === '' ? 0 : 1) + (asked ? 2 * QUESTION_ROWS - 1 - (noteRow ? 0 : 1) : 0);
  const lines = Math.min(LOG_HEIGHT, Math.max(0, size.rows - (11 + seats + 3 * gap + more)));
  return (
    <Box flexDirection="column">
      <Box>
        <Label text="Table" />
        {view.shape.up > 0 ? (
          <Text dimColor>{upBetween(view) ? 'open cards lie between neighbours' : 'open cards lie at each seat'}</Text>
        ) : (
          <Stacks stacks={game.boardNow} colour={colour} room={BOARD_MAX} />
        )}
        {size.columns >= 64 && view.stacked.length === 0 ? (
          <Text dimColor>{`  round ${round + 1} of ${ROUNDS}, ${ROUND_NAMES[round]} chips`}</Text>
        ) : null}
      </Box>
      <Centre view={view} colour={colour} />
      <Box marginTop={gap}>
        <Label text="You" />
        <Cards cards={pocketCards(view)} colour={colour} />
        <Text wrap="truncate" bold>
          {`  ${tellOwnHand(view)}`}
        </Text>
      </Box>
      <Box marginTop={gap} flexDirection="column">
        {soFar.length > 0 ? (
          <RevealedHands game={game} hands={soFar} shown={soFar.length} colour={colour} narrow={size.columns < 60} />
        ) : (
          <Grid game={game} view={view} columns={size.columns} colour={colour} />
        )}
      </Box>
      <Box marginTop={gap} flexDirection="column" height={lines} overflow="hidden">
        {lines > 0
          ? logLines(game.log, lines, hint).map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have a place and no identity
              <Line key={i} line={line} colour={colour} />
            ))
          : null}
      </Box>
      {force === '' ? null : (
        <Text dimColor wrap="truncate">
          {force}
        </Text>
      )}
      {asked ? (
        <Question game={game} colour={colour} />
      ) : tiny && game.note !== '' ? null : (
        <Text wrap="truncate" color={colour ? 'cyan' : undefined}>
          {game.prompt}
        </Text>
      )}
      {(tiny && game.note === '') || !noteRow ? null : (
        <Text wrap="truncate" bold>
          {game.note === '' ? ' ' : game.note}
        </Text>
      )}
      <Text dimColor wrap="truncate">
        {asked ? choiceKeys(game) : keys(view, size.columns >= 68)}
      </Text>
    </Box>
  );
}

/** The names of what is in force; the card texts are a key away. */
function forceLine(view: GangView): string {
  const titles = inForce(view).map(({ title }) => title);
  return titles.length === 0 ? '' : `In force: ${titles.join(' · ')}`;
}

/** What is asked and what can be answered; the answer chosen is marked until it is confirmed. */
function Question({ game, colour }: Look & { game: LiveGame }): ReactNode {
  const { answer, choice, offered } = game;
  const before = choice!.path.filter((option) => option !== answer).map((option) => `${capital(option.label)}: `);
  return (
    <>
      <Box height={QUESTION_ROWS} overflow="hidden">
        <Text color={colour ? 'cyan' : undefined}>{choice!.title}</Text>
      </Box>
      <Box height={QUESTION_ROWS} overflow="hidden" flexWrap="wrap" columnGap={2}>
        {before.length === 0 ? null : <Text>{before.join('')}</Text>}
        {offered.map((option, i) => (
          <OfferedOption key={keyOf(i)} option={option} of={keyOf(i)} chosen={option === answer} />
        ))}
      </Box>
    </>
  );
}

function OfferedOption({ option, of, chosen }: { option: Option; of: string; chosen: boolean }): ReactNode {
  const label = `${of} ${option.label}`;
  return chosen ? (
    <Text inverse bold>
      {label}
    </Text>
  ) : (
    <Text>{label}</Text>
  );
}

function choiceKeys({ answer, choice }: LiveGame): string {
  if (choice !== null && choice.again !== null) return 'choose with a key  x leave it  ? help  q quit';
  const sealed = answer === null ? 'choose with a key' : `space: answer "${answer.label}"`;
  return `${sealed}  x back  c cards  k known  h hands  ? help  q quit`;
}

function keys(view: GangView, wide: boolean): string {
  const { chipOrder } = view.plan;
  const ready = view.config.roundEnd === 'ready' ? '  r ready' : '';
  const take = `${starsOf(chipOrder[0]!)}-${starsOf(chipOrder[view.shape.chips - 1]!)} take`;
  const exit = exitsInPlay(view) ? '  e exit' : '';
  if (view.plain) {
    return wide
      ? `${take} a chip  p put back${ready}  h hands  w bot's view  ? help  q quit`
      : `${take}  p back${ready}  h  w  ?  q`;
  }
  return wide
    ? `${take}  p put back${exit}${ready}  c cards  k known  h  w  ? help  q quit`
    : `${take}  p back${exit}${ready}  c k h w ? q`;
}

function logLines(log: readonly LogLine[], count: number, hint: string): LogLine[] {
  const all = hint === '' ? log : [{ text: hint, round: 0, strong: true }, ...log];
  return all.slice(-count);
}

/** Chips of this round that nobody holds. */
function Centre({ view, colour }: Look & { view: GangView }): ReactNode {
  const free = [...view.plan.chipOrder].filter((chip) => view.holder[chip]! < 0);
  const exits = exitsInPlay(view) ? view.info[EXITS_LEFT]! : 0;
  const closed = view.info[PHASE] !== PHASE_CHIPS;
  const lone = view.plain ? [] : loneCards(view);
  return (
    <Box>
      <Label text="Centre" />
      <Box gap={1}>
        {closed ? <Text dimColor>no chips lie open now</Text> : null}
        {!closed && free.length === 0 ? <Text dimColor>all chips are taken</Text> : null}
        {closed
          ? null
          : free.map((chip) => (
              <Chip
                key={chip}
                chip={chip}
                round={Math.min(view.info[ROUND]!, ROUNDS - 1)}
                colour={colour}
                dark={isDark(view, chip)}
              />
            ))}
        {!closed && exits > 0 ? <Text bold>{`${exits} exit`}</Text> : null}
        {lone.map(({ seat, stack }) => (
          <Text key={seat}>{`  only for ${seat === view.seat ? 'you' : NAMES[seat]}: ${prettyCards(stack)}`}</Text>
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
  const round = Math.min(view.info[ROUND]!, ROUNDS - 1);
  const { seats } = view.shape;
  const showTakes = columns >= NAME_WIDTH + ROUNDS * COLUMN_WIDTH + 26;
  const showPast = columns >= NAME_WIDTH + ROUNDS * NARROW_COLUMN + 8;
  const width = showTakes ? COLUMN_WIDTH : NARROW_COLUMN;
  const rounds = showPast ? [0, 1, 2, 3] : [round];
  const up = upStacks(view);
  const open = up.length === 0 ? '' : upBetween(view) ? 'between it and the next' : 'open cards';
  const showUp = open !== '' && (showTakes || !showPast);
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
            <Box width={showUp ? UP_WIDTH : TAKES_WIDTH}>
              <Text dimColor wrap="truncate">
                {showUp ? open : 'takes left'}
              </Text>
            </Box>
          ) : null}
        </Box>
      ) : null}
      {Array.from({ length: seats }, (_, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
        <Box key={seat}>
          <Box width={NAME_WIDTH}>
            <Text bold={seat === game.seat}>{capital(game.nameOf(seat))}</Text>
            {view.info[DEALER_SEAT] === seat && !view.plain ? <Text color="yellow"> D</Text> : null}
          </Box>
          {rounds.map((r) => (
            <Box key={r} width={width}>
              <SeatChip view={view} seat={seat} round={r} colour={colour} />
            </Box>
          ))}
          {showUp ? (
            <Box width={UP_WIDTH}>
              <Text wrap="truncate">{tellStacks(up[seat]!, game.telling)}</Text>
            </Box>
          ) : showTakes ? (
            <Box width={TAKES_WIDTH}>
              <Text dimColor>{((game.table.people >> seat) & 1) === 0 ? `${view.takesLeft(seat)}` : 'any'}</Text>
            </Box>
          ) : null}
          {view.hasExit(seat) ? <Text bold>exit </Text> : null}
          {((view.info[READY_MASK]! >> seat) & 1) === 1 ? <Text color="green">ready</Text> : null}
        </Box>
      ))}
    </>
  );
}

/** The chip that a seat holds in this round or held in one before. */
function SeatChip({ view, seat, round, colour }: Look & { view: GangView; seat: number; round: number }): ReactNode {
  const now = view.info[ROUND]!;
  const chip = round > now ? -1 : view.star[round * view.shape.seats + seat]!;
  if (chip < 0) return <Text dimColor>{round > now ? '' : ' –'}</Text>;
  return <Chip chip={chip} round={round} colour={colour} dark={round === now && isDark(view, chip)} />;
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
