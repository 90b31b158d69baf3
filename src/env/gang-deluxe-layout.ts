import { type FieldSpec, Layout } from '../core/layout.js';
import type { GangConfig } from '../gang/config.js';
import { type Plan, planOf } from '../gang/plan.js';
import { PROMPT_KINDS, PURPOSES } from '../gang/prompts.js';
import { BOARD_MAX, ROUNDS, STACK_SIZE, ZERO_CHIP } from '../gang/words.js';
import { NAMED_CARDS } from './gang-actions.js';
import { EQUITY_KNOTS, type ObservationClass, observationLayout } from './gang-layout.js';

/**
 * Observations of tables with more than the base game: one layout for each family, that is for the number of seats, the
 * chips, and the list of modifiers that can come up. The base game's layouts stay what they are.
 */

const dim = (name: string, size: number): { name: string; size: number } => ({ name, size });

/** A card in numbers: one-hot rank, one-hot suit. */
export const CARD_PARTS = 13 + 4;

/** Kinds of star chips: the two without stars are one. */
export function chipKinds(plan: Plan): number {
  const zeros = plan.chipOrder.filter((chip) => chip >= ZERO_CHIP).length;
  return plan.shape.chips - Math.max(0, zeros - 1);
}

/** Indices of the modifiers that announce facts. */
export function factTellers(plan: Plan): number[] {
  return plan.modifiers.flatMap((modifier, m) => (modifier.factDistance === undefined ? [] : [m]));
}

/** The name of a plan's family: tables of one family have one layout and one action table. */
export function familyOf(plan: Plan): string {
  const { seats, exits, pocket } = plan.shape;
  return `${seats}/${exits} exits/${pocket} cards/${plan.modifiers.map((modifier) => modifier.id).join('+')}`;
}

