import { type IncomingHttpHeaders, request } from 'node:http';

import { isJsonObject, type JsonObject } from '../../../tools/contract/json';
import type { Emulator } from '../../../tools/emulator';

export interface Reply {
	status: number;
	headers: IncomingHttpHeaders;
	bytes: Buffer;
	text: string;
	/** The JSON body, or an empty object if there is none. */
	json: JsonObject;
}

export interface Sent {
	method?: string;
	body?: unknown;
	headers?: Record<string, string>;
	signal?: AbortSignal;
}

function jsonOf(text: string): JsonObject {
	try {
		const parsed: unknown = JSON.parse(text);
		return isJsonObject(parsed) ? parsed : {};
	} catch {
		return {};
	}
}

/** Returns the paths of the seeded records. */
export function pathsOf({ ids: { organizationId, serviceId, dashboardId } }: Emulator) {
	const organization = `/v1/organizations/${organizationId}`;
	const service = `${organization}/services/${serviceId}`;
	const dashboard = `/api/v2/dashboards/${dashboardId}`;
	const activities = `${organization}/activities`;
	return { organization, service, activities, pipes: `${service}/pipes`, dashboard };
}

/** Sends with the right key, and the path unchanged: without decoding, redirects or shared connections. */
export async function call(emulator: Emulator, path: string, sent: Sent = {}): Promise<Reply> {
	const { method = 'GET', body, headers, signal } = sent;
	const { management, dashboard } = emulator.credentials;
	const pair = Buffer.from(`${management.keyId}:${management.keySecret}`).toString('base64');
	const authorization = path.startsWith('/api/')
		? `Bearer ${dashboard.accessToken}`
		: `Basic ${pair}`;
	const isText = body === undefined || typeof body === 'string';
	const text = isText ? body : JSON.stringify(body);
	const length = Buffer.byteLength(text ?? '');
	const type =
		text === undefined ? {} : { 'content-type': 'application/json', 'content-length': length };
	const all = { authorization, ...type, ...headers };
	const options = { port: emulator.port, path, method, headers: all, agent: false };
	return await new Promise((resolve, reject) => {
		const outgoing = request({ ...options, ...(signal && { signal }) }, (incoming) => {
			const chunks: Buffer[] = [];
			incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
			incoming.on('error', reject);
			incoming.on('end', () => {
				const bytes = Buffer.concat(chunks);
				const { statusCode: status = 0, headers: received } = incoming;
				const shown = bytes.toString('utf8');
				resolve({ status, headers: received, bytes, text: shown, json: jsonOf(shown) });
			});
		});
		outgoing.on('error', reject);
		outgoing.end(text);
	});
}

/** A body that creates a Kafka pipe, with a secret. */
export function kafkaPipe(): JsonObject {
	const credentials = { username: 'secret-user', password: 'secret-password' };
	const kafka = {
		...{ type: 'kafka', format: 'Avro', brokers: 'b:9092', topics: 'orders' },
		...{ authentication: 'PLAIN', credentials },
	};
	const columns = [{ name: 'id', type: 'UInt64' }];
	return {
		name: 'Orders',
		source: { kafka },
		destination: { database: 'default', table: 'orders', managedTable: true, columns },
		settings: { engine_max_threads: 8 },
	};
}
