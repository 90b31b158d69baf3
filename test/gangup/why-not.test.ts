import { describe, expect, test } from 'vitest';
import type { Action } from '../../src/core/game.js';
import {
  ABILITIES_MAX,
  action,
  DO,
  GANGSTER,
  type GangupState,
  type GangupView,
  gangup,
  INFO,
  PLAYS_MAX,
  whyNot,
  whyNotAction,
  whyNotCard,
} from '../../src/gangup/index.js';
import { reproducibly } from '../support/statistics.js';
import { type Arrangement, Scene } from './scene.js';
import { configOf, OPTIONS, playRandom } from './support.js';

/** Everything that a seat might wish to play, place, trade or use, possible or not. */
function wishes(view: GangupView): Action[] {
  const { cards } = view;
  const all: Action[] = [];
  for (const card of new Set(view.hand.subarray(0, view.handCount[view.seat]!))) {
    all.push(action(DO.play, card), action(DO.place, card));
    for (const jailed of new Set(view.jail.subarray(0, view.info[INFO.jailed]!))) {
      all.push(action(DO.snitch, card, jailed));
    }
  }
  for (let place = 0; place < ABILITIES_MAX; place++) {
    for (let slot = 0; slot < view.slots; slot++) {
      const card = view.slotCard[slot]!;
      if (card >= 0) all.push(action(DO.act, card, slot * ABILITIES_MAX + place));
    }
    for (const card of [...view.leader, ...cards.locations]) if (card >= 0) all.push(action(DO.act, card, place));
  }
  return all;
}

describe('a reason is given if and only if the action is not legal', () => {
  test.each(OPTIONS.map((options, i) => [i, options] as const))('options %i', (i, options) => {
    const config = configOf({ players: 2 + (i % 4), ...options });
    const view = gangup.createView(config);
    let [reasons, legals] = [0, 0];
    for (let seed = 0; seed < 2; seed++) {
      reproducibly(`options ${i}, seed ${seed}`, () => {
        playRandom(config, seed, (state, legal, step) => {
          const asked = state.info[INFO.promptSeat]!;
          gangup.view(state, asked, view);
          for (const wish of wishes(view)) {
            const refusal = whyNot(view, wish);
            if (legal.includes(wish) !== (refusal === null)) {
              expect.fail(`${gangup.formatAction(view, wish)} at step ${step}: ${refusal?.text ?? 'no reason'}`);
            }
            if (refusal === null) legals++;
            else reasons++;
          }
          gangup.view(state, (asked + 1) % state.seats, view);
          if (wishes(view).some((wish) => whyNot(view, wish) === null)) expect.fail(`not asked, at step ${step}`);
        });
      });
    }
    expect(reasons).toBeGreaterThan(500);
    expect(legals).toBeGreaterThan(100);
  });
});

function viewOf(state: GangupState, seat: number): GangupView {
  const view = gangup.createView(state.config);
  gangup.view(state, seat, view);
  return view;
}

/** The code and the words of the reason why `seat` can't play, place or use the named card. */
function reason(scene: Scene, seat: number, id: string): string {
  const view = viewOf(scene.state, seat);
  const card = view.cards.data.findIndex((data) => data.id === id);
  const slot = view.slotCard.indexOf(card);
  const held = view.hand.includes(card);
  const use = action(DO.act, card, view.cards.kind[card] === GANGSTER ? Math.max(0, slot) * ABILITIES_MAX : 0);
  const refusal = held || slot < 0 ? whyNotCard(view, card) : whyNot(view, use);
  return refusal === null ? 'legal' : `${refusal.code}: ${refusal.text}`;
}

