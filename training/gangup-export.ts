import { join } from 'node:path';
import { formatCard, sha256 } from '../agents/card.js';
import { type BossCard, bossParity, makeBossCard, PARITY_CANDIDATES } from '../agents/gangup/boss-card.js';
import { CRITIC_FILE } from '../agents/gangup/boss-policy.js';
import {
  GANGUP_ADVICE,
  GANGUP_CANDIDATES,
  GANGUP_LOGITS,
  GANGUP_OBSERVATION,
  GANGUP_OWNERS,
  GANGUP_VALUES,
} from '../agents/gangup/boss-tensors.js';
import { unwrap } from '../src/core/errors.js';
import { makeDirectory, writeFileWhole } from '../src/core/files.js';
import { PLACES } from '../src/env/gangup-layout.js';
import type { GroupSpec } from './gangup-league.js';
import { exportGangupCritic, exportGangupPolicy, gangupNet } from './gangup-net.js';
import { CANDIDATE, OBSERVATION } from './gangup-rollout.js';
import { checkGangup, type GangupCheckpoint, gangupTrainCommand, isGenerated } from './gangup-train.js';
import { OPSET } from './graph/emit.js';
import { openSession, tensorOver } from './graph/session.js';
import { parameterCount } from './nets.js';

const PARITY_VECTORS = 4;

/**
 * Writes `policy.onnx`, `critic.onnx` and `card.json` of a checkpoint of Gang Up! into `directory`. Throws `BadInputError` when it was
 * made for other layouts, rules or another game, or the directory can't be.
 */
export async function exportGangupModel(
  checkpoint: GangupCheckpoint,
  directory: string,
  about: { readonly name: string; readonly codeVersion: string; readonly knownWeaknesses?: readonly string[] },
): Promise<BossCard> {
  checkGangup(checkpoint, 'checkpoint');
  const { config, learner, metadata, steps, seconds } = checkpoint;
  const net = gangupNet(config.net);
  const facts = { ...metadata, name: about.name, steps: String(steps), seed: String(config.seed) };
  const policy = exportGangupPolicy(net, learner.parameters, facts);
  const critic = exportGangupCritic(net, learner.parameters);
  const { groups, league, ppo, decisions, confidentShare } = config;
  const method = config.method === undefined ? {} : { method: config.method };
  const card = makeBossCard({
    name: about.name,
    opset: OPSET,
    parameters: parameterCount(net.policyParameters),
    policy,
    critic: { sha256: sha256(critic), parameters: parameterCount(net.criticParameters) },
    training: {
      command: gangupTrainCommand(config),
      config: { ...method, groups: groupsOfCard(groups), league, net: config.net, ppo, decisions, confidentShare },
      seed: config.seed,
      steps,
      seconds: Math.round(seconds),
      codeVersion: about.codeVersion,
    },
    parity: await parityVectors(policy),
    knownWeaknesses: [...(about.knownWeaknesses ?? [])],
  });
  unwrap(makeDirectory(directory));
  writeFileWhole(join(directory, 'policy.onnx'), policy);
  writeFileWhole(join(directory, CRITIC_FILE), critic);
  writeFileWhole(join(directory, 'card.json'), formatCard(card));
  return card;
}

/**
 * Groups of tables without cards, which the command makes anew: those of generated packs are one for each number of
 * players, with how many packs they have, and so are those of designed ones.
 */
function groupsOfCard(groups: readonly GroupSpec[]): object[] {
  const madeUp = new Map<string, { config: { players: number }; packs: number; share: number; key: string }>();
  for (const { config, designed, share } of groups.filter(isGenerated)) {
    const { players } = config;
    const key = designed === undefined ? 'generatedPacks' : 'designedPacks';
    const before = madeUp.get(`${key} ${players}`) ?? { packs: 0, share: 0 };
    const both = { packs: before.packs + 1, share: before.share + share };
    madeUp.set(`${key} ${players}`, { config: { players }, key, ...both });
  }
  const collapsed = [...madeUp.values()].map(({ config, packs, share, key }) => ({
    config,
    [key]: packs,
    share: Number(share.toFixed(6)),
  }));
  return [...groups.filter((group) => !isGenerated(group)), ...collapsed];
}

/** What the file says to a few made-up decisions, to be compared on other machines. */
async function parityVectors(policy: Uint8Array): Promise<BossCard['parity']> {
  const session = await openSession(policy);
  const vectors: BossCard['parity'] = [];
  for (let seed = 1; seed <= PARITY_VECTORS; seed++) {
    const { observation, rows, advice } = bossParity(seed);
    const logits = new Float32Array(PARITY_CANDIDATES);
    const values = new Float32Array(PLACES);
    await session.run(
      {
        [GANGUP_OBSERVATION]: tensorOver(observation, [1, OBSERVATION]),
        [GANGUP_CANDIDATES]: tensorOver(rows, [PARITY_CANDIDATES, CANDIDATE]),
        [GANGUP_ADVICE]: tensorOver(advice, [PARITY_CANDIDATES]),
        [GANGUP_OWNERS]: tensorOver(new Int32Array(PARITY_CANDIDATES), [PARITY_CANDIDATES]),
      },
      {
        [GANGUP_LOGITS]: tensorOver(logits, [PARITY_CANDIDATES]),
        [GANGUP_VALUES]: tensorOver(values, [1, PLACES]),
      },
    );
    vectors.push({ seed, logits: [...logits], values: [...values] });
  }
  await session.release();
  return vectors;
}
