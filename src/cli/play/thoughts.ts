import { type Advice, type AdvisedAct, Adviser } from '../../../agents/advice.js';
import type { GangAgent } from '../../../agents/gang-agent.js';
import { chipOf, holderOf, KEEP } from '../../gang/actions.js';
import type { GangConfig } from '../../gang/config.js';
import type { GangView } from '../../gang/state.js';
import { capital, type Telling } from '../../table/words.js';

/** Answers "what would the bot think?" for whoever sits at a seat, from the seat's own view. */
export class Thoughts {
  private adviser: Promise<Adviser> | undefined;

  /** `agents`: the bots at the table; the first of them with a network is asked. */
  constructor(
    private readonly config: GangConfig,
    private readonly agents: readonly GangAgent[],
  ) {}

  /** The answer in lines: a table of chances, what it would do, and whose estimate that is. */
  async lines(view: GangView, telling: Telling): Promise<string[]> {
    this.adviser ??= Adviser.open(this.config, this.agents);
    const adviser = await this.adviser;
    return adviceLines(await adviser.advise(view), view.shape.seats, telling);
  }
}

const NAME = 8;
const CELL = 6;
/** Acts that are less likely than this aren't told. */
const WORTH_TELLING = 0.1;
const ACTS_TOLD = 3;

/** An advice in words. */
export function adviceLines(advice: Advice, seats: number, telling: Telling): string[] {
  const { ranks, ranksBy, seat } = advice;
  const head = Array.from({ length: seats }, (_, rank) => String(rank + 1).padStart(CELL)).join('');
  const rows = Array.from({ length: seats }, (_, i) => {
    const own = ranks.subarray(i * seats, (i + 1) * seats);
    const cells = [...own].map((chance) => percent(chance).padStart(CELL)).join('');
    return capital(telling.name((seat + i) % seats)).padEnd(NAME) + cells;
  });
  const by = ranksBy === null ? "belief's estimate: no network here estimates ranks" : `the network of ${ranksBy}`;
  return [
    'Chances of each final rank, by what you can see (1 the weakest hand):',
    ''.padEnd(NAME) + head,
    ...rows,
    actsLine(advice, telling),
    `Estimated by ${by}.`,
  ];
}

function actsLine({ acts, actsBy }: Advice, telling: Telling): string {
  const [first] = acts;
  if (first === undefined) return `${capital(actsBy)} would have nothing to take now.`;
  const others = acts.slice(1, ACTS_TOLD).filter(({ chance }) => chance !== null && chance >= WORTH_TELLING);
  const told = [first, ...others].map((act) => actWords(act, telling));
  return `In your seat ${actsBy} would ${told.join(', or ')}.`;
}

function actWords({ action, chance }: AdvisedAct, telling: Telling): string {
  const share = chance === null ? '' : ` (${percent(chance)})`;
  if (action === KEEP) return `keep its chip${share}`;
  const holder = holderOf(action);
  const from = holder < 0 ? 'the centre' : telling.name(holder);
  return `take ${telling.chip(chipOf(action))} from ${from}${share}`;
}

function percent(chance: number): string {
  return `${Math.round(100 * chance)} %`;
}
