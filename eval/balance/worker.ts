import { serve } from '../thread.js';
import { openBalanceTask } from './run.js';

serve(openBalanceTask);
