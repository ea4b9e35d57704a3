import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

/** One operation of a resource, with the fields and the optional credentials of its panel. */
interface DocumentedOperation {
	value: string;
	name: string;
	description: string;
	fields: INodeProperties[];
}

/** One resource of a node. */
export interface DocumentedResource {
	value: string;
	name: string;
	operations: DocumentedOperation[];
}

export const SELECTORS: ReadonlySet<string> = new Set(['resource', 'operation']);

/** Returns the resources of a node with their operations, in the order of the panel. */
export function resourcesOf(description: INodeTypeDescription): DocumentedResource[] {
	const selector = description.properties.find(({ name }) => name === 'resource');
	return choicesOf(selector).map(({ name, value }) => ({
		name,
		value,
		operations: operationsOf(description, value),
	}));
}

function operationsOf(description: INodeTypeDescription, resource: string): DocumentedOperation[] {
	const { properties } = description;
	const selector = properties.find(
		(field) => field.name === 'operation' && fits(field, { resource }),
	);
	return choicesOf(selector).map((operation) => {
		const chosen = { resource, operation: operation.value };
		const fields = shownFor(properties, chosen).filter(({ name }) => !SELECTORS.has(name));
		return { ...operation, fields: fields.map((field) => orCredential(field, description)) };
	});
}

/**
 * A hidden field that decides whether a credential is shown represents it. Other credentials belong to the node or a
 * documented field.
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

/** Returns the fields that a choice in the selectors shows, each with its shown members. */
export function shownFor(
	properties: readonly INodeProperties[],
	choice: Readonly<Record<string, string>>,
): INodeProperties[] {
	return properties
		.filter((field) => fits(field, choice))
		.map((field) => {
			const options = field.options?.filter(
				(option) => !('type' in option) || fits(option, choice, '/'),
			);
			return options === undefined ? field : { ...field, options };
		});
}

/** In a collection, a slash precedes the names of the panel's own fields. */
function fits(
	{ displayOptions }: INodeProperties,
	choice: Readonly<Record<string, string>>,
	prefix = '',
): boolean {
	const { show, hide } = displayOptions ?? {};
	return Object.entries(choice).every(([name, value]) => {
		const [shown, hidden] = [show?.[`${prefix}${name}`], hide?.[`${prefix}${name}`]];
		return (shown?.includes(value) ?? true) && !(hidden?.includes(value) ?? false);
	});
}

/** Returns a selector's options. */
export function choicesOf(field: INodeProperties | undefined) {
	return (field?.options ?? [])
		.filter((option) => 'value' in option)
		.map(({ name, value, description = '' }) => ({ name, value: String(value), description }));
}

/** Returns the groups of a fixed collection. */
export function groupsOf({ options = [] }: INodeProperties) {
	return options.flatMap((option) => ('values' in option ? [option] : []));
}

/** Returns the fields within a field. */
export function membersOf(field: INodeProperties): INodeProperties[] {
	const members = (field.options ?? []).filter((option) => 'type' in option);
	return [...members, ...groupsOf(field).flatMap(({ values }) => values)];
}
