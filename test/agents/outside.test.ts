import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { jsonWire, splitCommand } from '../../agents/outside/exec.js';
import { faultCount, type OutsideOptions } from '../../agents/outside/faults.js';
import { GANG_TERMS } from '../../agents/outside/gang-terms.js';
import { GANGUP_TERMS } from '../../agents/outside/gangup-terms.js';
import { endPrograms } from '../../agents/outside/reaper.js';
import { type AgentOf, type GameId, resolveAgent } from '../../agents/registry.js';
import { unwrap } from '../../src/core/errors.js';
import { ActionList } from '../../src/core/game.js';
import { formatInputError } from '../../src/core/result.js';
import { Rng } from '../../src/core/rng.js';
import { HeadlessGangState, headlessGang, legalHeadless } from '../../src/env/schedule.js';
import { KEEP, NOT_NOW, takeAction, YES } from '../../src/gang/actions.js';
import { action, DO, gangup, INFO, LEGAL_MAX, parseGangupConfig } from '../../src/gangup/index.js';
import { playGangupHeadless, playHeadless } from '../../src/table/index.js';
import { gangupSubject } from '../conformance/gangup-subject.js';
import { botFile, program } from '../support/bots.js';
import { rearrangeHidden } from '../support/gang-secrets.js';
import { gangConfig } from '../support/gang-tables.js';
import { reproducibly } from '../support/statistics.js';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'docs', 'examples');
const python = spawnSync('python3', ['--version']).status === 0;

async function load<G extends GameId>(game: G, name: string, options?: OutsideOptions): Promise<AgentOf[G]> {
  return unwrap(await resolveAgent(game, name, undefined, options));
}

/** A heist played by the agent in every seat. */
async function heist(agent: AgentOf['gang'], seed = 1, config: object = {}): Promise<string[]> {
  const seats = [agent, agent, agent];
  const { replay } = await playHeadless({ config: { length: 'heist', ...config }, seed, seats });
  return replay.moves.map(({ seat, action }) => `${seat}:${action}`);
}

afterAll(endPrograms);

describe('the command of exec:', () => {
  it('is split at spaces, and quotes keep words together', () => {
    const split = (text: string): string[] => unwrap(splitCommand(text));
    expect(split('./bot')).toEqual(['./bot']);
    expect(split(' python3  bot.py -v ')).toEqual(['python3', 'bot.py', '-v']);
    expect(split(`node -e 'say("x")' "a b" ''`)).toEqual(['node', '-e', 'say("x")', 'a b', '']);
    for (const text of ['', '  ', 'bot "half', "bot 'half", 'a"b']) expect(splitCommand(text).ok, text).toBe(false);
  });

  it('is refused with a sentence when nothing can be started', async () => {
    for (const [name, told] of [
      ['exec:', 'names no program'],
      ['exec:./no-such-bot', 'there is no file ./no-such-bot'],
      ['exec:no-such-program-anywhere', 'cannot be started: there is no such program'],
      [`exec:${botFile('', 'bot')}`, 'is not executable'],
    ]) {
      const found = await resolveAgent('gang', name!);
      expect(found.ok ? 'accepted' : formatInputError(found.error), name).toContain(told);
    }
  });
});

describe('what is sent to a program', () => {
  it('does not change with the cards that its seat cannot see (The Gang)', () => {
    const config = gangConfig({ players: 4, length: 'heist' });
    const wire = jsonWire(GANG_TERMS);
    for (let seed = 0; seed < 6; seed++) {
      reproducibly(`seed ${seed}`, () => {
        const rng = new Rng(seed, 1);
        const state = new HeadlessGangState(config);
        const other = new HeadlessGangState(config);
        const view = headlessGang.createView(config);
        const legal = new ActionList();
        headlessGang.setup(state, seed);
        while (state.asked >= 0) {
          const seat = state.asked;
          const sent = (world: HeadlessGangState): string => {
            headlessGang.view(world, seat, view);
            legalHeadless(world, seat, legal);
            return ['full', 'legible'].map((c) => JSON.stringify(wire.act(view, legal, c as 'full'))).join();
          };
          const before = sent(state);
          headlessGang.copy(state, other);
          rearrangeHidden(other.game, seat, rng);
          expect(sent(other)).toBe(before);
          expect(JSON.parse(JSON.stringify(wire.act(view, legal, 'legible'))).view).not.toHaveProperty('took');
          legalHeadless(state, seat, legal);
          headlessGang.apply(state, seat, legal.at(rng.below(legal.length)));
        }
      });
    }
  });

  it('does not change with the cards that its seat cannot see (Gang Up!)', () => {
    const config = unwrap(parseGangupConfig({ players: 3, expansion: true, locations: true, leaders: true }));
    const wire = jsonWire(GANGUP_TERMS);
    const state = gangup.createState(config);
    const other = gangup.createState(config);
    const view = gangup.createView(config);
    const legal = new ActionList(LEGAL_MAX);
    reproducibly('seed 3', () => {
      const rng = new Rng(3, 1);
      gangup.setup(state, 3);
      for (let step = 0; step < 300 && state.info[INFO.over] === 0; step++) {
        const seat = state.info[INFO.promptSeat]!;
        const sent = (world: typeof state): string => {
          gangup.view(world, seat, view);
          gangup.legal(world, seat, legal);
          return JSON.stringify(wire.act(view, legal, 'full'));
        };
        const before = sent(state);
        gangup.copy(state, other);
        gangupSubject.rearrange(other, seat, rng);
        expect(sent(other)).toBe(before);
        gangup.legal(state, seat, legal);
        gangup.apply(state, seat, legal.at(rng.below(legal.length)));
      }
    });
  });
});

