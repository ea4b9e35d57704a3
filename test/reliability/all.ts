import { requireTests } from '../requireTests';

// A process of its own measures the large batch, beside the tests of this file.
requireTests('test/reliability', (file) => !file.endsWith('largeBatch.test.ts'));
