import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { starsOf } from '../../gang/state.js';
import { CARD_BACKGROUND, CHIP_STYLES, cardColour, cardField, prettyCard } from './cards.js';

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

/** A hand that still lies face down. */
export function HiddenCards({ count }: { readonly count: number }): ReactNode {
  return <Text dimColor>{Array(count).fill('[??]').join(' ')}</Text>;
}

export function Chip({ chip, round, colour }: Look & { readonly chip: number; readonly round: number }): ReactNode {
  const { background, foreground } = CHIP_STYLES[round]!;
  if (!colour) return <Text>{`(${starsOf(chip)}★)`}</Text>;
  return <Text backgroundColor={background} color={foreground} bold>{` ${starsOf(chip)}★ `}</Text>;
}

/** Three places for gold bars or alarms, filled from the left. */
export function Score({
  bars,
  alarms,
  words,
}: {
  readonly bars: number;
  readonly alarms: number;
  readonly words: boolean;
}): ReactNode {
  return (
    <Text>
      {words ? 'gold bars ' : ''}
      <Text color="yellow">{'■'.repeat(bars) + '□'.repeat(Math.max(0, 3 - bars))}</Text>
      {words ? '  alarms ' : '  '}
      <Text color="red">{'●'.repeat(alarms) + '○'.repeat(Math.max(0, 3 - alarms))}</Text>
    </Text>
  );
}
