import { BadInputError } from '../core/errors.js';
import { formatInputError, inputError } from '../core/result.js';
import { buildCards, type CardData, cardText, packJsonSchema, readPackFile, readPacks } from '../gangup/index.js';

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
    const notes = pack.value.cards.flatMap((card) => {
      if (card.unimplemented)
        return [`${card.id} is unimplemented: it does nothing, and the pack can't be trained with`];
      return card.text === cardText(card) ? [] : [`${card.id}: the data says "${cardText(card)}"`];
    });
    return { file, cards: pack.value.cards.length, errors: built.ok ? [] : built.error.map(formatInputError), notes };
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

export function allCards(sources: readonly string[]): CardData[] {
  const packs = readPacks(sources);
  if (!packs.ok) throw new BadInputError(packs.error[0]!);
  return packs.value.flatMap(({ pack }) => pack.cards);
}

export function findCards(sources: readonly string[], names: readonly string[]): CardData[] {
  const cards = allCards(sources);
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

export function listLines(cards: readonly CardData[]): string[] {
  return cards.map((card) => {
    const copies = card.copies === 1 ? '' : ` ×${card.copies}`;
    return `${card.kind.padEnd(9)}  ${(card.name + copies).padEnd(26)}  ${headline(card)}${card.text === '' ? '' : `. ${card.text}`}`;
  });
}

export function showLines(cards: readonly CardData[]): string[] {
  return cards.flatMap((card) => [
    `${card.name} (${card.kind}, ${card.set}, ${card.source})`,
    `  ${headline(card)}`,
    ...(card.text === '' ? [] : [`  ${card.text}`]),
    ...(card.printed ? [`  As printed: ${card.printed}`] : []),
    ...JSON.stringify(card, null, 2)
      .split('\n')
      .map((line) => `  ${line}`),
    '',
  ]);
}
