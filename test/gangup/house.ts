/** Small packs made for a test: the cards that it needs, with crimes and gangsters to fill the piles. */
export function house(...cards: object[]): { packs: object[]; jailStart: 0 } {
  const deed = { type: 'fraud', status: 0, manpower: 1, reward: 1, copies: 9 };
  const extra = { status: 0, gender: 'male', copies: 20 };
  const all = [card('crime', 'deed', deed), card('gangster', 'extra', extra), ...cards];
  return { packs: [{ format: 'hench-gangup-pack', version: 1, name: 'house', cards: all }], jailStart: 0 };
}

export function card(kind: string, id: string, rest: object): object {
  return { kind, id, name: `The ${id}`, source: 'house', text: '', ...rest };
}

/** An influence of number 0. */
export function influence(id: string, play: object, rest: object = {}): object {
  return card('influence', id, { status: 0, copies: 4, play, ...rest });
}

/** A gangster of number 0. */
export function gangster(id: string, abilities: object[], rest: object = {}): object {
  return card('gangster', id, { status: 0, gender: 'female', copies: 4, abilities, ...rest });
}

export function leader(id: string, abilities: object[]): object {
  return card('leader', id, { abilities });
}
