import { expect } from 'vitest';
import { random } from '../../agents/random.js';
import { keyOf, type Option } from '../../src/cli/play/choice.js';
import { LiveGame } from '../../src/cli/play/game.js';
import { Screen } from '../../src/cli/play/screen.js';
import type { Action } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { chipOf, holderOf, READY, VERB_TAKE, verbOf } from '../../src/gang/actions.js';
import { cardTitle } from '../../src/gang/event-words.js';
import { describeAction } from '../../src/gang/notation.js';
import { seenPrompt } from '../../src/gang/prompts.js';
import { EXIT_CHIP, type GangView, starsOf, ZERO_CHIP } from '../../src/gang/state.js';
import { isAsked } from '../../src/table/deluxe-words.js';
import { createTable, type LiveTable, VirtualClock } from '../../src/table/index.js';
import { drawSized } from './sized-screen.js';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The keys that lead to an answer through the lists of a question. */
function keysTo(options: readonly Option[], action: Action): string | null {
  for (const [i, option] of options.entries()) {
    if (option.action === action) return `${keyOf(i)} `;
    const rest = keysTo(option.more, action);
    if (rest !== null) return keyOf(i) + rest;
  }
  return null;
}

/** The key that moves chips so; a list may ask from whom. */
function chipKey(action: Action): string {
  if (action === READY) return 'r';
  const chip = chipOf(action);
  const key = chip === EXIT_CHIP ? 'e' : String(starsOf(chip));
  return verbOf(action) === VERB_TAKE || chip === EXIT_CHIP ? key : 'p';
}

export interface Played {
  /** Kinds and purposes of questions that were answered, as `kind purpose`. */
  readonly asked: Set<string>;
  /** Acts with chips: `take`, `steal`, `put back`, `take exit`, `steal exit`, `put back exit`, `steal 0`, `ready`. */
  readonly done: Set<string>;
}

function nameOfAct(action: Action): string {
  if (action === READY) return 'ready';
  const chip = chipOf(action);
  const what = chip === EXIT_CHIP ? ' exit' : chip >= ZERO_CHIP ? ' 0' : '';
  if (verbOf(action) !== VERB_TAKE) return `put back${what}`;
  return `${holderOf(action) < 0 ? 'take' : 'steal'}${what}`;
}

/** Chips that the person moves in a round before it is content with any. */
const MOVES_A_ROUND = 6;

/** What ends a round: a chip if the seat has none, an exit chip that would be left, and to be ready. */
function contentActs(table: LiveTable, view: GangView): readonly Action[] {
  const legal = table.legal(0);
  if (legal.includes(READY)) return [READY];
  const free = legal.filter((action) => verbOf(action) === VERB_TAKE && holderOf(action) < 0);
  if (view.starNow(0) < 0) return free.filter((action) => chipOf(action) !== EXIT_CHIP);
  return view.allHold() ? free.filter((action) => chipOf(action) === EXIT_CHIP) : [];
}

/**
 * A person who presses the keys of any legal act, drawn by the seed, to the end (of a heist, unless `length` says else);
 * bots act at random. Whatever is asked is on the screen with its answers, whatever is legal has keys.
 */
export async function pressKeys(config: { players: number } & Record<string, unknown>, seed: number): Promise<Played> {
  const where = `${JSON.stringify(config)}, seed ${seed}`;
  const clock = new VirtualClock();
  const seats = ['person', ...Array(config.players - 1).fill(random)];
  const table = createTable({ seed, seats, config: { length: 'heist', ...config }, clock, pace: 'normal' });
  const game = new LiveGame(table, 0);
  const rng = new Rng(seed);
  const asked = new Set<string>();
  const done = new Set<string>();
  table.play().catch(() => {});
  await settle();
  const press = (input: string): void => game.press({ input, ctrl: false }, game.view);
  let moved = 0;
  for (let step = 0; !table.over; step++) {
    if (step > 2000) throw new Error(`it goes on and on: ${where}`);
    while (game.showdown !== null && !table.over) press(' '); // the bots wait until it was looked at
    if (game.panel !== 'table') press('y');
    const view = table.view(0);
    const question = isAsked(view);
    const list = question || moved < MOVES_A_ROUND ? table.legal(0) : contentActs(table, view);
    // Bots move too while the person makes up their mind.
    if (list.length === 0 || (!question && rng.below(2) === 0)) {
      await clock.advance(1000);
      continue;
    }
    const action = list[rng.below(list.length)]!;
    const before = table.replay().moves.length;
    if (question) {
      const prompt = seenPrompt(view)!;
      const key = `${prompt.kind} ${prompt.purpose}`;
      if (!asked.has(key)) checkScreen(game, prompt.by, where);
      asked.add(key);
      const keys = keysTo(game.choice?.options ?? [], action);
      expect(keys, `${describeAction(action)} of ${prompt.by}: ${where}`).not.toBeNull();
      for (const one of keys!) press(one);
    } else {
      press(chipKey(action));
      if (game.choice !== null && game.choice.again !== null) {
        const keys = keysTo(game.choice.options, action)?.trim();
        if (keys === undefined && chipOf(action) >= ZERO_CHIP)
          press('1'); // the other chip without stars, just as good
        else for (const one of keys!) press(one);
      }
      moved = table.view(0).round === view.round ? moved + 1 : 0;
      done.add(nameOfAct(action));
    }
    const moves = table.replay().moves;
    const own = moves.slice(before).find((move) => move.seat === 0);
    const alike = own !== undefined && nameOfAct(own.action) === nameOfAct(action);
    if (!alike) expect(game.note, `${describeAction(action)}: ${where}`).toMatch(/dark side|one of these already/);
  }
  return { asked, done };
}

/** The question on the screen: whose it is, and each answer with its key, within 80 × 24. */
function checkScreen(game: LiveGame, by: string, where: string): void {
  const screen = drawSized(<Screen game={game} bots="random" hint="" colour={false} />, 80, 24);
  const frame = screen.frame();
  screen.close();
  expect(frame, where).toContain(cardTitle(by));
  for (const [i, option] of game.offered.entries()) expect(frame, where).toContain(`${keyOf(i)} ${option.label}`);
  expect(frame.trimEnd().split('\n').length, where).toBeLessThan(24);
}
