import { gameSuite } from './game-suite.js';
import { gangupSubject } from './gangup-subject.js';

gameSuite(
  gangupSubject,
  Array.from({ length: 20 }, (_, k) => 100 + k),
);
