import type { INodeProperties } from 'n8n-workflow';
import type { Description } from '../../engine/body/fields';
import {
	bodyBuilder,
	changeBodyBuilder,
	formIssues,
	propertiesOf,
} from '../../engine/body/interpret';
import { lazy } from '../../engine/caching';
import type { Issue } from '../../engine/issue';
import { changesNothing, NOTHING_TO_UPDATE, stopsItem } from '../../engine/issue';
import { fieldLabel } from '../../engine/issues/issueMessages';
import { valueAt } from '../../engine/json';
import type { ParameterValues, PlanContext } from '../../engine/operation';
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
import type { BodyOptions } from './bodyCheck';
import type { Clearings } from './clearings';
import { clearingsOf, clearingText, leftHint, refusedNulls } from './clearings';
import type { Draft, RequestBody } from './draft';
import { bodyWithAdditions } from './draft';
import type { Replacement } from './replacement';
import { checkedBodyBuilder } from './requestBody';
import type { Step } from './steps';

export interface BodyFields {
	properties: INodeProperties[];
	/** Set if the body replaces the whole record. `buildBody` completes it once the record is read. */
	replacement?: Replacement | undefined;
	buildBody: (parameters: ParameterValues, context: PlanContext) => RequestBody;
}

const CHOOSE = 'Choose a value.';

interface WholeBodyOptions extends BodyOptions {
	/** Example of JSON with keys that the form lacks. If omitted, users can't add keys. */
	example?: string;
	/** Collection of the less common fields. Replaces Additional Fields. */
	settings?: INodeProperties;
	json?: {
		/** The body is JSON if this selector is `json`. */
		input: INodeProperties;
		parameter: string;
		/** Defaults to `parseJsonObject`. */
		parse?: typeof parseJsonObject;
		/** Advice for an expression in a selector. Defaults to choosing a value. */
		advice?: string;
	};
	/** The whole panel. Set if it shows more than the description's fields and the collection. */
	panel?: INodeProperties[];
}

/** The fields of a whole body, and a collection for all keys without a main field. */
export function wholeBodyFields(description: Description, options: WholeBodyOptions = {}) {
	const { example, settings } = options;
	const collection =
		example === undefined
			? settings
			: requestMembersField(example, ...propertiesOf(description, 'settings'));
	const { panel = [...propertiesOf(description), ...(collection ? [collection] : [])] } = options;
	return {
		properties: panel,
		buildBody: lazy(() => newBodyBuilder(description, options, panel, collection?.name)),
	};
}

function newBodyBuilder(
	description: Description,
	options: WholeBodyOptions,
	properties: INodeProperties[],
	collection = '',
): BodyFields['buildBody'] {
	const { json, panel } = options;
	const selectors = json && panel === undefined ? [json.input, ...properties] : properties;
	const selectorIssues = unresolvedSelectors(selectors, json?.advice ?? CHOOSE);
	const fieldBodyOf = bodyBuilder(description);
	const missingIn = formIssues(description);
	const missing: Step<Draft> = ({ body, isJson }) => ({ issues: isJson ? [] : missingIn(body) });
	const bodySteps = [...(options.bodySteps ?? []), missing];
	const form = { description, properties, collection };
	const checkedBody = checkedBodyBuilder(form, { ...options, bodySteps });
	return (parameters, context) => {
		const unresolved = selectorIssues(parameters);
		if (unresolved.length > 0) return { body: {}, issues: unresolved };
		if (json !== undefined && parameters[json.input.name] === 'json') {
			const { parse = parseJsonObject, parameter } = json;
			const { value, issues } = parse(parameter, parameters[parameter]);
			if (value === undefined) return { body: {}, issues };
			return checkedBody({ body: value, json: value, isJson: true, issues }, parameters, context);
		}
		const fieldBody = fieldBodyOf(enteredFields(parameters, collection), context.timezone);
		return checkedBody(bodyWithAdditions(fieldBody, parameters, collection), parameters, context);
	};
}

export interface ChangeOptions extends BodyOptions {
	example: string;
	/** Main fields of an update. The description's are for a new record. Users add all other fields one by one. */
	mainFields?: readonly string[];
	/** The whole panel. Set if it shows more than the main fields and the collection. */
	panel?: (mainFields: INodeProperties[], updateFields: INodeProperties) => INodeProperties[];
	/**
	 * Set if the API replaces the whole record: the node then reads the record first, and sends it with the changes.
	 * Without it, the API changes only the keys that it gets.
	 */
	replacement?: Replacement | undefined;
}

