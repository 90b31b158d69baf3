import { describe, expect, test } from 'vitest';
import { Appraiser } from '../../agents/gangup/appraisal.js';
import { chance } from '../../agents/gangup/sense.js';
import { worthOf } from '../../agents/gangup/worth.js';
import { GangupView, gangup } from '../../src/gangup/index.js';
import { card, gangster, house, influence } from '../gangup/house.js';
import { type Arrangement, Scene } from '../gangup/scene.js';

/** What playing `card` is worth to seat 0, whose rivals' points count half against it. */
function worthTo(play: object, arrangement: Arrangement = {}, extras: readonly object[] = []): number {
  const scene = new Scene({ ...house(influence('card', play), ...extras), players: 3 }, arrangement);
  return appraise(scene).best(scene.state.cards.ability(cardIndex(scene, 'card'), 0)!, 0, -1);
}

function appraise(scene: Scene): Appraiser {
  const view = new GangupView(scene.state.config);
  gangup.view(scene.state, 0, view);
  const appraiser = new Appraiser(view);
  appraiser.weight.fill(-0.5)[0] = 1;
  appraiser.begin(view);
  return appraiser;
}

function cardIndex(scene: Scene, id: string): number {
  return scene.state.cards.data.findIndex((data) => data.id === id);
}

const status = (who: unknown, amount: unknown): object => ({ op: 'status', who, amount });

describe('what an effect is worth', () => {
  test("one's own points count in full, those of others against it", () => {
    expect(worthTo({ do: [status('user', 2)] })).toBe(2);
    expect(worthTo({ do: [status('others', 1)] })).toBe(-1);
    expect(worthTo({ do: [status('all', -1)] })).toBe(0);
  });

  test('R-FLOOR, R-STEAL: nobody loses more than it has', () => {
    expect(worthTo({ do: [status('user', -9)] }, { status: [3, 5, 5] })).toBe(-3);
    const from = {
      targets: [{ as: 'victim', player: 'others' }],
      do: [{ op: 'steal', from: { chosen: 'victim' }, amount: 4 }],
    };
    expect(worthTo(from, { status: [5, 2, 3] })).toBe(4.5); // 3 and half of 3: the richer one
  });

  test('conditions are read from the table, loops and amounts counted', () => {
    const rich = {
      when: { compare: [{ read: 'status' }, '>=', 8] },
      op: 'if',
      // biome-ignore lint/suspicious/noThenProperty: what the card says
      then: [status('user', 3)],
      else: [status('user', 1)],
    };
    expect(worthTo({ do: [rich] }, { status: [8, 5, 5] })).toBe(3);
    expect(worthTo({ do: [rich] }, { status: [7, 5, 5] })).toBe(1);
    const each = { op: 'forEach', players: 'others', as: 'each', do: [status({ chosen: 'each' }, -2)] };
    expect(worthTo({ do: [each] })).toBe(2);
    const counted = { count: { zone: 'table', of: 'user' } };
    expect(worthTo({ do: [status('user', counted)] }, { tables: [['extra', 'extra', 'extra'], [], []] })).toBe(3);
  });

  test('one does what may be done only if it is good, chooses the best and expects the mean of chance', () => {
    expect(worthTo({ do: [{ op: 'may', do: [status('user', -1)] }] })).toBe(0);
    expect(worthTo({ do: [{ op: 'may', do: [status('user', 1)] }] })).toBe(1);
    const choose = { op: 'choose', as: 'who', player: 'all' };
    const gain = status({ chosen: 'who' }, 3);
    expect(worthTo({ do: [choose, gain] })).toBe(3);
    expect(
      worthTo({ do: [{ ...choose, by: { chosen: 'judge' } }, gain], targets: [{ as: 'judge', player: 'others' }] }),
    ).toBe(-1.5);
    expect(worthTo({ do: [{ ...choose, random: true }, gain] })).toBeCloseTo((3 - 1.5 - 1.5) / 3);
  });

  test('targets are chosen well, several as far as they help', () => {
    const tables = [['extra'], ['strong', 'extra'], ['extra']];
    const kill = (min: number, max: number): object => ({
      targets: [{ as: 'prey', min, max, gangsters: { zone: 'table' } }],
      do: [{ op: 'kill', what: 'prey' }],
    });
    const strong = card('gangster', 'strong', { status: 0, gender: 'male', manpower: 3 });
    const one = worthTo(kill(1, 1), { tables }, [strong]);
    const three = worthTo(kill(1, 4), { tables }, [strong]);
    expect(one).toBeCloseTo(0.5 * 3.3);
    expect(three).toBeCloseTo(0.5 * (3.3 + 1.1 + 1.1));
    expect(worthTo(kill(4, 4), { tables }, [strong])).toBeCloseTo(three - 1.1);
  });

  test('winning is worth more than points', () => {
    expect(worthTo({ do: [status('user', 2)] }, { status: [18, 5, 5] })).toBeGreaterThan(5);
    expect(worthTo({ do: [status('others', 2)] }, { status: [5, 18, 5] })).toBeLessThan(-5);
  });
});

