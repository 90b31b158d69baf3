import type { BossPolicy } from '../../agents/gangup/boss-policy.js';
import type { Outlook } from '../../agents/gangup/foresight.js';
import { Reasoner, type Reasons } from '../../agents/gangup/reasons.js';
import { unwrap } from '../core/errors.js';
import { type Action, ActionList } from '../core/game.js';
import type { Replay } from '../core/replay.js';
import { Rng } from '../core/rng.js';
import {
  cardLine,
  cardOf,
  DO,
  type GangupView,
  gangup,
  INFO,
  LEGAL_MAX,
  parseGangupConfig,
  type SeatNamer,
  tellAction,
  tellPrompt,
  verbOf,
} from '../gangup/index.js';
import { capital } from './words.js';

/** Worlds that an act is played out in to say what may come of it. */
const WORLDS = 8;
/** Acts less likely than this aren't told, and no more than so many others. */
const WORTH_TELLING = 0.05;
const OTHERS_TOLD = 3;
/** A pass that is at least so likely needs no reason. */
const NO_QUESTION = 0.9;
const REASONS_STREAM = -211;

/** Verbs that leave things as they are. */
const QUIET: ReadonlySet<number> = new Set([DO.pass, DO.done, DO.decline, DO.no, DO.refuse]);
/** Verbs whose card does something by its text. */
const BY_TEXT: ReadonlySet<number> = new Set([DO.play, DO.act, DO.place, DO.leader, DO.buy]);

/** What was thought of one decision of a game that has been played. */
export interface Reviewed {
  /** How many events of the game came before it. */
  readonly events: number;
  readonly seat: number;
  /** The decision, and why, in sentences. */
  readonly lines: readonly string[];
}

/**
 * Goes through a game that is over (or was left) and says why each seat may have done what it did: as the network sees it
 * from what that seat could see at the time, whoever sat there. It tells hidden hands by that, so it is for after the
 * game. Decisions that nobody would ask about are left out. Throws `BadInputError` for a replay of another configuration.
 */
export async function* reviewGame(replay: Replay, policy: BossPolicy, name: SeatNamer): AsyncGenerator<Reviewed> {
  const config = unwrap(parseGangupConfig(replay.header.config));
  const state = gangup.createState(config);
  const view = gangup.createView(config);
  const legal = new ActionList(LEGAL_MAX);
  const reasoner = await Reasoner.open(policy, config);
  const rng = new Rng(replay.header.seed, REASONS_STREAM);
  let events = 0;
  const count = (): void => {
    events++;
  };
  gangup.setup(state, replay.header.seed, count);
  for (const { seat, action } of replay.moves) {
    gangup.legal(state, seat, legal);
    if (legal.length > 1) {
      gangup.view(state, seat, view);
      const thought = await reasoner.think(view, legal);
      const sure = thought.chosen === action && Math.max(...thought.chances) >= NO_QUESTION;
      if (!sure || !QUIET.has(verbOf(action))) {
        const reasons = await reasoner.foresee(thought, action, WORLDS, rng);
        yield { events, seat, lines: tellReasons(view, reasons, action, name) };
      }
    }
    gangup.apply(state, seat, action, count);
  }
}

/** Why the seat of the view took the action, in sentences. */
export function tellReasons(view: GangupView, reasons: Reasons, taken: Action, name: SeatNamer): string[] {
  const { legal, chances } = reasons.thought;
  const chance = chances[legal.indexOf(taken)]!;
  const tell = (action: Action): string => `“${tellAction(view, action, name)}”`;
  const others = likely(reasons, taken);
  const told = others.map(({ action, chance: p }) => `${tell(action)} (${percent(p)})`);
  const first = reasons.thought.chosen;
  const agreed =
    first === taken
      ? `boss would do so ${often(chance)}${told.length === 0 ? '' : `, else ${told.join(', ')}`}`
      : `boss would do so ${often(chance)}, and rather ${told.join(', ')}`;
  return [
    `${capital(name(view.seat))}: ${tellPrompt(view, name)} ${tell(taken)}.`,
    `${capital(agreed)}.`,
    ...outlookLines(view, reasons, taken, name),
    ...textOf(view, taken),
  ];
}

/** What the network would do in the seat of the view, and what it expects of that, in sentences. */
export function tellAdvice(view: GangupView, reasons: Reasons, name: SeatNamer): string[] {
  const { chosen, chances, legal } = reasons.thought;
  const first = `“${tellAction(view, chosen, name)}” (${percent(chances[legal.indexOf(chosen)]!)})`;
  const others = likely(reasons, chosen).map(
    ({ action, chance }) => `“${tellAction(view, action, name)}” (${percent(chance)})`,
  );
  return [
    tellPrompt(view, name),
    `In your seat boss would take ${[first, ...others].join(', or ')}.`,
    ...outlookLines(view, reasons, chosen, name),
    ...textOf(view, chosen),
  ];
}

/** What an advice asks of a table: the view and the legal actions of a seat. It looks at nothing else. */
export async function advise(
  reasoner: Reasoner,
  view: GangupView,
  legal: readonly Action[],
  name: SeatNamer,
): Promise<string[]> {
  const list = new ActionList(LEGAL_MAX);
  for (const action of legal) list.push(action);
  const rng = new Rng(view.info[INFO.turn]!, REASONS_STREAM);
  const thought = await reasoner.think(view, list);
  return tellAdvice(view, await reasoner.foresee(thought, null, WORLDS, rng), name);
}

/** The likeliest acts beside one of them. */
function likely({ thought }: Reasons, beside: Action): { readonly action: Action; readonly chance: number }[] {
  return thought.legal
    .map((action, k) => ({ action, chance: thought.chances[k]! }))
    .filter(({ action, chance }) => action !== beside && (chance >= WORTH_TELLING || action === thought.chosen))
    .sort((a, b) => b.chance - a.chance)
    .slice(0, OTHERS_TOLD);
}

/** What may come of the act, and of the best other one that was played out; then everybody's chances before it. */
function outlookLines(view: GangupView, { thought, outlooks }: Reasons, about: Action, name: SeatNamer): string[] {
  const own = outlooks.find(({ action }) => action === about);
  const other = outlooks.find(({ action }) => action !== about);
  const lines: string[] = [];
  if (own !== undefined) {
    const beside = other === undefined ? '' : `; with “${tellAction(view, other.action, name)}” ${expectation(other)}`;
    lines.push(`Expected when the turn is over: ${expectation(own)}${beside}.`);
  }
  const shares = [...thought.shares].map((share, seat) => `${name(seat)} ${percent(share)}`);
  lines.push(`Chances to win, as seen from this seat: ${shares.join(', ')}.`);
  return lines;
}

function expectation({ status, shares }: Outlook): string {
  const share = shares.reduce((sum, one) => sum + one, 0) / shares.length;
  const sign = status < -0.05 ? '−' : '+';
  return `${sign}${Math.abs(status).toFixed(1)} status, ${percent(share)} to win`;
}

function textOf(view: GangupView, action: Action): string[] {
  return BY_TEXT.has(verbOf(action)) ? [cardLine(view.cards.data[cardOf(action)]!)] : [];
}

function often(chance: number): string {
  return chance >= 0.995 ? 'always' : chance < 0.005 ? 'hardly ever' : `in ${percent(chance)} of such cases`;
}

function percent(chance: number): string {
  return `${Math.round(100 * chance)} %`;
}
