import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { BadInputError } from '../src/core/errors.js';
import { inputError } from '../src/core/result.js';
import { type ModelCard, sha256 } from './card.js';
import { HEAD } from './onnx-parts.js';
import { hasMatrix, loadOrt, type Ort, openShared } from './onnx-runtime.js';

/**
 * The estimator of a model: chances of each seat's final rank. Its network is opened when it is first asked.
 *
 * It answers [B, N, N]: a row for each seat in the order of the observation, and in it a chance for each rank from the
 * weakest. For a network of the base game N is the number of players, and rows go from the observing seat to the left.
 * For a padded one N is the size that its tables are padded to, and a seat's row is that of the observation (`Rows` in
 * src/env/gang-padded.ts): rows and ranks that the table doesn't have hold zeros. `fromHead` puts both in one order.
 */
export class RankHead {
  private opened: Promise<readonly [InferenceSession, Ort]> | undefined;

  /** @param head its part of `policy.onnx`, `file` the path of that, for messages. */
  constructor(
    private readonly card: ModelCard,
    private readonly head: Uint8Array,
    private readonly file: string,
  ) {}

  /** [count, layout.size] observations → [count, N, N] chances. Throws `BadInputError` for what can't be run. */
  async ranks(observations: Float32Array, count: number): Promise<Float32Array> {
    this.opened ??= this.open();
    const [session, ort] = await this.opened;
    const { size } = this.card.layout;
    const rows = observations.length === count * size ? observations : observations.subarray(0, count * size);
    const outputs = await session.run({ [this.card.input]: new ort.Tensor('float32', rows, [count, size]) });
    return (outputs[HEAD] as Tensor).data as Float32Array;
  }

  private async open(): Promise<readonly [InferenceSession, Ort]> {
    const { card, file, head } = this;
    const { players } = card;
    const session = await openShared(sha256(head), head).catch(() => {
      throw refusedHead(file, 'has an estimator that can not be run.');
    });
    const fits =
      hasMatrix(session.inputMetadata, card.input, card.layout.size) &&
      hasMatrix(session.outputMetadata, HEAD, players, players);
    if (!fits) throw refusedHead(file, `has an estimator whose output is not ${HEAD} [B, ${players}, ${players}].`);
    return [session, await loadOrt()];
  }
}

/**
 * A head's answer [N, N] at `at`, in the order in which people count: `out` [S, S], for each seat, from `seat` on to the
 * left, and each rank from the weakest. `width` is N, `headRows` [S] the head's row of each seat.
 */
export function fromHead(
  ranks: Float32Array,
  at: number,
  width: number,
  headRows: ArrayLike<number>,
  seat: number,
  seats: number,
  out: Float32Array,
): void {
  for (let i = 0; i < seats; i++) {
    const row = at + headRows[(seat + i) % seats]! * width;
    for (let rank = 0; rank < seats; rank++) out[i * seats + rank] = ranks[row + rank]!;
  }
}

function refusedHead(file: string, message: string): BadInputError {
  return new BadInputError(inputError('model/head', file, message, 'Fit it again with `hench estimator fit`.'));
}
