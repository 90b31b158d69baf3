import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { parseCards } from '../../cards/card.js';
import { describeHand, nameHand } from '../../cards/names.js';
import { CATEGORIES, handCategory10 } from '../../cards/strength.js';
import { unwrap } from '../../core/errors.js';
import { cardTitle } from '../../gang/event-words.js';
import { alarmsToLose, barsToWin } from '../../gang/modes.js';
import { planOf } from '../../gang/plan.js';
import { type GangView, ROUNDS, starsOf } from '../../gang/state.js';
import { inForce, known, MODE_WORDS, tellStacks } from '../../table/deluxe-words.js';
import { capital, tellEnd } from '../../table/words.js';
import type { LiveGame } from './game.js';
import { Cards, Chip, HiddenCards, type Look, Stacks } from './parts.js';
import type { RevealedHand, Showdown } from './showdown.js';

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

/** More hands than these leave no blank lines at 24 rows. */
const TIGHT_HANDS = 6;

/** The ten categories, strongest first, with the one that the person has now marked. */
export function HandsPanel({
  game,
  colour,
  examples,
}: Look & { readonly game: LiveGame; readonly examples: boolean }): ReactNode {
  const strength = game.strengthNow;
  const own = strength === 0 ? -1 : handCategory10(strength);
  return (
    <Box flexDirection="column">
      <Text bold>Hands, strongest first</Text>
      {CATEGORIES.map((_, i) => CATEGORIES.length - 1 - i).map((category) => (
        <Box key={category} gap={1}>
          <Text bold={category === own}>{`${category === own ? '>' : ' '} ${CATEGORIES[category]!.padEnd(15)}`}</Text>
          {examples ? <Cards cards={unwrap(parseCards(EXAMPLES[category]!))} colour={colour} /> : null}
        </Box>
      ))}
      <Text wrap="truncate">{own < 0 ? '' : `You have: ${describeHand(strength)}.`}</Text>
      <Text dimColor wrap="truncate">
        Equal hands: the highest other card decides, five cards in all. Any key: back.
      </Text>
    </Box>
  );
}

export function HelpPanel({ game }: { readonly game: LiveGame }): ReactNode {
  const { config } = game.table;
  const { exitChips, roundEnd } = config;
  const { chipOrder, plain } = planOf(config);
  const least = starsOf(chipOrder[0]!);
  const most = starsOf(chipOrder.at(-1)!);
  const bars = barsToWin(config);
  const alarms = alarmsToLose(config);
  const ends =
    roundEnd === 'ready'
      ? 'A round ends when everybody holds a chip and has said ready; a chip that moves clears that.'
      : 'A round ends as soon as everybody holds a chip.';
  return (
    <Box flexDirection="column">
      <Text bold>You are one gang: win together.</Text>
      <Text>
        {`Guess how strong your hand is among all hands, and say it with a chip: ${least}★ for the weakest, ${most}★ for the strongest. Take any chip at any time, also from others. ${ends}`}
      </Text>
      <Text>
        {`After the red chips the hands are shown, ${least}★ first. If none is weaker than one before it, the gang gets a gold bar, else an alarm goes off. ${capital(COUNTS[bars]!)} gold bars win the game, ${COUNTS[alarms]} alarms lose it.`}
        {exitChips > 0 ? ' Who holds an exit chip beside the red one is left out of the showdown.' : ''}
      </Text>
      <Box flexDirection="column" marginTop={1}>
        {keys(`${least}-${most}`, roundEnd === 'ready', exitChips > 0, !plain).map(([key, meaning]) => (
          <Text key={key}>{`  ${key.padEnd(6)} ${meaning}`}</Text>
        ))}
      </Box>
      <Text wrap="truncate">Takes left: how many chips a bot may still take in this round.</Text>
      <Text dimColor>Any key: back. The game goes on meanwhile.</Text>
    </Box>
  );
}

const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five'] as const;

function keys(stars: string, ready: boolean, exits: boolean, deluxe: boolean): (readonly [string, string])[] {
  return [
    [stars, 'take the chip with so many stars; your own goes back to the centre'],
    ['p', 'put your chip back in the centre'],
    ...(exits ? [['e', 'take an exit chip, or put yours back'] as const] : []),
    ...(ready ? [['r', 'ready: you agree to the chips as they lie'] as const] : []),
    ...(deluxe
      ? [
          ['c', 'the rules in force in this heist'] as const,
          ['k', 'what was announced, and what you alone know'] as const,
        ]
      : []),
    ['h', 'the ranking of hands, and yours in it'],
    ['w', 'what would a bot think? Its chances of every final rank, from what you see'],
    ['q', 'leave; the game so far is saved as a replay'],
  ];
}

/** The rules in force, as their cards say them. */
export function CardsPanel({ view, rows }: { readonly view: GangView; readonly rows: number }): ReactNode {
  const list = inForce(view);
  const mode = view.config.mode === 'basic' ? [] : [MODE_WORDS[view.config.mode]];
  return (
    <Box flexDirection="column">
      <Text bold>
        {list.length === 0 ? 'Nothing but the rules of the base game is in force.' : 'In force in this heist'}
      </Text>
      <Box flexDirection="column" height={Math.max(1, rows - 2)} overflow="hidden">
        {mode.map((text) => (
          <Text key={text} dimColor>{`Mode ${text}`}</Text>
        ))}
        {list.map(({ title, text }) => (
          <Text key={title}>
            <Text bold>{title}</Text>
            {`: ${text}`}
          </Text>
        ))}
      </Box>
      <Text dimColor>Any key: back.</Text>
    </Box>
  );
}

