import type { GangConfig } from '../../gang/config.js';
import { MODES, VARIANTS } from '../../gang/config-lists.js';

/** A game that `hench play` knows, as its menu offers it. */
const GAMES = [
  { id: 'gang', key: '1', name: 'The Gang', about: 'cooperative poker: you and three trained teammates' },
  { id: 'gangup', key: '2', name: 'Gang Up!', about: 'a crime card game: you against two rivals' },
] as const;

export type MenuChoice = (typeof GAMES)[number]['id'];

/** What the menu needs of a terminal's keyboard. */
export interface Keyboard {
  setRawMode?(raw: boolean): unknown;
  setEncoding(encoding: 'utf8'): unknown;
  on(event: 'data', hear: (text: string) => void): unknown;
  off(event: 'data', hear: (text: string) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

const LEAVE = ['q', '\u0003', '\u001b'];
const ENTER = ['\r', '\n', ' '];

/** Asks which game is to be played; enter takes the first. `null` when the person would rather leave. */
export async function chooseGame(keyboard: Keyboard, write: (text: string) => void): Promise<MenuChoice | null> {
  const lines = GAMES.map(({ key, name, about }) => `  ${key}  ${name.padEnd(10)} ${about}`);
  write(['Which game?', ...lines, '  q  leave', '> '].join('\n'));
  return readKeys(keyboard, (key) => {
    if (LEAVE.includes(key)) {
      write('\n');
      return { done: null };
    }
    const game = ENTER.includes(key) ? GAMES[0] : GAMES.find((one) => one.key === key);
    if (game === undefined) return null;
    write(`${game.name}\n`);
    return { done: game.id };
  });
}

/** The keys of the configuration that the menu of tables sets. */
export type TableChoice = Pick<GangConfig, 'mode' | 'variant' | 'dealer' | 'jokers' | 'players' | 'vaults'> & {
  readonly tools: boolean;
};

const BASE_TABLE: TableChoice = {
  players: 4,
  mode: 'basic',
  variant: 'holdem',
  jokers: false,
  tools: false,
  vaults: false,
  dealer: 0,
};

function after<T>(list: readonly T[], value: T): T {
  return list[(list.indexOf(value) + 1) % list.length]!;
}

/** What each key changes. */
const CHANGES: Readonly<Record<string, (table: TableChoice) => TableChoice>> = {
  p: (table) => ({ ...table, players: after([3, 4, 5, 6, 7, 8, 9, 10], table.players) }),
  m: (table) => ({ ...table, mode: after(MODES, table.mode) }),
  v: (table) => ({ ...table, variant: after(VARIANTS, table.variant) }),
  j: (table) => ({ ...table, jokers: !table.jokers }),
  t: (table) => ({ ...table, tools: !table.tools }),
  u: (table) => ({ ...table, vaults: !table.vaults }),
  d: (table) => ({ ...table, dealer: after([0, 1, 2, 3], table.dealer) }),
};

function tableLine(table: TableChoice): string {
  const yes = (on: boolean): string => (on ? 'yes' : 'no');
  return (
    `p players ${table.players}  m mode ${table.mode}  v variant ${table.variant}  j jokers ${yes(table.jokers)}  ` +
    `t tools ${yes(table.tools)}  u vaults ${yes(table.vaults)}  d dealer ${table.dealer}\n`
  );
}

/**
 * Asks which table of The Gang it shall be: keys change it, enter takes it (at once: the base game of four). `why` says
 * what keeps a table from being played (R-COMBO), `null` where nothing does. `null` when the person would rather leave.
 */
export async function chooseTable(
  keyboard: Keyboard,
  write: (text: string) => void,
  why: (table: TableChoice) => string | null,
): Promise<TableChoice | null> {
  let table = BASE_TABLE;
  write(`Which table? Enter takes it, keys change it, q leaves.\n${tableLine(table)}`);
  return readKeys<TableChoice>(keyboard, (key) => {
    if (LEAVE.includes(key)) return { done: null };
    if (ENTER.includes(key)) {
      const error = why(table);
      if (error === null) return { done: table };
      write(`${error}\n`);
      return null;
    }
    const change = Object.hasOwn(CHANGES, key) ? CHANGES[key] : undefined;
    if (change === undefined) return null;
    table = change(table);
    write(tableLine(table));
    return null;
  });
}

/** Hands keys to `hear` until it has an answer. */
async function readKeys<T>(
  keyboard: Keyboard,
  hear: (key: string) => { readonly done: T | null } | null,
): Promise<T | null> {
  keyboard.setRawMode?.(true);
  keyboard.setEncoding('utf8');
  keyboard.resume();
  try {
    return await new Promise<T | null>((resolve) => {
      const read = (text: string): void => {
        const answer = hear(text.slice(0, 1).toLowerCase());
        if (answer === null) return;
        keyboard.off('data', read);
        resolve(answer.done);
      };
      keyboard.on('data', read);
    });
  } finally {
    keyboard.setRawMode?.(false);
    keyboard.pause();
  }
}
