import { z } from 'zod';
import type { Field } from '../../../../engine/body/fields';
import { choice, flag, number, text } from '../../../../engine/body/fields';
import { LOGIN, secretGroup } from './secrets';
import { BASIC, CERTIFICATES, iamRole, methods } from './source';

/** What a pipe of a database loads. */
export const MODES = {
	cdc: 'Initial Load, Then Changes (cdc)',
	snapshot: 'Initial Load Only (snapshot)',
	cdc_only: 'Changes Only (cdc_only)',
};

export const MODE_NOTE =
	'cdc: initial load, then changes; snapshot: load once; cdc_only: changes only';

/** Each size of a load: its label, its description, and how small it may be. Second reference, 4.1. */
const SIZES = {
	syncIntervalSeconds: ['Sync Interval (Seconds)', 'Time between syncs', 1],
	pullBatchSize: ['Pull Batch Size', 'Number of rows to pull per batch', 1],
	initialLoadParallelism: [
		'Initial Load Parallelism',
		'Number of tables to load at the same time during the initial load',
		1,
	],
	snapshotNumRowsPerPartition: [
		'Snapshot Rows per Partition',
		'Number of rows in each partition of the snapshot',
		1000,
	],
	snapshotNumberOfParallelTables: [
		'Snapshot Parallel Tables',
		'Number of tables in the snapshot at the same time',
		1,
	],
} as const;

/**
 * Describes a size. `lenient`: the neutral reference has it, without bounds, so that another one is sent with a hint.
 * `unbounded`: the second reference has no bounds either.
 */
export function size(
	name: keyof typeof SIZES,
	trait: 'bounded' | 'lenient' | 'unbounded' = 'bounded',
): Field {
	const [label, description, least] = SIZES[name];
	const bounds = [least, Infinity] as const;
	if (trait === 'bounded') return number(label, { description, bounds });
	const usual = { bounds, otherwise: `is less than ${String(least)}` };
	const schema = z.number().finite();
	return number(label, { description, schema, ...(trait === 'lenient' && { usual }) });
}

/** Settings that several databases share. Second reference, 4.2. */
export const allowNullableColumns = flag('Allow Nullable Columns', {
	description: 'Whether columns that are nullable in the source are nullable in the destination',
});
export const deleteOnMerge = flag('Delete on Merge', {
	description: 'Whether to remove rows for good that are deleted in the source',
});

/** How a pipe encrypts its connection. Second reference, 4.1. */
export const TLS = {
	tlsHost: text('TLS Host', {
		placeholder: 'e.g. db.example.com',
		description: "The host name in the source's certificate",
	}),
	caCertificate: text('CA Certificate', {
		...CERTIFICATES,
		description: 'CA certificates in PEM format to validate the certificate of the source with',
	}),
	disableTls: flag('Disable TLS', {
		description: 'Whether to connect without encryption',
	}),
	skipCertVerification: flag('Skip Certificate Verification', {
		description: 'Whether to accept any certificate of the source',
	}),
};

/** The authentication of a database. `lenient`: the neutral reference does not list it, so that another one is sent. */
export function loginOrRole(traits: { lenient?: true } = {}): Field {
	const options = { [BASIC]: '', ...methods('IAM_ROLE') };
	return choice('Authentication', options, {
		...traits,
		selects: true,
		off: { name: 'Username and Password', value: BASIC },
		default: BASIC,
		description: 'How the pipe authenticates with the database',
	});
}

/** A login, which the body doesn't mention, or a role. Second reference, 4.1 and 4.2. */
export const LOGIN_OR_ROLE = {
	authentication: loginOrRole(),
	iamRole,
	// Another authentication means that it needs no login.
	credentials: secretGroup({
		uses: ({ authentication }) => ((authentication ?? BASIC) === BASIC ? LOGIN : undefined),
		shown: { authentication: { not: ['IAM_ROLE'] } },
	}),
};

/** The host of a database. */
export const host = text('Host', { required: true, placeholder: 'e.g. db.example.com' });

/** The port of a database, which begins with its usual one. */
export function port(usual: number): Field {
	return number('Port', { required: true, bounds: [1, 65_535], default: usual });
}
