import { staleDocuments } from './stale';

const FOLDER = 'docs/reference';
const PIPE = { file: 'docs/reference/pipe.md', content: 'A pipe' };

const staleIn = (...present: Array<[string, string]>) =>
	staleDocuments([PIPE], new Map(present), FOLDER);

describe('A generated document', () => {
	it('is stale when it is not as it would be written', () => {
		expect(staleIn([PIPE.file, PIPE.content])).toEqual([]);
		expect(staleIn([PIPE.file, 'A pipe of yesterday'])).toEqual([`${PIPE.file} is stale`]);
		expect(staleIn()).toEqual([`${PIPE.file} is missing`]);
	});

	it('must be of something that the nodes have', () => {
		const left = 'docs/reference/removed.md';
		expect(staleIn([PIPE.file, PIPE.content], [left, 'Removed'])).toEqual([
			`${left} is of nothing that the nodes have`,
		]);
		expect(staleIn([PIPE.file, PIPE.content], ['docs/waits.md', 'Written by hand'])).toEqual([]);
	});
});
