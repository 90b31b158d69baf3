import { exhaustiveTest } from './exhaustive.js';

exhaustiveTest(6000, 25, true);
