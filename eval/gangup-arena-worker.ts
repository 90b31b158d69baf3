import { openArenaTask } from './gangup-arena.js';
import { serve } from './thread.js';

serve(openArenaTask);
