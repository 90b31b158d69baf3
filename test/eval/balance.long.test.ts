import { expect, it } from 'vitest';
import { runBalance } from '../../eval/balance/run.js';
import { parseGangupConfig } from '../../src/gangup/config.js';

/** Extremes over many cards wander further than one figure's interval; at this size by about this much. */
const EXTREME_SLACK = { openingMost: 0.3, openingLeast: 0.3, seats: 0.06, played: 0.03 } as Readonly<
  Record<string, number>
>;

it('the shipped pack is in its ranges at three players, sampling error granted', { timeout: 240_000 }, async () => {
  const config = parseGangupConfig({ players: 3 });
  if (!config.ok) throw new Error(config.error.message);
  const report = await runBalance({ configs: [config.value], games: 1000, seed: 20, threads: 2 });
  const wrong = report.tables[0]!.figures.filter(({ id, value, interval, range, asked }) => {
    if (range === null || !asked) return false;
    const slack = EXTREME_SLACK[id] ?? (interval!.high - interval!.low) / 2;
    return !(value >= range[0] - slack && value <= range[1] + slack);
  });
  expect(wrong.map(({ id, value }) => `${id} ${value}`)).toEqual([]);
});
