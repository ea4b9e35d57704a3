import { readDocument } from '../../tools/docs/files';
import { PROMISING, promises } from '../../tools/docs/promises';

describe(PROMISING, () => {
	it('lists more than 80 proofs', () => {
		expect(promises().length).toBeGreaterThan(80);
	});

	// Whether the test ran and passed is checked after the run, in promisesHeld.ts and test/n8n/main.ts.
	it.each(promises())('links to a test: $line', ({ title, file }) => {
		expect(file).not.toBe('');
		expect(readDocument(file)).toContain(title);
	});
});
