import type { Parameters } from '../../../nodes/engine/operation';
import { summaryOf } from '../../../nodes/engine/summary/summaries';
import { json } from '../core/fakes';
import { validateRequest } from '../../../tools/contract';
import {
	CLOUD,
	problems,
	filled,
	operationOf,
	PIPE_ID,
	plannedSummary,
	planOf,
	sentences,
	SERVICE_ID,
	SERVICE_PATH,
} from './context';
import { runManagement } from './runManagement';

const IDS = { queryEndpointId: PIPE_ID, savedQueryId: PIPE_ID };
const QUERY = { name: 'Orders', sql: 'SELECT 1', database: 'default' };
const ACCESS = {
	apiKeyIds: [SERVICE_ID],
	roles: ['reader'],
	allowedOrigins: ['https://a.example'],
};
const PARAMETERS = { parameters: { day: 1 } };

describe('Query Endpoint → Create', () => {
	it('summarizes who gets access to which data', () => {
		const { apiKeyIds, roles } = ACCESS;
		expect(plannedSummary('queryEndpoint.create', { ...QUERY, apiKeyIds, roles })).toBe(
			`Create query endpoint 'Orders' of service ${SERVICE_ID} with API Key IDs (${SERVICE_ID}), Database Roles (reader), Database default, SQL 'SELECT 1'`,
		);
	});
});

const RESOURCES = [
	{
		resource: 'savedQuery',
		label: 'Saved Query → Update',
		title: 'saved query',
		segment: 'queries',
		own: {},
		readOnly: { id: PIPE_ID },
	},
	{
		resource: 'queryEndpoint',
		label: 'Query Endpoint → Update',
		title: 'query endpoint',
		segment: 'query-api-endpoints',
		own: ACCESS,
		readOnly: {
			id: PIPE_ID,
			url: 'https://queries.example.com/run/x',
			ownerType: 'queryApiEndpoint',
		},
	},
];

