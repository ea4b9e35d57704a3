import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';

import { READS_IN_FLIGHT } from '../grid';

/** One request, ready to be sent. */
export interface RawRequest {
	method: string;
	url: string;
	headers: Record<string, string>;
	body: string | undefined;
}

/** Sends requests and returns the text of each response. */
export interface RawClient {
	send: (request: RawRequest) => Promise<string>;
	close: () => void;
}

/** The client that Node has always had, its connections kept open. */
export function nodeHttpClient(tls: boolean): RawClient {
	const options = { keepAlive: true, maxSockets: READS_IN_FLIGHT };
	const agent = tls ? new TlsAgent(options) : new HttpAgent(options);
	const request = tls ? tlsRequest : httpRequest;
	return {
		send: async ({ method, url, headers, body }) =>
			await new Promise((resolve, reject) => {
				const sent = request(url, { method, headers, agent }, (response) => {
					let text = '';
					response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
					response.once('end', () => {
						if (response.statusCode === 200) resolve(text);
						else reject(new Error(text));
					});
				});
				sent.once('error', reject);
				sent.end(body);
			}),
		close: () => {
			agent.destroy();
		},
	};
}

/** Node's fetch, which is undici; it keeps connections by itself. */
export function fetchClient(): RawClient {
	return {
		send: async ({ method, url, headers, body }) => {
			const response = await fetch(url, { method, headers, body: body ?? null });
			const text = await response.text();
			if (!response.ok) throw new Error(text);
			return text;
		},
		close: () => undefined,
	};
}
