import type { INodeProperties } from 'n8n-workflow';
import type { Description } from '../../engine/body/fields';
import {
	bodyBuilder,
	changeBodyBuilder,
	formIssues,
	membersOf,
	prefixPaths,
	propertiesOf,
} from '../../engine/body/interpret';
import { deferred } from '../../engine/caching';
import type { Issue } from '../../engine/issue';
import { NOTHING_TO_UPDATE, stopsItem } from '../../engine/issue';
import type { FieldLabels } from '../../engine/issues/issueMessages';
import { fieldLabels } from '../../engine/issues/issueMessages';
import { valueAt } from '../../engine/json';
import type { ParameterValues, PlanContext } from '../../engine/operation';
import { storedRecord } from '../../engine/operation';
import {
	additionalMembersField,
	parseJsonObject,
	requestMembersField,
} from '../../engine/parameters/jsonInput';
import {
	sortedByLabel,
	collection,
	unmarked,
	unresolvedSelectors,
} from '../../engine/parameters/properties';
import { UPDATE_FIELDS } from '../../engine/parameterNames';
import { asObject, enteredFields } from '../../engine/parameters/values';
import { enumerated } from '../../engine/text';
import type { BodyRules } from './bodyCheck';
import { bodyCheck } from './bodyCheck';
import type { Clearings } from './clearings';
import { clearingsOf, clearingText, leftHint, refusedNulls } from './clearings';
import type { Draft, RequestBody } from './draft';
import { bodyWithAdditions } from './draft';
import type { Replacement } from './replacement';
import { replacedRecord } from './replacement';
import type { Member } from '../../engine/body/interpret';
import { misspelledKeys, unknownMemberHints, zodIssues } from '../../engine/body/schema';

/** A change's fields, and the body built from the filled fields. */
export interface BodyFields {
	properties: INodeProperties[];
	buildBody: (parameters: ParameterValues, context: PlanContext) => RequestBody;
	/** Set if the body replaces the record in the fact `record`. */
	replacement?: Replacement;
}

/** Lets the user enter the whole body as JSON instead of using fields. */
interface JsonInput {
	/** The body is JSON if this selector is `json`. */
	input: INodeProperties;
	/** Other selectors outside the description. */
	selectors?: readonly INodeProperties[];
	/** Parameter with the JSON. */
	parameter: string;
	/** Advice for an expression in a selector. Defaults to choosing a value. */
	advice?: string;
}

const CHOOSE = 'Choose a value.';

interface WholeBodyRules extends BodyRules {
	/** Example of JSON with keys that the form lacks. If omitted, no keys can be added. */
	example?: string;
	/** Collection of the less common fields, in place of Additional Fields. */
	settings?: INodeProperties;
	json?: JsonInput;
}

/** A new record's fields, from a description without a name. Keys outside its panel become additional fields. */
export function wholeBodyFields(description: Description, rules: WholeBodyRules = {}) {
	const { example, settings } = rules;
	const collection =
		example === undefined
			? settings
			: requestMembersField(example, ...propertiesOf(description, 'settings'));
	const properties = [...propertiesOf(description), ...(collection ? [collection] : [])];
	return {
		properties,
		buildBody: deferred(() => newBodyBuilder(description, rules, properties, collection?.name)),
	};
}

/** Builds a new record's body from the form or JSON, and checks it. */
function newBodyBuilder(
	description: Description,
	rules: WholeBodyRules,
	properties: INodeProperties[],
	collectionName: string | undefined,
): BodyFields['buildBody'] {
	const { json } = rules;
	const selectors = [...(json ? [json.input, ...(json.selectors ?? [])] : []), ...properties];
	const selectorIssues = unresolvedSelectors(selectors, json?.advice ?? CHOOSE);
	const read = formReader(description, collectionName);
	const missingIn = formIssues(description);
	const members = panelMembers(description, collectionName);
	const check = bodyCheck({ description, members, labels: fieldLabels(properties) }, rules);
	return (parameters, context) => {
		const unresolved = selectorIssues(parameters);
		if (unresolved.length > 0) return { body: {}, issues: unresolved };
		const isJson = json !== undefined && parameters[json.input.name] === 'json';
		const values = isJson ? readJson(json, parameters) : read(parameters, context.timezone);
		if (isJson && values.issues.length > 0) return { body: {}, issues: values.issues };
		const draft = completed(values, description, rules, parameters, context);
		const missing = isJson ? [] : missingIn(draft.body);
		return check({ ...draft, issues: [...missing, ...draft.issues] }, parameters, context);
	};
}

