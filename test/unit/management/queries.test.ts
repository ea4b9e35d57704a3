import { objectBody } from '../../../nodes/engine/operation';
import { withoutUndefined } from '../../../nodes/engine/json';
import type { Parameters } from '../../../nodes/engine/operation';
import { fields, rows } from '../rows';
import { codes, operationOf, PIPE_ID, planOf, sentences, SERVICE_ID } from './context';
import { CLOUD, plannedSummary, sentBody } from './judged';

const IDS = { queryEndpointId: PIPE_ID, savedQueryId: PIPE_ID };
const QUERY = { name: 'Orders', sql: 'SELECT 1', database: 'default', parameters: { day: 1 } };
const ACCESS = {
	apiKeyIds: [SERVICE_ID],
	roles: ['reader'],
	allowedOrigins: ['https://a.example'],
};
/** Get's output for each. */
const CURRENT = {
	savedQuery: { id: PIPE_ID, ...QUERY },
	queryEndpoint: {
		...{ id: PIPE_ID, ...QUERY, ...ACCESS },
		...{ url: 'https://queries.example.com/run/x', ownerType: 'queryApiEndpoint' },
	},
};
const WHOLE = { savedQuery: QUERY, queryEndpoint: { ...QUERY, ...ACCESS } };
const FIELD = { savedQuery: 'currentQuery', queryEndpoint: 'currentEndpoint' };
const RESOURCES = ['savedQuery', 'queryEndpoint'] as const;

const sent = (name: string, parameters: Parameters) => sentBody(name, { ...IDS, ...parameters });
const summary = (name: string, parameters: Parameters) =>
	plannedSummary(name, { ...IDS, ...parameters });

describe('a new query', () => {
	it.each(
		rows(`
		savedQuery | name=" Orders" sql=SELECT 1 database=default | {"name":"Orders","sql":"SELECT 1","database":"default"}
		savedQuery | name=a sql=b database=c additionalFields.parameters={"day":1} | {"name":"a","sql":"b","database":"c","parameters":{"day":1}}
		savedQuery | name=a sql=b database=c additionalFields.parameters='{}' | additionalFields.parameters wrongType
		savedQuery | name=a sql=b database=c additionalFields.parameters=[1] | additionalFields.parameters wrongType
		savedQuery | name=a sql= database=c | sql empty
		savedQuery | name=a sql=b database=c additionalFields.additionalMembers={"parameters":null} | parameters isNull
		queryEndpoint | name=a sql=b database=c apiKeyIds=${PIPE_ID} , ${SERVICE_ID} roles=r, s | {"name":"a","sql":"b","database":"c","apiKeyIds":["${PIPE_ID}","${SERVICE_ID}"],"roles":["r","s"]}
		queryEndpoint | name=a sql=b database=c apiKeyIds=key roles=r | apiKeyIds.0 malformed
		queryEndpoint | name=a sql=b database=c apiKeyIds= roles=, | apiKeyIds empty, roles empty
		queryEndpoint | additionalFields.additionalMembers={"name":"a","sql":" ","database":"c","apiKeyIds":["${PIPE_ID}"],"roles":["r"]} | sql empty
		queryEndpoint | name=a sql=b database=c apiKeyIds=["${PIPE_ID}"] roles=["r"] additionalFields.allowedOrigins=https://a.example | {"name":"a","sql":"b","database":"c","apiKeyIds":["${PIPE_ID}"],"roles":["r"],"allowedOrigins":["https://a.example"]}
		`),
	)('is for %s with %s: %s', (resource, text, expected) => {
		const parameters = fields(text.replace("'{}'", '"text"'));
		const body = sent(`${resource}.create`, parameters);
		if (typeof body === 'string') expect(body).toBe(expected);
		else expect(body).toEqual(JSON.parse(expected));
	});

	it.each(RESOURCES)('accepts parameters of %s as JSON text', (resource) => {
		const { name, sql, database } = QUERY;
		const additionalFields = { parameters: ' { "day": 1 } ' };
		const { apiKeyIds, roles } = ACCESS;
		const body = sent(`${resource}.create`, {
			name,
			sql,
			database,
			apiKeyIds,
			roles,
			additionalFields,
		});
		expect(body).toMatchObject({ parameters: { day: 1 } });
	});

	it('lists who gets access to which data', () => {
		const { apiKeyIds, roles, database, name, sql } = WHOLE.queryEndpoint;
		const created = summary('queryEndpoint.create', { apiKeyIds, roles, database, name, sql });
		expect(created).toBe(
			`Create query endpoint Orders of service ${SERVICE_ID} with apiKeyIds (${SERVICE_ID}), roles (reader), database default, sql 'SELECT 1'`,
		);
	});
});

