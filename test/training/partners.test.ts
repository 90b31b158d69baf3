import { describe, expect, it } from 'vitest';
import { greedyAct } from '../../agents/greedy.js';
import { BadInputError, unwrap } from '../../src/core/errors.js';
import { nextSeed, RNG_WORDS, Rng, seedWords } from '../../src/core/rng.js';
import { FEATURES } from '../../src/env/gang-encode.js';
import { privilegedLayout } from '../../src/env/gang-layout.js';
import { actionIndex, GangTable } from '../../src/env/gang-table.js';
import type { GangVecEnv } from '../../src/env/gang-vec.js';
import { KEEP, takeAction } from '../../src/gang/actions.js';
import { gang } from '../../src/gang/game.js';
import { createVecEnv, type GangEnvSpec } from '../../training/gang-env.js';
import { drawTraits, ScriptedPartners, TRAITS } from '../../training/gang-partners.js';
import { PARTNER_KINDS, type PartnerKind, parsePopulation } from '../../training/gang-population.js';
import { actorCritic, initialParameters } from '../../training/nets.js';
import type { VecEnv } from '../../training/vecenv.js';
import { gangConfig } from '../support/gang-tables.js';
import { viewOfSpot } from '../support/gang-views.js';

type Tables = VecEnv & GangVecEnv;

const EVERYBODY: GangEnvSpec['partners'] = { share: 0.7, models: ['full-3'], dealUses: 2 };
const only = (kinds: Partial<Record<PartnerKind, number>>, more: object = {}): GangEnvSpec['partners'] => ({
  share: 1,
  seats: [1],
  pure: 1,
  kinds,
  ...more,
});

function open(partners: GangEnvSpec['partners'], count: number, players = 3): Promise<Tables> {
  return createVecEnv({ config: { players }, partners } satisfies GangEnvSpec, count) as Promise<Tables>;
}

/** Shows the tables a policy with small random numbers, as a run does before its first rollout. */
async function showPolicy(env: Tables, seed: number, progress: number): Promise<void> {
  const body = { hidden: [8], activation: 'relu' } as const;
  const net = actorCritic({ observation: env.obsSize, privileged: env.privSize, actions: env.actions }, body, body);
  const parameters = initialParameters(net.parameters, new Rng(seed)).map((x) => 3 * x);
  await env.remember?.(net, parameters, progress);
}

function legalActions(env: Tables, rng: Rng): Int32Array {
  return Int32Array.from({ length: env.count }, (_, i) => {
    let index = rng.below(env.actions);
    while (env.mask[i * env.actions + index] === 0) index = rng.below(env.actions);
    return index;
  });
}

/** The kind at each seat, counted from the one that is asked: −1 the learner. */
function whoSits(env: Tables, i: number): number[] {
  const kinds = PARTNER_KINDS.length;
  const at = (i + 1) * env.privSize - env.players * kinds;
  return Array.from({ length: env.players }, (_, k) => env.priv.slice(at + k * kinds, at + (k + 1) * kinds).indexOf(1));
}

const everything = (env: Tables): string =>
  [env.obs, env.priv, env.mask, env.rewards, env.dones, env.seats].map((part) => part.join()).join('|');

/** Plays `steps` steps of random answers; what every step showed. */
async function stream(env: Tables, rng: Rng, steps: number): Promise<string[]> {
  const out: string[] = [];
  for (let t = 0; t < steps; t++) {
    await env.step(legalActions(env, rng));
    out.push(everything(env));
  }
  return out;
}

