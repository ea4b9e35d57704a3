import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { isJsonObject } from '../json';
import type { JsonObject } from '../json';
import type { Facts } from '../operation';

/** Hashes of an item's input, with secrets redacted. Before a lookup, a record's name stands for its ID. */
export interface RequestHashes {
	/** Method and path. */
	address: string;
	/** Method, path, query and body. */
	request: string;
	/** The address and what the operation changes or creates, or the whole input if that is unknown. */
	subject: string;
}

/** Identifies an item's write between attempts. */
export interface WriteIdentity extends RequestHashes {
	runIndex: number;
	itemIndex: number;
	/** Hash of the node's stored parameters and credentials. */
	node: string;
}

/** Written before a request is sent, and updated when its outcome is known. */
export interface JournalEntry extends WriteIdentity {
	/** Time of the last sending, in milliseconds. */
	sentAt: number;
	/** `unknown` until a response arrives. A request that was never sent counts as refused. */
	outcome: 'done' | 'refused' | 'unknown';
	/** Redacted error message of a write with an unknown outcome. */
	message?: string | undefined;
	/** Encrypted output of a finished write. */
	output?: string;
	/** The created record's ID, in case the output can't be decrypted. */
	id?: string;
	/** True if sending the request twice is harmless. */
	repeatable?: boolean;
	/** The item's hash in the approved plan of the attempt that wrote this entry. */
	planHash?: string;
	/** Hash of the record after a replacement: as the response shows it, and before, as it was expected. */
	recordHash?: string;
	/** IDs that the request's names stood for. */
	ids?: Facts;
	/** The hashes with these IDs. */
	byIds?: RequestHashes;
}

export type Decision = 'send' | 'replay' | 'block';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Matches each entry once: `entry` belongs to the item's request; `sent` may have been applied, possibly by another
 * request of the item. Items are matched by index, and a tool's calls by subject, because every call is a separate
 * item, and a model may try again with another setting. Of a tool's other runs, only unknown outcomes count.
 */
export function entryFinder(entries: readonly JournalEntry[], runIndex: number, isTool: boolean) {
	const groups = new Map<number | string, JournalEntry[]>();
	for (const entry of entries) {
		if (entry.runIndex !== runIndex && !(isTool && entry.outcome === 'unknown')) continue;
		const keys = isTool
			? hashesByNamesAndIds(entry).map(({ subject }) => subject)
			: [entry.itemIndex];
		for (const key of keys) groups.set(key, [...(groups.get(key) ?? []), entry]);
	}
	const taken = new Set<JournalEntry>();
	return ({ itemIndex, node, address, request, subject }: WriteIdentity) => {
		const entriesOfItem = groups.get(isTool ? subject : itemIndex) ?? [];
		const group = entriesOfItem.filter((entry) => !taken.has(entry));
		// Without edits, an expression such as $now may still change query and body. After an edit, an output belongs
		// only to its own request, but an unknown outcome still protects its address.
		const same = group.filter((entry) => {
			const spellings = hashesByNamesAndIds(entry).filter((hashes) => hashes.address === address);
			const isAnyRequest = entry.outcome !== 'done' || (!isTool && entry.node === node);
			return spellings.some((hashes) => isAnyRequest || hashes.request === request);
		});
		const sent = same.find(mayBeApplied);
		const entry = sent ?? same[0];
		if (entry === undefined) return { entry, sent: group.find(mayBeApplied) };
		taken.add(entry);
		return { entry, sent };
	};
}

/** Hashes by the input's names, and by the IDs that were found for them. */
export function hashesByNamesAndIds(entry: JournalEntry): RequestHashes[] {
	return entry.byIds === undefined ? [entry] : [entry, entry.byIds];
}

export function mayBeApplied({ outcome }: JournalEntry): boolean {
	return outcome !== 'refused';
}

export function decide(entry: JournalEntry | undefined, resendsUnknown: boolean): Decision {
	if (entry?.outcome === 'done') return 'replay';
	const mayRepeat = resendsUnknown || entry?.repeatable === true;
	return entry?.outcome === 'unknown' && !mayRepeat ? 'block' : 'send';
}

export function encryptOutput(items: readonly JsonObject[], key: Buffer): string {
	const iv = randomBytes(IV_BYTES);
	const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
	const text = Buffer.concat([cipher.update(JSON.stringify(items)), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

/** Undefined if the key has changed or the output is lost or damaged. */
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
		['node', 'address', 'request', 'subject', 'outcome'].every(
			(name) => typeof value[name] === 'string',
		) &&
		['runIndex', 'itemIndex', 'sentAt'].every((name) => typeof value[name] === 'number')
	);
}