/** Reads the form of a new record. */
function formReader(
	description: Description,
	collectionName = '',
): (parameters: ParameterValues, timezone: string) => Draft {
	const fieldBodyOf = bodyBuilder(description);
	return (parameters, timezone) => {
		const fieldBody = fieldBodyOf(
			{ ...asObject(parameters[collectionName]), ...parameters },
			timezone,
		);
		return bodyWithAdditions(fieldBody, parameters);
	};
}

function readJson({ parameter }: JsonInput, parameters: ParameterValues): Draft {
	const { value: body = {}, issues } = parseJsonObject(parameter, parameters[parameter]);
	return { body, added: body, issues };
}

export interface ChangeRules extends BodyRules {
	example: string;
	/** Rules of replacement. If omitted, the API changes only the sent keys. */
	replacement?: Replacement;
	/** Replaces the description's, which is for a new record. Users add all other fields one by one. */
	mainFields?: readonly string[];
}

/**
 * A change's fields, which users add one by one; at least one is required. Null and an empty list clear, and empty
 * fields stay unchanged. If the API replaces the whole record, the current record supplies the rest.
 */
export function changedFields(
	described: Description,
	rules: ChangeRules,
): BodyFields & { mainProperties: INodeProperties[]; updateFields: INodeProperties } {
	const { replacement, mainFields = [], example } = rules;
	const description: Description = { ...described, mainFields };
	const clearings = clearingsOf(description, rules.nullable, replacement);
	const mainProperties = propertiesOf(description);
	const addable = propertiesOf(description, 'settings');
	const updateFields = updateCollection(addable, example, clearings);
	const properties = [...mainProperties, updateFields];
	const form = { description, properties, addable, clearings };
	return {
		properties,
		mainProperties,
		updateFields,
		...(replacement && { replacement }),
		buildBody: deferred(() => changeBuilder(form, rules)),
	};
}

interface ChangeForm {
	description: Description;
	properties: INodeProperties[];
	/** Fields of the collection. */
	addable: readonly INodeProperties[];
	clearings: Clearings;
}

function changeBuilder(form: ChangeForm, rules: ChangeRules): BodyFields['buildBody'] {
	const { description, properties } = form;
	const { replacement } = rules;
	const selectorIssues = unresolvedSelectors(form.addable, CHOOSE);
	const labels = fieldLabels(properties);
	const read = changeReader(form, rules, labels.labelOf);
	const members = panelMembers(description, UPDATE_FIELDS);
	const check = bodyCheck({ description, members, labels }, rules);
	return (parameters, context) => {
		const unresolved = selectorIssues(asObject(parameters[UPDATE_FIELDS]));
		if (unresolved.length > 0) {
			return { body: {}, issues: prefixPaths(UPDATE_FIELDS, unresolved) };
		}
		const change = read(parameters, context);
		const stored = storedRecord(context.facts);
		const replaced =
			replacement &&
			stored &&
			replacedRecord(change.body, stored, replacement, description.members);
		const draft = { ...change, ...replaced, issues: change.issues };
		const requestBody = check(draft, parameters, context);
		const { body } = requestBody;
		const issues = [...requestBody.issues, ...(replaced?.issues ?? [])];
		if (Object.keys(change.body).length === 0 && !issues.some(stopsItem)) {
			return { body, issues: [nothingEntered(properties, parameters)] };
		}
		return { body, issues };
	};
}

