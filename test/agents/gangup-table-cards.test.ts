import { describe, expect, test } from 'vitest';
import { ActionList } from '../../src/core/game.js';
import { GangupView, gangup, INFO, LEGAL_MAX } from '../../src/gangup/index.js';
import { card, house, leader } from '../gangup/house.js';
import { type Arrangement, Scene } from '../gangup/scene.js';
import { configOf } from '../gangup/support.js';
import { choice, playGame, sit } from './gangup-tables.js';

const draws = (n: number): object[] => [
  { type: 'trigger', on: 'turnEnd', who: 'owner', do: [{ op: 'draw', who: 'user', n }] },
];
const loses = [{ type: 'trigger', on: 'crimeSuccess', who: 'any', do: [{ op: 'status', who: 'user', amount: -1 }] }];
const WELL = card('location', 'well', { price: 2, abilities: draws(2) });
const SHED = card('location', 'shed', { price: 2, abilities: [] });
const TABLE = { ...house(WELL, SHED), locations: true };

function start(arrangement: Arrangement): Scene {
  return new Scene({ ...TABLE, players: 3 }, { step: 'start', status: [7, 7, 7], ...arrangement });
}

describe.each(['cautious', 'greedy', 'schemer'])('%s and locations', (name) => {
  test('buys what is worth more than its price, and nothing else', async () => {
    expect(await choice(name, start({}))).toBe('buy well');
    expect(await choice(name, start({ locations: { well: 0 } }))).toBe('done');
  });

  test('does not make itself poor', async () => {
    expect(await choice(name, start({ status: [3, 7, 7] }))).toBe('done');
  });

  test('buys nothing when somebody is about to win', async () => {
    expect(await choice(name, start({ status: [12, 19, 7] }))).toBe('done');
  });

  test('sells for a price that is more than it is worth, not for nothing', async () => {
    const offer = (price: number) =>
      start({ status: [13, 7, 7], locations: { well: 1 } }).do(`offer ${price} for well`);
    expect(await choice(name, offer(13))).toBe('accept');
    expect(await choice(name, offer(0))).toBe('refuse');
  });

  test('sells anything for the status that wins', async () => {
    const table = start({ status: [7, 19, 7], locations: { well: 1 } }).do('offer 1 for well');
    expect(await choice(name, table)).toBe('accept');
  });
});

describe('leaders', () => {
  const config = configOf({
    ...house(leader('patron', draws(1)), leader('wretch', loses)),
    players: 2,
    leaders: true,
  });

  test('are chosen by lot, a good one more often than one that does harm', async () => {
    const chosen: Record<string, number> = {};
    const view = new GangupView(config);
    const legal = new ActionList(LEGAL_MAX);
    const state = gangup.createState(config);
    gangup.setup(state, 1);
    const seat = state.info[INFO.promptSeat]!;
    gangup.view(state, seat, view);
    gangup.legal(state, seat, legal);
    for (let seed = 0; seed < 100; seed++) {
      const session = await sit('greedy', config, seat, seed);
      const words = gangup.formatAction(view, (await session.act(view, legal, {})) as number);
      chosen[words] = (chosen[words] ?? 0) + 1;
    }
    expect(chosen['leader patron']).toBeGreaterThan(60);
    expect(chosen['no leader'] ?? 0).toBeGreaterThan(0);
    expect(chosen['leader wretch'] ?? 0).toBeLessThan(10);
  });
});

test('locations change hands between scripts, and no offer makes its owner win', async () => {
  const config = configOf({ ...TABLE, players: 3 });
  let deals = 0;
  for (let seed = 0; seed < 15; seed++) {
    await playGame(['greedy', 'schemer', 'cautious'], config, seed, (d) => {
      const view = new GangupView(d.state.config);
      gangup.view(d.state, d.seat, view);
      const words = gangup.formatAction(view, d.action);
      if (words === 'accept') deals++;
      const offer = /^offer (\d+) for (\S+)$/.exec(words);
      if (offer === null) return;
      const { cards, locationOwner } = view;
      const at = cards.locations.findIndex((c) => cards.data[c]!.id === offer[2]);
      expect(view.status[locationOwner[at]!]! + Number(offer[1]), `seed ${seed}`).toBeLessThan(config.winStatus);
    });
  }
  expect(deals).toBeGreaterThan(0);
});
