import { buffer } from 'node:stream/consumers';

import { type LocalServer, serve } from '../emulator/server';

/** `body` is the API's raw response. */
export interface Exchange {
	method: string;
	/** Includes the query, but not the base URL. */
	path: string;
	status: number;
	/** Undefined if the body isn't JSON. */
	body: unknown;
}

/** A local server that forwards requests to an API and keeps the responses. */
export interface Recorder extends LocalServer {
	/** Returns the exchanges since the last call. */
	take(): Exchange[];
}

const BODILESS = new Set(['GET', 'HEAD']);
/** Fetch sets these headers itself or has already decoded the body. */
const OWN_HEADERS =
	/^(?:host|connection|content-length|content-encoding|transfer-encoding|accept-encoding)$/;

/** Starts a recorder in front of an API. */
export async function record(baseUrl: string): Promise<Recorder> {
	let exchanges: Exchange[] = [];
	const passOn = async (
		method: string,
		path: string,
		headers: [string, string][],
		sent: Buffer,
	) => {
		const response = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
			method,
			headers,
			redirect: 'manual',
			...(!BODILESS.has(method) && sent.length > 0 && { body: new Uint8Array(sent) }),
		});
		const text = await response.text();
		exchanges.push({ method, path, status: response.status, body: parsed(text) });
		return { response, text };
	};
	const server = await serve((request, answer) => {
		const { method = 'GET', url = '/', headers } = request;
		const own = Object.entries(headers).flatMap(([name, value]): Array<[string, string]> =>
			value === undefined || OWN_HEADERS.test(name) ? [] : [[name, String(value)]],
		);
		buffer(request)
			.then(async (sent) => await passOn(method, url, own, sent))
			.then(({ response, text }) => {
				const kept = [...response.headers].filter(([name]) => !OWN_HEADERS.test(name));
				answer.writeHead(response.status, Object.fromEntries(kept)).end(text);
			})
			// Breaks the connection after a failure. The node then reports a lost connection.
			.catch(() => answer.destroy());
	});
	return {
		...server,
		take: () => {
			const all = exchanges;
			exchanges = [];
			return all;
		},
	};
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
