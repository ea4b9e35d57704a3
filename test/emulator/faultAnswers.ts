import type { Response } from 'express';
import type { Api } from '../contract';
import { errorBody, isDashboardApi, successBody } from './envelopes';
import type { Fault } from './faults';
import { sendDripping, sendGzipBomb } from './faultStreams';
import { page } from './page';
import type { LoggedRequest } from './requestLog';

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
const HUGE = 10 * 1024 * 1024;
const NESTED_HERE = 'nested here';
const FAULT_REQUEST_ID = '00000099-0000-4000-8000-000000000001';

type PlainKind = Exclude<
	Fault['kind'],
	'delay' | 'drip' | 'gzipBomb' | 'hugeBody' | 'nested' | 'redirect' | 'status' | 'wrongCharset'
>;

/** What a fault works on: the request, and the response that it replaces, if there is one. */
interface FaultScene {
	response: Response;
	entry: LoggedRequest;
	api: Api;
	normal: unknown;
}

function send(
	{ response }: FaultScene,
	status: number,
	type: string,
	body: string | Buffer,
	headers: Record<string, string> = {},
): void {
	for (const name of response.getHeaderNames()) response.removeHeader(name);
	response.writeHead(status, {
		'content-type': type,
		'content-length': String(Buffer.byteLength(body)),
		...headers,
	});
	response.end(body);
}

/** Returns the JSON text of a response: the real one, or one that looks like it. */
function normalText({ api, normal }: FaultScene): string {
	return JSON.stringify(normal ?? successBody(api, FAULT_REQUEST_ID, { id: 'sample' }));
}

function sendStatus(scene: FaultScene, fault: Fault & { kind: 'status' }): void {
	const given = fault.body ?? errorBody(scene.api, fault.status, `STATUS_${String(fault.status)}`);
	if (typeof given !== 'string') {
		send(scene, fault.status, JSON_TYPE, JSON.stringify(given), fault.headers);
		return;
	}
	const type = given.startsWith('<') ? HTML_TYPE : 'text/plain; charset=utf-8';
	send(scene, fault.status, type, given, fault.headers);
}

function resetMidBody(scene: FaultScene): void {
	const { response } = scene;
	const text = normalText(scene);
	for (const name of response.getHeaderNames()) response.removeHeader(name);
	response.writeHead(200, {
		'content-type': JSON_TYPE,
		'content-length': String(Buffer.byteLength(text)),
	});
	// A normal end of the connection arrives after the half that was sent; a reset could overtake it.
	response.write(text.slice(0, text.length / 2), () => response.socket?.destroy());
}

function sendHuge(scene: FaultScene, fault: Fault & { kind: 'hugeBody' }): void {
	const status = fault.status ?? 200;
	const padding = 'x'.repeat(fault.bytes ?? HUGE);
	const body =
		status === 200
			? successBody(scene.api, FAULT_REQUEST_ID, { id: 'huge', padding })
			: errorBody(scene.api, status, padding);
	send(scene, status, JSON_TYPE, JSON.stringify(body));
}

function sendWrongCharset(scene: FaultScene, fault: Fault & { kind: 'wrongCharset' }): void {
	const status = fault.status ?? 200;
	const body =
		status === 200
			? successBody(scene.api, FAULT_REQUEST_ID, { id: 'sample', name: 'Übergröße' })
			: errorBody(scene.api, status, 'BAD_REQUEST: Übergröße');
	send(scene, status, JSON_TYPE, Buffer.from(JSON.stringify(body), fault.encoding ?? 'latin1'));
}

function sendWithoutResult(scene: FaultScene): void {
	const body = isDashboardApi(scene.api) ? {} : successBody('management', FAULT_REQUEST_ID);
	send(scene, 200, JSON_TYPE, JSON.stringify(body));
}

function sendCut(scene: FaultScene): void {
	const text = normalText(scene);
	send(scene, 200, JSON_TYPE, text.slice(0, Math.floor(text.length / 2)));
}

function sendEcho(scene: FaultScene): void {
	const message = `BAD_REQUEST: received ${scene.entry.rawBody}`;
	send(scene, 400, JSON_TYPE, JSON.stringify(errorBody(scene.api, 400, message)));
}

function sendRedirect(scene: FaultScene, fault: Fault & { kind: 'redirect' }): void {
	send(scene, fault.status ?? 302, HTML_TYPE, page('Moved'), { location: fault.location });
}

/** Nests objects as text, because text has no limit of depth. */
function sendNested(scene: FaultScene, fault: Fault & { kind: 'nested' }): void {
	const status = fault.status ?? 200;
	const nested = `${'{"a":'.repeat(fault.depth)}null${'}'.repeat(fault.depth)}`;
	const body =
		status === 200
			? successBody(scene.api, FAULT_REQUEST_ID, { id: 'sample', nested: NESTED_HERE })
			: errorBody(scene.api, status, NESTED_HERE);
	const text = JSON.stringify(body).replace(JSON.stringify(NESTED_HERE), nested);
	send(scene, status, JSON_TYPE, text);
}

/** The faults that need nothing but their kind. */
const PLAIN: Record<PlainKind, (scene: FaultScene) => void> = {
	cutJson200: sendCut,
	echo: sendEcho,
	empty200: (scene) => {
		send(scene, 200, JSON_TYPE, '');
	},
	hang: () => undefined,
	html200: (scene) => {
		send(scene, 200, HTML_TYPE, page('Sign in'));
	},
	noResult200: sendWithoutResult,
	resetBeforeHeaders: ({ response }) => {
		response.socket?.resetAndDestroy();
	},
	resetMidBody,
};

/** Sends a fault instead of a response. A delay is not a response and does not come here. */
export function giveFault(fault: Exclude<Fault, { kind: 'delay' }>, scene: FaultScene): void {
	switch (fault.kind) {
		case 'status':
			sendStatus(scene, fault);
			break;
		case 'hugeBody':
			sendHuge(scene, fault);
			break;
		case 'wrongCharset':
			sendWrongCharset(scene, fault);
			break;
		case 'redirect':
			sendRedirect(scene, fault);
			break;
		case 'nested':
			sendNested(scene, fault);
			break;
		case 'drip':
			sendDripping(scene.response, normalText(scene), fault.intervalMs);
			break;
		case 'gzipBomb':
			sendGzipBomb(scene.response, normalText(scene), fault.unpackedBytes);
			break;
		default:
			PLAIN[fault.kind](scene);
	}
}
