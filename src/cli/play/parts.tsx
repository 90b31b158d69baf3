import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { starsOf } from '../../gang/state.js';
import { CARD_BACKGROUND, CHIP_STYLES, cardColour, cardField, DARK_STYLE, prettyCard } from './cards.js';

/** Whether the terminal shows colours: without, brackets stand for the edges of cards and chips. */
export interface Look {
  readonly colour: boolean;
}

export function Card({ card, colour }: Look & { readonly card: number }): ReactNode {
  if (!colour) return <Text>{`[${prettyCard(card)}]`}</Text>;
  return (
    <Text backgroundColor={CARD_BACKGROUND} color={cardColour(card)} bold>
      {cardField(card)}
    </Text>
  );
}

/** Cards side by side; `room` places are filled up with empty ones. */
export function Cards({
  cards,
  colour,
  room = 0,
}: Look & { readonly cards: readonly number[]; readonly room?: number }): ReactNode {
  const empty = Math.max(0, room - cards.length);
  return (
    <Box gap={1} flexShrink={0}>
      {cards.map((card) => (
        <Card key={card} card={card} colour={colour} />
      ))}
      {empty > 0 ? <Text dimColor>{Array(empty).fill('[  ]').join(' ')}</Text> : null}
    </Box>
  );
}

/** Cards by the place where they lie; those stacked on one place (R-JOKER) have strokes between them. */
export function Stacks({
  stacks,
  colour,
  room = 0,
}: Look & { readonly stacks: readonly (readonly number[])[]; readonly room?: number }): ReactNode {
  const empty = Math.max(0, room - stacks.length);
  return (
    <Box gap={1} flexShrink={0}>
      {stacks.map((stack) => (
        <Box key={stack.join()}>
          {stack.map((card, i) => (
            <Box key={card}>
              {i > 0 ? <Text>/</Text> : null}
              <Card card={card} colour={colour} />
            </Box>
          ))}
        </Box>
      ))}
      {empty > 0 ? <Text dimColor>{Array(empty).fill('[  ]').join(' ')}</Text> : null}
    </Box>
  );
}

/** A hand that still lies face down. */
export function HiddenCards({ count }: { readonly count: number }): ReactNode {
  return <Text dimColor>{Array(count).fill('[??]').join(' ')}</Text>;
}

/** A chip; one that lies on its dark side (R-DARK) is drawn dark, without colours in angle brackets. */
export function Chip({
  chip,
  round,
  colour,
  dark = false,
}: Look & { readonly chip: number; readonly round: number; readonly dark?: boolean }): ReactNode {
  const { background, foreground } = dark ? DARK_STYLE : CHIP_STYLES[round]!;
  if (!colour) return <Text>{dark ? `<${starsOf(chip)}★>` : `(${starsOf(chip)}★)`}</Text>;
  return <Text backgroundColor={background} color={foreground} bold>{` ${starsOf(chip)}★ `}</Text>;
}

/** Places for gold bars and alarms, as many as decide the game, filled from the left. */
export function Score({
  bars,
  alarms,
  of,
  words,
}: {
  readonly bars: number;
  readonly alarms: number;
  readonly of: { readonly bars: number; readonly alarms: number };
  readonly words: boolean;
}): ReactNode {
  return (
    <Text>
      {words ? 'gold bars ' : ''}
      <Text color="yellow">{'■'.repeat(bars) + '□'.repeat(Math.max(0, of.bars - bars))}</Text>
      {words ? '  alarms ' : '  '}
      <Text color="red">{'●'.repeat(alarms) + '○'.repeat(Math.max(0, of.alarms - alarms))}</Text>
    </Text>
  );
}
