import { BadInputError } from '../core/errors.js';
import { formatInputError, inputError } from '../core/result.js';
import { designPack } from '../gangup/design-pack.js';
import { generatePack } from '../gangup/generate-pack.js';
import {
  blankPack,
  buildCards,
  type CardData,
  cardsBackMax,
  cardText,
  type LegendData,
  legendsOf,
  packJsonSchema,
  readPack,
  readPackFile,
  readPacks,
} from '../gangup/index.js';

/** What `cards check` found in one file. */
export interface PackReport {
  readonly file: string;
  readonly cards: number;
  /** Sentences with card and path, empty when the pack is sound. */
  readonly errors: readonly string[];
  /** Things that play but deserve a look: a text that isn't what the data does, cards that do nothing. */
  readonly notes: readonly string[];
}

export function checkPacks(files: readonly string[]): PackReport[] {
  return files.map((file) => {
    const pack = readPackFile(file);
    if (!pack.ok) return { file, cards: 0, errors: pack.error.map(formatInputError), notes: [] };
    const built = buildCards([{ file, pack: pack.value }]);
    if (!built.ok)
      return { file, cards: pack.value.cards.length, errors: built.error.map(formatInputError), notes: [] };
    const notes = pack.value.cards.flatMap((card) => {
      if (card.unimplemented)
        return [`${card.id} is unimplemented: it does nothing, and the pack can't be trained with`];
      const text = cardText(card);
      const said = card.text === text ? [] : [`${card.id}: its "text" is not what it does, which is "${text}"`];
      return [...said, ...freeActions(card)];
    });
    return { file, cards: pack.value.cards.length, errors: [], notes: [...notes, ...sameNames(pack.value.cards)] };
  });
}

/** Actions that can be repeated without an end, as they give back the cards that they cost. */
function freeActions(card: CardData): string[] {
  const abilities = card.kind === 'influence' || card.kind === 'crime' ? [] : card.abilities;
  return abilities.flatMap((ability) => {
    // R-FUEL: an action without a cost is used once a turn.
    if (ability.type !== 'action' || ability.cost === 0) return [];
    const back = cardsBackMax(ability);
    if (back < ability.cost) return [];
    const most = Number.isFinite(back) ? `up to ${back}` : 'any number of';
    return [
      `${card.id}: its action costs ${ability.cost} and can give back ${most} cards, so it can be used until the plays of a turn are spent (R-FUEL)`,
    ];
  });
}

/** Players tell cards apart by their names. */
function sameNames(cards: readonly CardData[]): string[] {
  return cards.flatMap(({ id, name }, i) => {
    const before = cards.slice(0, i).find((card) => card.name.toLowerCase() === name.toLowerCase());
    return before === undefined
      ? []
      : [`${id}: its name "${name}" is that of ${before.id} too, so that players mix them up`];
  });
}

export function checkLines(reports: readonly PackReport[]): string[] {
  return reports.flatMap((report) => [
    report.errors.length > 0
      ? `${report.file}: ${report.errors.length} ${report.errors.length === 1 ? 'error' : 'errors'}`
      : `${report.file}: ${report.cards} cards, all sound`,
    ...report.errors.map((error) => `  ${error}`),
    ...report.notes.map((note) => `  note: ${note}`),
  ]);
}

export function schema(): object {
  return packJsonSchema();
}

/** A card, or the icon card, a legend that nobody plays. */
export type ShownCard = CardData | LegendData;

function isLegend(card: ShownCard): card is LegendData {
  return 'signs' in card;
}

/** Everything that lies in the box: the cards, then the icon cards. */
export function allShown(sources: readonly string[]): ShownCard[] {
  const packs = readPacks(sources);
  if (!packs.ok) throw new BadInputError(packs.error[0]!);
  return [...packs.value.flatMap(({ pack }) => pack.cards), ...legendsOf(packs.value)];
}

