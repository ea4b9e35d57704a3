import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isJsonObject } from './json';

const KEY_BYTES = 32;

/** Hashes JSON, whatever the order of its keys. Leaves out the omitted key at any depth. */
export function hashOf(value: unknown, omittedKey?: string): string {
	const text = JSON.stringify(value, (name, member: unknown) => {
		if (name === omittedKey) return undefined;
		const isObject = isJsonObject(member);
		return isObject ? Object.fromEntries(Object.entries(member).sort(byKey)) : member;
	});
	return createHash('sha256').update(text).digest('hex');
}

/** Ignores the order of keys. An absent value equals null. */
export function isSameJson(first: unknown, second: unknown): boolean {
	return hashOf(first ?? null) === hashOf(second ?? null);
}

function byKey([first]: [string, unknown], [second]: [string, unknown]): number {
	return first < second ? -1 : 1;
}

export function shortHash(text: string, length: number): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

/** Compares digests in constant time, so that timing reveals neither text. */
export function areEqualTexts(text: string, otherText: string): boolean {
	const digestOf = (value: string) => createHash('sha256').update(value).digest();
	return timingSafeEqual(digestOf(text), digestOf(otherText));
}

/** Derives a key from the secrets, so nobody else can compute it. Each purpose has its own key. */
export function keyOf(secrets: readonly unknown[], purpose: string): Buffer {
	return Buffer.from(hkdfSync('sha256', JSON.stringify(secrets), '', purpose, KEY_BYTES));
}

/** Hashes with a key, so that nobody can test guesses against the hash. */
export function keyedHash(text: string, key: Buffer): string {
	return createHmac('sha256', key).update(text).digest('hex');
}
