import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { hashOf } from '../json';
import type { Api } from '../operation';
import type { HttpRequest } from '../request';
import { fullBaseUrl, withoutTrailingSlashes } from '../request';

/** Hashes a credential's access: the base URL and everything in its Authorization. */
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

/** Equal reads share the key, which shows no secret of a body. */
export function readKey({ path, body, reader }: HttpRequest): string {
	const key = body === undefined ? path : path + hashOf(body);
	return reader === undefined ? key : key + reader.name;
}

const MAX_COLLECTIONS = 1000;
/** The collections that this process has read from, by access and path, the latest last. */
const collections = new Set<string>();

/** Remembers that an API has answered a read of a collection, or of a record in it. */
export function rememberRead(access: string, { path }: HttpRequest, payload: unknown): void {
	const { whole, parent } = collectionsOf(path);
	const collection = `${access} ${Array.isArray(payload) ? whole : parent}`;
	collections.delete(collection);
	collections.add(collection);
	const [oldest] = collections;
	if (collections.size > MAX_COLLECTIONS && oldest !== undefined) collections.delete(oldest);
}

/** True if this process has read from the collection of a record, or the collection, with the same access. */
export function hasReadFrom(access: string, { path }: HttpRequest): boolean {
	return Object.values(collectionsOf(path)).some((name) => collections.has(`${access} ${name}`));
}

/** The path of a list is its collection's, that of a record starts with it. */
function collectionsOf(path: string): { whole: string; parent: string } {
	const [whole = ''] = path.split('?');
	return { whole, parent: whole.replace(/\/[^/]*$/, '') };
}
