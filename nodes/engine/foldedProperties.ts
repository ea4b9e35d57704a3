import type { INodeProperties } from 'n8n-workflow';

/** One operation's fields, in order. Their conditions name neither its resource nor itself. */
interface OperationFields {
	resource: string;
	operation: string;
	fields: readonly INodeProperties[];
}

/** The resources and operations that a field names: n8n shows it for every pair of them. */
interface Pairs {
	resources: ReadonlySet<string>;
	operations: ReadonlySet<string>;
}

interface FoldedField extends Pairs {
	field: INodeProperties;
	content: string;
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

/** Returns each operation's fields. Equal ones are the same object, unless their content is in `unfolded`. */
function foldEqual(
	listed: readonly OperationFields[],
	unfolded: ReadonlySet<string>,
): FoldedField[][] {
	const contents = listed.map((operation) =>
		operation.fields.map((field) => ({ field, content: JSON.stringify(field), operation })),
	);
	const equal = new Map<string, FoldedField[]>();
	for (const { field, content } of contents.flat()) {
		if (equal.has(content)) continue;
		const owners = contents.flat().filter((other) => other.content === content);
		const shownBy = owners.map(({ operation }) => operation);
		const pairs = unfolded.has(content)
			? shownBy.map((one) => pairOf(one))
			: pairsOf(shownBy, listed);
		const folded = pairs.map((each) => ({ ...each, field, content }));
		equal.set(content, folded);
	}
	return contents.map((fields) =>
		fields.flatMap(({ content, operation }) =>
			(equal.get(content) ?? []).filter((one) => isShownBy(one, operation)),
		),
	);
}

/** Returns as few pairs as possible that name these operations, each once, and none of the others that are listed. */
function pairsOf(owners: readonly OperationFields[], listed: readonly OperationFields[]): Pairs[] {
	return owners.reduce<Pairs[]>((pairs, operation) => {
		if (pairs.some((one) => isShownBy(one, operation))) return pairs;
		const isFree = (other: OperationFields): boolean =>
			owners.includes(other) && !pairs.some((one) => isShownBy(one, other));
		const wider = pairs.find((one) => {
			const added = pairOf(operation, one);
			return listed.every(
				(other) => !isShownBy(added, other) || isShownBy(one, other) || isFree(other),
			);
		});
		if (wider === undefined) return [...pairs, pairOf(operation)];
		return pairs.map((one) => (one === wider ? pairOf(operation, one) : one));
	}, []);
}

function pairOf({ resource, operation }: OperationFields, wider?: Pairs): Pairs {
	return {
		resources: new Set([...(wider?.resources ?? []), resource]),
		operations: new Set([...(wider?.operations ?? []), operation]),
	};
}

function isShownBy({ resources, operations }: Pairs, by: OperationFields): boolean {
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
