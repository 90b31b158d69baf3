import { beforeAll, describe, expect, test } from 'vitest';
import { habitsOf, openAdvisor, practise, practises } from '../../agents/gangup/advisor.js';
import { makeBoss } from '../../agents/gangup/boss.js';
import type { BossPolicy, BossQuestion } from '../../agents/gangup/boss-policy.js';
import { type Habits, waysOf } from '../../agents/gangup/habits.js';
import { Practice } from '../../agents/gangup/practice.js';
import { script } from '../../agents/gangup/script.js';
import { Sight } from '../../agents/gangup/sight.js';
import { ADVISOR, SCHEMER } from '../../agents/gangup/temper.js';
import type { Session } from '../../src/core/agent.js';
import type { Action } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { GangupTable } from '../../src/env/gangup-table.js';
import { action, cardOf, DO, numberOf, verbOf } from '../../src/gangup/actions.js';
import { designPack } from '../../src/gangup/design-pack.js';
import { generatePack } from '../../src/gangup/generate-pack.js';
import { cardsOf, type GangupConfig, type GangupView, gangup } from '../../src/gangup/index.js';
import { Group, type GroupSpec } from '../../training/gangup-league.js';
import { configOf } from '../gangup/support.js';

const HARBOUR = 'docs/examples/harbour.json';
const PACK = designPack(8_000_001);
/** Whoever uses it pays a card, and it is in their gang until the next does so. */
const TUG_OF_WAR = 'gangster-16';
const GAMES = 700;

function practised(config: GangupConfig, games: number): Habits {
  const practice = new Practice(config);
  while (!practice.enough(games)) practice.step();
  return practice.habits();
}

/** Plays games; `visit` hears what each asked seat does. */
function play(
  config: GangupConfig,
  sessions: readonly Session<GangupView>[],
  games: number,
  visit: (table: GangupTable, code: Action) => void,
): Float64Array {
  const table = new GangupTable(config);
  const sums = new Float64Array(config.players);
  const shares = new Float64Array(config.players);
  for (let game = 0; game < games; game++) {
    table.reset(77_000 + game);
    while (!table.over) {
      const code = sessions[table.seat]!.act(table.view, table.legal, {}) as Action;
      visit(table, code);
      table.step(table.legal.toArray().indexOf(code));
    }
    gangup.returns(table.state, shares);
    for (const [seat, share] of shares.entries()) sums[seat]! += share / games;
  }
  return sums;
}

const session = (config: GangupConfig, habits?: Habits): Session<GangupView> =>
  script('any', habits?.temper ?? SCHEMER, habits).open(config, 0, new Rng(1)) as Session<GangupView>;

describe('practice with new cards', () => {
  const config = configOf({ players: 3, packs: [PACK] });
  let habits: Habits;
  beforeAll(() => {
    habits = habitsOf(config, GAMES)!;
  });

  test('finds that a gangster who goes to and fro between the gangs is not worth its cards', () => {
    const { data } = cardsOf(config);
    const card = data.findIndex(({ id }) => id === TUG_OF_WAR);
    expect(habits.shuns(action(DO.act, card, 1))).toBe(true);
    let uses = 0;
    const count = (_table: GangupTable, code: Action): void => {
      if (verbOf(code) === DO.act && cardOf(code) === card && numberOf(code) % 4 === 1) uses++;
    };
    const own = session(config, habits);
    play(config, [own, own, own], 5, count);
    expect(uses).toBe(0);
    const other = session(config);
    play(config, [other, other, other], 5, count);
    expect(uses).toBeGreaterThan(5);
  });

  test('wins more than the script by itself, on deals that it did not practise with', () => {
    const [own, ...others] = [session(config, habits), session(config), session(config)];
    const shares = [0, 1, 2].map((seat) => {
      const seats = [...others];
      seats.splice(seat, 0, own!);
      return play(config, seats, 60, () => {})[seat]!;
    });
    expect((shares[0]! + shares[1]! + shares[2]!) / 3).toBeGreaterThan(0.38);
  });

  test('finds the same whenever it is asked, and something else for other cards', () => {
    const small = configOf({ players: 3, packs: [generatePack(8_000_006)] });
    const list = (found: Habits): string => {
      const { cards } = new GangupTable(small).state;
      const shunned: number[] = [];
      for (let card = 0; card < cards.count; card++) {
        for (const verb of [DO.place, DO.play, DO.act]) if (found.shuns(action(verb, card))) shunned.push(verb, card);
      }
      const turned = Array.from(cards.code, (_, pc) => found.turns(pc));
      expect(shunned.length + turned.length).toBeLessThanOrEqual(2 * waysOf(cards));
      return JSON.stringify([found.temper, shunned, turned]);
    };
    const [first, again, longer] = [100, 100, 500].map((games) => list(practised(small, games)));
    expect(again).toBe(first);
    expect(longer).not.toBe(first);
  });
});

