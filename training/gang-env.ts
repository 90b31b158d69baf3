import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Packr } from 'msgpackr';
import { modelsRoot } from '../agents/onnx.js';
import { unwrap } from '../src/core/errors.js';
import { nextSeed, RNG_WORDS, Rng, seedWords } from '../src/core/rng.js';
import { FEATURES } from '../src/env/gang-encode.js';
import { observationLayout } from '../src/env/gang-layout.js';
import { actionIndex } from '../src/env/gang-table.js';
import { GangVecEnv, type GangVecSpec } from '../src/env/gang-vec.js';
import { GANG_VERSION, gang } from '../src/gang/game.js';
import { NetPartner, openModels, PastSelves } from './gang-nets.js';
import { drawTraits, ScriptedPartners, TRAITS } from './gang-partners.js';
import { PARTNER_KINDS, type Population, parsePopulation } from './gang-population.js';
import type { ActorCritic } from './nets.js';
import type { EpisodeSums, VecEnv } from './vecenv.js';

/** A training environment of The Gang as plain JSON; see `GangVecSpec`. */
export interface GangEnvSpec extends Omit<GangVecSpec, 'count' | 'privileged'> {
  /** Who plays beside the learner in some of the episodes; absent: nobody, all seats are its own. */
  readonly partners?: Partial<Population> & { readonly share: number };
}

/** Tables of The Gang for the trainer: with the critic's privileged observation; an episode is a heist. */
class GangTrainingEnv extends GangVecEnv implements VecEnv {
  readonly metadata: Readonly<Record<string, string>>;

  constructor(spec: GangEnvSpec, count: number, privilegedRoom = 0) {
    super({ ...spec, count, privileged: true, privilegedRoom });
    const kind = spec.observation ?? 'full';
    const layout = observationLayout(kind, this.players);
    this.metadata = {
      game: 'gang',
      class: kind,
      players: String(this.players),
      rulesVersion: String(GANG_VERSION),
      layoutName: layout.name,
      layoutHash: layout.hash,
    };
  }

  stats(): EpisodeSums {
    const { heists, successes, ...rest } = this.drain();
    return { episodes: heists, successes, ...rest };
  }
}

const LEARNER = 0;
const KINDS = PARTNER_KINDS.length;
const [GREEDY, BELIEF, BEGINNER, RANDOM, PAST, MODEL] = PARTNER_KINDS.map((_, k) => k + 1) as [
  number,
  number,
  number,
  number,
  number,
  number,
];
/** The stream of a reset's seed that draws partners and their acts; deals use the others. */
const PARTNER_STREAM = 0x50415254;

const packer = new Packr({ useRecords: false });
const bytesOf = (a: Float32Array): Uint8Array => new Uint8Array(a.buffer, a.byteOffset, a.byteLength);
const floatsOf = (bytes: Uint8Array): Float32Array => new Float32Array(new Uint8Array(bytes).buffer);

interface Saved {
  readonly tables: Uint8Array;
  readonly rng: readonly number[];
  readonly deals: number;
  readonly dealSeed: number;
  readonly sums: readonly number[];
  readonly kind: Uint8Array;
  readonly slot: Uint8Array;
  readonly traits: Uint8Array;
  readonly past: Uint8Array;
}

/**
 * The same with partners at some of the seats: who sits where is drawn for each episode. Partners act between the
 * learner's decisions, so a step goes from one of those to the next; what is won meanwhile is the reward of the
 * decision before. The critic sees who sits where, the policy doesn't.
 */
class GangPartnerEnv extends GangTrainingEnv {
  private readonly scripts: ScriptedPartners;
  private readonly past: PastSelves;
  /** Networks by slot: earlier selves first, then the models. */
  private readonly nets: NetPartner[];
  private partnerRng = new Rng(0);
  /** Episodes with a belief partner so far, and the seed that their deals come from. */
  private deals = 0;
  private dealSeed = 0;
  /** [count, S] who sits there: 0 the learner, 1 + place in PARTNER_KINDS. */
  private readonly kind: Uint8Array;
  /** [count, S] which of the networks. */
  private readonly slot: Uint8Array;
  /** [count, S, TRAITS]; the first of a network's is its temperature. */
  private readonly traits: Float32Array;
  /** Heists and successes of the learner alone, then of those with each kind. */
  private sums = new Array<number>(2 * (1 + KINDS)).fill(0);
  private readonly kindWeights: readonly number[];
  private readonly seatWeights: readonly number[];
  private readonly scratch = new Int32Array(RNG_WORDS);

