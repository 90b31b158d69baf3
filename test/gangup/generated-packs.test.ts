import { generatedPacksTest } from './generated-packs.js';

generatedPacksTest(0, 20);
