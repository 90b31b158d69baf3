export { biddingSection } from './bidding.js';
export * from './charts.js';
export * from './html.js';
export { type Drawing, drawSvg, type FigureSpec, figure, plots } from './plot.js';
