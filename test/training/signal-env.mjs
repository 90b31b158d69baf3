import { nextBelow, RNG_WORDS, seedWords } from '../../dist/src/core/rng.js';

/**
 * A cooperative signalling game (Lewis 1969), as a module that worker threads can load: the first seat sees one of
 * `states` equally likely states and sends one of `signals`; the second sees the signal and names a state; both win
 * when it is right. With fewer signals than states the best pair of strategies wins signals / states of the episodes.
 * `breakAfter`: rewards are not numbers from that step on; `throwAfter`: the step throws.
 */
export class SignalEnv {
  constructor({ states = 4, signals = 3, breakAfter = -1, throwAfter = -1 }, count) {
    this.count = count;
    this.states = states;
    this.signals = signals;
    this.breakAfter = breakAfter;
    this.throwAfter = throwAfter;
    this.actions = states;
    this.obsSize = 1 + states + signals;
    this.privSize = states;
    this.obs = new Float32Array(count * this.obsSize);
    this.priv = new Float32Array(count * this.privSize);
    this.mask = new Uint8Array(count * states);
    this.rewards = new Float32Array(count);
    this.dones = new Uint8Array(count);
    this.metadata = { game: 'signal', layout: `${states}-${signals}` };
    // generator, steps made, episodes, successes, then for each table its state and its signal (−1: not sent yet)
    this.words = new Int32Array(RNG_WORDS + 3 + 2 * count);
  }

  reset(seed) {
    this.words.fill(0);
    seedWords(this.words, 0, seed);
    for (let i = 0; i < this.count; i++) this.deal(i);
    this.observe();
  }

  deal(i) {
    const at = RNG_WORDS + 3 + 2 * i;
    this.words[at] = nextBelow(this.words, 0, this.states);
    this.words[at + 1] = -1;
  }

  step(actions) {
    const { words } = this;
    const steps = ++words[RNG_WORDS];
    if (this.throwAfter >= 0 && steps > this.throwAfter) throw new Error('the table broke');
    for (let i = 0; i < this.count; i++) {
      const at = RNG_WORDS + 3 + 2 * i;
      const over = words[at + 1] >= 0;
      this.dones[i] = over ? 1 : 0;
      this.rewards[i] = over && actions[i] === words[at] ? 1 : 0;
      if (this.breakAfter >= 0 && steps > this.breakAfter) this.rewards[i] = Number.NaN;
      if (over) {
        words[RNG_WORDS + 1]++;
        words[RNG_WORDS + 2] += actions[i] === words[at] ? 1 : 0;
        this.deal(i);
      } else words[at + 1] = actions[i];
    }
    this.observe();
  }

  observe() {
    this.obs.fill(0);
    this.priv.fill(0);
    for (let i = 0; i < this.count; i++) {
      const state = this.words[RNG_WORDS + 3 + 2 * i];
      const signal = this.words[RNG_WORDS + 4 + 2 * i];
      const base = i * this.obsSize;
      if (signal < 0) this.obs[base + 1 + state] = 1;
      else {
        this.obs[base] = 1;
        this.obs[base + 1 + this.states + signal] = 1;
      }
      this.priv[i * this.privSize + state] = 1;
      for (let a = 0; a < this.actions; a++) this.mask[i * this.actions + a] = signal >= 0 || a < this.signals ? 1 : 0;
    }
  }

  save() {
    return new Uint8Array(this.words.slice().buffer);
  }

  load(bytes) {
    this.words.set(new Int32Array(bytes.slice().buffer));
    this.observe();
  }

  stats() {
    const episodes = this.words[RNG_WORDS + 1];
    const successes = this.words[RNG_WORDS + 2];
    this.words[RNG_WORDS + 1] = 0;
    this.words[RNG_WORDS + 2] = 0;
    return { episodes, successes };
  }
}

export function createVecEnv(spec, count) {
  if (spec.refuse) throw new Error('no such table');
  return new SignalEnv(spec, count);
}
