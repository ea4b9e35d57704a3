import type {
	DisplayCondition,
	IDisplayOptions,
	INodeParameters,
	INodeProperties,
	INodePropertyModeValidation,
	INodePropertyOptions,
	INodePropertyTypeOptions,
	NodeParameterValueType,
} from 'n8n-workflow';
import { isJsonObject, valueAt } from '../json';
import type { ParameterValues } from '../operation';
import type { Issue } from '../issue';
import { byName, withArticle } from '../text';
import { ADDED_FIELDS_LABEL } from '../parameterNames';

/**
 * An expression that turns `searchStatus` into "search status". The panel has to evaluate it, because only the panel
 * knows the name.
 */
export function spelledOut(name: string): string {
	return `${name}.replace(/([A-Z])/g, " $1").toLowerCase()`;
}

/** Options in alphabetical order, from an enumeration with display names and descriptions. */
export function optionsOf(
	values: readonly string[],
	names: Readonly<Record<string, string>> = {},
	descriptions: Readonly<Record<string, string>> = {},
): INodePropertyOptions[] {
	return values
		.map((value) => {
			const description = descriptions[value];
			return { name: names[value] ?? value, value, ...(description && { description }) };
		})
		.sort(byName);
}

/** Lets users choose how to enter a value, such as rows, a list, or JSON. */
export function inputField(
	displayName: string,
	name: string,
	moreOptions: INodePropertyOptions[] = [],
): INodeProperties {
	return {
		displayName,
		name,
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'By Fields', value: 'fields', description: 'Fill in one row at a time' },
			{ name: 'As List', value: 'list', description: 'Paste text, or map a list' },
			...moreOptions,
		],
		default: 'fields',
	};
}

/** n8n extracts the ID from a pasted URL. */
interface UrlMode {
	placeholder: string;
	/** Pattern of the URL, with the ID as its only group. */
	pattern: string;
	/** What the editor says if the URL doesn't match. */
	errorMessage: string;
}

/** Shown while nothing is chosen: "Choose an image …". */
function listPlaceholder(label: string): string {
	const noun = label.replace(/(?<![A-Z])[A-Z](?![A-Z])/g, (letter) => letter.toLowerCase());
	return `Choose ${withArticle(noun)} …`;
}

/** Locator modes for a record's ID and name. */
const BY_ID = 'id';
export const BY_NAME = 'name';

const EXAMPLE_START = 'e.g. ';

const textMode = (displayName: string, name: string, example: string | undefined) =>
	example === undefined
		? []
		: [{ displayName, name, type: 'string' as const, placeholder: EXAMPLE_START + example }];

/**
 * Offers a list that `searchListMethod` fills. With an example of an ID, a name, or a URL, users can also type or map
 * that.
 */
export function locatorField(
	displayName: string,
	name: string,
	searchListMethod: string,
	exampleId: string | undefined,
	{ nameExample, url }: { nameExample?: string | undefined; url?: UrlMode } = {},
): INodeProperties {
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: listPlaceholder(displayName),
				typeOptions: { searchListMethod, searchable: true },
			},
			...textMode('By ID', BY_ID, exampleId),
			...textMode('By Name', BY_NAME, nameExample),
			...(url === undefined
				? []
				: [
						{
							displayName: 'By URL',
							name: 'url',
							type: 'string' as const,
							placeholder: url.placeholder,
							extractValue: { type: 'regex' as const, regex: url.pattern },
							validation: [urlValidation(url)],
						},
					]),
		],
	};
}

function urlValidation({ pattern, errorMessage }: UrlMode): INodePropertyModeValidation {
	return { type: 'regex', properties: { regex: `.*${pattern}.*`, errorMessage } };
}

export function exampleIdOf({ modes = [] }: Pick<INodeProperties, 'modes'>): string | undefined {
	const placeholder = modes.find(({ name }) => name === BY_ID)?.placeholder;
	return placeholder?.slice(EXAMPLE_START.length);
}