describe('the move of a seat whose agent gave none', () => {
  it('lets the chips lie, else takes the first free one', () => {
    const { standIn } = GANG_TERMS;
    expect(standIn([KEEP, takeAction(0, -1)])).toBe(KEEP);
    expect(standIn([takeAction(0, 2), takeAction(1, -1), takeAction(2, -1)])).toBe(takeAction(1, -1));
    expect(standIn([takeAction(0, 2), takeAction(1, 0)])).toBe(takeAction(0, 2));
    expect(standIn([YES, NOT_NOW])).toBe(NOT_NOW);
  });

  it('says no at Gang Up!, else does the first thing that is legal', () => {
    const { standIn } = GANGUP_TERMS;
    expect(standIn([action(DO.play, 3), action(DO.pass)])).toBe(action(DO.pass));
    expect(standIn([action(DO.yes), action(DO.no)])).toBe(action(DO.no));
    expect(standIn([action(DO.discard, 3), action(DO.discard, 4)])).toBe(action(DO.discard, 3));
  });
});

describe('a program', () => {
  it('plays both games: the example for Node', async () => {
    const name = `exec:${process.execPath} ${join(EXAMPLES, 'bot.mjs')}`;
    const agent = await load('gang', name);
    expect((await heist(agent)).length).toBeGreaterThan(11);
    expect(agent.faults).toMatchObject({ first: null });
    const rival = await load('gangup', name);
    const { over } = await playGangupHeadless({ seed: 1, seats: [rival, 'cautious'] });
    expect(over).toBe(true);
    expect(faultCount(rival.faults!)).toBe(0);
  });

  it.skipIf(!python)('plays in ten lines of Python', async () => {
    const agent = await load('gang', `exec:python3 ${join(EXAMPLES, 'bot.py')}`);
    // Whoever is asked first takes the lowest chip that is free, and everybody keeps it.
    expect((await heist(agent)).length).toBe(12);
    expect(faultCount(agent.faults!)).toBe(0);
  });

  it('that answers with what is not legal, or with nonsense, loses the move and is named', async () => {
    const told: string[] = [];
    const agent = await load(
      'gang',
      program(`
        if (asked === 1) say({ id: message.id, move: 'take 99 from nowhere' });
        else if (asked === 2) say({ id: message.id, code: 12345 });
        else if (asked === 3) say({ id: message.id, error: 'no idea' });
        else if (asked === 4) { process.stdout.write('hello there\\n'); say({ id: 999 }); say(5); answer(0); }
        else answer(0);`),
      { fault: (sentence) => told.push(sentence) },
    );
    await heist(agent);
    expect(agent.faults!.counts).toEqual({ crash: 1, stall: 0, illegal: 2, garbled: 3, unasked: 0 });
    expect(told[0]).toMatch(
      /^exec:.* answered 'take 99 from nowhere', which is not legal; legal: take 1 from centre, /,
    );
    expect(told.join('\n')).toContain('failed: no idea');
    expect(told.join('\n')).toContain("wrote 'hello there', which is not JSON");
  });
});

describe('a module', () => {
  it('plays as it would in this process, and says what goes wrong', async () => {
    const file = botFile(`let asked = 0;
      export default () => ({ name: 'mine', open: (config, seat, rng) => ({ act(view, legal) {
        if (view.seat !== seat || view.config.players !== config.players) throw new Error('not my seat');
        if (++asked === 2) throw new Error('lost my cards');
        console.log('this is not an answer');
        return legal.at(rng.below(legal.length));
      } }) });`);
    const agent = await load('gang', file);
    const moves = await heist(agent, 7);
    const random = await load('gang', 'random');
    expect(moves[0]).toBe((await heist(random, 7))[0]);
    expect(agent.faults).toMatchObject({
      counts: { crash: 1, illegal: 0, garbled: 0 },
      first: 'failed: lost my cards',
    });
  });
});
