import { describe, expect } from 'vitest';
import {
  aim,
  CARDS,
  cardOf,
  crewFor,
  crime,
  gains,
  kept,
  offered,
  outcomeOf,
  PURSE,
  plainCrime,
  RICH,
  specs,
  TWO,
  turn,
  value,
} from './spec.js';

const { spec, everyCardHasOne } = specs('gangster');
const reward = plainCrime().reward;
const paid = (id: string): { hands: string[][] } => ({ hands: [PURSE.slice(0, value(id, 'cost'))] });
const poor = (id: string): { hands: string[][] } => ({ hands: [PURSE.slice(0, value(id, 'cost') - 1)] });

/** What a gangster counts at a plain crime of that type, beside a helper without traits. */
function strength(id: string, type: string): number {
  const helper = id === 'two-penny-tom' ? 'milkbottle-meg' : 'two-penny-tom';
  const { id: plain } = plainCrime(type);
  return outcomeOf(crime({}, plain, [id, helper])).manpower - (crewFor(plain, [id, helper]).length - 1);
}

describe('without text', () => {
  for (const id of ['two-penny-tom', 'milkbottle-meg', 'boxcar-bella']) {
    spec(id, () => {
      const card = cardOf(id);
      expect(strength(id, 'fraud')).toBe(0 + (card.kind === 'gangster' ? card.manpower : 0));
      expect(offered(turn({ tables: [[id]], hands: [['iron-ike', 'broker-bruce']] }), 'use')).toEqual([]);
    });
  }
});

describe('traits', () => {
  const TYPES = {
    'sparky-sue': 'fraud',
    'knuckles-nolan': 'robbery',
    'card-sharp-cleo': 'gambling',
    'dockside-dan': 'trafficking',
  };
  for (const [id, own] of Object.entries(TYPES)) {
    spec(id, () => {
      for (const type of Object.values(TYPES)) {
        expect(strength(id, type), type).toBe(1 + (type === own ? value(id, 'amount') : 0));
      }
    });
  }

  spec('don-castellano', () => {
    const amount = value('don-castellano', 'amount');
    const fraud = plainCrime('fraud').id;
    const there = crewFor(fraud, ['don-castellano', ...TWO]).length;
    expect(outcomeOf(crime({}, fraud, ['don-castellano', ...TWO])).manpower).toBe(there * (1 + amount));
    // At home he strengthens nobody.
    expect(outcomeOf(crime({ tables: [['don-castellano']] }, fraud)).manpower).toBe(crewFor(fraud, TWO).length);
  });

  spec('slim-jim', () => {
    const scene = crime({ hands: [[], ['caught-red-handed']] }, plainCrime().id, ['slim-jim', ...TWO]);
    scene.do('play caught-red-handed');
    expect(offered(scene, 'choose').map((text) => text.split(' ')[1])).toEqual(expect.arrayContaining(TWO));
    expect(offered(scene, 'choose slim-jim')).toEqual([]);
  });

  spec('iron-ike', () => {
    const scene = turn({ hands: [['cement-shoes']], tables: [[], ['iron-ike', ...TWO]] }).do('play cement-shoes');
    expect(offered(scene, 'choose').length).toBe(2);
    expect(offered(scene, 'choose iron-ike')).toEqual([]);
  });

  spec('mama-bruno', () => {
    expect(offered(turn({ hands: [['better-offer']], tables: [[], ['mama-bruno', ...TWO]] }), 'play')).toEqual([]);
    expect(offered(turn({ hands: [['better-offer']], tables: [['mama-bruno'], TWO] }), 'play').length).toBe(1);
  });

  spec('lady-lockwood', () => {
    const amount = value('lady-lockwood', 'amount');
    const need = (cardOf('hired-guns') as { status: number }).status;
    const status = [30, need + amount, 30];
    const helped = crime({ hands: [[], ['hired-guns']], tables: [[], []], status });
    expect(helped.types()).toContain('outcome');
    // Her number is above that status: only the modifier matters here, so she is put there after the fact.
    const scene = crime({ hands: [[], ['hired-guns']], tables: [[], ['lady-lockwood']], status });
    expect(offered(scene, 'play')).toEqual(['play hired-guns']);
  });

  spec('broker-bruce', () => {
    const more = value('broker-bruce', 'amount');
    const fraud = plainCrime('fraud');
    expect(gains(crime({ tables: [['broker-bruce']] }, fraud.id))).toEqual([fraud.reward + more, 0, 0]);
    const robbery = plainCrime('robbery');
    expect(gains(crime({ tables: [['broker-bruce']] }, robbery.id))).toEqual([robbery.reward, 0, 0]);
    expect(gains(crime({ tables: [[], ['broker-bruce']] }, fraud.id))).toEqual([fraud.reward, 0, 0]);
  });

  spec('chauffeur-charles', () => {
    const there = outcomeOf(crime({}, plainCrime().id, ['chauffeur-charles', ...TWO]));
    expect(there.requirement).toBe(2 + value('chauffeur-charles', 'amount'));
    expect(outcomeOf(crime({ tables: [['chauffeur-charles']] })).requirement).toBe(2);
  });

  spec('stylish-simone', () => {
    const more = value('stylish-simone', 'amount');
    expect([kept({}), kept({ tables: [['stylish-simone']] })]).toEqual([8, Math.min(10, 8 + more)]);
    expect(kept({ tables: [[], ['stylish-simone']] })).toBe(8);
  });
});

