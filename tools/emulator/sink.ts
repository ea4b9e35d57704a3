import type { IncomingHttpHeaders } from 'node:http';
import { serve } from './server';

/** Records what reaches a host that should get nothing. */
export interface Sink {
	readonly url: string;
	readonly port: number;
	readonly requests: Array<{ method: string; url: string; headers: IncomingHttpHeaders }>;
	close(): Promise<void>;
}

/** Every request gets 200 and an empty JSON object. */
export async function startSink(): Promise<Sink> {
	const requests: Sink['requests'] = [];
	const server = await serve(({ method = '', url = '', headers }, response) => {
		requests.push({ method, url, headers });
		response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
	});
	return { ...server, requests };
}
