import type { ClickStackOptions } from './clickstack/state';
import type { RateLimit } from './rateLimit';
import type { LoggedRequest } from './requestLog';
import type { OwnRecords } from './state/seed';

export interface LatencyOptions {
	baseMs: number;
	/** A seeded sequence adds up to this much. */
	jitterMs: number;
}

/** Every option has a default. */
export interface EmulatorOptions {
	/** On 127.0.0.1. Defaults to a free port. */
	port?: number;
	/** Dashboard API, by its document in `tools/contract`. Defaults to the neutral API, with additions. */
	dashboardApi?: 'clickstack' | 'dashboard';
	/** Data and features of ClickStack. */
	clickStack?: ClickStackOptions;
	/** Management API, by its document in `tools/contract`. Defaults to the neutral API, with additions. */
	dialect?: 'standard' | 'clickhouseCloud';
	/** Overrides the default keys. */
	keys?: Partial<EmulatorKeys>;
	/** Extends the default records. A known ID replaces the default record. */
	seed?: OwnRecords;
	latency?: LatencyOptions;
	rateLimit?: RateLimit;
	/** Called with each request after its response or interruption. */
	onRequest?: (request: LoggedRequest) => void;
}

export interface EmulatorKeys {
	keyId: string;
	keySecret: string;
	accessToken: string;
}

/** Credentials with these values reach the emulator. */
export interface EmulatorCredentials {
	management: {
		baseUrl: string;
		organizationId: string;
		keyId: string;
		keySecret: string;
		apiDialect: 'clickhouseCloud' | 'standard';
		/** This host only runs query endpoints. */
		queryBaseUrl: string;
	};
	dashboard: { baseUrl: string; accessToken: string };
}
