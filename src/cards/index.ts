export * from './card.js';
export * from './evaluate.js';
export * from './evaluator.js';
export * from './names.js';
export * from './strength.js';
