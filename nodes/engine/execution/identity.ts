import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { normalBaseUrl } from '../credentials/baseUrl';
import { isJsonObject } from '../json';
import { hashOf } from '../crypto';
import type { Api } from '../operation';
import type { HttpRequest } from '../request';
import { setBounded } from '../caching';

/** Hashes the base URL and everything that Authorization contains. */
export function accessKey(
	api: Pick<Api, 'authorizationProperties' | 'versionPath'>,
	credential: ICredentialDataDecryptedObject,
): string {
	const values: unknown[] = Object.keys(api.authorizationProperties).map(
		(name) => credential[name],
	);
	const parts = values.map((value) => String(value).trim());
	return hashOf([normalBaseUrl(credential['baseUrl'], api), ...parts]);
}

/** Equal reads have the same key. Contains only a hash of the body, because the body may contain secrets. */
export function readKey(request: HttpRequest): string {
	const { body, reader } = request;
	const key = placeOf(request) + (body === undefined ? '' : hashOf(body));
	return reader === undefined ? key : key + reader.name;
}

/** Includes the host, because the same path on another host is a different collection. */
function placeOf({ host, path }: HttpRequest): string {
	return (host?.baseUrl ?? '') + path;
}

/** Collections that this process has read, by access and place. */
const collections = new Map<string, true>();

/**
 * Remembers that the API has answered a read of this collection or of a record in it. An object whose path doesn't end
 * with its ID is in no collection.
 */
export function rememberRead(
	access: string,
	request: HttpRequest,
	payload: unknown,
	idKey: string,
): void {
	const { whole, parent } = collectionsOf(request);
	const isRecord = isJsonObject(payload) && whole === `${parent}/${String(payload[idKey])}`;
	if (Array.isArray(payload)) setBounded(collections, `${access} ${whole}`, true);
	else if (isRecord) setBounded(collections, `${access} ${parent}`, true);
}

/** True if this process has read any record of the collection with the same base URL and key. */
export function hasReadFrom(access: string, request: HttpRequest): boolean {
	return Object.values(collectionsOf(request)).some((name) => collections.has(`${access} ${name}`));
}

/** A list's path is its collection. A record's path starts with its collection. */
function collectionsOf(request: HttpRequest): { whole: string; parent: string } {
	const [whole = ''] = placeOf(request).split('?');
	return { whole, parent: whole.replace(/\/[^/]*$/, '') };
}
