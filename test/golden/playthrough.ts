import { formatCards } from '../../src/cards/card.js';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { HeadlessGangState, headlessGang } from '../../src/env/schedule.js';
import { KEEP, READY } from '../../src/gang/actions.js';
import { tellDeluxe } from '../../src/gang/event-words.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { gang } from '../../src/gang/game.js';
import { ROUND_NAMES } from '../../src/gang/state.js';
import { viewToJson } from '../../src/gang/view-json.js';
import { type ConfigInput, gangConfig, liveTable, viewFrom } from '../support/gang-tables.js';
import { bestHand, HAND_NAMES } from '../support/slow-poker.js';

/** Lines of a playthrough: what the acting seat sees, what it may do, what it does, what everybody then sees. */
class Script {
  readonly lines: string[] = [];
  private board: readonly number[] = [];

  readonly sink = (event: SeenGangEvent): void => {
    if (event.type === 'heist') this.board = [];
    if (event.type === 'round') this.board = [...this.board, ...event.cards];
    this.lines.push(`  ${this.describe(event)}${event.to === undefined ? '' : ` (for seats ${bits(event.to)} only)`}`);
  };

  private describe(event: SeenGangEvent): string {
    const place = (seat: number): string => (seat < 0 ? 'the centre' : `seat ${seat}`);
    switch (event.type) {
      case 'heist':
        return `heist ${event.heist} begins: ${event.bars} bars, ${event.alarms} alarms`;
      case 'deal':
        return `seat ${event.seat} is dealt ${formatCards(event.cards)}`;
      case 'round':
        return `${ROUND_NAMES[event.round]} chips are laid out${event.cards.length === 0 ? '' : `, board: ${formatCards(this.board)}`}`;
      case 'take': {
        const back = event.returned < 0 ? '' : `, ${event.returned + 1} goes back to the centre`;
        return `seat ${event.seat} takes ${event.chip + 1} from ${place(event.from)}${back}`;
      }
      case 'putBack':
        return `seat ${event.seat} puts ${event.chip + 1} back`;
      case 'ready':
        return `seat ${event.seat} is ready`;
      case 'roundEnd':
        return `${ROUND_NAMES[event.round]} chips are final: ${event.chips.map((chip) => chip + 1).join(' ')}`;
      case 'reveal': {
        const hand = bestHand(formatCards([...event.cards, ...this.board]).split(' '));
        const verdict = event.correct ? 'right' : 'MISTAKE';
        return `${event.chip + 1}: seat ${event.seat} reveals ${formatCards(event.cards)}, ${HAND_NAMES[hand[0]!]} [${hand.slice(1).join(' ')}]: ${verdict}`;
      }
      case 'outcome':
        return `the heist ${event.success ? 'succeeds' : 'fails'}: ${event.bars} bars, ${event.alarms} alarms`;
      case 'gameOver':
        return `the game is ${event.won ? 'won' : 'lost'}`;
      default:
        return tellDeluxe(event, place) ?? event.type;
    }
  }
}

function bits(mask: number): string {
  return [...Array(32).keys()].filter((s) => (mask >>> s) & 1).join(' ');
}

function viewLine(view: ReturnType<typeof viewFrom>): string {
  const json = viewToJson(view);
  const chips = (row: readonly (number | null)[]): string => row.map((chip) => chip ?? '-').join(' ');
  const parts = [
    `${json.round}`,
    `pocket ${json.pocket.join(' ')}`,
    `board ${json.board.join(' ') || '-'}`,
    `chips ${chips(json.chips)}`,
    ...(json.pastChips.length > 0 ? [`before ${json.pastChips.map(chips).join(' / ')}`] : []),
    `takes left ${json.takesLeft.join(' ')}`,
    ...(json.ready.includes(true) ? [`ready ${json.ready.map(Number).join(' ')}`] : []),
  ];
  return parts.join(' | ');
}

/** A headless game in words; seats act by the seed, keeping more often than not. */
export function headlessPlaythrough(config: ConfigInput, seed: number): string {
  const script = new Script();
  const state = new HeadlessGangState(gangConfig(config));
  const rng = new Rng(seed, 8);
  const legal = new ActionList();
  script.lines.push(`# The Gang, headless: ${JSON.stringify(config)}, seed ${seed}`);
  headlessGang.setup(state, seed, script.sink);
  while (!headlessGang.isOver(state)) {
    const seat = state.asked;
    const view = viewFrom(state.game, seat);
    headlessGang.legal(state, seat, legal);
    const keep = legal.includes(KEEP) && rng.below(3) > 0;
    const action = keep ? KEEP : legal.at(rng.below(legal.length));
    const words = legal.toArray().map((code) => headlessGang.formatAction(view, code));
    script.lines.push('', `seat ${seat}: ${viewLine(view)}`, `  may: ${words.join(', ')}`);
    script.lines.push(`> ${headlessGang.formatAction(view, action)}`);
    headlessGang.apply(state, seat, action, script.sink);
  }
  return finish(script, (out) => headlessGang.returns(state, out), state.config.players);
}

/** A game at a live table in words; any seat acts at any moment. */
export function livePlaythrough(config: ConfigInput, seed: number): string {
  const script = new Script();
  const state = liveTable(config, seed);
  const rng = new Rng(seed, 9);
  const legal = new ActionList();
  script.lines.push(`# The Gang, live: ${JSON.stringify(config)}, seed ${seed}`);
  gang.setup(state, seed, script.sink);
  while (!gang.isOver(state)) {
    const seat = rng.below(state.config.players);
    const view = viewFrom(state, seat);
    gang.legal(state, seat, legal);
    const settled = state.allHold() && rng.below(9) > 0;
    // Most of the time a seat with a chip lets the others lie, and one that has said ready waits.
    if (settled ? !legal.includes(READY) : state.starNow(seat) >= 0 && rng.below(5) > 0) continue;
    const action = settled ? READY : legal.at(rng.below(legal.length));
    const words = legal.toArray().map((code) => gang.formatAction(view, code));
    script.lines.push('', `seat ${seat}: ${viewLine(view)}`, `  may: ${words.join(', ')}`);
    script.lines.push(`> ${gang.formatAction(view, action)}`);
    gang.apply(state, seat, action, script.sink);
  }
  return finish(script, (out) => gang.returns(state, out), state.config.players);
}

function finish(script: Script, returns: (out: Float64Array) => void, players: number): string {
  const out = new Float64Array(players);
  returns(out);
  script.lines.push('', `returns: ${[...out].join(' ')}`);
  return `${script.lines.join('\n')}\n`;
}
