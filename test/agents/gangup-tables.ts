import { resolveAgent } from '../../agents/registry.js';
import type { Session } from '../../src/core/agent.js';
import { unwrap } from '../../src/core/errors.js';
import { type Action, ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import {
  type GangupConfig,
  type GangupEvent,
  GangupState,
  GangupView,
  gangup,
  INFO,
  LEGAL_MAX,
} from '../../src/gangup/index.js';
import type { Scene } from '../gangup/scene.js';

/** The scripts of Gang Up!, in the order of the registry. */
export const SCRIPTS = [
  'random',
  'cautious',
  'greedy',
  'schemer',
  'never-ally',
  'always-ally',
  'retaliator',
  'leader-basher',
] as const;

export async function sit(
  name: string,
  config: GangupConfig,
  seat: number,
  seed: number,
): Promise<Session<GangupView>> {
  return unwrap(await resolveAgent('gangup', name)).open(config, seat, new Rng(seed, seat));
}

/** What the agent does at the table as it stands, in the notation; `heard` are events that it was told before. */
export async function choice(name: string, scene: Scene, heard: readonly GangupEvent[] = []): Promise<string> {
  const { state } = scene;
  const seat = scene.asked;
  const view = new GangupView(state.config);
  gangup.view(state, seat, view);
  const legal = new ActionList(LEGAL_MAX);
  gangup.legal(state, seat, legal);
  const session = await sit(name, state.config, seat, 1);
  for (const event of heard) session.notice?.(event);
  return gangup.formatAction(view, (await session.act(view, legal, {})) as Action);
}

/** Goes on with this agent in every seat until `stop` says so or somebody wins; gives what was done, in the notation. */
export async function playOn(name: string, scene: Scene, stop: (prompt: string) => boolean): Promise<string[]> {
  const done: string[] = [];
  for (let i = 0; i < 100 && !scene.over && !stop(scene.prompt); i++) {
    const answer = await choice(name, scene);
    done.push(`${scene.asked} ${answer}`);
    scene.do(answer);
  }
  return done;
}

export interface Decision {
  readonly seat: number;
  readonly prompt: number;
  readonly action: Action;
  readonly legal: ActionList;
  readonly state: GangupState;
}

/**
 * Plays a whole game with these agents in the seats. An answer that isn't legal throws, and so does a view that was
 * changed by whoever looked at it. Returns the winners' shares.
 */
export async function playGame(
  names: readonly string[],
  config: GangupConfig,
  seed: number,
  visit: (decision: Decision) => void = () => undefined,
): Promise<{ readonly shares: Float64Array; readonly state: GangupState; readonly fuel: number }> {
  const sessions = await Promise.all(names.map((name, seat) => sit(name, config, seat, seed)));
  const state = new GangupState(config);
  const view = new GangupView(config);
  const before = new GangupView(config);
  const legal = new ActionList(LEGAL_MAX);
  let fuel = 0;
  const sink = (event: GangupEvent): void => {
    if (event.type === 'fuel') fuel++;
    sessions.forEach((session, seat) => {
      if (event.to === undefined || (event.to >> seat) & 1) session.notice?.(event);
    });
  };
  gangup.setup(state, seed, sink);
  for (let step = 0; !gangup.isOver(state); step++) {
    if (step > 20_000) throw new Error(`game ${seed} doesn't end`);
    const seat = state.info[INFO.promptSeat]!;
    gangup.view(state, seat, view);
    gangup.view(state, seat, before);
    gangup.legal(state, seat, legal);
    const action = (await sessions[seat]!.act(view, legal, {})) as Action;
    if (!legal.includes(action)) throw new Error(`${names[seat]} answered ${action}, which is not legal`);
    for (let i = 0; i < view.words.length; i++) {
      if (view.words[i] !== before.words[i]) throw new Error(`${names[seat]} changed word ${i} of its view`);
    }
    visit({ seat, prompt: state.info[INFO.prompt]!, action, legal, state });
    gangup.apply(state, seat, action, sink);
  }
  const shares = new Float64Array(config.players);
  gangup.returns(state, shares);
  return { shares, state, fuel };
}
