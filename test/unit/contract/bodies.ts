import { type Api, validateRequest } from '../../contract';
import { isJsonObject, type JsonObject } from '../../contract/json';

const UUID = '12345678-1234-4234-8234-123456789abc';
export const ORGANIZATION = `/v1/organizations/${UUID}`;
export const SERVICE = `${ORGANIZATION}/services/${UUID}`;

const table = {
	database: 'default',
	table: 'events',
	managedTable: true,
	columns: [{ name: 'id', type: 'UInt64' }],
};

export type Kind = 'kafka' | 'objectStorage' | 'azure' | 'kinesis' | 'postgres';

/** The minimum that each kind needs. */
const SOURCES: Record<Kind, JsonObject> = {
	kafka: {
		kafka: {
			type: 'kafka',
			format: 'Avro',
			brokers: 'b:9092',
			topics: 't',
			authentication: 'PLAIN',
		},
	},
	objectStorage: { objectStorage: { type: 's3', format: 'CSV', url: 'https://example.com/*' } },
	azure: {
		objectStorage: { type: 'azureblobstorage', format: 'CSV', azureContainerName: 'files' },
	},
	kinesis: {
		kinesis: {
			format: 'Avro',
			streamName: 's',
			region: 'eu-west-1',
			iteratorType: 'LATEST',
			authentication: 'IAM_USER',
		},
	},
	postgres: { postgres: { host: 'db.example.com', port: 5432, database: 'shop' } },
};

/** Returns the smallest body that creates a pipe of a kind. */
function newPipe(kind: Kind): JsonObject {
	const destination = kind === 'postgres' ? { database: 'default' } : structuredClone(table);
	return { name: 'A pipe', source: structuredClone(SOURCES[kind]), destination };
}

/** A change of a body: path → value; `undefined` removes the member. */
export type Change = Record<string, unknown>;

function memberAt(target: unknown, key: string): unknown {
	if (Array.isArray(target)) {
		const elements: unknown[] = target;
		return elements[Number(key)];
	}
	return isJsonObject(target) ? target[key] : undefined;
}

function apply(body: JsonObject, path: string, value: unknown): void {
	const keys = path.split('.');
	const last = keys.pop() ?? '';
	let target: unknown = body;
	for (const key of keys) {
		if (isJsonObject(target) && target[key] === undefined) target[key] = {};
		target = memberAt(target, key);
	}
	if (!isJsonObject(target)) throw new Error(`there is no object at ${path}`);
	if (value === undefined) Reflect.deleteProperty(target, last);
	else target[last] = structuredClone(value);
}

/** Returns the body with the changes made. */
export function changed(body: JsonObject, change: Change): JsonObject {
	const copy = structuredClone(body);
	for (const [path, value] of Object.entries(change)) apply(copy, path, value);
	return copy;
}

/** Returns the faults of a new pipe: the smallest body of a kind with the changes made. */
export function pipeFaults(kind: Kind, change: Change = {}): string[] {
	const body = changed(newPipe(kind), change);
	return validateRequest({ api: 'management', method: 'POST', path: `${SERVICE}/pipes`, body });
}

/** Returns the faults of any request. */
export function faults(method: string, path: string, body?: unknown): string[] {
	const api: Api = path.startsWith('/api/') ? 'dashboard' : 'management';
	return validateRequest({ api, method, path, body });
}
