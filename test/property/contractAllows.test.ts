import { updateDashboard } from '../../nodes/CloudDashboard/actions/dashboard/update.operation';
import { createPipe } from '../../nodes/CloudManagement/actions/pipe/create.operation';
import type { Plan } from '../../nodes/core/operation';
import { operationsOf, validateRequest, withoutNulls } from '../contract';
import { isJsonObject, type JsonObject, objectAt, objectsAt } from '../contract/json';
import { Random } from '../formwalk/random';
import { contextOf, sentences, SERVICE_ID, SERVICE_PATH } from '../unit/management/context';
import { ContractBodies } from './contractBodies';

const SEED = 20_261_121;
const KINDS = ['kafka', 'kinesis', 'objectStorage', 'postgres'];

/** Secrets of every kind: the contract leaves open which a method cannot do without. */
const SECRETS = {
	...{ username: 'u', password: 'p', accessKeyId: 'a', secretKey: 's', connectionString: 'c' },
	...{
		certificate: 'c',
		privateKey: 'k',
		schemaRegistryUsername: 'u',
		schemaRegistryPassword: 'p',
	},
};

function schemaOf(operationId: string): unknown {
	const operations = [...operationsOf('management'), ...operationsOf('dashboard')];
	return operations.find((operation) => operation.operationId === operationId)?.bodySchema;
}

function pipeOf(kind: string, random: Random): JsonObject {
	const others = new Set(KINDS.filter((other) => other !== kind));
	const bodies = new ContractBodies('management', random, others);
	const columns = ['id', 'day'].map((name) => ({ name, type: 'String' }));
	const table = { table: 't', managedTable: random.next() < 0.5, columns };
	const body = bodies.make(schemaOf('createPipe'), {
		source: { [kind]: {} },
		destination: kind === 'postgres' ? {} : table,
	});
	return withCoveringMappings(objectOf(body));
}

function objectOf(value: unknown): JsonObject {
	if (!isJsonObject(value)) throw new Error('a body is an object');
	return value;
}

/** Mappings that are given cover every column, which a schema cannot say. */
function withCoveringMappings(body: JsonObject): JsonObject {
	if (!Array.isArray(body['fieldMappings'])) return body;
	const columns = objectsAt(objectAt(body, 'destination'), 'columns');
	const fieldMappings = columns.map(({ name }) => ({ sourceField: 'x', destinationField: name }));
	return { ...body, fieldMappings };
}

function planOf(pipeJson: unknown): Plan {
	const json = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson };
	return createPipe.plan(json, contextOf({ extraCredential: SECRETS }));
}

/** Makes bodies until so many are valid for the contract. */
function allowedBodies(count: number, path: string, make: () => JsonObject): JsonObject[] {
	const api = path.startsWith('/api/') ? 'dashboard' : 'management';
	const method = api === 'dashboard' ? 'PUT' : 'POST';
	const allowed: JsonObject[] = [];
	for (let tries = 0; allowed.length < count; tries += 1) {
		if (tries > count * 50) throw new Error(`only ${String(allowed.length)} bodies are valid`);
		const body = make();
		if (validateRequest({ api, method, path, body }).length === 0) allowed.push(body);
	}
	return allowed;
}

describe('what the contract allows is never refused', () => {
	it.each(KINDS)('in JSON: a pipe from %s', (kind) => {
		const random = new Random(SEED);
		const bodies = allowedBodies(200, `${SERVICE_PATH}/pipes`, () => pipeOf(kind, random));
		for (const body of bodies) {
			const { issues, request } = planOf(body);
			expect({ body, issues: sentences(issues) }).toEqual({ body, issues: [] });
			// Nothing is taken away on the way.
			expect(request.body).toMatchObject(Object(withoutNulls(body)));
		}
	});

	it('in JSON: a dashboard with a name and tiles, which an update would otherwise lose', () => {
		const random = new Random(SEED);
		const bodies = new ContractBodies('dashboard', random);
		const made = allowedBodies(200, '/api/v2/dashboards/d1', () => {
			const body = bodies.make(schemaOf('updateDashboard'), { name: 'Shop', tiles: [] });
			const tiles = Array.from({ length: random.integer(1, 4) }, () =>
				bodies.make({ $ref: '#/components/schemas/Tile' }, undefined),
			).map((tile, index) => ({ ...objectOf(tile), id: `t${String(index)}` }));
			return { ...objectOf(body), tiles };
		});
		for (const body of made) {
			const parameters = { dashboardId: 'd1', dashboardInput: 'json', dashboardJson: body };
			const { issues } = updateDashboard.plan(parameters, {
				credential: {},
				startedAt: 0,
				timezone: 'UTC',
			});
			expect({ body, issues: sentences(issues) }).toEqual({ body, issues: [] });
		}
	});
});
