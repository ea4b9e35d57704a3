import type {
	INodeCredentialDescription,
	INodeProperties,
	INodeTypeDescription,
	NodePropertyTypes,
} from 'n8n-workflow';

/** One operation of a resource, with the fields and the optional credentials of its panel. */
export interface DocumentedOperation {
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
		const fields = properties.filter((field) => !SELECTORS.has(field.name) && fits(field, chosen));
		return { ...operation, fields: [...fields, ...credentialFields(description, fields)] };
	});
}

/** Returns the credentials that are shown only when a condition is met, as fields. A hidden field may hold the conditions. */
export function credentialFields(
	{ credentials = [] }: Pick<INodeTypeDescription, 'credentials'>,
	fields: readonly INodeProperties[],
): INodeProperties[] {
	return credentials.flatMap((credential) => {
		const names = Object.keys(credential.displayOptions?.show ?? {});
		const deciding = fields.filter(({ name }) => names.includes(name));
		const hidden = deciding.filter(({ type }) => type === 'hidden');
		if (deciding.length === 0) return [];
		return (hidden.length === 0 ? [credential] : hidden).map(({ displayOptions = {} }) =>
			credentialField(credential, displayOptions),
		);
	});
}

function credentialField(
	{ name, displayName = 'Credential' }: INodeCredentialDescription,
	displayOptions: INodeProperties['displayOptions'] & object,
): INodeProperties {
	const type: NodePropertyTypes = 'credentials';
	return { name, displayName, type, default: '', displayOptions };
}

function fits({ displayOptions }: INodeProperties, choice: Readonly<Record<string, string>>) {
	const { show, hide } = displayOptions ?? {};
	return Object.entries(choice).every(([name, value]) => {
		const [shown, hidden] = [show?.[name], hide?.[name]];
		return (shown?.includes(value) ?? true) && !(hidden?.includes(value) ?? false);
	});
}

/** Returns what a selector offers. */
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