export function listMethodOf({ modes = [] }: Pick<INodeProperties, 'modes'>): string | undefined {
	return modes.find(({ name }) => name === 'list')?.typeOptions?.searchListMethod;
}

/** Removes the mode By Name. Triggers need this, because they have no execution to look up a name in. */
export function withoutNameMode(field: INodeProperties): INodeProperties {
	const { modes } = field;
	return modes ? { ...field, modes: modes.filter(({ name }) => name !== BY_NAME) } : field;
}

/**
 * Reports selectors with an unresolved expression, including selectors in collections: n8n would treat the expression
 * as text and show another choice's fields. `advice` explains the alternative.
 */
export function unresolvedSelectors(
	properties: readonly INodeProperties[],
	advice: string,
): (parameters: ParameterValues) => Issue[] {
	const selectorsIn = (fields: readonly INodeProperties[], outer = ''): string[] =>
		fields.flatMap((field) => {
			const path = outer + field.name;
			if (field.type === 'collection') return selectorsIn(innerFields(field), `${path}.`);
			return field.noDataExpression === true ? [path] : [];
		});
	const paths = new Set(selectorsIn(properties));
	return (parameters) =>
		[...paths].flatMap((path) => {
			const value = valueAt(parameters, path);
			if (typeof value !== 'string' || !value.includes('{{')) return [];
			return [{ path, text: `can't be an expression. ${advice}` }];
		});
}

export function collection(
	displayName: string,
	name: string,
	placeholder: string,
	options: INodeProperties[],
	description?: string,
): INodeProperties {
	const optionalDescription = description !== undefined && { description };
	return {
		displayName,
		name,
		type: 'collection',
		placeholder,
		default: {},
		...optionalDescription,
		options,
	};
}

/** Editor sizes: for a few keys of an object, and for a whole object. */
export const JSON_EDITOR = { rows: 4 } as const;
export const BODY_EDITOR = { rows: 12 } as const;

/**
 * Refuses an expression that returns nothing: a change without the field would affect more than intended or clear a
 * value.
 */
export const NEVER_EMPTY = { neverEmpty: true } as const;

/** n8n's SQL editor, which also accepts expressions. */
export const SQL_EDITOR = { editor: 'sqlEditor', sqlDialect: 'StandardSQL', rows: 5 } as const;

export function noticeField(name: string, text: string): INodeProperties {
	return { displayName: text, name, type: 'notice', default: '' };
}

/** Paths start with a slash, because n8n 1.x resolves only paths from the root. */
function noticeUntil(conditions: DisplayCondition[]) {
	return (name: string, text: string, path: string): INodeProperties => ({
		...noticeField(name, text),
		displayOptions: { hide: { [`/${path}`]: conditions } },
	});
}

/** Shows a notice until the list at the path has entries. */
export const noticeUntilListed = noticeUntil([{ _cnd: { exists: true } }]);

/**
 * Shows a notice while the path has no text. Also shows it for an expression, which starts with "=" and may return
 * nothing. Compares texts, because n8n's regular expression test times out on a busy machine and ends the execution.
 */
export const noticeUntilSet = noticeUntil([
	{ _cnd: { between: { from: '!', to: '=' } } },
	{ _cnd: { gte: '>' } },
]);

export function withNotices(
	fields: readonly INodeProperties[],
	notices: Readonly<Record<string, INodeProperties>>,
): INodeProperties[] {
	return fields.flatMap((field) => [field, notices[field.name] ?? []].flat());
}

/** Lets an AI agent's model fill in a JSON field. */
export function fromAiExpression(key: string, description: string): string {
	return `{{ $fromAI('${key}', '${description}', 'json') }}`;
}

const AGENTS_PAGE =
	'https://github.com/n8n-nodes-cloud-management/n8n-nodes-cloud-management/blob/main/docs/agents.md#expressions';

/**
 * A tool shows this beside fixed text in the JSON field. It describes the expected JSON, because n8n's own button
 * suggests nothing useful to the model.
 */
