import { belief } from '../../agents/belief.js';
import { greedy } from '../../agents/greedy.js';
import type { Session } from '../../src/core/agent.js';
import { type Action, ActionList } from '../../src/core/game.js';
import type { Rng } from '../../src/core/rng.js';
import { type HeadlessGangState, headlessGang } from '../../src/env/schedule.js';
import { KEEP, VERB_TAKE, verbOf } from '../../src/gang/actions.js';
import { type GangConfig, parseGangConfig } from '../../src/gang/config.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import type { Modifier } from '../../src/gang/modifiers/modifier.js';
import { MODIFIERS } from '../../src/gang/modifiers/registry.js';
import { GangView } from '../../src/gang/state.js';
import { OVER, PROMPT_BY } from '../../src/gang/words.js';

/** How a seat plays: at random; never moving a chip it needn't; always taking chips from others. */
export const MANNERS = ['random', 'keeps', 'steals'] as const;
export type Manner = (typeof MANNERS)[number];

function choose(manner: Manner, legal: ActionList, rng: Rng): Action {
  if (manner === 'keeps') return legal.includes(KEEP) ? KEEP : legal.at(0);
  if (manner === 'steals') {
    for (let i = 0; i < legal.length; i++) {
      const action = legal.at(i);
      if (verbOf(action) === VERB_TAKE && (action & 0xff) > 0) return action;
    }
    return legal.at(legal.length - 1);
  }
  return legal.at(rng.below(legal.length));
}

const SCRIPTS = [greedy, belief, null] as const;

/** For each seat `greedy`, `belief` or nobody (who plays in a manner then); at least one script among them. */
export function seatScripts(config: GangConfig, rng: Rng): (Session<GangView> | null)[] {
  const surely = rng.below(config.players);
  return Array.from({ length: config.players }, (_, seat) => {
    const agent = SCRIPTS[rng.below(seat === surely ? 2 : SCRIPTS.length)]!;
    return agent === null ? null : (agent.open(config, seat, rng) as Session<GangView>);
  });
}

/**
 * Plays one headless game; every seat has a manner, but those where a script sits. In half of the games all seats give the same answers to questions
 * that all are asked, so that what needs agreement happens. `look` sees every decision. Throws when a game is longer
 * than it may be or a seat is asked for nothing.
 */
export function playDeluxe(
  config: GangConfig,
  seed: number,
  rng: Rng,
  look: (state: HeadlessGangState) => void,
  sink?: (event: SeenGangEvent) => void,
  scripts: readonly (Session<GangView> | null)[] = [],
): HeadlessGangState {
  const state = headlessGang.createState(config);
  const legal = new ActionList();
  const chorus = rng.below(2) === 0;
  const manners = Array.from({ length: config.players }, () => MANNERS[rng.below(MANNERS.length)]!);
  const max = headlessGang.decisionsMax(config);
  const view = new GangView(config);
  let tune = rng.below(1000);
  headlessGang.setup(state, seed, sink);
  for (let step = 0; state.game.info[OVER] === 0; step++) {
    if (step > max) throw new Error(`more than ${max} decisions`);
    look(state);
    headlessGang.legal(state, state.asked, legal);
    if (legal.length === 0) throw new Error(`seat ${state.asked} is asked and has nothing to do`);
    const asksAll = state.game.flow[PROMPT_BY] !== 0 && chorus;
    const script = scripts[state.asked];
    let action: Action;
    if (script !== null && script !== undefined) {
      headlessGang.view(state, state.asked, view);
      action = script.act(view, legal, {}) as Action;
    } else action = asksAll ? legal.at(tune % legal.length) : choose(manners[state.asked]!, legal, rng);
    headlessGang.apply(state, state.asked, action, sink);
    if (state.game.flow[PROMPT_BY] === 0) tune = rng.below(1000);
  }
  look(state);
  return state;
}

/** The configuration that has these modifiers from its first heist on; null where the rulings forbid it. */
export function configWith(modifiers: readonly Modifier[], rest: object): GangConfig | null {
  const one = (kind: string): Modifier | undefined => modifiers.find((m) => m.kind === kind);
  if (['variant', 'dealer'].some((kind) => modifiers.filter((m) => m.kind === kind).length > 1)) return null;
  const read = parseGangConfig({
    variant: one('variant')?.id ?? 'holdem',
    dealer: one('dealer')?.number ?? 0,
    jokers: one('jokers') !== undefined,
    active: modifiers.filter((m) => !['variant', 'dealer', 'jokers'].includes(m.kind)).map((m) => m.id),
    ...rest,
  });
  return read.ok ? read.value : null;
}

/** Every pair of modifiers, each once. */
export function allPairs(): (readonly [Modifier, Modifier])[] {
  return MODIFIERS.flatMap((a, i) => MODIFIERS.slice(i + 1).map((b) => [a, b] as const));
}
