export * from './actions.js';
export * from './config.js';
export type * from './events.js';
export * from './game.js';
export * from './imagine.js';
export * from './notation.js';
export * from './rules.js';
export * from './state.js';
export * from './view-json.js';