describe('each reason in words', () => {
  const at = (a: Arrangement, input: object = {}): Scene => new Scene(input, a);
  const HEIST: Arrangement = { crimes: ['corner-store-stickup'], tables: [['two-penny-tom'], ['milkbottle-meg']] };

  test('status', () => {
    const s = at({ hands: [['cement-shoes', 'iron-ike', 'lucky-break']], tables: [[], ['red']], status: [3, 5] });
    expect(reason(s, 0, 'iron-ike')).toMatch(/^status: needs \d+ status, you have 3$/);
    expect(reason(s, 0, 'cement-shoes')).toMatch(/^status: needs \d+ status, you have 3$/);
  });

  test('status as cards on the table change it', () => {
    const s = at({ hands: [['cement-shoes', 'lucky-break']], tables: [['lady-lockwood'], ['red']], status: [11, 5] });
    expect(reason(s, 0, 'cement-shoes')).toBe('legal');
    s.state.status[0] = 2;
    expect(reason(s, 0, 'cement-shoes')).toMatch(/^status: needs \d+ status, you have 2$/);
  });

  test('a question that is to be answered first', () => {
    const s = at({ ...HEIST, hands: [['lucky-break']] });
    s.do('done').until('0 third').do('crime');
    expect(s.prompt).toBe('0 rumor');
    expect(reason(s, 0, 'lucky-break')).toBe('prompt: first answer what you are asked');
  });

  test('window', () => {
    const s = at({ hands: [['last-supper', 'not-so-fast', 'traffic-jam']], status: [15, 5] });
    expect(reason(s, 0, 'last-supper')).toBe('window: only after a crime');
    expect(reason(s, 0, 'traffic-jam')).toBe('window: only while a crime is in progress');
    expect(reason(s, 0, 'not-so-fast')).toBe('window: only as an answer to a play');
  });

  test('window and icon of an answer', () => {
    const hands = [['lucky-break'], ['bulletproof-vest', 'not-so-fast', 'lucky-break']];
    const s = at({ hands }).do('play lucky-break');
    expect(s.prompt).toBe('1 answer');
    expect(reason(s, 1, 'not-so-fast')).toBe('legal');
    expect(reason(s, 1, 'bulletproof-vest')).toBe('icon: it cancels only what has the icon kill');
    expect(reason(s, 1, 'lucky-break')).toBe(
      'window: now there is only time for Cancels that answer the last play (R-CANCEL)',
    );
    expect(reason(s, 0, 'not-so-fast')).toBe('elsewhere: it is not in your hand');
  });

  test('window after a crime', () => {
    const hands = [['last-supper', 'lucky-break']];
    const s = at({ ...HEIST, hands, status: [9, 5] })
      .do('done')
      .until('0 third')
      .do('crime', 'yes')
      .until('0 organize');
    s.do('commit two-penny-tom', 'call for help', 'bid 1', 'ally 1').until('0 priority');
    while (s.state.info[INFO.crimeStage] === 3) s.do('pass');
    expect(s.prompt).toBe('0 priority');
    expect(reason(s, 0, 'last-supper')).toBe('legal');
    expect(reason(s, 0, 'lucky-break')).toBe('window: now there is only time for cards that are played after a crime');
  });

  test('placing is for the own gangster phase, and gangsters are not played', () => {
    const s = at({ hands: [['pick-a-pocket', 'bum-barry'], ['red']] });
    expect(reason(s, 1, 'red')).toBe('window: gangsters are placed in your own gangster phase');
    const view = viewOf(s.state, 0);
    const card = (id: string): number => view.cards.data.findIndex((data) => data.id === id);
    expect(whyNot(view, action(DO.place, card('pick-a-pocket')))?.text).toBe('an influence is played, not placed');
    expect(whyNot(view, action(DO.play, card('bum-barry')))?.text).toBe('gangsters are placed, not played');
    expect(() => whyNot(view, action(DO.pass))).toThrow(RangeError);
    s.do('done').until('0 third');
    expect(reason(s, 0, 'bum-barry')).toBe('window: your gangster phase is over, or has not begun');
  });

  test('unasked', () => {
    const s = at({ hands: [['old-friends', 'lucky-break'], ['lucky-break']] });
    expect(reason(s, 1, 'lucky-break')).toBe('unasked: it is not your turn to speak');
  });

  test('choosing: a play is being put together', () => {
    const tables = [[], ['red', 'bum-barry']];
    const s = at({ hands: [['cement-shoes', 'lucky-break']], tables, status: [9, 9] }).do('play cement-shoes');
    expect(reason(s, 0, 'lucky-break')).toMatch(/^choosing: first finish, or take back, the play/);
  });

  test('organizing: only what adds manpower', () => {
    const s = at({ ...HEIST, hands: [['lucky-break', 'extra-muscle', 'traffic-jam']], status: [9, 5] });
    s.do('done').until('0 third').do('crime', 'yes').until('0 organize');
    expect(reason(s, 0, 'extra-muscle')).toBe('legal');
    expect(reason(s, 0, 'lucky-break')).toBe(
      'organizing: while a crime is organized only cards that add manpower or make gangsters join (R-4B)',
    );
  });

  test('cost', () => {
    const s = at({ hands: [['lucky-break']], tables: [['the-accountant', 'pawnshop-paula']], status: [9, 5] });
    expect(reason(s, 0, 'the-accountant')).toBe('cost: costs 3 cards, you hold 1');
    expect(reason(s, 0, 'pawnshop-paula')).toBe('cost: costs 2 cards, you hold 1');
  });

  test('a condition', () => {
    const s = at({ hands: [['dirty-laundry', 'lucky-break']], status: [9, 5] });
    expect(reason(s, 0, 'dirty-laundry')).toBe('when: only if not (you are of highest status)');
  });

  test('no target: nobody in jail, no discards, no crime, nobody of the kind', () => {
    const hands = [['prison-break', 'old-friends', 'cement-shoes', 'lucky-break', 'lucky-break']];
    const s = at({ hands, tables: [['breakout-ben']], status: [9, 5] });
    expect(reason(s, 0, 'prison-break')).toBe('target: no target: nobody is in jail');
    expect(reason(s, 0, 'breakout-ben')).toBe('target: no target: nobody is in jail');
    expect(reason(s, 0, 'old-friends')).toBe('target: no target: the resource discard pile is empty');
    expect(reason(s, 0, 'cement-shoes')).toBe('target: no target: it needs a gangster of another player');
  });

  test('fuel: all plays of the turn are made', () => {
    const s = at({ hands: [['lucky-break']] });
    s.state.plays[0] = PLAYS_MAX;
    expect(reason(s, 0, 'lucky-break')).toBe('fuel: you have made all 24 plays of this turn (R-FUEL)');
  });

  test('the owner alone uses most actions; one that is not on the table nobody', () => {
    const s = at({ hands: [['lucky-break', 'lucky-break']], tables: [[], ['lookout-lou']] });
    expect(reason(s, 0, 'lookout-lou')).toBe('owner: only its owner may use it');
    expect(reason(s, 0, 'red')).toBe('elsewhere: it is not in your hand');
    const view = viewOf(s.state, 0);
    const red = view.cards.data.findIndex((data) => data.id === 'red');
    expect(whyNot(view, action(DO.act, red))?.text).toBe('it is not on the table');
    const lou = view.cards.data.findIndex((data) => data.id === 'lookout-lou');
    const place = view.slotCard.indexOf(lou) * ABILITIES_MAX + 1;
    expect(whyNot(view, action(DO.act, lou, place))?.text).toBe('it has no such action');
  });

  test('a card on the table is asked about for its action', () => {
    const s = at({ hands: [['lucky-break'], ['red']], tables: [['two-penny-tom'], ['easy-jenny', 'lookout-lou']] });
    const asked = (id: string): string | null | undefined => {
      const refusal = whyNotAction(
        viewOf(s.state, 0),
        s.state.cards.data.findIndex((data) => data.id === id),
      );
      return refusal && `${refusal.code}: ${refusal.text}`;
    };
    // Anybody may use her.
    expect(asked('easy-jenny')).toBeNull();
    expect(asked('lookout-lou')).toBeUndefined();
    expect(asked('two-penny-tom')).toBeUndefined();
    expect(asked('red')).toBeUndefined();
    const own = at({ hands: [['lucky-break']], tables: [['red', 'breakout-ben']] });
    const mine = (id: string): string | undefined =>
      whyNotAction(
        viewOf(own.state, 0),
        own.state.cards.data.findIndex((data) => data.id === id),
      )?.text;
    expect(mine('red')).toBe('only while a crime is in progress');
    expect(mine('breakout-ben')).toBe('costs 2 cards, you hold 1');
  });

  test('a Snitch-switch: once a turn, for a lower number', () => {
    const s = at({ hands: [['bum-barry', 'iron-ike']], jail: ['red', 'two-penny-tom'] });
    const card = (id: string): number => s.state.cards.data.findIndex((data) => data.id === id);
    const snitch = (own: string, jailed: string): string | undefined =>
      whyNot(viewOf(s.state, 0), action(DO.snitch, card(own), card(jailed)))?.text;
    expect(snitch('bum-barry', 'red')).toMatch(/^Red has \d+, not less than \d+$/);
    expect(snitch('bum-barry', 'slim-jim')).toBe('nobody of that name is in jail');
    expect(snitch('bum-barry', 'two-penny-tom')).toBeUndefined();
    s.do('snitch bum-barry for two-penny-tom');
    expect(snitch('iron-ike', 'red')).toBe('there is one Snitch-switch a turn, and you have made it');
  });

  test('an action that costs no card is used once a turn', () => {
    const free = { packs: ['shipped', FREE_PACK] };
    const s = at({ tables: [['free-fred']], hands: [['lucky-break']] }, free);
    expect(reason(s, 0, 'free-fred')).toBe('legal');
    s.do('use free-fred');
    expect(reason(s, 0, 'free-fred')).toBe(
      'used: it costs no card, so it is used once a turn (R-FUEL), and it was used',
    );
  });

  test('a card that is not implemented', () => {
    const s = at({ hands: [['blank-face', 'lucky-break']] }, { packs: ['shipped', FREE_PACK] });
    expect(reason(s, 0, 'blank-face')).toBe('unimplemented: this card does nothing: its effect is not implemented');
  });

  test('after the end', () => {
    const s = at({ hands: [['lucky-break', 'red']] });
    s.state.info[INFO.over] = 1;
    expect(reason(s, 0, 'lucky-break')).toBe('over: the game is over');
    expect(reason(s, 0, 'red')).toBe('over: the game is over');
  });
});

