import type { INodeProperties } from 'n8n-workflow';

/** An operation's fields, in order. Their conditions don't contain resource and operation yet. */
interface OperationFields {
	resource: string;
	operation: string;
	fields: readonly INodeProperties[];
}

/**
 * Merges the fields of all operations. Operations that use the same field object share it, because every editor session
 * loads all fields. Shared fields must be in the same order everywhere.
 */
export function foldedProperties(entries: readonly OperationFields[]): INodeProperties[] {
	const ownersOf = new Map<INodeProperties, OperationFields[]>();
	for (const entry of entries) {
		for (const field of entry.fields) {
			const owners = ownersOf.get(field);
			if (owners === undefined) ownersOf.set(field, [entry]);
			else owners.push(entry);
		}
	}
	const folded: INodeProperties[][] = [];
	/** Adds the fields after a field first, because the list is reversed at the end. */
	const add = (field: INodeProperties): void => {
		const owners = ownersOf.get(field);
		if (owners === undefined) return;
		ownersOf.delete(field);
		for (const { fields } of owners) {
			const nextField = fields[fields.indexOf(field) + 1];
			if (nextField !== undefined) add(nextField);
		}
		folded.push(conditionedFields(field, owners, entries));
	};
	for (const { fields } of entries) fields.forEach(add);
	return folded.reverse().flat();
}

/**
 * Splits a field into several copies if a single copy would appear too often: n8n shows a field for every combination
 * of values in its conditions.
 */
function conditionedFields(
	field: INodeProperties,
	owners: readonly OperationFields[],
	entries: readonly OperationFields[],
): INodeProperties[] {
	if (owners.length === 0) return [];
	let shownIn: OperationFields[] = [];
	for (const owner of owners) {
		const [resources, operations] = valuesOf([...shownIn, owner]);
		const combinations = entries.filter(
			({ resource, operation }) => resources.has(resource) && operations.has(operation),
		);
		if (combinations.every((entry) => owners.includes(entry))) shownIn = combinations;
	}
	const { displayOptions } = field;
	const [resources, operations] = valuesOf(shownIn);
	const show = { ...displayOptions?.show, resource: [...resources], operation: [...operations] };
	const otherOwners = owners.filter((owner) => !shownIn.includes(owner));
	return [
		{ ...field, displayOptions: { ...displayOptions, show } },
		...conditionedFields(field, otherOwners, entries),
	];
}

function valuesOf(entries: readonly OperationFields[]): [Set<string>, Set<string>] {
	return [
		new Set(entries.map(({ resource }) => resource)),
		new Set(entries.map(({ operation }) => operation)),
	];
}
