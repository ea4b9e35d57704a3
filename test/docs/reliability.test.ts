import { faultTable, unknownOutcomeTable } from '../reliability/faultMatrix/table';
import { expectGenerated, readDocument } from './generatedBlock';
import { promises } from './promises';

const DOCUMENT = 'docs/reliability.md';

describe('docs/reliability.md', () => {
	it('makes promises', () => {
		expect(promises().length).toBeGreaterThan(15);
	});

	// That the test ran and passed is seen after the run: promisesHeld.ts, and test/n8n/main.ts.
	it.each(promises())('names a test for the line: $line', ({ title, file }) => {
		expect(file).not.toBe('');
		expect(readDocument(file)).toContain(title);
	});

	it('shows the fault matrix as the test expects it', () => {
		expectGenerated(DOCUMENT, 'faults', faultTable());
		expectGenerated(DOCUMENT, 'unknown outcomes', unknownOutcomeTable());
	});
});
