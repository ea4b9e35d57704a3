import { unheld } from '../../tools/docs/promises';

const FILE = 'test/some.test.ts';
const ran = (titles: string[], status = 'passed', file = FILE) => ({ file, titles, status });
const group = (status: string) => [ran(['group', 'one']), ran(['group', 'two'], status)];

it.each([
	{ title: 'group', results: group('passed'), fault: undefined },
	{ title: 'sends %s (as %j)', results: [ran(['sends a.b\nc (as {"a":1})'])], fault: undefined },
	{ title: 'ends ($kind, $what)', results: [ran(['ends (a.b, c)'])], fault: undefined },
	{ title: 'group', results: group('failed'), fault: `${FILE}: "group › two" is failed` },
	{ title: 'group', results: group('pending'), fault: `${FILE}: "group › two" is pending` },
	{
		title: 'a.b',
		results: [ran(['a.b c']), ran(['axb'])],
		fault: `No test "a.b" of ${FILE} was run`,
	},
	{ title: 'b', results: [ran(['b'], 'passed', 'b.ts')], fault: `No test "b" of ${FILE} was run` },
])('unheld finds the fault "$fault" for the test "$title"', ({ title, results, fault }) => {
	const faults = unheld([{ line: '', title, file: FILE }], results);
	expect(faults).toEqual(fault === undefined ? [] : [fault]);
});
