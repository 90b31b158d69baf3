import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { modelsRoot, OnnxPolicy } from '../../agents/onnx.js';
import { estimateModels, estimatesAt } from '../../agents/trained.js';
import { unwrap } from '../../src/core/errors.js';
import { type ConfigInput, gangConfig } from '../support/gang-tables.js';
import { ROOT } from '../support/readme.js';

interface Measured {
  readonly table: ConfigInput;
  readonly model: string;
  readonly less: { readonly belief: { readonly low: number } };
}

it("a network's estimates are told where they were measured to be better than belief's, and nowhere else", async () => {
  const measured = readFileSync(join(ROOT, 'docs/estimates-by-table.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Measured);
  expect(measured).toHaveLength(estimateModels().length);
  const told = new Set<boolean>();
  const policies = new Map<string, OnnxPolicy>();
  for (const { table, model, less } of measured) {
    const policy = policies.get(model) ?? unwrap(await OnnxPolicy.load(join(modelsRoot(), 'gang', model)));
    policies.set(model, policy);
    const better = less.belief.low > 0;
    const isBase = Object.keys(table).length === 1;
    expect(estimatesAt(policy, gangConfig(table)), JSON.stringify(table)).toBe(better || isBase);
    told.add(better);
  }
  expect([...told].sort()).toEqual([false, true]);
});
