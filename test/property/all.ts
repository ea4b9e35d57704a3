import { requireTests } from '../requireTests';

requireTests('test/property');
