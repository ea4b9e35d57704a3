import type { TlsIdentity } from './certificate';
import type { ClickStackOptions } from './clickstack/options';
import type { LatencyOptions } from './latency';
import type { RateLimit } from './rateLimit';
import type { LoggedRequest } from './requestLog';
import type { OwnRecords } from './state/seed';

/** How an emulator is started; every option has a default. */
export interface EmulatorOptions {
	/** The port on 127.0.0.1; by default, a free one. */
	port?: number;
	/** Serves HTTPS with this certificate, as `createCertificate` makes them, instead of HTTP. */
	tls?: TlsIdentity;
	/** Which dashboard API it is, by its document in `tools/contract`; by default, the neutral one. */
	dashboardApi?: 'clickstack' | 'dashboard';
	/** What its ClickStack has and can. */
	clickStack?: ClickStackOptions;
	/** Which management API it is, by its document in `tools/contract`; by default, the neutral one. */
	dialect?: 'standard' | 'clickhouseCloud';
	/**
	 * Serves in neutral spelling, too, what only ClickHouse Cloud has, whose document checks the bodies, not the IDs; and
	 * what only ClickStack has.
	 */
	cloudOperations?: boolean;
	/** A path before `/v1` and `/api/v2`, such as `/gateway`. */
	basePath?: string;
	/** How this deployment spells `pipes` and `pipesReversePrivateEndpoints`. */
	pipesSegment?: string;
	/** How this deployment spells the setting prefix `engine_` and the field `engineVersion`. */
	engineSettingPrefix?: string;
	/** Keys other than the default ones. */
	keys?: Partial<EmulatorKeys>;
	/** Records besides the default ones; a record with a known id replaces that one. */
	seed?: OwnRecords;
	latency?: LatencyOptions;
	rateLimit?: RateLimit;
	/** Called with each request once it is answered or broken off. */
	onRequest?: (request: LoggedRequest) => void;
}

export interface EmulatorKeys {
	keyId: string;
	keySecret: string;
	accessToken: string;
}

/** What a node's credentials need to reach the emulator. */
export interface EmulatorCredentials {
	management: {
		baseUrl: string;
		organizationId: string;
		keyId: string;
		keySecret: string;
		apiDialect: 'clickhouseCloud' | 'custom' | 'standard';
		pipesSegment: string;
		engineSettingPrefix: string;
	};
	dashboard: { baseUrl: string; accessToken: string };
}
