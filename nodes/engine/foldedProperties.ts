import type { INodeProperties } from 'n8n-workflow';

/** The fields of one operation, in order. Their conditions name neither its resource nor itself. */
interface OperationFields {
	resource: string;
	operation: string;
	fields: readonly INodeProperties[];
}

/** A field, and the resources and operations that it names: n8n shows it for every pair of them. */
interface FoldedField {
	content: string;
	field: INodeProperties;
	resources: Set<string>;
	operations: Set<string>;
}

/**
 * Returns the fields of all operations with their conditions. Equal fields become one, because every editor session
 * loads them all. Each operation still shows its own fields alone, in its own order.
 */
export function foldedProperties(listed: readonly OperationFields[]): INodeProperties[] {
	const unfolded = new Set<string>();
	for (;;) {
		const { ordered, misplaced } = inOrder(foldEqual(listed, unfolded));
		if (misplaced === undefined) return ordered.map(shownProperty);
		unfolded.add(misplaced.content);
	}
}

/** Returns the fields of each operation. Equal ones are the same object, unless their content is in `unfolded`. */
function foldEqual(
	listed: readonly OperationFields[],
	unfolded: ReadonlySet<string>,
): FoldedField[][] {
	const owners = new Map<string, Set<OperationFields>>();
	const contents = listed.map((operation) =>
		operation.fields.map((field) => {
			const content = JSON.stringify(field);
			owners.set(content, (owners.get(content) ?? new Set()).add(operation));
			return { content, field };
		}),
	);
	const known = new Map<string, FoldedField[]>();
	return listed.map((operation, index) =>
		(contents[index] ?? []).map(({ content, field }) => {
			const equal = known.get(content) ?? [];
			known.set(content, equal);
			const same = equal.find((one) => isShownBy(one, operation));
			if (same !== undefined) return same;
			const isOpen = (other: OperationFields): boolean =>
				owners.get(content)?.has(other) === true && !equal.some((one) => isShownBy(one, other));
			const wider = equal.find((one) => {
				const added = {
					resources: new Set(one.resources).add(operation.resource),
					operations: new Set(one.operations).add(operation.operation),
				};
				return (
					!unfolded.has(content) &&
					listed.every(
						(other) => !isShownBy(added, other) || isShownBy(one, other) || isOpen(other),
					)
				);
			});
			const own = wider ?? {
				content,
				field,
				resources: new Set<string>(),
				operations: new Set<string>(),
			};
			own.resources.add(operation.resource);
			own.operations.add(operation.operation);
			if (wider === undefined) equal.push(own);
			return own;
		}),
	);
}

function isShownBy(
	{ resources, operations }: Pick<FoldedField, 'operations' | 'resources'>,
	by: OperationFields,
): boolean {
	return resources.has(by.resource) && operations.has(by.operation);
}

/** Merges the sequences. Returns a field that can't be one for all, if two operations have it in different orders. */
function inOrder(sequences: FoldedField[][]): { ordered: FoldedField[]; misplaced?: FoldedField } {
	const left = sequences.map((sequence) => [...new Set(sequence)]);
	const ordered: FoldedField[] = [];
	for (;;) {
		const heads = left.flatMap(([first]) => (first === undefined ? [] : [first]));
		const next = heads.find((head) => left.every((sequence) => sequence.indexOf(head) < 1));
		if (next === undefined) {
			const misplaced = heads.find((head) => head.resources.size * head.operations.size > 1);
			return misplaced === undefined ? { ordered } : { ordered, misplaced };
		}
		ordered.push(next);
		for (const sequence of left) if (sequence[0] === next) sequence.shift();
	}
}

function shownProperty({ field, resources, operations }: FoldedField): INodeProperties {
	const { displayOptions } = field;
	const show = { ...displayOptions?.show, resource: [...resources], operation: [...operations] };
	return { ...field, displayOptions: { ...displayOptions, show } };
}
