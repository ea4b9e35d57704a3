import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator, EmulatorOptions } from '../../../tools/emulator';
import { CLICKSTACK_IDS } from '../../../tools/emulator';
import { sampleNode, sampleOf } from '../../../tools/samples/operationSamples';
import type { NodeUnderTest } from '../../../tools/engine/workflow';
import {
	API_KEYS,
	HIDDEN_SECRETS,
	JSON_SECRETS,
	OTHER_SECRETS,
	SOURCES,
	URL_SECRETS,
} from '../../../tools/samples/canaries';

export interface LeakCase {
	/** Includes all credential fields and all secrets of the node, as text. */
	secrets: readonly string[];
	source: IDataObject;
	/** Expressions read this item. */
	item?: IDataObject;
	node: (ids: Emulator['ids']) => NodeUnderTest;
	/** False if the item is invalid, so nothing is sent. */
	sends?: false;
	emulator?: EmulatorOptions;
	/** Adds secrets to the service's records, which an update reads and resends. */
	store?: (emulator: Emulator) => void;
	reads?: number;
	/** Makes the item invalid before anything is sent. */
	invalid: INodeParameters;
	/** This property of the workflow or an item contains the secrets as plain text. */
	ownMember?: 'parameters' | 'pipe';
}

const { keyId, keySecret } = API_KEYS;
const KEYS = [keyId, keySecret, `${keyId}:${keySecret}`];

type Source = (typeof SOURCES)[keyof typeof SOURCES];

const REGISTRY: INodeParameters = {
	kafkaSchemaRegistryAuthentication: 'PLAIN',
	kafkaSchemaRegistryUrl: 'https://registry.example.com',
	kafkaFormat: 'AvroConfluent',
};
const KAFKA: INodeParameters = {
	...REGISTRY,
	sourceKind: 'kafka',
	kafkaBrokers: 'broker.example.com:9092',
	kafkaTopics: 'orders',
};
const STORAGE: INodeParameters = {
	sourceKind: 'objectStorage',
	objectStorageType: 'azureblobstorage',
	objectStorageAzureContainerName: 'files',
	objectStoragePath: '*.json',
	objectStorageAuthentication: 'CONNECTION_STRING',
};

function pipe({ method, ...members }: Source, form: INodeParameters): LeakCase {
	return {
		secrets: [...KEYS, ...Object.values(members).filter((value) => typeof value === 'string')],
		source: { method, ...members },
		node: (ids) => sampleNode(sampleOf('pipe create'), ids, { ...TABLE, ...form }),
		invalid: { destinationDatabase: '={{ "" }}' },
	};
}

const TABLE: INodeParameters = {
	destinationTable: 'orders',
	destinationColumns: { values: [{ name: 'id', type: 'UInt64' }] },
	destinationTableDefinitionSortingKey: 'id',
	additionalOptions: { destinationTableDefinitionEngineType: 'MergeTree' },
};

const JSON_PIPE = {
	name: 'Orders',
	source: {
		postgres: {
			host: 'db.example.com',
			port: 5432,
			database: 'shop',
			settings: { replicationMode: 'cdc' },
			credentials: JSON_SECRETS,
		},
	},
	destination: { database: 'default' },
};

const { clientSecret, ...others } = OTHER_SECRETS;
const login = `loader:${encodeURIComponent(URL_SECRETS.login)}`;
const signature = encodeURIComponent(URL_SECRETS.signature);

/** The contract lacks these places of secrets: other names, URLs, settings, JSON, and PEM. */
const UNLISTED_PIPE = {
	...JSON_PIPE,
	source: {
		postgres: {
			...JSON_PIPE.source.postgres,
			...others,
			oauth: { clientSecret: { value: clientSecret } },
			uri: `postgres://${login}@db.example.com/shop`,
			options: [{ name: 'sasl.password', value: HIDDEN_SECRETS.setting }],
			config: JSON.stringify({ login: { user: 'reader', password: HIDDEN_SECRETS.inJson } }),
			bundle: HIDDEN_SECRETS.privateKey,
			exportUrl: `https://files.example.com/shop?sv=1&sig=${signature}`,
		},
	},
	tags: { accessKey: OTHER_SECRETS.token },
};

