import { describe, expect, test } from 'vitest';
import { aim, CARDS, crime, gains, offered, outcomeOf, PURSE, plainCrime, specs, TWO, turn, value } from './spec.js';

const { spec, everyCardHasOne } = specs('influence');
const reward = plainCrime().reward;

describe('influences that may be played any time', () => {
  spec('lucky-break', () => {
    const scene = turn({ hands: [['lucky-break', 'iron-ike']] }).do('play lucky-break');
    expect(scene.hand(0).length).toBe(1 + value('lucky-break', 'n'));
  });

  spec('a-new-leaf', () => {
    const scene = turn({ hands: [['a-new-leaf', ...PURSE]] }).do('play a-new-leaf');
    expect(scene.pile('discard')).toEqual([...PURSE].sort());
    expect(scene.pile('removed')).toEqual(['a-new-leaf']);
    expect(scene.hand(0).length).toBe(6);
  });

  spec('cement-shoes', () => {
    const scene = turn({ hands: [['cement-shoes']], tables: [['slim-jim'], TWO] }).do('play cement-shoes');
    expect(offered(scene, 'choose')).toEqual(['choose two-penny-tom #1', 'choose milkbottle-meg #2']);
    scene.do('choose milkbottle-meg');
    expect([scene.gang(0), scene.gang(1)]).toEqual([['slim-jim'], ['two-penny-tom']]);
    expect(scene.pile('discard')).toContain('milkbottle-meg');
    expect(offered(turn({ hands: [['cement-shoes']], tables: [TWO] }), 'play')).toEqual([]);
  });

  spec('better-offer', () => {
    const scene = turn({ hands: [['better-offer']], tables: [[], TWO] }).do(
      'play better-offer',
      'choose two-penny-tom',
    );
    expect([scene.gang(0), scene.gang(1)]).toEqual([['two-penny-tom'], ['milkbottle-meg']]);
    const most = value('better-offer', 'numberMax');
    const proud = CARDS.find((card) => card.kind === 'gangster' && card.status > most)!.id;
    expect(offered(turn({ hands: [['better-offer']], tables: [[], [proud]] }), 'play')).toEqual([]);
    expect(offered(turn({ hands: [['better-offer']], tables: [TWO] }), 'play')).toEqual([]);
  });

  spec('prison-break', () => {
    const scene = turn({ hands: [['prison-break']], jail: [...TWO, 'red'] }).do('play prison-break');
    scene.do('choose card two-penny-tom', 'choose card milkbottle-meg');
    expect([scene.hand(0), scene.pile('jail')]).toEqual([[...TWO].sort(), ['red']]);
    const one = turn({ hands: [['prison-break']], jail: [...TWO, 'red'] });
    one.do('play prison-break', 'choose card red', 'done');
    expect(one.hand(0)).toEqual(['red']);
    expect(offered(turn({ hands: [['prison-break']] }), 'play')).toEqual([]);
  });

  spec('old-friends', () => {
    const scene = turn({ hands: [['old-friends']], discard: ['red', 'lucky-break', 'slim-jim'] }).do(
      'play old-friends',
    );
    expect(offered(scene, 'choose')).toEqual(['choose card red', 'choose card slim-jim']);
    scene.do('choose card red');
    expect([scene.hand(0), scene.pile('discard')]).toEqual([['red'], ['lucky-break', 'old-friends', 'slim-jim']]);
    expect(offered(turn({ hands: [['old-friends']], discard: ['lucky-break'] }), 'play')).toEqual([]);
  });

  spec('dirty-laundry', () => {
    const amount = value('dirty-laundry', 'amount');
    const status = [20, 25, 25];
    const scene = turn({ hands: [['dirty-laundry']], status }).do('play dirty-laundry', 'choose seat 2');
    expect(gains(scene, status)).toEqual([amount, 0, -amount]);
    expect(offered(turn({ hands: [['dirty-laundry']] }), 'play')).toEqual([]);
  });

  spec('front-page-scandal', () => {
    const amount = value('front-page-scandal', 'amount');
    const scene = turn({ hands: [['front-page-scandal']], status: [20, 25, 24] }).do('play front-page-scandal');
    expect(gains(scene, [20, 25, 24])).toEqual([0, amount, 0]);
    const own = turn({ hands: [['front-page-scandal']], status: [25, 24, 24] }).do('play front-page-scandal');
    expect(gains(own, [25, 24, 24])).toEqual([amount, 0, 0]);
  });

  spec('pick-a-pocket', () => {
    const scene = turn({ hands: [['pick-a-pocket'], ['red']] }).do('play pick-a-pocket');
    expect([scene.hand(0), scene.hand(1)]).toEqual([['red'], []]);
    expect(offered(turn({ hands: [['pick-a-pocket']] }), 'play')).toEqual([]);
  });

  spec('shakedown', () => {
    const scene = turn({
      hands: [
        ['shakedown', 'iron-ike'],
        ['red', 'slim-jim'],
      ],
    }).do('play shakedown');
    expect(offered(scene, 'take')).toEqual(['take red', 'take slim-jim']);
    scene.do('take red');
    expect(offered(scene, 'give')).toEqual(['give red', 'give iron-ike']);
    scene.do('give iron-ike');
    expect([scene.hand(0), scene.hand(1)]).toEqual([['red'], ['iron-ike', 'slim-jim']]);
    expect(offered(turn({ hands: [['shakedown', 'iron-ike']] }), 'play')).toEqual([]);
  });

  spec('police-raid', () => {
    const hands = [['police-raid', 'red'], ['iron-ike', 'slim-jim'], []];
    const scene = turn({ hands }).do('play police-raid');
    expect(scene.prompt).toBe('1 discardPick');
    scene.do('discard slim-jim');
    expect([scene.hand(0), scene.hand(1), scene.hand(2)]).toEqual([['red'], ['iron-ike'], []]);
  });

  spec('safe-house', () => {
    const scene = turn({ hands: [['safe-house', 'lucky-break'], ['cement-shoes']], tables: [TWO, ['red']] });
    scene.do('play safe-house', 'choose two-penny-tom').do('done');
    scene.do('play cement-shoes');
    // Protected, it is no target: the other one is taken without a question.
    expect([scene.gang(0), scene.gang(1)]).toEqual([['two-penny-tom'], ['red']]);
    expect(offered(turn({ hands: [['safe-house']], tables: [[], TWO] }), 'play')).toEqual([]);
  });

  spec('roulette-of-fate', () => {
    const amount = value('roulette-of-fate', 'amount');
    const scene = turn({ hands: [['roulette-of-fate']] }).do('play roulette-of-fate');
    expect(gains(scene).toSorted((a, b) => a - b)).toEqual([amount, 0, 0]);
    expect(gains(scene)[0]).toBe(0);
  });

  spec('second-opinion', () => {
    const arrange = { hands: [['second-opinion', 'iron-ike']], crimes: ['payroll-express', 'moonshine-convoy'] };
    const scene = turn(arrange).do('play second-opinion');
    expect(scene.prompt).toBe('0 may');
    scene.do('yes', 'top moonshine-convoy');
    expect(scene.pile('discard')).toEqual(['iron-ike', 'second-opinion']);
    expect(scene.hand(0).length).toBe(2);
    const { state } = scene;
    expect(state.cards.data[state.crimePile[state.info[25]! - 1]!]!.id).toBe('moonshine-convoy');
    expect(turn(arrange).do('play second-opinion', 'no', 'top payroll-express').hand(0)).toEqual(['iron-ike']);
  });
});

