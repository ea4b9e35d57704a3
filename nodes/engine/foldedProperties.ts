import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** An operation's fields in order. Their conditions don't mention the selectors. */
interface OperationFields {
	resource: string;
	operation: string;
	fields: readonly INodeProperties[];
}

/**
 * Merges the fields of all operations. Operations that use the same field object share it, because every editor session
 * loads all fields. Shared fields must be in the same order everywhere.
 */
export function foldedProperties(listed: readonly OperationFields[]): INodeProperties[] {
	const ownersOf = new Map<INodeProperties, OperationFields[]>();
	for (const entry of listed) {
		for (const field of entry.fields) {
			const owners = ownersOf.get(field);
			if (owners === undefined) ownersOf.set(field, [entry]);
			else owners.push(entry);
		}
	}
	const folded: INodeProperties[][] = [];
	/** Adds a field after its successors, because the list is built from the end. */
	const add = (field: INodeProperties): void => {
		const owners = ownersOf.get(field);
		if (owners === undefined) return;
		ownersOf.delete(field);
		for (const { fields } of owners) fields.slice(fields.indexOf(field) + 1).forEach(add);
		folded.push(conditioned(field, owners, listed));
	};
	for (const { fields } of listed) fields.forEach(add);
	return folded.reverse().flat();
}

const selectedBy = (entries: readonly OperationFields[]) => ({
	resources: new Set(entries.map(({ resource }) => resource)),
	operations: new Set(entries.map(({ operation }) => operation)),
});

/** n8n shows a field for every combination of its conditions' values, so some fields need several copies. */
function conditioned(
	field: INodeProperties,
	owners: readonly OperationFields[],
	listed: readonly OperationFields[],
): INodeProperties[] {
	const [first, ...furtherOwners] = owners;
	if (first === undefined) return [];
	const ownerSet = new Set(owners);
	let covered = new Set([first]);
	for (const owner of furtherOwners) {
		if (covered.has(owner)) continue;
		const { resources, operations } = selectedBy([...covered, owner]);
		const isShown = (entry: OperationFields) =>
			resources.has(entry.resource) && operations.has(entry.operation);
		// Most owners need a field of their own, which the first other operation tells.
		if (listed.every((entry) => !isShown(entry) || ownerSet.has(entry))) {
			covered = new Set(listed.filter(isShown));
		}
	}
	const { displayOptions } = field;
	const { resources, operations } = selectedBy([...covered]);
	const show = {
		...displayOptions?.show,
		resource: [...resources],
		operation: [...operations],
	};
	const uncovered = owners.filter((owner) => !covered.has(owner));
	return [
		{ ...field, displayOptions: { ...displayOptions, show } },
		...conditioned(field, uncovered, listed),
	];
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
