/** Every command of `hench`. */
export const COMMANDS: readonly string[] = [
  'play',
  'arena',
  'train',
  'train-tables',
  'export',
  'report',
  'equity',
  'replay',
  'agents',
  'models',
  'estimator',
  'bench',
  'cards',
];