describe('influences for a crime in progress', () => {
  for (const id of ['extra-muscle', 'hired-guns', 'wrong-address', 'traffic-jam']) {
    spec(id, () => {
      const scene = crime({ hands: [[], [id]] }).do(`play ${id}`);
      const manpower = Math.max(0, 2 + value(id, 'amount'));
      expect(outcomeOf(scene)).toEqual({ success: manpower >= 2, manpower, requirement: 2 });
      expect(gains(scene)).toEqual([manpower >= 2 ? reward : -reward, 0, 0]);
      expect(offered(turn({ hands: [[id]], tables: [TWO] }), 'play')).toEqual([]);
    });
  }

  spec('caught-red-handed', () => {
    const scene = crime({ hands: [[], ['caught-red-handed']], tables: [['red'], ['slim-jim']] });
    scene.do('play caught-red-handed');
    expect(offered(scene, 'choose')).toEqual(['choose two-penny-tom #0', 'choose milkbottle-meg #1']);
    aim(scene, 'two-penny-tom');
    expect(scene.pile('jail')).toEqual(['two-penny-tom']);
    expect(outcomeOf(scene).manpower).toBe(1);
  });

  spec('arm-twisting', () => {
    const scene = crime({ hands: [['arm-twisting']], tables: [[], ['slim-jim'], ['red']] });
    scene.do('play arm-twisting', 'choose slim-jim', 'done');
    expect(outcomeOf(scene).manpower).toBe(3);
    expect([scene.gang(1), scene.gang(2)]).toEqual([['slim-jim'], ['red']]);
    expect(gains(scene)).toEqual([reward, 0, 0]);
    const alone = crime({ hands: [['arm-twisting']], tables: [['red']] });
    expect(alone.types()).toContain('outcome');
    expect(alone.hand(0)).toContain('arm-twisting');
  });

  spec('cold-feet', () => {
    const scene = aim(crime({ hands: [[], ['cold-feet']] }).do('play cold-feet'), 'milkbottle-meg');
    expect(outcomeOf(scene)).toEqual({ success: false, manpower: 1, requirement: 2 });
    expect(scene.gang(0)).toEqual([...TWO].sort());
  });

  spec('inside-job', () => {
    const scene = crime({ hands: [[], ['inside-job']] }).do('play inside-job');
    expect(outcomeOf(scene).requirement).toBe(2 + value('inside-job', 'amount'));
  });

  spec('double-or-nothing', () => {
    const more = reward + value('double-or-nothing', 'amount');
    expect(gains(crime({ hands: [['double-or-nothing']] }).do('play double-or-nothing'))).toEqual([more, 0, 0]);
    const fails = crime({ hands: [['double-or-nothing'], ['wrong-address']] }).do('play wrong-address');
    expect(gains(fails.do('play double-or-nothing'))).toEqual([-more, 0, 0]);
  });

  spec('street-sweep', () => {
    const most = value('street-sweep', 'numberMax');
    const proud = CARDS.find(
      (card) => card.kind === 'gangster' && card.status > most && card.abilities.length === 0,
    )!.id;
    const scene = crime({ hands: [[], ['street-sweep']] }, plainCrime().id, [...TWO, proud]).do('play street-sweep');
    expect(scene.pile('jail')).toEqual([...TWO].sort());
    expect(scene.gang(0)).toEqual([proud]);
  });

  spec('blame-game', () => {
    const scene = crime({ hands: [[], ['blame-game']] }).do('play blame-game');
    expect(scene.prompt).toBe('0 pick');
    scene.do('choose milkbottle-meg');
    expect(scene.pile('jail')).toEqual(['milkbottle-meg']);
    // The starter takes part, so that it can't blame.
    const own = crime({ hands: [['blame-game']] });
    expect(own.types()).toContain('outcome');
    expect(own.hand(0)).toContain('blame-game');
  });
});

