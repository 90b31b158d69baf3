import { designPack } from '../../src/gangup/design-pack.js';
import { generatedPacksTest } from './generated-packs.js';
import { manyGamesTest } from './many-games.js';

generatedPacksTest(1000, 200);
generatedPacksTest(1000, 200, designPack, 'designed packs');
manyGamesTest(1, 2);