export function fromAiNotice(field: INodeProperties, description: string): INodeProperties {
	return {
		...noticeField(
			`${field.name}ToolNotice`,
			`To let the AI Agent fill in the ${field.displayName}, click the stars in the field and enter as its description: "${description}". <a href="${AGENTS_PAGE}" target="_blank">More</a>`,
		),
		// The editor evaluates the expression before the model's value exists.
		displayOptions: { show: { '@tool': [true], [field.name]: [{ _cnd: { exists: true } }] } },
	};
}

/** Removes `required` in a collection or row, because n8n would require the field even if the user hasn't added it. */
export function unmarked(property: INodeProperties): INodeProperties {
	const field = { ...property };
	delete field.required;
	return field;
}

/** Makes the named fields always visible. n8n puts all other fields behind a button. */
export function alwaysShown(
	fields: readonly INodeProperties[],
	names: readonly string[],
): INodeProperties[] {
	return fields.map((field) =>
		names.includes(field.name)
			? { ...field, typeOptions: { ...field.typeOptions, showEvenWhenOptional: true } }
			: field,
	);
}

/**
 * Type options for rows with these fields. Each row is called `rowLabel`. Users add optional fields with a button,
 * except in n8n 1.x, which shows all fields.
 */
export function rowsOf(
	rowLabel: string,
	fields: INodeProperties[],
	typeOptions: INodePropertyTypeOptions = {},
): Pick<INodeProperties, 'options' | 'type' | 'typeOptions'> {
	const isUsual = ({ typeOptions: fieldOptions }: INodeProperties) =>
		fieldOptions?.['showEvenWhenOptional'] === true;
	const isShort = fields.some(isUsual) && !fields.every(isUsual);
	const button = { hideOptionalFields: true, addOptionalFieldButtonText: `Add ${rowLabel} Field` };
	return {
		type: 'fixedCollection',
		typeOptions: { ...(isShort && button), ...typeOptions },
		options: [{ displayName: rowLabel, name: 'values', values: fields }],
	};
}

/** n8n marks a locator's default with `__rl` itself, but not within a row. */
export function newRow(fields: readonly INodeProperties[]): INodeParameters {
	const initial = ({ type, default: value }: INodeProperties): NodeParameterValueType =>
		type === 'resourceLocator' && isJsonObject(value) ? { __rl: true, ...value } : value;
	return Object.fromEntries(fields.map((field) => [field.name, initial(field)]));
}

/** Joins names in camel case, splitting snake case first. */
export function camelCased(names: readonly string[]): string {
	return names
		.filter((name) => name !== '')
		.join('_')
		.replace(/_+(.?)/g, (_, letter: string, start: number) =>
			start === 0 ? letter : letter.toUpperCase(),
		);
}

/** Finds the fields inside a collection or in a field's rows. */
export function innerFields({ options = [] }: INodeProperties): INodeProperties[] {
	return options.flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
}

/** Sorts by label, but puts minimum before maximum, and JSON for other keys last. */
export function sortedByLabel(fields: readonly INodeProperties[]): INodeProperties[] {
	const labeled = fields.map((field) => ({ name: sortableLabel(field), field }));
	return labeled.sort(byName).map(({ field }) => field);
}

function sortableLabel({ displayName }: INodeProperties): string {
	if (displayName === ADDED_FIELDS_LABEL) return '\uffff';
	return displayName.replace(
		/^(Min|Max) (.+)/,
		(_, bound: string, noun: string) => `Max ${noun} ${bound === 'Min' ? '1' : '2'}`,
	);
}

/** Adds conditions to the fields. n8n's own function copies them deeply, which is ten times slower. */
export function withDisplayOptions(
	{ show, hide }: Pick<IDisplayOptions, 'hide' | 'show'>,
	fields: readonly INodeProperties[],
): INodeProperties[] {
	return fields.map((field) => {
		const { displayOptions } = field;
		return {
			...field,
			displayOptions: {
				...displayOptions,
				...(show && { show: { ...displayOptions?.show, ...show } }),
				...(hide && { hide: { ...displayOptions?.hide, ...hide } }),
			},
		};
	});
}
