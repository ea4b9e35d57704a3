import { operationsOf } from '../contract';
import type { JsonObject } from '../contract/json';
import { Random } from '../random';
import { createApp } from './app';
import type { Parts } from './exchange';
import { Faults } from './faults';
import type { EmulatorCredentials, EmulatorKeys, EmulatorOptions, LatencyOptions } from './options';
import { rateLimiter } from './rateLimit';
import { type LoggedRequest, RequestLog, type Violation } from './requestLog';
import { type LocalServer, serve } from './server';
import { EmulatorState } from './state';
import { CLOUD_IDS, type EmulatorIds, SEEDED_IDS } from './state/ids';

const DEFAULT_KEYS: EmulatorKeys = {
	keyId: 'emulatorKeyId',
	keySecret: 'emulatorKeySecret',
	accessToken: 'emulatorAccessToken',
};

export interface Emulator {
	/** Users enter this URL in credentials of both APIs. */
	readonly url: string;
	readonly credentials: EmulatorCredentials;
	readonly ids: EmulatorIds;
	readonly state: EmulatorState;
	readonly faults: Faults;
	/** Requests since the start or the last `clearLog`. */
	readonly requests: readonly LoggedRequest[];
	/** Requests, and the emulator's own responses, that violate the contract. */
	readonly violations: readonly Violation[];
	/** The stored record, with headers, PromQL tiles, and everything else that responses hide. */
	stored(collection: string, id: string): JsonObject;
	/** Somebody in the app may change a record between two requests. */
	change(collection: string, id: string, edit: (record: JsonObject) => JsonObject): void;
	/** Each read of the record shows the next state. The last state stays. */
	play(collection: string, id: string, ...states: string[]): void;
	/** Forgets requests and violations. */
	clearLog(): void;
	/** Stops and breaks all connections. */
	close(): Promise<void>;
}

function partsOf(options: EmulatorOptions): Parts {
	const managementApi = options.dialect === 'clickhouseCloud' ? 'clickhouseCloud' : 'management';
	const state = new EmulatorState(managementApi, options.seed, options.clickStack);
	return {
		dashboardApi: options.dashboardApi ?? 'dashboard',
		managementApi,
		keys: { ...DEFAULT_KEYS, ...options.keys },
		state,
		log: new RequestLog(),
		faults: new Faults(),
		admit: options.rateLimit === undefined ? () => undefined : rateLimiter(options.rateLimit),
		nextDelay: latencySource(options.latency),
		onRequest: options.onRequest ?? (() => undefined),
	};
}

/** Makes a delay for each response. Without options, it's 0. */
function latencySource({ baseMs, jitterMs }: LatencyOptions = { baseMs: 0, jitterMs: 0 }) {
	const random = new Random(1);
	return () => baseMs + random.next() * jitterMs;
}

function credentialsOf(
	baseUrl: string,
	queryBaseUrl: string,
	{ managementApi, keys, state }: Parts,
): EmulatorCredentials {
	const { accessToken, ...pair } = keys;
	const { organizationId } = state;
	const apiDialect = managementApi === 'clickhouseCloud' ? managementApi : 'standard';
	return {
		management: { baseUrl, organizationId, ...pair, apiDialect, queryBaseUrl },
		dashboard: { baseUrl, accessToken },
	};
}

function recordsOfTests({ state }: Parts): Pick<Emulator, 'change' | 'play' | 'stored'> {
	const stored = (collection: string, id: string) => {
		const record = state.collectionWith(collection, id).peek(id);
		if (record === undefined) throw new Error(`there is no ${id}`);
		return record;
	};
	return {
		stored,
		change: (collection, id, edit) => {
			state.collectionWith(collection, id).set(edit(stored(collection, id)));
		},
		play: (collection, id, ...states) => {
			state.collectionWith(collection, id).play(id, ...states);
		},
	};
}

function emulatorOf(server: LocalServer, queryServer: LocalServer, parts: Parts): Emulator {
	const { log } = parts;
	return {
		...recordsOfTests(parts),
		url: server.url,
		credentials: credentialsOf(server.url, queryServer.url, parts),
		ids: parts.managementApi === 'clickhouseCloud' ? CLOUD_IDS : SEEDED_IDS,
		state: parts.state,
		faults: parts.faults,
		requests: log.requests,
		violations: log.violations,
		clearLog: () => {
			log.clear();
		},
		close: async () => {
			await Promise.all([server.close(), queryServer.close()]);
		},
	};
}

/** Throws if the port is taken. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
	const parts = partsOf(options);
	// Loads the documents first, because a test may measure time from its first request.
	for (const api of [parts.managementApi, parts.dashboardApi]) operationsOf(api);
	const server = await serve(createApp(parts), options.port);
	const queryServer = await serve(createApp(parts, true));
	return emulatorOf(server, queryServer, parts);
}
