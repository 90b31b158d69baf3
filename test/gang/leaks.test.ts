import { describe, expect, test } from 'vitest';
import { Rng } from '../../src/core/rng.js';
import type { GangConfig } from '../../src/gang/config.js';
import type { SeenGangEvent } from '../../src/gang/events.js';
import { gang } from '../../src/gang/game.js';
import { MODIFIERS } from '../../src/gang/modifiers/registry.js';
import type { GangState } from '../../src/gang/state.js';
import { viewToJson } from '../../src/gang/view-json.js';
import { PROMPT_ASKED, PROMPT_BY, PROMPT_PENDING } from '../../src/gang/words.js';
import { sameWords } from '../support/arrays.js';
import { playDeluxe } from '../support/deluxe-play.js';
import {
  allSay,
  checkDeluxeEvent,
  deluxeTable,
  eventsOf,
  legalActions,
  randomConfig,
  rearrangeDeluxe,
  rearrangeSecrets,
  say,
  stackCards,
} from '../support/gang-deluxe.js';
import { viewFrom } from '../support/gang-tables.js';
import { reproducibly } from '../support/statistics.js';

const GAMES = 80;

/** Tables of one heist each, so that many different ones are seen; every second one plays to its end. */
function tableOf(seed: number, rng: Rng): GangConfig {
  const config = randomConfig(rng);
  return seed % 4 === 0 ? config : { ...config, length: 'heist' };
}

/** Permutes what the seat may not know and compares all that it is shown. Returns whether anything was permuted. */
function compare(state: GangState, other: GangState, seat: number, rng: Rng): boolean {
  const before = viewFrom(state, seat);
  const legal = legalActions(state, seat);
  gang.copy(state, other);
  rearrangeDeluxe(other, seat, rng);
  rearrangeSecrets(other, seat, rng);
  const after = viewFrom(other, seat);
  sameWords(after.words, before.words, `view of seat ${seat}`);
  expect(viewToJson(after)).toEqual(viewToJson(before));
  expect(legalActions(other, seat)).toEqual(legal);
  return other.words.some((word, i) => word !== state.words[i]);
}

describe('hidden information, over all modifiers', () => {
  test('permuting what a seat may not know changes neither its view nor its legal acts', () => {
    const looked = new Set<string>();
    let changed = 0;
    for (let seed = 0; seed < GAMES; seed++) {
      reproducibly(`seed ${seed}`, () => {
        const rng = new Rng(seed, 31);
        const config = tableOf(seed, rng);
        const other = gang.createState(config);
        const secrets = new Rng(seed, 32);
        let step = 0;
        playDeluxe(config, seed, rng, ({ game }) => {
          const asks = game.flow[PROMPT_BY] !== 0;
          if (step++ % (asks ? 5 : 19) !== 0) return;
          if (compare(game, other, secrets.below(config.players), secrets)) changed++;
          const { modifiers } = game.plan;
          for (const [i, m] of modifiers.entries()) {
            if (m.kind === 'tool' ? game.tool.includes(i) : game.isActive(i)) looked.add(m.id);
          }
        });
      });
    }
    expect(changed).toBeGreaterThan(300);
    expect(MODIFIERS.map((m) => m.id).filter((id) => !looked.has(id))).toEqual([]);
  });

  test('no event tells a seat of cards, tools or answers that are not its own', () => {
    const kinds = new Set<string>();
    for (let seed = 0; seed < GAMES; seed++) {
      reproducibly(`seed ${seed}`, () => {
        const rng = new Rng(seed, 33);
        const config = tableOf(seed, rng);
        const events: SeenGangEvent[] = [];
        playDeluxe(
          config,
          seed,
          rng,
          ({ game }) => {
            for (const event of events.splice(0)) {
              kinds.add(event.type);
              for (let seat = 0; seat < config.players; seat++) {
                if (event.to === undefined || (event.to >> seat) & 1) checkDeluxeEvent(event, game, seat);
              }
            }
          },
          (event) => events.push(event),
        );
      });
    }
    for (const kind of ['deal', 'card', 'tool', 'answer', 'ask', 'agreed', 'votes', 'fact', 'joker', 'replaced']) {
      expect(kinds).toContain(kind);
    }
  });

  test('who has answered a sealed question, and what, is known to nobody', () => {
    const state = deluxeTable({ active: ['mastermind'] });
    const before = [0, 1, 2, 3].map((seat) => [...viewFrom(state, seat).words]);
    say(state, 0, 'propose seat 0 value 9');
    say(state, 2, 'not now');
    for (const seat of [1, 3]) expect([...viewFrom(state, seat).words]).toEqual(before[seat]);
    expect(state.flow[PROMPT_PENDING]).toBe(0b1010);
    expect(state.flow[PROMPT_ASKED]).toBe(0b1111);
  });

  test('of proposals that failed nothing is known but that they did: tables that differ in them look alike after', () => {
    const after = [
      ['propose seat 0', 'propose seat 1', 'not now', 'not now'],
      ['not now', 'not now', 'not now', 'not now'],
      ['propose seat 3', 'propose seat 3', 'propose seat 3', 'not now'],
    ].map((answers) => {
      const state = deluxeTable({ active: ['hacker'] });
      const events = eventsOf((sink) => {
        for (const [seat, text] of answers.entries()) say(state, seat, text, sink);
      });
      const open = events.filter((event) => event.to === undefined);
      return { open, views: [0, 1, 2, 3].map((seat) => [...viewFrom(state, seat).words]) };
    });
    expect(after[1]).toEqual(after[0]);
    expect(after[2]).toEqual(after[0]);
  });

  test('a tool and its question are secret until it is used', () => {
    const state = deluxeTable({ active: ['night-vision'] });
    stackCards(state, ['2c 7d', '3c 8d', '4c 9d', 'Ah Kd'], '2h 3h 4s Ad Ks');
    expect(viewFrom(state, 0).asked(PROMPT_BY)).toBeGreaterThan(0);
    for (const seat of [1, 2, 3]) {
      expect(viewFrom(state, seat).asked(PROMPT_BY)).toBe(0);
      expect(viewToJson(viewFrom(state, seat)).deluxe).toMatchObject({ tool: null, prompt: null });
    }
    // Night Vision is public once it is used.
    say(state, 0, 'choose 7d');
    for (const seat of [1, 2, 3]) {
      const { moves, toolsUsed } = viewToJson(viewFrom(state, seat)).deluxe!;
      expect([moves[0]!.card, toolsUsed[0]]).toEqual(['7d', 'night-vision']);
    }
  });

  test("Informant's receiver sees the card, nobody else", () => {
    const state = deluxeTable({ active: ['informant'] });
    stackCards(state, ['2c 7d', '3c 8d', '4c 9d', 'Ah Kd'], '2h 3h 4s Ad Ks');
    allSay(state, 'propose seat 1 to seat 2');
    say(state, 1, 'choose 8d');
    const cards = [0, 1, 2, 3].map((seat) => viewToJson(viewFrom(state, seat)).deluxe!.moves[0]!.card);
    expect(cards).toEqual([null, '8d', '8d', null]);
  });
});
