import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { parseCards } from '../../cards/card.js';
import { evaluateAny } from '../../cards/evaluate.js';
import { describeHand, nameHand } from '../../cards/names.js';
import { CATEGORIES, handCategory10 } from '../../cards/strength.js';
import { unwrap } from '../../core/errors.js';
import { ROUNDS, starsOf } from '../../gang/state.js';
import { capital, tellEnd } from '../../table/words.js';
import type { LiveGame, RevealedHand, Showdown } from './game.js';
import { Cards, Chip, HiddenCards, type Look } from './parts.js';

/** An example of each category, weakest first. */
const EXAMPLES = [
  'Ac Jd 9h 6s 3c',
  '8c 8h Ad 7s 4c',
  'Kc Kd 5h 5s 9d',
  'Qc Qh Qs 8d 2c',
  '5c 6h 7d 8s 9c',
  'Ah Jh 8h 6h 3h',
  'Tc Td Th 4s 4d',
  'Kc Kd Kh Ks 4d',
  '5s 6s 7s 8s 9s',
  'Td Jd Qd Kd Ad',
] as const;

/** The ten categories, strongest first, with the one that the person has now marked. */
export function HandsPanel({
  game,
  colour,
  examples,
}: Look & { readonly game: LiveGame; readonly examples: boolean }): ReactNode {
  const cards = game.handNow;
  const own = cards.length === 0 ? -1 : handCategory10(evaluateAny(cards));
  return (
    <Box flexDirection="column">
      <Text bold>Hands, strongest first</Text>
      {CATEGORIES.map((_, i) => CATEGORIES.length - 1 - i).map((category) => (
        <Box key={category} gap={1}>
          <Text bold={category === own}>{`${category === own ? '>' : ' '} ${CATEGORIES[category]!.padEnd(15)}`}</Text>
          {examples ? <Cards cards={unwrap(parseCards(EXAMPLES[category]!))} colour={colour} /> : null}
        </Box>
      ))}
      <Text wrap="truncate">{own < 0 ? '' : `You have: ${describeHand(cards)}.`}</Text>
      <Text dimColor wrap="truncate">
        Equal hands: the highest other card decides, five cards in all. Any key: back.
      </Text>
    </Box>
  );
}

export function HelpPanel({ game }: { readonly game: LiveGame }): ReactNode {
  const { players, roundEnd } = game.table.config;
  const ends =
    roundEnd === 'ready'
      ? 'A round ends when everybody holds a chip and has said ready; a chip that moves clears that.'
      : 'A round ends as soon as everybody holds a chip.';
  return (
    <Box flexDirection="column">
      <Text bold>You are one gang: win together.</Text>
      <Text>
        {`Guess how strong your hand is among all hands, and say it with a chip: 1★ for the weakest, ${players}★ for the strongest. Take any chip at any time, also from others. ${ends}`}
      </Text>
      <Text>
        After the red chips the hands are shown, 1★ first. If none is weaker than one before it, the gang gets a gold
        bar, else an alarm goes off. Three gold bars win the game, three alarms lose it.
      </Text>
      <Box flexDirection="column" marginTop={1}>
        {keys(players, roundEnd === 'ready').map(([key, meaning]) => (
          <Text key={key}>{`  ${key.padEnd(6)} ${meaning}`}</Text>
        ))}
      </Box>
      <Text wrap="truncate">Takes left: how many chips a bot may still take in this round.</Text>
      <Text dimColor>Any key: back. The game goes on meanwhile.</Text>
    </Box>
  );
}

function keys(players: number, ready: boolean): (readonly [string, string])[] {
  return [
    [`1-${players}`, 'take the chip with so many stars; your own goes back to the centre'],
    ['p', 'put your chip back in the centre'],
    ...(ready ? [['r', 'ready: you agree to the chips as they lie'] as const] : []),
    ['h', 'the ranking of hands, and yours in it'],
    ['q', 'leave; the game so far is saved as a replay'],
  ];
}

