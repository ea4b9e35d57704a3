import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { serve } from './server';

interface SunkRequest {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

/** A server that accepts and keeps everything, to see which data reaches a host that should get nothing. */
export interface Sink {
	readonly url: string;
	readonly port: number;
	readonly requests: SunkRequest[];
	close(): Promise<void>;
}

async function readText(request: IncomingMessage): Promise<string> {
	request.setEncoding('utf8');
	let text = '';
	for await (const chunk of request) text += String(chunk);
	return text;
}

/** Starts a sink on 127.0.0.1; it answers 200 with an empty JSON object. */
export async function startSink(port = 0): Promise<Sink> {
	const requests: SunkRequest[] = [];
	const server = await serve(
		(request, response) => {
			const { method = '', url = '', headers } = request;
			const received = { method, url, headers, body: '' };
			requests.push(received);
			readText(request)
				.then((body) => {
					received.body = body;
					response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
				})
				.catch(() => response.destroy());
		},
		{ port },
	);
	return { ...server, requests };
}
