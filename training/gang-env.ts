import { observationLayout } from '../src/env/gang-layout.js';
import { GangVecEnv, type GangVecSpec } from '../src/env/gang-vec.js';
import { GANG_VERSION } from '../src/gang/game.js';
import type { EpisodeSums, VecEnv } from './vecenv.js';

/** A training environment of The Gang as plain JSON; see `GangVecSpec`. */
export type GangEnvSpec = Omit<GangVecSpec, 'count' | 'privileged'>;

/** Tables of The Gang for the trainer: with the critic's privileged observation; an episode is a heist. */
class GangTrainingEnv extends GangVecEnv implements VecEnv {
  readonly metadata: Readonly<Record<string, string>>;

  constructor(spec: GangEnvSpec, count: number) {
    super({ ...spec, count, privileged: true });
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

export function createVecEnv(spec: unknown, count: number): VecEnv {
  return new GangTrainingEnv(spec as GangEnvSpec, count);
}
