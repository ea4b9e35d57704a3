import type {
	INodeCredentialDescription,
	INodeProperties,
	INodeTypeDescription,
} from 'n8n-workflow';

/** One operation of a resource, with the fields that its panel has. */
export interface DocumentedOperation {
	value: string;
	name: string;
	description: string;
	fields: INodeProperties[];
	credentials: INodeCredentialDescription[];
}

/** One resource of a node. */
export interface DocumentedResource {
	value: string;
	name: string;
	operations: DocumentedOperation[];
}

const SELECTORS: ReadonlySet<string> = new Set(['resource', 'operation']);

/** Returns the fields of a node that each of its operations has. */
export function commonFields({ properties }: INodeTypeDescription): INodeProperties[] {
	return properties.filter((field) => !SELECTORS.has(field.name) && isCommon(field));
}

function isCommon({ displayOptions }: INodeProperties): boolean {
	return displayOptions?.show?.['resource'] === undefined;
}

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
	const choice = { resource };
	const selector = properties.find((field) => field.name === 'operation' && fits(field, choice));
	return choicesOf(selector).map((operation) => {
		const chosen = { resource, operation: operation.value };
		const fields = properties.filter(
			(field) => !SELECTORS.has(field.name) && !isCommon(field) && fits(field, chosen),
		);
		return { ...operation, fields, credentials: credentialsOf(description, fields) };
	});
}

/** Returns the credentials of an operation: each that has no condition, or one on a field that the operation has. */
export function credentialsOf(
	{ credentials = [] }: INodeTypeDescription,
	fields: readonly INodeProperties[],
): INodeCredentialDescription[] {
	return credentials.filter(({ displayOptions }) =>
		Object.keys(displayOptions?.show ?? {}).every((name) =>
			fields.some((field) => field.name === name),
		),
	);
}

/** Returns the condition of a field without the parts that say which operation it belongs to. */
export function conditionsOf({ displayOptions = {} }: Pick<INodeProperties, 'displayOptions'>) {
	const own = (conditions: object = {}): Array<[string, unknown[]]> =>
		Object.entries(conditions)
			.filter(([name]) => !SELECTORS.has(name.replace('/', '')) && name !== '@version')
			.map(([name, values]) => [name.replace('/', ''), [values].flat()]);
	return { show: own(displayOptions.show), hide: own(displayOptions.hide) };
}

function fits({ displayOptions }: INodeProperties, choice: Readonly<Record<string, string>>) {
	const { show, hide } = displayOptions ?? {};
	return Object.entries(choice).every(([name, value]) => {
		const [shown, hidden] = [show?.[name], hide?.[name]];
		return (shown?.includes(value) ?? true) && !(hidden?.includes(value) ?? false);
	});
}

interface Choice {
	name: string;
	value: string;
	description: string;
}

/** Returns what a selector offers. */
export function choicesOf(field: INodeProperties | undefined): Choice[] {
	return (field?.options ?? []).flatMap((option) =>
		'value' in option
			? [
					{
						name: option.name,
						value: String(option.value),
						description: option.description ?? '',
					},
				]
			: [],
	);
}