/** The hands from the lowest red chip up, turned over one by one. */
export function ShowdownPanel({
  game,
  showdown,
  colour,
  narrow,
}: Look & { readonly game: LiveGame; readonly showdown: Showdown; readonly narrow: boolean }): ReactNode {
  const { board, hands, shown } = showdown;
  const open = shown >= hands.length;
  return (
    <Box flexDirection="column">
      <Text bold wrap="truncate">
        Showdown: no hand may be weaker than one before it
      </Text>
      <Box gap={2} marginTop={1} marginBottom={1}>
        <Text>Table</Text>
        <Cards cards={board} colour={colour} />
      </Box>
      {hands.map((hand, i) => (
        <Box key={hand.seat} gap={1}>
          <Chip chip={hand.chip} round={ROUNDS - 1} colour={colour} />
          <Box width={6}>
            <Text bold={hand.seat === game.seat}>{capital(game.nameOf(hand.seat))}</Text>
          </Box>
          {i < shown ? (
            <>
              <Box width={11}>
                <Cards cards={hand.cards} colour={colour} />
              </Box>
              <Text color="red" bold>
                {hand.correct ? ' ' : '✗'}
              </Text>
              <Text wrap="truncate">{narrow ? nameHand(hand.strength) : describeHand(hand.strength)}</Text>
            </>
          ) : (
            <HiddenCards count={hand.cards.length} />
          )}
        </Box>
      ))}
      <Box marginTop={1} flexDirection="column">
        <Text bold color={!open ? undefined : showdown.success ? 'green' : 'red'}>
          {open ? verdict(game, showdown) : ' '}
        </Text>
        {open && !showdown.success ? <Text>{rightOrder(game, showdown)}</Text> : null}
        <Text dimColor>
          {!open
            ? 'space: show all  q quit'
            : showdown.won === null
              ? 'space: next heist  h hands  q quit'
              : 'space: leave the table'}
        </Text>
      </Box>
    </Box>
  );
}

function verdict(game: LiveGame, showdown: Showdown): string {
  const { alarms, bars, success, won } = showdown;
  const heist = success
    ? 'The heist succeeds: a gold bar!'
    : `The heist fails, an alarm goes off: ${mistakes(game, showdown)}.`;
  if (won === null || game.table.config.length === 'heist') return heist;
  return `${heist} ${tellEnd(won, bars, alarms, false)}`;
}

/** Which hands are weaker than one before them, and than which: `Bo (2★) and Dex (3★) are weaker than you (1★)`. */
function mistakes(game: LiveGame, { hands }: Showdown): string {
  const called = (hand: RevealedHand): string => `${game.nameOf(hand.seat)} (${starsOf(hand.chip)}★)`;
  const told: string[] = [];
  let strongest = hands[0]!;
  for (let at = 1; at < hands.length; at++) {
    if (hands[at]!.correct) {
      strongest = hands[at]!;
      continue;
    }
    const weaker = [hands[at]!];
    while (hands[at + 1]?.correct === false) weaker.push(hands[++at]!);
    const verb = weaker.length === 1 && weaker[0]!.seat !== game.seat ? 'is' : 'are';
    const last = called(weaker.pop()!);
    const names = weaker.length === 0 ? last : `${weaker.map(called).join(', ')} and ${last}`;
    told.push(`${names} ${verb} weaker than ${called(strongest)}`);
  }
  return told.join('; ');
}

/** How the chips should have lain; R-TIE: equal hands may stand in either order. */
function rightOrder(game: LiveGame, { hands }: Showdown): string {
  const sorted = [...hands].sort((a, b) => a.strength - b.strength);
  const names = sorted.map((hand, i) => {
    const mark = i === 0 ? '' : hand.strength === sorted[i - 1]!.strength ? ' = ' : ', ';
    return `${mark}${game.nameOf(hand.seat)}`;
  });
  return `From weakest to strongest: ${names.join('')}.`;
}
