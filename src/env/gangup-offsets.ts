import { briefLayout } from './gangup-card-layout.js';
import { gangupLayout, PLACES } from './gangup-layout.js';

const of = (name: string): number => gangupLayout.offset(name);
/** Where each field of an observation begins, looked up once. */
export const AT = {
  players: of('players'),
  options: of('options'),
  limits: of('limits'),
  turn: of('turn'),
  prompt: of('prompt'),
  step: of('step'),
  windows: of('windows'),
  asked: of('asked'),
  active: of('active'),
  round: of('round'),
  turnMarks: of('turnMarks'),
  offers: of('offers'),
  piles: of('piles'),
  hand: of('hand'),
  excess: of('excess'),
  draftOn: of('draftOn'),
  draft: of('draftEffect'),
  playStage: of('playStage'),
  play: of('playEffect'),
  answered: of('answered'),
  crimeStage: of('crimeStage'),
  crime: of('crime'),
  starter: of('starter'),
  ally: of('ally'),
  gangs: of('gangs'),
  totals: of('totals'),
  margin: of('margin'),
  outcome: of('outcome'),
  crimeNumber: of('crimeNumber'),
  jail: of('jail'),
  discard: of('discard'),
  centre: of('centre'),
  offerCard: of('offerCard'),
  offerPrice: of('offerPrice'),
  offerOwner: of('offerOwner'),
  crimePeek: of('crimePeek'),
  resourcePeek: of('resourcePeek'),
  present: of('present'),
  status: of('status'),
  behind: of('behind'),
  handCount: of('handCount'),
  plays: of('plays'),
  bid: of('bid'),
  organized: of('organized'),
  leaderUsed: of('leaderUsed'),
  gangCount: of('gangCount'),
  crimeCount: of('crimeCount'),
  marks: of('marks'),
  headquarters: of('headquarters'),
  atCrime: of('atCrime'),
  assets: of('assets'),
  knownHand: of('knownHand'),
  recent: of('recent'),
  recentSeat: of('recentSeat'),
  recentOthers: of('recentOthers'),
  recentCard: of('recentCard'),
} as const;
/** Parts of a play, from the beginning of its fields. */
export const PLAY_SEAT = of('playSeat') - AT.play;
export const PLAY_CHOSEN = of('playChosen') - AT.play;
export const PLAY_CARDS = of('playCards') - AT.play;
export const PLAY_PROGRESS = of('playProgress') - AT.play;

if (AT.atCrime !== AT.headquarters + PLACES * briefLayout.size)
  throw new Error('the two sets of gangsters are not side by side');
