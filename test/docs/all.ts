import { requireTests } from '../requireTests';

requireTests('test/docs');
