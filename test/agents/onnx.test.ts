import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ModelCard, parseCard, sha256 } from '../../agents/card.js';
import { chooseAction, OnnxPolicy, onnxAgent } from '../../agents/onnx.js';
import { BadInputError } from '../../src/core/errors.js';
import { ActionList } from '../../src/core/game.js';
import { Rng } from '../../src/core/rng.js';
import { actionIndex, GangTable } from '../../src/env/gang-table.js';
import { legalHeadless } from '../../src/env/schedule.js';
import { gangConfig, viewFrom } from '../support/gang-tables.js';
import { editCard, freshFolder, writeRandomModel } from '../support/models.js';

let good: string;
let card: ModelCard;
beforeAll(async () => {
  good = freshFolder('onnx');
  card = await writeRandomModel(good, { players: 4 });
});

/** A copy of the good model, spoilt by `spoil`. */
function spoilt(spoil: (dir: string) => void): string {
  const dir = freshFolder('spoilt');
  cpSync(good, dir, { recursive: true });
  spoil(dir);
  return dir;
}

async function refusal(dir: string): Promise<{ code: string; text: string }> {
  const loaded = await OnnxPolicy.load(dir);
  if (loaded.ok) throw new Error('the model was accepted');
  const { code, path, message, hint } = loaded.error;
  return { code, text: `${path}: ${message} ${hint}` };
}

describe('a model is refused', () => {
  it('when there is no such folder', async () => {
    expect(await refusal(join(good, 'nowhere'))).toMatchObject({ code: 'model/missing' });
  });

  it('without its card', async () => {
    const error = await refusal(spoilt((dir) => rmSync(join(dir, 'card.json'))));
    expect(error.code).toBe('model/card');
    expect(error.text).toContain('card.json: is missing');
  });

  it('without its network', async () => {
    const error = await refusal(spoilt((dir) => rmSync(join(dir, 'policy.onnx'))));
    expect(error.code).toBe('model/missing');
    expect(error.text).toContain('policy.onnx');
  });

  it('when the card is not JSON, or is no card', async () => {
    const broken = spoilt((dir) => writeFileSync(join(dir, 'card.json'), '{"format": 1,'));
    expect(await refusal(broken)).toMatchObject({ code: 'model/card' });
    const other = await refusal(spoilt((dir) => editCard(dir, card, { players: 'four' })));
    expect(other.code).toBe('model/card');
    expect(other.text).toContain('players');
    expect(await refusal(spoilt((dir) => editCard(dir, card, { format: 2 })))).toMatchObject({ code: 'model/card' });
  });

  it('when it sees another layout', async () => {
    const layout = { ...card.layout, hash: '0123456789abcdef' };
    const error = await refusal(spoilt((dir) => editCard(dir, card, { layout })));
    expect(error.code).toBe('model/layout');
    expect(error.text).toContain('0123456789abcdef');
    expect(error.text).toContain(card.layout.hash);
  });

  it('when it was trained under other rules', async () => {
    const error = await refusal(spoilt((dir) => editCard(dir, card, { rulesVersion: card.rulesVersion + 1 })));
    expect(error).toMatchObject({ code: 'model/version' });
  });

  it('when the network is not the one of the card', async () => {
    const dir = spoilt((dir) => writeFileSync(join(dir, 'policy.onnx'), 'other bytes'));
    expect(await refusal(dir)).toMatchObject({ code: 'model/hash' });
  });

  it('when the file is not ONNX', async () => {
    const bytes = Buffer.from('other bytes');
    const dir = spoilt((dir) => {
      writeFileSync(join(dir, 'policy.onnx'), bytes);
      editCard(dir, card, { sha256: sha256(bytes) });
    });
    const error = await refusal(dir);
    expect(error.code).toBe('model/onnx');
    expect(error.text).toContain('not an ONNX model');
  });

  it('when the network takes or gives other numbers than the card says', async () => {
    for (const sizes of [{ inputs: 7 }, { outputs: 9 }]) {
      const dir = freshFolder('sizes');
      await writeRandomModel(dir, { players: 4, ...sizes });
      expect(await refusal(dir)).toMatchObject({ code: 'model/onnx' });
    }
    expect(await refusal(spoilt((dir) => editCard(dir, card, { input: 'pixels' })))).toMatchObject({
      code: 'model/onnx',
    });
  });

  it('when the card counts other actions than the table has', async () => {
    expect(await refusal(spoilt((dir) => editCard(dir, card, { actions: 9 })))).toMatchObject({ code: 'model/card' });
  });

  it('at a table of another size', async () => {
    const agent = onnxAgent('net', 'full', () => good);
    const opened = Promise.resolve(agent.open(gangConfig({ players: 5 }), 0, new Rng(1)));
    await expect(opened).rejects.toThrow(BadInputError);
    await expect(opened).rejects.toThrow('is a model for 4 players; this table has 5');
  });
});

