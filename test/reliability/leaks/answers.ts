import type { Fault } from '../../../tools/emulator';

/**
 * A careless service's or proxy's possible response: all the secrets of a request, in the spellings of JSON, HTML,
 * URLs, forms and Base64.
 */
function confession(all: readonly string[]): string {
	const encoded = [
		...all.map((text) => Buffer.from(text).toString('base64')),
		...all.map((text) => Buffer.from(text).toString('base64url')),
		...all.map(encodeURIComponent),
		...all.map((text) => JSON.stringify(text)),
		...all.map((text) => new URLSearchParams({ text }).toString()),
		...all.map(escaped),
		...all.map((text) => text.replaceAll('&', '&amp;').replaceAll('"', '&#34;')),
	];
	return `Not accepted: ${[...all, ...encoded].join(' | ')}`;
}

/** JSON as some libraries write it: safe within HTML. */
function escaped(text: string): string {
	const safe = text.replace(
		/[&<"]/g,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	return safe.replaceAll('/', '\\/');
}

/** The service's responses, by name, for a request with these secrets. */
export function answersFor(secrets: readonly string[]): Record<string, Fault | undefined> {
	const told = confession(secrets);
	const short = secrets.join(' | ');
	const json = JSON.stringify({ status: 400, error: told, requestId: short });
	const credentials = {
		username: 'shown',
		password: told,
		secretKey: [short],
		accessKey: { value: told },
		oauth: { clientSecret: told, saslPassword: [short], api_key: { data: told } },
		url: `https://loader:${encodeURIComponent(short)}@db.example.com/?sig=${encodeURIComponent(short)}`,
	};
	return {
		success: undefined,
		'a success that contains the secrets': {
			kind: 'status',
			status: 200,
			body: {
				status: 200,
				result: { id: 'pipe', source: { kafka: { credentials, connectionString: told } } },
				data: { id: 'dashboard', tiles: [] },
			},
		},
		echo: { kind: 'echo' },
		401: { kind: 'status', status: 401, body: json },
		403: { kind: 'status', status: 403, body: json },
		'404 as text': { kind: 'status', status: 404, body: told },
		'cut JSON': { kind: 'status', status: 400, body: json.slice(0, -2) },
		429: { kind: 'status', status: 429, body: json, headers: { 'retry-after': '0' } },
		500: { kind: 'status', status: 500, body: json },
		'502 as HTML': {
			kind: 'status',
			status: 502,
			body: `<html><title>${short}</title>${told}</html>`,
		},
		'200 as HTML': { kind: 'status', status: 200, body: `<html><title>${short}</title></html>` },
		'200 as text': { kind: 'status', status: 200, body: told },
		'a request ID that contains the secrets': {
			kind: 'status',
			status: 400,
			body: json,
			headers: { 'x-request-id': encodeURIComponent(short) },
		},
		redirect: {
			kind: 'redirect',
			location: `https://other.example.com/?token=${encodeURIComponent(short)}`,
		},
		'redirect to a host that contains the secrets': {
			kind: 'redirect',
			location: `https://${encodeURIComponent(short)}.example.com/`,
		},
		'cut success': { kind: 'cutJson200' },
		reset: { kind: 'resetBeforeHeaders' },
		'broken answer': { kind: 'resetMidBody' },
		'no answer': { kind: 'hang' },
	};
}
