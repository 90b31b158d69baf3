import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { BadInputError } from '../src/core/errors.js';
import { inputError } from '../src/core/result.js';
import { type ModelCard, sha256 } from './card.js';
import { HEAD } from './onnx-parts.js';
import { hasMatrix, loadOrt, type Ort, openShared } from './onnx-runtime.js';

/** The estimator of a model: chances of each seat's final rank. Its network is opened when it is first asked. */
export class RankHead {
  private opened: Promise<readonly [InferenceSession, Ort]> | undefined;

  /** @param head its part of `policy.onnx`, `file` the path of that, for messages. */
  constructor(
    private readonly card: ModelCard,
    private readonly head: Uint8Array,
    private readonly file: string,
  ) {}

  /** [count, layout.size] observations → [count, S, S] chances. Throws `BadInputError` for what can't be run. */
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

function refusedHead(file: string, message: string): BadInputError {
  return new BadInputError(inputError('model/head', file, message, 'Fit it again with `hench estimator fit`.'));
}
