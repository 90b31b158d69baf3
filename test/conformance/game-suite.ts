import { describe, expect, test } from 'vitest';
import { IllegalActionError, unwrap } from '../../src/core/errors.js';
import { type Action, ActionList, type Game, type GameEvent, type Seat } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { equalWords, sameWords } from '../support/arrays.js';
import { reproducibly } from '../support/statistics.js';

/** What the suite must be told about a game beside its contract. */
export interface Subject<Config, State, View, Event extends GameEvent> {
  readonly name: string;
  readonly game: Game<Config, State, View, Event>;
  /** Configurations as they come from outside. */
  readonly configs: readonly unknown[];
  /** Every word of a state, as a copy. */
  stateWords(state: State): Int32Array;
  /** Every word of a view, as a copy. */
  viewWords(view: View): Int32Array;
  /** Exchanges everything that this seat may not know for something else that it can't tell apart. */
  rearrange(state: State, seat: Seat, rng: Rng): void;
  /** All that a player at this seat could be shown, as text and numbers: views in words, observations, masks. */
  shown(state: State, seat: Seat): unknown;
  /** Throws when a state breaks a law of its own (cards lost, a chip in two places …). */
  checkState(state: State): void;
  /** Whether this seat may see the event, apart from `to`: throws when it says more than the view knows. */
  checkEvent(event: Event, state: State, seat: Seat): void;
  /** Picks who acts in random play; uniformly among the actors when absent. */
  pick?(state: State, rng: Rng): Seat;
  /** Picks an action in random play; uniformly when absent. Must be a member of `legal`. */
  choose?(state: State, seat: Seat, legal: ActionList, rng: Rng): Action;
  /** Codes that look like actions. */
  readonly codes: readonly Action[];
  /** Whether the game is a sequence of decisions that must end within `decisionsMax`; else games are cut there. */
  readonly headless: boolean;
}

/** Whether the call was refused with IllegalActionError and a reason; any other error goes on. */
function refusal(call: () => void): boolean {
  try {
    call();
    return false;
  } catch (error) {
    if (!(error instanceof IllegalActionError)) throw error;
    return error.message.length > 10;
  }
}

