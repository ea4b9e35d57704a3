import { requireTests } from '../requireTests';

requireTests('test/unit');
