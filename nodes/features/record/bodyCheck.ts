import type { Description } from '../../engine/body/fields';
import type { Member } from '../../engine/body/interpret';
import { rulesOf } from '../../engine/body/interpret';
import type { Issue } from '../../engine/issue';
import { inJson, IS_NULL, isWithin, stopsItem, unlessAllowed } from '../../engine/issue';
import type { FieldLabels } from '../../engine/issues/issueMessages';
import type { JsonObject } from '../../engine/json';
import { isAbsent, valueAt } from '../../engine/json';
import type { ParameterValues, PlanContext } from '../../engine/operation';
import { readItemOptions } from '../../engine/options/requestOptions';
import { emptyToUndefined } from '../../engine/parameters/values';
import type { BodyStep, Draft, RequestBody } from './draft';
import { originOf } from './draft';
import type { Replacement } from './replacement';

export interface BodyRules {
	/** Checks of the whole body, and hints about it. */
	rules?: ReadonlyArray<
		(body: JsonObject, context: PlanContext, parameters: ParameterValues) => Iterable<Issue>
	>;
	/** The only described keys that can be null. If omitted, the API decides. */
	nullable?: readonly string[];
	/** What happens between input and check, in order. */
	steps?: readonly BodyStep[];
	/** Set if the API has keys that the description lacks. Unlisted keys then cause no hint. */
	moreKeys?: true;
}

/** What is needed to name a field in a message. */
interface BodyForm {
	description: Description;
	/** Each `parameter` is a path that includes the field's collection. */
	members: readonly Member[];
	labels: FieldLabels;
}

/** Applies a description's rules, and moves issues to the fields that fill their keys. */
export function bodyCheck(
	form: BodyForm,
	rules: BodyRules & { replacement?: Replacement },
): (draft: Draft, parameters: ParameterValues, context: PlanContext) => RequestBody {
	const issuesIn = bodyIssues(form.description, rules);
	return (draft, parameters, context) => {
		const { body, merged = body, stored } = draft;
		// Once it's read, the record may supply missing keys.
		const awaitsRecord = rules.replacement !== undefined && stored === undefined;
		const before = new Set(stored && issuesIn(stored, context, parameters).map(identityOf));
		const { allowUnlisted } = readItemOptions(parameters.options);
		const unlessAccepted = (issues: readonly Issue[]) =>
			unlessAllowed(issues, allowUnlisted, context.refusesUnusual);
		const inputIssues = unlessAccepted(draft.issues);
		const brokenRules = issuesIn(body, context, parameters).filter(
			(issue) =>
				!isExplained(issue, body, inputIssues, awaitsRecord) && !before.has(identityOf(issue)),
		);
		const ruleIssues = unlessAccepted(brokenRules);
		// A rule may know which of a schema's values fit.
		const isRefined = ({ path, verdict }: Issue) =>
			verdict === 'unusual' && ruleIssues.some((issue) => issue.path === path);
		const issues = [
			...withoutExplained(inputIssues).filter((issue) => !isRefined(issue)),
			...ruleIssues,
		];
		return { body: merged, issues: issues.map((issue) => atField(issue, draft, form)) };
	};
}

/** Hides an issue about a missing value if another issue explains it, or if the record isn't read yet. */
function isExplained(
	{ path }: Issue,
	body: JsonObject,
	inputIssues: readonly Issue[],
	awaitsRecord: boolean,
): boolean {
	const value = valueAt(body, path);
	const isMissing = emptyToUndefined(value) === undefined;
	const explains = (issue: Issue) =>
		isWithin(issue.path, path) ||
		(isWithin(path, issue.path) && isAbsent(valueAt(body, issue.path)));
	const isReported = isMissing && inputIssues.some((issue) => stopsItem(issue) && explains(issue));
	return isReported || (awaitsRecord && isAbsent(value));
}

/** A key that is missing because it's misspelled is reported once. */
function withoutExplained(issues: readonly Issue[]): Issue[] {
	const explained = issues.filter((issue) => stopsItem(issue) && issue.kind !== 'empty');
	return issues.filter(
		({ kind, path }) => kind !== 'empty' || !explained.some((issue) => issue.path === path),
	);
}

function identityOf({ path, text }: Issue): string {
	return `${path} ${text}`;
}

/** Moves an issue to the field that fills its key, if there is one. */
function atField(issue: Issue, draft: Draft, { description, members, labels }: BodyForm): Issue {
	const { path } = issue;
	if (draft.fieldBody === undefined) return inJson(issue, draft.body);
	const member = members.find(({ path: outer }) => isWithin(path, outer));
	// An object has no field, but a selector may imply its fields.
	if (member === undefined) return { ...issue, path: description.members[path]?.parameter ?? path };
	const origin = originOf(member.path, draft);
	if (origin === 'json') return inJson(issue, draft.body);
	const isMoved = origin === 'form' && labels.labelOf(member.parameter) !== undefined;
	return isMoved ? { ...issue, path: fieldPath(path, member, labels) } : issue;
}

/** The field itself, if it reads a whole object for whose key the panel has no field. */
function fieldPath(path: string, { field, parameter, ...member }: Member, labels: FieldLabels) {
	const inside = path.slice(member.path.length);
	const readsObject = !field.rowDescription && /\.\D/.test(inside);
	const innerPath = parameter + inside;
	return readsObject && labels.labelOf(innerPath) === undefined ? parameter : innerPath;
}

function bodyIssues(
	description: Description,
	{ rules = [], nullable }: BodyRules,
): (body: JsonObject, context: PlanContext, parameters: ParameterValues) => Issue[] {
	const described = rulesOf(description);
	const names = Object.keys(description.members);
	const notNull = nullable === undefined ? [] : names.filter((name) => !nullable.includes(name));
	return (body, context, parameters) => [
		...notNull.flatMap((name) => nullIssues(name, body[name])),
		...described(body),
		...rules.flatMap((rule) => [...rule(body, context, parameters)]),
	];
}

/** Also finds null inside lists and objects. */
function nullIssues(path: string, value: unknown): Issue[] {
	if (value === null) return [{ path, text: IS_NULL }];
	if (typeof value !== 'object') return [];
	return Object.entries(value).flatMap(([name, member]) => nullIssues(`${path}.${name}`, member));
}
