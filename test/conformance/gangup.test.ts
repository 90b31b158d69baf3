import { gameSuite } from './game-suite.js';
import { gangupSubject } from './gangup-subject.js';

gameSuite(gangupSubject, [1, 2]);
