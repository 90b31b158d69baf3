/** Rows of a chunk: memory grows by so many. */
const CHUNK = 16_384;

/**
 * Observations and what came of them, as many as come. A target is the chance of each seat for each rank when equal
 * hands share their ranks evenly (R-TIE).
 */
export class EstimatorRows {
  count = 0;
  /** Where the newest row begins in the array that `next` gave. */
  at = 0;
  /** Seats at all the tables together. */
  seats = 0;
  private readonly chunks: Float32Array[] = [];
  private readonly targets: Float32Array[] = [];
  private observations = new Float32Array(0);
  private wanted = new Float32Array(0);

  constructor(
    readonly observation: number,
    /** Rows and ranks of a target: those that the head answers. */
    readonly players: number,
  ) {}

  /** One more row: the array to write its observation to, at `at`. */
  next(): Float32Array {
    const row = this.count % CHUNK;
    if (row === 0) {
      this.chunks.push(new Float32Array(CHUNK * this.observation));
      this.targets.push(new Float32Array(CHUNK * this.players ** 2));
    }
    this.count++;
    this.at = row * this.observation;
    return this.chunks.at(-1)!;
  }

  /**
   * Writes the newest row's target, in the order in which the head answers: its row for each seat is `headRows` [S], the
   * seat's ranks are `low` to `high` [S]. Seats that the table doesn't have want nothing.
   */
  target(headRows: ArrayLike<number>, low: Int32Array, high: Int32Array): void {
    const { players } = this;
    const at = ((this.count - 1) % CHUNK) * players ** 2;
    rankTarget(headRows, players, low, high, this.targets.at(-1)!, at);
    this.seats += low.length;
  }

  /** The rows of these numbers, in arrays that the next call overwrites: [B, observation] and [B, players, players]. */
  batch(picked: Int32Array): { readonly observations: Float32Array; readonly targets: Float32Array } {
    const { observation } = this;
    const cells = this.players ** 2;
    if (this.observations.length !== picked.length * observation) {
      this.observations = new Float32Array(picked.length * observation);
      this.wanted = new Float32Array(picked.length * cells);
    }
    for (let i = 0; i < picked.length; i++) {
      const chunk = Math.floor(picked[i]! / CHUNK);
      const row = picked[i]! % CHUNK;
      const from = this.chunks[chunk]!.subarray(row * observation, (row + 1) * observation);
      this.observations.set(from, i * observation);
      this.wanted.set(this.targets[chunk]!.subarray(row * cells, (row + 1) * cells), i * cells);
    }
    return { observations: this.observations, targets: this.wanted };
  }
}

/**
 * What an estimate should have said: `out` [width, width] at `at`, in row `headRows[s]` for seat s, 1 on the rank where it
 * will stand, shared evenly among the ranks of equal hands (R-TIE): from `low` to `high` [S]. Cells of seats and ranks
 * that the table doesn't have are 0.
 */
export function rankTarget(
  headRows: ArrayLike<number>,
  width: number,
  low: Int32Array,
  high: Int32Array,
  out: Float32Array,
  at: number,
): void {
  out.fill(0, at, at + width * width);
  for (let s = 0; s < low.length; s++) {
    const share = 1 / (high[s]! - low[s]! + 1);
    for (let rank = low[s]!; rank <= high[s]!; rank++) out[at + headRows[s]! * width + rank] = share;
  }
}