  constructor(
    spec: GangEnvSpec,
    count: number,
    private readonly population: Population,
    models: readonly NetPartner[],
  ) {
    super(spec, count, spec.config.players * KINDS);
    const seats = this.players;
    this.scripts = new ScriptedPartners(this.tables[0]!.config);
    const { keep, every } = population.past;
    this.past = new PastSelves(every, keep);
    const selves = Array.from({ length: keep }, (_, slot) => {
      return new NetPartner(spec.observation ?? 'full', seats, this.actions, count, this.past.answerOf(slot));
    });
    this.nets = [...selves, ...models];
    this.kind = new Uint8Array(count * seats);
    this.slot = new Uint8Array(count * seats);
    this.traits = new Float32Array(count * seats * TRAITS);
    this.kindWeights = PARTNER_KINDS.map((kind) => population.kinds[kind] ?? 0);
    this.seatWeights = population.seats.slice(0, seats - 1);
  }

  override reset(seed: number): void | Promise<void> {
    this.partnerRng = new Rng(seed, PARTNER_STREAM);
    this.dealSeed = this.partnerRng.uint32();
    this.deals = 0;
    this.sums.fill(0);
    super.reset(seed);
    for (let i = 0; i < this.count; i++) this.settle(i);
    return this.answer();
  }

  override step(actions: Int32Array): void | Promise<void> {
    for (let i = 0; i < this.count; i++) {
      this.rewards[i] = 0;
      this.dones[i] = 0;
      this.play(i, actions[i]!);
      this.settle(i);
    }
    return this.answer();
  }

  remember(net: ActorCritic, parameters: Float32Array, progress: number): void | Promise<void> {
    if ((this.population.kinds.past ?? 0) > 0) return this.past.remember(net, parameters, progress);
  }

  /** Lets scripted partners act at table `i` until the learner or a network is asked. */
  private settle(i: number): void {
    const table = this.tables[i]!;
    for (;;) {
      const place = i * this.players + table.seat;
      const kind = this.kind[place]!;
      if (kind === LEARNER) {
        this.write(i);
        return;
      }
      if (kind === PAST || kind === MODEL) {
        this.nets[this.slot[place]!]!.gather(i, table);
        return;
      }
      this.play(i, this.scripted(i, place, kind));
    }
  }

  /** The action index of the scripted partner that is asked at table `i`. */
  private scripted(i: number, place: number, kind: number): number {
    const table = this.tables[i]!;
    const { seat } = table;
    if (kind === RANDOM) return this.anyAction(i);
    gang.view(table.state.game, seat, table.view);
    const { view } = table;
    const equity = table.features[seat * FEATURES + view.round]!;
    const name = PARTNER_KINDS[kind - 1] as 'greedy' | 'belief' | 'beginner';
    return actionIndex(this.scripts.act(name, view, equity, this.traits, place * TRAITS, place, this.partnerRng));
  }

  /** Any legal action, with equal chance. Uses the table's row of `mask`, which is written again before it is read. */
  private anyAction(i: number): number {
    const { mask, actions } = this;
    const at = i * actions;
    this.tables[i]!.mask(mask, at);
    let legal = 0;
    for (let a = 0; a < actions; a++) legal += mask[at + a]!;
    let left = this.partnerRng.below(legal);
    for (let a = 0; a < actions; a++) if (mask[at + a] === 1 && left-- === 0) return a;
    throw new Error('a seat that is asked has nothing to do');
  }

  /** Asks networks until every table waits for the learner. */
  private answer(): void | Promise<void> {
    return this.nets.some((net) => net.count > 0) ? this.ask() : undefined;
  }

  private async ask(): Promise<void> {
    const temperature = (i: number): number => this.traits[(i * this.players + this.tables[i]!.seat) * TRAITS]!;
    const play = (i: number, action: number): void => {
      this.play(i, action);
      this.settle(i);
    };
    while (this.nets.some((net) => net.count > 0)) {
      for (const net of this.nets) if (net.count > 0) await net.settle(temperature, this.partnerRng, play);
    }
  }

  /** Draws who sits where at table `i` and starts the episode. */
  protected override begin(i: number): void {
    const { players, partnerRng: rng, kind, population } = this;
    const base = i * players;
    kind.fill(LEARNER, base, base + players);
    let belief = false;
    if (rng.float() < population.share) {
      const partners = 1 + drawWeighted(this.seatWeights, rng);
      for (let left = partners; left > 0; ) {
        const place = base + rng.below(players);
        if (kind[place] !== LEARNER) continue;
        kind[place] = 1 + drawWeighted(this.kindWeights, rng);
        left--;
      }
      for (let place = base; place < base + players; place++) {
        if (kind[place] !== LEARNER) this.drawPartner(place);
        belief ||= kind[place] === BELIEF;
      }
    }
    if (!belief) {
      super.begin(i);
      return;
    }
    seedWords(this.scratch, 0, this.dealSeed, Math.floor(this.deals++ / population.dealUses));
    this.tables[i]!.reset(nextSeed(this.scratch, 0));
  }