function pipeByJson(pipeJson: string, more: Partial<LeakCase>): LeakCase {
	return {
		secrets: [...KEYS, ...Object.values(JSON_SECRETS)],
		source: {},
		node: (ids) => ({
			...sampleNode(sampleOf('pipe create'), ids, { pipeInput: 'json', pipeJson }),
			withSource: false,
		}),
		invalid: { serviceId: 'not-an-id' },
		...more,
	};
}

/** A secret may come from both APIs' keys, from every field of the source credential, or from JSON input. */
export const LEAK_CASES: Readonly<Record<string, LeakCase>> = {
	'service get': {
		secrets: KEYS,
		source: {},
		node: (ids) => sampleNode(sampleOf('service get'), ids),
		invalid: { serviceId: 'not-an-id' },
	},
	'dashboard update': {
		secrets: [API_KEYS.accessToken],
		source: {},
		node: (ids) => sampleNode(sampleOf('dashboard update'), ids),
		reads: 2,
		invalid: { dashboardId: '..' },
	},
	'a record that an update reads': {
		secrets: [API_KEYS.accessToken, URL_SECRETS.login, URL_SECRETS.signature],
		source: {},
		emulator: { dashboardApi: 'clickstack' },
		store: (emulator) => {
			emulator.change('webhooks', CLICKSTACK_IDS.webhookId, (webhook) => ({
				...webhook,
				url: `https://n8n.example.com/webhook/1?sig=${signature}`,
				description: `postgres://${login}@db.example.com/shop`,
			}));
		},
		node: (ids) => sampleNode(sampleOf('webhook update'), ids),
		reads: 1,
		invalid: { webhookId: '..' },
	},
	'a login': pipe(SOURCES.usernamePassword, { ...KAFKA, kafkaAuthentication: 'PLAIN' }),
	'an access key': pipe(SOURCES.accessKey, {
		...KAFKA,
		kafkaType: 'msk',
		kafkaAuthentication: 'IAM_USER',
	}),
	'a connection string': pipe(SOURCES.connectionString, STORAGE),
	'a client certificate': pipe(SOURCES.clientCertificate, {
		...KAFKA,
		kafkaAuthentication: 'MUTUAL_TLS',
	}),
	'a schema registry alone': pipe(SOURCES.schemaRegistryOnly, {
		...KAFKA,
		kafkaType: 'msk',
		kafkaAuthentication: 'IAM_ROLE',
		kafkaIamRole: 'arn:aws:iam::123456789012:role/reader',
	}),
	'JSON outside the API reference': pipeByJson('={{ JSON.stringify($json.pipe) }}', {
		secrets: [
			...KEYS,
			...Object.values(JSON_SECRETS),
			...Object.values(OTHER_SECRETS),
			...Object.values(HIDDEN_SECRETS),
			...Object.values(URL_SECRETS),
		],
		item: { pipe: UNLISTED_PIPE },
		ownMember: 'pipe',
	}),
	'JSON that an item spoils': pipeByJson('={{ JSON.stringify($json.pipe).slice(0, -9) }}', {
		sends: false,
		item: { pipe: JSON_PIPE },
		ownMember: 'pipe',
	}),
	'JSON with a secret in a wrong place': pipeByJson('={{ JSON.stringify($json.pipe) }}', {
		sends: false,
		item: { pipe: { ...JSON_PIPE, ...JSON_SECRETS } },
		ownMember: 'pipe',
	}),
	'JSON typed into the node': pipeByJson(JSON.stringify(JSON_PIPE), { ownMember: 'parameters' }),
};
