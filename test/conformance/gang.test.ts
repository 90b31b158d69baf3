import { gameSuite } from './game-suite.js';
import { headless, liveGang } from './gang-subjects.js';

gameSuite(liveGang, [1, 2]);
gameSuite(headless, [1, 2]);
