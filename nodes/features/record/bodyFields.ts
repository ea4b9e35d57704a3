import type { INodeProperties } from 'n8n-workflow';
import type { Description } from '../../engine/body/fields';
import {
	buildBody,
	buildChange,
	membersOf,
	propertiesOf,
	rulesOf,
} from '../../engine/body/interpret';
import type { Issue } from '../../engine/issue';
import { IS_NULL, isWithin, NOTHING_TO_UPDATE } from '../../engine/issue';
import { fieldLabels, namesBy, separated } from '../../engine/issues/issueTexts';
import type { JsonObject } from '../../engine/json';
import { content, isAbsent, isJsonObject, valueAt } from '../../engine/json';
import type { Facts, Parameters, PlanContext } from '../../engine/operation';
import type { RequestBody } from '../../engine/parameters/json';
import {
	additionalMembersField,
	byLabel,
	requestBody,
	requestMembersField,
} from '../../engine/parameters/json';
import { collection, unresolvedSelectors } from '../../engine/parameters/properties';
import { UPDATE_FIELDS } from '../../engine/parameters/read';
import { asObject } from '../../engine/parameters/values';
import type { ClearedBy } from './clearings';
import { clearingsOf, clearingText, leftHint, refusedNulls } from './clearings';
import type { Replacement } from './replacement';
import { clearingIssues, recordAfter, replacedBody } from './replacement';

/** A change's fields, and the body that they build for an item, with no keys that weren't filled in. */
export interface BodyFields {
	properties: INodeProperties[];
	buildBody: (parameters: Parameters, context: PlanContext) => RequestBody;
	/** Set if the body replaces the record that the fact `record` contains. */
	replaces?: Replacement;
}

/** What was entered, in the API's keys. */
export interface Finished {
	body: JsonObject;
	issues?: Issue[];
	hints?: string[];
}

interface BodyRules {
	/** Such a body as JSON, for keys that the form doesn't have. Left out: nothing can be added. */
	example?: string;
	/** Check the whole body. */
	rules?: ReadonlyArray<(body: JsonObject, context: PlanContext) => Iterable<Issue>>;
	/** The only described keys that can be null. Left out: the API decides. */
	nullable?: readonly string[];
	/** Turns what was entered into keys of the API, and finds the issues with it. */
	finish?: (input: JsonObject, parameters: Parameters, context: PlanContext) => Finished;
	/** Sentences about values that are sent anyway. */
	hints?: (body: JsonObject, context: PlanContext, parameters: Parameters) => string[];
}

const ADDITIONAL_FIELDS = 'additionalFields';

/**
 * The fields of a new record, from its body's description, which has no name. Keys that aren't in its panel are among
 * the additional fields.
 */
export function newFields(description: Description, traits: BodyRules = {}): BodyFields {
	const { panel = Object.keys(description.members) } = description;
	const { example } = traits;
	const additionalFields = propertiesOf(description, 'settings').sort(byLabel);
	const properties = [
		...propertiesOf(description),
		...(example === undefined ? [] : [requestMembersField(example, ...additionalFields)]),
	];
	const buildOf = bodyBuilder(description, traits, properties, (name) =>
		panel.includes(name) ? '' : `${ADDITIONAL_FIELDS}.`,
	);
	const selectorIssues = unresolvedSelectors(properties, 'Choose a value.');
	return {
		properties,
		buildBody: (parameters, context) => {
			const unresolved = selectorIssues(parameters);
			if (unresolved.length > 0) return { body: {}, issues: unresolved, hints: [] };
			const added = asObject(parameters[ADDITIONAL_FIELDS]);
			return buildOf({ ...added, ...parameters }, parameters, context);
		},
	};
}

export interface ChangeRules extends BodyRules {
	example: string;
	/** How the API replaces the record. Left out: it changes only what is sent. */
	replaces?: Replacement;
	/** The main fields, which are shown immediately. Empty ones change nothing. */
	direct?: readonly string[];
}

/**
 * The fields of a change: they are added one by one, and at least one must be. Null and an empty list clear; what is
 * left empty stays. If the API `replaces` the whole record, the current one supplies the rest.
 */
export function changedFields(described: Description, rules: ChangeRules): BodyFields {
	const { replaces, direct = [], example, nullable } = rules;
	// Rare fields of a new record are added one by one here as well.
	const description = { ...described, panel: Object.keys(described.members) };
	const clearings = clearingsOf(description, nullable, replaces);
	const fields = propertiesOf(description);
	const addable = fields.filter(({ name }) => !direct.includes(name));
	const properties = [
		...fields.filter(({ name }) => direct.includes(name)),
		collectionOf(addable, example, [...clearings.values()]),
	];
	const buildOf = changeBuilder(description, rules, properties, clearings);
	const selectorIssues = unresolvedSelectors(addable, 'Choose a value.');
	return {
		properties,
		...(replaces && { replaces }),
		buildBody: (parameters, context) => {
			const added = asObject(parameters[UPDATE_FIELDS]);
			const unresolved = selectorIssues(added).map((issue) => inCollection(issue));
			if (unresolved.length > 0) return { body: {}, issues: unresolved, hints: [] };
			return buildOf(added, parameters, context);
		},
	};
}