describe('influences that answer', () => {
  const kill = { tables: [['slim-jim'], ['red']] };

  spec('not-so-fast', () => {
    const scene = turn({ ...kill, hands: [['cement-shoes'], ['not-so-fast']] }).do(
      'play cement-shoes',
      'play not-so-fast',
    );
    expect(scene.gang(1)).toEqual(['red']);
    const draw = turn({ hands: [['lucky-break', 'iron-ike'], ['not-so-fast']] }).do(
      'play lucky-break',
      'play not-so-fast',
    );
    expect(draw.hand(0)).toEqual(['iron-ike']);
    expect(offered(turn({ hands: [['not-so-fast']], tables: [TWO] }), 'play')).toEqual([]);
  });

  spec('bulletproof-vest', () => {
    const scene = turn({ ...kill, hands: [['cement-shoes'], ['bulletproof-vest']] });
    expect(scene.do('play cement-shoes', 'play bulletproof-vest').gang(1)).toEqual(['red']);
    const draw = turn({ hands: [['lucky-break', 'iron-ike'], ['bulletproof-vest']] }).do('play lucky-break');
    expect(draw.hand(0).length).toBe(3);
  });

  spec('good-lawyer', () => {
    const scene = turn({ ...kill, hands: [['better-offer'], ['good-lawyer']] });
    expect(scene.do('play better-offer', 'play good-lawyer').gang(1)).toEqual(['red']);
    const arrest = crime({ hands: [['good-lawyer'], ['caught-red-handed']] });
    aim(arrest.do('play caught-red-handed'), 'two-penny-tom').do('play good-lawyer');
    expect(arrest.pile('jail')).toEqual([]);
    expect(
      turn({ ...kill, hands: [['cement-shoes'], ['good-lawyer']] })
        .do('play cement-shoes')
        .gang(1),
    ).toEqual([]);
  });
});

