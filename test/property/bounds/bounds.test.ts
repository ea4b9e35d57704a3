import { APIS, operationsOf } from '../../../tools/contract';
import type { Difference } from './differences';
import { DIFFERENCES, includes } from './differences';
import type { Finding } from './judge';
import { allSubjects } from './subjects';
import { findingsOf } from './walk';

const subjects = allSubjects();
/** A known difference must excuse each of its rules at least once. */
const excused = new Map<Difference, Set<string>>(DIFFERENCES.map((known) => [known, new Set()]));

/** Drops known differences and records them. */
function unknownAmong(findings: readonly Finding[]): Finding[] {
	return findings.filter((finding) => {
		const classes = DIFFERENCES.filter((difference) => includes(difference, finding));
		for (const known of classes) excused.get(known)?.add(finding.rule);
		return classes.length === 0;
	});
}

// For each length, bound, choice, pattern, required key, and condition in the contract, tries a value just inside and
// just outside. The first must be sent unchanged, and the second refused with a message that names its field.
describe('bounds of the contract', () => {
	it.each(subjects.map((subject) => [subject.name, subject.api, subject] as const))(
		'%s sends values within %s and reports the field of others',
		(_name, _api, subject) => {
			expect(unknownAmong(findingsOf(subject))).toEqual([]);
		},
	);

	it('every operation with a body is tested', () => {
		const tried = new Set(subjects.map(({ contract }) => contract));
		const others = APIS.flatMap((api) => operationsOf(api)).filter(
			(operation) => operation.bodySchema !== undefined && !tried.has(operation),
		);
		expect(others.map(({ operationId }) => operationId)).toEqual([]);
	});

	it('every explained difference exists', () => {
		const unused = [...excused].flatMap(([{ because, operation, rules }, used]) =>
			rules.filter((rule) => !used.has(rule)).map((rule) => ({ because, operation, rule })),
		);
		expect(unused).toEqual([]);
	});
});