function fields(plan: Plan, kind: ObservationClass): FieldSpec[] {
  const { seats, exits, asks, up, lone, stacked, tools } = plan.shape;
  const kinds = chipKinds(plan);
  const modifiers = plan.modifiers.length;
  const list = plan.modifiers.map((modifier) => modifier.id).join(', ');
  const seat = dim('seat', seats);
  const card = dim('card', NAMED_CARDS);
  const one: readonly [number, number] = [0, 1];
  const out: FieldSpec[] = [];
  const add = (name: string, dims: { name: string; size: number }[], meaning: string): void => {
    if (dims.every((d) => d.size > 0)) out.push({ name, dims, meaning, range: one });
  };
  add('round', [dim('round', ROUNDS)], 'one-hot round');
  add('phase', [dim('phase', 3)], 'one-hot: chips, talk, showdown');
  add('readyEnd', [], '1 when rounds end by everybody saying ready');
  add(
    'equity',
    [dim('round', ROUNDS)],
    'how good the own hand is in each round so far, 0 in rounds to come: equity against one random hand; where seats ' +
      'have face-up cards of their own, or exactly two of the pocket count, the share of the hands of all seats that it ' +
      'beats as far as everybody can see',
  );
  add(
    'equityBins',
    [dim('knot', EQUITY_KNOTS)],
    "this round's equity in soft bins: neighbouring knots share 1 linearly",
  );
  add('score', [dim('of', 2)], 'gold bars / 5 and alarms / 3');
  add('pocket', [card], 'own pocket cards by code, the suitless Jack last');
  add('counts', [seat], 'pocket cards of each seat / 10; seats count from the own one to the left');
  if (up === 0) add('board', [dim('place', BOARD_MAX), dim('rank', 13)], 'one-hot rank of each community card');
  if (up === 0) add('boardSuits', [dim('place', BOARD_MAX), dim('suit', 4)], 'one-hot suit of each community card');
  add(
    'up',
    [seat, dim('place', up), dim('part', up > 0 ? CARD_PARTS : 0)],
    'face-up cards of seats (or gaps to their left) by round: one-hot rank, one-hot suit',
  );
  add(
    'lone',
    [seat, dim('part', lone > 0 ? CARD_PARTS : 0)],
    'a face-up card that only this seat may use: one-hot rank, one-hot suit',
  );
  add('stacked', [dim('place', stacked > 0 ? BOARD_MAX + seats * up + lone : 0), dim('rank', 13)], 'stacked cards');
  add(
    'chips',
    [dim('round', ROUNDS), seat, dim('chip', kinds)],
    'one-hot star chip of each seat in each round, the weakest first, chips without stars as one',
  );
  add('exit', [dim('seat', exits > 0 ? seats : 0)], 'who holds an exit chip');
  add('exitsLeft', [dim('count', exits > 0 ? 1 : 0)], 'exit chips in the centre / 3');
  add('forced', [dim('flag', exits > 0 ? 1 : 0)], 'an exit chip must be taken');
  add('dark', [dim('chip', kinds)], 'chips on their dark side');
  add('active', [dim('modifier', modifiers)], `which are active in this heist: ${list}`);
  add(
    'dealer',
    [dim('seat', plan.modifiers.some((m) => m.kind === 'dealer') ? seats : 0)],
    'who holds the dealer chip',
  );
  add('ownTool', [dim('modifier', tools > 0 ? modifiers : 0)], 'the own tool, until it is used');
  add(
    'usedTool',
    [dim('seat', tools > 0 ? seats : 0), dim('tool', plan.tools.length)],
    `the tool that each seat has used: ${plan.tools.map((m) => plan.modifiers[m]!.id).join(', ')}`,
  );
  add('ownSpecialists', [dim('number', tools > 0 ? STACK_SIZE : 0)], 'specialists that only this seat holds');
  const tellers = factTellers(plan);
  add(
    'facts',
    [seat, dim('teller', tellers.length), dim('part', 3)],
    `what was announced of each seat by ${tellers.map((m) => plan.modifiers[m]!.id).join(', ')}: told, argument / 16, value / 64`,
  );
  add(
    'known',
    [dim('seat', plan.shape.ledger > 0 ? seats : 0), dim('part', CARD_PARTS)],
    'pocket cards of others that this seat was shown or gave: ranks, suits',
  );
  add('looked', [dim('card', plan.deckKnown.length > 0 ? NAMED_CARDS + 2 : 0)], 'cards that this seat has looked at');
  add('revealed', [dim('seat', asks ? seats : 0)], 'strength of hands revealed in this showdown / the strongest');
  add('prompt', [dim('by', asks ? modifiers : 0)], 'who asks this seat');
  add('promptKind', [dim('kind', asks ? PROMPT_KINDS.length : 0)], `one-hot: ${PROMPT_KINDS.join(', ')}`);
  add('promptPurpose', [dim('purpose', asks ? PURPOSES.length : 0)], `one-hot: ${PURPOSES.join(', ')}`);
  add('promptArgument', [dim('part', asks ? 2 : 0)], 'its arguments / 16');
  if (kind !== 'full') return out;
  add('takesLeft', [seat], 'takes left in this round / max(1, takesMax)');
  add('first', [seat, dim('chip', kinds)], 'one-hot first chip that each seat took in this round');
  add('took', [seat, dim('chip', kinds)], 'times each seat took each chip in this round, halved and cut at 1');
  add(
    'stole',
    [seat, dim('from', seats)],
    'times each seat took a chip from each other in this round, halved, cut at 1',
  );
  return out;
}

const cache = new Map<string, Layout>();

/** The observation of a class at a table: the base game's own, or that of its family. */
export function layoutFor(kind: ObservationClass, config: GangConfig): Layout {
  const plan = planOf(config);
  if (plan.plain) return observationLayout(kind, config.players);
  const name = `gang/${kind}-deluxe/${familyOf(plan)}`;
  let layout = cache.get(name);
  if (layout === undefined) {
    layout = new Layout(name, 1, fields(plan, kind));
    cache.set(name, layout);
  }
  return layout;
}
