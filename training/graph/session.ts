import * as ort from 'onnxruntime-node';

export interface SessionOptions {
  /** Threads within one operation. */
  readonly threads?: number;
}

/**
 * Loads the bytes of a model. Sequential execution, all graph optimisations; the arena keeps intermediate buffers
 * from run to run.
 */
export function openSession(model: Uint8Array, options: SessionOptions = {}): Promise<ort.InferenceSession> {
  return ort.InferenceSession.create(model, {
    executionProviders: ['cpu'],
    intraOpNumThreads: options.threads ?? 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    enableCpuMemArena: true,
    enableMemPattern: true,
    logSeverityLevel: 3,
  });
}

type TensorArray = Float32Array | Int32Array | Uint8Array;

/** A tensor over the memory of a typed array: nothing is copied, later writes to the array are seen by the next run. */
export function tensorOver(data: TensorArray, dims: readonly number[]): ort.Tensor {
  if (data instanceof Float32Array) return new ort.Tensor('float32', data, dims);
  if (data instanceof Int32Array) return new ort.Tensor('int32', data, dims);
  return new ort.Tensor('uint8', data, dims);
}

export type Feeds = Record<string, ort.Tensor>;
export type { InferenceSession } from 'onnxruntime-node';
