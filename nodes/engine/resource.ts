import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import { foldedProperties } from './foldedProperties';
import type { Operation } from './operation';

/** An operation in the panel. Its properties have no conditions for its resource and operation. */
export interface ListedOperation extends Operation {
	/** Its name in the operation selector. */
	name: string;
	/** Its description in the selector. */
	description: string;
	/** Its name in the node's list of actions, and as a tool. */
	action: string;
}

type Operations = Readonly<Record<string, ListedOperation>>;

/** One kind of thing that a node acts on, with its operations. */
export interface Resource<Listed extends Operations = Operations> {
	name: string;
	description: string;
	operations: Listed;
	/** The operation that a new node has. */
	selected: string | undefined;
}

type Resources = Readonly<Record<string, Resource>>;

/** The fields of a node's panel, and the operations in its two selectors. */
interface Panel<Listed extends Resources> {
	properties: INodeProperties[];
	operations: { [Name in keyof Listed]: Listed[Name]['operations'] };
}

/** Returns a resource with its operations by the values that workflows store. */
export function resource<Listed extends Operations>(
	name: string,
	description: string,
	operations: Listed,
	selected: (keyof Listed & string) | undefined = Object.keys(operations)[0],
): Resource<Listed> {
	return { name, description, operations, selected };
}

/** Returns a node's panel: both selectors, `shared` fields, and each operation's fields, shown only for it. */
export function panel<Listed extends Resources>(
	resources: Listed,
	selected: keyof Listed & string,
	shared?: INodeProperties[],
): Panel<Listed>;
export function panel(
	resources: Resources,
	selected: string,
	shared: INodeProperties[] = [],
): Panel<Resources> {
	const all = Object.entries(resources);
	return {
		properties: [
			selector('Resource', 'resource', resources, selected),
			...all.map(([value, { operations, selected: first }]) => ({
				...selector('Operation', 'operation', operations, first),
				displayOptions: { show: { resource: [value] } },
			})),
			...shared,
			...foldedProperties(
				all.flatMap(([name, { operations }]) =>
					Object.entries(operations).map(([operation, { properties }]) => ({
						resource: name,
						operation,
						fields: properties,
					})),
				),
			),
		],
		operations: Object.fromEntries(
			all.map(([name, { operations }]) => [name, shownFor(name, operations, shared)]),
		),
	};
}

/** Returns what a node can do as a tool: what it is about, and the operations of each resource on a line. */
export function toolDescription(about: string, properties: readonly INodeProperties[]): string {
	const namesIn = ({ options = [] }: INodeProperties) =>
		options.flatMap((option) => ('value' in option ? [option] : []));
	const lines = properties
		.filter(({ name }) => name === 'resource')
		.flatMap(namesIn)
		.map(({ name: label, value }) => {
			const selectors = properties.filter(
				({ name, displayOptions }) =>
					name === 'operation' && displayOptions?.show?.resource?.includes(value) === true,
			);
			return `${label}: ${selectors
				.flatMap(namesIn)
				.map(({ name }) => name)
				.join(', ')}`;
		});
	return [about, ...lines].join('\n');
}

/** Returns the operations of a resource with the fields that n8n shows for each. */
function shownFor(
	resourceName: string,
	operations: Operations,
	shared: readonly INodeProperties[],
): Operations {
	const shown = Object.entries(operations).map(([name, operation]) => {
		const show = { resource: [resourceName], operation: [name] };
		const properties = [...shared, ...updateDisplayOptions({ show }, operation.properties)];
		return [name, { ...operation, properties }] as const;
	});
	return Object.fromEntries(shown);
}

function selector(
	displayName: string,
	name: string,
	entries: Readonly<Record<string, { name: string; description: string; action?: string }>>,
	selected: string | undefined,
): INodeProperties {
	const options = Object.entries(entries)
		.map(([value, { name: label, description, action }]) => ({
			name: label,
			value,
			description,
			...(action !== undefined && { action }),
		}))
		.sort((one, other) => one.name.localeCompare(other.name));
	return {
		displayName,
		name,
		type: 'options',
		noDataExpression: true,
		options,
		default: selected,
	};
}
