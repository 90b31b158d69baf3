export * from './agent.js';
export * from './errors.js';
export * from './files.js';
export * from './game.js';
export * from './layout.js';
export * from './replay.js';
export * from './result.js';
export * from './rng.js';
