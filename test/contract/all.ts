import { requireTests } from '../requireTests';

requireTests('test/contract');
