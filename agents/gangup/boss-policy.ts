import { join } from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { BatchPolicy, CandidateBatch } from '../../src/core/agent.js';
import { fail, type InputError, inputError, type Result } from '../../src/core/result.js';
import { gangupLayout, PLACES, rowLayout } from '../../src/env/gangup-layout.js';
import { GANGUP_VERSION } from '../../src/gangup/game.js';
import { bad, checkHash, checkLayout, checkVersion, REEXPORT, readModelFolder } from '../model-files.js';
import { modelsRoot } from '../onnx.js';
import { hasMatrix, loadOrt, type Ort, openShared } from '../onnx-runtime.js';
import { type BossCard, parseBossCard } from './boss-card.js';
import { GANGUP_CANDIDATES, GANGUP_LOGITS, GANGUP_OBSERVATION, GANGUP_OWNERS, GANGUP_VALUES } from './boss-tensors.js';

/** What the network says to decisions: a score for each candidate, and each place's share of the win. */
export interface BossAnswer {
  /** [R] softmax within a decision gives the policy. */
  readonly logits: Float32Array;
  /** [count, PLACES] the asked seat first, then to the left; 0 for places where nobody sits. */
  readonly values: Float32Array;
}

/** The folder of the model that comes with the package. */
export function shippedBoss(): string {
  return join(modelsRoot(), 'gangup', 'boss');
}

/** A trained policy of Gang Up!: card and network. Stateless, so any number of seats and tables may share it. */
export class BossPolicy implements BatchPolicy<CandidateBatch> {
  private constructor(
    readonly dir: string,
    readonly card: BossCard,
    private readonly session: InferenceSession,
    private readonly ort: Ort,
  ) {}

  /**
   * Loads `policy.onnx` and `card.json` of a folder. Refused, with a sentence that says what is wrong: a missing file, a
   * card that is none, a file that isn't the card's, another rules version, other layouts, what isn't ONNX or has other
   * inputs and outputs.
   */
  static async load(dir: string): Promise<Result<BossPolicy, InputError>> {
    const read = await readModelFolder(dir);
    if (!read.ok) return read;
    const { file, cardFile, bytes, cardText } = read.value;
    const card = parseBossCard(cardText, cardFile);
    if (!card.ok) return card;
    const { rulesVersion, layout, row, sha256 } = card.value;
    const wrong =
      checkVersion(rulesVersion, GANGUP_VERSION, cardFile) ??
      checkLayout(layout, gangupLayout, cardFile) ??
      checkLayout(row, rowLayout, cardFile) ??
      checkHash(bytes, sha256, file);
    if (wrong !== undefined) return fail(wrong);
    try {
      const session = await openShared(sha256, bytes);
      const other = checkTensors(session, file);
      if (other !== undefined) return fail(other);
      return { ok: true, value: new BossPolicy(dir, card.value, session, await loadOrt()) };
    } catch {
      return bad('model/onnx', file, 'is not an ONNX model that can be run.', REEXPORT);
    }
  }

  /** Answers `count` decisions: `observations` [count, S], `rows` [R, F], `owner` [R] ascending. */
  async answer(observations: Float32Array, count: number, rows: Float32Array, owner: Int32Array): Promise<BossAnswer> {
    const { Tensor } = this.ort;
    const outputs = await this.session.run({
      [GANGUP_OBSERVATION]: new Tensor('float32', observations, [count, gangupLayout.size]),
      [GANGUP_CANDIDATES]: new Tensor('float32', rows, [owner.length, rowLayout.size]),
      [GANGUP_OWNERS]: new Tensor('int32', owner, [owner.length]),
    });
    return {
      logits: (outputs[GANGUP_LOGITS] as Tensor).data as Float32Array,
      values: (outputs[GANGUP_VALUES] as Tensor).data as Float32Array,
    };
  }

  /** The likeliest candidate of every decision. */
  async actBatch(batch: CandidateBatch, out: Int32Array): Promise<void> {
    const { observations, rows, owner, count, start } = batch;
    const { logits } = await this.answer(observations, count, rows, owner);
    for (let i = 0; i < count; i++) out[i] = likeliest(logits, start[i]!, start[i + 1]!) - start[i]!;
  }
}

function checkTensors({ inputMetadata, outputMetadata }: InferenceSession, file: string): InputError | undefined {
  const ok =
    inputMetadata.length === 3 &&
    hasMatrix(inputMetadata, GANGUP_OBSERVATION, gangupLayout.size) &&
    hasMatrix(inputMetadata, GANGUP_CANDIDATES, rowLayout.size) &&
    inputMetadata.some((m) => m.name === GANGUP_OWNERS && m.isTensor && m.type === 'int32') &&
    hasMatrix(outputMetadata, GANGUP_LOGITS) &&
    hasMatrix(outputMetadata, GANGUP_VALUES, PLACES);
  if (ok) return undefined;
  return inputError('model/onnx', file, 'has not the inputs and outputs of a policy of Gang Up!.', REEXPORT);
}

/** The place of the largest of `scores` from `from` to `to`; the first of equals. */
export function likeliest(scores: Float32Array, from: number, to: number): number {
  let best = from;
  for (let k = from + 1; k < to; k++) if (scores[k]! > scores[best]!) best = k;
  return best;
}
