import { bossParity, PARITY_CANDIDATES } from '../agents/gangup/boss-card.js';
import { BossPolicy, readCritic } from '../agents/gangup/boss-policy.js';
import { type MeasureGangupOptions, measureRival } from './measure-gangup.js';
import {
  headlineCheck,
  type ModelCheck,
  type ModelReport,
  NO_RESULT,
  offBy,
  parityCheck,
  unusable,
} from './verify-parts.js';

/**
 * The checks of `verifyModel` for a model of Gang Up!: its files, what it says to the parity decisions (scores of
 * candidates, values), and its first result, measured again over `games` games (0: not).
 */
export async function verifyGangupModel(dir: string, options: MeasureGangupOptions): Promise<ModelReport> {
  const loaded = await BossPolicy.load(dir);
  if (!loaded.ok) return unusable(dir, loaded.error);
  const { card } = loaded.value;
  const critic = await readCritic(dir, card);
  if (!critic.ok) return unusable(dir, critic.error);
  const layouts = `layouts ${card.layout.hash} and ${card.row.hash}`;
  const detail = `SHA-256 ${card.sha256.slice(0, 12)}…, rules ${card.rulesVersion}, ${layouts}`;
  const checks: ModelCheck[] = [{ name: 'files', ok: true, detail }, await checkParity(loaded.value)];
  const report = (): ModelReport => ({ name: card.name, dir, ok: checks.every(({ ok }) => ok), checks });
  if (options.games === 0) return report();
  const stated = card.results[0];
  if (stated === undefined) {
    checks.push(NO_RESULT);
    return report();
  }
  const measured = await measureRival(dir, stated.lineup, stated.config, options);
  checks.push(headlineCheck(stated.winShare, measured));
  if (typeof measured === 'string') return report();
  return { ...report(), headline: { card: stated.winShare, measured, games: options.games } };
}

async function checkParity(policy: BossPolicy): Promise<ModelCheck> {
  const { parity } = policy.card;
  let worst = 0;
  for (const { seed, logits, values } of parity) {
    const { observation, rows, advice } = bossParity(seed);
    const owner = new Int32Array(PARITY_CANDIDATES);
    const answer = await policy.answer(1, { observations: observation, rows, owner, advice });
    worst = Math.max(worst, offBy(answer.logits, logits), offBy(answer.values, values));
  }
  return parityCheck('parity', parity.length, worst);
}