describe('who practises', () => {
  test('the adviser does with cards of a pack, not with the shipped ones, and not where it is told not to', async () => {
    const shipped = configOf({ players: 3, expansion: true });
    const pack = configOf({ players: 3, packs: [HARBOUR] });
    expect([practises(shipped), practises(pack), practises(pack, 0)]).toEqual([false, true, false]);
    expect(practises(configOf({ players: 3, packs: ['shipped', HARBOUR] }))).toBe(true);
    const heard: number[] = [];
    const onProgress = (done: number, total: number): void => {
      heard.push(done / total);
    };
    await practise(shipped, 40, { onProgress });
    expect(heard).toEqual([]);
    await practise(pack, 40, { onProgress });
    expect(heard.length).toBeGreaterThan(1);
    expect(heard.at(-1)).toBeGreaterThan(heard[0]!);
    expect(Math.max(...heard)).toBeLessThanOrEqual(1);
    // Once is enough.
    const before = heard.length;
    await practise(pack, 40, { onProgress });
    expect(heard).toHaveLength(before);
  });

  test('it does not where all cards at the table are shipped ones, whatever file they come from', () => {
    const { cards, ...pack } = designPack(1) as { readonly cards: readonly { readonly kind: string }[] };
    const packs = ['shipped', { ...pack, cards: cards.filter(({ kind }) => kind === 'leader') }];
    expect(practises(configOf({ players: 3, packs }))).toBe(false);
    expect(practises(configOf({ players: 3, packs, leaders: true }))).toBe(true);
    expect(practises(configOf({ players: 3, packs: ['src/gangup/packs/base.json'] }))).toBe(false);
  });

  test('what was practised until it was aborted stays', async () => {
    const config = configOf({ players: 2, packs: [generatePack(8_000_007)] });
    const stop = new AbortController();
    const heard: number[] = [];
    const onProgress = (done: number): void => {
      heard.push(done);
      if (done > 20) stop.abort(new Error('enough'));
    };
    await expect(practise(config, 200, { signal: stop.signal, onProgress })).rejects.toThrow('enough');
    expect(heard.at(-1)).toBeLessThan(200);
    const before = heard.length;
    await practise(config, 200, { onProgress: (done) => heard.push(done) });
    // On a busy machine no game may be over between two reports.
    expect(heard[before]).toBeGreaterThanOrEqual(heard[before - 1]!);
    expect(heard.at(-1)).toBeLessThanOrEqual(200);
  });

  test('the network is told what the adviser with its habits would do; before practice, what the one without would', () => {
    const config = configOf({ players: 3, packs: [PACK] });
    const { data } = cardsOf(config);
    const card = data.findIndex(({ id }) => id === TUG_OF_WAR);
    const advised = (question: BossQuestion): number => question.advice.indexOf(1);
    const [told, untold] = [GAMES, 0].map((games) => new Sight(new GangupTable(config).view, { practice: games }));
    const [own, plain] = [openAdvisor(config, 0, undefined, GAMES), openAdvisor(config, 0, undefined, 0)];
    let differ = 0;
    play(config, [plain, plain, plain], 3, ({ view, legal }, code) => {
      const list = legal.toArray();
      expect(list[advised(untold!.look(view, legal))]).toBe(code);
      const wiser = own.act(view, legal, {}) as Action;
      expect(list[advised(told!.look(view, legal))]).toBe(wiser);
      if (wiser !== code) differ++;
      if (verbOf(wiser) === DO.act) expect(cardOf(wiser) === card && numberOf(wiser) % 4 === 1).toBe(false);
    });
    expect(differ).toBeGreaterThan(5);
  });

  test('boss follows its adviser more with new cards than its network alone would, and not with the shipped ones', async () => {
    const policy = await makeBoss().policy();
    for (const [config, raised] of [
      [configOf({ players: 3, packs: [PACK] }), 3],
      [configOf({ players: 3 }), 0],
    ] as const) {
      const table = new GangupTable(config);
      table.reset(5);
      const [own, plain] = [new Sight(table.view, { practice: 10 }), new Sight(table.view, { practice: 10, trust: 0 })];
      const { advice } = plain.look(table.view, table.legal);
      const trusting = await policy.answer(1, own.look(table.view, table.legal));
      const alone = await policy.answer(1, plain.look(table.view, table.legal));
      expect(advice.filter((told) => told === 1)).toHaveLength(1);
      for (const [k, told] of advice.entries()) {
        expect(trusting.logits[k]! - alone.logits[k]!).toBeCloseTo(told * raised, 4);
      }
      expect([...trusting.values]).toEqual([...alone.values]);
    }
  });

  test('training advises as in play with a pack that it is given, and without practice with made-up ones', () => {
    const seed = 8_000_006;
    // Short games.
    const config = { players: 3, packs: [generatePack(seed)], winStatus: 8 };
    const of = (spec: Partial<GroupSpec>): Group => new Group({ config, share: 1, ...spec }, ['greedy'], 5);
    const plain = script('any', ADVISOR).open(configOf({ players: 3 }), 0, new Rng(0)) as Session<GangupView>;
    const agreeing = (group: Group): number => {
      let [same, all] = [0, 0];
      const own = openAdvisor(group.config, 0, undefined, group === given ? undefined : 0);
      play(group.config, [own, own, own], 2, (table, code) => {
        expect(group.advise(table)).toBe(code);
        if (plain.act(table.view, table.legal, {}) === code) same++;
        all++;
      });
      return same / all;
    };
    const given = of({});
    const madeUp = of({ generated: seed });
    expect(agreeing(madeUp)).toBe(1);
    expect(agreeing(given)).toBeLessThan(1);
  });

  test('boss practises when it sits down, or before when it is asked to', async () => {
    const config = configOf({ players: 2, packs: [HARBOUR] });
    const boss = makeBoss({ practice: 30 });
    const heard: string[] = [];
    await boss.prepare!(config, { onProgress: (done, total) => heard.push(`${done}/${total}`) });
    expect(heard.length).toBeGreaterThan(0);
    for (const words of heard) expect(words).toMatch(/^\d+\/30$/);
    const told = heard.length;
    const opened = await boss.open(config, 0, new Rng(3));
    await boss.prepare!(config, { onProgress: () => heard.push('again') });
    expect(heard).toHaveLength(told);
    const policy: BossPolicy = await boss.policy();
    const table = new GangupTable(config);
    table.reset(9);
    const answer = await opened.act(table.view, table.legal, {});
    expect(table.legal.includes(answer)).toBe(true);
    expect(policy.card.name).toBe('boss');
  });
});
