import { describe, expect, test } from 'vitest';
import { makeIsmcts } from '../../agents/gangup/ismcts.js';
import { evaluateSeats, STANDING_COUNT, standing } from '../../agents/gangup/ismcts-value.js';
import { resolveAgent } from '../../agents/registry.js';
import { unwrap } from '../../src/core/errors.js';
import { type Action, ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { generatePack } from '../../src/gangup/generate-pack.js';
import { type GangupConfig, gangup, INFO, LEGAL_MAX } from '../../src/gangup/index.js';
import { card, gangster, house, influence } from '../gangup/house.js';
import { Scene } from '../gangup/scene.js';
import { configOf, OPTIONS, playRandom } from '../gangup/support.js';
import { reproducibly } from '../support/statistics.js';
import { choice, playGame, playOn } from './gangup-tables.js';

const QUICK = 'ismcts?iterations=3';
const USUAL = 'ismcts?iterations=200';

/** Answers of a session that is asked about random games' states; `worlds` shows it other worlds with the same views. */
async function answers(config: GangupConfig, seed: number, worlds: boolean): Promise<Action[]> {
  const session = await makeIsmcts({ iterations: 12 }).open(config, 0, new Rng(seed));
  const view = gangup.createView(config);
  const world = gangup.createState(config);
  const legal = new ActionList(LEGAL_MAX);
  const asked: { words: Int32Array; codes: number[] }[] = [];
  playRandom(config, seed, (state, _legal, step) => {
    if (step % 16 !== 0) return;
    const seat = state.info[INFO.promptSeat]!;
    gangup.view(state, seat, view);
    if (worlds) {
      gangup.imagine(view, new Rng(seed, step), world);
      gangup.view(world, seat, view);
    }
    gangup.legal(worlds ? world : state, seat, legal);
    asked.push({ words: view.words.slice(), codes: legal.toArray() });
  });
  const found: Action[] = [];
  for (const { words, codes } of asked) {
    view.words.set(words);
    legal.clear();
    for (const code of codes) legal.push(code);
    found.push(await session.act(view, legal, {}));
    expect(view.words).toEqual(words);
  }
  return found;
}

describe('the search', () => {
  test('does what is legal and changes no view, at every kind of table', async () => {
    for (const [k, players] of [2, 3, 4, 5].entries()) {
      const config = configOf({ players, ...OPTIONS[7 - 2 * k]! });
      const { shares } = await playGame(Array(players).fill(QUICK), config, 40 + k);
      expect(shares.reduce((a, b) => a + b)).toBeCloseTo(1);
    }
  });

  test('copes with cards nobody designed', async () => {
    for (let seed = 0; seed < 3; seed++) {
      const players = 2 + seed;
      const pack = generatePack(900 + seed);
      const config = configOf({ players, leaders: true, locations: true, packs: [pack], jailStart: 1 });
      await playGame([QUICK, ...Array(players - 1).fill('greedy')], config, seed);
    }
  });

  test('answers the same to the same seed and iterations', async () => {
    const config = configOf({ players: 3 });
    const once = await answers(config, 3, false);
    expect(once.length).toBeGreaterThan(10);
    expect(await answers(config, 3, false)).toEqual(once);
  });

  test('never peeks: worlds that look the same to it get the same answers', async () => {
    for (const [seed, players] of [2, 3, 5].entries()) {
      const config = configOf({ players, ...OPTIONS[seed * 3]! });
      expect(await answers(config, 70 + seed, true)).toEqual(await answers(config, 70 + seed, false));
    }
  });

  test('ends at a deadline that has passed and at a signal, with a legal answer', async () => {
    const scene = new Scene({ players: 2 }, { hands: [['red', 'lucky-break', 'slim-jim']] });
    const view = gangup.createView(scene.state.config);
    const legal = new ActionList(LEGAL_MAX);
    gangup.view(scene.state, 0, view);
    gangup.legal(scene.state, 0, legal);
    const session = await makeIsmcts({ ms: 600_000 }).open(scene.state.config, 0, new Rng(1));
    expect(legal.includes(await session.act(view, legal, { deadline: performance.now() }))).toBe(true);
    expect(legal.includes(await session.act(view, legal, { signal: AbortSignal.abort() }))).toBe(true);
    const later = new AbortController();
    const thinking = session.act(view, legal, { signal: later.signal });
    setImmediate(() => later.abort());
    expect(legal.includes(await thinking)).toBe(true);
  });

  test('states its budget in its name, and refuses a senseless one', async () => {
    expect(unwrap(await resolveAgent('gangup', 'ismcts')).name).toBe('ismcts?iterations=200');
    expect(unwrap(await resolveAgent('gangup', 'ismcts?ms=50')).name).toBe('ismcts?ms=50');
    const refused = await resolveAgent('gangup', 'ismcts?iterations=0');
    expect(refused.ok ? 'accepted' : refused.error.message).toContain('iterations should be a number from 1');
  });
});

const JOB = card('crime', 'job', { type: 'robbery', status: 0, manpower: 2, reward: 4 });
const VAULT = card('crime', 'vault', { type: 'robbery', status: 0, manpower: 9, reward: 5 });
const GIFT = influence('gift', { do: [{ op: 'status', who: 'user', amount: 2 }] });
const THEFT = influence('theft', {
  targets: [{ as: 'mark', player: 'others' }],
  do: [{ op: 'steal', from: { chosen: 'mark' }, amount: 2 }],
});
const CANCEL = influence('cancel', { window: 'cancel', do: [{ op: 'cancelLast' }] });
const LESS = influence('less', { window: 'crime', do: [{ op: 'manpower', amount: -1 }] });
const MORE = influence('more', { window: 'crime', do: [{ op: 'manpower', amount: 1 }] });
const PLENTY = influence('plenty', { do: [{ op: 'draw', who: 'user', n: 3 }] });
const HELPER = gangster('helper', []);
const HOUSE = house(JOB, VAULT, GIFT, THEFT, CANCEL, LESS, MORE, PLENTY, HELPER);

/** Seat 0 is about to turn over this crime. */
function withCrime(crime: string, status: number, gang: string[], hands: string[][]): Scene {
  return new Scene(HOUSE, { step: 'third', crimes: [crime], status: [status, 10], tables: [gang, []], hands });
}

describe('with one move that decides the game', () => {
  test('it wins when it can', async () => {
    const scene = new Scene(HOUSE, { hands: [['gift', 'plenty', 'less'], []], status: [18, 18] });
    expect(await choice(USUAL, scene)).toBe('play gift');
  });

  test('it wins by the way that several plays make together', async () => {
    const scene = new Scene(
      { ...HOUSE, players: 3 },
      { hands: [['gift', 'theft', 'plenty'], [], []], status: [16, 19, 4] },
    );
    const done = await playOn(USUAL, scene, (prompt) => prompt === '0 third');
    expect(scene.winners).toEqual([0]);
    expect(done).toContain('0 play gift');
  });

  test('it cancels what would win the game for another', async () => {
    const scene = new Scene(HOUSE, {
      hands: [
        ['gift', 'plenty'],
        ['cancel', 'cancel'],
      ],
      status: [18, 10],
    });
    scene.do('play gift');
    expect(scene.prompt).toBe('1 answer');
    expect(await choice(USUAL, scene)).toBe('play cancel');
  });

  test('it spoils the crime that would win the game for another', async () => {
    const scene = withCrime('job', 17, ['extra', 'extra'], [[], ['less', 'plenty']]);
    scene.do('crime', 'yes').until('0 organize').do('commit extra #0', 'commit extra #1', 'done');
    expect(scene.prompt).toBe('1 priority');
    expect(await choice(USUAL, scene)).toBe('play less');
  });

  test('it carries out a crime that wins', async () => {
    const scene = withCrime('job', 17, ['extra', 'extra', 'extra'], [[], []]);
    scene.do('crime');
    await playOn(USUAL, scene, (prompt) => prompt === '0 end');
    expect(scene.winners).toEqual([0]);
  });

  test('it lets a hopeless crime pass', async () => {
    const scene = withCrime('vault', 10, ['extra', 'extra'], [['plenty'], []]);
    scene.do('crime');
    const done = await playOn(USUAL, scene, (prompt) => prompt === '0 end');
    expect(scene.types()).not.toContain('outcome');
    expect(done.length).toBeLessThan(6);
  });
});

describe('values', () => {
  test('are shares of the win that sum to 1, and at the end what the game returns', () => {
    for (const players of [2, 3, 4, 5]) {
      reproducibly(`${players} players`, () => {
        const config = configOf({ players });
        const values = new Float64Array(players);
        const returns = new Float64Array(players);
        const { state } = playRandom(config, players, (now) => {
          evaluateSeats(now, values);
          expect(values.reduce((a, b) => a + b)).toBeCloseTo(1, 9);
          for (const value of values) expect(value).toBeGreaterThan(0);
        });
        evaluateSeats(state, values);
        gangup.returns(state, returns);
        expect(values).toEqual(returns);
      });
    }
  });

  test('grow with status, gang and hand', () => {
    const even = { status: [8, 8], tables: [['extra'], ['extra']], hands: [['plenty'], ['plenty']] };
    const worth = (change: object): number => {
      const values = new Float64Array(2);
      evaluateSeats(new Scene(HOUSE, { ...even, ...change }).state, values);
      return values[0]!;
    };
    const base = worth({});
    expect(worth({ status: [9, 8] })).toBeGreaterThan(base);
    expect(worth({ tables: [['extra', 'helper'], ['extra']] })).toBeGreaterThan(base);
    expect(worth({ hands: [['plenty', 'less'], ['plenty']] })).toBeGreaterThan(base);
  });

  test('a standing counts what it names', () => {
    const scene = new Scene(HOUSE, {
      status: [17, 3],
      tables: [['extra', 'extra', 'helper', 'helper', 'helper'], []],
      hands: [['extra', 'less'], []],
    });
    const row = new Float64Array(2 * STANDING_COUNT);
    standing(scene.state, row);
    // It was seat 0's turn: the other comes next.
    expect([...row]).toEqual([17, 5, 1, 5, 4, 2, 1, 0.5, 3, 0, 0, 0, 0, 0, 0, 0]);
  });
});

test('even a short search beats chance', async () => {
  const config = configOf({ players: 2 });
  let won = 0;
  for (let game = 0; game < 12; game++) {
    const mine = game % 2;
    const names = mine === 0 ? [QUICK, 'random'] : ['random', QUICK];
    won += (await playGame(names, config, 500 + game)).shares[mine]!;
  }
  expect(won).toBeGreaterThanOrEqual(10);
});