/** What was announced in this heist, what happened to cards in hands, and what the person alone knows. */
export function KnownPanel({
  game,
  view,
  rows,
}: {
  readonly game: LiveGame;
  readonly view: GangView;
  readonly rows: number;
}): ReactNode {
  const room = Math.max(1, rows - 2);
  const lines = known(view, game.telling);
  const left = Math.max(0, lines.length - room);
  const shown = left === 0 ? lines : [`(${left + 1} earlier ones)`, ...lines.slice(left + 1)];
  return (
    <Box flexDirection="column">
      <Text bold>
        {lines.length === 0 ? 'Nothing was announced in this heist so far.' : 'What is known in this heist'}
      </Text>
      <Box flexDirection="column" height={room} overflow="hidden">
        {shown.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have a place and no identity
          <Text key={i} wrap="truncate">
            {line}
          </Text>
        ))}
      </Box>
      <Text dimColor>Any key: back. The game goes on meanwhile.</Text>
    </Box>
  );
}

/** What a bot would think in the person's seat. */
export function ThoughtsPanel({ game }: { readonly game: LiveGame }): ReactNode {
  return (
    <Box flexDirection="column">
      <Text bold>What a bot would think in your seat</Text>
      {(game.thought ?? ['It thinks …']).map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have a place and no identity
        <Text key={i} wrap="truncate">
          {line}
        </Text>
      ))}
      <Text dimColor>Any key: back. The game goes on meanwhile.</Text>
    </Box>
  );
}

/** Hands from the lowest red chip up, the first `shown` of them open. */
export function RevealedHands({
  game,
  hands,
  shown,
  colour,
  narrow,
  up = [],
}: Look & {
  readonly game: LiveGame;
  readonly hands: readonly RevealedHand[];
  readonly shown: number;
  readonly narrow: boolean;
  readonly up?: Showdown['up'];
}): ReactNode {
  const most = Math.max(...hands.map((hand) => hand.cards.length));
  return (
    <>
      {hands.map((hand, i) => (
        <Box key={hand.seat} gap={1}>
          <Chip chip={hand.chip} round={ROUNDS - 1} colour={colour} />
          <Box width={6} flexShrink={0}>
            <Text bold={hand.seat === game.seat}>{capital(game.nameOf(hand.seat))}</Text>
          </Box>
          {i < shown ? (
            <>
              <Box width={5 * most + 1} flexShrink={0}>
                <Cards cards={hand.cards} colour={colour} />
              </Box>
              {up[hand.seat] === undefined ? null : (
                <Box flexShrink={0}>
                  <Text dimColor>{tellStacks(up[hand.seat]!, game.telling)}</Text>
                </Box>
              )}
              <Text color="red" bold>
                {hand.correct ? ' ' : '✗'}
              </Text>
              <Text wrap="truncate">
                {narrow || up.length > 0 ? nameHand(hand.strength) : describeHand(hand.strength)}
              </Text>
            </>
          ) : (
            <HiddenCards count={hand.cards.length} />
          )}
        </Box>
      ))}
    </>
  );
}

/** The hands from the lowest red chip up, turned over one by one. */
export function ShowdownPanel({
  game,
  showdown,
  colour,
  narrow,
}: Look & { readonly game: LiveGame; readonly showdown: Showdown; readonly narrow: boolean }): ReactNode {
  const { board, hands, shown, up } = showdown;
  const open = shown >= hands.length;
  // Ten at the table and a long verdict need every row of a small terminal.
  const tight = hands.length > TIGHT_HANDS;
  return (
    <Box flexDirection="column">
      <Text bold wrap="truncate">
        Showdown: no hand may be weaker than one before it
      </Text>
      {board.length === 0 ? null : (
        <Box gap={2} marginTop={tight ? 0 : 1} marginBottom={tight ? 0 : 1}>
          <Text>Table</Text>
          <Stacks stacks={board} colour={colour} />
        </Box>
      )}
      <RevealedHands game={game} hands={hands} shown={shown} colour={colour} narrow={narrow} up={up} />
      <Box marginTop={tight ? 0 : 1} flexDirection="column">
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
  const { alarms, alarmsMoved, bars, barsMoved, success, won, wrong } = showdown;
  const told = mistakes(game, showdown);
  const guesses = wrong.map((id) => `the guess of ${cardTitle(id)} was wrong`);
  const why = [...(told === '' ? [] : [told]), ...guesses].join('; ');
  const gold = barsMoved === 1 ? 'a gold bar' : `${COUNTS[barsMoved]} gold bars`;
  const alarm = alarmsMoved === 0 ? 'no alarm goes off' : 'an alarm goes off';
  const heist = success ? `The heist succeeds: ${gold}!` : `The heist fails, ${alarm}: ${why}.`;
  if (won === null || game.table.config.length === 'heist') return heist;
  return `${heist} ${tellEnd(won, bars, alarms, game.table.config)}`;
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
  const placeOf = (hand: RevealedHand): number => hand.place ?? hand.strength;
  const sorted = [...hands].sort((a, b) => placeOf(a) - placeOf(b));
  const names = sorted.map((hand, i) => {
    const mark = i === 0 ? '' : placeOf(hand) === placeOf(sorted[i - 1]!) ? ' = ' : ', ';
    return `${mark}${game.nameOf(hand.seat)}`;
  });
  return `From weakest to strongest: ${names.join('')}.`;
}