const unfinished = (body: JsonObject): Finished => ({ body });

function inCollection(issue: Issue): Issue {
	return { ...issue, path: `${UPDATE_FIELDS}.${issue.path}` };
}

/** Builds and checks the body of a change. */
function changeBuilder(
	description: Description,
	{ direct = [], replaces, nullable, finish = unfinished, ...bodyRules }: ChangeRules,
	properties: INodeProperties[],
	clearings: ReadonlyMap<string, ClearedBy>,
): (added: JsonObject, parameters: Parameters, context: PlanContext) => RequestBody {
	const changeOf = buildChange(description);
	const entries = Object.entries(description.members);
	const required = new Set(
		entries.flatMap(([name, field]) => (field.required === true ? [name] : [])),
	);
	const partial = new Set(entries.flatMap(([name, field]) => (field.members ? [name] : [])));
	// Null in a replacement clears: what can't be cleared is judged below.
	const judged =
		replaces === undefined && nullable !== undefined ? { ...bodyRules, nullable } : bodyRules;
	const checksOf = bodyChecks(description, judged, properties, (name) =>
		direct.includes(name) ? '' : `${UPDATE_FIELDS}.`,
	);
	const labels = fieldLabels(propertiesOf(description));
	return (added, parameters, context) => {
		const directValues = Object.fromEntries(direct.map((name) => [name, parameters[name]]));
		const { body: defined, left: emptyFields } = changeOf(
			{ ...added, ...directValues },
			context.timezone,
		);
		const assembled = requestBody(description.schema, defined, parameters, {}, UPDATE_FIELDS);
		const { body: input, ...finished } = finish(assembled.body, parameters, context);
		// What a partial input leaves out, the current record has. JSON that can't be read is no key of the body.
		const isPresent = ({ path }: Issue) =>
			/\.\d/.test(path) ||
			isWithin(path, UPDATE_FIELDS) ||
			valueAt(assembled.body, path) !== undefined;
		const isCleared = ({ path }: Issue) => replaces !== undefined && assembled.body[path] === null;
		const ofSchema = assembled.issues.filter(
			(issue) => (replaces === undefined || isPresent(issue)) && !isCleared(issue),
		);
		const ofEntered = [
			...ofSchema,
			...(finished.issues ?? []),
			...(replaces
				? clearingIssues(input, replaces, required, parameters)
				: refusedNulls(input, description, nullable, clearings)),
		];
		const current = asRecord(context.facts);
		const body = replaces && current ? replacedBody(input, current, replaces, partial) : input;
		const checked = checksOf(
			{ body, defined, issues: ofEntered },
			parameters,
			context,
			// Nobody changed what the API itself returned.
			replaces && current && content(current, replaces.readOnly),
			replaces && current === undefined ? input : undefined,
		);
		const issues = [
			...checked.issues,
			...(replaces && current ? [...(replaces.refuses?.(input, current) ?? [])] : []),
		];
		if (Object.keys(input).length === 0 && issues.length === 0) {
			return { body, issues: [{ path: UPDATE_FIELDS, text: NOTHING_TO_UPDATE }], hints: [] };
		}
		const stillLeft = emptyFields.filter(
			({ path, name }) => !direct.includes(name) && valueAt(assembled.body, path) === undefined,
		);
		return {
			body,
			issues,
			hints: [
				...assembled.hints,
				...(finished.hints ?? []),
				...stillLeft.map(({ path, name }) => leftHint(labels(name), path, clearings.get(path))),
				...checked.hints,
				...(replaces && current ? (replaces.hints?.(body, current) ?? []) : []),
			],
			...(replaces && { entered: input }),
			...(replaces && current && { replacedBy: recordAfter(body, current, replaces) }),
		};
	};
}

/** Undefined if the record wasn't read. */
function asRecord(facts: Facts = {}): JsonObject | undefined {
	const { record } = facts;
	return isJsonObject(record) ? record : undefined;
}

