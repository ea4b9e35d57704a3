import type { Description } from '../../engine/body/fields';
import { rulesOf } from '../../engine/body/interpret';
import { misspelledKeys, unknownMemberHints, zodIssues } from '../../engine/body/schema';
import type { Issue } from '../../engine/issue';
import { IS_NULL, isWithin, stopsItem, withUnusualDecided } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { isAbsent, valueAt } from '../../engine/json';
import type { ParameterValues, PlanContext } from '../../engine/operation';
import { currentRecord } from '../../engine/operation';
import { emptyToUndefined } from '../../engine/parameters/values';
import { copiedSecretIssues } from './copiedSecrets';
import type { Draft } from './draft';
import type { MergedBody, Replacement } from './replacement';
import type { Step } from './steps';

type BodyRule = (
	body: JsonObject,
	context: PlanContext,
	parameters: ParameterValues,
) => Iterable<Issue>;

export interface BodyOptions {
	/** Rules see the whole body and may also yield hints. */
	rules?: readonly BodyRule[];
	/** Keys that can be null. All other described keys can't. If omitted, the API decides. */
	nullable?: readonly string[];
	/** Steps change the draft between input and check, in order. */
	bodySteps?: ReadonlyArray<Step<Draft>>;
	/** Changes an issue's text, once the issue points to its field. */
	reword?: (issue: Issue, body: JsonObject, parameters: ParameterValues) => Issue;
	/** If true, every run reads the record, although it has no `replacement`. */
	readsRecord?: true;
	/** If true, unlisted keys cause no hint, because the description is incomplete. */
	moreKeys?: true;
}

/**
 * Checks the entered values, and then the whole body by its rules. `merged` is the body with the stored record.
 * Problems of the stored record itself don't count.
 */
export function bodyCheck(
	description: Description,
	options: BodyOptions,
	replacement?: Replacement,
): (
	enteredDraft: Draft,
	merged: MergedBody | undefined,
	parameters: ParameterValues,
	context: PlanContext,
) => Issue[] {
	const rules = bodyRules(description, options);
	// Other updates read the record only for a dry run, which must come to the same result.
	const readsRecord = replacement !== undefined || options.readsRecord === true;
	return (enteredDraft, merged, parameters, context) => {
		const { body } = merged ?? enteredDraft;
		const stored = merged?.stored;
		const ruleIssuesOf = (object: JsonObject) =>
			rules.flatMap((rule) => [...rule(object, context, parameters)]);
		const storedIssues = new Set(stored && ruleIssuesOf(stored).map(identityOf));
		// The record isn't read yet, so it may contain whatever the user didn't enter.
		const isStored = (issue: Issue) =>
			replacement !== undefined &&
			!isEntered(issue, enteredDraft) &&
			(stored === undefined || storedIssues.has(identityOf(issue)));
		const ruleIssues = ruleIssuesOf(body).filter((issue) => !isStored(issue));
		const issues = [
			...issuesOfEntered(description, options, enteredDraft),
			...copiedSecretIssues(
				enteredDraft.body,
				readsRecord ? currentRecord(context.facts) : undefined,
			),
			...ruleIssues,
			// The merge may leave out a value that it refuses. The value then only seems to be missing.
			...(merged?.issues ?? []),
		];
		const decided = withUnusualDecided(issues, context.unusualValues);
		return mostTelling(decided, new Set(ruleIssues), body);
	};
}

/** True if the user entered the value that the issue is about. A list counts as a whole. */
function isEntered({ path }: Issue, { body }: Draft): boolean {
	return !isAbsent(valueAt(body, path.split(/\.\d/, 1).join('')));
}

function issuesOfEntered(
	description: Description,
	{ moreKeys }: BodyOptions,
	enteredDraft: Draft,
): Issue[] {
	const { schema } = description;
	const { json, issues } = enteredDraft;
	return [
		...issues,
		...schemaIssues(description, enteredDraft),
		...misspelledKeys(schema, json),
		...(moreKeys ? [] : unknownMemberHints(schema, json, { near: false })),
	];
}

/** Checks a body by its schema. In a change or a merge, only entered values are checked. */
function schemaIssues({ schema }: Description, { body, isPartial }: Draft): Issue[] {
	const isMissing = ({ path }: Issue) => !/\.\d/.test(path) && valueAt(body, path) === undefined;
	return zodIssues(schema, body).filter((issue) => !(isPartial && isMissing(issue)));
}

/** Ranks issues by how much they explain. For example, a rule doesn't know why a value is missing. */
const RANK = { missing: 0, empty: 1, unlisted: 2, known: 3, notCleared: 4 };

/** Leaves out an issue if an issue of a higher rank stops the item. */
function mostTelling(
	issues: readonly Issue[],
	ruleIssues: ReadonlySet<Issue>,
	body: JsonObject,
): Issue[] {
	const isMissing = ({ path }: Issue) => emptyToUndefined(valueAt(body, path)) === undefined;
	const rankOf = (issue: Issue): number => {
		if (ruleIssues.has(issue)) return isMissing(issue) ? RANK.missing : RANK.known;
		if (issue.kind !== undefined) return RANK[issue.kind];
		return issue.verdict === 'unusual' ? RANK.unlisted : RANK.known;
	};
	// An issue inside a missing value, or about an absent object around it, explains why the value is missing.
	const isAround = ({ path }: Issue, missing: Issue) =>
		isWithin(path, missing.path) || (isWithin(missing.path, path) && isAbsent(valueAt(body, path)));
	const stopping = issues.filter(stopsItem);
	return issues.filter((issue) => {
		const rank = rankOf(issue);
		const isSameValue = (telling: Issue) =>
			telling.path === issue.path || (rank === RANK.missing && isAround(telling, issue));
		return !stopping.some((telling) => isSameValue(telling) && rankOf(telling) > rank);
	});
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
