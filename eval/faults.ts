import { FAULT_KINDS, type FaultKind } from '../src/core/agent.js';
import type { Lineup } from './lineup.js';

/** The faults of a user's own agent in one line-up, by kind (see `FAULT_KINDS`), and the first of them in words. */
export interface FaultRow extends Readonly<Record<FaultKind, number>> {
  readonly lineup: number;
  readonly agent: string;
  readonly first: string | null;
}

interface Faulty {
  readonly name: string;
  readonly faults?: { readonly counts: Readonly<Record<FaultKind, number>>; readonly first: string | null };
}

/** A row for every agent that runs outside this process, faultless ones too; `lineup` is an index. */
export function faultRows(lineups: readonly Lineup<Faulty>[]): FaultRow[] {
  return lineups.flatMap(({ agents }, lineup) =>
    [...new Set(agents)].flatMap(({ name, faults }) =>
      faults === undefined ? [] : [{ lineup, agent: name, ...faults.counts, first: faults.first }],
    ),
  );
}

/** `5 faults: 2 crash, 3 illegal; the first: …`; null for an agent without any. */
export function faultWords(row: Omit<FaultRow, 'lineup' | 'agent'>): string | null {
  const kinds = FAULT_KINDS.filter((kind) => row[kind] > 0);
  if (kinds.length === 0) return null;
  const total = kinds.reduce((sum, kind) => sum + row[kind], 0);
  const parts = kinds.map((kind) => `${row[kind]} ${kind}`).join(', ');
  const faults = total === 1 ? '1 fault' : `${total} faults`;
  return `${faults} (${parts})${row.first === null ? '' : `; the first: ${row.first}`}`;
}
