export * from './card.js';
export * from './evaluator.js';
export * from './strength.js';
