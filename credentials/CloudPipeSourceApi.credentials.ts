import type { ICredentialType, Icon } from 'n8n-workflow';

import { SECRET_LABELS } from '../nodes/clickhouseCloud/pipeSources';
import type { Conditions, Fields } from '../nodes/engine/body/fields';
import { choice, describeFields, flag, text } from '../nodes/engine/body/fields';
import { propertiesOf } from '../nodes/engine/body/interpret';
import { noticeField } from '../nodes/engine/parameters/properties';

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
/** With these authentication methods of Kafka, the schema registry can have a login of its own. */
const BROKER_METHODS = ['accessKey', 'clientCertificate', 'connectionString', 'usernamePassword'];

/** n8n drops the values of hidden fields, so every use of a registry's login must show them. */
function registryLogin(when: Conditions): Fields {
	return {
		schemaRegistryUsername: text(SECRET_LABELS.schemaRegistryUsername, { required: true, when }),
		schemaRegistryPassword: text(SECRET_LABELS.schemaRegistryPassword, {
			required: true,
			when,
			...MASKED,
		}),
	};
}

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

	/** Other nodes, such as HTTP Request, shouldn't use a source's secrets. */
	restrictToSupportedNodes = true as const;

	properties = [
		// n8n shows its own text for a passed test.
		noticeField(
			'testNotice',
			"n8n's test of this credential doesn't contact the source. It only checks that the fields are complete and well formed. ClickHouse Cloud uses them when you create a pipe.",
		),
		...propertiesOf(
			describeFields('', {
				method: choice('Method', SECRET_METHODS, {
					default: 'usernamePassword',
					descriptions: ABOUT_METHODS,
				}),
				username: text(SECRET_LABELS.username, requiredFor('usernamePassword')),
				password: text(SECRET_LABELS.password, { ...requiredFor('usernamePassword'), ...MASKED }),
				accessKeyId: text(SECRET_LABELS.accessKeyId, requiredFor('accessKey')),
				secretKey: text(SECRET_LABELS.secretKey, { ...requiredFor('accessKey'), ...MASKED }),
				connectionString: text(SECRET_LABELS.connectionString, {
					...requiredFor('connectionString'),
					...MASKED,
					placeholder: 'e.g. AccountName=…;AccountKey=…',
					description: 'Connection string of an Azure storage account or Azure Event Hub',
				}),
				certificate: text(SECRET_LABELS.certificate, {
					...requiredFor('clientCertificate'),
					...MASKED_FILE,
					placeholder: 'e.g. -----BEGIN CERTIFICATE-----',
					description: 'Client certificate in PEM format, followed by its chain, if any',
				}),
				privateKey: text(SECRET_LABELS.privateKey, {
					...requiredFor('clientCertificate'),
					...MASKED_FILE,
					placeholder: 'e.g. -----BEGIN PRIVATE KEY-----',
					description: 'Private key of the certificate in PEM format, without a passphrase',
				}),
				serviceAccountKey: text(SECRET_LABELS.serviceAccountKey, {
					...requiredFor('serviceAccount'),
					...MASKED_FILE,
					placeholder: 'e.g. { "type": "service_account", … }',
					description: 'JSON key file of the Google service account, or the file in Base64',
				}),
				schemaRegistryLogin: flag('Schema Registry Login', {
					when: { method: BROKER_METHODS },
					description: "Whether a Kafka pipe's schema registry requires a login of its own",
				}),
				...registryLogin({ method: BROKER_METHODS, schemaRegistryLogin: [true] }),
			}),
		),
		...propertiesOf(describeFields('', registryLogin({ method: ['schemaRegistryOnly'] }))),
	];
}
