import type { JsonObject } from '../json';
import { isAbsent, isJsonObject, valueAt } from '../json';
import { emptyToUndefined, textList } from '../parameters/values';
import type { Problem, ValidationIssue } from '../validation/issue';
import type { Description, Support, Usual } from './fields';
import type { Member } from './interpret';
import { expectedBy, isMet, membersOf } from './interpret';

/**
 * How serious it is. `error`: the API reference refuses it, by fields and by JSON. `apiDecides` and `warningByJson`:
 * the form refuses it; by JSON, a hint explains that the API decides about what is missing, or that it is sent unchanged.
 * `warning`: always a hint.
 */
export type Severity = 'apiDecides' | 'error' | 'warning' | 'warningByJson';

/** What a rule finds in a body. */
export type Finding = ValidationIssue & { severity: Severity };

/** A check of an object, which yields what it finds. */
export type Rule = (object: JsonObject) => Iterable<Finding>;

/** Makes what a rule finds at a path. */
export function finding(severity: Severity, path: string, problem: Problem): Finding {
	return { severity, path, ...problem };
}

/** Puts what was found in an inner object at its path in the outer one. */
export function prefixPaths(path: string, found: Iterable<Finding>): Finding[] {
	return [...found].map((one) => ({
		...one,
		path: one.path === '' ? path : `${path}.${one.path}`,
	}));
}

/** Returns the rules that follow from a description: what goes together, what is needed, what looks like a slip. */
export function rulesOf(description: Description): Rule[] {
	const members = membersOf(description);
	return members.flatMap((member) => {
		const { support, usual, required, when = {} } = member.field;
		const rules: Rule[] = [];
		if (support !== undefined) rules.push((body) => unsupported(member.path, support, body));
		if (typeof required === 'string') {
			const conditions = expectedBy(when, members);
			const applies = (body: JsonObject) =>
				conditions.every(([path, expected]) => isMet(expected, valueAt(body, path)));
			rules.push((body) => (applies(body) ? needed(member, required, body) : []));
		}
		if (usual !== undefined) rules.push((body) => unusual(member.path, usual, body));
		return rules;
	});
}

/** What values that are not listed support is unknown. */
function* unsupported(
	path: string,
	{ by, groups, or }: Support,
	body: JsonObject,
): Iterable<Finding> {
	const [value, type] = [String(valueAt(body, path)), String(valueAt(body, by))];
	const isListed = groups.some(([, options]) => Object.hasOwn(options, value));
	const [, options] = groups.find(([types]) => types.includes(type)) ?? [];
	if (!isListed || options === undefined || Object.hasOwn(options, value)) return;
	const supported = Object.keys(options);
	const facts = { value, by: type };
	yield finding(
		'error',
		path,
		or === undefined
			? { code: 'unsupported', ...facts, supported }
			: { code: 'unsupportedOr', ...facts, supported: supported.join(' or '), or },
	);
}

function* needed({ path, owners }: Member, required: string, body: JsonObject): Iterable<Finding> {
	const value = valueAt(body, path);
	if (required === 'byFields') {
		const owner = owners.length === 0 ? body : valueAt(body, owners.join('.'));
		if (!isJsonObject(owner) || !isAbsent(value)) return;
		yield finding('apiDecides', path, { code: 'empty' });
	} else if (emptyToUndefined(value) === undefined) {
		yield finding('error', path, { code: 'needed', because: required });
	}
}

function* unusual(path: string, usual: Usual, body: JsonObject): Iterable<Finding> {
	const value = valueAt(body, path);
	const { otherwise } = usual;
	if ('bounds' in usual) {
		const [min, max] = usual.bounds;
		if (typeof value !== 'number' || (value >= min && value <= max)) return;
		yield finding('warning', path, { code: 'unusual', problem: otherwise });
		return;
	}
	const { shape, each } = usual;
	if (typeof value !== 'string') return;
	for (const one of each ? textList(value) : [value.trim()]) {
		if (one === '' || shape.test(String(one))) continue;
		const problem = each ? `contains '${String(one)}', which ${otherwise}` : otherwise;
		yield finding('warning', path, { code: 'unusual', problem });
	}
}
