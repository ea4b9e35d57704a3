import type { INodeProperties } from 'n8n-workflow';
import type { Description } from '../../engine/body/fields';
import {
	bodyWithAdditions,
	buildBody,
	buildChange,
	formIssues,
	membersOf,
	panelPaths,
	propertiesOf,
	rulesOf,
} from '../../engine/body/interpret';
import { deferred } from '../../engine/deferred';
import { listed } from '../../engine/summary/sentences';
import type { Issue } from '../../engine/issue';
import { inJson, IS_NULL, isWithin, NOTHING_TO_UPDATE, unlessAllowed } from '../../engine/issue';
import type { FieldLabels } from '../../engine/issues/issueTexts';
import { fieldLabels, splitHints } from '../../engine/issues/issueTexts';
import type { JsonObject } from '../../engine/json';
import { isAbsent, mergeObjects, valueAt } from '../../engine/json';
import type { Parameters, PlanContext } from '../../engine/operation';
import {
	additionalMembersField,
	byLabel,
	parseJsonObject,
	requestMembersField,
} from '../../engine/parameters/json';
import { readItemOptions } from '../../engine/options/requestOptions';
import { collection, unresolvedSelectors } from '../../engine/parameters/properties';
import { UPDATE_FIELDS } from '../../engine/parameterNames';
import { asObject, emptyToUndefined } from '../../engine/parameters/values';
import type { Clearings } from './clearings';
import { clearingsOf, clearingText, leftHint, refusedNulls } from './clearings';
import type { Replacement } from './replacement';
import { replacementOf } from './replacement';
import type { Entered, RequestBody } from '../../engine/body/interpret';
import { unknownMemberHints, zodIssues } from '../../engine/body/schema';

/** A change's fields, and the body built from the filled fields. */
export interface BodyFields {
	properties: INodeProperties[];
	buildBody: (parameters: Parameters, context: PlanContext) => RequestBody;
	/** Set if the body replaces the record in the fact `record`. */
	replaces?: Replacement;
}

/** Input converted to the API's keys. */
export interface Finished {
	body: JsonObject;
	/** The part to check, because a record has supplied the rest. Defaults to the whole body. */
	checkedPart?: JsonObject;
	issues?: Issue[];
	hints?: string[];
	/** Filled keys that the description lacks. */
	fieldBody?: JsonObject;
}

/** Lets the user enter the whole body as JSON instead of using fields. */
interface JsonDoor {
	/** The body is JSON if this selector is `json`. */
	input: INodeProperties;
	/** Other selectors outside the description. */
	selectors?: readonly INodeProperties[];
	/** Parameter with the JSON. */
	parameter: string;
	/** Advice for an expression in a selector. Defaults to choosing a value. */
	advice?: string;
}

interface BodyRules {
	/** Example of JSON with keys that the form lacks. If omitted, no keys can be added. */
	example?: string;
	/** Checks of the whole body. */
	rules?: ReadonlyArray<
		(body: JsonObject, context: PlanContext, parameters: Parameters) => Iterable<Issue>
	>;
	/** The only described keys that can be null. If omitted, the API decides. */
	nullable?: readonly string[];
	/** Converts input to the API's keys, and reports issues with it. */
	toApiKeys?: (input: JsonObject, parameters: Parameters, context: PlanContext) => Finished;
	/** Sentences about values that are sent anyway. */
	hints?: (body: JsonObject, context: PlanContext, parameters: Parameters) => string[];
}

const CHOOSE = 'Choose a value.';

/**
 * A new record's fields, from a description without a name. Keys outside its panel become additional fields, or the
 * collection that `settings` makes.
 */
