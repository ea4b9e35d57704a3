import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';

import type { Response } from 'express';

import type { Api } from '../contract';
import { errorBody, isDashboardApi, successBody } from './envelopes';
import type { Fault } from './faults';
import type { LoggedRequest } from './requestLog';

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
const HUGE = 1_000_000;
const UNPACKED_BYTES = 200 * 1024 * 1024;
const CHUNK = Buffer.alloc(1024 * 1024, ' ');
const DRIP_MS = 500;
const NESTED_DEPTH = 2_000_000;
const NESTED_HERE = 'nested here';
const FAULT_REQUEST_ID = '00000099-0000-4000-8000-000000000001';

/** `normal` is the response that the fault replaces, if any. */
interface FaultScene {
	response: Response;
	entry: LoggedRequest;
	api: Api;
	normal: unknown;
}

interface Sent {
	status: number;
	type: string;
	body: string | Buffer;
	headers?: Record<string, string> | undefined;
}

type GivenFault = Exclude<Fault, { kind: 'delay' }>;

function json(status: number, body: unknown): Sent {
	return { status, type: JSON_TYPE, body: JSON.stringify(body) };
}

function page(status: number, title: string): Sent {
	const body = `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
	return { status, type: HTML_TYPE, body };
}

/** The text of the normal response. If there's none, a similar response supplies it. */
function normalText({ api, normal }: FaultScene): string {
	return JSON.stringify(normal ?? successBody(api, FAULT_REQUEST_ID, { id: 'sample' }));
}

function success({ api }: FaultScene, members: object): Sent {
	return json(200, successBody(api, FAULT_REQUEST_ID, { id: 'sample', ...members }));
}

function statusAnswer({ api }: FaultScene, fault: Fault & { kind: 'status' }): Sent {
	const { status, headers } = fault;
	const body = fault.body ?? errorBody(api, status, `STATUS_${String(status)}`);
	if (typeof body !== 'string') return { ...json(status, body), headers };
	const type = body.startsWith('<') ? HTML_TYPE : 'text/plain; charset=utf-8';
	return { status, type, body, headers };
}

/** Builds text instead of objects, because text can be nested to any depth. */
function nestedAnswer(scene: FaultScene, { status }: Fault & { kind: 'nested' }): Sent {
	const nested = `${'{"a":'.repeat(NESTED_DEPTH)}null${'}'.repeat(NESTED_DEPTH)}`;
	const answer =
		status === 200
			? success(scene, { nested: NESTED_HERE })
			: json(status, errorBody(scene.api, status, NESTED_HERE));
	return { ...answer, body: String(answer.body).replace(JSON.stringify(NESTED_HERE), nested) };
}

/** Undefined if the fault breaks the response or sends it differently. */
function answerOf(scene: FaultScene, fault: GivenFault): Sent | undefined {
	const { api, entry } = scene;
	switch (fault.kind) {
		case 'status':
			return statusAnswer(scene, fault);
		case 'html200':
			return page(200, 'Sign in');
		case 'cutJson200': {
			const text = normalText(scene);
			return { status: 200, type: JSON_TYPE, body: text.slice(0, Math.floor(text.length / 2)) };
		}
		case 'empty200':
			return { status: 200, type: JSON_TYPE, body: '' };
		case 'noResult200':
			return json(200, isDashboardApi(api) ? {} : successBody('management', FAULT_REQUEST_ID));
		case 'result200':
			return json(200, successBody(api, FAULT_REQUEST_ID, fault.result));
		case 'hugeBody':
			return success(scene, { padding: 'x'.repeat(HUGE) });
		case 'wrongCharset': {
			const answer = success(scene, { name: 'Übergröße' });
			return { ...answer, body: Buffer.from(String(answer.body), fault.encoding) };
		}
		case 'nested':
			return nestedAnswer(scene, fault);
		case 'redirect':
			return { ...page(fault.status ?? 302, 'Moved'), headers: { location: fault.location } };
		case 'echo':
			return json(400, errorBody(api, 400, `BAD_REQUEST: received ${entry.rawBody}`));
		default:
			return undefined;
	}
}

function begin(response: Response, status: number, headers: Record<string, string>): void {
	for (const name of response.getHeaderNames()) response.removeHeader(name);
	response.writeHead(status, { 'content-type': JSON_TYPE, ...headers });
}

/** Delays never arrive here, because they aren't responses. */
export function giveFault(fault: GivenFault, scene: FaultScene): void {
	const { response } = scene;
	const answer = answerOf(scene, fault);
	if (answer !== undefined) {
		const { status, type, body, headers } = answer;
		const length = String(Buffer.byteLength(body));
		begin(response, status, { 'content-type': type, 'content-length': length, ...headers });
		response.end(body);
	} else if (fault.kind === 'resetBeforeHeaders') response.socket?.resetAndDestroy();
	else if (fault.kind === 'resetMidBody') resetMidBody(response, normalText(scene));
	else if (fault.kind === 'drip') drip(response, normalText(scene));
	else if (fault.kind === 'gzipBomb') sendGzipBomb(response, normalText(scene));
}

function resetMidBody(response: Response, text: string): void {
	begin(response, 200, { 'content-length': String(Buffer.byteLength(text)) });
	// After the first half, the connection ends normally, because a reset could overtake the sent half.
	response.write(text.slice(0, text.length / 2), () => response.socket?.destroy());
}

/** Stops when the text is complete or the client disconnects. */
function drip(response: Response, text: string): void {
	const bytes = Buffer.from(text);
	begin(response, 200, { 'content-length': String(bytes.length) });
	let sent = 0;
	const timer = setInterval(() => {
		response.write(bytes.subarray(sent, sent + 1));
		sent += 1;
		if (sent < bytes.length) return;
		clearInterval(timer);
		response.end();
	}, DRIP_MS);
	response.once('close', () => {
		clearInterval(timer);
	});
}

/** The text is small during transfer and large when unpacked, because its JSON follows spaces. */
function sendGzipBomb(response: Response, text: string): void {
	function* padded(): Generator<Buffer> {
		for (let left = UNPACKED_BYTES - Buffer.byteLength(text); left > 0; left -= CHUNK.length) {
			yield CHUNK.subarray(0, Math.min(left, CHUNK.length));
		}
		yield Buffer.from(text);
	}
	begin(response, 200, { 'content-encoding': 'gzip' });
	// Ignores errors, because the client is expected to disconnect halfway.
	pipeline(Readable.from(padded()), createGzip(), response, () => undefined);
}
