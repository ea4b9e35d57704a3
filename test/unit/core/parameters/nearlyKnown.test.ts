import { nearlyKnownIssues } from '../../../../nodes/engine/parameters/values';

const KNOWN = ['Failed', 'InternalError', 'Running', 'Ready', 'done', 'error'];
const meant = (value: unknown) =>
	nearlyKnownIssues('states', value, KNOWN).map((issue) =>
		issue.code === 'nearlyListed' ? issue.known : issue.code,
	);

describe('a state that is nearly a known one', () => {
	it.each([
		{ entered: 'Failled', slip: 'a letter added', known: 'Failed' },
		{ entered: 'Runnimg', slip: 'a letter replaced', known: 'Running' },
		{ entered: 'Raedy', slip: 'two letters swapped', known: 'Ready' },
		{ entered: 'internalerorr', slip: 'a swap at the end, in lower case', known: 'InternalError' },
	])('is recognized after $slip: $entered', ({ entered, known }) => {
		expect(meant(entered)).toEqual([known]);
	});

	it.each([
		{ entered: 'running', why: 'only the case differs' },
		{ entered: 'Paused', why: 'it is another word' },
		{ entered: 'Fialde', why: 'it has two slips' },
		{ entered: 'dome', why: 'it is too short to tell' },
	])('is not found in "$entered", since $why', ({ entered }) => {
		expect(meant(entered)).toEqual([]);
	});

	it('is found in a list, each entry on its own', () => {
		expect(meant(['Running', 'Faild', 'Reday', 7])).toEqual(['Failed', 'Ready']);
	});
});
