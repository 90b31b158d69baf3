import { expect } from 'vitest';

/**
 * Whether two ways to value hands put all hands seen in the same order: equal where the other says equal, stronger
 * where it says stronger. It compares every pair of hands it was shown, not just neighbours in time.
 */
export class Ladder {
  private readonly valueOf = new Map<number, number>();

  /** `context` names the hand when it contradicts an earlier one. */
  add(strength: number, value: number, context: () => string): void {
    const before = this.valueOf.get(strength);
    if (before === undefined) this.valueOf.set(strength, value);
    else if (before !== value) {
      throw new Error(`${context()}: strength ${strength} is worth ${before} in one hand and ${value} in another`);
    }
  }

  /** Checks that values rise strictly with strengths. Returns how many different strengths were seen. */
  check(): number {
    const steps = [...this.valueOf].sort(([a], [b]) => a - b);
    const wrong = steps.filter(([, value], i) => i > 0 && value <= steps[i - 1]![1]);
    expect(wrong, 'strengths above which the other order disagrees').toEqual([]);
    return steps.length;
  }
}