describe('triggers', () => {
  spec('bum-barry', () => {
    const scene = turn({ hands: [['bum-barry', 'iron-ike']], pile: ['red'] }).do('place bum-barry');
    expect(scene.hand(0)).toContain('red');
    const other = turn({ hands: [['iron-ike', 'slim-jim']], tables: [['bum-barry']], pile: ['red'] }).do(
      'place slim-jim',
    );
    expect(other.hand(0)).toEqual(['iron-ike']);
  });

  spec('fingers-fiona', () => {
    const amount = value('fingers-fiona', 'amount');
    const fiona = (status: readonly number[]) => crime({ status }, plainCrime().id, ['fingers-fiona', ...TWO]);
    // From the one in front, whom its player chooses where several are.
    const tied = [20, 30, 30];
    expect(fiona(tied).prompt).toBe('0 pick');
    expect(gains(fiona(tied).do('choose seat 2'), tied)).toEqual([reward + amount, 0, -amount]);
    const behind = [20, 25, 30];
    expect(gains(fiona(behind), behind)).toEqual([reward + amount, 0, -amount]);
    // Who is in front takes nothing.
    expect(gains(fiona(RICH))).toEqual([reward, 0, 0]);
    const away = crime({ status: behind, tables: [['fingers-fiona']] });
    expect(gains(away, behind)).toEqual([reward, 0, 0]);
  });

  spec('loudmouth-lenny', () => {
    const scene = crime({ hands: [['iron-ike', 'red'], ['caught-red-handed']] }, plainCrime().id, [
      'loudmouth-lenny',
      ...TWO,
    ]);
    aim(scene.do('play caught-red-handed'), 'loudmouth-lenny');
    expect(scene.prompt).toBe('0 discardPick');
    const other = crime({ hands: [['iron-ike', 'red'], ['caught-red-handed']], tables: [['loudmouth-lenny']] });
    aim(other.do('play caught-red-handed'), 'two-penny-tom');
    expect(other.prompt).not.toBe('0 discardPick');
  });

  spec('lucky-lola', () => {
    const drawn = (type: string, seat: number): number => {
      const tables: string[][] = [[], [], []];
      tables[seat]!.push('lucky-lola');
      return crime({ tables }, plainCrime(type).id).events.filter((e) => e.type === 'trigger').length;
    };
    expect([drawn('gambling', 0), drawn('gambling', 1), drawn('robbery', 0)]).toEqual([1, 0, 0]);
  });

  spec('doc-mercy', () => {
    const arrange = (owner: number): Parameters<typeof turn>[0] => ({
      hands: [['cement-shoes'], ['iron-ike']],
      tables: [[], ['two-penny-tom'], []].map((gang, s) => (s === owner ? [...gang, 'doc-mercy'] : gang)),
    });
    const scene = turn(arrange(1)).do('play cement-shoes', 'choose two-penny-tom');
    expect(scene.prompt).toBe('1 may');
    scene.do('yes');
    expect(scene.pile('discard')).toContain('iron-ike');
    expect(scene.hand(1).length).toBe(value('doc-mercy', 'n') + 1);
    const other = turn(arrange(2)).do('play cement-shoes', 'choose two-penny-tom');
    expect(other.prompt).not.toContain('may');
  });
});

