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
export function foldedProperties(entries: readonly OperationFields[]): INodeProperties[] {
	const listed: Listed = new Map(entries.map(({ resource }) => [resource, new Map()]));
	for (const entry of entries) listed.get(entry.resource)?.set(entry.operation, entry);
	const ownersOf = new Map<INodeProperties, OperationFields[]>();
	for (const entry of entries) {
		for (const field of entry.fields) {
			const owners = ownersOf.get(field);
			if (owners === undefined) ownersOf.set(field, [entry]);
			else owners.push(entry);
		}
	}
	const folded: INodeProperties[][] = [];
	/** Adds a field's successors first, because the list is reversed at the end. */
	const add = (field: INodeProperties): void => {
		const owners = ownersOf.get(field);
		if (owners === undefined) return;
		ownersOf.delete(field);
		for (const { fields } of owners) {
			const nextField = fields[fields.indexOf(field) + 1];
			if (nextField !== undefined) add(nextField);
		}
		folded.push(conditionedFields(field, owners, listed));
	};
	for (const { fields } of entries) fields.forEach(add);
	return folded.reverse().flat();
}

/** Maps a resource and an operation's name to the operation's fields. */
type Listed = ReadonlyMap<string, Map<string, OperationFields>>;

/** n8n shows a field for every combination of its conditions' values, so some fields need several copies. */
function conditionedFields(
	field: INodeProperties,
	owners: readonly OperationFields[],
	listed: Listed,
): INodeProperties[] {
	const [owner, ...furtherOwners] = owners;
	if (owner === undefined) return [];
	const shownIn = new Set([owner]);
	for (const owner of furtherOwners) {
		if (shownIn.has(owner)) continue;
		const addedOwners = shownWith(owner, shownIn, listed);
		if (addedOwners.every((entry) => owners.includes(entry)))
			for (const entry of addedOwners) shownIn.add(entry);
	}
	const { displayOptions } = field;
	const inOrder = owners.filter((owner) => shownIn.has(owner));
	const show = {
		...displayOptions?.show,
		resource: [...new Set(inOrder.map(({ resource }) => resource))],
		operation: [...new Set(inOrder.map(({ operation }) => operation))],
	};
	const otherOwners = owners.filter((owner) => !shownIn.has(owner));
	return [
		{ ...field, displayOptions: { ...displayOptions, show } },
		...conditionedFields(field, otherOwners, listed),
	];
}

/** If a field's conditions name `owner` too, n8n shows the field in these operations as well. */
function shownWith(
	owner: OperationFields,
	shownIn: ReadonlySet<OperationFields>,
	listed: Listed,
): OperationFields[] {
	const addedOwners = [owner];
	for (const { resource, operation } of shownIn) {
		const inResource = listed.get(resource)?.get(owner.operation);
		const ownerEntry = listed.get(owner.resource)?.get(operation);
		if (inResource !== undefined) addedOwners.push(inResource);
		if (ownerEntry !== undefined) addedOwners.push(ownerEntry);
	}
	return addedOwners;
}
