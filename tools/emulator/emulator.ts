import { operationsOf } from '../contract';
import { createApp } from './app';
import { DEFAULT_KEYS } from './auth';
import type { Parts } from './exchange';
import { Faults } from './faults';
import { latencySource } from './latency';
import type { EmulatorCredentials, EmulatorOptions } from './options';
import { type RateLimit, RateLimiter, type RateLimitStatistics } from './rateLimit';
import { type LoggedRequest, RequestLog, type Violation } from './requestLog';
import { Scripts } from './scripts';
import { type LocalServer, serve } from './server';
import { Spelling } from './spelling';
import { EmulatorState } from './state';
import { CLOUD_IDS, type EmulatorIds, SEEDED_IDS } from './state/ids';

/** A running emulator of both APIs. */
export interface Emulator {
	readonly port: number;
	/** The base URLs, as a user would enter them in the credentials. */
	readonly managementUrl: string;
	readonly dashboardUrl: string;
	readonly credentials: EmulatorCredentials;
	readonly ids: EmulatorIds;
	readonly state: EmulatorState;
	readonly faults: Faults;
	/** Lets states change from read to read. */
	readonly scripts: Scripts;
	/** Every request since the start or the last `clearLog`. */
	readonly requests: readonly LoggedRequest[];
	/** Every request, and every response of the emulator itself, that the contract does not allow. */
	readonly violations: readonly Violation[];
	readonly maxInFlight: number;
	/** The current rate limit; setting it, even to the same, restarts the windows. */
	rateLimit: RateLimit | undefined;
	/** Every request that was answered with 429. */
	readonly refusedRequests: readonly LoggedRequest[];
	/** The counts of the current limit. */
	rateLimitStatistics(): RateLimitStatistics;
	/** Forgets requests, violations and the limit's counts, and resets `maxInFlight`. */
	clearLog(): void;
	/** Stops, breaking all connections. */
	close(): Promise<void>;
}

function partsOf(options: EmulatorOptions): Parts {
	const managementApi = options.dialect === 'clickhouseCloud' ? 'clickhouseCloud' : 'management';
	const state = new EmulatorState(managementApi, options.seed, options.clickStack);
	return {
		dashboardApi: options.dashboardApi ?? 'dashboard',
		managementApi,
		cloudOperations: options.cloudOperations ?? false,
		basePath: (options.basePath ?? '').replace(/\/+$/, ''),
		keys: { ...DEFAULT_KEYS, ...options.keys },
		state,
		log: new RequestLog(),
		faults: new Faults(),
		scripts: new Scripts(state),
		limiter: new RateLimiter(options.rateLimit),
		spelling: new Spelling(
			options.pipesSegment ?? 'pipes',
			options.engineSettingPrefix ?? 'engine_',
		),
		nextDelay: latencySource(options.latency),
		onRequest: options.onRequest ?? (() => undefined),
	};
}

function dialectOf({ managementApi, spelling }: Parts) {
	if (managementApi === 'clickhouseCloud') return managementApi;
	return spelling.isNeutral ? 'standard' : 'custom';
}

function credentialsOf(baseUrl: string, parts: Parts): EmulatorCredentials {
	const { keyId, keySecret, accessToken } = parts.keys;
	const { pipesSegment, engineSettingPrefix } = parts.spelling;
	const { organizationId } = parts.state;
	return {
		management: {
			baseUrl,
			organizationId,
			keyId,
			keySecret,
			apiDialect: dialectOf(parts),
			pipesSegment,
			engineSettingPrefix,
		},
		dashboard: { baseUrl, accessToken },
	};
}

function emulatorOf(server: LocalServer, parts: Parts): Emulator {
	const { limiter, log } = parts;
	const baseUrl = `${server.url}${parts.basePath}`;
	return {
		port: server.port,
		managementUrl: baseUrl,
		dashboardUrl: baseUrl,
		credentials: credentialsOf(baseUrl, parts),
		ids: parts.managementApi === 'clickhouseCloud' ? CLOUD_IDS : SEEDED_IDS,
		state: parts.state,
		faults: parts.faults,
		scripts: parts.scripts,
		requests: log.requests,
		violations: log.violations,
		get maxInFlight() {
			return log.maxInFlight;
		},
		get rateLimit() {
			return limiter.limit;
		},
		set rateLimit(limit) {
			limiter.limit = limit;
		},
		get refusedRequests() {
			return log.requests.filter(({ status }) => status === 429);
		},
		rateLimitStatistics: () => limiter.statistics(),
		clearLog: () => {
			log.clear();
			limiter.clearStatistics();
		},
		close: () => server.close(),
	};
}

/** Starts an emulator of both APIs on 127.0.0.1. Throws if the port is taken. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
	const parts = partsOf(options);
	// Reading the documents takes time, which a test may measure from its first request on.
	for (const api of [parts.managementApi, parts.dashboardApi]) operationsOf(api);
	const server = await serve(createApp(parts), { port: options.port, tls: options.tls });
	return emulatorOf(server, parts);
}