describe.each(RESOURCES)('an update of %s, which replaces the whole', (resource) => {
	const update = `${resource}.update`;
	const field = FIELD[resource];
	const current = CURRENT[resource];
	const whole = WHOLE[resource];
	const needed = withoutUndefined({ ...whole, parameters: undefined });

	it.each<[string, unknown]>([
		['an object', current],
		['text', JSON.stringify(current)],
		['a complete response', { status: 200, requestId: 'r', result: current }],
		['the output of an update', { ...current, summary: 'Replaced' }],
	])('keeps values that are not entered, from %s', (_as, given) => {
		const updateFields = { sql: 'SELECT 2' };
		expect(sent(update, { [field]: given, updateFields })).toEqual({ ...whole, sql: 'SELECT 2' });
	});

	it('has a field for every value that it can change', () => {
		const updates = operationOf(update).properties.find(({ name }) => name === 'updateFields');
		const names = updates?.options?.map(({ name }) => name);
		expect(names?.sort()).toEqual([...Object.keys(whole), 'additionalMembers'].sort());
	});

	it('sends values entered by JSON, including null and empty ones', () => {
		const updateFields = { additionalMembers: { parameters: {}, novel: null } };
		const body = sent(update, { [field]: current, updateFields });
		expect(body).toEqual({ ...whole, parameters: {}, novel: null });
	});

	it("needs all values if there's no current one", () => {
		const plan = planOf(update, { ...IDS, updateFields: { sql: 'SELECT 2' } }, CLOUD);
		expect(codes(plan.issues)).toEqual([`${field} noCurrent`]);
		const [text] = sentences(plan.issues, operationOf(update));
		expect(text).toMatch(
			/^Current (?:Query|Endpoint) is needed to keep Name, Database.*: the update/,
		);
		expect(sent(update, { updateFields: needed })).toEqual(needed);
	});

	it.each<[string, Parameters, string]>([
		['no change', { [field]: current }, 'updateFields nothingToUpdate'],
		['no change of JSON', { [field]: '' }, 'updateFields nothingToUpdate'],
		['another record', { [field]: { ...current, id: 'x' } }, `${field} otherCurrent`],
		['no record', { [field]: '{}' }, `${field} noCurrentId`],
		['no JSON', { [field]: '{' }, `${field} jsonInvalid`],
		[
			'a row of a list',
			{ [field]: { ...current, sql: undefined }, updateFields: { name: 'a' } },
			`${field} partialCurrent`,
		],
		[
			'a wrong value',
			{ [field]: current, updateFields: { parameters: 'day' } },
			'updateFields.parameters wrongType',
		],
	])('refuses %s', (_what, parameters, expected) => {
		expect(sent(update, parameters)).toBe(expected);
	});

	it("lists the changes, and the losses if there's no current one", () => {
		const title = resource === 'savedQuery' ? 'saved query' : 'query endpoint';
		const start = `Replace ${title} ${PIPE_ID} of service ${SERVICE_ID}:`;
		const updateFields = { database: 'shop' };
		expect(summary(update, { [field]: current, updateFields })).toBe(`${start} database shop`);
		expect(summary(update, { updateFields: needed })).toContain(`${start} clears any parameters; `);
		const same = { [field]: current, updateFields: { database: 'default' } };
		expect(summary(update, same)).toBe(`${start} no change`);
	});
});

it.each(RESOURCES)('%s lists 100 on a page of ClickHouse Cloud', (resource) => {
	const path = (own: Parameters) => planOf(`${resource}.getAll`, own, CLOUD).request.path;
	expect(path({ returnAll: true })).toMatch(/\?limit=100$/);
	expect(path({ returnAll: false, limit: 7 })).toMatch(/\?limit=7$/);
	expect(objectBody(planOf(`${resource}.delete`, IDS, CLOUD).request)).toEqual({});
});
