import { describe, expect, test } from 'vitest';
import { Scene } from '../scene.js';
import {
  aim,
  CARDS,
  CREW,
  crime,
  crimeOf,
  gains,
  OPEN,
  offered,
  outcomeOf,
  RICH,
  specs,
  TWO,
  turn,
  value,
} from './spec.js';

const { spec, everyCardHasOne } = specs('crime');

/** Seat 0 commits just as many as are asked for; `fail`: seat 1 plays one that makes it too few. */
function played(id: string, fail = false, ally = false): Scene {
  const need = Math.max(1, crimeOf(id).manpower);
  const scene = new Scene(OPEN, {
    status: RICH,
    step: 'third',
    tables: [CREW.slice(0, need), ['slim-jim'], []],
    crimes: [id],
    hands: [['iron-ike', 'boxcar-bella', 'broker-bruce'], fail ? ['cold-feet', 'doc-mercy'] : [], []],
  });
  scene.do('crime');
  if (scene.prompt === '0 peek') scene.do(scene.legal()[0]!);
  scene.do('yes').until('0 organize');
  for (const gangster of CREW.slice(0, need)) scene.do(`commit ${gangster}`);
  if (ally) scene.do('call for help', 'bid 1', 'ally 1');
  while (['0 organize', '1 organize'].includes(scene.prompt)) {
    scene.do(scene.legal().includes('done') ? 'done' : scene.legal()[0]!);
  }
  if (fail) {
    scene.do('play cold-feet');
    if (offered(scene, 'choose').length > 0) scene.do(scene.legal()[0]!);
    aim(scene);
  }
  while (!scene.types().includes('outcome')) scene.do('pass');
  return scene;
}

/** What every crime does, whatever its text: asks for its status and manpower, pays its reward to starter and ally. */
function committed(id: string): void {
  const { status, manpower, reward } = crimeOf(id);
  const low = new Scene(OPEN, {
    step: 'third',
    tables: [TWO],
    crimes: [id],
    status: [Math.max(0, status - 1), 30, 30],
  });
  low.do('crime');
  if (low.prompt === '0 peek') low.do(low.legal()[0]!);
  if (status > 0) expect(low.events).toContainEqual({ type: 'rumor', seat: 0, played: false });
  const few = turn({ step: 'third', tables: [CREW.slice(0, Math.max(0, manpower - 1))], crimes: [id] }).do('crime');
  if (few.prompt === '0 peek') few.do(few.legal()[0]!);
  few.do('yes').until('0 organize');
  while (few.prompt === '0 organize') few.do(few.legal()[0]!.startsWith('commit') ? few.legal()[0]! : 'done');
  expect(few.types()).toContain('crimeLost');
  expect(few.statuses).toEqual(RICH);
  const done = played(id, false, true);
  expect(outcomeOf(done)).toMatchObject({ success: true, requirement: manpower });
  expect(gains(done).slice(0, 2)).toEqual([reward, reward]);
  const failed = played(id, true);
  expect(outcomeOf(failed)).toMatchObject({ success: false, requirement: manpower });
  expect(gains(failed)[0]).toBe(-reward);
}

/** How many cards each seat drew because of a card of the crime. */
function drawn(scene: Scene): number[] {
  const counts = [0, 0, 0];
  const from = scene.events.findIndex((e) => e.type === 'outcome');
  const to = scene.events.findIndex((e) => e.type === 'crimeOver');
  for (const e of scene.events.slice(from, to < 0 ? undefined : to)) if (e.type === 'draw') counts[e.seat]! += e.count;
  return counts;
}

describe('crimes without text', () => {
  for (const card of CARDS) {
    if (card.kind === 'crime' && card.abilities.length === 0) spec(card.id, () => committed(card.id));
  }
});

describe('crimes whose success draws cards', () => {
  for (const id of ['tommy-gun-crates', 'ration-card-press', 'prize-fight-fix']) {
    spec(id, () => {
      committed(id);
      const n = value(id, 'n');
      expect(drawn(played(id, false, true))).toEqual([n, n, 0]);
      expect(drawn(played(id, true))).toEqual([0, 0, 0]);
    });
  }

  spec('back-alley-dice', () => {
    committed('back-alley-dice');
    expect(drawn(played('back-alley-dice', false, true))).toEqual([value('back-alley-dice', 'n'), 0, 0]);
    expect(drawn(played('back-alley-dice', true))).toEqual([0, 0, 0]);
  });

  spec('casino-blackout', () => {
    committed('casino-blackout');
    // Few cards in hand draw more: the starter holds three, the ally none.
    expect(drawn(played('casino-blackout', false, true))).toEqual([2, 2, 0]);
    expect(drawn(played('casino-blackout', true))).toEqual([0, 0, 0]);
  });
});

describe('crimes whose success lifts the last', () => {
  for (const id of [
    'corner-store-stickup',
    'purse-snatch-relay',
    'marked-deck-night',
    'bootleg-milk-run',
    'phony-charity-box',
    'fence-a-fur-coat',
    'warehouse-walkaway',
    'ringer-at-the-races',
  ]) {
    spec(id, () => {
      committed(id);
      const n = value(id, 'n');
      // With an ally one seat is outside the crime, and the last.
      const allied = played(id, false, true);
      expect(drawn(allied)).toEqual([0, 0, n]);
      expect(gains(allied)[2]).toBe(value(id, 'amount'));
      // Alone there are two outside; its starter chooses among those who share the last place.
      const alone = played(id);
      expect(drawn(alone)).toEqual([0, n, n]);
      expect(alone.prompt).toBe('0 pick');
      expect(gains(alone.do('choose seat 1')).slice(1)).toEqual([value(id, 'amount'), 0]);
      const failed = played(id, true);
      expect(drawn(failed)).toEqual([0, 0, 0]);
      expect(gains(failed).slice(1)).toEqual([0, 0]);
    });
  }
});

describe('crimes that touch the others or bite back', () => {
  spec('payroll-express', () => {
    committed('payroll-express');
    const failed = played('payroll-express', true);
    expect(failed.prompt).toBe('0 discardPick');
    expect(played('payroll-express').prompt).not.toBe('0 discardPick');
  });

  spec('union-fund-raid', () => {
    committed('union-fund-raid');
    const amount = value('union-fund-raid', 'amount');
    expect(gains(played('union-fund-raid', true)).slice(1)).toEqual([amount, amount]);
    expect(gains(played('union-fund-raid')).slice(1)).toEqual([0, 0]);
  });

  spec('midnight-ferry', () => {
    committed('midnight-ferry');
    const scene = turn({ step: 'third', crimes: ['midnight-ferry'], pile: ['red', 'slim-jim'] }).do('crime');
    expect(scene.prompt).toBe('0 peek');
    scene.do('top slim-jim');
    expect(scene.state.cards.data[scene.state.peeks[5]!]!.id).toBe('slim-jim');
    expect(crime().types()).not.toContain('peek');
  });
});

everyCardHasOne();

test('a passed crime costs nothing', () => {
  const scene = turn({ step: 'third', tables: [TWO], crimes: ['purse-snatch-relay'] }).do('crime', 'no');
  expect([scene.statuses, scene.pile('crimeDiscard')]).toEqual([RICH, ['purse-snatch-relay']]);
});
