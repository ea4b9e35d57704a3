import type { INodeProperties } from 'n8n-workflow';
import { foldedProperties } from './foldedProperties';
import type { Operation } from './operation';
import { OPERATION, RESOURCE } from './parameterNames';
import { byName } from './text';

/** `nodePanel` later adds conditions on resource and operation. */
export type ListedOperation<Kind extends Operation = Operation> = Kind & {
	/** Name in the operation selector. */
	name: string;
	description: string;
	/** Name in the node's list of actions, and as a tool. */
	action: string;
};

type Operations = Readonly<Record<string, ListedOperation>>;

export interface Resource<Listed extends Operations = Operations> {
	name: string;
	description: string;
	operations: Listed;
}

type Resources = Readonly<Record<string, Resource>>;

interface Panel<Listed extends Resources> {
	properties: INodeProperties[];
	operations: { [Name in keyof Listed]: Listed[Name]['operations'] };
}

/** Makes a resource of the panel. Don't rename the keys of `operations`: workflows store them. */
export function resource<Listed extends Operations>(
	name: string,
	description: string,
	operations: Listed,
): Resource<Listed> {
	return { name, description, operations };
}

/** Preselects a read, so nobody creates anything just by opening the node. */
function preselected(operations: Operations): string | undefined {
	const entries = Object.entries(operations);
	const findKind = (sought: Operation['kind']) => entries.find(([, { kind }]) => kind === sought);
	const [name] = findKind('list') ?? findKind('read') ?? entries[0] ?? [];
	return name;
}

/**
 * Builds the selectors, `sharedFields`, and each operation's fields. The resources in `leadingNames` come first, and
 * the first of them is preselected.
 */
export function nodePanel<Listed extends Resources>(
	resources: Listed,
	leadingNames: ReadonlyArray<keyof Listed & string>,
	sharedFields?: INodeProperties[],
): Panel<Listed>;
export function nodePanel(
	resources: Resources,
	leadingNames: readonly string[],
	sharedFields: INodeProperties[] = [],
): Panel<Resources> {
	const resourceEntries = Object.entries(resources);
	return {
		properties: [
			selector('Resource', RESOURCE, resources, leadingNames[0], leadingNames),
			...resourceEntries.map(([value, { operations }]) => ({
				...selector('Operation', OPERATION, operations, preselected(operations)),
				displayOptions: { show: { resource: [value] } },
			})),
			...sharedFields,
			...foldedProperties(
				resourceEntries.flatMap(([name, { operations }]) =>
					Object.entries(operations).map(([operation, { properties }]) => ({
						resource: name,
						operation,
						fields: properties,
					})),
				),
			),
		],
		operations: Object.fromEntries(
			resourceEntries.map(([name, { operations }]) => [
				name,
				withSharedFields(sharedFields, operations),
			]),
		),
	};
}

function withSharedFields(
	sharedFields: readonly INodeProperties[],
	operations: Operations,
): Operations {
	const entries = Object.entries(operations).map(([name, operation]) => {
		const properties = [...sharedFields, ...operation.properties];
		return [name, { ...operation, properties }] as const;
	});
	return Object.fromEntries(entries);
}

function selector(
	displayName: string,
	name: string,
	entries: Readonly<Record<string, { name: string; description: string; action?: string }>>,
	selected: string | undefined,
	leadingNames: readonly string[] = [],
): INodeProperties {
	const rankOf = (value: string): number =>
		leadingNames.includes(value) ? leadingNames.indexOf(value) : leadingNames.length;
	const options = Object.entries(entries)
		.map(([value, { name: label, description, action }]) => ({
			name: label,
			value,
			description,
			...(action !== undefined && { action }),
		}))
		.sort(byName)
		.sort((first, second) => rankOf(first.value) - rankOf(second.value));
	return {
		displayName,
		name,
		type: 'options',
		noDataExpression: true,
		options,
		default: selected,
	};
}