describe('manpower', () => {
  test('matters as far as it changes the odds of the crime, to whom it belongs', () => {
    const less = influence('less', { window: 'crime', do: [{ op: 'manpower', amount: -1 }] });
    const job = card('crime', 'job', { type: 'robbery', status: 0, manpower: 1, reward: 4 });
    const swingOf = (starter: string[]): number => {
      const scene = new Scene(
        { ...house(less, job), players: 2 },
        { step: 'third', crimes: ['job'], tables: [starter], hands: [['less'], ['less']] },
      );
      scene.do('crime', 'yes').until('0 organize');
      for (const slot of starter.keys()) if (scene.prompt === '0 organize') scene.do(`commit extra #${slot}`);
      scene.until('1 priority');
      const appraiser = appraise(scene);
      return appraiser.best(scene.state.cards.ability(cardIndex(scene, 'less'), 0)!, 0, -1);
    };
    // Against oneself: 8 points lie between gaining and losing the reward of 4.
    expect(swingOf(['extra', 'extra'])).toBeCloseTo(8 * (chance(0) - chance(1)));
  });

  test('more margin is better, and less and less so', () => {
    for (let margin = -6; margin < 6; margin++) expect(chance(margin + 1)).toBeGreaterThan(chance(margin));
    for (let margin = 0; margin < 6; margin++) {
      expect(chance(margin + 2) - chance(margin + 1)).toBeLessThan(chance(margin + 1) - chance(margin));
    }
  });
});

describe('what cards are worth', () => {
  test('follows from their data alone', () => {
    const kill = { targets: [{ as: 'prey', gangsters: { zone: 'table' } }], do: [{ op: 'kill', what: 'prey' }] };
    const strong = { type: 'passive', modify: 'manpower', of: 'gang', amount: 1 };
    const scene = new Scene({
      ...house(
        influence('one', kill),
        influence('other', kill),
        gangster('plain', []),
        gangster('boss', [strong]),
        gangster('everybodys', [{ type: 'action', usableBy: 'any', cost: 1, do: [{ op: 'defect', what: 'self' }] }]),
        influence('cancel', { window: 'cancel', do: [{ op: 'cancelLast' }] }),
      ),
      players: 2,
    });
    const worth = worthOf(scene.state.cards);
    const of = (id: string): number => worth.card[cardIndex(scene, id)]!;
    expect(of('one')).toBe(of('other'));
    expect(of('boss')).toBeGreaterThan(of('plain'));
    expect(of('everybodys')).toBeLessThan(of('plain'));
    expect([...worth.cancels].filter((flag) => flag === 1)).toHaveLength(1);
    expect(worth.hostile[cardIndex(scene, 'one')]).toBe(1);
    expect(worth.boost[cardIndex(scene, 'one')]).toBe(0);
    expect(worthOf(scene.state.cards)).toBe(worth);
  });
});
