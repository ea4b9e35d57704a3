import { parsedJson } from '../json';
import { asObject } from '../parameters/values';
import type { ShownRequest } from '../request';

const HASH = /^v1-[1-9]\d{0,6}-[\da-f]{64}(?:-(?:[\da-f]{16})+)?$/;
/** A plan of more items carries no item hashes, so that its text stays short. */
export const MAX_ITEM_HASHES = 50;
const ITEM_HASHES = /.{16}/g;

/** An item as the dry run showed it. Only the hash decides; the request explains what differs. */
export interface ApprovedItem {
	itemHash: string;
	request?: ShownRequest;
}

export interface ApprovedPlan {
	hash: string;
	count: number;
	items: ApprovedItem[];
}

/**
 * Accepts a hash, which mail programs may have broken into lines, or the dry run's items as a list, as n8n's items or
 * as JSON.
 */
export function parseApprovedPlan(value: unknown): ApprovedPlan | undefined {
	const isHash = typeof value === 'string' && !/^\s*[[{]/.test(value);
	return isHash
		? parseHash(value)
		: parseItems(typeof value === 'string' ? parsedJson(value) : value);
}

function parseHash(text: string): ApprovedPlan | undefined {
	const hash = text.replace(/\s+/g, '');
	if (!HASH.test(hash)) return undefined;
	const [, number, , hashes = ''] = hash.split('-');
	const count = Number(number);
	const itemHashes = hashes.match(ITEM_HASHES) ?? [];
	if (itemHashes.length !== (count > MAX_ITEM_HASHES ? 0 : count)) return undefined;
	return { hash, count, items: itemHashes.map((itemHash) => ({ itemHash })) };
}

/** Tells approved plans apart. Reads only a list's first item, because the list may be as long as the run. */
export function approvedText(value: unknown): string {
	const first: unknown = Array.isArray(value) ? value[0] : value;
	return typeof value === 'string' ? value : String(asObject(outputOf(first).plan).hash);
}

function outputOf(entry: unknown) {
	return asObject(asObject(entry).json ?? entry);
}

function parseItems(value: unknown): ApprovedPlan | undefined {
	const outputs = [value].flat().map(outputOf);
	const plans = outputs.map((output) => asObject(output.plan));
	const [hash, ...otherHashes] = new Set(plans.map((plan) => plan.hash));
	const plan = typeof hash === 'string' && otherHashes.length === 0 ? parseHash(hash) : undefined;
	if (plan?.count !== outputs.length) return plan;
	const items = outputs.map(({ method, url, body }, index) => ({
		itemHash: String(plans[index]?.itemHash),
		request: { method, url, body },
	}));
	return { ...plan, items };
}
