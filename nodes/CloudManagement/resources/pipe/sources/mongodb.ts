import { choice, flag, matching, text, usually } from '../../../../engine/body/fields';
import type { JsonObject } from '../../../../engine/json';
import { isAbsent } from '../../../../engine/json';
import { isUnreadableUri, REDACTED } from '../../../../engine/redaction/secretNames';
import { ANY_METHOD, secretGroup } from './secretFields';
import { LOGIN } from './secretKinds';
import { deleteOnMerge, replicationMode, replicationSettings, sizes, TLS } from './database';
import { describeSource } from './source';
import { tableMappings } from '../tableMappings';
import type { Issue } from '../../../../engine/issue';
import { sentHint, unusual } from '../../../../engine/issue';

const PREFERENCES = {
	primary: 'Primary (primary)',
	primaryPreferred: 'Primary Preferred (primaryPreferred)',
	secondary: 'Secondary (secondary)',
	secondaryPreferred: 'Secondary Preferred (secondaryPreferred)',
	nearest: 'Nearest (nearest)',
};

const SIZES = sizes();

const USER_INFO = /^[^/]*\/\/[^/?#]*@/;

const uriSchema = matching(
	/^mongodb(?:\+srv)?:\/\/[^\s/]/,
	'must start with mongodb:// or mongodb+srv://, such as mongodb+srv://cluster.example.com.',
);

export const mongodb = describeSource('mongodb', 'MongoDB', {
	option: { name: 'MongoDB (Including Atlas)' },
	mainFields: 'uri credentials readPreference settings',
	tables: tableMappings('mongodb', {
		container: 'Database',
		table: 'Collection',
		allowsDots: true,
		optionalKeys: ['tableEngine'],
	}),
	resyncs: true,
	rules: [loginRule, hostRule],
	change: { required: ['uri', 'readPreference'], rules: [changedHostRule] },
	cloud: { only: true },
	summary: { describe: () => 'MongoDB' },
	fields: {
		uri: text('Connection URI', {
			required: true,
			placeholder: 'e.g. mongodb+srv://cluster.example.com',
			description: 'Deployment address, without a username and password',
			note: 'mongodb:// or mongodb+srv://, without a login',
			schema: uriSchema,
			rule: usually(
				/^(?!mongodb\+srv:\/\/[^/?#]*:\d+(?:[/?#]|$))/i,
				'has a port, but mongodb+srv:// gets the port from DNS',
				'Remove the port, or start with mongodb://.',
			),
		}),
		readPreference: choice('Read Preference', PREFERENCES, {
			required: true,
			default: 'secondaryPreferred',
			description: 'Replica set members that the pipe reads',
		}),
		// In JSON, the login may be in the URI.
		credentials: secretGroup(({ uri }) => (hasLogin(uri) ? {} : { [ANY_METHOD]: LOGIN })),
		...TLS,
		settings: replicationSettings({
			replicationMode: replicationMode('documents', 'to load collections'),
			...SIZES.syncs,
			...SIZES.load,
			deleteOnMerge,
			useJsonNativeFormat: flag('Use JSON Native Format', {
				description: "Whether to store documents with the service's JSON type",
			}),
		}),
	},
});

function* loginRule({ uri }: JsonObject): Iterable<Issue> {
	const problem = 'contains a login, which is stored in the workflow unencrypted';
	if (hasLogin(uri)) yield { path: 'uri', ...sentHint(problem) };
}

const NO_CLEAR_HOST = `has no clear host, so outputs show ${REDACTED}`;

/** Reports a URI whose host can't be recognized. Outputs hide such a host, so nobody could approve it. */
function* hostRule({ uri }: JsonObject): Iterable<Issue> {
	if (!isUnreadableUri('uri', uri)) return;
	const remedy = 'Percent-encode special characters in the login, such as %40 for @.';
	yield { path: 'uri', ...unusual(NO_CLEAR_HOST, remedy) };
}

/**
 * ClickHouse Cloud accepts its own redacted URI back, even where the redaction hides the host. A new login needs a host
 * that an approver can read.
 */
function changedHostRule(members: JsonObject): Issue[] {
	const issues = [...hostRule(members)];
	const hasNewLogin = !isAbsent(members.credentials);
	return hasNewLogin ? issues : issues.map(({ path }) => ({ path, ...sentHint(NO_CLEAR_HOST) }));
}

function hasLogin(uri: unknown): boolean {
	return typeof uri === 'string' && USER_INFO.test(uri);
}
