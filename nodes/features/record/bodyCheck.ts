import type { Description } from '../../engine/body/fields';
import { rulesOf } from '../../engine/body/interpret';
import { misspelledKeys, unknownMemberHints, zodIssues } from '../../engine/body/schema';
import type { Issue } from '../../engine/issue';
import { IS_NULL, isWithin, stopsItem, withUnusualDecided } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { isAbsent, isJsonObject, ownValue, valueAt } from '../../engine/json';
import type { ParameterValues, PlanContext } from '../../engine/operation';
import { emptyToUndefined } from '../../engine/parameters/values';
import type { Draft } from './draft';
import type { Replacement } from './replacement';
import type { Step } from './steps';

export interface BodyOptions {
	/** Rules see the whole body and may also yield hints. */
	rules?: ReadonlyArray<
		(body: JsonObject, context: PlanContext, parameters: ParameterValues) => Iterable<Issue>
	>;
	/** The only described keys that can be null. If omitted, the API decides. */
	nullable?: readonly string[];
	/** Steps change the draft between input and check, in order. */
	bodySteps?: ReadonlyArray<Step<Draft>>;
	/** Changes an issue's text after the issue has moved to its field. */
	reword?: (issue: Issue, body: JsonObject, parameters: ParameterValues) => Issue;
	/** The API has keys that the description lacks, so unlisted keys cause no hint. */
	moreKeys?: true;
	/** Rules of replacement. If omitted, the API changes only the sent keys. */
	replacement?: Replacement;
}

interface CheckedForm {
	description: Description;
	/** Issues that the description doesn't know. */
	fieldIssues: (enteredDraft: Draft, parameters: ParameterValues) => Issue[];
}

/**
 * Checks the entered values, and the whole body by its rules. `merged` is the body with the stored record, whose own
 * problems don't count.
 */
export function bodyCheck(
	form: CheckedForm,
	options: BodyOptions,
): (
	enteredDraft: Draft,
	merged: Draft | undefined,
	parameters: ParameterValues,
	context: PlanContext,
) => Issue[] {
	const issuesIn = bodyIssues(form.description, options);
	return (enteredDraft, merged, parameters, context) => {
		const { body, stored } = merged ?? enteredDraft;
		const identitiesIn = (object: JsonObject) =>
			issuesIn(object, context, parameters).map(identityOf);
		const oldIdentities = new Set(
			stored && untouchedIssues(stored, enteredDraft.body, identitiesIn),
		);
		// The record may supply missing keys once it's read.
		const awaitsRecord = options.replacement !== undefined && stored === undefined;
		const isNewIssue = (issue: Issue) =>
			!oldIdentities.has(identityOf(issue)) &&
			!(awaitsRecord && isAbsent(valueAt(body, issue.path)));
		const decided = (issues: readonly Issue[]) => withUnusualDecided(issues, context.unusualValues);
		const enteredIssues = decided(issuesOfEntered(form, options, enteredDraft, parameters));
		const newIssues = issuesIn(body, context, parameters).filter(isNewIssue);
		const ruleIssues = decided(newIssues).filter(
			(issue) => !isExplained(issue, body, enteredIssues),
		);
		return withoutVague([...enteredIssues, ...ruleIssues, ...(merged?.issues ?? [])]);
	};
}

function issuesOfEntered(
	{ description, fieldIssues }: CheckedForm,
	options: BodyOptions,
	enteredDraft: Draft,
	parameters: ParameterValues,
): Issue[] {
	const { schema } = description;
	const { added, issues } = enteredDraft;
	return [
		...issues,
		...schemaIssues(description, enteredDraft, options),
		...fieldIssues(enteredDraft, parameters),
		...misspelledKeys(schema, added),
		...(options.moreKeys ? [] : unknownMemberHints(schema, added, { near: false })),
	];
}

/** In a change or a merge, only entered values are checked. */
function schemaIssues(
	{ schema }: Description,
	{ body, isPartial }: Draft,
	{ replacement }: BodyOptions,
): Issue[] {
	const isEntered = ({ path }: Issue) => /\.\d/.test(path) || valueAt(body, path) !== undefined;
	const isCleared = ({ path }: Issue) => replacement !== undefined && body[path] === null;
	return zodIssues(schema, body).filter(
		(issue) => (!isPartial || isEntered(issue)) && !isCleared(issue),
	);
}

/** A missing value needs no issue of its own if an entered value's issue says why it's missing. */
function isExplained({ path }: Issue, body: JsonObject, enteredIssues: readonly Issue[]): boolean {
	const explains = (issue: Issue) =>
		isWithin(issue.path, path) ||
		(isWithin(path, issue.path) && isAbsent(valueAt(body, issue.path)));
	const isMissing = emptyToUndefined(valueAt(body, path)) === undefined;
	return isMissing && enteredIssues.some((issue) => stopsItem(issue) && explains(issue));
}

/** Drops an issue about an empty or unusual value if a later issue knows more about it. */
function withoutVague(issues: readonly Issue[]): Issue[] {
	return issues.filter(
		({ kind, path, verdict }, index) =>
			(kind !== 'empty' && verdict !== 'unusual') ||
			!issues.some((later, at) => at > index && later.path === path && stopsItem(later)),
	);
}

/** Such issues were there before, because no entered value takes part in them. */
function untouchedIssues(
	stored: JsonObject,
	change: JsonObject,
	identitiesIn: (object: JsonObject) => string[],
): string[] {
	const identities = identitiesIn(stored);
	if (identities.length === 0) return [];
	const untouched = new Set(identitiesIn(withoutChanged(stored, change)));
	return identities.filter((identity) => untouched.has(identity));
}

function withoutChanged(stored: JsonObject, change: JsonObject): JsonObject {
	const keptMembers = Object.entries(stored).flatMap(([name, value]): Array<[string, unknown]> => {
		const newValue = ownValue(change, name);
		if (newValue === undefined) return [[name, value]];
		const areObjects = isJsonObject(value) && isJsonObject(newValue);
		return areObjects ? [[name, withoutChanged(value, newValue)]] : [];
	});
	return Object.fromEntries(keptMembers);
}

function identityOf({ path, text }: Issue): string {
	return `${path} ${text}`;
}

function bodyIssues(
	description: Description,
	{ rules = [], nullable }: BodyOptions,
): (body: JsonObject, context: PlanContext, parameters: ParameterValues) => Issue[] {
	const describedRules = rulesOf(description);
	const names = Object.keys(description.members);
	const notNull = nullable === undefined ? [] : names.filter((name) => !nullable.includes(name));
	return (body, context, parameters) => [
		...notNull.flatMap((name) => nullIssues(name, body[name])),
		...describedRules(body),
		...rules.flatMap((rule) => [...rule(body, context, parameters)]),
	];
}

/** Also finds null inside lists and objects. */
function nullIssues(path: string, value: unknown): Issue[] {
	if (value === null) return [{ path, text: IS_NULL }];
	if (typeof value !== 'object') return [];
	return Object.entries(value).flatMap(([name, member]) => nullIssues(`${path}.${name}`, member));
}
