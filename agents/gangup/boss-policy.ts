import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { fail, type InputError, inputError, type Result } from '../../src/core/result.js';
import { gangupLayout, PLACES, rowLayout } from '../../src/env/gangup-layout.js';
import { GANGUP_VERSION } from '../../src/gangup/game.js';
import { bad, checkHash, checkLayout, checkVersion, REEXPORT, readModelFolder } from '../model-files.js';
import { modelsRoot } from '../onnx.js';
import { hasMatrix, loadOrt, type Ort, openShared } from '../onnx-runtime.js';
import { type BossCard, parseBossCard } from './boss-card.js';
import {
  GANGUP_ADVICE,
  GANGUP_CANDIDATES,
  GANGUP_LOGITS,
  GANGUP_OBSERVATION,
  GANGUP_OWNERS,
  GANGUP_VALUES,
} from './boss-tensors.js';

/** What the network says to decisions: a score for each candidate, and each place's share of the win. */
export interface BossAnswer {
  /** [R] softmax within a decision gives the policy. */
  readonly logits: Float32Array;
  /** [count, PLACES] the asked seat first, then to the left; 0 for places where nobody sits. */
  readonly values: Float32Array;
}

/** Decisions as the network gets them. */
export interface BossQuestion {
  /** [count, S] */
  readonly observations: Float32Array;
  /** [R, F] */
  readonly rows: Float32Array;
  /** [R] the decision of each candidate, ascending. */
  readonly owner: Int32Array;
  /** [R] 1 for the candidate that the network's adviser would take: the script `schemer`, a little wiser (`ADVISOR`). */
  readonly advice: Float32Array;
  /** Added to the score of that candidate. */
  readonly trust?: number;
}

/** The file of a model's critic, beside its policy. */
export const CRITIC_FILE = 'critic.onnx';

/** The folder of the model that comes with the package. */
export function shippedBoss(): string {
  return join(modelsRoot(), 'gangup', 'boss');
}

/** A trained policy of Gang Up!: card and network. Stateless, so any number of seats and tables may share it. */
export class BossPolicy {
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

  /** Answers `count` decisions: `observations` [count, S], `rows` [R, F], `owner` [R] ascending, `advice` [R]. */
  async answer(count: number, { observations, rows, owner, advice, trust = 0 }: BossQuestion): Promise<BossAnswer> {
    const { Tensor } = this.ort;
    const outputs = await this.session.run({
      [GANGUP_OBSERVATION]: new Tensor('float32', observations, [count, gangupLayout.size]),
      [GANGUP_CANDIDATES]: new Tensor('float32', rows, [owner.length, rowLayout.size]),
      [GANGUP_OWNERS]: new Tensor('int32', owner, [owner.length]),
      [GANGUP_ADVICE]: new Tensor('float32', advice, [owner.length]),
    });
    const logits = (outputs[GANGUP_LOGITS] as Tensor).data as Float32Array;
    if (trust !== 0) for (let row = 0; row < logits.length; row++) logits[row]! += trust * advice[row]!;
    return {
      logits,
      values: (outputs[GANGUP_VALUES] as Tensor).data as Float32Array,
    };
  }
}

/**
 * The critic of a model, for training to go on with; undefined where its card speaks of none. Refused: a missing file, one
 * that isn't the card's.
 */
export async function readCritic(
  dir: string,
  { critic }: BossCard,
): Promise<Result<{ readonly file: string; readonly bytes: Uint8Array } | undefined, InputError>> {
  if (critic === undefined) return { ok: true, value: undefined };
  const file = join(dir, CRITIC_FILE);
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) return bad('model/missing', file, 'is missing: the card speaks of it.', REEXPORT);
  const wrong = checkHash(bytes, critic.sha256, file);
  return wrong === undefined ? { ok: true, value: { file, bytes } } : fail(wrong);
}

function checkTensors({ inputMetadata, outputMetadata }: InferenceSession, file: string): InputError | undefined {
  const ok =
    inputMetadata.length === 4 &&
    hasMatrix(inputMetadata, GANGUP_OBSERVATION, gangupLayout.size) &&
    hasMatrix(inputMetadata, GANGUP_CANDIDATES, rowLayout.size) &&
    hasMatrix(inputMetadata, GANGUP_ADVICE) &&
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
