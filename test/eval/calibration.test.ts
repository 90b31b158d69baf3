import { describe, expect, it } from 'vitest';
import { rowsFrom } from '../../agents/deluxe/sight.js';
import { RELIABILITY_BINS, Scorer } from '../../eval/calibration.js';
import { rankTarget } from '../../training/estimator-rows.js';

/** The first seat's chances of the lower rank as stated, and whether it got it; the other seat is its mirror image. */
function twoSeats(scorer: Scorer, cluster: number, round: number, stated: number, happened: number): void {
  const mirrored = (p: number): Float32Array => Float32Array.of(p, 1 - p, 1 - p, p);
  scorer.add(cluster, round, mirrored(stated), mirrored(happened));
}

/** Rows from a seat to the left. */
function rowsOf(seat: number, players: number): Int32Array {
  const rows = new Int32Array(players);
  rowsFrom(seat, rows);
  return rows;
}

describe('scores of estimates', () => {
  it('what is said with 0.8 and comes true 6 times of 10 is off by 0.2', () => {
    const scorer = new Scorer(10);
    for (let i = 0; i < 10; i++) twoSeats(scorer, i, 3, 0.8, i < 6 ? 1 : 0);
    const score = scorer.score(1);
    expect(score.estimates).toBe(20);
    expect(score.ece.mean).toBeCloseTo(0.2, 6);
    expect(score.eceAll).toBeCloseTo(0.2, 6);
    expect(score.logLoss.mean).toBeCloseTo(-0.6 * Math.log(0.8) - 0.4 * Math.log(0.2), 6);
    expect(score.bins).toHaveLength(1);
    const [bin] = score.bins;
    expect(bin).toMatchObject({ count: 20 });
    expect(bin!.predicted).toBeCloseTo(0.8, 6);
    expect(bin!.observed).toBeCloseTo(0.6, 6);
    expect(bin!.low!).toBeLessThan(0.6);
    expect(bin!.high!).toBeGreaterThan(0.6);
    expect(score.binsAll.map(({ count }) => count)).toEqual([20, 20]);
  });

  it('errors of bins are weighed by what is in them, and cancel within a bin only', () => {
    const scorer = new Scorer(8);
    // 0.9: three of four come true, off by 0.15. 0.6: three of four, off by 0.15 the other way.
    for (let i = 0; i < 4; i++) twoSeats(scorer, i, 0, 0.9, i < 3 ? 1 : 0);
    for (let i = 0; i < 4; i++) twoSeats(scorer, 4 + i, 0, 0.6, i < 3 ? 1 : 0);
    const { ece, bins } = scorer.score(1);
    expect(ece.mean).toBeCloseTo(0.15, 6);
    expect(bins.map(({ count }) => count)).toEqual([8, 8]);
  });

  it('an estimate that is right as often as it says has no calibration error', () => {
    const scorer = new Scorer(4);
    for (let i = 0; i < 4; i++) twoSeats(scorer, i, 0, 0.75, i < 3 ? 1 : 0);
    expect(scorer.score(1).ece.mean).toBeCloseTo(0, 7);
  });

  it('scores are told by round and by whose rank it is', () => {
    const scorer = new Scorer(2);
    scorer.add(0, 0, Float32Array.of(0.5, 0.5, 0.25, 0.75), Float32Array.of(1, 0, 0, 1));
    scorer.add(1, 2, Float32Array.of(0.5, 0.5, 0.75, 0.25), Float32Array.of(1, 0, 0, 1));
    const { own, others, byRound, logLoss } = scorer.score(1);
    expect(own).toBeCloseTo(Math.log(2), 6);
    expect(others).toBeCloseTo(-(Math.log(0.75) + Math.log(0.25)) / 2, 6);
    expect(byRound[0]!.mean).toBeCloseTo((Math.log(2) - Math.log(0.75)) / 2, 6);
    expect(byRound[1]!.mean).toBeNaN();
    expect(byRound[2]!.mean).toBeCloseTo((Math.log(2) - Math.log(0.25)) / 2, 6);
    expect(logLoss.mean).toBeCloseTo((byRound[0]!.mean + byRound[2]!.mean) / 2, 6);
  });

  it('to be sure and wrong costs much, but not everything', () => {
    const scorer = new Scorer(2);
    twoSeats(scorer, 0, 0, 1, 0);
    expect(scorer.score(1).logLoss.mean).toBeCloseTo(Math.log(10_000), 4);
    expect(RELIABILITY_BINS).toBeGreaterThanOrEqual(10);
  });

  it.each([3, 4, 6])('base rates among %i cost ln N a seat, whatever happens, ties too', (players) => {
    const scorer = new Scorer(3);
    const equal = new Float32Array(players * players).fill(1 / players);
    const low = Int32Array.from({ length: players }, (_, s) => s);
    const high = Int32Array.from(low);
    const target = new Float32Array(players * players);
    rankTarget(rowsOf(1, players), players, low, high, target, 0);
    scorer.add(0, 0, equal, target);
    // R-TIE: the two weakest hands are equal.
    low[1] = 0;
    high[0] = 1;
    rankTarget(rowsOf(0, players), players, low, high, target, 0);
    scorer.add(1, 3, equal, target);
    expect(scorer.score(1).logLoss.mean).toBeCloseTo(Math.log(players), 6);
  });
});

describe('what an estimate should have said', () => {
  it('counts seats from the one that estimates to the left', () => {
    const out = new Float32Array(9);
    rankTarget(rowsOf(2, 3), 3, Int32Array.of(0, 1, 2), Int32Array.of(0, 1, 2), out, 0);
    expect([...out]).toEqual([0, 0, 1, 1, 0, 0, 0, 1, 0]);
  });

  it('lets equal hands share their ranks evenly (R-TIE)', () => {
    const out = new Float32Array(10);
    rankTarget(rowsOf(0, 3), 3, Int32Array.of(1, 0, 1), Int32Array.of(2, 0, 2), out, 1);
    expect([...out]).toEqual([0, 0, 0.5, 0.5, 1, 0, 0, 0, 0.5, 0.5]);
  });
});
