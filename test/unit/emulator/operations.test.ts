import { findOperation, type Operation, operationsOf } from '../../../tools/contract';
import { actionOf, type RecordAction } from '../../../tools/contract/collections';
import { exampleOf, successOf } from '../../../tools/contract/example';
import { isJsonObject, objectsAt } from '../../../tools/contract/json';
import { CLOUD_IDS } from '../../../tools/emulator/state/ids';
import { ALL_CLICKSTACK_SAMPLES } from '../../../tools/samples/clickstackSamples';
import { MANAGEMENT_SAMPLES } from '../../../tools/samples/managementSamples';
import { withEmulator } from '../../withEmulator';
import { call, type Reply } from './client';

const APIS = ['clickhouseCloud', 'clickstack'] as const;
const UNKNOWN_UUID = '0000ffff-0000-4000-8000-000000000001';
const UNKNOWN_OBJECT_ID = '0000ffff0000000000000001';
/** Its answer is 200 for an unknown ID as well. */
const DELETES_ANYTHING = 'deleteDashboard';
/** They are deleted after a while. */
const DISAPPEARS_LATER = ['deleteByocInfrastructure', 'deleteReversePrivateEndpoint'];

const emulator = withEmulator({ dialect: 'clickhouseCloud', dashboardApi: 'clickstack' });

const SAMPLES = Object.values({ ...MANAGEMENT_SAMPLES, ...ALL_CLICKSTACK_SAMPLES }).map(
	({ method, path, body }) => ({
		method,
		path: path(CLOUD_IDS).replace('/pipes', '/clickpipes'),
		body: body && JSON.stringify(body(CLOUD_IDS)).replace('"engine_', '"clickhouse_'),
	}),
);

/** Returns a request to an operation: the one of its sample, if it has one. */
function requestOf(operation: Operation) {
	const { api, template, method, parameters } = operation;
	const sample = SAMPLES.find(
		(one) => findOperation(api, one.method, one.path)?.operation === operation,
	);
	const path = template.replace('{organizationId}', CLOUD_IDS.organizationId);
	const query = parameters
		.filter(({ place, required }) => place === 'query' && required)
		.map(({ name, schema }) => [name, String(exampleOf(api, schema))]);
	return { ...(sample ?? { method, path, body: undefined }), query: new URLSearchParams(query) };
}

async function send(operation: Operation, change = (path: string) => path): Promise<Reply> {
	const { method, path, query, body } = requestOf(operation);
	const asked = query.size === 0 ? change(path) : `${change(path)}?${query.toString()}`;
	return await call(emulator, asked, { method, body });
}

/** Returns the operation on the same records that does something else. */
function other(operation: Operation, verb: RecordAction['verb']): Operation | undefined {
	const collection = actionOf(operation)?.collection;
	return operationsOf(operation.api).find((one) => {
		const action = actionOf(one);
		return action?.collection === collection && action?.verb === verb;
	});
}

/** Returns what a read or else a list shows of a record. */
async function shown(operation: Operation, id: string): Promise<unknown> {
	const [get, list] = [other(operation, 'get'), other(operation, 'list')];
	if (get !== undefined) {
		const { json } = await send(get, (path) => path.replace(/[^/]+$/, id));
		return json['result'] ?? json['data'];
	}
	const { json } = list === undefined ? { json: {} } : await send(list);
	return [...objectsAt(json, 'result'), ...objectsAt(json, 'data')].find((one) => one['id'] === id);
}

function idIn(path: string): string {
	return path.split('/').at(-1) ?? '';
}

function casesOf(fits: (operation: Operation, action: RecordAction | undefined) => boolean) {
	return APIS.flatMap((api) => operationsOf(api))
		.filter((operation) => fits(operation, actionOf(operation)))
		.map((operation) => ({ name: operation.operationId, operation }));
}

it.each(casesOf(() => true))('$name answers as its schema says', async ({ operation }) => {
	const { status, json } = await send(operation);
	expect({ status, json }).toMatchObject({ status: successOf(operation).status });
});

const OF_A_RECORD = casesOf(
	({ operationId }, action) =>
		action !== undefined && action.parameter !== '' && operationId !== DELETES_ANYTHING,
);

it.each(OF_A_RECORD)('$name answers 404 for an unknown record', async ({ operation }) => {
	const id = operation.api === 'clickstack' ? UNKNOWN_OBJECT_ID : UNKNOWN_UUID;
	const { status } = await send(operation, (path) => path.replace(/[^/]+$/, id));
	expect(status).toBe(404);
});

const IN_A_SERVICE = OF_A_RECORD.filter(({ operation }) =>
	operation.template.includes('{serviceId}/'),
);

it.each(IN_A_SERVICE)('$name answers 404 in another service', async ({ operation }) => {
	const { serviceId, idleServiceId } = CLOUD_IDS;
	const { status } = await send(operation, (path) => path.replace(serviceId, idleServiceId));
	expect(status).toBe(404);
});

const DELETIONS = casesOf(
	({ operationId }, action) => action?.verb === 'delete' && !DISAPPEARS_LATER.includes(operationId),
);

it.each(DELETIONS)('$name removes the record', async ({ operation }) => {
	const id = idIn(requestOf(operation).path);
	const before = await shown(operation, id);
	await send(operation);
	expect([before, await shown(operation, id)]).toEqual([expect.anything(), undefined]);
});

const CREATIONS = casesOf(
	(operation, action) =>
		action?.verb === 'create' &&
		(other(operation, 'get') ?? other(operation, 'list')) !== undefined,
);

it.each(CREATIONS)('$name adds a record, which is shown from then on', async ({ operation }) => {
	const { json } = await send(operation);
	const payload = json['result'] ?? json['data'];
	const { service, key, ...record } = isJsonObject(payload) ? payload : {};
	const made = [service, key, record].find(isJsonObject) ?? {};
	const named = 'name' in made ? { name: made['name'] } : {};
	expect(await shown(operation, String(made['id']))).toMatchObject({ id: made['id'], ...named });
});

const UPDATES = casesOf(
	(operation, action) => action?.verb === 'update' && other(operation, 'get') !== undefined,
);

it.each(UPDATES)('$name is seen by the next read', async ({ operation }) => {
	const { json } = await send(operation);
	const id = idIn(requestOf(operation).path);
	expect(await shown(operation, id)).toMatchObject(Object(json['result'] ?? json['data']));
});

const PAGED = casesOf(({ parameters }, action) => {
	const isPaged = parameters.some(({ name }) => name === 'limit');
	return action?.verb === 'list' && isPaged;
});

it.each(PAGED)('$name returns every record once, page by page', async ({ operation }) => {
	const { api } = operation;
	const records = emulator.state.recordsOf(api, actionOf(operation)?.collection ?? '');
	const [first] = records.all();
	for (let n = 0; n < 3; n += 1) records.set({ ...first, id: emulator.state.newIdIn(records) });
	const found: unknown[] = [];
	let next: unknown = '';
	while (typeof next === 'string' && found.length <= records.size) {
		const query = new URLSearchParams({
			limit: '2',
			...(next !== '' && api !== 'clickstack' && { cursor: next }),
		});
		if (api === 'clickstack') query.set('offset', String(found.length));
		const { json } = await call(emulator, `${requestOf(operation).path}?${query.toString()}`);
		const page = [...objectsAt(json, 'result'), ...objectsAt(json, 'data')];
		found.push(...page.map(({ id }) => id));
		next = api === 'clickstack' && page.length > 0 ? ' ' : json['nextCursor'];
	}
	expect(found).toEqual(records.ids());
});
