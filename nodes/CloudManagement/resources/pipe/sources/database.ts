import { z } from 'zod';
import type { Field, Fields, FieldSettings } from '../../../../engine/body/fields';
import {
	API_DEFAULT,
	choice,
	flag,
	matching,
	number,
	object,
	text,
	usually,
} from '../../../../engine/body/fields';
import { NO_METHOD, secretGroup } from './secretFields';
import { LOGIN } from './secretKinds';
import { authentication, BASIC, PEM_TEXT, iamRole, methodLabels, NO_SCHEME } from './source';

export const REPLICATION_MODES = {
	cdc: 'Initial Load, Then Changes (cdc)',
	snapshot: 'Initial Load Only (snapshot)',
	cdc_only: 'Changes Only (cdc_only)',
};

/** If the mode isn't required, the API has a default. */
export function replicationMode(things: string, required?: `to load ${string}`): Field {
	return choice('Replication Mode', REPLICATION_MODES, {
		...(required === undefined ? { off: API_DEFAULT } : { required }),
		description: `Load existing ${things}, replicate changes, or both`,
		note: 'cdc: initial load, then changes; snapshot: load once; cdc_only: changes only',
	});
}

/**
 * `lenient`: the neutral contract has no bounds, so other values are sent with a hint. `unbounded`: neither contract
 * has bounds.
 */
export function sizes(trait: 'bounded' | 'lenient' | 'unbounded' = 'bounded') {
	const size = (label: string, least = 1, settings: FieldSettings = {}): Field => {
		const bounds = [least, Infinity] as const;
		if (trait === 'bounded') return number(label, { ...settings, bounds });
		const schema = z.number().finite();
		const lenient = { bounds, otherwise: `is less than ${String(least)}` };
		return number(label, { ...settings, schema, ...(trait === 'lenient' && lenient) });
	};
	return {
		syncs: {
			syncIntervalSeconds: size('Sync Interval (Seconds)'),
			pullBatchSize: size('Pull Batch Size', 1, { description: 'Rows per batch' }),
		},
		load: {
			initialLoadParallelism: size('Initial Load Parallelism', 1, {
				description:
					'Workers that load a table in parallel. With an API other than ClickHouse Cloud, tables to load in parallel.',
			}),
			snapshotNumRowsPerPartition: size('Snapshot Rows per Partition', 1000),
			snapshotNumberOfParallelTables: size('Snapshot Parallel Tables', 1, {
				description: 'Tables that the initial load reads in parallel',
			}),
		},
	};
}

/** The panel shows only the replication mode. */
export function replicationSettings(fields: Fields): Field {
	return object(fields, { mainFields: ['replicationMode'] });
}

export const allowNullableColumns = flag('Allow Nullable Columns', {
	description: 'Whether columns that are nullable in the source are nullable in the destination',
});
export const deleteOnMerge = flag('Delete on Merge', {
	description: 'Whether to permanently remove rows that are deleted in the source',
});

/** The port has a field of its own. */
export const HOST = matching(
	NO_SCHEME,
	'contains a scheme, which ends in ://. Enter only the host, such as db.example.com.',
);

/** With `?`, `#`, or `@`, the text could lead to another host. */
export const USUAL_HOST = usually(
	// HOST already refuses a scheme. An IPv6 address has two colons, because a single colon precedes a port.
	/^(?:[^]*:\/\/[^]*|[^\s/\\:?#@[\]]+|\[?(?=(?:[^:]*:){2})[\da-f:.]+(?:%[\w.-]+)?\]?)$/i,
	"isn't a host name or IP address",
	'Enter only the host, such as db.example.com. The port has its own field.',
);

export const TLS = {
	tlsHost: text('TLS Host', {
		placeholder: 'e.g. db.example.com',
		description: "Host name in the source's certificate",
		schema: HOST,
		rule: USUAL_HOST,
	}),
	caCertificate: text('CA Certificate', {
		...PEM_TEXT,
		description: 'CA certificates in PEM format, to verify the source',
	}),
	disableTls: flag('Disable TLS', {
		description: 'Whether to connect without encryption',
	}),
	skipCertVerification: flag('Skip Certificate Verification', {
		description: 'Whether to accept any certificate from the source',
	}),
};

/** `lenient`: the neutral contract lists no methods, so other values are sent. */
export function loginOrRole(traits: { lenient?: true } = {}): Field {
	const options = { [BASIC]: '', ...methodLabels('IAM_ROLE') };
	const off = { name: 'Username and Password', value: BASIC };
	return authentication(options, { ...traits, off, default: BASIC });
}

/** The body doesn't mention an authentication by login. */
export const LOGIN_OR_ROLE = {
	authentication: loginOrRole(),
	iamRole,
	credentials: secretGroup({ [BASIC]: LOGIN, [NO_METHOD]: LOGIN }),
};

export const host = text('Host', {
	required: true,
	placeholder: 'e.g. db.example.com',
	schema: HOST.min(1),
	rule: USUAL_HOST,
});

/** `usual` is the database's standard port. */
export function port(usual: number): Field {
	return number('Port', { required: true, bounds: [1, 65_535], default: usual });
}
