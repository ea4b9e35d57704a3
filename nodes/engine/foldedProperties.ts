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
 * The fields of all operations with their conditions. Equal fields become one, because every editor session loads them
 * all. Each operation still shows its own fields alone, in its own order.
 */
export function foldedProperties(listed: readonly OperationFields[]): INodeProperties[] {
	const unfolded = new Set<string>();
	for (;;) {
		const { ordered, misplaced } = inOrder(foldEqual(listed, unfolded));
		if (misplaced === undefined) return ordered.map(shownProperty);
		unfolded.add(misplaced.content);
	}
}

/** Lists each operation's fields. Equal fields are the same object, unless their content is in `unfolded`. */
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
		const owners = contents.flat().filter((entry) => entry.content === content);
		const shownBy = owners.map(({ operation }) => operation);
		const pairs = unfolded.has(content)
			? shownBy.map((owner) => pairOf(owner))
			: pairsOf(shownBy, listed);
		const folded = pairs.map((each) => ({ ...each, field, content }));
		equal.set(content, folded);
	}
	return contents.map((fields) =>
		fields.flatMap(({ content, operation }) =>
			(equal.get(content) ?? []).filter((pair) => isShownBy(pair, operation)),
		),
	);
}

/** As few pairs as possible that name these operations, each once, and none of the others that are listed. */
function pairsOf(owners: readonly OperationFields[], listed: readonly OperationFields[]): Pairs[] {
	return owners.reduce<Pairs[]>((pairs, operation) => {
		if (pairs.some((pair) => isShownBy(pair, operation))) return pairs;
		const isFree = (candidate: OperationFields): boolean =>
			owners.includes(candidate) && !pairs.some((pair) => isShownBy(pair, candidate));
		const wider = pairs.find((pair) => {
			const added = pairOf(operation, pair);
			return listed.every(
				(candidate) =>
					!isShownBy(added, candidate) || isShownBy(pair, candidate) || isFree(candidate),
			);
		});
		if (wider === undefined) return [...pairs, pairOf(operation)];
		return pairs.map((pair) => (pair === wider ? pairOf(operation, pair) : pair));
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
	const remaining = sequences.map((sequence) => [...new Set(sequence)]);
	const ordered: FoldedField[] = [];
	for (;;) {
		const heads = remaining.flatMap(([first]) => (first === undefined ? [] : [first]));
		const next = heads.find((head) => remaining.every((sequence) => sequence.indexOf(head) < 1));
		if (next === undefined) {
			const misplaced = heads.find((head) => head.resources.size * head.operations.size > 1);
			return misplaced === undefined ? { ordered } : { ordered, misplaced };
		}
		ordered.push(next);
		for (const sequence of remaining) if (sequence[0] === next) sequence.shift();
	}
}

function shownProperty({ field, resources, operations }: FoldedField): INodeProperties {
	const { displayOptions } = field;
	const show = { ...displayOptions?.show, resource: [...resources], operation: [...operations] };
	return { ...field, displayOptions: { ...displayOptions, show } };
}
