import {
	createCipheriv,
	createDecipheriv,
	createHash,
	createHmac,
	hkdfSync,
	randomBytes,
	timingSafeEqual,
} from 'node:crypto';
import type { JsonObject } from './json';
import { isJsonObject } from './json';

const KEY_BYTES = 32;

/** Hashes JSON. The order of keys doesn't matter, and neither does the omitted key, at any depth. */
export function hashOf(value: unknown, omittedKey?: string): string {
	const text = JSON.stringify(value, (name, member: unknown) => {
		if (name === omittedKey) return undefined;
		const isObject = isJsonObject(member);
		return isObject ? Object.fromEntries(Object.entries(member).sort(byKey)) : member;
	});
	return createHash('sha256').update(text).digest('hex');
}

/** True for equal JSON, whatever the order of its keys. An absent value equals null. */
export function isSameJson(first: unknown, second: unknown): boolean {
	return hashOf(first ?? null) === hashOf(second ?? null);
}

function byKey([first]: [string, unknown], [second]: [string, unknown]): number {
	return first < second ? -1 : 1;
}

/** The start of a text's hash, for short IDs. */
export function shortHash(text: string, length: number): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

/** Constant-time comparison. */
export function areEqualTexts(text: string, otherText: string): boolean {
	const digestOf = (value: string) => createHash('sha256').update(value).digest();
	return timingSafeEqual(digestOf(text), digestOf(otherText));
}

/** A key that only somebody with the secrets can compute. Each purpose has its own key. */
export function keyOf(secrets: readonly unknown[], purpose: string): Buffer {
	return Buffer.from(hkdfSync('sha256', JSON.stringify(secrets), '', purpose, KEY_BYTES));
}

/** Hashes with a key, so that nobody can test guesses against the hash. */
export function keyedHash(text: string, key: Buffer): string {
	return createHmac('sha256', key).update(text).digest('hex');
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
	{ output = '' }: { output?: string },
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
