import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

export interface DocumentedOperation {
	value: string;
	name: string;
	description: string;
	fields: INodeProperties[];
}

export interface DocumentedResource {
	value: string;
	name: string;
	description: string;
	operations: DocumentedOperation[];
}

export const SELECTORS: ReadonlySet<string> = new Set(['resource', 'operation']);

/** In the panel, other words that people search for follow a name: "Member (User)". */
export function shortName(name: string): string {
	return name.replace(/ \(.*\)$/, '');
}

/** In the order of the panel. */
export function resourcesOf(description: INodeTypeDescription): DocumentedResource[] {
	const selector = description.properties.find(({ name }) => name === 'resource');
	return choicesOf(selector).map(({ name, value, description: about }) => ({
		name: shortName(name),
		value,
		description: about,
		operations: operationsOf(description, value),
	}));
}

function operationsOf(description: INodeTypeDescription, resource: string): DocumentedOperation[] {
	const { properties } = description;
	const selector = properties.find(
		(field) => field.name === 'operation' && fits(field, { resource }, ''),
	);
	return choicesOf(selector).map((operation) => {
		const chosen = { resource, operation: operation.value };
		const fields = shownFor(properties, chosen).filter(
			(field) => !SELECTORS.has(field.name) && !isSaidIn(operation.description, field),
		);
		return { ...operation, fields: fields.map((field) => orCredential(field, description)) };
	});
}

/** A notice says the same as its operation's description if this share of its words is in the description. */
const SAID = 0.8;

/** The description precedes the notice on the page, so such a notice is left out. */
function isSaidIn(description: string, { type, displayName }: INodeProperties): boolean {
	if (type !== 'notice') return false;
	const said = new Set(stemsOf(description));
	const stems = stemsOf(displayName);
	return stems.filter((stem) => said.has(stem)).length >= stems.length * SAID;
}

/** Drops the S at the end, so that "Removes" is like "Remove". */
function stemsOf(text: string): string[] {
	const words = text.toLowerCase().match(/[a-z']+/g) ?? [];
	return words.map((word) => word.replace(/s$/, ''));
}

/**
 * A hidden field that decides whether a credential is shown stands for the credential. Other credentials belong to the
 * node or to a documented field.
 */
function orCredential(
	field: INodeProperties,
	{ credentials = [] }: Pick<INodeTypeDescription, 'credentials'>,
): INodeProperties {
	const shown = credentials.find(
		({ displayOptions }) => field.name in (displayOptions?.show ?? {}),
	);
	if (shown === undefined || field.type !== 'hidden') return field;
	const { name, displayName = 'Credential' } = shown;
	return { ...field, type: 'credentials', name, displayName, default: '' };
}

/** Covers a dashboard node's choice of API, and the fields that only managed ClickStack has. */
export function isAccess({ name, displayOptions: { show = {} } = {} }: INodeProperties): boolean {
	const apis = show['authentication'] ?? show['/authentication'] ?? [];
	return name === 'authentication' || apis.includes('cloudApiKey');
}

/**
 * All dashboard operations have the access fields, so the pages don't repeat them. With `alsoOptions`, the managed
 * API's options are left out too.
 */
export function withoutAccess(
	fields: readonly INodeProperties[],
	alsoOptions: boolean,
): INodeProperties[] {
	return fields
		.filter((field) => !isAccess(field))
		.map((field) =>
			alsoOptions && field.type === 'collection'
				? { ...field, options: membersOf(field).filter((member) => !isAccess(member)) }
				: field,
		);
}

/** In conditions, a slash precedes a field of the panel. */
export function shownFor(
	properties: readonly INodeProperties[],
	choice: Readonly<Record<string, string>>,
	prefix = '',
): INodeProperties[] {
	return properties
		.filter((field) => fits(field, choice, prefix))
		.map((field) => {
			const options = field.options?.flatMap((option) => visible(option, choice));
			return options === undefined ? field : { ...field, options };
		});
}

type Member = NonNullable<INodeProperties['options']>[number];

function visible(member: Member, choice: Readonly<Record<string, string>>): Member[] {
	if ('type' in member) return shownFor([member], choice, '/');
	if (!('values' in member)) return [member];
	return [{ ...member, values: shownFor(member.values, choice, '/') }];
}

function fits(
	{ displayOptions }: INodeProperties,
	choice: Readonly<Record<string, string>>,
	prefix: string,
): boolean {
	const { show, hide } = displayOptions ?? {};
	return Object.entries(choice).every(([name, value]) => {
		const [shown, hidden] = [show?.[`${prefix}${name}`], hide?.[`${prefix}${name}`]];
		return (shown?.includes(value) ?? true) && !(hidden?.includes(value) ?? false);
	});
}

export function choicesOf(field: INodeProperties | undefined) {
	return (field?.options ?? [])
		.filter((option) => 'value' in option)
		.map(({ name, value, description = '' }) => ({ name, value: String(value), description }));
}

export function groupsOf({ options = [] }: INodeProperties) {
	return options.flatMap((option) => ('values' in option ? [option] : []));
}

export function membersOf(field: INodeProperties): INodeProperties[] {
	const members = (field.options ?? []).filter((option) => 'type' in option);
	return [...members, ...groupsOf(field).flatMap(({ values }) => values)];
}
