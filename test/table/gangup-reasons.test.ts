import { describe, expect, it } from 'vitest';
import { loadBoss } from '../../agents/gangup/boss.js';
import { shippedBoss } from '../../agents/gangup/boss-policy.js';
import { Reasoner } from '../../agents/gangup/reasons.js';
import { random } from '../../agents/random.js';
import { GangupGame } from '../../src/cli/play/gangup-game.js';
import { unwrap } from '../../src/core/errors.js';
import { Rng } from '../../src/core/rng.js';
import { gangup, parseGangupConfig } from '../../src/gangup/index.js';
import { advise, type Reviewed, reviewGame } from '../../src/table/gangup-reasons.js';
import { playGangupHeadless } from '../../src/table/index.js';
import { decisionAt } from '../agents/gangup-decisions.js';
import { quiet, sit, untilAsked } from './gangup-agents.js';

const SEED = 20250117;
const config = unwrap(parseGangupConfig({ players: 3 }));
const policy = loadBoss(shippedBoss);
const name = (seat: number): string => `seat ${seat}`;

describe('what boss would do in a seat', () => {
  it('is said with chances that make sense, what is expected of it, and the chances of all', async () => {
    const { view, legal } = decisionAt(config, SEED, 3);
    const lines = await advise(await Reasoner.open(await policy(), config), view, legal.toArray(), name);
    expect(lines[1]).toMatch(/^In your seat boss would take “.+” \(\d+ %\)(, or “.+” \(\d+ %\))*\.$/);
    expect(lines[2]).toMatch(/^Expected when the turn is over: [+−]\d+\.\d status, \d+ % to win(; with “.+)?\.$/);
    const shares = [...lines[3]!.matchAll(/seat \d (\d+) %/g)].map(([, share]) => Number(share));
    expect(shares).toHaveLength(3);
    expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100)).toBeLessThanOrEqual(2);
  });

  it('follows from what that seat sees alone: other hidden cards under the same view change no word', async () => {
    const { view, legal } = decisionAt(config, SEED, 3);
    const reasoner = await Reasoner.open(await policy(), config);
    const lines = await advise(reasoner, view, legal.toArray(), name);
    const world = gangup.createState(config);
    const other = gangup.createView(config);
    for (let deal = 1; deal <= 3; deal++) {
      gangup.imagine(view, new Rng(SEED, deal), world);
      gangup.view(world, view.seat, other);
      expect(await advise(reasoner, other, legal.toArray(), name), `seed ${SEED}, deal ${deal}`).toEqual(lines);
    }
  });
});

describe('a review of a game', () => {
  it('gives a reason for every decision that anybody would ask about, in the order of the game', async () => {
    const { replay } = await playGangupHeadless({
      config: { players: 3 },
      seed: SEED,
      seats: [random, random, random],
    });
    const part = { ...replay, moves: replay.moves.slice(0, 40) };
    const reviewed: Reviewed[] = [];
    for await (const one of reviewGame(part, await policy(), name)) reviewed.push(one);
    expect(reviewed.length).toBeGreaterThan(10);
    const events = reviewed.map((one) => one.events);
    expect(events).toEqual([...events].sort((a, b) => a - b));
    for (const { seat, lines } of reviewed) {
      expect(lines[0]).toMatch(new RegExp(`^Seat ${seat}: .+ “.+”\\.$`));
      expect(lines[1]).toMatch(
        /^Boss would do so (always|hardly ever|in \d+ % of such cases)(, (else|and rather) “.+)?\.$/,
      );
      expect(lines[2]).toMatch(/^Expected when the turn is over: /);
    }
  });
});

describe('while the game goes on', () => {
  it('nobody is told why a bot did something, only what boss would do in their own seat when asked', async () => {
    let game: GangupGame | undefined;
    const sat = await sit(['person', quiet, quiet], {
      prepare: (table) => {
        game = new GangupGame(table, 0);
        const replay = table.replay.bind(table);
        table.replay = () => {
          expect(table.over).toBe(true); // the moves of others are not looked at before
          return replay();
        };
      },
    });
    const y = { input: 'y', ctrl: false };
    while (sat.table.isAsked(0)) sat.table.act(0, sat.table.legal(0).at(-1)!);
    game!.press(y);
    expect(game!.panel).toBe('table');
    expect(game!.note).toContain('is told after the game');
    await untilAsked(sat, 0);
    game!.press(y);
    expect(game!.panel).toBe('why');
    expect(game!.told).toBeNull();
    while (game!.told === null) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(game!.told).toHaveLength(1);
    expect(game!.told![0]!.join(' ')).toMatch(/In your seat boss would take “/);
    sat.table.stop();
  });
});