export function newFields(
	description: Description,
	rules: BodyRules & {
		json?: JsonDoor;
		settings?: (fields: INodeProperties[]) => INodeProperties;
	} = {},
): BodyFields {
	const panelKeys = panelPaths(description);
	const { example, json, settings } = rules;
	const rare = propertiesOf(description, 'settings').sort(byLabel);
	const members = example === undefined ? undefined : requestMembersField(example, ...rare);
	const box = settings?.(rare) ?? members;
	const properties = [...propertiesOf(description), ...(box ? [box] : [])];
	const selectors = [...(json ? [json.input, ...(json.selectors ?? [])] : []), ...properties];
	const selectorIssues = unresolvedSelectors(selectors, json?.advice ?? CHOOSE);
	const read = formReader(description, box?.name);
	const missingIn = formIssues(description);
	const judge = bodyJudge(description, rules, fieldLabels(properties), ({ path }) =>
		panelKeys.includes(path) ? '' : `${box?.name ?? ''}.`,
	);
	return {
		properties,
		buildBody: (parameters, context) => {
			const unresolved = selectorIssues(parameters);
			if (unresolved.length > 0) return unread(unresolved);
			const isJson = json !== undefined && parameters[json.input.name] === 'json';
			const values = isJson ? readJson(json, parameters) : read(parameters, context.timezone);
			if (isJson && values.issues.length > 0) return unread(values.issues);
			const draft = inApiKeys(values, description, rules, parameters, context);
			if (!isJson) {
				const issues = [...missingIn(draft.body), ...draft.issues];
				return judge({ ...draft, issues }, parameters, context);
			}
			const whole = draft.checked === draft.body ? draft.body : values.body;
			const hints = [...draft.hints, ...unknownMemberHints(description.schema, whole)];
			return judge({ ...draft, hints }, parameters, context);
		},
	};
}

function unread(issues: Issue[]): RequestBody {
	return { body: {}, issues, hints: [] };
}

/** Reads a new record's fields. */
function formReader(
	description: Description,
	box = '',
): (parameters: Parameters, timezone: string) => Entered {
	const fieldBodyOf = buildBody(description);
	const paths = membersOf(description).flatMap(({ field, path }) =>
		field.sendsEmpty ? [path] : [],
	);
	const emptyLists = paths.reduce<JsonObject>(
		(body, path) => mergeObjects(body, emptyListAt(path.split('.'))),
		{},
	);
	return (parameters, timezone) => {
		const fieldBody = fieldBodyOf({ ...asObject(parameters[box]), ...parameters }, timezone);
		return bodyWithAdditions(description.schema, fieldBody, parameters, emptyLists);
	};
}

function emptyListAt([name = '', ...inner]: readonly string[]): JsonObject {
	return { [name]: inner.length === 0 ? [] : emptyListAt(inner) };
}

function readJson({ parameter }: JsonDoor, parameters: Parameters): Entered {
	const { value: body = {}, issues } = parseJsonObject(parameter, parameters[parameter]);
	return { body, added: body, issues, hints: [] };
}

export interface ChangeRules extends BodyRules {
	example: string;
	/** Rules of replacement. If omitted, the API changes only the sent keys. */
	replaces?: Replacement;
	/** Main fields, shown immediately. Empty fields change nothing. */
	direct?: readonly string[];
}

/**
 * A change's fields, which users add one by one; at least one is required. Null and an empty list clear, and empty
 * fields stay unchanged. If the API `replaces` the whole record, the current record supplies the rest.
 */
export function changedFields(described: Description, rules: ChangeRules): BodyFields {
	const { replaces, direct = [], example } = rules;
	// In a change, a new record's rare fields are also added one by one.
	const description = { ...described, panel: Object.keys(described.members) };
	const clearings = clearingsOf(description, rules.nullable, replaces);
	const fields = propertiesOf(description);
	const addable = fields.filter(({ name }) => !direct.includes(name));
	const properties = [
		...fields.filter(({ name }) => direct.includes(name)),
		updateCollection(addable, example, clearings),
	];
	const selectorIssues = unresolvedSelectors(addable, CHOOSE);
	const labels = fieldLabels(properties);
	const read = changeReader(description, rules, clearings, labels.labelOf);
	const judge = bodyJudge(description, rules, labels, ({ parameter }) =>
		direct.includes(parameter) ? '' : `${UPDATE_FIELDS}.`,
	);
	return {
		properties,
		...(replaces && { replaces }),
		buildBody: (parameters, context) => {
			const unresolved = selectorIssues(asObject(parameters[UPDATE_FIELDS]));
			if (unresolved.length > 0) return unread(unresolved.map(inCollection));
			const change = read(parameters, context);
			const replaced = replaces && replacementOf(change.body, context.facts, description, replaces);
			const draft = replaced ? { ...change, body: replaced.body, checked: replaced.body } : change;
			const verdict = judge(draft, parameters, context, replaces && { stored: replaced?.stored });
			const { body } = verdict;
			const issues = [...verdict.issues, ...(replaced?.issues ?? [])];
			if (Object.keys(change.body).length === 0 && issues.length === 0) {
				return { body, issues: [nothingEntered(properties, parameters)], hints: [] };
			}
			return {
				body,
				issues,
				hints: [...verdict.hints, ...(replaced?.hints ?? [])],
				...(replaces && { inputBody: change.body }),
			};
		},
	};
}