describe('influences for after a crime', () => {
  spec('last-supper', () => {
    const scene = crime({ hands: [['arm-twisting'], ['last-supper']], tables: [[], ['slim-jim', 'red'], []] });
    // Forced during 4C the second gang isn't one of those at the start of 4C.
    scene.do('play arm-twisting', 'choose slim-jim', 'done');
    expect(scene.hand(1)).toContain('last-supper');
    expect(offered(turn({ hands: [['last-supper']], tables: [TWO] }), 'play')).toEqual([]);
  });
});

everyCardHasOne();

describe('cancelled, an influence does nothing, and is discarded', () => {
  const plain = CARDS.filter(
    (card) => card.kind === 'influence' && card.play !== undefined && card.play.window !== 'cancel',
  );
  test.each(plain.map((card) => [card.name, card] as const))('%s', (_name, card) => {
    if (card.kind !== 'influence' || card.play === undefined) throw new Error('no influence');
    const hands = [['not-so-fast'], [card.id, ...PURSE], ['red']];
    const arrange = {
      hands,
      tables: [[], ['slim-jim'], ['sparky-sue']],
      jail: ['fingers-fiona'],
      discard: ['lucky-lola'],
      status: [30, 25, 25],
    };
    const scene = card.play.window === 'any' ? turn({ ...arrange, step: 'gangstersRound' }) : crime(arrange);
    if (card.play.window === 'afterCrime') {
      // Last Supper needs two gangs: nothing to cancel without them.
      expect(scene.hand(1)).toContain(card.id);
      return;
    }
    const shown = (): unknown[] => [
      scene.statuses,
      scene.gang(0),
      scene.gang(1),
      scene.gang(2),
      scene.hand(2),
      scene.pile('jail'),
      scene.manpower,
      scene.requirement,
    ];
    const before = shown();
    scene.do(`play ${card.id}`);
    for (let i = 0; i < 8 && scene.prompt !== '0 answer'; i++) scene.do(scene.legal()[0]!);
    const pass = scene.events.length;
    scene.do('play not-so-fast');
    const told = scene.events.slice(pass).map((e) => e.type);
    expect(scene.events).toContainEqual(expect.objectContaining({ type: 'resolve', cancelled: true }));
    const until = told.indexOf('resolve') + 1;
    for (const type of ['status', 'gangster', 'draw', 'reveal', 'peek', 'total', 'passOn']) {
      expect(told.slice(0, until)).not.toContain(type);
    }
    expect(scene.pile('discard')).toContain(card.id);
    expect(scene.hand(1)).not.toContain(card.id);
    if (card.play.window === 'any') expect(shown()).toEqual(before);
  });
});
