import { describe, expect, it } from 'vitest';
import { loadBoss, makeBoss } from '../../agents/gangup/boss.js';
import { shippedBoss } from '../../agents/gangup/boss-policy.js';
import { makeBossSearch } from '../../agents/gangup/boss-search.js';
import { Foresight } from '../../agents/gangup/foresight.js';
import { resolveAgent } from '../../agents/registry.js';
import { unwrap } from '../../src/core/errors.js';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { type GangupView, gangup, INFO, parseGangupConfig } from '../../src/gangup/index.js';
import { decisionAt } from './gangup-decisions.js';

const SEED = 20241107;
const config = unwrap(parseGangupConfig({ players: 3 }));
const policy = loadBoss(shippedBoss);

describe('foresight', () => {
  it('follows from the view and the generator alone, and plays each action out in the same worlds', async () => {
    const { view, legal } = decisionAt(config, SEED, 4);
    const before = view.words.slice();
    const actions = legal.toArray().slice(0, 3);
    const foresight = new Foresight(await policy(), config);
    const [a, b, c, again] = await foresight.look(view, [...actions, actions[0]!], 4, new Rng(SEED));
    expect(again).toEqual(a);
    expect(view.words).toEqual(before);
    const other = new Foresight(await policy(), config);
    expect(await other.look(view, actions, 4, new Rng(SEED))).toEqual([a, b, c]);
    for (const { shares, status } of [a!, b!, c!]) {
      for (const share of shares) expect(share >= 0 && share <= 1).toBe(true);
      expect(Number.isFinite(status)).toBe(true);
    }
  });

  it('cannot tell hidden cards: another deal of them under the same view changes nothing', async () => {
    const { view, legal } = decisionAt(config, SEED, 4);
    const world = gangup.createState(config);
    gangup.imagine(view, new Rng(SEED, 99), world);
    const dealt: GangupView = gangup.createView(config);
    gangup.view(world, view.seat, dealt);
    const foresight = new Foresight(await policy(), config);
    const actions = legal.toArray().slice(0, 2);
    expect(await foresight.look(dealt, actions, 3, new Rng(5))).toEqual(
      await foresight.look(view, actions, 3, new Rng(5)),
    );
  });
});

describe('boss-search', () => {
  it('is found by name, with its parameters, and refuses others', async () => {
    const found = await resolveAgent('gangup', 'boss-search?worlds=4&sure=1', 3);
    expect(found.ok && found.value.name).toBe('boss-search?worlds=4&sure=1');
    for (const bad of ['boss-search?worlds=1', 'boss-search?world=4', 'boss-search?least=2']) {
      expect((await resolveAgent('gangup', bad, 3)).ok, bad).toBe(false);
    }
  });

  it('takes legal actions only, is bound by its generator, and is boss where nothing can convince it', async () => {
    const legal = new ActionList();
    const view = gangup.createView(config);
    const state = gangup.createState(config);
    gangup.setup(state, SEED);
    const open = (agent: ReturnType<typeof makeBossSearch>) => agent.open(config, 0, new Rng(SEED));
    const sessions = [
      await open(makeBossSearch({ worlds: 3, sure: 0 })),
      await open(makeBossSearch({ worlds: 3, sure: 0 })),
      await open(makeBossSearch({ worlds: 2, sure: 1e9 })),
      await open(makeBoss()),
    ];
    for (let i = 0; i < 25; i++) {
      const seat = state.info[INFO.promptSeat]!;
      gangup.view(state, seat, view);
      gangup.legal(state, seat, legal);
      const [first, second, timid, boss] = [
        await sessions[0]!.act(view, legal, {}),
        await sessions[1]!.act(view, legal, {}),
        await sessions[2]!.act(view, legal, {}),
        await sessions[3]!.act(view, legal, {}),
      ];
      expect(legal.includes(first!)).toBe(true);
      expect(second).toBe(first);
      expect(timid).toBe(boss);
      gangup.apply(state, seat, first!);
    }
  });
});
