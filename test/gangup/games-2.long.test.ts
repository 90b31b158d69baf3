import { generatedPacksTest } from './generated-packs.js';
import { manyGamesTest } from './many-games.js';

generatedPacksTest(1000, 200);
manyGamesTest(1, 2);
