import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { ErrorOutcome, RequestIdentity } from '../operation';
import { hashOf, isJsonObject } from '../json';
import type { JsonObject } from '../json';

/** The journal's comparison of a request: hashes of its redacted parts. */
export interface RequestHashes {
	/** Of method and path. */
	path: string;
	/** Of method, path and query. */
	url: string;
	/** Of method, path, query and body. */
	request: string;
}

/** The record of one write: made before it's sent, and updated when its outcome is known. */
export interface JournalEntry extends RequestHashes {
	runIndex: number;
	itemIndex: number;
	/** The hash of the node's stored parameters and credentials. */
	node: string;
	/** When the request was last sent, in milliseconds. */
	sentAt: number;
	/** Absent as long as no outcome is known: the process may have died since. */
	outcome?: 'done' | ErrorOutcome;
	/** The error message of a write with an unknown outcome, with secrets redacted. */
	message?: string;
	/** The encrypted output of a completed write. */
	output?: string;
	/** The ID of the created record, in case the output can no longer be decrypted. */
	id?: string;
	/** Whether what was sent may be sent twice; absent if that only depends on the operation. */
	repeatable?: boolean;
	/** The hash of the item in the approved plan of the attempt that made the entry. */
	planHash?: string;
	/** The hash of the record in the response to a replacement. */
	recordHash?: string;
}

/** The running node, as far as its entries depend on it. */
export interface JournalScope {
	node: string;
	runIndex: number;
	/** Whether an AI agent calls the node: then every call has its own run index. */
	isTool: boolean;
}

/** The facts that decide about a write, in addition to the entry and the request. */
interface DecisionInput {
	/** The hash of the node in its current state. */
	node: string;
	isRepeatable: boolean;
	resendUnknown: boolean;
}

/** This run's differences because of an earlier attempt. */
export type EarlierAction = 'block' | 'replay' | 'sendAgain' | 'sendAsNew';

/** The decision about a write, and the entry behind it. */
export type Decision =
	| { action: 'send'; entry?: JournalEntry | undefined }
	| { action: EarlierAction; entry: JournalEntry };

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The entries of a stored journal that count for this run: those of its run index, or all if the node is a tool. An
 * agent may call a tool several times at once: all calls then share the stored array itself.
 */
export function storedEntries(stored: unknown, { runIndex, isTool }: JournalScope): JournalEntry[] {
	const entries: unknown[] = Array.isArray(stored) ? stored : [];
	if (isTool) return entries.every(isEntry) ? entries : entries.filter(isEntry);
	return entries.filter(isEntry).filter((entry) => entry.runIndex === runIndex);
}

export function hashesOf({ method, url, body }: RequestIdentity): RequestHashes {
	const [path] = url.split('?');
	const hash = hashOf([method, url]);
	return {
		path: path === url ? hash : hashOf([method, path]),
		url: hash,
		request: hashOf([method, url, body]),
	};
}

/**
 * Finds the entry of each item. The item index decides while the node is unchanged, because an expression such as
 * `$now` changes the body at each attempt: the entry with that index is the request's. After an edit, and as a tool, an
 * entry with the same request is, once. Any other entry at the item's index then only shows which other request an
 * earlier attempt sent. As a tool, entries of other calls don't count for this one, except unknown outcomes.
 */
export function matchEntries(
	entries: readonly JournalEntry[],
	items: ReadonlyArray<{ itemIndex: number; hashes: RequestHashes }>,
	{ node, runIndex, isTool }: JournalScope,
): Map<number, JournalEntry> {
	const byItem = new Map<number, JournalEntry[]>();
	const byRequest = new Map<string, JournalEntry[]>();
	for (const entry of mostCertainFirst(entries)) {
		if (isTool && entry.runIndex !== runIndex && !isUnknown(entry)) continue;
		if (!isTool) addTo(byItem, entry.itemIndex, entry);
		if (isTool || entry.node !== node) addTo(byRequest, entry.request, entry);
	}
	const matches = new Map<number, JournalEntry>();
	const taken = new Set<JournalEntry>();
	const take = (itemIndex: number, entry: JournalEntry | undefined): void => {
		if (entry === undefined) return;
		matches.set(itemIndex, entry);
		taken.add(entry);
	};
	for (const { itemIndex, hashes } of items) {
		const nodeEntries = byItem.get(itemIndex)?.filter((entry) => entry.node === node) ?? [];
		const counting = nodeEntries.find((entry) => appliesTo(hashes, entry, node));
		take(itemIndex, counting ?? byRequest.get(hashes.request)?.shift());
	}
	for (const { itemIndex, hashes } of items) {
		if (matches.has(itemIndex)) continue;
		const untaken = byItem.get(itemIndex)?.filter((entry) => !taken.has(entry)) ?? [];
		take(itemIndex, untaken.find((entry) => appliesTo(hashes, entry, node)) ?? untaken[0]);
	}
	return matches;
}

/** The completed entries, then those that may be completed, and then the rest: the first match counts. */
function mostCertainFirst(entries: readonly JournalEntry[]): JournalEntry[] {
	const unsent = entries.filter((entry) => !isApplied(entry) && !isUnknown(entry));
	return [...entries.filter(isApplied), ...entries.filter(isUnknown), ...unsent];
}

/**
 * Whether an entry applies to a request. An output belongs to its path and query, and after an edit to its body as
 * well. After an unknown outcome, only the path counts: a query with `$now` must not send a write twice.
 */
function appliesTo(hashes: RequestHashes, entry: JournalEntry, node: string): boolean {
	if (!isApplied(entry)) return entry.path === hashes.path;
	return entry.node === node ? entry.url === hashes.url : entry.request === hashes.request;
}

export function decide(
	entry: JournalEntry | undefined,
	hashes: RequestHashes,
	{ node, isRepeatable, resendUnknown }: DecisionInput,
): Decision {
	if (entry === undefined) return { action: 'send' };
	if (!isApplied(entry) && !isUnknown(entry)) return { action: 'send', entry };
	if (!appliesTo(hashes, entry, node)) return { action: 'sendAsNew', entry };
	if (isUnknown(entry)) {
		const isHarmless = isRepeatable && entry.repeatable !== false;
		return { action: isHarmless || resendUnknown ? 'sendAgain' : 'block', entry };
	}
	return { action: 'replay', entry };
}

/** Encrypts a write's output, as JSON. It can only be decrypted for the same request. */
export function encryptOutput(output: string, key: Buffer, request: string): string {
	const iv = randomBytes(IV_BYTES);
	const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(
		Buffer.from(request),
	);
	const text = Buffer.concat([cipher.update(output), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

/** Decrypts a stored output. Returns undefined if there is none, if the key has changed, or if the text is damaged. */
export function decryptOutput(
	{ output, request }: JournalEntry,
	key: Buffer,
): JsonObject[] | undefined {
	if (output === undefined) return undefined;
	try {
		const bytes = Buffer.from(output, 'base64');
		const iv = bytes.subarray(0, IV_BYTES);
		const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
			.setAAD(Buffer.from(request))
			.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
		const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8');
		const stored: unknown = JSON.parse(text + decipher.final('utf8'));
		return isOutput(stored) ? stored : undefined;
	} catch {
		return undefined;
	}
}

export function isUnknown({ outcome }: JournalEntry): boolean {
	return outcome === undefined || outcome === 'unknown';
}

function isOutput(value: unknown): value is JsonObject[] {
	return Array.isArray(value) && value.every(isJsonObject);
}

function isApplied({ outcome }: JournalEntry): boolean {
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
