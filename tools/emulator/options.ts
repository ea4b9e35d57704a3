import type { ClickStackOptions } from './clickstack/state';
import type { RateLimit } from './rateLimit';
import type { LoggedRequest } from './requestLog';
import type { OwnRecords } from './state/seed';

export interface LatencyOptions {
	baseMs: number;
	/** Up to this much is added, drawn from a seeded sequence. */
	jitterMs: number;
}

/** How an emulator is started; every option has a default. */
export interface EmulatorOptions {
	/** The port on 127.0.0.1; by default, a free one. */
	port?: number;
	/** The dashboard API, by its document in `tools/contract`; by default, the neutral one and what it lacks. */
	dashboardApi?: 'clickstack' | 'dashboard';
	/** The data and features of its ClickStack. */
	clickStack?: ClickStackOptions;
	/** The management API, by its document in `tools/contract`; by default, the neutral one and what it lacks. */
	dialect?: 'standard' | 'clickhouseCloud';
	/** Keys other than the default ones. */
	keys?: Partial<EmulatorKeys>;
	/** Records in addition to the default ones; a record with a known ID replaces the default. */
	seed?: OwnRecords;
	latency?: LatencyOptions;
	rateLimit?: RateLimit;
	/** Called with each request once it is answered or interrupted. */
	onRequest?: (request: LoggedRequest) => void;
}

export interface EmulatorKeys {
	keyId: string;
	keySecret: string;
	accessToken: string;
}

/** The values in a node's credentials that reach the emulator. */
export interface EmulatorCredentials {
	management: {
		baseUrl: string;
		organizationId: string;
		keyId: string;
		keySecret: string;
		apiDialect: 'clickhouseCloud' | 'standard';
		/** The host that runs query endpoints, and does nothing else. */
		queryBaseUrl: string;
	};
	dashboard: { baseUrl: string; accessToken: string };
}
