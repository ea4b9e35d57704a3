import { type IncomingHttpHeaders, request } from 'node:http';

import { isJsonObject, type JsonObject } from '../../contract/json';
import { type Emulator, type Fault, startEmulator } from '../../emulator';

export interface Reply {
	status: number;
	headers: IncomingHttpHeaders;
	bytes: Buffer;
	text: string;
	/** The JSON body, or an empty object where there is none. */
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

function textOf(body: unknown): string | undefined {
	if (body === undefined || typeof body === 'string') return body;
	return JSON.stringify(body);
}

/** Sends the path exactly as given, without any decoding, redirect or reuse of connections. */
export function send(base: string, path: string, sent: Sent = {}): Promise<Reply> {
	const url = new URL(base);
	const text = textOf(sent.body);
	const framing =
		text === undefined
			? {}
			: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
	return new Promise((resolve, reject) => {
		const outgoing = request(
			{
				host: url.hostname,
				port: url.port,
				path,
				method: sent.method ?? 'GET',
				headers: { ...framing, ...sent.headers },
				agent: false,
				...(sent.signal === undefined ? {} : { signal: sent.signal }),
			},
			(incoming) => {
				const chunks: Buffer[] = [];
				incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
				incoming.on('error', reject);
				incoming.on('end', () => {
					const bytes = Buffer.concat(chunks);
					const { statusCode: status = 0, headers } = incoming;
					const body = bytes.toString('utf8');
					resolve({ status, headers, bytes, text: body, json: jsonOf(body) });
				});
			},
		);
		outgoing.on('error', reject);
		outgoing.end(text);
	});
}

/** Returns a Jest matcher for text, without the `any` of Jest's own type. */
export function matching(pattern: RegExp): unknown {
	return expect.stringMatching(pattern);
}

interface Paths {
	organization: string;
	service: string;
	activities: string;
	pipes: string;
	dashboard: string;
}

/** Starts one emulator for the tests of a file; before each test, it has no faults and an empty log. */
export function shareEmulator(use: (emulator: Emulator) => void): void {
	let emulator: Emulator;

	beforeAll(async () => {
		emulator = await startEmulator();
		use(emulator);
	});

	beforeEach(() => {
		emulator.clearLog();
		emulator.faults.clear();
	});

	afterAll(() => emulator.close());
}

/** Returns the paths of the seeded records. */
export function pathsOf(emulator: Emulator): Paths {
	const { organizationId, serviceId, dashboardId } = emulator.ids;
	const organization = `/v1/organizations/${organizationId}`;
	const service = `${organization}/services/${serviceId}`;
	return {
		organization,
		service,
		activities: `${organization}/activities`,
		pipes: `${service}/pipes`,
		dashboard: `/api/v2/dashboards/${dashboardId}`,
	};
}

/** Returns the `Authorization` header that a path needs. */
export function authorizationFor(emulator: Emulator, path: string): string {
	const { management, dashboard } = emulator.credentials;
	if (path.includes('/api/v2/')) return `Bearer ${dashboard.accessToken}`;
	const pair = `${management.keyId}:${management.keySecret}`;
	return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** Sends with the right key. */
export function call(emulator: Emulator, path: string, sent: Sent = {}): Promise<Reply> {
	const headers = { authorization: authorizationFor(emulator, path), ...sent.headers };
	return send(new URL(emulator.managementUrl).origin, path, { ...sent, headers });
}

/** Reads a service, whose response has the fault. */
export function give(emulator: Emulator, fault: Fault): Promise<Reply> {
	emulator.faults.add(fault);
	return call(emulator, pathsOf(emulator).service);
}

/** A body that creates a Kafka pipe, with a secret in each place that this kind has. */
export function kafkaPipe(): JsonObject {
	return {
		name: 'Orders',
		source: {
			kafka: {
				type: 'kafka',
				format: 'AvroConfluent',
				brokers: 'b:9092',
				topics: 'orders',
				authentication: 'PLAIN',
				credentials: { username: 'secret-user', password: 'secret-password' },
				schemaRegistry: {
					url: 'https://registry.example.com',
					authentication: 'PLAIN',
					credentials: { username: 'secret-user', password: 'secret-password' },
				},
			},
			validateSamples: true,
		},
		destination: {
			database: 'default',
			table: 'orders',
			managedTable: true,
			columns: [{ name: 'id', type: 'UInt64' }],
			roles: ['loader'],
		},
		settings: { engine_max_threads: 8 },
	};
}