/** Builds and checks a body. `startOf` returns the start of the path of the parameter that fills a key of the body. */
function bodyBuilder(
	description: Description,
	traits: BodyRules,
	properties: INodeProperties[],
	startOf: (name: string) => string,
): (input: JsonObject, parameters: Parameters, context: PlanContext) => RequestBody {
	const definedBy = buildBody(description);
	const { finish = unfinished } = traits;
	const sentEmpty = membersOf(description).filter(({ field }) => field.sendsEmpty);
	const checksOf = bodyChecks(description, traits, properties, startOf);
	return (input, parameters, context) => {
		const defined = definedBy(input, context.timezone);
		const empty = Object.fromEntries(sentEmpty.map(({ name }) => [name, []]));
		const assembled = requestBody(description.schema, defined, parameters, empty);
		const { body, issues = [], hints = [] } = finish(assembled.body, parameters, context);
		const all = { body, defined, issues: [...assembled.issues, ...issues] };
		const checked = checksOf(all, parameters, context);
		return {
			body,
			issues: checked.issues,
			hints: [...assembled.hints, ...hints, ...checked.hints],
		};
	};
}

/** A body with the issues that are known of it; `defined` are the keys that fields fill. */
interface Built {
	body: JsonObject;
	defined: JsonObject;
	issues: readonly Issue[];
}

/**
 * Applies a description's rules to a body, and moves issues to the fields that fill its keys. What the `current` record
 * has as well is no issue. If the body isn't whole, only the `input` is judged.
 */
function bodyChecks(
	description: Description,
	{ rules = [], nullable, hints }: BodyRules,
	properties: INodeProperties[],
	startOf: (name: string) => string,
): (
	built: Built,
	parameters: Parameters,
	context: PlanContext,
	current?: JsonObject,
	input?: JsonObject,
) => Pick<RequestBody, 'hints' | 'issues'> {
	const fields = membersOf(description);
	const described = rulesOf(description);
	const nameOf = namesBy({ properties });
	const names = Object.keys(description.members);
	const notNull = nullable === undefined ? [] : names.filter((name) => !nullable.includes(name));
	const ruleIssues = (body: JsonObject, context: PlanContext): Issue[] => [
		...notNull.flatMap((name) => nullIssues(name, body[name])),
		...described.flatMap((rule) => [...rule(body)]),
		...rules.flatMap((rule) => [...rule(body, context)]),
	];
	return ({ body, defined, issues: bodyIssues }, parameters, context, current, input) => {
		// That a value is missing says nothing new beside another issue.
		const isKnown = ({ path }: Issue) =>
			isAbsent(valueAt(body, path)) && bodyIssues.some((issue) => issue.path === path);
		const before = new Set(current && ruleIssues(current, context).map(identityOf));
		const ofRules = ruleIssues(body, context).filter(
			(issue) =>
				!isKnown(issue) &&
				!before.has(identityOf(issue)) &&
				(input === undefined || !isAbsent(valueAt(input, issue.path))),
		);
		const all = [...bodyIssues, ...ofRules].map((issue) => {
			const { path } = issue;
			const bodyField = fields.find((candidate) => isWithin(path, candidate.path));
			const name = path.split('.', 1).join('');
			const isByJson = Object.hasOwn(body, name) && !Object.hasOwn(defined, name);
			const isStored = isByJson && current !== undefined && Object.hasOwn(current, name);
			if (bodyField === undefined || (isByJson && !isStored)) return issue;
			const { parameter = bodyField.path, row } = bodyField.field;
			const inside = path.slice(bodyField.path.length);
			// The panel has no field for a key in the object that a single field fills.
			const isWhole = row === undefined && /\.\D/.test(inside);
			return { ...issue, path: startOf(name) + parameter + (isWhole ? '' : inside) };
		});
		const { issues, hints: remarks } = separated(all, nameOf);
		return { issues, hints: [...remarks, ...(hints?.(body, context, parameters) ?? [])] };
	};
}

function identityOf({ path, text }: Issue): string {
	return `${path} ${text}`;
}

/** Finds null, including in lists and objects. */
function nullIssues(path: string, value: unknown): Issue[] {
	if (value === null) return [{ path, text: IS_NULL }];
	if (typeof value !== 'object') return [];
	return Object.entries(value).flatMap(([name, inner]) => nullIssues(`${path}.${name}`, inner));
}

/** n8n would demand a field marked as required even if it isn't added. */
function unmarked(property: INodeProperties): INodeProperties {
	const field = { ...property };
	delete field.required;
	return field;
}

function collectionOf(
	addable: readonly INodeProperties[],
	example: string,
	clearings: readonly ClearedBy[],
): INodeProperties {
	const options = [...addable.map(unmarked), additionalMembersField('request', example)];
	const said = `The fields to change; everything else stays as it is${clearingText(clearings)}`;
	return collection('Update Fields', UPDATE_FIELDS, 'Add Field', options.sort(byLabel), said);
}
