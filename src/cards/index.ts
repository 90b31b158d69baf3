export * from './card.js';
export * from './equity.js';
export * from './equity-river.js';
export * from './evaluate.js';
export * from './evaluator.js';
export * from './names.js';
export * from './sampling.js';
export * from './strength.js';
