import { APIS, operationsOf } from '../../../tools/contract';
import { DIFFERENCES, includes } from './differences';
import type { Finding } from './judge';
import { allSubjects } from './subjects';
import { findingsOf } from './walk';

const subjects = allSubjects();
const known = new Set<unknown>();

/** Leaves out the known differences, and remembers them. */
function unknownAmong(findings: readonly Finding[]): Finding[] {
	return findings.filter((finding) => {
		const classes = DIFFERENCES.filter((difference) => includes(difference, finding));
		for (const difference of classes) known.add(difference);
		return classes.length === 0;
	});
}

// At each length, bound, choice, pattern, required key and condition of the contract, a value just inside and one just
// outside: the one must be sent unchanged, the other be refused by a message that names its field.
describe('at the bounds of the contract,', () => {
	it.each(subjects.map((subject) => [subject.name, subject.api, subject] as const))(
		'%s sends what %s allows, and names the field of each other value',
		(_name, _api, subject) => {
			expect(unknownAmong(findingsOf(subject))).toEqual([]);
		},
	);

	it('every operation with a body is tried', () => {
		const tried = new Set(subjects.map(({ contract }) => contract));
		const others = APIS.flatMap((api) => operationsOf(api)).filter(
			(operation) => operation.bodySchema !== undefined && !tried.has(operation),
		);
		expect(others.map(({ api, operationId }) => `${api} ${operationId}`)).toEqual([]);
	});

	it('each explained difference occurs', () => {
		expect(DIFFERENCES.filter((difference) => !known.has(difference))).toEqual([]);
	});
});
