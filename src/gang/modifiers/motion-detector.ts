import { redraw } from './redraw.js';

/** The chip with one star, also where there are chips with none. */
const ONE_STAR = 0;

export const motionDetector = redraw({
  id: 'motion-detector',
  number: 3,
  name: 'Motion Detector',
  text: 'A J, Q or K in the flop: whoever held the white 1-star chip discards its pocket cards and draws as many.',
  onFace: true,
  chip: () => ONE_STAR,
});