/** Names the visible empty fields in panel order. */
function nothingEntered(properties: readonly INodeProperties[], parameters: Parameters): Issue {
	const isShownEmpty = ({ name }: INodeProperties) =>
		name === UPDATE_FIELDS || parameters[name] === '';
	const [first, ...furtherFields] = properties.filter(isShownEmpty);
	const path = first?.name ?? UPDATE_FIELDS;
	if (furtherFields.length === 0) return { path, text: NOTHING_TO_UPDATE };
	const labels = listed([...new Set(furtherFields.map(({ displayName }) => displayName))], String);
	return { path, text: `is empty, like ${labels}. Enter at least one change.` };
}

function inCollection(issue: Issue): Issue {
	return { ...issue, path: `${UPDATE_FIELDS}.${issue.path}` };
}

/** Reads a change's input: keys for the API, nulls that can't be sent, and empty fields. */
function changeReader(
	description: Description,
	{ direct = [], ...rules }: ChangeRules,
	clearings: Clearings,
	labelOf: FieldLabels['labelOf'],
): (parameters: Parameters, context: PlanContext) => Draft {
	const changeOf = buildChange(description);
	return (parameters, context) => {
		const directValues = Object.fromEntries(direct.map((name) => [name, parameters[name]]));
		const fields = { ...asObject(parameters[UPDATE_FIELDS]), ...directValues };
		const { body: fieldBody, emptyFields } = changeOf(fields, context.timezone);
		const values = bodyWithAdditions(description.schema, fieldBody, parameters, {}, UPDATE_FIELDS);
		const draft = inApiKeys(values, description, rules, parameters, context);
		const leftEmpty = emptyFields
			.filter(
				({ path, name }) => !direct.includes(name) && valueAt(values.body, path) === undefined,
			)
			.map(({ path, name }) =>
				leftHint(labelOf(`${UPDATE_FIELDS}.${name}`) ?? path, path, clearings),
			);
		return {
			...draft,
			issues: [...draft.issues, ...refusedNulls(draft.body, clearings, parameters)],
			hints: [...draft.hints, ...leftEmpty],
		};
	};
}

/** A body in the API's keys, before the rules are applied. */
interface Draft extends Entered {
	checked: JsonObject;
}

/** Converts the input to the API's keys and validates it. A change is checked only where it has values. */
function inApiKeys(
	values: Entered,
	{ schema }: Description,
	{ toApiKeys, replaces }: Pick<ChangeRules, 'toApiKeys' | 'replaces'>,
	parameters: Parameters,
	context: PlanContext,
): Draft {
	const finished = toApiKeys?.(values.body, parameters, context) ?? { body: values.body };
	const { body, checkedPart, issues = [], hints = [], fieldBody } = finished;
	const checked = checkedPart ?? body;
	const isPart = replaces !== undefined || checkedPart !== undefined;
	const isEntered = ({ path }: Issue) => /\.\d/.test(path) || valueAt(checked, path) !== undefined;
	const isCleared = ({ path }: Issue) => replaces !== undefined && checked[path] === null;
	const ofSchema = zodIssues(schema, checked).filter(
		(issue) => (!isPart || isEntered(issue)) && !isCleared(issue),
	);
	return {
		body,
		checked,
		added: values.added,
		fieldBody: values.fieldBody && { ...values.fieldBody, ...fieldBody },
		issues: [...values.issues, ...ofSchema, ...issues],
		hints: [...values.hints, ...hints],
	};
}

/**
 * Applies a description's rules, and moves issues to the fields that fill their keys. `containerOf` finds the start of
 * a key's parameter path.
 */