/** Laws of `Game` that any game must keep, tried in random play from each seed. One call in a test file registers them. */
export function gameSuite<Config, State, View, Event extends GameEvent>(
  subject: Subject<Config, State, View, Event>,
  seeds: readonly number[],
): void {
  const { game } = subject;

  /** Plays a random game; `visit` sees every state in which somebody may act. */
  function play(
    config: Config,
    seed: number,
    visit: (state: State, step: number, rng: Rng) => void,
    sink?: (event: Event) => void,
  ): State {
    const rng = new Rng(seed, 77);
    const state = game.createState(config);
    game.setup(state, seed, sink);
    finish(state, config, rng, visit, sink);
    return state;
  }

  function finish(
    state: State,
    config: Config,
    rng: Rng,
    visit: (state: State, step: number, rng: Rng) => void,
    sink?: (event: Event) => void,
    from = 0,
  ): number {
    const legal = new ActionList();
    const bound = game.decisionsMax(config);
    let step = from;
    while (!game.isOver(state)) {
      if (step >= bound && !subject.headless) break;
      if (step >= bound) throw new Error(`${step} decisions and no end; decisionsMax is ${bound}`);
      visit(state, step, rng);
      const seat = randomActor(state, rng);
      game.legal(state, seat, legal);
      game.apply(state, seat, choose(state, seat, legal, rng), sink);
      step++;
    }
    return step;
  }

  function choose(state: State, seat: Seat, legal: ActionList, rng: Rng): Action {
    return subject.choose?.(state, seat, legal, rng) ?? legal.at(rng.below(legal.length));
  }

  function seatsOf(state: State): Seat[] {
    const actors = game.actors(state);
    return Array.from({ length: 32 }, (_, s) => s).filter((s) => (actors >>> s) & 1);
  }

  function randomActor(state: State, rng: Rng): Seat {
    const seats = seatsOf(state);
    return subject.pick?.(state, rng) ?? seats[rng.below(seats.length)]!;
  }

  function everyGame(run: (config: Config, seed: number) => void): void {
    for (const input of subject.configs) {
      for (const seed of seeds) {
        reproducibly(`${subject.name} ${JSON.stringify(input)} seed ${seed}`, () => {
          run(unwrap(game.parseConfig(input)), seed);
        });
      }
    }
  }

  const viewsOf = (state: State, config: Config): Int32Array[] => {
    const view = game.createView(config);
    return Array.from({ length: game.seats(config) }, (_, seat) => {
      game.view(state, seat, view);
      return subject.viewWords(view);
    });
  };

  describe(`${subject.name} keeps the laws of a game`, () => {
    test('who may act has a legal action, nobody else has, and the list is stable and without repeats', () => {
      everyGame((config, seed) => {
        const first = new ActionList();
        const second = new ActionList();
        const over = play(config, seed, (state, step) => {
          if (step % 3 !== 0) return;
          const actors = seatsOf(state);
          expect(actors.length).toBeGreaterThan(0);
          for (let seat = 0; seat < game.seats(config); seat++) {
            game.legal(state, seat, first);
            game.legal(state, seat, second);
            expect(second.toArray()).toEqual(first.toArray());
            expect(new Set(first.toArray()).size).toBe(first.length);
            expect(first.length > 0).toBe(actors.includes(seat));
          }
        });
        if (game.isOver(over)) expect(game.actors(over)).toBe(0);
      });
    });

    test('an illegal action throws IllegalActionError and changes nothing', () => {
      everyGame((config, seed) => {
        const seats = game.seats(config);
        const strangers = [-1, seats, 31, 0.5, Number.NaN];
        const legal = new ActionList();
        const attempt = (state: State): void => {
          const before = subject.stateWords(state);
          let tried = 0;
          for (const seat of [...Array(seats).keys(), ...strangers]) {
            game.legal(state, seat, legal);
            const allowed = new Set(legal.toArray());
            const shifted = legal.toArray().flatMap((a) => [a + 2 ** 32, a + 0.5, a | (1 << 24), a | 0x8000_0000]);
            for (const code of [...subject.codes, ...shifted]) {
              if (allowed.has(code)) continue;
              if (!refusal(() => game.apply(state, seat, code))) expect.fail(`seat ${seat}, code ${code}`);
              tried++;
            }
          }
          expect(tried).toBeGreaterThan(0);
          sameWords(subject.stateWords(state), before);
        };
        const end = play(config, seed, (state, step) => {
          if (step % 401 === 3) attempt(state);
        });
        attempt(end);
      });
    });

    test('the same seed, configuration and actions give the same words', () => {
      everyGame((config, seed) => {
        const trace: Int32Array[] = [];
        play(config, seed, (state) => trace.push(subject.stateWords(state)));
        // A state that was used before starts as a fresh one does.
        const used = play(config, seed + 1000, () => undefined);
        game.setup(used, seed);
        let step = 0;
        finish(used, config, new Rng(seed, 77), (state) => sameWords(subject.stateWords(state), trace[step++]!));
        expect(step).toBe(trace.length);
        const other = game.createState(config);
        game.setup(other, seed + 1);
        expect(equalWords(subject.stateWords(other), trace[0]!)).toBe(false);
      });
    });

    test('a copy goes its own way', () => {
      everyGame((config, seed) => {
        const copy = game.createState(config);
        play(config, seed, (state, step, rng) => {
          if (step % 13 !== 0) return;
          game.copy(state, copy);
          const before = subject.stateWords(state);
          sameWords(subject.stateWords(copy), before);
          const seat = randomActor(copy, rng);
          const legal = new ActionList();
          game.legal(copy, seat, legal);
          game.apply(copy, seat, legal.at(legal.length - 1));
          expect(equalWords(subject.stateWords(copy), before)).toBe(false);
          sameWords(subject.stateWords(state), before);
        });
      });
    });

    test('a copy goes on exactly as the original would have', () => {
      everyGame((config, seed) => {
        const copy = game.createState(config);
        let later = new Rng(0);
        const end = play(config, seed, (state, step, rng) => {
          if (step !== 7) return;
          game.copy(state, copy);
          later = Rng.fromState(rng.words);
        });
        let step = 7;
        finish(copy, config, later, () => step++, undefined, 7);
        expect(step).toBeGreaterThan(7);
        sameWords(subject.stateWords(copy), subject.stateWords(end));
      });
    });

    test('looking changes nothing: views, lists and returns leave the state alone, and views repeat', () => {
      everyGame((config, seed) => {
        const out = new Float64Array(game.seats(config));
        play(config, seed, (state, step) => {
          if (step % 7 !== 0) return;
          const before = subject.stateWords(state);
          const views = viewsOf(state, config);
          subject.shown(state, seatsOf(state)[0]!);
          game.returns(state, out);
          for (const [seat, words] of viewsOf(state, config).entries()) sameWords(words, views[seat]!);
          sameWords(subject.stateWords(state), before);
        });
      });
    });

    test('nobody has a return before the end, and shared games end alike for all', () => {
      everyGame((config, seed) => {
        const out = new Float64Array(game.seats(config)).fill(7);
        const end = play(config, seed, (state) => {
          game.returns(state, out);
          expect([...out].every((value) => value === 0)).toBe(true);
        });
        if (!game.isOver(end)) return;
        game.returns(end, out);
        const sum = out.reduce((a, b) => a + b, 0);
        if (game.utility === 'shared') expect([0, out.length]).toContain(sum);
        else expect(sum).toBeCloseTo(1, 12);
      });
    });

    test('every state keeps its own laws', () => {
      everyGame((config, seed) => {
        const end = play(config, seed, (state) => subject.checkState(state));
        subject.checkState(end);
      });
    });

    if (subject.headless) {
      test('games end within decisionsMax', () => {
        everyGame((config, seed) => {
          let decisions = 0;
          const end = play(config, seed, () => decisions++);
          expect(game.isOver(end)).toBe(true);
          expect(decisions).toBeGreaterThan(0);
          expect(decisions).toBeLessThanOrEqual(game.decisionsMax(config));
        });
      });
    }

    test('what a seat may not know changes nothing that it is shown', () => {
      everyGame((config, seed) => {
        const other = game.createState(config);
        const view = game.createView(config);
        let changed = 0;
        const look = (state: State, rng: Rng): void => {
          for (let seat = 0; seat < game.seats(config); seat++) {
            game.view(state, seat, view);
            const before = subject.viewWords(view);
            const shown = subject.shown(state, seat);
            game.copy(state, other);
            subject.rearrange(other, seat, rng);
            if (!equalWords(subject.stateWords(other), subject.stateWords(state))) changed++;
            game.view(other, seat, view);
            sameWords(subject.viewWords(view), before, `view of seat ${seat}`);
            expect(subject.shown(other, seat), `what seat ${seat} is shown`).toEqual(shown);
          }
        };
        play(config, seed, (state, step, rng) => {
          if (step % 9 === 0) look(state, Rng.fromState([step + 1, seed, rng.words[2]!, 9]));
        });
        expect(changed).toBeGreaterThan(0);
      });
    });

    test('no event tells a seat more than it may know', () => {
      everyGame((config, seed) => {
        const events: Event[] = [];
        const state = game.createState(config);
        const rng = new Rng(seed, 77);
        const legal = new ActionList();
        let seen = 0;
        const inspect = (): void => {
          for (const event of events.splice(0)) {
            for (let seat = 0; seat < game.seats(config); seat++) {
              if (event.to !== undefined && ((event.to >> seat) & 1) === 0) continue;
              subject.checkEvent(event, state, seat);
              seen++;
            }
          }
        };
        game.setup(state, seed, (event) => events.push(event));
        inspect();
        for (let step = 0; step < game.decisionsMax(config) && !game.isOver(state); step++) {
          const seat = randomActor(state, rng);
          game.legal(state, seat, legal);
          game.apply(state, seat, choose(state, seat, legal, rng), (event) => events.push(event));
          inspect();
        }
        expect(seen).toBeGreaterThan(0);
      });
    });

    test('whether anybody listens changes nothing', () => {
      everyGame((config, seed) => {
        const silent = play(config, seed, () => undefined);
        const loud = play(
          config,
          seed,
          () => undefined,
          () => undefined,
        );
        sameWords(subject.stateWords(loud), subject.stateWords(silent));
      });
    });

    test('imagine gives back the same view, in a world that keeps the laws and differs from the real one', () => {
      everyGame((config, seed) => {
        const world = game.createState(config);
        const view = game.createView(config);
        const again = game.createView(config);
        let same = 0;
        let worlds = 0;
        const imagineAll = (state: State, seats: readonly Seat[], rng: Rng): void => {
          for (const seat of seats) {
            game.view(state, seat, view);
            game.imagine(view, rng, world);
            game.view(world, seat, again);
            sameWords(subject.viewWords(again), subject.viewWords(view));
            subject.checkState(world);
            worlds++;
            if (equalWords(subject.stateWords(world), subject.stateWords(state))) same++;
          }
        };
        const rng = new Rng(seed, 5);
        const end = play(config, seed, (state, step) => {
          if (step % 11 === 0) imagineAll(state, seatsOf(state), rng);
        });
        imagineAll(end, [0], rng);
        expect(worlds).toBeGreaterThan(1);
        expect(same).toBe(0);
      });
    });

    test('the same view and generator imagine the same world', () => {
      everyGame((config, seed) => {
        const one = game.createState(config);
        const two = game.createState(config);
        const view = game.createView(config);
        const used: State[] = [];
        play(config, seed + 50, (state, step) => {
          if (step % 4 !== 1 || used.length >= 40) return;
          used.push(game.createState(config));
          game.copy(state, used.at(-1)!);
        });
        play(config, seed, (state, step) => {
          if (step % 7 !== 0) return;
          const seat = seatsOf(state)[0]!;
          game.view(state, seat, view);
          game.imagine(view, new Rng(seed, step), one);
          game.copy(used[step % used.length]!, two); // what the state held before doesn't matter
          game.imagine(view, new Rng(seed, step), two);
          sameWords(subject.stateWords(two), subject.stateWords(one));
        });
      });
    });

    test('an imagined world offers the seat the same actions and can be played to the end', () => {
      everyGame((config, seed) => {
        const world = game.createState(config);
        const view = game.createView(config);
        const real = new ActionList();
        const imagined = new ActionList();
        play(config, seed, (state, step, rng) => {
          if (step % 37 !== 0) return;
          const seat = randomActor(state, Rng.fromState(rng.words));
          game.view(state, seat, view);
          game.imagine(view, new Rng(seed, step), world);
          game.legal(state, seat, real);
          game.legal(world, seat, imagined);
          expect(imagined.toArray()).toEqual(real.toArray());
          expect((game.actors(world) >> seat) & 1).toBe(1);
          finish(world, config, new Rng(seed, step), (now, at) => {
            if (at % 8 === 0) subject.checkState(now);
          });
          if (subject.headless) expect(game.isOver(world)).toBe(true);
        });
      });
    });

    test('reading what is written gives the same action', () => {
      everyGame((config, seed) => {
        const legal = new ActionList();
        const view = game.createView(config);
        play(config, seed, (state, step) => {
          if (step % 3 !== 0) return;
          for (const seat of seatsOf(state)) {
            game.view(state, seat, view);
            game.legal(state, seat, legal);
            const texts = legal.toArray().map((action) => game.formatAction(view, action));
            expect(new Set(texts).size).toBe(texts.length);
            expect(texts.map((text) => unwrap(game.parseAction(view, text)))).toEqual(legal.toArray());
          }
        });
      });
    });

    test('nonsense is refused with a sentence and a hint, never thrown', () => {
      const config = unwrap(game.parseConfig(subject.configs[0]));
      const state = game.createState(config);
      game.setup(state, 1);
      const view = game.createView(config);
      game.view(state, 0, view);
      for (const text of [
        '',
        ' ',
        'take',
        'take -1',
        'take 1e9',
        'take 99999999999999999999',
        'fly',
        '\u0000',
        '💎',
        'x'.repeat(1e5),
      ]) {
        const read = game.parseAction(view, text);
        expect(read.ok, text.slice(0, 20)).toBe(false);
        if (read.ok) continue;
        expect(read.error.message.length).toBeGreaterThan(5);
        expect(read.error.message.length).toBeLessThan(200);
        expect(read.error.hint).toBeTruthy();
      }
      for (const seed of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
        expect(() => game.setup(state, seed)).toThrow(RangeError);
      }
    });
  });
}
