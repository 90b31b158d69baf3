import { describe, expect, it } from 'vitest';
import { Rng } from '../../src/core/rng.js';
import { exportPolicy } from '../../training/export.js';
import { readModelInfo } from '../../training/graph/model-info.js';
import { actorCritic, initialParameters } from '../../training/nets.js';

const body = { hidden: [9], activation: 'relu' } as const;
const net = actorCritic({ observation: 4, privileged: 2, actions: 3 }, body, body);
const metadata = { game: 'gang', layout: '0123abcd', note: 'Zürich – 四' };
const bytes = exportPolicy(net, initialParameters(net.parameters, new Rng(1)), metadata);

describe('the head of an ONNX file', () => {
  it('an exported policy states its opset, inputs, outputs and metadata', () => {
    expect(readModelInfo(bytes, 'policy.onnx')).toEqual({
      ok: true,
      value: {
        irVersion: 9,
        producer: 'hench',
        opset: 18,
        metadata,
        inputs: ['observation'],
        outputs: ['logits'],
      },
    });
  });

  it('what is no model or is cut short is refused', () => {
    const bad = [
      new Uint8Array(0),
      new TextEncoder().encode('{"not": "onnx"}'),
      bytes.subarray(0, 200),
      bytes.subarray(1),
    ];
    for (const x of bad) {
      const result = readModelInfo(x, 'policy.onnx');
      expect(result.ok).toBe(false);
      if (!result.ok) expect(result.error.code).toBe('not-onnx');
    }
  });

  it('random changes never throw', () => {
    const rng = new Rng(2);
    for (let i = 0; i < 2000; i++) {
      const changed = bytes.slice(0, 1 + rng.below(bytes.length));
      for (let k = rng.below(8); k >= 0; k--) changed[rng.below(changed.length)] = rng.below(256);
      expect(() => readModelInfo(changed, 'x'), `case ${i} of seed 2`).not.toThrow();
    }
  });
});
