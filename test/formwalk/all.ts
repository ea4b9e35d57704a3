import { requireTests } from '../requireTests';

requireTests('test/formwalk');
