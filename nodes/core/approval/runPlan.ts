import { hashOf } from '../hash';
import type { Execution } from '../operation';
import type { PlannedItem } from '../operation';
import { requestHash, shownRequest } from '../shownRequest';

/** Plans of more items carry a hash per block of items, so that the text stays short. */
const MOST_HASHES = 50;
const SHORT = 8;

/** A plan as its text carries it. */
export interface RunPlan {
	/** The number of items. */
	count: number;
	/** The hash of all requests, in order. */
	hash: string;
	/** A short hash of each item or, in longer plans, of each block of consecutive items. */
	shortHashes: string[];
}

/** Returns the first characters of a hash, by which people and messages know an item. */
export function shortHash(hash: string): string {
	return hash.slice(0, SHORT);
}

/** Returns the plan of requests with these hashes, in order. */
export function planOf(hashes: readonly string[]): RunPlan {
	const size = blockSize(hashes.length);
	const blocks = Array.from({ length: blockCount(hashes.length) }, (_, index) =>
		hashes.slice(index * size, (index + 1) * size),
	);
	return {
		count: hashes.length,
		hash: hashOf(hashes),
		shortHashes: blocks.map((block) =>
			shortHash(block.length === 1 ? block.join('') : hashOf(block)),
		),
	};
}

/** Returns how many consecutive items of a plan share one short hash. */
export function blockSize(count: number): number {
	return Math.ceil(count / MOST_HASHES);
}

/** Writes a plan as one text without spaces: `v1-<number of items>-<hash>-<short hashes>`. */
export function formatPlan({ count, hash, shortHashes }: RunPlan): string {
	return `v1-${String(count)}-${hash}-${shortHashes.join('')}`;
}

const PLAN = /^v1-([1-9]\d{0,6})-([\da-f]{64})-((?:[\da-f]{8})+)$/;

/** Reads a plan's text, which mail programs may have broken into lines. Returns undefined where it is none. */
export function parsePlan(value: unknown): RunPlan | undefined {
	const text = typeof value === 'string' ? value.replace(/\s+/g, '') : '';
	if (!PLAN.test(text)) return undefined;
	const part = (index: number): string => text.replace(PLAN, `$${String(index)}`);
	const count = Number(part(1));
	const all = part(3);
	const shortHashes = Array.from({ length: all.length / SHORT }, (_, index) =>
		all.slice(index * SHORT, (index + 1) * SHORT),
	);
	return shortHashes.length === blockCount(count)
		? { count, hash: part(2), shortHashes }
		: undefined;
}

function blockCount(count: number): number {
	return count === 0 ? 0 : Math.ceil(count / blockSize(count));
}

/** Returns the hashes of the items' requests, in order. */
export function requestHashes(
	items: readonly PlannedItem[],
	execution: Pick<Execution, 'api' | 'credential'>,
): string[] {
	return items.map(({ request }) => requestHash(shownRequest(request, execution)));
}
