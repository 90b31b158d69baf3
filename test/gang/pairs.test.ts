import { describe, expect, test } from 'vitest';
import { Rng } from '../../src/core/rng.js';
import { MODIFIER_KINDS, type Modifier } from '../../src/gang/modifiers/modifier.js';
import { type Plan, planOf, pointsOf } from '../../src/gang/plan.js';
import { PROMPT_BY, STEP } from '../../src/gang/words.js';
import { allPairs, configWith, playDeluxe } from '../support/deluxe-play.js';
import { checkDeluxeState } from '../support/gang-deluxe.js';
import { reproducibly } from '../support/statistics.js';

/** Pairs of modifiers that change something at the same point of a heist, found from what they declare. */
const PAIRS = allPairs()
  .map(([a, b]) => ({ a, b, points: pointsOf(a).filter((point) => pointsOf(b).includes(point)) }))
  .filter(({ points }) => points.length > 0);

const PLAYERS = [4, 3, 6, 10] as const;
const GAMES = 6;

const pairName = (a: Modifier, b: Modifier): string => `${a.id} + ${b.id}`;

/** R-EFFECT-ORDER: variant, dealer, jokers, challenges by number, specialists by number, tools, vault effect. */
const rank = (modifier: Modifier): number => MODIFIER_KINDS.indexOf(modifier.kind) * 100 + modifier.number;

/** Lists of a plan that say in which order modifiers have their say at a value. */
const VALUE_LISTS = [
  'pocketCards',
  'darkChips',
  'skipsChips',
  'place',
  'barsMoved',
  'alarmsMoved',
  'reveal',
  'beforeTop',
] as const;

function checkOrder(plan: Plan): void {
  const inOrder = (indices: readonly number[], what: string): void => {
    const ranks = indices.map((i) => rank(plan.modifiers[i]!));
    expect(ranks, what).toEqual([...ranks].sort((x, y) => x - y));
  };
  for (const list of VALUE_LISTS)
    inOrder(
      plan[list].map((hook) => hook.modifier),
      list,
    );
  const points = new Map<string, number[]>();
  for (const step of plan.steps) {
    if (step.kind !== 'hook' && step.kind !== 'tools') continue;
    const key = `${step.point} of round ${step.round}`;
    const modifier = step.kind === 'hook' ? step.modifier : plan.modifiers.findIndex((m) => m.kind === 'tool');
    points.set(key, [...(points.get(key) ?? []), modifier]);
  }
  for (const [point, indices] of points) inOrder(indices, point);
}

describe('modifiers that touch the same point of a heist', () => {
  const refused: string[] = [];
  const played: string[] = [];

  test('are many pairs', () => {
    expect(PAIRS.length).toBeGreaterThan(90);
  });

  test.each(PAIRS.map(({ a, b, points }) => ({ name: pairName(a, b), points: points.join(', '), a, b })))(
    '$name ($points): played together, or refused',
    ({ name, a, b }) => {
      const configs = PLAYERS.map((players) => configWith([a, b], { players, length: 'heist', takesMax: 1 }));
      const config = configs.find((c) => c !== null);
      if (config === null || config === undefined) {
        refused.push(name);
        return;
      }
      played.push(name);
      const plan = planOf(config);
      for (let seed = 0; seed < GAMES; seed++) {
        reproducibly(`seed ${seed} of ${JSON.stringify(config)}`, () => {
          let step = 0;
          playDeluxe(config, seed, new Rng(seed, 11), ({ game }) => {
            checkDeluxeState(game);
            for (const modifier of [a, b]) {
              const index = plan.indexOf(modifier.id);
              const there = modifier.kind === 'tool' ? game.tool.includes(index) : game.isActive(index);
              if (!there) throw new Error(`${modifier.id} isn't there`);
            }
            // Questions of a heist come in the order of its steps, which is the ruled order.
            if (game.flow[PROMPT_BY] !== 0) {
              if (game.flow[STEP]! < step) throw new Error(`step ${game.flow[STEP]} after step ${step}`);
              step = game.flow[STEP]!;
            }
          });
        });
      }
    },
  );

  test('have their say in the ruled order at every point and value (R-EFFECT-ORDER)', () => {
    let checked = 0;
    for (const { a, b } of PAIRS) {
      const config = configWith([a, b], { players: 4 });
      if (config === null) continue;
      checkOrder(planOf(config));
      checked++;
    }
    expect(checked).toBeGreaterThan(90);
  });

  test('are refused only where a ruling says so', () => {
    const allowed = (name: string): boolean => {
      const [x, y] = name.split(' + ') as [string, string];
      const kinds = [x, y].map(
        (id) =>
          allPairs()
            .flat()
            .find((m) => m.id === id)!.kind,
      );
      const variants = ['stud', 'bananaSplit', 'voteOfChange'];
      const noFlop = ['stud', 'bananaSplit'];
      const redraws = ['motion-detector', 'laser-tripwires'];
      return (
        kinds[0] === kinds[1] || // one variant, one dealer
        (kinds.includes('dealer') && (variants.includes(x) || variants.includes(y))) || // R-COMBO
        (redraws.some((id) => [x, y].includes(id)) && noFlop.some((id) => [x, y].includes(id))) // R-NO-FLOP
      );
    };
    expect(refused.filter((name) => !allowed(name))).toEqual([]);
    expect(played.length).toBeGreaterThan(90);
  });
});
