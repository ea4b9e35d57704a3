import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
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

/** One kind of thing that a node acts on, with its operations in the order of the selector. */
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
	const entries = Object.entries(resources).map(
		([value, { operations, ...rest }]) =>
			[value, { ...rest, operations: shownFor(value, operations) }] as const,
	);
	return {
		properties: [
			selector('Resource', 'resource', optionsOf(Object.fromEntries(entries)), selected),
			...entries.map(([value, { operations, selected: first }]) => ({
				...selector('Operation', 'operation', optionsOf(operations), first),
				displayOptions: { show: { resource: [value] } },
			})),
			...shared,
			...foldedProperties(
				Object.entries(resources).flatMap(([name, { operations }]) =>
					Object.entries(operations).map(([operation, { properties }]) => ({
						resource: name,
						operation,
						fields: properties,
					})),
				),
			),
		],
		operations: Object.fromEntries(
			entries.map(([value, { operations }]) => [value, withFields(shared, operations)]),
		),
	};
}

function shownFor(resourceName: string, operations: Operations): Operations {
	const shown = Object.entries(operations).map(([name, operation]) => {
		const show = { resource: [resourceName], operation: [name] };
		const properties = updateDisplayOptions({ show }, operation.properties);
		return [name, { ...operation, properties }] as const;
	});
	return Object.fromEntries(shown);
}

function withFields(shared: readonly INodeProperties[], operations: Operations): Operations {
	const read = Object.entries(operations).map(([name, operation]) => {
		const properties = [...shared, ...operation.properties];
		return [name, { ...operation, properties }] as const;
	});
	return Object.fromEntries(read);
}

function optionsOf(
	entries: Readonly<
		Record<string, Pick<ListedOperation, 'description' | 'name'> & { action?: string }>
	>,
): INodePropertyOptions[] {
	return Object.entries(entries).map(([value, { name, description, action }]) => ({
		name,
		value,
		description,
		...(action === undefined ? {} : { action }),
	}));
}

function selector(
	displayName: string,
	name: string,
	options: INodePropertyOptions[],
	selected: string | undefined,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'options',
		noDataExpression: true,
		options,
		default: selected,
	};
}
