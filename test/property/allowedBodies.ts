import type { Api } from '../../tools/contract';
import { operationsOf, validateRequest } from '../../tools/contract';
import { isJsonObject, type JsonObject, objectAt, objectsAt } from '../../tools/contract/json';
import { Random } from '../../tools/random';
import { SERVICE_PATH } from '../unit/management/context';
import { ContractBodies } from './contractBodies';

const SEED = 20_261_121;
const COUNT = 200;

export const KINDS = ['kafka', 'kinesis', 'objectStorage', 'postgres'];

/** Only ClickHouse Cloud has these kinds of source. */
export const CLOUD_KINDS = ['bigquery', 'mongodb', 'mysql', 'pubsub'];

export const ALL_KINDS = [...KINDS, ...CLOUD_KINDS];
/** Pipes of these kinds name a table and its columns. Other kinds name tables in the source. */
export const WITH_TABLE = ['kafka', 'kinesis', 'objectStorage', 'pubsub'];

/** Lists valid bodies of new pipes from a kind of source. */
export function allowedPipes(kind: string): JsonObject[] {
	const random = new Random(SEED);
	return CLOUD_KINDS.includes(kind)
		? allowedBodies('clickhouseCloud', `${SERVICE_PATH}/clickpipes`, () =>
				randomPipe('clickhouseCloud', kind, random),
			)
		: allowedBodies('management', `${SERVICE_PATH}/pipes`, () =>
				randomPipe('management', kind, random),
			);
}

/** Each body has a name and tiles. */
export function allowedDashboards(): JsonObject[] {
	const random = new Random(SEED);
	const bodies = new ContractBodies('dashboard', random);
	const schema = schemaOf('dashboard', 'updateDashboard');
	return allowedBodies('dashboard', '/api/v2/dashboards/d1', () =>
		objectOf(bodies.make(schema, { name: 'Shop', tiles: [{}] })),
	);
}

function schemaOf(api: Api, operationId: string): unknown {
	return operationsOf(api).find((operation) => operation.operationId === operationId)?.bodySchema;
}

/** Makes the body of a new pipe from this source. Few of these bodies are invalid. */
export function randomPipe(api: Api, kind: string, random: Random): JsonObject {
	const others = new Set(ALL_KINDS.filter((other) => other !== kind));
	const bodies = new ContractBodies(api, random, others);
	const columns = ['id', 'day'].map((name) => ({ name, type: 'String' }));
	const table = { table: 't', managedTable: random.next() < 0.5, columns };
	const body = bodies.make(schemaOf(api, 'createPipe'), {
		source: { [kind]: {} },
		destination: WITH_TABLE.includes(kind) ? table : {},
	});
	return withCoveringMappings(objectOf(body));
}

function objectOf(value: unknown): JsonObject {
	if (!isJsonObject(value)) throw new Error('a body is an object');
	return value;
}

/** Mappings cover every column, which a schema can't express. */
function withCoveringMappings(body: JsonObject): JsonObject {
	if (!Array.isArray(body['fieldMappings'])) return body;
	const columns = objectsAt(objectAt(body, 'destination'), 'columns');
	const fieldMappings = columns.map(({ name }) => ({ sourceField: 'x', destinationField: name }));
	return { ...body, fieldMappings };
}

/** Makes bodies until enough are valid. */
function allowedBodies(api: Api, path: string, make: () => JsonObject): JsonObject[] {
	const method = api === 'dashboard' ? 'PUT' : 'POST';
	const allowed: JsonObject[] = [];
	for (let tries = 0; allowed.length < COUNT; tries += 1) {
		if (tries > COUNT * 50) throw new Error(`only ${String(allowed.length)} bodies are valid`);
		const body = make();
		if (validateRequest({ api, method, path, body }).length === 0) allowed.push(body);
	}
	return allowed;
}
