import type { INodeProperties } from 'n8n-workflow';

/** One operation's fields, in order. Their conditions name neither its resource nor itself. */
interface OperationFields {
	resource: string;
	operation: string;
	fields: readonly INodeProperties[];
}

/**
 * The fields of all operations with their conditions. Operations that have the same object share one field, because
 * every editor session loads them all. Shared fields must be in the same order everywhere.
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
	/** Adds a field after those that follow it anywhere: the last field is added first. */
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

/** The field with conditions on both selectors: n8n shows it for every pair of the values, so it may take several. */
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
		const operations = listed.filter(
			(entry) => resource.includes(entry.resource) && operation.includes(entry.operation),
		);
		if (operations.every((entry) => owners.includes(entry))) covered = operations;
	}
	const { displayOptions } = field;
	const show = { ...displayOptions?.show, ...selectedBy(covered) };
	const uncovered = owners.filter((owner) => !covered.includes(owner));
	return [
		{ ...field, displayOptions: { ...displayOptions, show } },
		...conditioned(field, uncovered, listed),
	];
}
