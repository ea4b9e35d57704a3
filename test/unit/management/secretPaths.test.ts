import { SECRET_PATHS } from '../../../nodes/CloudManagement/resources/pipe/sources';
import { GROUPED_SECRETS } from '../../../nodes/CloudManagement/resources/pipe/sources/secrets';
import { redactSecrets } from '../../../nodes/engine/redaction/redact';
import { REDACTED } from '../../../nodes/engine/redaction/secretNames';

describe('the secrets of the sources', () => {
	it('are at the paths that the contract lists', () => {
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

	it('are redacted by their names, except the names of users and keys', () => {
		const shown = redactSecrets(
			Object.fromEntries(GROUPED_SECRETS.map(({ key }) => [key, 'x7#secret'])),
		);
		const open = Object.keys(shown).filter((name) => shown[name] !== REDACTED);
		expect(open).toEqual(['username', 'accessKeyId']);
	});
});
