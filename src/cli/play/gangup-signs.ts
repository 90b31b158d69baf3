import {
  ABILITIES_MAX,
  ACTION,
  type Cards,
  CRIME,
  CRIME_TYPES,
  GANGSTER,
  type GangupConfig,
  ICONS,
  type LegendData,
  legendsOf,
  readPacks,
  SHIPPED,
} from '../../gangup/index.js';

/** A line of the legend. */
export interface SignLine {
  readonly sign: string;
  readonly means: string;
}

/** The icons of a table's cards: those of the icon card in its packs, or of the shipped one. */
export class Signs {
  readonly legend: readonly SignLine[];
  private readonly byName: ReadonlyMap<string, string>;

  constructor(config: GangupConfig) {
    const read = (sources: readonly unknown[]): readonly LegendData[] => {
      const packs = readPacks(sources);
      return packs.ok ? legendsOf(packs.value) : [];
    };
    const own = read(config.packs);
    const signs = (own.length > 0 ? own : read([SHIPPED])).flatMap((card) => card.signs);
    this.byName = new Map(signs.map(({ of, sign }) => [of, sign]));
    this.legend = [...signs, { sign: HAT, means: 'a gangster; with a number, one whose manpower is not 1' }];
  }

  /** The icons of a card: what an influence or an action does, a crime's type, a gangster's hat. */
  of(cards: Cards, card: number): string {
    if (cards.kind[card] === CRIME) return this.byName.get(CRIME_TYPES[cards.crimeType[card]!]!) ?? '';
    let icons = cards.icons[card]!;
    for (let place = 0; place < ABILITIES_MAX; place++) {
      const ability = cards.ability(card, place);
      if (ability?.type === ACTION) icons |= ability.icons;
    }
    const signs = ICONS.filter((_, i) => (icons >> i) & 1).map((name) => this.byName.get(name) ?? '');
    if (cards.kind[card] !== GANGSTER) return signs.join('');
    const manpower = cards.manpower[card]!;
    return `${HAT}${manpower === 1 ? '' : manpower}${signs.join('')}`;
  }

  /** What playing the card or using its action costs in cards: `−2`, or ''. */
  cost(cards: Cards, card: number): string {
    for (let place = 0; place < ABILITIES_MAX; place++) {
      const cost = cards.ability(card, place)?.cost ?? 0;
      if (cost > 0) return `${this.byName.get('cost') ?? '−'}${cost}`;
    }
    return '';
  }
}

const HAT = '♟';