describe('who sits where', () => {
  it('is the same for the same seed, and another for another', async () => {
    const streams: string[][] = [];
    for (const seed of [5, 5, 6]) {
      const env = await open(EVERYBODY, 24);
      await showPolicy(env, 1, 0);
      await env.reset(seed);
      streams.push([everything(env), ...(await stream(env, new Rng(1), 60))]);
      await env.close?.();
    }
    expect(streams[1]).toEqual(streams[0]);
    expect(streams[2]).not.toEqual(streams[0]);
  });

  it('the learner is never asked for a partner, the critic sees the partners, and all kinds come', async () => {
    const env = await open(EVERYBODY, 40);
    await showPolicy(env, 1, 0);
    await env.reset(3);
    const seen = new Set<number>();
    const rng = new Rng(2);
    for (let t = 0; t < 150; t++) {
      for (let i = 0; i < env.count; i++) {
        const [asked, ...others] = whoSits(env, i);
        expect(asked).toBe(-1);
        for (const kind of others) seen.add(kind);
      }
      await env.step(legalActions(env, rng));
    }
    expect([...seen].sort()).toEqual([-1, 0, 1, 2, 3, 4, 5]);
    const sums = env.stats();
    const base = privilegedLayout(3).size;
    expect(env.privSize).toBe(base + 3 * PARTNER_KINDS.length);
    let withPartners = 0;
    for (const kind of PARTNER_KINDS) withPartners += sums[`${kind}Heists`]!;
    // Two partners of different kinds may sit at one table.
    expect(sums.ownHeists! + withPartners).toBeGreaterThanOrEqual(sums.episodes);
    expect(sums.ownHeists! / sums.episodes).toBeGreaterThan(0.15);
    expect(sums.ownHeists! / sums.episodes).toBeLessThan(0.45);
    await env.close?.();
  });

  it('without an earlier self at hand the learner sits there itself', async () => {
    const env = await open(only({ past: 1 }), 3);
    await env.reset(1);
    for (let i = 0; i < 3; i++) expect(whoSits(env, i)).toEqual([-1, -1, -1]);
    await showPolicy(env, 1, 0);
    await env.reset(1);
    for (let i = 0; i < 3; i++) expect(whoSits(env, i).filter((kind) => kind === 4)).toHaveLength(1);
  });

  it('saved and loaded elsewhere goes on bit for bit, partners, earlier selves and counts included', async () => {
    const [here, there] = [await open(EVERYBODY, 12), await open(EVERYBODY, 12)];
    await showPolicy(here, 1, 0);
    await here.reset(9);
    await stream(here, new Rng(1), 25);
    await showPolicy(here, 2, 0.11); // a second earlier self
    await stream(here, new Rng(2), 25);
    await showPolicy(there, 7, 0);
    await there.reset(1);
    there.load(here.save());
    expect(there.save()).toEqual(here.save());
    expect(await stream(there, new Rng(3), 60)).toEqual(await stream(here, new Rng(3), 60));
    expect(there.stats()).toEqual(here.stats());
  });
});

describe('a heist with one greedy partner', () => {
  it('gives the learner its own decisions only, and what is won at its last one', async () => {
    const env = await open(only({ greedy: 1 }), 1);
    const seed = 4;
    await env.reset(seed);
    const words = new Int32Array(RNG_WORDS);
    seedWords(words, 0, seed);
    const rng = new Rng(seed);
    const table = new GangTable(gangConfig({ players: 3, length: 'heist' }));
    let won = 0;
    for (let heist = 0; heist < 60; heist++) {
      // The same deal beside it, with the agent's own act in the partner's seat.
      table.reset(nextSeed(words, 0));
      const partner = (env.seats[0]! + whoSits(env, 0).indexOf(0)) % 3;
      let reward = 0;
      for (let done = false; !done; ) {
        while (!table.over && table.seat === partner) {
          gang.view(table.state.game, partner, table.view);
          const equity = table.features[partner * FEATURES + table.view.round]!;
          reward += table.step(actionIndex(greedyAct(table.view, equity)));
        }
        if (!table.over) expect(env.seats[0]).toBe(table.seat);
        const [action] = legalActions(env, rng);
        await env.step(Int32Array.of(action!));
        reward += table.step(action!);
        while (!table.over && table.seat === partner) {
          gang.view(table.state.game, partner, table.view);
          const equity = table.features[partner * FEATURES + table.view.round]!;
          reward += table.step(actionIndex(greedyAct(table.view, equity)));
        }
        done = table.over;
        expect([env.rewards[0], env.dones[0]], `heist ${heist} of seed ${seed}`).toEqual([
          done ? reward : 0,
          done ? 1 : 0,
        ]);
      }
      won += reward;
    }
    expect(won).toBeGreaterThan(2);
    expect(env.stats()).toMatchObject({ episodes: 60, successes: won, greedyHeists: 60, greedySuccesses: won });
  });
});

