import type { Description } from '../../engine/body/fields';
import type { Member } from '../../engine/body/interpret';
import { membersOf, rulesOf } from '../../engine/body/interpret';
import { misspelledKeys, unknownMemberHints, zodIssues } from '../../engine/body/schema';
import type { Issue } from '../../engine/issue';
import { inJson, IS_NULL, isWithin, stopsItem, unlessAllowed } from '../../engine/issue';
import type { FieldLabels } from '../../engine/issues/issueMessages';
import type { JsonObject } from '../../engine/json';
import { isAbsent, isJsonObject, ownValue, valueAt } from '../../engine/json';
import type { ParameterValues, PlanContext } from '../../engine/operation';
import { storedRecord } from '../../engine/operation';
import { emptyToUndefined } from '../../engine/parameters/values';
import type { Draft, RequestBody } from './draft';
import type { Replacement } from './replacement';
import { replacedRecord } from './replacement';
import type { Step } from './steps';
import { inSteps } from './steps';

export interface BodyRules {
	/** Rules see the whole body and may also yield hints. */
	rules?: ReadonlyArray<
		(body: JsonObject, context: PlanContext, parameters: ParameterValues) => Iterable<Issue>
	>;
	/** The only described keys that can be null. If omitted, the API decides. */
	nullable?: readonly string[];
	/** Steps change the draft between input and check, in order. */
	steps?: ReadonlyArray<Step<Draft>>;
	/** Called when the issue has been moved to its field. */
	reword?: (issue: Issue, body: JsonObject, parameters: ParameterValues) => Issue;
	/** Set if the API has keys that the description lacks. Unlisted keys then cause no hint. */
	moreKeys?: true;
	/** Rules of replacement. If omitted, the API changes only the sent keys. */
	replacement?: Replacement;
}

interface BodyForm {
	description: Description;
	labels: FieldLabels;
	/** Collection with all but the main fields. Empty if there's none. */
	collection: string;
	/** The schema checks the input too. */
	inputIssues: (input: Draft, parameters: ParameterValues) => Issue[];
}

/** Completes an item's input by the steps and the stored record, checks the body, and moves issues to their fields. */
export function bodyCheck(
	form: BodyForm,
	rules: BodyRules,
): (input: Draft, parameters: ParameterValues, context: PlanContext) => RequestBody {
	const { schema, members: fields } = form.description;
	const { steps = [], moreKeys, replacement, reword = (issue: Issue) => issue } = rules;
	const members = panelMembers(form);
	const issuesIn = bodyIssues(form.description, rules);
	return (input, parameters, context) => {
		const enteredDraft = inSteps(input, steps, parameters, context);
		const record = replacement && storedRecord(context.facts);
		const replacing = record && replacedRecord(enteredDraft.body, record, replacement, fields);
		const draft = { ...enteredDraft, ...replacing };
		const { body, sent = body, stored, added, needs = [] } = draft;
		const identitiesIn = (object: JsonObject) =>
			issuesIn(object, context, parameters).map(identityOf);
		const oldIdentities = new Set(
			stored && untouchedIssues(stored, enteredDraft.body, identitiesIn),
		);
		// The record may supply missing keys once it's read. Its own problems don't count.
		const awaitsRecord = replacement !== undefined && stored === undefined;
		const isNewIssue = (issue: Issue) =>
			!oldIdentities.has(identityOf(issue)) &&
			!(awaitsRecord && isAbsent(valueAt(body, issue.path)));
		const unlessAccepted = (issues: readonly Issue[]) =>
			unlessAllowed(issues, context.unusualValues);
		const inputIssues = unlessAccepted([
			...enteredDraft.issues,
			...schemaIssues(form, enteredDraft, rules),
			...form.inputIssues(enteredDraft, parameters),
			...misspelledKeys(schema, added),
			...(moreKeys ? [] : unknownMemberHints(schema, added, { near: false })),
		]);
		const ruleIssues = unlessAccepted(issuesIn(body, context, parameters)).filter(
			(issue) => isNewIssue(issue) && !isExplained(issue, body, inputIssues),
		);
		const issues = withoutVague([...inputIssues, ...ruleIssues, ...(replacing?.issues ?? [])]);
		return {
			body: sent,
			issues: issues.map((issue) => reword(atField(issue, draft, form, members), body, parameters)),
			needs,
		};
	};
}

/** In a change or a merge, only entered values are checked. */
function schemaIssues(
	{ description }: BodyForm,
	{ body, isPart }: Draft,
	{ replacement }: BodyRules,
): Issue[] {
	const isEntered = ({ path }: Issue) => /\.\d/.test(path) || valueAt(body, path) !== undefined;
	const isCleared = ({ path }: Issue) => replacement !== undefined && body[path] === null;
	return zodIssues(description.schema, body).filter(
		(issue) => (!isPart || isEntered(issue)) && !isCleared(issue),
	);
}

/** A missing value needs no issue of its own if an input issue says why it's missing. */
function isExplained({ path }: Issue, body: JsonObject, inputIssues: readonly Issue[]): boolean {
	const explains = (issue: Issue) =>
		isWithin(issue.path, path) ||
		(isWithin(path, issue.path) && isAbsent(valueAt(body, issue.path)));
	const isMissing = emptyToUndefined(valueAt(body, path)) === undefined;
	return isMissing && inputIssues.some((issue) => stopsItem(issue) && explains(issue));
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

function panelMembers({ description, collection }: BodyForm): Member[] {
	return membersOf(description).map((member) => {
		const isInside = collection !== '' && !member.isMainField;
		return isInside ? { ...member, parameter: `${collection}.${member.parameter}` } : member;
	});
}

/** Moves an issue to the field that fills its key, if there is one. */
function atField(
	issue: Issue,
	{ body, fieldBody, added, stored }: Draft,
	{ description, labels }: BodyForm,
	members: readonly Member[],
): Issue {
	const { path } = issue;
	if (fieldBody === undefined) return inJson(issue, body);
	const member = members.find(({ path: outer }) => isWithin(path, outer));
	// An object has no field, but a selector may imply its fields.
	if (member === undefined) return { ...issue, path: description.members[path]?.parameter ?? path };
	const isIn = (values?: JsonObject) => valueAt(values, member.path) !== undefined;
	// If the record has the key, a field could change it, so the issue stays at the field.
	const isOnlyJson = isIn(body) && isIn(added) && !isIn(fieldBody) && !isIn(stored);
	if (isOnlyJson) return inJson(issue, body);
	const hasField = labels.labelOf(member.parameter) !== undefined;
	return hasField ? { ...issue, path: fieldPath(path, member, labels) } : issue;
}

/** A field that reads a whole object stands for inner keys that have no field. */
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
