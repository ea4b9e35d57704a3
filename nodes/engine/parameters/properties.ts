import type {
	INodeParameters,
	INodeProperties,
	INodePropertyModeValidation,
	INodePropertyOptions,
	INodePropertyTypeOptions,
} from 'n8n-workflow';
import type { Parameters } from '../operation';
import type { Issue } from '../issue';
import { byName } from '../text';

/** Equal inputs give the same object, so that operations share the field in the panel. */
export function cachedField<Inputs extends readonly unknown[]>(
	make: (...inputs: Inputs) => INodeProperties,
): (...inputs: Inputs) => INodeProperties {
	const cachedFields: Array<{ inputs: Inputs; field: INodeProperties }> = [];
	return (...inputs) => {
		const same = cachedFields.find(
			(entry) =>
				entry.inputs.length === inputs.length &&
				entry.inputs.every((input, index) => input === inputs[index]),
		);
		if (same !== undefined) return same.field;
		const field = make(...inputs);
		cachedFields.push({ inputs, field });
		return field;
	};
}

/** The expression that spells a camel-cased name as words. */
export function spelledOut(name: string): string {
	return `${name}.replace(/([A-Z])/g, " $1").toLowerCase()`;
}

/** A selector's options from an enumeration, its display names and descriptions, in alphabetical order. */
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

/** The choice between rows of fields, a list, and other ways. */
export function inputField(
	displayName: string,
	name: string,
	description: string,
	moreOptions: INodePropertyOptions[] = [],
): INodeProperties {
	return {
		displayName,
		name,
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'By Fields', value: 'fields', description: 'Fill in one row after another' },
			{ name: 'As List', value: 'list', description: 'Paste text, or map a list' },
			...moreOptions,
		],
		default: 'fields',
		description,
	};
}

/** How the ID is found in a URL. */
interface UrlMode {
	placeholder: string;
	/** Has one group, the ID. */
	pattern: string;
	/** The editor's text for a URL without it. */
	errorMessage: string;
}

/** The text in an empty list: "Choose an image …". */
function listPlaceholder(label: string): string {
	const noun = label.replace(/(?<![A-Z])[A-Z](?![A-Z])/g, (letter) => letter.toLowerCase());
	return `Choose ${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun} …`;
}

const listMode = (label: string, searchListMethod: string) => ({
	displayName: 'From List',
	name: 'list',
	type: 'list' as const,
	placeholder: listPlaceholder(label),
	typeOptions: { searchListMethod, searchable: true },
});

/** The mode in which a record is chosen by its name. */
export const BY_NAME = 'name';

const nameMode = (example: string) => ({
	displayName: 'By Name',
	name: BY_NAME,
	type: 'string' as const,
	placeholder: `e.g. ${example}`,
});

/** What all locators have: they start with the list. */
const LOCATOR = {
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
} satisfies Partial<INodeProperties>;

/** A choice between a list, which `searchListMethod` fills, and a typed or mapped name. */
export function nameLocator(
	displayName: string,
	name: string,
	searchListMethod: string,
	example: string,
): INodeProperties {
	const modes = [listMode(displayName, searchListMethod), nameMode(example)];
	return { displayName, name, modes, ...LOCATOR };
}

/** What a locator takes besides an entry of its list and an ID. */
interface LocatorModes {
	/** A name, such as this one: set if its records have names. */
	nameExample?: string | undefined;
	url?: UrlMode;
}

