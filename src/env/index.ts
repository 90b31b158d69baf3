export * from './gang-encode.js';
export * from './gang-layout.js';
export * from './gang-table.js';
export * from './gang-vec.js';
export * from './schedule.js';
