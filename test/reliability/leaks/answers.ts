import type { Fault } from '../../../tools/emulator';

/** A careless service or proxy may echo all of a request's secrets in several spellings. */
function confession(all: readonly string[]): string {
	const spellings = [
		(text: string) => text,
		(text: string) => Buffer.from(text).toString('base64'),
		encodeURIComponent,
		(text: string) => JSON.stringify(text),
		(text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&#34;'),
	];
	return `Not accepted: ${spellings.flatMap((spell) => all.map(spell)).join(' | ')}`;
}

/**
 * Keyed by name, for a request with these secrets. test/engine/responses sends arbitrary responses with fewer secrets.
 */
export function answersFor(secrets: readonly string[]) {
	const told = confession(secrets);
	const inUrl = encodeURIComponent(secrets.join(' | '));
	const json = JSON.stringify({ status: 400, error: told, requestId: inUrl });
	const credentials = {
		username: 'shown',
		password: told,
		secretKey: [told],
		accessKey: { value: told },
		oauth: { clientSecret: told, api_key: { data: told } },
		url: `https://loader:${inUrl}@db.example.com/?sig=${inUrl}`,
	};
	const result = { id: 'pipe', source: { kafka: { credentials, connectionString: told } } };
	const success = { status: 200, result, data: { id: 'dashboard', tiles: [] } };
	return {
		'a success that contains the secrets': { kind: 'status', status: 200, body: success },
		echo: { kind: 'echo' },
		401: { kind: 'status', status: 401, body: json },
		'404 as text': { kind: 'status', status: 404, body: told },
		500: { kind: 'status', status: 500, body: json },
		'200 as HTML': { kind: 'status', status: 200, body: `<html><title>${told}</title></html>` },
		'a request ID that contains the secrets': {
			kind: 'status',
			status: 400,
			body: json,
			headers: { 'x-request-id': inUrl },
		},
		redirect: { kind: 'redirect', location: `https://${inUrl}.example.com/?token=${inUrl}` },
	} as const satisfies Record<string, Fault>;
}