it('a card is read back as it was written', () => {
  const read = parseCard(readFileSync(join(good, 'card.json'), 'utf8'), 'card.json');
  expect(read).toEqual({ ok: true, value: card });
});

describe('a loaded policy', () => {
  it('answers many decisions as it answers each alone, and always legally', async () => {
    const loaded = await OnnxPolicy.load(good);
    if (!loaded.ok) throw new Error(loaded.error.message);
    const policy = loaded.value;
    const { observationSize: size, actions } = policy;
    const config = gangConfig({ players: 4, length: 'heist' });
    const table = new GangTable(config);
    const agent = onnxAgent('net', 'full', () => good);
    const count = 60;
    const observations = new Float32Array(count * size);
    const mask = new Uint8Array(count * actions);
    const single: number[] = [];
    const legal = new ActionList();
    const rng = new Rng(3);
    table.reset(9);
    for (let i = 0; i < count; i++) {
      if (table.over) table.reset(10 + i);
      table.observe(observations, i * size);
      table.mask(mask, i * actions);
      legalHeadless(table.state, table.seat, legal);
      const session = await agent.open(config, table.seat, new Rng(1));
      single.push(actionIndex(await session.act(viewFrom(table.state.game, table.seat), legal, {})));
      table.step(actionIndex(legal.at(rng.below(legal.length))));
    }
    const out = new Int32Array(count);
    await policy.actBatch({ count, observations, mask }, out);
    expect([...out]).toEqual(single);
    for (let i = 0; i < count; i++) expect(mask[i * actions + out[i]!]).toBe(1);
    expect(new Set(single).size).toBeGreaterThan(2); // it does look at what it is shown
  });
});

describe('choosing from logits', () => {
  const logits = Float32Array.of(5, 1, 3, 2);
  const mask = Uint8Array.of(0, 1, 1, 1);

  it('takes the likeliest legal action, the first of equals', () => {
    expect(chooseAction(logits, 0, mask, 0, 4, 0, undefined)).toBe(2);
    expect(chooseAction(Float32Array.of(0, 1, 1, 1), 0, mask, 0, 4, 0, undefined)).toBe(1);
    expect(chooseAction(new Float32Array(4).fill(Number.NaN), 0, mask, 0, 4, 0, undefined)).toBe(1);
  });

  it('with a temperature draws legal actions by softmax', () => {
    for (const temperature of [0.5, 1, 4]) {
      const rng = new Rng(5);
      const counts = [0, 0, 0, 0];
      const draws = 20_000;
      for (let i = 0; i < draws; i++) counts[chooseAction(logits, 0, mask, 0, 4, temperature, rng)]!++;
      const weights = [0, ...[1, 3, 2].map((logit) => Math.exp(logit / temperature))];
      const sum = weights.reduce((a, b) => a + b);
      weights.forEach((weight, action) => {
        const p = weight / sum;
        const sd = Math.sqrt((p * (1 - p)) / draws);
        expect(Math.abs(counts[action]! / draws - p)).toBeLessThanOrEqual(4 * sd);
      });
    }
  });
});