/**
 * The fields of a change. Users add them one by one, and need at least one. Null and an empty list clear a field. A
 * field left empty stays unchanged.
 */
export function changedFields(described: Description, options: ChangeOptions): BodyFields {
	const { mainFields = [], example, nullable, panel, replacement } = options;
	const description: Description = { ...described, mainFields };
	const clearings = clearingsOf(description, nullable);
	const mainProperties = propertiesOf(description);
	const updateFields = updateCollection(description, example, clearings);
	const properties = panel?.(mainProperties, updateFields) ?? [...mainProperties, updateFields];
	return {
		properties,
		replacement,
		buildBody: lazy(() => changeBuilder(description, options, properties, clearings)),
	};
}

function changeBuilder(
	description: Description,
	options: ChangeOptions,
	properties: INodeProperties[],
	clearings: Clearings,
): BodyFields['buildBody'] {
	const { replacement } = options;
	const selectorIssues = unresolvedSelectors(properties, CHOOSE);
	const changeOf = changeBodyBuilder(description);
	const withChangeIssues: Step<Draft> = (draft, parameters) => ({
		issues:
			Object.keys(draft.body).length > 0 || draft.issues.some(stopsItem)
				? refusedNulls(draft, clearings, replacement, parameters)
				: [nothingIssue(properties, parameters)],
	});
	const bodySteps = [...(options.bodySteps ?? []), withChangeIssues];
	const checkedBody = checkedBodyBuilder(
		{ description, properties, collection: UPDATE_FIELDS, replacement },
		{ ...options, bodySteps },
	);
	return (parameters, context) => {
		const unresolved = selectorIssues(parameters);
		if (unresolved.length > 0) return { body: {}, issues: unresolved };
		const { body: fieldBody, emptyFields } = changeOf(enteredFields(parameters), context.timezone);
		const input = bodyWithAdditions(fieldBody, parameters, UPDATE_FIELDS);
		const leftEmpty = emptyFields
			.filter(({ path }) => valueAt(input.body, path) === undefined)
			.map(({ path, name }) =>
				leftHint(fieldLabel(properties, `${UPDATE_FIELDS}.${name}`) ?? path, path, clearings),
			);
		const issues = [...input.issues, ...leftEmpty];
		return checkedBody({ ...input, isPartial: true, issues }, parameters, context);
	};
}

/** Names the added fields, if all of them are empty. */
function nothingIssue(properties: readonly INodeProperties[], parameters: ParameterValues): Issue {
	const paths = Object.keys(asObject(parameters[UPDATE_FIELDS])).map(
		(name) => `${UPDATE_FIELDS}.${name}`,
	);
	const names = paths.flatMap((path) => fieldLabel(properties, path) ?? []);
	if (names.length > 0) {
		const text = names.length === 1 ? NOTHING_TO_UPDATE : NOTHING_TO_UPDATE.replace('is', 'are');
		return { path: UPDATE_FIELDS, label: enumerated(names, 'and'), text };
	}
	const labels = changeLabels(properties, parameters);
	if (labels.length === 1) return { path: UPDATE_FIELDS, text: NOTHING_TO_UPDATE };
	return { path: UPDATE_FIELDS, label: 'The item', text: changesNothing(labels) };
}

/** The visible fields that can hold a change. A selector only decides which fields are visible. */
function changeLabels(
	properties: readonly INodeProperties[],
	parameters: ParameterValues,
): string[] {
	const isSelector = ({ type, noDataExpression = false }: INodeProperties) =>
		type === 'options' && noDataExpression;
	const isVisible = ({ type, displayOptions: { show = {} } = {} }: INodeProperties) =>
		!['hidden', 'notice'].includes(type) &&
		Object.entries(show).every(([name, values = []]) =>
			values.some((value) => value === parameters[name]),
		);
	return properties
		.filter((field) => isVisible(field) && !isSelector(field))
		.map(({ displayName }) => displayName);
}

const ADDED = 'Add the fields to change';

function updateCollection(
	description: Description,
	example: string,
	clearings: Clearings,
): INodeProperties {
	const fields = propertiesOf(description, 'settings').map(unmarked);
	const options = [...fields, additionalMembersField('request', example)];
	const clearing = clearingText(clearings);
	const text = clearing === '' ? ADDED : `${ADDED}.${clearing}`;
	return collection('Update Fields', UPDATE_FIELDS, 'Add Field', sortedByLabel(options), text);
}
