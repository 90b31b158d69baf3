import { redraw } from './redraw.js';

export const laserTripwires = redraw({
  id: 'laser-tripwires',
  number: 7,
  name: 'Laser Tripwires',
  text: 'No J, Q or K in the flop: whoever held the highest white chip discards its pocket cards and draws as many.',
  onFace: false,
  chip: (table) => table.plan.chipOrder[table.shape.chips - 1]!,
});
