import { exhaustiveTest } from './exhaustive.js';

exhaustiveTest(6000, 5, true);
