import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { JsonObject } from '../json';
import { isJsonObject } from '../json';
import type { Facts } from '../operation';

/** Hashes of an item's input, with secrets redacted. Before a lookup, a record's name stands for its ID. */
export interface RequestHashes {
	/** Hash of the method and the path. */
	addressHash: string;
	/** Hash of the method, path, query, and body. */
	requestHash: string;
	/** Hash of the address and of what the operation changes or creates, or of the whole input if that's unknown. */
	subjectHash: string;
}

export interface WriteIdentity extends RequestHashes {
	runIndex: number;
	itemIndex: number;
	/** Hash of the node's stored parameters and credentials. */
	nodeHash: string;
}

/** Keyed hashes of a planned item, secrets included. */
export interface PlanHash {
	/** Hash of the request as planned from the input alone, and of the command before it. */
	input: string;
	request: string;
}

/** Written before a request is sent. The response updates its outcome. */
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
	/** Sending a repeatable request twice is harmless. */
	repeatable?: boolean;
	/** The item's hashes in the approved plan of the attempt that wrote this entry. */
	planHash?: PlanHash;
	/** Hash of the record after this replacement. Before the response arrives, the hash of the expected record. */
	recordHash?: string;
	/** IDs of the records that the request names. */
	ids?: Facts;
	/** The input's hashes with these IDs in place of the names. */
	byIds?: RequestHashes;
}

/**
 * What this attempt does with a write. `sendAgain` repeats a write with an unknown outcome. `sendAsNew` sends a write
 * although an earlier attempt sent another one for the same item.
 */
export type Decision = 'block' | 'replay' | 'send' | 'sendAgain' | 'sendAsNew';

export interface PlannedWrite {
	identity: WriteIdentity;
	/** The entry of an earlier attempt for the same request. */
	entry: JournalEntry | undefined;
	/** An entry whose change the API may have applied. Its request may differ from the item's current one. */
	sent: JournalEntry | undefined;
	decision: Decision;
}

/** Plans writes by the entries of earlier attempts. Uses each entry once. */
export function writePlanner(entries: readonly JournalEntry[], runIndex: number, isTool: boolean) {
	const groups = new Map<number | string, JournalEntry[]>();
	for (const entry of entries) {
		// A tool's other runs matter only if their outcome is unknown.
		if (entry.runIndex !== runIndex && !(isTool && entry.outcome === 'unknown')) continue;
		// Each call of a tool is item 0, and a model may try again with another setting, so the subject identifies it.
		const keys = isTool
			? hashesByNamesAndIds(entry).map(({ subjectHash }) => subjectHash)
			: [entry.itemIndex];
		for (const key of keys) groups.set(key, [...(groups.get(key) ?? []), entry]);
	}
	const taken = new Set<JournalEntry>();
	return (identity: WriteIdentity, resendsUnknown: boolean): PlannedWrite => {
		const { itemIndex, nodeHash, addressHash, requestHash, subjectHash } = identity;
		const entriesOfItem = groups.get(isTool ? subjectHash : itemIndex) ?? [];
		const group = entriesOfItem.filter((entry) => !taken.has(entry));
		// In an unedited node, an expression such as $now may change query and body, so the address is enough. After an
		// edit, a finished write matches only the same request. An unknown outcome still blocks its address.
		const sameRequests = group.filter((entry) => {
			const isAnyRequest = entry.outcome !== 'done' || (!isTool && entry.nodeHash === nodeHash);
			return hashesByNamesAndIds(entry).some(
				(hashes) =>
					hashes.addressHash === addressHash &&
					(isAnyRequest || hashes.requestHash === requestHash),
			);
		});
		const entry = sameRequests.find(mayBeApplied) ?? sameRequests[0];
		if (entry !== undefined) taken.add(entry);
		const sent = (entry === undefined ? group : [entry]).find(mayBeApplied);
		return { identity, entry, sent, decision: decide(entry, sent, resendsUnknown) };
	};
}

function decide(
	entry: JournalEntry | undefined,
	sent: JournalEntry | undefined,
	resendsUnknown: boolean,
): Decision {
	if (entry?.outcome === 'done') return 'replay';
	if (entry?.outcome !== 'unknown') return sent === undefined ? 'send' : 'sendAsNew';
	return resendsUnknown || entry.repeatable === true ? 'sendAgain' : 'block';
}

/** An entry matches an item by its names or by its IDs, because the IDs may be unknown before the lookup. */
export function hashesByNamesAndIds(entry: JournalEntry): RequestHashes[] {
	return entry.byIds === undefined ? [entry] : [entry, entry.byIds];
}

export function mayBeApplied({ outcome }: JournalEntry): boolean {
	return outcome !== 'refused';
}

export function isJournal(value: unknown): value is JournalEntry[] {
	return Array.isArray(value) && value.every(isEntry);
}

function isEntry(value: unknown): boolean {
	return (
		isJsonObject(value) &&
		['nodeHash', 'addressHash', 'requestHash', 'subjectHash', 'outcome'].every(
			(name) => typeof value[name] === 'string',
		) &&
		['runIndex', 'itemIndex', 'sentAt'].every((name) => typeof value[name] === 'number')
	);
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts an output, so that the journal reveals nothing without the credential's secrets. */
export function encryptOutput(items: readonly JsonObject[], key: Buffer): string {
	const iv = randomBytes(IV_BYTES);
	const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
	const text = Buffer.concat([cipher.update(JSON.stringify(items)), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

/** The stored output, or undefined if the key has changed or the output is lost or damaged. */
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
