import { isJsonObject } from './formValues';
import type { Api, JsonObject } from './operation';

/** The member of a second credential that says how to log in, and is shown in the form. */
const METHOD = 'method';

/** Members that hold a user's name, in a credential or a body. */
const USER_NAME = /username$/i;

/** In data, a shorter text may well mean something else. */
const SHORTEST_IN_DATA = 8;

/** Where the secrets of one request come from. */
export interface SecretSources {
	credential: Readonly<JsonObject>;
	extraCredential?: Readonly<JsonObject> | undefined;
	body?: JsonObject | undefined;
}

/** Gives every secret that one request knows of, as text, for keeping them out of messages. */
export function secretsOf(
	api: Pick<Api, 'secretCredentialMembers' | 'secretBodyMembers'>,
	{ credential, extraCredential, body }: SecretSources,
): Set<string> {
	const secrets = new Set<string>();
	const own = api.secretCredentialMembers.flatMap((name) => leaves(credential[name]));
	for (const secret of own) {
		secrets.add(secret);
		// HTTP Basic sends the two joined, as one Base64 text.
		for (const other of leaves(credential)) secrets.add(`${other}:${secret}`);
	}
	for (const [name, value] of Object.entries(extraCredential ?? {})) {
		if (name !== METHOD) addAll(secrets, leaves(value));
	}
	addAll(secrets, leavesUnder(body, new Set(api.secretBodyMembers)));
	return secrets;
}

/**
 * Gives the secrets that are kept out of data too, wherever they stand: those long enough to mean nothing else.
 * User names are not among them, for a database or a table is often called the same.
 */
export function secretsInData(
	api: Pick<Api, 'secretCredentialMembers' | 'secretBodyMembers'>,
	sources: SecretSources,
): string[] {
	const { extraCredential, body } = sources;
	const names = new Set(userNamesIn([extraCredential, body]));
	return [...secretsOf(api, sources)].filter(
		(secret) => secret.length >= SHORTEST_IN_DATA && !names.has(secret),
	);
}

function userNamesIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(userNamesIn);
	if (!isJsonObject(value)) return [];
	return Object.entries(value).flatMap(([name, content]) =>
		USER_NAME.test(name) ? leaves(content) : userNamesIn(content),
	);
}

function leavesUnder(value: unknown, names: ReadonlySet<string>): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => leavesUnder(entry, names));
	if (!isJsonObject(value)) return [];
	return Object.entries(value).flatMap(([name, content]) =>
		names.has(name) ? leaves(content) : leavesUnder(content, names),
	);
}

function leaves(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value === 'number') return [String(value)];
	if (Array.isArray(value)) return value.flatMap(leaves);
	return isJsonObject(value) ? Object.values(value).flatMap(leaves) : [];
}

function addAll(secrets: Set<string>, found: string[]): void {
	for (const secret of found) secrets.add(secret);
}
