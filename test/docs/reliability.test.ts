import path from 'node:path';

import { faultTable, unknownOutcomeTable } from '../reliability/faultMatrix/table';
import { expectGenerated, readDocument } from './generatedBlock';

const DOCUMENT = 'docs/reliability.md';
const CAVEATS = 'What this cannot cover:';

/** The promises: every line of a list, but for the lists of what is not promised. */
function promises(): string[] {
	const blocks = readDocument(DOCUMENT).split('\n\n');
	const lists = blocks.filter(
		(block, index) => block.startsWith('- ') && blocks[index - 1] !== CAVEATS,
	);
	return lists.flatMap((list) => list.split('\n'));
}

describe('docs/reliability.md', () => {
	it('makes promises', () => {
		expect(promises().length).toBeGreaterThan(15);
	});

	it.each(promises())('names a test that holds the line: %s', (promise) => {
		const [, title = '', file = ''] = /\[([^\]]+)\]\(([^)]+\.ts)\)$/.exec(promise) ?? [];
		const source = readDocument(path.join('docs', file));
		// The first argument of a call: of it, describe and checks.check, and of what `each` gives.
		const titles = [...source.matchAll(/\(\s*['`]([^'`\n]+)['`],/g)].map(([, found]) => found);
		expect(titles).toContain(title);
	});

	it('shows the fault matrix as the test expects it', () => {
		expectGenerated(DOCUMENT, 'faults', faultTable());
		expectGenerated(DOCUMENT, 'unknown outcomes', unknownOutcomeTable());
	});
});
