import { gameSuite } from './game-suite.js';
import { headless, liveGang } from './gang-subjects.js';

const SEEDS = Array.from({ length: 20 }, (_, k) => 100 + k);

gameSuite(liveGang, SEEDS);
gameSuite(headless, SEEDS);
