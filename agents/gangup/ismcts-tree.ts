/** Bits of a key above the action's own: the seat that took it. */
const SEAT_SHIFT = 26;

/** What leads to a node: an action code (26 bits) and the seat that took it, so that one tree serves every world. */
export function keyOf(seat: number, code: number): number {
  return code | (seat << SEAT_SHIFT);
}

export function seatOfKey(key: number): number {
  return key >>> SEAT_SHIFT;
}

/**
 * The nodes of a search over information sets, in typed arrays that are used again for every move. Node 0 is the
 * root; children hang in a list. `visits` and `value` say how often the node was chosen and the sum of what that gave
 * the seat that chose it; `available` how often it could have been chosen, since not every world allows it.
 */
export class Tree {
  count = 0;
  key: Int32Array;
  firstChild: Int32Array;
  nextSibling: Int32Array;
  visits: Int32Array;
  available: Int32Array;
  value: Float64Array;

  constructor(capacity: number) {
    this.key = new Int32Array(capacity);
    this.firstChild = new Int32Array(capacity);
    this.nextSibling = new Int32Array(capacity);
    this.visits = new Int32Array(capacity);
    this.available = new Int32Array(capacity);
    this.value = new Float64Array(capacity);
    this.clear();
  }

  /** Leaves the root alone. */
  clear(): void {
    this.count = 0;
    this.push(-1);
  }

  /** The child with this key, −1 when there is none. */
  child(node: number, key: number): number {
    let at = this.firstChild[node]!;
    while (at >= 0 && this.key[at] !== key) at = this.nextSibling[at]!;
    return at;
  }

  /** A new child, available once: now. */
  add(parent: number, key: number): number {
    if (this.count === this.key.length) this.grow();
    const node = this.push(key);
    this.nextSibling[node] = this.firstChild[parent]!;
    this.firstChild[parent] = node;
    this.available[node] = 1;
    return node;
  }

  private push(key: number): number {
    const node = this.count++;
    this.key[node] = key;
    this.firstChild[node] = -1;
    this.nextSibling[node] = -1;
    this.visits[node] = 0;
    this.available[node] = 0;
    this.value[node] = 0;
    return node;
  }

  /** Only a search by the clock outgrows its first capacity. */
  private grow(): void {
    const wider = (words: Int32Array): Int32Array => {
      const next = new Int32Array(2 * words.length);
      next.set(words);
      return next;
    };
    this.key = wider(this.key);
    this.firstChild = wider(this.firstChild);
    this.nextSibling = wider(this.nextSibling);
    this.visits = wider(this.visits);
    this.available = wider(this.available);
    const value = new Float64Array(2 * this.value.length);
    value.set(this.value);
    this.value = value;
  }
}
