import type { IncomingHttpHeaders } from 'node:http';
import { serve } from './server';

/** Accepts everything, to record what reaches a host that should get nothing. */
export interface Sink {
	readonly url: string;
	readonly port: number;
	readonly requests: Array<{ method: string; url: string; headers: IncomingHttpHeaders }>;
	close(): Promise<void>;
}

/** Responds with 200 and an empty JSON object on 127.0.0.1. */
export async function startSink(): Promise<Sink> {
	const requests: Sink['requests'] = [];
	const server = await serve(({ method = '', url = '', headers }, response) => {
		requests.push({ method, url, headers });
		response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
	});
	return { ...server, requests };
}
