import { requireTests } from '../requireTests';

// A separate process measures the large batch, parallel to these tests.
requireTests('test/reliability', (file) => !file.endsWith('largeBatch.test.ts'));
