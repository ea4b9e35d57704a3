import { parsedJson } from '../json';
import { asObject } from '../parameters/values';

const HASH = /^v1-[1-9]\d{0,6}-[\da-f]{64}(?:-(?:[\da-f]{16})+)?$/;
/** A plan of more items carries no item hashes, so that its text stays short. */
export const MAX_ITEM_HASHES = 50;
const ITEM_HASHES = /.{16}/g;

export interface ApprovedPlan {
	hash: string;
	count: number;
	/** Empty for a plan with too many items. */
	itemHashes: string[];
}

/**
 * Accepts a hash, which mail programs may have broken into lines, or the dry run's items as a list, as n8n's items or
 * as JSON.
 */
export function parseApprovedPlan(value: unknown): ApprovedPlan | undefined {
	const isHash = typeof value === 'string' && !/^\s*[[{]/.test(value);
	const items = typeof value === 'string' ? parsedJson(value) : value;
	const [hash, ...otherHashes] = new Set(isHash ? [value] : [items].flat().map(hashIn));
	return typeof hash === 'string' && otherHashes.length === 0 ? parseHash(hash) : undefined;
}

function parseHash(text: string): ApprovedPlan | undefined {
	const hash = text.replace(/\s+/g, '');
	if (!HASH.test(hash)) return undefined;
	const [, number, , hashes = ''] = hash.split('-');
	const count = Number(number);
	const itemHashes = hashes.match(ITEM_HASHES) ?? [];
	if (itemHashes.length !== (count > MAX_ITEM_HASHES ? 0 : count)) return undefined;
	return { hash, count, itemHashes };
}

/** Tells approved plans apart. Reads only a list's first item, because the list may be as long as the run. */
export function approvedText(value: unknown): string {
	const first: unknown = Array.isArray(value) ? value[0] : value;
	return typeof value === 'string' ? value : String(hashIn(first));
}

/** The plan hash in an item that a dry run output. */
function hashIn(item: unknown): unknown {
	const output = asObject(asObject(item).json ?? item);
	return asObject(output.plan).hash;
}
