import { sampleDashboard } from '../emulator/state/samples';
import { KAFKA, ORDERS_TABLE } from '../samples/kafkaPipe';

/** Keys that the server accepts and the credentials contain. */
export const KEYS = {
	organizationId: '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90',
	keyId: 'bench-key',
	keySecret: 'bench-secret-for-loopback',
	accessToken: 'bench-token-for-loopback',
};

/** Each API's requests have this Authorization header. */
export const AUTHORIZATION = {
	management: `Basic ${Buffer.from(`${KEYS.keyId}:${KEYS.keySecret}`).toString('base64')}`,
	dashboard: `Bearer ${KEYS.accessToken}`,
};

/** A call that both the package's node and a plain HTTP client can make. */
export interface Call {
	title: string;
	api: keyof typeof AUTHORIZATION;
	parameters: Record<string, string | boolean>;
	method: 'GET' | 'PATCH' | 'POST' | 'PUT';
	path: (id: string) => string;
	/** Makes the body for an item's ID. Reads have no body. */
	body?: (id: string) => string;
	/**
	 * Set if the package reads the record before the change, for each item or once. HTTP Request reads for each item.
	 */
	reads?: 'each' | 'once';
}

const SERVICE_ID = '5d0f6a3e-2c41-4b7a-8f19-6e3b7c9d0a12';
const ORGANIZATION = `/v1/organizations/${KEYS.organizationId}`;
const SERVICE = `${ORGANIZATION}/services/${SERVICE_ID}`;
export const ID_EXPRESSION = '{{ $json.id }}';

const pipeBody = (id: string): string =>
	JSON.stringify({
		name: `Orders ${id}`,
		source: { kafka: { ...KAFKA, offset: { strategy: 'from_beginning' } } },
		destination: ORDERS_TABLE,
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

/** The tile's new height. Nothing else in the dashboard changes. */
const HEIGHT = 4;
const [CHANGED_TILE] = sampleDashboard().tiles;
const ONE_DASHBOARD = '00000000-0000-4000-8000-000000000000';

const updateOfTile = {
	resource: 'dashboard',
	operation: 'update',
	dashboardInput: 'json',
	dashboardJson: JSON.stringify({ tiles: [{ name: CHANGED_TILE?.name, h: HEIGHT }] }),
};

/** What HTTP Request sends after it has read the dashboard. */
const CHANGED_DASHBOARD = `{{ JSON.stringify({ ...$json.data, tiles: $json.data.tiles.map((tile) => tile.id === '${String(CHANGED_TILE?.id)}' ? { ...tile, h: ${String(HEIGHT)} } : tile) }) }}`;

const update = { api: 'dashboard', method: 'PUT', body: () => CHANGED_DASHBOARD } as const;

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
		...update,
		parameters: { ...updateOfTile, dashboardId: `=${ID_EXPRESSION}` },
		path: (id) => `/api/v2/dashboards/${id}`,
		reads: 'each',
	},
	updateOne: {
		title: 'Dashboard → Update, one dashboard',
		...update,
		parameters: { ...updateOfTile, dashboardId: ONE_DASHBOARD },
		path: () => `/api/v2/dashboards/${ONE_DASHBOARD}`,
		reads: 'once',
	},
} satisfies Record<string, Call>;

export type CallName = keyof typeof CALLS;

/** Counts the requests that a node sends for a call's items. */
export function requestsOf(name: CallName, items: number, isPackage: boolean): number {
	const { reads }: Call = CALLS[name];
	if (reads === undefined) return items;
	return isPackage && reads === 'once' ? items + 1 : items * 2;
}
