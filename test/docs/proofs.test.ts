import { readDocument } from '../../tools/docs/files';
import { PROMISING, promises } from '../../tools/docs/promises';

describe(PROMISING, () => {
	it('lists more than 80 proofs', () => {
		expect(promises().length).toBeGreaterThan(80);
	});

	// promisesHeld.ts and test/n8n/main.ts check after the run that the test ran and passed.
	it.each(promises())('links to a test: $line', ({ title, file }) => {
		expect(file).not.toBe('');
		expect(readDocument(file)).toContain(title);
	});

	it('lists a test of each file in test/promises.md', () => {
		const links = [...readDocument('test/promises.md').matchAll(/\]\((\S+\.ts)\)/g)];
		const files = links.map(([, file = '']) => `test/${file}`);
		const listed = new Set(promises().map(({ file }) => file));
		expect(files.length).toBeGreaterThan(20);
		expect(files.filter((file) => !listed.has(file))).toEqual([]);
	});
});
