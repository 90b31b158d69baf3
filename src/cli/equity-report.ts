import { type Card, DECK_SIZE, formatCard, formatCards, parseCards } from '../cards/card.js';
import { equity } from '../cards/equity.js';
import { nameHand } from '../cards/names.js';
import { sampleShowdowns } from '../cards/sampling.js';
import { BadInputError, unwrap } from '../core/errors.js';
import { inputError } from '../core/result.js';
import { Rng } from '../core/rng.js';
import { flagError } from './flags.js';

/** What `hench equity --json` prints. */
export interface EquityReport {
  /** Wins plus half of the ties against `players` − 1 random hands. */
  readonly equity: number;
  readonly exact: boolean;
  /** Standard error of `equity`, 0 when it is exact. */
  readonly stderr: number;
  readonly hand: string;
  /** [players]: chance of being the weakest … the strongest; equal hands share their ranks evenly. */
  readonly rankChances: readonly number[];
  /** The largest standard error of `rankChances`. */
  readonly rankChancesStderr: number;
  readonly pocket: string;
  readonly board: string;
  readonly players: number;
  /** Showdowns dealt; 0 when the result is exact. */
  readonly samples: number;
  readonly seed: number;
}

export interface EquityOptions {
  readonly players: number;
  readonly samples: number;
  readonly seed: number;
}

/** Above so many hands to evaluate a bar shows how far the sampling is. */
const BAR_FROM = 20_000_000;

/** Throws `BadInputError` for cards that cannot be; `options` have been checked. */
export async function equityReport(cards: string, onBoard: string, options: EquityOptions): Promise<EquityReport> {
  const pocket = readCards('cards', cards);
  if (pocket.length !== 2) {
    throw new BadInputError(inputError('cli/cards', 'cards', `${count(pocket.length)}.`, "Give two, such as 'Ah Kd'."));
  }
  const board = readCards('--board', onBoard);
  if (board.length > 5 || board.length === 1 || board.length === 2) {
    throw flagError('board', `${count(board.length)}.`, 'Give 3, 4 or 5, or leave it out before the flop.');
  }
  const twice = board.find((card) => pocket.includes(card));
  if (twice !== undefined)
    throw flagError('board', `${formatCard(twice)} is in the pocket already.`, 'Give each card once.');
  const { players, samples, seed } = options;
  const spot = {
    hand: nameHand([...pocket, ...board]),
    pocket: formatCards(pocket),
    board: formatCards(board),
    players,
  };
  if (players === 2) {
    const value = equity(pocket, board);
    const rankChances = [1 - value, value];
    return { equity: value, exact: true, stderr: 0, ...spot, rankChances, rankChancesStderr: 0, samples: 0, seed };
  }
  const bar = samples * players > BAR_FROM ? await samplingBar(samples) : undefined;
  const result = sampleShowdowns(pocket, board, players - 1, samples, new Rng(seed), bar?.update);
  bar?.stop();
  return {
    equity: result.equity,
    exact: false,
    stderr: result.equityStderr,
    ...spot,
    rankChances: [...result.chances],
    rankChancesStderr: result.chancesStderr,
    samples,
    seed,
  };
}

async function samplingBar(samples: number): Promise<{ update: (done: number) => void; stop: () => void }> {
  const { default: progress } = await import('cli-progress');
  const format = 'dealing {bar} {percentage} %, {eta_formatted} left';
  const bar = new progress.SingleBar({ format, stream: process.stderr, clearOnComplete: true });
  bar.start(samples, 0);
  return { update: (done) => bar.update(done), stop: () => bar.stop() };
}

function readCards(path: string, text: string): Card[] {
  const cards = unwrap(parseCards(text, path));
  const other = cards.find((card) => card >= DECK_SIZE);
  if (other === undefined) return cards;
  const message = `${formatCard(other)} is not one of the 52 ordinary cards.`;
  throw new BadInputError(inputError('cli/cards', path, message, 'Equity is known for those only.'));
}

function count(cards: number): string {
  return cards === 0 ? 'no card is given' : cards === 1 ? 'one card is given' : `${cards} cards are given`;
}

const BAR_WIDTH = 40;

/** The report for people. */
export function equityLines(report: EquityReport): string[] {
  const { players, rankChances, samples } = report;
  const where = report.board === '' ? '' : ` on ${report.board}`;
  const others = players === 2 ? 'one random hand' : `${players - 1} random hands`;
  const how = report.exact
    ? 'exact'
    : `± ${percent(report.stderr)} standard error, ${samples.toLocaleString('en')} showdowns, seed ${report.seed}`;
  const lines = [
    `${report.pocket}${where}: ${report.hand}`,
    `Equity against ${others}: ${percent(report.equity)} (${how})`,
    '',
    `Final rank among ${players}${report.exact ? '' : ` (± ${percent(report.rankChancesStderr)} at most)`}:`,
  ];
  const most = Math.max(...rankChances);
  for (let rank = players - 1; rank >= 0; rank--) {
    const chance = rankChances[rank]!;
    const word = rank === players - 1 ? 'strongest' : rank === 0 ? 'weakest' : '';
    const bar = '█'.repeat(Math.round((BAR_WIDTH * chance) / most));
    lines.push(`${String(rank + 1).padStart(4)} ${word.padEnd(10)}${percent(chance).padStart(8)}  ${bar}`.trimEnd());
  }
  return lines;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