describe('temperaments', () => {
  it('a belief partner meets each deal as often as it says, at other seats', async () => {
    const env = await open(only({ belief: 1 }, { dealUses: 3 }), 1);
    await env.reset(2);
    const rng = new Rng(3);
    const deals: string[] = [];
    while (deals.length < 12) {
      const pockets = env.tables[0]!.state.game.pocket.slice(0, 6).join();
      do await env.step(legalActions(env, rng));
      while (env.dones[0] === 0);
      deals.push(pockets);
    }
    expect(new Set(deals).size).toBe(4);
    for (let d = 0; d < 12; d += 3) expect(new Set(deals.slice(d, d + 3)).size).toBe(1);
  });

  const config = gangConfig({ players: 4 });
  const partners = new ScriptedPartners(config);
  const shown = viewOfSpot({ players: 4, stars: [1, 0, 4, 0], moves: 2 });
  const take4 = takeAction(3, 2);
  const acts = (kind: 'greedy' | 'beginner', traits: (rng: Rng) => Float32Array): number[] => {
    const rng = new Rng(11);
    return Array.from({ length: 300 }, () => partners.act(kind, shown, 0.8, traits(rng), 0, 0, rng));
  };
  const drawn =
    (kind: 'greedy' | 'beginner', pure: boolean) =>
    (rng: Rng): Float32Array => {
      const traits = new Float32Array(TRAITS);
      drawTraits(kind, pure, 4, rng, traits, 0);
      return traits;
    };
  const share = (of: number[], act: number): number => of.filter((a) => a === act).length / of.length;

  it('a greedy partner plays as the agent does, or misjudges its hand and sticks to its star now and then', () => {
    expect(greedyAct(shown, 0.8)).toBe(take4);
    expect(share(acts('greedy', drawn('greedy', true)), take4)).toBe(1);
    const mixed = acts('greedy', drawn('greedy', false));
    expect(share(mixed, take4)).toBeGreaterThan(0.4);
    expect(share(mixed, KEEP)).toBeGreaterThan(0.05);
    expect(new Set(mixed).size).toBeGreaterThan(2);
  });

  it('a beginner seldom changes its mind and takes from others more seldom still', () => {
    const calm = acts('beginner', drawn('beginner', false));
    expect(share(calm, KEEP)).toBeGreaterThan(0.8);
    expect(share(calm, take4)).toBeLessThan(0.1);
    expect(share(calm, takeAction(2, -1))).toBeGreaterThan(0);
  });
});

describe('a population from outside', () => {
  const refused = (input: unknown): string => {
    const read = parsePopulation(input);
    return read.ok ? 'accepted' : `${read.error.path}: ${read.error.message}`;
  };

  it('is refused with what is wrong', () => {
    expect(refused({})).toBe('partners.share: should be a value of type number.');
    expect(refused({ share: 2 })).toBe('partners.share: should be at most 1.');
    expect(refused({ share: 0.5, kind: {} })).toBe('partners.kind: is not a key of a population.');
    expect(refused({ share: 0.5, kinds: { human: 1 } })).toBe('partners.kinds.human: is not a key of a population.');
    expect(refused({ share: 0.5, kinds: { greedy: 0 } })).toContain('partners.kinds: should give at least one');
    expect(refused({ share: 0.5, seats: [0] })).toContain('partners.seats: should give at least one');
    expect(refused({ share: 0.5, kinds: { model: 1 } })).toContain('partners.kinds: should give at least one');
    expect(refused({ share: 0.5 })).toBe('accepted');
  });

  it('without models there are no model partners', () => {
    expect(unwrap(parsePopulation({ share: 0.5 })).kinds.model).toBeUndefined();
    expect(unwrap(parsePopulation({ share: 0.5, models: ['full-3'] })).kinds.model).toBeGreaterThan(0);
  });

  it('a model for other tables, or none, is refused', async () => {
    await expect(open({ share: 0.5, models: ['full-4'] }, 1)).rejects.toThrow(BadInputError);
    await expect(open({ share: 0.5, models: ['no-such-model'] }, 1)).rejects.toThrow('there is no such model folder');
  });
});