describe.each(RESOURCES)('$label', ({ resource, title, own, readOnly }) => {
	const name = `${resource}.update`;
	const stored = { ...QUERY, ...own, ...PARAMETERS };
	const record = { ...readOnly, ...stored };

	/** Plans an update with or without the record read. */
	const update = (updateFields: Parameters, facts: Record<string, unknown> = { record }) =>
		planOf(name, { ...IDS, updateFields }, { ...CLOUD, facts });
	const bodyOf = (updateFields: Parameters, current: object = record) => {
		const { request, issues } = update(updateFields, { record: current });
		expect(problems(issues)).toEqual([]);
		expect(validateRequest({ api: 'clickhouseCloud', ...request })).toEqual([]);
		return request.body;
	};

	it('reads the record by a GET of its own path', () => {
		const [need, ...others] = update({ sql: 'SELECT 2' }, {}).needs ?? [];
		expect(others).toEqual([]);
		const { path } = update({ sql: 'SELECT 2' }).request;
		expect(path).toContain(SERVICE_PATH);
		expect(need).toMatchObject({ fact: 'record', request: { method: 'GET', path } });
		expect(need?.factIn({ ...record })).toEqual({ value: record });
	});

	it.each([[[record]], [null], ['text'], [[]]])('finds no record in %j', (payload) => {
		const [need] = update({ sql: 'SELECT 2' }, {}).needs ?? [];
		expect(need?.factIn(payload)).toMatchObject({
			problem: { message: `The API has no ${title} with this ID.` },
		});
	});

	it.each(Object.keys(stored).map((key) => [key]))(
		'keeps everything except an entered %s',
		(key) => {
			const values: Record<string, unknown> = {
				name: 'New',
				sql: 'SELECT 2',
				database: 'shop',
				apiKeyIds: [PIPE_ID],
				roles: ['admin'],
				allowedOrigins: ['https://b.example'],
				parameters: { day: 2 },
			};
			expect(bodyOf({ [key]: values[key] })).toEqual({ ...stored, [key]: values[key] });
		},
	);

	it('sends secrets in SQL and parameters back as they were read', () => {
		const sql = "SELECT * FROM s3('https://a:b@h/x', 'AKIAIOSFODNN7EXAMPLE', 'wJalrXUtnFEMI')";
		const secret = { ...record, sql, parameters: { password: 'hunter2', token: 'abc' } };
		expect(bodyOf({ name: 'New' }, secret)).toMatchObject({
			sql,
			parameters: { password: 'hunter2', token: 'abc' },
		});
	});

	it('keeps unknown keys', () => {
		expect(bodyOf({ name: 'New' }, { ...record, novel: { a: 1 } })).toMatchObject({
			novel: { a: 1 },
		});
	});

	it('clears parameters for null, and keeps them with a warning if they are empty', () => {
		expect(bodyOf({ parameters: null })).toEqual({ ...QUERY, ...own });
		for (const nothing of ['', undefined, {}, '{}', ' { } ']) {
			const { request, hints } = update({ name: 'New', parameters: nothing });
			expect(request.body).toEqual({ ...stored, name: 'New' });
			expect(hints).toEqual([
				'Parameters is empty, so it stays as it is. To clear it, enter the expression {{ null }}.',
			]);
		}
	});

	it.each(['name', 'sql', 'database', ...Object.keys(own).slice(0, 2)])(
		'refuses to clear %s, and keeps it with a warning if it is empty',
		(key) => {
			// Issues that need no read appear before it.
			for (const { issues } of [update({ [key]: null }), update({ [key]: null }, {})]) {
				expect(problems(issues)).toEqual([`updateFields.${key} can't be cleared:`]);
			}
			const other = key === 'name' ? { sql: 'SELECT 2' } : { name: 'New' };
			const { request, hints } = update({ ...other, [key]: '' });
			expect(request.body).toEqual({ ...stored, ...other });
			expect(hints).toEqual([expect.stringMatching(/ is empty, so it stays as it is\.$/)]);
		},
	);

	it.each([{}, { name: '' }, { parameters: {} }, { name: '', additionalMembers: '{}' }])(
		'refuses %j, which leaves nothing to change',
		(updateFields) => {
			expect(problems(update(updateFields, {}).issues)).toEqual(['updateFields is empty, so']);
		},
	);

	it('checks what is entered, but nothing that the API returned', () => {
		const odd = { ...record, name: ' ', sql: 5, database: '' };
		expect(problems(update({ parameters: { day: 2 } }, { record: odd }).issues)).toEqual([]);
		expect(sentences(update({ sql: ' ', name: 'New' }).issues, operationOf(name))).toEqual([]);
		const long = 'x'.repeat(4_194_305);
		expect(problems(update({ sql: long }, {}).issues)).toEqual(['updateFields.sql must have at']);
	});

	it('summarizes cleared fields first, then changes with old and new values', () => {
		const operation = operationOf(name);
		const summary = (updateFields: Parameters) => {
			const facts = { record };
			const parameters = filled(operation, { ...IDS, updateFields });
			const { request } = operation.plan(parameters, { ...CLOUD, facts });
			return summaryOf(
				{ parameters, request, facts },
				{ operation, redactorFor: () => (text) => text },
			);
		};
		const start = `Update ${title} ${PIPE_ID} of service ${SERVICE_ID}:`;
		expect(summary({ database: 'shop', parameters: null })).toBe(
			`${start} clears Parameters, Database from default to shop`,
		);
		expect(summary({ database: 'default' })).toBe(`${start} no change`);
	});

	it('says after a 409 that a person may have created the query', () => {
		expect(operationOf(name).texts?.advice?.[409]).toMatch(/can't change a/);
	});
});

describe('Saved Query → Update of one query by two items', () => {
	const record = { id: PIPE_ID, ...QUERY, ...PARAMETERS };
	const path = `services/${SERVICE_ID}/saved-queries/${PIPE_ID}`;
	const run = async (response: object) => {
		const bodies: unknown[] = [];
		const fields = {
			...{ resource: 'savedQuery', operation: 'update', serviceId: SERVICE_ID, ...IDS },
			updateFields: (index: number) => (index === 0 ? { name: 'New' } : { database: 'shop' }),
		};
		const { requests, error } = await runManagement({
			...{ fields, count: 2 },
			answer: (request, body) => {
				if (request.startsWith('GET')) return json({ result: record });
				bodies.push(body);
				return json({ result: response });
			},
		});
		expect(error).toBeUndefined();
		return { bodies, requests };
	};

	it('builds the second item on a response with the whole record', async () => {
		const { bodies, requests } = await run({ ...record, name: 'New' });
		expect(requests).toEqual([`GET ${path}`, `PUT ${path}`, `PUT ${path}`]);
		expect(bodies[1]).toEqual({ ...QUERY, ...PARAMETERS, name: 'New', database: 'shop' });
	});

	it.each([{ id: PIPE_ID, name: 'New' }, { name: 'New' }, {}])(
		'reads the record again after an incomplete response: %j',
		async (response) => {
			const { bodies, requests } = await run(response);
			expect(requests).toEqual([`GET ${path}`, `PUT ${path}`, `GET ${path}`, `PUT ${path}`]);
			expect(bodies[1]).toEqual({ ...QUERY, ...PARAMETERS, database: 'shop' });
		},
	);
});

describe('Query Endpoint → Update', () => {
	it('clears allowed origins for an empty list or null', () => {
		const record = { id: PIPE_ID, ...QUERY, ...ACCESS };
		const bodyOf = (allowedOrigins: unknown) =>
			planOf(
				'queryEndpoint.update',
				{ ...IDS, updateFields: { allowedOrigins } },
				{ ...CLOUD, facts: { record } },
			).request.body;
		const { apiKeyIds, roles } = ACCESS;
		expect(bodyOf([])).toEqual({ ...QUERY, ...ACCESS, allowedOrigins: [] });
		expect(bodyOf(null)).toEqual({ ...QUERY, apiKeyIds, roles });
	});
});
