import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { hashOf, isJsonObject } from '../json';
import type { Api } from '../operation';
import type { HttpRequest } from '../request';
import { fullBaseUrl, withoutTrailingSlashes } from '../request';

/** Hashes the base URL and everything that Authorization contains. */
export function accessKey(
	api: Pick<Api, 'authorizationProperties'>,
	credential: ICredentialDataDecryptedObject,
): string {
	const values: unknown[] = Object.keys(api.authorizationProperties).map(
		(name) => credential[name],
	);
	const parts = values.map((value) => String(value).trim());
	return hashOf([withoutTrailingSlashes(fullBaseUrl(credential['baseUrl'])), ...parts]);
}

/** Equal reads share a key. The body is hashed, so the key reveals no secret. */
export function readKey({ path, body, reader }: HttpRequest): string {
	const key = body === undefined ? path : path + hashOf(body);
	return reader === undefined ? key : key + reader.name;
}

const MAX_REMEMBERED = 1000;

/** Adds an entry as the latest, and forgets the oldest of too many. */
export function remember<Value>(memory: Map<string, Value>, key: string, value: Value): void {
	memory.delete(key);
	memory.set(key, value);
	const [oldest] = memory.keys();
	if (memory.size > MAX_REMEMBERED && oldest !== undefined) memory.delete(oldest);
}

/** Collections that this process has read, by access and path. */
const collections = new Map<string, true>();

/**
 * Remembers that the API has answered a read of this collection or of a record in it. An object whose path doesn't end
 * with its ID is in no collection.
 */
export function rememberRead(
	access: string,
	{ path }: HttpRequest,
	payload: unknown,
	idKey: string,
): void {
	const { whole, parent } = collectionsOf(path);
	const isRecord = isJsonObject(payload) && whole === `${parent}/${String(payload[idKey])}`;
	if (Array.isArray(payload)) remember(collections, `${access} ${whole}`, true);
	else if (isRecord) remember(collections, `${access} ${parent}`, true);
}

/** True if this process has read the collection, or the record's collection, with the same access. */
export function hasReadFrom(access: string, { path }: HttpRequest): boolean {
	return Object.values(collectionsOf(path)).some((name) => collections.has(`${access} ${name}`));
}

/** A list's path is its collection. A record's path starts with its collection. */
function collectionsOf(path: string): { whole: string; parent: string } {
	const [whole = ''] = path.split('?');
	return { whole, parent: whole.replace(/\/[^/]*$/, '') };
}
