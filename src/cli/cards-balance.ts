import { availableParallelism } from 'node:os';
import type { CardFigures, Figure } from '../../eval/balance/figures.js';
import { BALANCE_AGENTS, type BalanceReport, type BalanceTable, runBalance } from '../../eval/balance/run.js';
import type { GangupConfig } from '../gangup/config.js';
import { readGangupConfig } from './config-flags.js';
import { flagError } from './flags.js';
import { untilInterrupted } from './progress.js';

interface BalanceFlags {
  readonly names: readonly string[];
  readonly packs: readonly string[] | undefined;
  readonly players: string;
  readonly bots: string | undefined;
}

/** Plays the games and measures the cards. Undefined when Ctrl-C ended it. Throws `BadInputError`. */
export async function balance(flags: BalanceFlags, games: number, seed: number): Promise<BalanceReport | undefined> {
  const packs = [...(flags.packs ?? []), ...flags.names];
  const given = { ...flags, packs: packs.length > 0 ? packs : undefined };
  const configs: GangupConfig[] = [];
  for (const text of flags.players.split(',')) {
    const players = Number(text);
    if (!/^\s*[2-5]\s*$/.test(text)) {
      throw flagError('players', `'${text}' is no number of players.`, 'Give 2 to 5, with commas between: 2,3.');
    }
    configs.push(await readGangupConfig({ ...given, players }));
  }
  const agents = flags.bots?.split('+').map((name) => name.trim()) ?? BALANCE_AGENTS;
  const threads = availableParallelism();
  return untilInterrupted('games', (running) => runBalance({ configs, agents, games, seed, threads, ...running }));
}

/** The report for people: every figure with its range, then the cards, those out of range marked. */
export function balanceLines(report: BalanceReport): string[] {
  const { games, seed, agents } = report;
  return [
    `${games} games for each number of players, seed ${seed}; each seat of each game is played by ${agents.join(', ')}, as the game's seed says.`,
    ...report.tables.flatMap(tableLines),
    '',
    report.inRange ? 'Every figure is in its range.' : 'Figures marked ✗ are out of their range.',
  ];
}

function tableLines({ players, figures, cards }: BalanceTable): string[] {
  const width = Math.max(...cards.map(({ id }) => id.length));
  return [
    '',
    `${players} players`,
    ...figures.map(figureLine),
    `  ${'card'.padEnd(width)}  in the opening hand: wins over fair      played when drawn`,
    ...cards.map((card) => cardLine(card, width)),
  ];
}

const FREE = new Set(['turns', 'decisions']);

function figureLine({ id, meaning, value, interval, range, asked, inRange, cards }: Figure): string {
  const ratio = id.startsWith('opening');
  const show = (x: number): string =>
    FREE.has(id) ? x.toFixed(1) : ratio ? x.toFixed(3) : `${(100 * x).toFixed(1)} %`;
  const mark = range === null ? ' ' : inRange ? '✓' : asked ? '✗' : '·';
  const between = interval === undefined ? '' : ` (${show(interval.low)} to ${show(interval.high)})`;
  const wanted = range === null ? '' : `, should be ${show(range[0])} to ${show(range[1])}${asked ? '' : ' at 3'}`;
  const names = cards === undefined || cards.length === 0 ? '' : `: ${cards.join(', ')}`;
  return `${mark} ${meaning}: ${show(value)}${between}${wanted}${names}`;
}

function cardLine({ id, opening, openingWins, drawn, played, inRange }: CardFigures, width: number): string {
  const wins =
    openingWins === null
      ? ''.padEnd(38)
      : `${openingWins.mean.toFixed(3)} (${openingWins.low.toFixed(3)}–${openingWins.high.toFixed(3)}) of ${opening}`.padEnd(
          38,
        );
  const use = played === null ? 'never drawn' : `${(100 * played).toFixed(1)} % of ${drawn}`;
  return `${inRange ? ' ' : '✗'} ${id.padEnd(width)}  ${wins}  ${use}`;
}
