import { readDocument } from './files';
import { PROMISING, promises } from './promises';

describe.each(PROMISING)('%s', (document) => {
	it('makes promises', () => {
		expect(promises(document).length).toBeGreaterThan(10);
	});

	// That the test ran and passed is seen after the run: promisesHeld.ts, and test/n8n/main.ts.
	it.each(promises(document))('names a test for the line: $line', ({ title, file }) => {
		expect(file).not.toBe('');
		expect(readDocument(file)).toContain(title);
	});
});
