import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import type { ErrorOutcome } from '../errors/nodeErrors';
import { hashOf, isJsonObject } from '../json';
import type { JsonObject } from '../json';
import type { ShownRequest } from '../redact';

/** What the journal compares of a request: hashes of what is left after redaction. */
export interface RequestHashes {
	/** Of method and path. */
	path: string;
	/** Of method, path and query. */
	url: string;
	/** Of method, path, query and body. */
	request: string;
}

/** What is noted of one write: before it goes out, and again when its outcome is there. */
export interface JournalEntry extends RequestHashes {
	runIndex: number;
	itemIndex: number;
	/** The hash of the node's stored parameters and credentials. */
	node: string;
	/** When the request was last sent, in milliseconds. */
	sentAt: number;
	/** Absent as long as no outcome is known: the process may have died meanwhile. */
	outcome?: 'done' | ErrorOutcome;
	/** What the error of a write said whose outcome is unknown, with secrets redacted. */
	message?: string;
	/** The encrypted output of a write that is done. */
	output?: string;
	/** The ID of what the write made, for when the output cannot be decrypted any more. */
	id?: string;
}

/** The node that runs, as far as its entries depend on it. */
export interface JournalScope {
	node: string;
	runIndex: number;
	/** Whether an AI agent calls the node: then every call has a run index of its own. */
	isTool: boolean;
}

/** What to do with a write: send it, output what it gave before, or leave it, its outcome being unknown. */
export type Decision =
	| { action: 'send'; entry?: JournalEntry | undefined }
	| { action: 'block' | 'replay' | 'sendAgain' | 'sendAsNew'; entry: JournalEntry };

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Returns the entries of a stored journal that count for this run: those of its run index, or as a tool all.
 * An agent may call a tool several times at once: all calls then share the stored array itself.
 */
export function entriesOf(stored: unknown, { runIndex, isTool }: JournalScope): JournalEntry[] {
	const entries: unknown[] = Array.isArray(stored) ? stored : [];
	if (isTool) return entries.every(isEntry) ? entries : entries.filter(isEntry);
	return entries.filter(isEntry).filter((entry) => entry.runIndex === runIndex);
}

/** Returns the hashes of a request as it is shown, its secrets redacted. */
export function hashesOf(shown: ShownRequest): RequestHashes {
	const { method, url, body } = shown;
	const [path] = url.split('?');
	const hash = hashOf([method, url]);
	return {
		path: path === url ? hash : hashOf([method, path]),
		url: hash,
		request: hashOf([method, url, body]),
	};
}

/**
 * Finds the entry of each item. The item index decides while the node is as it was, because an expression such as
 * `$now` makes another body at every try: the entry that counts for the request, or else one of another request.
 * For an edited node, and as a tool, only the same request counts, once.
 * As a tool, what is known of other calls says nothing about this one: only unknown outcomes count.
 */
export function matchEntries(
	entries: readonly JournalEntry[],
	items: ReadonlyArray<{ itemIndex: number; hashes: RequestHashes }>,
	{ node, isTool }: JournalScope,
): Map<number, JournalEntry> {
	const byItem = new Map<number, JournalEntry[]>();
	const byRequest = new Map<string, JournalEntry[]>();
	for (const entry of entries) {
		if (isTool && !isUnknown(entry)) continue;
		if (!isTool && entry.node === node) addTo(byItem, entry.itemIndex, entry);
		else addTo(byRequest, entry.request, entry);
	}
	const found = items.map(({ itemIndex, hashes }) => {
		const own = byItem.get(itemIndex) ?? [];
		const counting = own.filter((entry) => countsFor(hashes, entry));
		const entry =
			mostCertain(counting) ?? byRequest.get(hashes.request)?.shift() ?? mostCertain(own);
		return entry === undefined ? [] : [[itemIndex, entry] as const];
	});
	return new Map(found.flat());
}

/** Returns an entry of what is done, or else of what may be, or else any. */
function mostCertain(entries: readonly JournalEntry[]): JournalEntry | undefined {
	return entries.find(isDone) ?? entries.find(isUnknown) ?? entries[0];
}

/**
 * Whether an entry says anything about a request. An output belongs to its path and query. After an unknown outcome
 * the path alone counts: a query with `$now` must not send a write twice.
 */
function countsFor({ path, url }: RequestHashes, entry: JournalEntry): boolean {
	return isDone(entry) ? entry.url === url : entry.path === path;
}

/** Decides what to do with a write. `mayRepeat` says whether it may go again after an unknown outcome. */
export function decide(
	entry: JournalEntry | undefined,
	hashes: RequestHashes,
	mayRepeat: boolean,
): Decision {
	if (entry === undefined) return { action: 'send' };
	if (!isDone(entry) && !isUnknown(entry)) return { action: 'send', entry };
	if (!countsFor(hashes, entry)) return { action: 'sendAsNew', entry };
	if (isDone(entry)) return { action: 'replay', entry };
	return { action: mayRepeat ? 'sendAgain' : 'block', entry };
}

/** Returns the key for stored outputs, made from the credential's secrets. */
export function outputKey(secrets: readonly unknown[]): Buffer {
	const info = 'n8n-nodes-cloud-management write journal';
	return Buffer.from(hkdfSync('sha256', JSON.stringify(secrets), '', info, KEY_BYTES));
}

/** Encrypts the output of a write, as JSON. It can only be decrypted for the same request. */
export function encryptOutput(output: string, key: Buffer, request: string): string {
	const iv = randomBytes(IV_BYTES);
	const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(
		Buffer.from(request),
	);
	const text = Buffer.concat([cipher.update(output), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

/** Decrypts a stored output. Returns undefined where the key is another one or the text is damaged. */
export function decryptOutput(
	{ output = '', request }: JournalEntry,
	key: Buffer,
): JsonObject[] | undefined {
	try {
		const bytes = Buffer.from(output, 'base64');
		const iv = bytes.subarray(0, IV_BYTES);
		const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
			.setAAD(Buffer.from(request))
			.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
		const text = Buffer.concat([
			decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
			decipher.final(),
		]);
		const elements: unknown = JSON.parse(text.toString());
		return [elements].flat().filter(isJsonObject);
	} catch {
		return undefined;
	}
}

/** Returns whether a write may have been carried out. */
export function isUnknown({ outcome }: JournalEntry): boolean {
	return outcome === undefined || outcome === 'unknown';
}

function isDone({ outcome }: JournalEntry): boolean {
	return outcome === 'done';
}

function addTo<K>(map: Map<K, JournalEntry[]>, key: K, entry: JournalEntry): void {
	const same = map.get(key);
	if (same === undefined) map.set(key, [entry]);
	else same.push(entry);
}

function isEntry(value: unknown): value is JournalEntry {
	return (
		isJsonObject(value) &&
		['node', 'path', 'url', 'request'].every((name) => typeof value[name] === 'string') &&
		['runIndex', 'itemIndex', 'sentAt'].every((name) => typeof value[name] === 'number')
	);
}