/** The three customizable cards as a pack to fill in, and what to do with it. */
export function template(): { pack: object; advice: string } {
  const advice = [
    'Write this to a file, give the cards names, numbers and effects, and take out "unimplemented" where a card is done;',
    'its "text" is what players read, and check says what it should be.',
    'Then: hench cards check mine.json, and play with --expansion --packs shipped --packs mine.json.',
  ];
  return { pack: blankPack(), advice: advice.join('\n') };
}

/** How the two kinds of made-up packs are made. */
const MAKERS = { design: designPack, generate: generatePack } as const;

/** The first roughly balanced made-up pack from a seed on, each card with its text, and which it is. */
export async function madeUp(how: keyof typeof MAKERS, from: number): Promise<{ pack: object; advice: string }> {
  const { balancedPacks } = await import('../../training/gangup-packs.js');
  const [{ seed, pack }] = balancedPacks(1, from, undefined, MAKERS[how]) as [{ seed: number; pack: object }];
  const passed =
    seed === from ? '' : `: the first from ${from} on that makes games of a sensible length, won by status`;
  const play = 'Write it to a file and play with --packs FILE.';
  return { pack: withTexts(pack), advice: `The pack of seed ${seed}${passed}. ${play}` };
}

/** The pack with what each card does as its text, for whoever plays with it. */
function withTexts(pack: object): object {
  const read = readPack(pack, 'the made-up pack');
  if (!read.ok) throw new Error(read.error[0]!.message);
  const texts = read.value.cards.map(cardText);
  const cards = (pack as { readonly cards: readonly object[] }).cards.map((card, i) => ({ ...card, text: texts[i] }));
  return { ...pack, cards };
}

export function findCards(sources: readonly string[], names: readonly string[]): ShownCard[] {
  const cards = allShown(sources);
  if (names.length === 0) throw new BadInputError(inputError('cli/cards', 'cards show', 'say which card.', 'Name it.'));
  return names.map((name) => {
    const found = cards.find(
      (card) => card.id === name.toLowerCase() || card.name.toLowerCase() === name.toLowerCase(),
    );
    if (found !== undefined) return found;
    throw new BadInputError(inputError('cli/cards', name, 'there is no such card.', 'See hench cards list.'));
  });
}

/** Numbers in one column per kind, then the text. */
function headline(card: CardData): string {
  switch (card.kind) {
    case 'crime':
      return `${card.type}, status ${card.status}, manpower ${card.manpower}, ±${card.reward} status`;
    case 'gangster':
      return `status ${card.status}, ${card.gender}, manpower ${card.manpower}`;
    case 'influence':
      return `status ${card.status}`;
    case 'location':
      return `price ${card.price}`;
    default:
      return 'gang leader';
  }
}

export function listLines(cards: readonly ShownCard[]): string[] {
  return cards.map((card) => {
    if (isLegend(card)) return `legend     ${card.name.padEnd(26)}  what the signs on the cards mean`;
    const copies = card.copies === 1 ? '' : ` ×${card.copies}`;
    return `${card.kind.padEnd(9)}  ${(card.name + copies).padEnd(26)}  ${headline(card)}${card.text === '' ? '' : `. ${card.text}`}`;
  });
}

export function showLines(cards: readonly ShownCard[]): string[] {
  return cards.flatMap((card) => (isLegend(card) ? legendLines(card) : cardLines(card)));
}

function legendLines(legend: LegendData): string[] {
  return [
    `${legend.name} (legend, ${legend.set}, ${legend.source})`,
    ...legend.signs.map(({ sign, of, means }) => `  ${sign}  ${of.padEnd(17)} ${means}`),
    '',
  ];
}

function cardLines(card: CardData): string[] {
  return [
    `${card.name} (${card.kind}, ${card.set}, ${card.source})`,
    `  ${headline(card)}`,
    ...(card.text === '' ? [] : [`  ${card.text}`]),
    ...(card.printed ? [`  As printed: ${card.printed}`] : []),
    ...JSON.stringify(card, null, 2)
      .split('\n')
      .map((line) => `  ${line}`),
    '',
  ];
}
