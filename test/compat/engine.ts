import { requireTests } from '../requireTests';

requireTests('test/engine');
