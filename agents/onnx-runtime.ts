import type { InferenceSession } from 'onnxruntime-node';

export type Ort = typeof import('onnxruntime-node');

/** Read when the first model is loaded, so that commands without models start fast. */
let ortModule: Promise<Ort> | undefined;

export function loadOrt(): Promise<Ort> {
  ortModule ??= import('onnxruntime-node');
  return ortModule;
}

/** One session per network and process. */
const sessions = new Map<string, Promise<InferenceSession>>();

/** The session for the bytes that `key` stands for: the hash of a file, or that of a file and what part of it. */
export function openShared(key: string, bytes: Uint8Array): Promise<InferenceSession> {
  let session = sessions.get(key);
  if (session === undefined) {
    session = loadOrt().then((ort) =>
      ort.InferenceSession.create(bytes, {
        executionProviders: ['cpu'],
        intraOpNumThreads: 1,
        interOpNumThreads: 1,
        executionMode: 'sequential',
        graphOptimizationLevel: 'all',
        logSeverityLevel: 4,
      }),
    );
    sessions.set(key, session);
    session.catch(() => sessions.delete(key));
  }
  return session;
}

/** Whether a network has a float32 input or output [B, size] of that name. */
export function hasMatrix(
  metadata: readonly InferenceSession.ValueMetadata[],
  name: string,
  ...sizes: readonly number[]
): boolean {
  const found = metadata.find((m) => m.name === name);
  if (found?.isTensor !== true || found.type !== 'float32' || found.shape.length !== sizes.length + 1) return false;
  return sizes.every((size, i) => found.shape[i + 1] === size);
}
