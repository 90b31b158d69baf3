import type { Session } from '../../src/core/agent.js';
import type { Action, ActionList } from '../../src/core/game.js';
import { GangupEncoder } from '../../src/env/gangup-encode.js';
import { gangupLayout, rowLayout } from '../../src/env/gangup-layout.js';
import { GangupRows } from '../../src/env/gangup-rows.js';
import type { GangupView } from '../../src/gangup/state.js';
import { type Advised, openAdvisor, practises, TRUST } from './advisor.js';
import type { BossQuestion } from './boss-policy.js';

/** What the network is given at the asked seat, of one table after another of the same cards: all of it from its view. */
export class Sight {
  private readonly encoder: GangupEncoder;
  private readonly rows: GangupRows;
  private readonly advisor: Session<GangupView>;
  /** Of every question, what the advised candidate's score is raised by (`BossQuestion`). */
  readonly trust: number;

  /**
   * For tables of the configuration of this one. Its adviser practises here and now, unless `practise` has had it do so
   * before.
   */
  constructor(view: GangupView, { practice, trust = TRUST }: Advised = {}) {
    this.encoder = new GangupEncoder(view);
    this.rows = new GangupRows(view);
    this.advisor = openAdvisor(view.config, view.seat, undefined, practice);
    this.trust = practises(view.config) ? trust : 0;
  }

  /** Fresh arrays: a caller may ask again before the network has answered. */
  look(view: GangupView, legal: ActionList): BossQuestion {
    const questions = new Questions(1, legal.length);
    this.add(view, legal, questions);
    return { ...questions.asked(), trust: this.trust };
  }

  /** Adds this seat's decision to others. */
  add(view: GangupView, legal: ActionList, to: Questions): void {
    const { decision, row } = to.room(legal.length);
    this.encoder.encode(view, to.observations, decision * gangupLayout.size);
    this.rows.encode(view, legal, to.rows, row * rowLayout.size);
    const advised = this.advisor.act(view, legal, {}) as Action;
    for (let k = 0; k < legal.length; k++) {
      to.owner[row + k] = decision;
      to.advice[row + k] = legal.codes[k] === advised ? 1 : 0;
    }
  }
}

/** Decisions to be asked at once, in arrays that are used again and grow where they must. */
export class Questions {
  observations: Float32Array;
  rows: Float32Array;
  owner: Int32Array;
  advice: Float32Array;
  count = 0;
  private candidates = 0;

  constructor(decisions: number, candidates: number) {
    this.observations = new Float32Array(decisions * gangupLayout.size);
    this.rows = new Float32Array(candidates * rowLayout.size);
    this.owner = new Int32Array(candidates);
    this.advice = new Float32Array(candidates);
  }

  clear(): void {
    this.count = 0;
    this.candidates = 0;
  }

  /** The places of one more decision and of the first of its candidates. */
  room(candidates: number): { readonly decision: number; readonly row: number } {
    const decision = this.count++;
    const row = this.candidates;
    this.candidates += candidates;
    this.observations = wide(this.observations, this.count * gangupLayout.size);
    if (this.candidates > this.owner.length) {
      this.rows = wide(this.rows, this.candidates * rowLayout.size);
      this.owner = wideWords(this.owner, this.candidates);
      this.advice = wide(this.advice, this.candidates);
    }
    return { decision, row };
  }

  /** What the network is to be given. */
  asked(): BossQuestion {
    const { count, candidates } = this;
    return {
      observations: this.observations.subarray(0, count * gangupLayout.size),
      rows: this.rows.subarray(0, candidates * rowLayout.size),
      owner: this.owner.subarray(0, candidates),
      advice: this.advice.subarray(0, candidates),
    };
  }
}

function wide(words: Float32Array, least: number): Float32Array {
  if (words.length >= least) return words;
  const next = new Float32Array(Math.max(least, 2 * words.length));
  next.set(words);
  return next;
}

function wideWords(words: Int32Array, least: number): Int32Array {
  if (words.length >= least) return words;
  const next = new Int32Array(Math.max(least, 2 * words.length));
  next.set(words);
  return next;
}