const FREE_PACK = {
  format: 'hench-gangup-pack',
  version: 1,
  name: 'free things',
  cards: [
    {
      kind: 'gangster',
      id: 'free-fred',
      name: 'Free Fred',
      source: 'house',
      status: 0,
      gender: 'male',
      copies: 2,
      text: 'Once a turn: Draw 1 resource card.',
      abilities: [{ type: 'action', do: [{ op: 'draw', who: 'user', n: 1 }] }],
    },
    {
      kind: 'influence',
      id: 'blank-face',
      name: 'Blank Face',
      source: 'house',
      status: 0,
      text: 'Not implemented: this card does nothing.',
      unimplemented: true,
    },
  ],
};

test('of gangsters that are just alike one action is listed, and the other says which', () => {
  const s = new Scene(
    { packs: ['shipped', FREE_PACK] },
    { tables: [['free-fred', 'free-fred']], hands: [['lucky-break']] },
  );
  const fred = s.state.cards.data.findIndex((data) => data.id === 'free-fred');
  const view = viewOf(s.state, 0);
  expect(whyNot(view, action(DO.act, fred, 0))).toBeNull();
  expect(whyNot(view, action(DO.act, fred, ABILITIES_MAX))?.text).toBe('the one in place #0 is just like it (R-SAME)');
});
