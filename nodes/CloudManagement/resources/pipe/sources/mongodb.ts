import { z } from 'zod';
import { choice, flag, object, text } from '../../../../engine/body/fields';
import type { JsonObject } from '../../../../engine/json';
import { REDACTED } from '../../../../engine/redaction/secretNames';
import { LOGIN, secretGroup } from './secrets';
import { tableMappings } from '../tableMappings';
import { deleteOnMerge, MODE_NOTE, MODES, TLS, size } from './database';
import { source } from './source';
import type { Issue } from '../../../../engine/issue';

const PREFERENCES = {
	primary: 'Primary (primary)',
	primaryPreferred: 'Primary Preferred (primaryPreferred)',
	secondary: 'Secondary (secondary)',
	secondaryPreferred: 'Secondary Preferred (secondaryPreferred)',
	nearest: 'Nearest (nearest)',
};

/** A login in a URI. */
const USER_INFO = /^[^/]*\/\/[^/?#]*@/;

const uriSchema = z
	.string()
	.trim()
	.regex(
		/^mongodb(?:\+srv)?:\/\/[^\s/]/,
		'must begin with mongodb:// or mongodb+srv://, such as mongodb+srv://cluster.example.com.',
	);

/** Second reference, 4.2. */
export const mongodb = source(
	'mongodb',
	'MongoDB',
	{
		uri: text('Connection URI', {
			required: true,
			placeholder: 'e.g. mongodb+srv://cluster.example.com',
			description: 'The address of the deployment, without a username and password',
			note: 'mongodb:// or mongodb+srv://, without a login',
			schema: uriSchema,
		}),
		readPreference: choice('Read Preference', PREFERENCES, {
			required: true,
			default: 'secondaryPreferred',
			description: 'The members of the replica set to read from',
		}),
		// By JSON, the login may be in the URI.
		credentials: secretGroup({ uses: ({ uri }) => (hasLogin(uri) ? undefined : LOGIN) }),
		...TLS,
		settings: object(
			{
				replicationMode: choice('Replication Mode', MODES, {
					required: 'to load collections',
					description: 'Whether to load the existing documents, replicate changes, or both',
					note: MODE_NOTE,
				}),
				syncIntervalSeconds: size('syncIntervalSeconds'),
				pullBatchSize: size('pullBatchSize'),
				initialLoadParallelism: size('initialLoadParallelism'),
				snapshotNumRowsPerPartition: size('snapshotNumRowsPerPartition'),
				snapshotNumberOfParallelTables: size('snapshotNumberOfParallelTables'),
				deleteOnMerge,
				useJsonNativeFormat: flag('Use JSON Native Format', {
					description: "Whether to store documents with the service's JSON type",
				}),
			},
			{ panel: ['replicationMode'] },
		),
	},
	{
		about: 'MongoDB and MongoDB Atlas',
		panel: 'uri credentials readPreference settings',
		tables: tableMappings('mongodb', {
			container: 'Database',
			table: 'Collection',
			others: ['tableEngine'],
		}),
		resyncs: true,
		rules: [loginRule, hiddenLoginRule],
		summarize: () => 'MongoDB',
	},
);

/** A parameter is stored unencrypted, and so is the URI in it. */
function* loginRule({ uri }: JsonObject): Iterable<Issue> {
	if (hasLogin(uri)) yield { path: 'uri', level: 'formOnly', code: 'loginInUri' };
}

/** Finds a URI that was taken over from an output. */
export function* hiddenLoginRule({ uri }: JsonObject): Iterable<Issue> {
	if (typeof uri !== 'string' || !uri.includes(`://${REDACTED}@`)) return;
	yield { path: 'uri', code: 'hiddenLogin', shown: REDACTED };
}

function hasLogin(uri: unknown): boolean {
	return typeof uri === 'string' && USER_INFO.test(uri);
}
