import type { ICredentialType, Icon } from 'n8n-workflow';

import { choice, describeBody, text } from '../nodes/engine/body/fields';
import { propertiesOf } from '../nodes/engine/body/interpret';

const SECRET_METHODS = {
	accessKey: 'Access Key',
	clientCertificate: 'Client Certificate',
	connectionString: 'Connection String',
	schemaRegistryOnly: 'Schema Registry Only',
	serviceAccount: 'Service Account',
	usernamePassword: 'Username and Password',
};
const ABOUT_METHODS: typeof SECRET_METHODS = {
	accessKey: 'Kinesis, object storage other than Azure, and Kafka on MSK, with an IAM user',
	clientCertificate: 'Kafka with mutual TLS',
	connectionString: 'Azure Blob Storage and Azure Event Hubs',
	schemaRegistryOnly: 'Kafka pipes where only the schema registry needs a login',
	serviceAccount: 'BigQuery, Pub/Sub, and Google Cloud Storage with a service account',
	usernamePassword: 'MongoDB, MySQL, Postgres, and Kafka with PLAIN or SCRAM',
};
const MASKED = { typeOptions: { password: true } };
const MASKED_FILE = { typeOptions: { password: true, rows: 4 } };
/** n8n drops hidden fields, so these stay visible for every method that Kafka pipes can use. */
const REGISTRY = {
	when: { method: { not: ['serviceAccount'] } },
	description: 'Only for Kafka pipes whose schema registry requires a login',
};

function requiredFor(method: keyof typeof SECRET_METHODS) {
	return { required: true, when: { method: [method] } } as const;
}

export class CloudPipeSourceApi implements ICredentialType {
	name = 'cloudPipeSourceApi';

	displayName = 'ClickHouse Cloud Pipe Source API';

	icon: Icon = {
		light: 'file:../icons/cloudPipeSource.svg',
		dark: 'file:../icons/cloudPipeSource.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-cloud-management/n8n-nodes-cloud-management/blob/main/docs/credentials.md#clickhouse-cloud-pipe-source-api';

	/** Contains a source's secrets, which no other node, HTTP Request included, should use. */
	restrictToSupportedNodes = true as const;

	properties = propertiesOf(
		describeBody('', {
			method: choice('Method', SECRET_METHODS, {
				default: 'usernamePassword',
				descriptions: ABOUT_METHODS,
			}),
			username: text('Username', requiredFor('usernamePassword')),
			password: text('Password', { ...requiredFor('usernamePassword'), ...MASKED }),
			accessKeyId: text('Access Key ID', requiredFor('accessKey')),
			secretKey: text('Secret Key', { ...requiredFor('accessKey'), ...MASKED }),
			connectionString: text('Connection String', {
				...requiredFor('connectionString'),
				...MASKED,
				placeholder: 'e.g. AccountName=…;AccountKey=…',
				description: 'Connection string of an Azure storage account or Azure Event Hub',
			}),
			certificate: text('Certificate', {
				...requiredFor('clientCertificate'),
				...MASKED_FILE,
				placeholder: 'e.g. -----BEGIN CERTIFICATE-----',
				description: 'Client certificate in PEM format, followed by its chain, if any',
			}),
			privateKey: text('Private Key', {
				...requiredFor('clientCertificate'),
				...MASKED_FILE,
				placeholder: 'e.g. -----BEGIN PRIVATE KEY-----',
				description: 'Private key of the certificate in PEM format, without a passphrase',
			}),
			serviceAccountKey: text('Service Account Key', {
				...requiredFor('serviceAccount'),
				...MASKED_FILE,
				placeholder: 'e.g. { "type": "service_account", … }',
				description: 'JSON key file of the Google service account, or its base64',
			}),
			schemaRegistryUsername: text('Schema Registry Username', REGISTRY),
			schemaRegistryPassword: text('Schema Registry Password', { ...REGISTRY, ...MASKED }),
		}),
	);
}
