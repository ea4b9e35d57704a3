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

/** Equal inputs give the same object, so that operations can share the field in the panel. */
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

/** An expression that spells a camel-case name as words. */
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

/** A choice between input modes, such as rows, a list or JSON. */
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
			{ name: 'By Fields', value: 'fields', description: 'Fill in one row at a time' },
			{ name: 'As List', value: 'list', description: 'Paste text, or map a list' },
			...moreOptions,
		],
		default: 'fields',
		description,
	};
}

/** Extracts the ID from a URL. */
interface UrlMode {
	placeholder: string;
	/** Its only group is the ID. */
	pattern: string;
	/** The editor's text if the URL doesn't match. */
	errorMessage: string;
}

/** An empty list's text: "Choose an image …". */
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

/** Locator mode for a record's name. */
export const BY_NAME = 'name';

const nameMode = (example: string) => ({
	displayName: 'By Name',
	name: BY_NAME,
	type: 'string' as const,
	placeholder: `e.g. ${example}`,
});

/** Locators open in list mode. */
const LOCATOR = {
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
} satisfies Partial<INodeProperties>;

/** Offers a list, filled by `searchListMethod`, or a typed or mapped name. */
export function nameLocator(
	displayName: string,
	name: string,
	searchListMethod: string,
	example: string,
): INodeProperties {
	const modes = [listMode(displayName, searchListMethod), nameMode(example)];
	return { displayName, name, modes, ...LOCATOR };
}

/** Modes besides list and ID. */
interface LocatorModes {
	/** An example name, if the records have names. */
	nameExample?: string | undefined;
	url?: UrlMode;
}

/** Offers a list, filled by `searchListMethod`, a typed or mapped ID, a name, and a URL. */
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

/** Method that fills a locator's list. */
export function listMethodOf({ modes = [] }: Pick<INodeProperties, 'modes'>): string | undefined {
	return modes.find(({ name }) => name === 'list')?.typeOptions?.searchListMethod;
}

/** For triggers, which have no execution to look up a name. */
export function withoutNames(field: INodeProperties): INodeProperties {
	const { modes } = field;
	return modes ? { ...field, modes: modes.filter(({ name }) => name !== BY_NAME) } : field;
}

function urlValidation({ pattern, errorMessage }: UrlMode): INodePropertyModeValidation {
	return { type: 'regex', properties: { regex: `.*${pattern}.*`, errorMessage } };
}

/**
 * Reports selectors with an unresolved expression: n8n would treat it as text and show another choice's fields.
 * `advice` explains the alternative.
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

/** The height of an editor for a few keys of an object, and for a whole one. */
export const JSON_EDITOR = { rows: 4 } as const;
export const BODY_EDITOR = { rows: 12 } as const;

/** n8n's SQL editor, which also accepts expressions. */
export const SQL_EDITOR = { editor: 'sqlEditor', sqlDialect: 'StandardSQL', rows: 5 } as const;

export function noticeField(name: string, text: string): INodeProperties {
	return { displayName: text, name, type: 'notice', default: '' };
}

/** Shows a notice until the path has a value. n8n 1.x resolves only paths from the root. */
export function noticeUntilSet(name: string, text: string, path: string): INodeProperties {
	const hide = { [`/${path}`]: [{ _cnd: { exists: true } } as const] };
	return { ...noticeField(name, text), displayOptions: { hide } };
}

/** Inserts each notice after the field with its name. */
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
 * Shown in a tool until the model fills in the JSON field, and describes the expected JSON. n8n's own button suggests
 * nothing useful to the model.
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

/** Marks the named fields as always visible. n8n puts the rest behind a button. */
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
 * Type options for rows with these fields, each called `rowLabel`. Optional fields have a button, except in n8n 1.x,
 * which shows all.
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

/** A row's initial values. */
export function newRow(fields: readonly INodeProperties[]): INodeParameters {
	return Object.fromEntries(fields.map((field) => [field.name, field.default]));
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

/** Fields inside a collection or in a field's rows. */
export function innerFields({ options = [] }: INodeProperties): INodeProperties[] {
	return options.flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
}
