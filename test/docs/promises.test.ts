import type { TestResult } from './promises';
import { unheld } from './promises';

const FILE = 'test/some.test.ts';
const ran = (titles: string[], status = 'passed', file = FILE): TestResult => ({
	file,
	titles,
	status,
});
const unheldBy = (title: string, ...results: TestResult[]) =>
	unheld([{ line: '', title, file: FILE }], results);

describe('A promise is kept', () => {
	it('by a test, or a group of tests, that ran and passed', () => {
		expect(unheldBy('one', ran(['group', 'one']))).toEqual([]);
		expect(unheldBy('group', ran(['group', 'one']), ran(['group', 'two']))).toEqual([]);
	});

	it('by each row of a table', () => {
		expect(unheldBy('sends %s (as %j)', ran(['sends a.b\nc (as {"a":1})']))).toEqual([]);
		expect(unheldBy('ends ($kind, $what)', ran(['ends (a.b, c)']))).toEqual([]);
	});

	it('whatever became of other tests', () => {
		const others = [ran(['two'], 'failed'), ran(['one'], 'failed', 'test/other.test.ts')];
		expect(unheldBy('one', ran(['one']), ...others)).toEqual([]);
	});
});

describe('A promise is not kept', () => {
	it.each(['failed', 'pending', 'todo'])('by a test that is %s', (status) => {
		expect(unheldBy('group', ran(['group', 'one']), ran(['group', 'two'], status))).toEqual([
			`${FILE}: "group › two" is ${status}`,
		]);
	});

	it('by a test that was not run, has another title or is in another file', () => {
		const missing = [`No test "a.b" of ${FILE} was run`];
		expect(unheldBy('a.b')).toEqual(missing);
		const others = [ran(['a.b c']), ran(['axb']), ran(['a.b'], 'passed', 'test/other.test.ts')];
		expect(unheldBy('a.b', ...others)).toEqual(missing);
	});
});