  private drawPartner(place: number): void {
    const { partnerRng: rng, kind, slot, traits, population, past } = this;
    const at = place * TRAITS;
    const here = kind[place]!;
    if (here === GREEDY || here === BELIEF || here === BEGINNER) {
      const name = PARTNER_KINDS[here - 1] as 'greedy' | 'belief' | 'beginner';
      drawTraits(name, rng.float() < population.pure, this.players, rng, traits, at);
      return;
    }
    traits[at] = rng.below(2); // networks: the likeliest act, or as in training
    if (here === MODEL) slot[place] = past.keep + rng.below(this.nets.length - past.keep);
    if (here === PAST && past.filled > 0) slot[place] = rng.below(past.filled);
    else if (here === PAST) kind[place] = LEARNER;
  }

  protected override write(i: number): void {
    super.write(i);
    const { players, priv, privSize, kind } = this;
    const at = (i + 1) * privSize - players * KINDS;
    priv.fill(0, at, (i + 1) * privSize);
    let seat = this.tables[i]!.seat;
    for (let k = 0; k < players; k++) {
      const who = kind[i * players + seat]!;
      if (who !== LEARNER) priv[at + k * KINDS + who - 1] = 1;
      if (++seat === players) seat = 0;
    }
  }

  protected override countHeist(i: number): void {
    super.countHeist(i);
    const { sums, kind, players } = this;
    const success = this.tables[i]!.lastSuccess ? 1 : 0;
    let seen = 0;
    for (let place = i * players; place < (i + 1) * players; place++) seen |= 1 << kind[place]!;
    for (let k = 0; k <= KINDS; k++) {
      // With partners the learner sits there too; its own line is for heists without any.
      if (((seen >> k) & 1) === 0 || (k === LEARNER && seen !== 1)) continue;
      sums[2 * k] = sums[2 * k]! + 1;
      sums[2 * k + 1] = sums[2 * k + 1]! + success;
    }
  }

  override stats(): EpisodeSums {
    const out = super.stats();
    for (const [k, name] of ['own', ...PARTNER_KINDS].entries()) {
      out[`${name}Heists`] = this.sums[2 * k]!;
      out[`${name}Successes`] = this.sums[2 * k + 1]!;
    }
    this.sums.fill(0);
    return out;
  }

  override save(): Uint8Array {
    const { partnerRng, deals, dealSeed, sums, kind, slot, traits, past } = this;
    const saved: Saved = {
      tables: super.save(),
      rng: partnerRng.state(),
      deals,
      dealSeed,
      sums,
      kind,
      slot,
      traits: bytesOf(traits),
      past: bytesOf(past.save()),
    };
    return new Uint8Array(packer.pack(saved));
  }

  override load(bytes: Uint8Array): void {
    const saved = packer.unpack(bytes) as Saved;
    this.partnerRng = Rng.fromState(saved.rng);
    this.deals = saved.deals;
    this.dealSeed = saved.dealSeed;
    this.sums = [...saved.sums];
    this.kind.set(saved.kind);
    this.slot.set(saved.slot);
    this.traits.set(floatsOf(saved.traits));
    this.past.load(floatsOf(saved.past));
    super.load(saved.tables); // last: it writes what the next decisions see, and that holds who sits where
  }

  close(): Promise<void> {
    return this.past.close();
  }
}

/** A place in `weights`, by weight. */
function drawWeighted(weights: readonly number[], rng: Rng): number {
  let total = 0;
  for (const weight of weights) total += weight;
  let point = rng.float() * total;
  let last = 0;
  for (const [i, weight] of weights.entries()) {
    if (weight === 0) continue;
    last = i; // when rounding carries the point to the total
    point -= weight;
    if (point < 0) break;
  }
  return last;
}

/** `full-4`: that of the models that come with hench; else a folder. */
function modelFolder(name: string): string {
  const shipped = join(modelsRoot(), 'gang', name);
  return existsSync(shipped) ? shipped : resolve(name);
}

/** Throws `BadInputError` for a population that can't be. */
export async function createVecEnv(spec: unknown, count: number): Promise<VecEnv> {
  const { partners, ...plain } = spec as GangEnvSpec;
  if (partners === undefined) return new GangTrainingEnv(plain, count);
  const population = unwrap(parsePopulation(partners));
  const models = await openModels(population.models.map(modelFolder), plain.config.players, count);
  return new GangPartnerEnv(plain, count, population, models);
}
