import { describe, expect } from 'vitest';
import { aim, cardOf, crime, gains, kept, offered, PURSE, plainCrime, specs, TWO, turn, value } from './spec.js';

const leaders = specs('leader');
const locations = specs('location');

/** Cards for the leader's owner to pay an action. */
const purse = (id: string, less = 0): string[] => [...PURSE, 'doc-mercy'].slice(0, value(id, 'cost') - less);

describe('leaders', () => {
  const { spec } = leaders;

  spec('dollar-bill', () => {
    const scene = turn({ leaders: ['dollar-bill'], hands: [purse('dollar-bill')] }).do('use dollar-bill');
    expect([gains(scene), scene.hand(0)]).toEqual([[value('dollar-bill', 'amount'), 0, 0], []]);
    expect(offered(turn({ leaders: ['dollar-bill'], hands: [purse('dollar-bill', 1)] }), 'use')).toEqual([]);
    const loses = (type: string): number =>
      gains(crime({ leaders: [undefined, 'dollar-bill'] }, plainCrime(type).id))[1]!;
    expect([loses('robbery'), loses('fraud')]).toEqual([-1, 0]);
  });

  spec('madame-fortuna', () => {
    const fired = (type: string, seat: number): boolean => {
      const bosses: (string | undefined)[] = [undefined, undefined, undefined];
      bosses[seat] = 'madame-fortuna';
      return crime({ leaders: bosses }, plainCrime(type).id).types().includes('trigger');
    };
    expect([fired('gambling', 0), fired('gambling', 1), fired('robbery', 0)]).toEqual([true, false, false]);
    expect(kept({ leaders: ['madame-fortuna'] })).toBe(8 + value('madame-fortuna', 'amount'));
    expect(kept({ leaders: [undefined, 'madame-fortuna'] })).toBe(8);
  });

  spec('warden-wolfe', () => {
    const arrange = { leaders: ['warden-wolfe'], jail: ['red', 'slim-jim'] };
    const scene = turn({ ...arrange, hands: [purse('warden-wolfe')] }).do('use warden-wolfe', 'choose card red');
    expect([scene.hand(0), scene.pile('jail')]).toEqual([['red'], ['slim-jim']]);
    expect(offered(turn({ ...arrange, jail: [], hands: [purse('warden-wolfe')] }), 'use')).toEqual([]);
    const caught = (owner: number): string => {
      const bosses = [undefined, undefined, undefined].map((_, s) => (s === owner ? 'warden-wolfe' : undefined));
      const hands = [
        ['iron-ike', 'broker-bruce'],
        ['caught-red-handed', 'boxcar-bella', 'doc-mercy'],
      ];
      const made = crime({ leaders: bosses, hands });
      return aim(made.do('play caught-red-handed'), 'two-penny-tom').prompt;
    };
    expect(caught(0)).toBe('0 discardPick');
    expect(caught(1)).not.toContain('discardPick');
  });

  spec('iron-irene', () => {
    const offer = (leader: string | undefined): string[] =>
      offered(turn({ leaders: [undefined, leader], hands: [['better-offer']], tables: [[], TWO] }), 'play');
    expect([offer('iron-irene'), offer(undefined)]).toEqual([[], ['play better-offer']]);
    const forced = crime({
      leaders: [undefined, 'iron-irene'],
      hands: [['arm-twisting']],
      tables: [[], ['slim-jim'], ['red']],
    });
    forced.do('play arm-twisting');
    expect(forced.events).toContainEqual(expect.objectContaining({ type: 'outcome', manpower: 3 }));
    const fails = (leaders: (string | undefined)[]): number[] =>
      gains(crime({ leaders, hands: [[], ['wrong-address']] }).do('play wrong-address'));
    const { reward } = plainCrime();
    expect(fails(['iron-irene'])).toEqual([-reward - 1, 0, 0]);
    expect(fails([undefined, 'iron-irene'])).toEqual([-reward, 0, 0]);
  });

  spec('professor-plot', () => {
    const looks = (leader: (string | undefined)[]): boolean =>
      turn({ step: 'turnStart', leaders: leader }).types().includes('peek');
    expect([looks(['professor-plot']), looks([undefined, 'professor-plot'])]).toEqual([true, false]);
    const killed = (owner: number): number => {
      const bosses = [undefined, undefined, undefined].map((_, s) => (s === owner ? 'professor-plot' : undefined));
      const made = turn({ leaders: bosses, hands: [['cement-shoes']], tables: [[], ['slim-jim'], []] });
      return gains(made.do('play cement-shoes'))[owner]!;
    };
    expect([killed(1), killed(2)]).toEqual([-1, 0]);
  });

  leaders.everyCardHasOne();
});

describe('locations', () => {
  const { spec } = locations;
  const price = (id: string): number => (cardOf(id) as { price: number }).price;

  for (const id of ['boxing-gym', 'speakeasy', 'hideout-hotel']) {
    // Each is bought at its price, and only by whoever has it.
    spec(id, () => {
      const scene = turn({ step: 'start' }).do(`buy ${id}`);
      expect(gains(scene)).toEqual([-price(id), 0, 0]);
      expect(offered(turn({ step: 'start', status: [price(id) - 1, 30, 30] }), `buy ${id}`)).toEqual([]);
      EFFECTS[id]!();
    });
  }

  const EFFECTS: Record<string, () => void> = {
    'boxing-gym': () => {
      const draw = (owner: number): string =>
        turn({ step: 'third', locations: { 'boxing-gym': owner }, crimes: [plainCrime().id] }).do('crime').prompt;
      expect([draw(0), draw(1)]).toEqual(['0 may', '0 rumor']);
    },
    speakeasy: () => {
      const end = (owner: number): number => {
        const made = turn({ step: 'discardDown', locations: { speakeasy: owner } });
        return made.events.filter((e) => e.type === 'draw' && e.seat === 0).length;
      };
      expect([end(0), end(1)]).toEqual([value('speakeasy', 'n'), 0]);
    },
    'hideout-hotel': () => {
      const hands = [['iron-ike', 'lucky-break'], ['cement-shoes']];
      const scene = turn({ locations: { 'hideout-hotel': 0 }, hands, tables: [TWO] });
      scene.do('use hideout-hotel', 'choose two-penny-tom');
      // It costs nothing, but comes once a turn (R-FUEL).
      expect([scene.hand(0), offered(scene, 'use')]).toEqual([['iron-ike', 'lucky-break'], []]);
      scene.do('done', 'play cement-shoes');
      expect(scene.gang(0)).toEqual(['two-penny-tom']);
      expect(offered(turn({ locations: { 'hideout-hotel': 1 }, hands, tables: [TWO] }), 'use')).toEqual([]);
    },
  };

  locations.everyCardHasOne();
});
