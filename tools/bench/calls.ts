import { sampleDashboard } from '../emulator/state/samples';

/** The keys that the server accepts and the credentials contain. */
export const KEYS = {
	organizationId: '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90',
	keyId: 'bench-key',
	keySecret: 'bench-secret-for-loopback',
	accessToken: 'bench-token-for-loopback',
};

/** The Authorization of each API's requests. */
export const AUTHORIZATION = {
	management: `Basic ${Buffer.from(`${KEYS.keyId}:${KEYS.keySecret}`).toString('base64')}`,
	dashboard: `Bearer ${KEYS.accessToken}`,
};

/** One operation, as the package's node is set for it and as any HTTP client calls it. */
export interface Call {
	title: string;
	api: keyof typeof AUTHORIZATION;
	/** The parameters of the package's node. */
	parameters: Record<string, string | boolean>;
	method: 'GET' | 'PATCH' | 'POST' | 'PUT';
	/** The path for the ID of an item. */
	path: (id: string) => string;
	/** The JSON for the ID of an item; reads have none. */
	body?: (id: string) => string;
}

const SERVICE_ID = '5d0f6a3e-2c41-4b7a-8f19-6e3b7c9d0a12';
const ORGANIZATION = `/v1/organizations/${KEYS.organizationId}`;
const SERVICE = `${ORGANIZATION}/services/${SERVICE_ID}`;
/** The ID of an item in the parameter of a node. */
export const ID_EXPRESSION = '{{ $json.id }}';

const pipeBody = (id: string): string =>
	JSON.stringify({
		name: `Orders ${id}`,
		source: {
			kafka: {
				type: 'kafka',
				format: 'JSONEachRow',
				brokers: 'broker-1.example.com:9092',
				topics: 'orders',
				authentication: 'PLAIN',
				offset: { strategy: 'from_beginning' },
			},
		},
		destination: {
			database: 'default',
			table: 'orders',
			managedTable: true,
			tableDefinition: { engine: { type: 'MergeTree' }, sortingKey: ['order_id'] },
			columns: [
				{ name: 'order_id', type: 'UInt64' },
				{ name: 'amount', type: 'Decimal(18, 2)' },
			],
		},
		fieldMappings: [
			{ sourceField: 'orderId', destinationField: 'order_id' },
			{ sourceField: 'amount', destinationField: 'amount' },
		],
	});

const pipeFields = {
	name: `=Orders ${ID_EXPRESSION}`,
	sourceKind: 'kafka',
	kafkaType: 'kafka',
	kafkaBrokers: 'broker-1.example.com:9092',
	kafkaAuthentication: 'PLAIN',
	kafkaTopics: 'orders',
	kafkaOffsetStrategy: 'from_beginning',
	kafkaFormat: 'JSONEachRow',
	destinationDatabase: 'default',
	destinationTable: 'orders',
	destinationManagedTable: true,
	destinationTableDefinitionSortingKey: 'order_id',
	columnsInput: 'list',
	columnsList: 'order_id UInt64 orderId, amount Decimal(18, 2)',
};

const create = { api: 'management', method: 'POST', body: pipeBody } as const;

function dashboardBody(id: string): string {
	const { name, tiles, tags } = sampleDashboard();
	return JSON.stringify({ name: `${name} ${id}`, tiles, tags });
}

/** Every measured operation. */
export const CALLS = {
	get: {
		title: 'Service → Get',
		api: 'management',
		parameters: { resource: 'service', operation: 'get', serviceId: `=${ID_EXPRESSION}` },
		method: 'GET',
		path: (id) => `${ORGANIZATION}/services/${id}`,
	},
	stop: {
		title: 'Pipe → Stop',
		api: 'management',
		parameters: {
			resource: 'pipe',
			operation: 'stop',
			serviceId: SERVICE_ID,
			pipeId: `=${ID_EXPRESSION}`,
		},
		method: 'PATCH',
		path: (id) => `${SERVICE}/pipes/${id}/state`,
		body: () => '{"command":"stop"}',
	},
	createByJson: {
		title: 'Pipe → Create, JSON',
		...create,
		parameters: {
			resource: 'pipe',
			operation: 'create',
			serviceId: SERVICE_ID,
			pipeInput: 'json',
			pipeJson: `=${pipeBody(ID_EXPRESSION)}`,
		},
		path: () => `${SERVICE}/pipes`,
	},
	createByFields: {
		title: 'Pipe → Create, fields',
		...create,
		parameters: {
			resource: 'pipe',
			operation: 'create',
			serviceId: SERVICE_ID,
			pipeInput: 'fields',
			...pipeFields,
		},
		path: () => `${SERVICE}/pipes`,
	},
	update: {
		title: 'Dashboard → Update',
		api: 'dashboard',
		parameters: {
			resource: 'dashboard',
			operation: 'update',
			dashboardId: `=${ID_EXPRESSION}`,
			dashboardInput: 'json',
			dashboardJson: `=${dashboardBody(ID_EXPRESSION)}`,
		},
		method: 'PUT',
		path: (id) => `/api/v2/dashboards/${id}`,
		body: dashboardBody,
	},
} satisfies Record<string, Call>;

export type CallName = keyof typeof CALLS;
