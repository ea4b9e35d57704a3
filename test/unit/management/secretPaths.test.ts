import { SECRET_PATHS } from '../../../nodes/CloudManagement/actions/pipe/sources';
import { SECRET_MEMBERS } from '../../../nodes/CloudManagement/actions/pipe/sources/authentication';
import { redactSecrets } from '../../../nodes/core/redaction/redact';
import { REDACTED } from '../../../nodes/core/redaction/secretParts';

describe('the secrets of the sources', () => {
	it('stand at the paths that the reference lists', () => {
		expect(SECRET_PATHS).toEqual([
			'source.bigquery.credentials',
			'source.kafka.schemaRegistry.credentials',
			'source.kafka.credentials',
			'source.kinesis.accessKey',
			'source.mongodb.credentials',
			'source.mysql.credentials',
			'source.objectStorage.accessKey',
			'source.objectStorage.connectionString',
			'source.objectStorage.serviceAccountKey',
			'source.postgres.credentials',
			'source.pubsub.serviceAccountKey',
		]);
	});

	it('are redacted by their names, but for the names of users and keys', () => {
		const shown = redactSecrets(
			Object.fromEntries(SECRET_MEMBERS.map((name) => [name, 'x7#secret'])),
		);
		const open = Object.keys(shown).filter((name) => shown[name] !== REDACTED);
		expect(open).toEqual(['username', 'accessKeyId']);
	});
});
