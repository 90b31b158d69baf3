import { openContestTask } from './contest-task.js';
import { serve } from './thread.js';

serve(openContestTask);
