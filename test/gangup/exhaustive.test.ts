import { exhaustiveTest } from './exhaustive.js';

exhaustiveTest(1500, 1, false);
