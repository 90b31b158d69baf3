/** What makes one script play otherwise than another; amounts in points of status unless said otherwise. */
export interface Temper {
  /** What a rival's point counts against one's own: the sum over all rivals. */
  readonly rivalry: number;
  /** How the rivals share in it: all alike, by how near they are to winning, only the leader, by what they did to one. */
  readonly aim: 'all' | 'threat' | 'leader' | 'grudge';
  /** Own losses count so many times. */
  readonly fear: number;
  /** A play must be worth this much more than its price. */
  readonly playMin: number;
  /** The same for what turns a crime of others, and for a Cancel. */
  readonly meddleMin: number;
  readonly cancelMin: number;
  /** More than that for a Cancel against a play of somebody who isn't ahead and which leaves one's own crime alone. */
  readonly cancelSpare: number;
  /** A crime is begun when it promises at least this. */
  readonly crimeMin: number;
  /** Manpower beyond the requirement that is sent to one's own crime, and to somebody else's. */
  readonly over: number;
  readonly overAlly: number;
  /** Added to what an alliance promises when asking for help, and when offering it; ∞ always, −∞ never. */
  readonly askBias: number;
  /** The same at a table of two, where nobody else could be asked. */
  readonly askBiasOfTwo: number;
  readonly offerBias: number;
  /** Bids all its gangsters, whatever it means to send. */
  readonly bluffs: boolean;
  /** Leaves gangsters in the hand that would do its own gang more harm than good. */
  readonly picky: boolean;
}

export const GREEDY: Temper = {
  rivalry: 0.5,
  aim: 'all',
  fear: 1,
  playMin: 0.1,
  meddleMin: 0.1,
  cancelMin: 0.2,
  cancelSpare: 0,
  crimeMin: 0.1,
  over: 1,
  overAlly: 1,
  askBias: -0.5,
  askBiasOfTwo: 0.2,
  offerBias: 0,
  bluffs: false,
  picky: false,
};

export const CAUTIOUS: Temper = {
  ...GREEDY,
  rivalry: 0.3,
  fear: 2,
  playMin: 0.3,
  meddleMin: 1.2,
  cancelMin: 1.2,
  crimeMin: 0.6,
  over: 20,
  overAlly: 3,
  askBias: 0,
  askBiasOfTwo: 0.4,
};

export const SCHEMER: Temper = {
  ...GREEDY,
  rivalry: 0.9,
  aim: 'threat',
  fear: 1.6,
  playMin: 0.1,
  meddleMin: 0,
  cancelMin: 0.1,
  cancelSpare: 0.5,
  over: 20,
  overAlly: 3,
  bluffs: true,
};

/**
 * What the network is told to do: `schemer`, but for gangsters that it is better not to place. The printed packs have none
 * of those, so that it is `schemer` itself there.
 */
export const ADVISOR: Temper = { ...SCHEMER, picky: true };

export const NEVER_ALLY: Temper = {
  ...GREEDY,
  askBias: Number.NEGATIVE_INFINITY,
  askBiasOfTwo: Number.NEGATIVE_INFINITY,
  offerBias: Number.NEGATIVE_INFINITY,
};
export const ALWAYS_ALLY: Temper = {
  ...GREEDY,
  askBias: Number.POSITIVE_INFINITY,
  askBiasOfTwo: Number.POSITIVE_INFINITY,
  offerBias: Number.POSITIVE_INFINITY,
};
export const RETALIATOR: Temper = { ...GREEDY, aim: 'grudge' };
export const LEADER_BASHER: Temper = { ...GREEDY, rivalry: 1.6, aim: 'leader' };

/** What an alliance is worth to the starter beyond what it promises. */
export function askBias(temper: Temper, seats: number): number {
  return seats === 2 ? temper.askBiasOfTwo : temper.askBias;
}
