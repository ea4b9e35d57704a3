import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

import { sampleDashboard, samplePipe, sampleService } from '../emulator/state/samples';
import { AUTHORIZATION } from './calls';

/** HTTP Request opens all items' connections at the same time. With this backlog, no connection has to be retried. */
const BACKLOG = 65_535;
/** The server sends many responses, so it builds their texts only once. */
const SERVICE = JSON.stringify({ status: 200, requestId: 'r', result: sampleService() });
const PIPE = JSON.stringify({ status: 200, requestId: 'r', result: samplePipe('p', 'kafka') });

const [, DASHBOARD = ''] = /^\{"id":"[^"]*",(.*)$/.exec(JSON.stringify(sampleDashboard())) ?? [];

let seen = { requests: 0, refused: 0 };
let latencyMs = 0;

function arrived(request: IncomingMessage, response: ServerResponse): void {
	const { method, url = '' } = request;
	const [, latency] = /^\/bench(?:\?latencyMs=(\d+))?$/.exec(url) ?? [];
	if (latency !== undefined) {
		seen = { requests: 0, refused: 0 };
		latencyMs = Number(latency);
	}
	if (url.startsWith('/bench')) {
		response.end(JSON.stringify(seen));
		return;
	}
	seen.requests += 1;
	let sent = '';
	request.setEncoding('utf8').on('data', (chunk: string) => (sent += chunk));
	request.once('end', () => {
		const isDashboard = url.startsWith('/api/');
		const isRead = method === 'GET';
		const id = url.replace(/.*\//, '');
		const dashboard = isRead ? DASHBOARD : sent.slice(1);
		// If an object repeats a key, the last value counts.
		const body = isDashboard ? `{"data":{"id":"${id}",${dashboard}}` : isRead ? SERVICE : PIPE;
		if (latencyMs === 0) answer(request, response, isDashboard, body);
		else setTimeout(answer, latencyMs, request, response, isDashboard, body);
	});
}

/** Answers in the contract's form, or refuses another key. */
function answer(
	{ headers }: IncomingMessage,
	response: ServerResponse,
	isDashboard: boolean,
	body: string,
): void {
	const expected = AUTHORIZATION[isDashboard ? 'dashboard' : 'management'];
	const isRefused = headers.authorization !== expected;
	if (isRefused) seen.refused += 1;
	response.writeHead(isRefused ? 401 : 200, {
		'content-type': 'application/json',
		'content-length': Buffer.byteLength(body),
	});
	response.end(body);
}

/** Serves both APIs on loopback, with and without TLS. `/bench` shows the counts. Setting a latency resets them. */
const { BENCH_CERT: cert, BENCH_KEY: key, BENCH_PLAIN, BENCH_TLS } = process.env;
const at = (port: string | undefined) => ({ port, host: '127.0.0.1', backlog: BACKLOG });
createTlsServer({ cert, key }, arrived).listen(at(BENCH_TLS));
createServer(arrived).listen(at(BENCH_PLAIN));
