import type { Description } from '../../engine/body/fields';
import { rulesOf } from '../../engine/body/interpret';
import { misspelledKeys, unknownMemberHints, zodIssues } from '../../engine/body/schema';
import type { Issue } from '../../engine/issue';
import { IS_NULL, isWithin, stopsItem, withUnusualDecided } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { isAbsent, valueAt } from '../../engine/json';
import type { ParameterValues, PlanContext } from '../../engine/operation';
import { emptyToUndefined } from '../../engine/parameters/values';
import type { Draft } from './draft';
import type { Step } from './steps';

type BodyRule = (
	body: JsonObject,
	context: PlanContext,
	parameters: ParameterValues,
) => Iterable<Issue>;

export interface BodyOptions {
	/** Rules see the whole body and may also yield hints. */
	rules?: readonly BodyRule[];
	/** The only described keys that can be null. If omitted, the API decides. */
	nullable?: readonly string[];
	/** Steps change the draft between input and check, in order. */
	bodySteps?: ReadonlyArray<Step<Draft>>;
	/** Changes an issue's text after the issue has moved to its field. */
	reword?: (issue: Issue, body: JsonObject, parameters: ParameterValues) => Issue;
	/** The API has keys that the description lacks, so unlisted keys cause no hint. */
	moreKeys?: true;
}

/**
 * Checks the entered values, and the whole body by its rules. `merged` is the body with the stored record, whose own
 * problems don't count.
 */
export function bodyCheck(
	description: Description,
	options: BodyOptions,
): (
	enteredDraft: Draft,
	merged: Draft | undefined,
	parameters: ParameterValues,
	context: PlanContext,
) => Issue[] {
	const rules = bodyRules(description, options);
	return (enteredDraft, merged, parameters, context) => {
		const { body, stored } = merged ?? enteredDraft;
		const issuesIn = (object: JsonObject) =>
			rules.flatMap((rule) => [...rule(object, context, parameters)]);
		const storedIssues = new Set(stored && issuesIn(stored).map(identityOf));
		// Until the record is read, it may supply whatever wasn't entered.
		const isStored = (issue: Issue) =>
			enteredDraft.replacement !== undefined &&
			!isEntered(issue, enteredDraft) &&
			(stored === undefined || storedIssues.has(identityOf(issue)));
		const decided = (issues: readonly Issue[]) => withUnusualDecided(issues, context.unusualValues);
		const enteredIssues = decided(issuesOfEntered(description, options, enteredDraft));
		const ruleIssues = decided(issuesIn(body).filter((issue) => !isStored(issue))).filter(
			(issue) => !isExplained(issue, body, enteredIssues),
		);
		return withoutVague([...enteredIssues, ...ruleIssues, ...(merged?.issues ?? [])]);
	};
}

/** True if the item enters the issue's value. A list is entered as a whole. */
function isEntered({ path }: Issue, { body }: Draft): boolean {
	return !isAbsent(valueAt(body, path.split(/\.\d/, 1).join('')));
}

function issuesOfEntered(
	description: Description,
	{ moreKeys }: BodyOptions,
	enteredDraft: Draft,
): Issue[] {
	const { schema } = description;
	const { added, issues } = enteredDraft;
	return [
		...issues,
		...schemaIssues(description, enteredDraft),
		...misspelledKeys(schema, added),
		...(moreKeys ? [] : unknownMemberHints(schema, added, { near: false })),
	];
}

/** Checks a body by its schema. In a change or a merge, only entered values are checked. */
function schemaIssues({ schema }: Description, { body, isPartial, replacement }: Draft): Issue[] {
	const isMissing = ({ path }: Issue) => !/\.\d/.test(path) && valueAt(body, path) === undefined;
	const isCleared = ({ path }: Issue) => replacement !== undefined && body[path] === null;
	return zodIssues(schema, body).filter(
		(issue) => !(isPartial && isMissing(issue)) && !isCleared(issue),
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

function identityOf({ path, text }: Issue): string {
	return `${path} ${text}`;
}

function bodyRules(description: Description, { rules = [], nullable }: BodyOptions): BodyRule[] {
	const names = Object.keys(description.members);
	const notNull = nullable === undefined ? [] : names.filter((name) => !nullable.includes(name));
	return [
		(body) => notNull.flatMap((name) => nullIssues(name, body[name])),
		rulesOf(description),
		...rules,
	];
}

/** Also finds null inside lists and objects. */
function nullIssues(path: string, value: unknown): Issue[] {
	if (value === null) return [{ path, text: IS_NULL }];
	if (typeof value !== 'object') return [];
	return Object.entries(value).flatMap(([name, member]) => nullIssues(`${path}.${name}`, member));
}