/** A choice between a list, which `searchListMethod` fills, a typed or mapped ID, a name, and a URL. */
export function idLocator(
	displayName: string,
	name: string,
	searchListMethod: string,
	placeholder: string,
	{ nameExample, url }: LocatorModes = {},
): INodeProperties {
	return {
		displayName,
		name,
		...LOCATOR,
		modes: [
			listMode(displayName, searchListMethod),
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
			...(nameExample === undefined ? [] : [nameMode(nameExample)]),
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

/** The field of a trigger, which has no execution in which a name could be looked up. */
export function withoutNames(field: INodeProperties): INodeProperties {
	const { modes } = field;
	return modes ? { ...field, modes: modes.filter(({ name }) => name !== BY_NAME) } : field;
}

function urlValidation({ pattern, errorMessage }: UrlMode): INodePropertyModeValidation {
	return { type: 'regex', properties: { regex: `.*${pattern}.*`, errorMessage } };
}

/**
 * Finds an issue for each selector that contains an expression: if n8n doesn't resolve it, it is text, and the fields
 * after it belong to another choice. `advice` explains the alternative.
 */
export function unresolvedSelectors(
	properties: readonly INodeProperties[],
	advice: string,
): (parameters: Parameters) => Issue[] {
	const selectors = properties.filter(({ noDataExpression }) => noDataExpression === true);
	const names = new Set(selectors.map(({ name }) => name));
	return (parameters) =>
		[...names].flatMap((path) => {
			const value = parameters[path];
			if (typeof value !== 'string' || !value.includes('{{')) return [];
			return [{ path, text: `can't be an expression. ${advice}` }];
		});
}

/** A collection in the panel, whose fields are added one by one. */
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

/** n8n's editor for SQL. An expression stays possible. */
export const SQL_EDITOR = { editor: 'sqlEditor', sqlDialect: 'StandardSQL', rows: 5 } as const;

export function noticeField(name: string, text: string): INodeProperties {
	return { displayName: text, name, type: 'notice', default: '' };
}

/** A notice that a value at the path hides. n8n 1.x resolves only paths from the root. */
export function noticeUntilSet(name: string, text: string, path: string): INodeProperties {
	const hide = { [`/${path}`]: [{ _cnd: { exists: true } } as const] };
	return { ...noticeField(name, text), displayOptions: { hide } };
}

/** Puts notices behind the field that they are about. */
export function withNotices(
	fields: readonly INodeProperties[],
	name: string,
	notices: readonly INodeProperties[],
): INodeProperties[] {
	return fields.flatMap((field) => (field.name === name ? [field, ...notices] : [field]));
}

/** The expression with which an AI agent's model fills in a JSON field. */
export function fromAiExpression(key: string, description: string): string {
	return `{{ $fromAI('${key}', '${description}', 'json') }}`;
}

const AGENTS_PAGE =
	'https://github.com/n8n-nodes-cloud-management/n8n-nodes-cloud-management/blob/main/docs/agents.md#expressions';

/**
 * A notice, shown only in a tool until the model fills in the JSON field: `description` tells the model which JSON to
 * enter. n8n's own button proposes nothing that would help the model.
 */
export function fromAiNotice(field: INodeProperties, description: string): INodeProperties {
	return {
		...noticeField(
			`${field.name}ToolNotice`,
			`To let the AI Agent fill in the ${field.displayName}, click the stars in the field and enter as its description: "${description}". <a href="${AGENTS_PAGE}" target="_blank">More</a>`,
		),
		// The editor compares the value of an expression, and the model's value doesn't exist yet.
		displayOptions: { show: { '@tool': [true], [field.name]: [{ _cnd: { exists: true } }] } },
	};
}

/** The fields of a row, of which those named are shown at once. */
export function shownAtOnce(
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
 * The shape of a field whose rows, each called `rowLabel`, have these fields. If only some are shown at once, a button adds
 * the others; n8n 1.x shows all of them.
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

/** The values of a row as the panel adds it. */
export function newRow(fields: readonly INodeProperties[]): INodeParameters {
	return Object.fromEntries(fields.map((field) => [field.name, field.default]));
}
/** Joins names in camel case, including names in snake case. */
export function camelCased(names: readonly string[]): string {
	const words = names.flatMap((name) => name.split('_')).filter((word) => word !== '');
	return words
		.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
		.join('');
}

/** The fields in a collection, or in the rows of a field; any other field has none. */
export function innerFields({ options = [] }: INodeProperties): INodeProperties[] {
	return options.flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
}
