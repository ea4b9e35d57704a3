import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { isJsonObject } from '../json';
import type { JsonObject } from '../json';

/** What recognizes an item's write. */
export interface WriteIdentity {
	runIndex: number;
	itemIndex: number;
	/** The hash of the node's stored parameters and credentials. */
	node: string;
	/** The hash of method and path. */
	address: string;
	/** The hash of what the item entered: method, path, query and body, with redacted secrets. */
	request: string;
}

/** The record of one write: made before it's sent, and updated when its outcome is known. */
export interface JournalEntry extends WriteIdentity {
	/** When the request was last sent, in milliseconds. */
	sentAt: number;
	/** Unknown until a response arrives. What was never sent counts as refused. */
	outcome: 'done' | 'refused' | 'unknown';
	/** The error message of a write with an unknown outcome, with secrets redacted. */
	message?: string | undefined;
	/** The encrypted output of a completed write. */
	output?: string;
	/** The ID of the created record, in case the output can no longer be decrypted. */
	id?: string;
	/** Whether what was sent may be sent twice; absent if that only depends on the operation. */
	repeatable?: boolean | undefined;
	/** The hash of the item in the approved plan of the attempt that made the entry. */
	planHash?: string;
	/** The hash of the record in the response to a replacement. */
	recordHash?: string;
}

export type Decision = 'send' | 'replay' | 'block';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Finds, each once, the entry of an item's request (`entry`) and the one that may have been applied (`sent`), which is
 * of another request if the item's own has no entry. The item's index decides, or as a tool, where each call is an item
 * of its own, the request. Only unknown outcomes of a tool's other calls count for this one.
 */
export function entryFinder(entries: readonly JournalEntry[], runIndex: number, isTool: boolean) {
	const groups = new Map<number | string, JournalEntry[]>();
	for (const entry of entries) {
		if (entry.runIndex !== runIndex && !(isTool && entry.outcome === 'unknown')) continue;
		const key = isTool ? entry.request : entry.itemIndex;
		groups.set(key, [...(groups.get(key) ?? []), entry]);
	}
	return ({ itemIndex, node, address, request }: WriteIdentity) => {
		const group = groups.get(isTool ? request : itemIndex) ?? [];
		// In an unchanged node, an expression such as $now may change query and body. After an edit, an output belongs to
		// its request alone, but an unknown outcome still keeps its address from being used twice.
		const same = group.filter(
			(entry) =>
				entry.address === address &&
				(entry.outcome !== 'done' || entry.node === node || entry.request === request),
		);
		const sent = same.find(mayBeApplied);
		const entry = sent ?? same[0];
		if (entry === undefined) return { entry, sent: group.find(mayBeApplied) };
		group.splice(group.indexOf(entry), 1);
		return { entry, sent };
	};
}

export function mayBeApplied({ outcome }: JournalEntry): boolean {
	return outcome !== 'refused';
}

/** The decision about an item's request. `canRepeat`: whether it does no harm to send it twice. */
export function decide(entry: JournalEntry | undefined, canRepeat: boolean): Decision {
	if (entry?.outcome === 'done') return 'replay';
	return entry?.outcome === 'unknown' && !canRepeat ? 'block' : 'send';
}

export function encryptOutput(items: readonly JsonObject[], key: Buffer): string {
	const iv = randomBytes(IV_BYTES);
	const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
	const text = Buffer.concat([cipher.update(JSON.stringify(items)), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

/** Undefined if the key has changed, or if the output is lost or damaged. */
export function decryptOutput(
	{ output = '' }: Pick<JournalEntry, 'output'>,
	key: Buffer,
): JsonObject[] | undefined {
	try {
		const bytes = Buffer.from(output, 'base64');
		const iv = bytes.subarray(0, IV_BYTES);
		const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
		decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
		const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8');
		const items: unknown = JSON.parse(text + decipher.final('utf8'));
		return [items].flat().filter(isJsonObject);
	} catch {
		return undefined;
	}
}

export function isJournal(value: unknown): value is JournalEntry[] {
	return Array.isArray(value) && value.every(isEntry);
}

function isEntry(value: unknown): boolean {
	return (
		isJsonObject(value) &&
		['node', 'address', 'request', 'outcome'].every((name) => typeof value[name] === 'string') &&
		['runIndex', 'itemIndex', 'sentAt'].every((name) => typeof value[name] === 'number')
	);
}
