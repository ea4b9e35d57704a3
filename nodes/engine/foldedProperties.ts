import type { INodeProperties } from 'n8n-workflow';

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
	resource: [...new Set(entries.map(({ resource }) => resource))],
	operation: [...new Set(entries.map(({ operation }) => operation))],
});

/** n8n shows a field for every combination of its conditions' values, so some fields need several copies. */
function conditioned(
	field: INodeProperties,
	owners: readonly OperationFields[],
	listed: readonly OperationFields[],
): INodeProperties[] {
	const [first, ...furtherOwners] = owners;
	if (first === undefined) return [];
	let covered: readonly OperationFields[] = [first];
	for (const owner of furtherOwners) {
		if (covered.includes(owner)) continue;
		const { resource, operation } = selectedBy([...covered, owner]);
		const isShown = (entry: OperationFields) =>
			resource.includes(entry.resource) && operation.includes(entry.operation);
		// Most owners need a field of their own, which the first other operation tells.
		if (listed.every((entry) => !isShown(entry) || owners.includes(entry))) {
			covered = listed.filter(isShown);
		}
	}
	const { displayOptions } = field;
	const show = { ...displayOptions?.show, ...selectedBy(covered) };
	const uncovered = owners.filter((owner) => !covered.includes(owner));
	return [
		{ ...field, displayOptions: { ...displayOptions, show } },
		...conditioned(field, uncovered, listed),
	];
}
