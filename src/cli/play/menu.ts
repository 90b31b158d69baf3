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
  keyboard.setRawMode?.(true);
  keyboard.setEncoding('utf8');
  keyboard.resume();
  try {
    return await new Promise<MenuChoice | null>((resolve) => {
      const hear = (text: string): void => {
        const key = text.slice(0, 1).toLowerCase();
        const game = ENTER.includes(key) ? GAMES[0] : GAMES.find((one) => one.key === key);
        if (game === undefined && !LEAVE.includes(key)) return;
        keyboard.off('data', hear);
        write(`${game?.name ?? ''}\n`);
        resolve(game?.id ?? null);
      };
      keyboard.on('data', hear);
    });
  } finally {
    keyboard.setRawMode?.(false);
    keyboard.pause();
  }
}
