import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { hashOf } from '../json';
import type { Api, HttpRequest } from '../operation';
import { withoutTrailingSlashes } from '../operation';

/** Returns a hash of a credential's access: the base URL and everything in its Authorization. */
export function accessKey(
	api: Pick<Api, 'authorizationProperties'>,
	credential: ICredentialDataDecryptedObject,
): string {
	const values: unknown[] = api.authorizationProperties.map((name) => credential[name]);
	const [baseUrl = '', ...parts] = [credential['baseUrl'], ...values].map((value) =>
		String(value).trim(),
	);
	return hashOf([withoutTrailingSlashes(baseUrl), ...parts]);
}

/** Returns a key that equal reads share. */
export function readKey({ path, body }: HttpRequest): string {
	return body === undefined ? path : path + JSON.stringify(body);
}

const MAX_COLLECTIONS = 1000;
/** The collections that this process has read from, by access and path. */
const collections = new Set<string>();

/** Remembers that an API has answered a read of a collection, or of a record in it. */
export function rememberRead(access: string, { path }: HttpRequest): void {
	const [whole = ''] = path.split('?');
	for (const collection of [whole, whole.replace(/\/[^/]*$/, '')]) {
		if (collections.size < MAX_COLLECTIONS) collections.add(`${access} ${collection}`);
	}
}

/** Returns whether this process has read from the collection of a record, with the same access. */
export function hasReadFrom(access: string, { path }: HttpRequest): boolean {
	const [whole = ''] = path.split('?');
	return [whole, whole.replace(/\/[^/]*$/, '')].some((collection) =>
		collections.has(`${access} ${collection}`),
	);
}