function bodyJudge(
	description: Description,
	rules: BodyRules,
	labels: FieldLabels,
	containerOf: (place: { path: string; parameter: string }) => string,
): (
	draft: Draft,
	parameters: Parameters,
	context: PlanContext,
	replaced?: { stored: JsonObject | undefined },
) => RequestBody {
	const issuesIn = ruleIssues(description, rules);
	const atField = deferred(() => fieldFinder(description, labels, containerOf));
	return (draft, parameters, context, replaced) => {
		const { body, checked } = draft;
		const { stored } = { ...replaced };
		const before = new Set(stored && issuesIn(stored, context, parameters).map(identityOf));
		// A missing value is no news next to another issue with it or with an unreadable entry, or before the record is
		// read that may contain it.
		const isKnown = ({ path }: Issue) => {
			const value = valueAt(checked, path);
			const isMissing = emptyToUndefined(value) === undefined;
			const isSaid = isMissing && draft.issues.some((issue) => isWithin(issue.path, path));
			return isSaid || (replaced !== undefined && stored === undefined && isAbsent(value));
		};
		const ofRules = issuesIn(checked, context, parameters).filter(
			(issue) => !isKnown(issue) && !before.has(identityOf(issue)),
		);
		const { allowUnlisted } = readItemOptions(parameters.options);
		const all = unlessAllowed([...draft.issues, ...ofRules], allowUnlisted, context.refusesUnusual);
		const placed = all.flatMap((issue) => atField(issue, draft, stored));
		const { issues, hints } = splitHints(placed, labels);
		const ofBody = rules.hints?.(checked, context, parameters) ?? [];
		return { body, issues, hints: [...draft.hints, ...hints, ...ofBody] };
	};
}

function ruleIssues(
	description: Description,
	{ rules = [], nullable }: BodyRules,
): (body: JsonObject, context: PlanContext, parameters: Parameters) => Issue[] {
	const described = rulesOf(description);
	const names = Object.keys(description.members);
	const notNull = nullable === undefined ? [] : names.filter((name) => !nullable.includes(name));
	return (body, context, parameters) => [
		...notNull.flatMap((name) => nullIssues(name, body[name])),
		...described.flatMap((rule) => [...rule(body)]),
		...rules.flatMap((rule) => [...rule(body, context, parameters)]),
	];
}

/**
 * Moves an issue to the field that fills its key. A key from JSON has no field, unless the record also has the key.
 */
function fieldFinder(
	description: Description,
	{ labelOf }: FieldLabels,
	containerOf: (place: { path: string; parameter: string }) => string,
): (issue: Issue, draft: Draft, stored: JsonObject | undefined) => Issue[] {
	const fields = membersOf(description).filter(({ field }) => !field.isSecret);
	return (issue, { body, checked, fieldBody, added }, stored) => {
		if (fieldBody === undefined) return inJson([issue], checked);
		const { path } = issue;
		const bodyField = fields.find((candidate) => isWithin(path, candidate.path));
		if (bodyField === undefined) {
			// An object has no field, but a selector may imply its fields.
			return [{ ...issue, path: description.members[path]?.parameter ?? path }];
		}
		const isIn = (part?: JsonObject) => valueAt(part, bodyField.path) !== undefined;
		if (isIn(body) && !isIn(fieldBody) && !isIn(stored)) {
			return isIn(added) ? inJson([issue], body) : [issue];
		}
		const { parameter, field } = bodyField;
		const start = containerOf(bodyField) + parameter;
		const inside = path.slice(bodyField.path.length);
		// Inside an object that a single field fills, the panel may have no field for a key.
		const isWhole =
			field.rowDescription === undefined &&
			/\.\D/.test(inside) &&
			labelOf(start + inside) === undefined;
		return [{ ...issue, path: start + (isWhole ? '' : inside) }];
	};
}

function identityOf({ path, text }: Issue): string {
	return `${path} ${text}`;
}

/** Also finds null inside lists and objects. */
function nullIssues(path: string, value: unknown): Issue[] {
	if (value === null) return [{ path, text: IS_NULL }];
	if (typeof value !== 'object') return [];
	return Object.entries(value).flatMap(([name, inner]) => nullIssues(`${path}.${name}`, inner));
}

/** n8n would demand a required field even if the user hasn't added it. */
export function unmarked(property: INodeProperties): INodeProperties {
	const field = { ...property };
	delete field.required;
	return field;
}

function updateCollection(
	addable: readonly INodeProperties[],
	example: string,
	clearings: Clearings,
): INodeProperties {
	const options = [...addable.map(unmarked), additionalMembersField('request', example)];
	const said = `Fields to change. Everything else stays the same.${clearingText(clearings)}`;
	return collection('Update Fields', UPDATE_FIELDS, 'Add Field', options.sort(byLabel), said);
}