/** Names the visible empty fields in panel order. */
function nothingEntered(
	properties: readonly INodeProperties[],
	parameters: ParameterValues,
): Issue {
	const isShownEmpty = ({ name }: INodeProperties) =>
		name === UPDATE_FIELDS || parameters[name] === '';
	const fields = properties.filter(isShownEmpty);
	const path = fields[0]?.name ?? UPDATE_FIELDS;
	const labels = [...new Set(fields.map(({ displayName }) => displayName))];
	if (labels.length < 2) return { path, text: NOTHING_TO_UPDATE };
	return {
		path,
		label: 'The item',
		text: `changes nothing. Enter at least one of ${enumerated(labels, 'or')}.`,
	};
}

/** Members with their parameters' paths. If there's a collection, it contains all but the main fields. */
function panelMembers(description: Description, collectionName?: string): Member[] {
	return membersOf(description).map((member) => {
		const isInside = collectionName !== undefined && !member.isMainField;
		return isInside ? { ...member, parameter: `${collectionName}.${member.parameter}` } : member;
	});
}

/** Reads a change's input: keys for the API, nulls that can't be sent, and empty fields. */
function changeReader(
	{ description, clearings }: ChangeForm,
	rules: ChangeRules,
	labelOf: FieldLabels['labelOf'],
): (parameters: ParameterValues, context: PlanContext) => Draft {
	const changeOf = changeBodyBuilder(description);
	return (parameters, context) => {
		const { body: fieldBody, emptyFields } = changeOf(enteredFields(parameters), context.timezone);
		const values = bodyWithAdditions(fieldBody, parameters, UPDATE_FIELDS);
		const draft = completed(values, description, rules, parameters, context);
		const leftEmpty = emptyFields
			.filter(({ path }) => valueAt(values.body, path) === undefined)
			.map(({ path, name }) =>
				leftHint(labelOf(`${UPDATE_FIELDS}.${name}`) ?? path, path, clearings),
			);
		return {
			...draft,
			issues: [...draft.issues, ...refusedNulls(draft.body, clearings, parameters), ...leftEmpty],
		};
	};
}

/** Applies the steps and validates the result. A change is checked only where it has values. */
function completed(
	input: Draft,
	{ schema }: Description,
	{ steps = [], moreKeys, replacement }: Pick<ChangeRules, 'moreKeys' | 'replacement' | 'steps'>,
	parameters: ParameterValues,
	context: PlanContext,
): Draft {
	const draft = steps.reduce<Draft>(
		(current, step) => {
			const { issues = [], ...changes } = step(current, parameters, context);
			return { ...current, ...changes, issues: [...current.issues, ...issues] };
		},
		{ ...input, issues: [] },
	);
	const { body, merged, added } = draft;
	const isPart = replacement !== undefined || merged !== undefined;
	const isEntered = ({ path }: Issue) => /\.\d/.test(path) || valueAt(body, path) !== undefined;
	const isCleared = ({ path }: Issue) => replacement !== undefined && body[path] === null;
	const schemaIssues = zodIssues(schema, body).filter(
		(issue) => (!isPart || isEntered(issue)) && !isCleared(issue),
	);
	const unlisted = [
		...misspelledKeys(schema, added),
		...(moreKeys ? [] : unknownMemberHints(schema, added, { near: false })),
	];
	return { ...draft, issues: [...input.issues, ...schemaIssues, ...draft.issues, ...unlisted] };
}

function updateCollection(
	addable: readonly INodeProperties[],
	example: string,
	clearings: Clearings,
): INodeProperties {
	const options = [...addable.map(unmarked), additionalMembersField('request', example)];
	const description = `Fields to change. Everything else stays the same.${clearingText(clearings)}`;
	return collection(
		'Update Fields',
		UPDATE_FIELDS,
		'Add Field',
		sortedByLabel(options),
		description,
	);
}