describe('actions', () => {
  spec('breakout-ben', () => {
    const arrange = { tables: [['breakout-ben']], jail: ['red', 'slim-jim'] };
    const scene = turn({ ...arrange, ...paid('breakout-ben') }).do('use breakout-ben', 'choose card red');
    expect([scene.hand(0), scene.pile('jail')]).toEqual([['red'], ['slim-jim']]);
    expect(offered(turn({ ...arrange, ...poor('breakout-ben') }), 'use')).toEqual([]);
    expect(offered(turn({ tables: [['breakout-ben']], ...paid('breakout-ben') }), 'use')).toEqual([]);
  });

  spec('snakey-pete', () => {
    const hands = [[], PURSE.slice(0, value('snakey-pete', 'cost'))];
    const scene = crime({ hands, tables: [[], ['snakey-pete']] }).do('use snakey-pete', 'choose two-penny-tom');
    expect(scene.pile('jail')).toEqual(['two-penny-tom']);
    expect(offered(turn({ ...paid('snakey-pete'), tables: [['snakey-pete'], TWO] }), 'use')).toEqual([]);
  });

  spec('switchblade-stella', () => {
    const hands = [[], PURSE.slice(0, value('switchblade-stella', 'cost'))];
    const scene = crime({ hands, tables: [[], ['switchblade-stella']] }).do(
      'use switchblade-stella',
      'choose two-penny-tom',
    );
    expect(scene.pile('discard')).toContain('two-penny-tom');
    expect(offered(turn({ ...paid('switchblade-stella'), tables: [['switchblade-stella'], TWO] }), 'use')).toEqual([]);
  });

  spec('red', () => {
    const hands = [PURSE.slice(0, value('red', 'cost'))];
    const scene = crime({ hands, tables: [['red'], ['slim-jim']] }).do('use red');
    expect(outcomeOf(scene).manpower).toBe(3);
    expect(gains(scene)).toEqual([reward, 0, 0]);
    expect(offered(turn({ ...paid('red'), tables: [['red'], TWO] }), 'use')).toEqual([]);
  });

  spec('easy-jenny', () => {
    const hands = [PURSE.slice(0, value('easy-jenny', 'cost'))];
    expect(
      turn({ hands, tables: [[], ['easy-jenny']] })
        .do('use easy-jenny')
        .gang(0),
    ).toEqual(['easy-jenny']);
    expect(offered(turn({ hands, tables: [['easy-jenny']] }), 'use')).toEqual([]);
    expect(offered(turn({ hands, tables: [[], ['easy-jenny']], status: [2, 30, 30] }), 'use')).toEqual([]);
    // A mother keeps her gang together, Jenny too.
    expect(offered(turn({ hands, tables: [[], ['easy-jenny', 'mama-bruno']] }), 'use')).toEqual([]);
  });

  spec('lookout-lou', () => {
    const scene = turn({ ...paid('lookout-lou'), tables: [['lookout-lou']] }).do('use lookout-lou');
    expect(scene.prompt).toBe('0 peek');
    expect(offered(turn({ tables: [['lookout-lou']] }), 'use')).toEqual([]);
  });

  spec('whistling-walt', () => {
    const hands = [PURSE.slice(0, value('whistling-walt', 'cost'))];
    const scene = crime({ hands }, plainCrime().id, ['whistling-walt', ...TWO]).do('use whistling-walt');
    expect(outcomeOf(scene).manpower).toBe(2);
    expect(scene.gang(0)).toContain('whistling-walt');
    const home = crime({ hands, tables: [['whistling-walt']] });
    expect(home.types()).toContain('outcome');
  });

  spec('rosie-rumor', () => {
    const hands = [PURSE.slice(0, value('rosie-rumor', 'cost')), ['red']];
    const scene = turn({ hands, tables: [['rosie-rumor']] }).do('use rosie-rumor');
    expect(scene.events).toContainEqual(expect.objectContaining({ type: 'reveal', seat: 1, to: 0b11 }));
    expect(offered(turn({ hands: hands.slice(0, 1), tables: [['rosie-rumor']] }), 'use')).toEqual([]);
  });

  spec('nosy-nell', () => {
    const hands = [PURSE.slice(0, value('nosy-nell', 'cost')), ['red']];
    const scene = turn({ hands, tables: [['nosy-nell']] }).do('use nosy-nell');
    const shown = scene.events.find((e) => e.type === 'reveal');
    expect(shown).toMatchObject({ seat: 1 });
    expect(shown?.to).toBeUndefined();
    expect(offered(turn({ hands: hands.slice(0, 1), tables: [['nosy-nell']] }), 'use')).toEqual([]);
  });

  spec('quickdraw-quentin', () => {
    const scene = turn({ ...paid('quickdraw-quentin'), tables: [['quickdraw-quentin'], TWO] });
    scene.do('use quickdraw-quentin', 'choose milkbottle-meg');
    expect(scene.gang(1)).toEqual(['two-penny-tom']);
    const most = value('quickdraw-quentin', 'numberMax');
    const proud = CARDS.find((card) => card.kind === 'gangster' && card.status > most)!.id;
    const higher = turn({ ...paid('quickdraw-quentin'), tables: [['quickdraw-quentin'], [proud]] });
    expect(offered(higher, 'use')).toEqual([]);
    expect(offered(turn({ ...poor('quickdraw-quentin'), tables: [['quickdraw-quentin'], TWO] }), 'use')).toEqual([]);
  });

  spec('pawnshop-paula', () => {
    const scene = turn({ ...paid('pawnshop-paula'), tables: [['pawnshop-paula']] }).do('use pawnshop-paula');
    expect(scene.hand(0).length).toBe(value('pawnshop-paula', 'n'));
    expect(offered(turn({ ...poor('pawnshop-paula'), tables: [['pawnshop-paula']] }), 'use')).toEqual([]);
  });

  spec('getaway-greta', () => {
    const hands = [PURSE.slice(0, value('getaway-greta', 'cost'))];
    const scene = crime({ hands, tables: [['slim-jim']] }, plainCrime().id, ['getaway-greta', ...TWO]);
    expect(outcomeOf(scene.do('use getaway-greta')).manpower).toBe(4);
    const guest = crime({ hands: [[], PURSE.slice(0, 1)], tables: [[], ['getaway-greta', 'slim-jim']] }).do(
      'use getaway-greta',
      'choose slim-jim',
    );
    expect(outcomeOf(guest).manpower).toBe(3);
    expect(gains(guest)).toEqual([reward, 0, 0]);
    expect(offered(turn({ hands, tables: [['getaway-greta']] }), 'use')).toEqual([]);
  });

  spec('judge-harlan', () => {
    const hands = [['cement-shoes'], PURSE.slice(0, value('judge-harlan', 'cost'))];
    const scene = turn({ hands, tables: [[], ['judge-harlan', 'red']] }).do('play cement-shoes', 'choose red');
    expect(scene.prompt).toBe('1 answer');
    scene.do('use judge-harlan');
    expect([scene.gang(1), scene.hand(1)]).toEqual([['judge-harlan', 'red'], []]);
    // Only jail and kill: a draw is not his business.
    const draw = turn({ hands: [['lucky-break'], hands[1]!], tables: [[], ['judge-harlan']] }).do('play lucky-break');
    expect(draw.hand(0).length).toBe(value('lucky-break', 'n'));
  });

  spec('the-accountant', () => {
    const scene = turn({ ...paid('the-accountant'), tables: [['the-accountant']] }).do('use the-accountant');
    expect(gains(scene)).toEqual([value('the-accountant', 'amount'), 0, 0]);
    expect(offered(turn({ ...poor('the-accountant'), tables: [['the-accountant']] }), 'use')).toEqual([]);
  });

  spec('silent-sam', () => {
    const scene = turn({ ...paid('silent-sam'), tables: [['silent-sam'], TWO] });
    scene.do('use silent-sam', 'choose two-penny-tom');
    expect([scene.gang(1), scene.hand(1)]).toEqual([['milkbottle-meg'], ['two-penny-tom']]);
    expect(offered(turn({ ...paid('silent-sam'), tables: [['silent-sam']] }), 'use')).toEqual([]);
  });

  spec('velvet-vera', () => {
    const arrange = { ...paid('velvet-vera'), tables: [['velvet-vera'], TWO] };
    expect(turn(arrange).do('use velvet-vera').gang(0)).toEqual(['two-penny-tom', 'velvet-vera']);
    const women = { ...arrange, tables: [['velvet-vera'], ['milkbottle-meg']] };
    expect(offered(turn(women), 'use')).toEqual([]);
  });

  for (const id of ['captain-corrigan', 'dynamite-dora']) {
    spec(id, () => {
      const hands = [[], PURSE.slice(0, value(id, 'cost'))];
      const scene = crime({ hands, tables: [[], [id]] }).do(`use ${id}`);
      expect(outcomeOf(scene).manpower).toBe(2 + value(id, 'amount'));
      expect(offered(turn({ ...paid(id), tables: [[id]] }), 'use')).toEqual([]);
    });
  }

  spec('exit-eddie', () => {
    const scene = turn({ ...paid('exit-eddie'), tables: [['exit-eddie']] }).do('use exit-eddie');
    expect([scene.gang(0), scene.pile('removed')]).toEqual([[], ['exit-eddie']]);
    expect(gains(scene)).toEqual([value('exit-eddie', 'amount'), 0, 0]);
    expect(offered(turn({ ...poor('exit-eddie'), tables: [['exit-eddie']] }), 'use')).toEqual([]);
  });

  spec('big-bad-boris', () => {
    const card = cardOf('big-bad-boris');
    const own = card.kind === 'gangster' ? card.manpower : 0;
    const hands = [PURSE.slice(0, value('big-bad-boris', 'cost'))];
    const scene = crime({ hands }, plainCrime().id, ['big-bad-boris', ...TWO]).do('use big-bad-boris');
    expect(outcomeOf(scene).manpower).toBe(2 + own + value('big-bad-boris', 'amount'));
    expect(crime({ hands, tables: [['big-bad-boris']] }).types()).toContain('outcome');
  });
});

everyCardHasOne();
