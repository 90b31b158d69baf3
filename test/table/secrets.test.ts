import { describe, expect, test } from 'vitest';
import type { Agent } from '../../src/core/agent.js';
import type { Action } from '../../src/core/game.js';
import { KEEP, NO, YES } from '../../src/gang/actions.js';
import type { GangView } from '../../src/gang/state.js';
import { PROMPT_SECRET } from '../../src/gang/words.js';
import { createTable, type PersonTurn, VirtualClock } from '../../src/table/index.js';

/** Tool cards in the places of the six reconstructed ones, which can be used in these windows. */
function toolCards(windows: readonly number[]): readonly object[] {
  const places = ['earpiece', 'backdoor-key', 'crowbar', 'flashlight', 'jamming-device', 'lubricant'];
  return places.map((replaces, i) => ({
    id: `card-${i}`,
    name: `Card ${i}`,
    text: 'If this heist fails, no alarm is moved.',
    replaces,
    effect: 'no-alarm',
    windows,
  }));
}

interface Asked {
  /** Secret questions to bots so far. */
  secret: number;
}

/** Takes chips by its seat's number and lets them lie; says `use` to tools. `thinks`: answers with a promise. */
function bot(asked: Asked, use: Action, thinks: boolean): Agent<GangView> {
  return {
    name: 'bot',
    open: (_config, seat) => ({
      act: (view, legal) => {
        let act = legal.includes(KEEP) ? KEEP : legal.at(seat % legal.length);
        if (view.asked(PROMPT_SECRET) === 1) {
          asked.secret++;
          act = legal.includes(use) ? use : legal.at(0);
        }
        return thinks ? Promise.resolve(act) : act;
      },
    }),
  };
}

/** A person who takes what is free, says ready, and uses no tool. */
function person({ legal }: PersonTurn): string | undefined {
  if (legal.includes('no')) return 'no';
  if (legal.includes('keep')) return 'keep';
  return legal.find((act) => act.endsWith('from centre')) ?? legal.find((act) => act === 'not now') ?? legal[0];
}

interface Seen {
  readonly asked: number;
  /** Everything that the person and somebody who watches were told, with the milliseconds at which they were. */
  readonly told: string[];
}

/** What is seen of a heist, and when, at a table with these tools. */
async function watchHeist(tools: unknown, options: { use?: Action; thinks?: boolean } = {}): Promise<Seen> {
  const asked: Asked = { secret: 0 };
  const clock = new VirtualClock();
  const bots = Array.from({ length: 3 }, () => bot(asked, options.use ?? NO, options.thinks === true));
  // The person has a tool that both tables share.
  const config = { tools, active: ['night-vision'], length: 'heist' };
  const table = createTable({ seed: 5, seats: [person, ...bots], config, clock, pace: 'normal' });
  const told: string[] = [];
  const note = (what: unknown): void => void told.push(`${clock.now().toFixed(3)} ${JSON.stringify(what)}`);
  table.watch(0, note, () => note('changed'));
  table.watch(null, note, () => note('changed'));
  const played = table.play();
  await new Promise((resolve) => setImmediate(resolve));
  for (let second = 0; second < 600 && !table.over; second++) await clock.advance(1000);
  expect(table.over).toBe(true);
  await played;
  return { asked: asked.secret, told };
}

describe('time tells nothing of secret tools (R-SILENT)', () => {
  test.each([{ thinks: false }, { thinks: true }])(
    'tables that differ only in tools that nobody uses give the same messages at the same times: $thinks',
    async ({ thinks }) => {
      const early = await watchHeist(toolCards([1, 2, 3, 4, 5]), { thinks });
      const late = await watchHeist(toolCards([5]), { thinks });
      expect(early.asked).toBeGreaterThan(late.asked);
      expect(early.told.length).toBeGreaterThan(20);
      expect(early.told).toEqual(late.told);
    },
  );

  test('a tool that is used is seen at once', async () => {
    const unused = await watchHeist(toolCards([3]));
    const used = await watchHeist(toolCards([3]), { use: YES });
    const first = used.told.findIndex((line) => line.includes('"type":"toolUsed"'));
    expect(first).toBeGreaterThan(0);
    expect(used.told.slice(0, first)).toEqual(unused.told.slice(0, first));
  });
});
