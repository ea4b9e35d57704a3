import type { TestResult } from './promises';
import { unheld } from './promises';

const FILE = 'test/some.test.ts';
const ran = (titles: string[], status = 'passed', file = FILE): TestResult => ({
	...{ file, titles, status },
});
const ELSEWHERE = ran(['one'], 'failed', 'test/other.test.ts');
const unrun = (title: string) => [`No test "${title}" of ${FILE} was run`];
const group = (status: string) => [ran(['group', 'one']), ran(['group', 'two'], status)];
const twoIs = (status: string) => [`${FILE}: "group › two" is ${status}`];

it.each<[string, TestResult[], string[]]>([
	['one', [ran(['group', 'one'])], []],
	['group', group('passed'), []],
	['sends %s (as %j)', [ran(['sends a.b\nc (as {"a":1})'])], []],
	['ends ($kind, $what)', [ran(['ends (a.b, c)'])], []],
	['one', [ran(['one']), ran(['two'], 'failed'), ELSEWHERE], []],
	...['failed', 'pending', 'todo'].map((status): [string, TestResult[], string[]] => [
		...(['group', group(status), twoIs(status)] as const),
	]),
	['a.b', [], unrun('a.b')],
	['a.b', [ran(['a.b c']), ran(['axb'])], unrun('a.b')],
	['one', [ran(['one'], 'passed', 'test/other.test.ts')], unrun('one')],
])('a promise is kept by a test that ran and passed: %s, row %#', (title, results, faults) => {
	expect(unheld([{ line: '', title, file: FILE }], results)).toEqual(faults);
});
