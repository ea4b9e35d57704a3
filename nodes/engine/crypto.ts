import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { JsonObject } from './json';
import { isJsonObject, isObjectOrList, ownValue } from './json';

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
	if (first === second) return true;
	if (typeof first === 'string' && typeof second === 'string') return false;
	if (isObjectOrList(first) && isObjectOrList(second)) {
		if (Array.isArray(first) && Array.isArray(second)) return isSameList(first, second);
		return isJsonObject(first) && isJsonObject(second) && hasSameMembers(first, second);
	}
	return hashOf(first ?? null) === hashOf(second ?? null);
}

function isSameList(first: readonly unknown[], second: readonly unknown[]): boolean {
	if (first.length !== second.length) return false;
	return [...first].every((entry, index) => isSameJson(entry, second[index]));
}

/** An undefined member doesn't count, because JSON omits it. */
function hasSameMembers(first: JsonObject, second: JsonObject): boolean {
	const namesIn = (object: JsonObject) =>
		Object.keys(object).filter((name) => object[name] !== undefined);
	const names = namesIn(first);
	if (names.length !== namesIn(second).length) return false;
	return names.every((name) => {
		const value = ownValue(second, name);
		return value !== undefined && isSameJson(first[name], value);
	});
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
