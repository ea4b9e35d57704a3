import type { JsonObject } from '../../../nodes/engine/json';
import type { ParameterValues } from '../../../nodes/engine/operation';
import { summaryOf } from '../../../nodes/engine/summary/summaries';
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
	summarizing,
} from './context';

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
			`Create query endpoint "Orders" of service ${SERVICE_ID} with API Key IDs (${SERVICE_ID}), Database Roles (reader), Database default, SQL "SELECT 1"`,
		);
	});
});

describe('Saved Query → Create', () => {
	it.each([
		['{"day": 1', "isn't valid JSON"],
		['[1]', 'contains a list,'],
		['{"user": 12345678901234567890}', 'contains 12345678901234567890, which'],
	])('rejects the parameters %s, because it %s', (parameters, problem) => {
		const { issues } = planOf('savedQuery.create', { ...QUERY, parameters });
		expect(problems(issues)).toEqual([`additionalFields.parameters ${problem}`]);
	});

	it('sends the digits of a number in quotes', () => {
		const parameters = '{"user": "12345678901234567890", "share": 0.1}';
		const { request, issues } = planOf('savedQuery.create', { ...QUERY, parameters });
		expect(problems(issues)).toEqual([]);
		expect(request.body).toMatchObject({ parameters: JSON.parse(parameters) as unknown });
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

	/** Without the record, the update awaits its read. */
	const update = (updateFields: ParameterValues, facts: Record<string, unknown> = { record }) =>
		planOf(name, { ...IDS, updateFields }, { ...CLOUD, facts });
	const bodyOf = (updateFields: ParameterValues, current: object = record) => {
		const { request, issues } = update(updateFields, { record: current });
		expect(problems(issues)).toEqual([]);
		expect(validateRequest({ api: 'clickhouseCloud', ...request })).toEqual([]);
		return request.body;
	};

	it.each([[[record]], [null], ['text'], [[]]])("doesn't report a record for %j", (payload) => {
		const [need] = update({ sql: 'SELECT 2' }, {}).needs ?? [];
		expect(need?.factIn(payload)).toMatchObject({
			problem: { message: `The API has no ${title} with this ID.` },
		});
	});

	it("sends back the stored record's unknown keys", () => {
		expect(bodyOf({ name: 'New' }, { ...record, novel: { a: 1 } })).toMatchObject({
			novel: { a: 1 },
		});
	});

	it('clears parameters for null', () => {
		expect(bodyOf({ parameters: null })).toEqual({ ...QUERY, ...own });
	});

	it('warns that it keeps parameters if they are empty', () => {
		for (const nothing of ['', undefined, {}, '{}', ' { } ']) {
			const { request, hints } = update({ name: 'New', parameters: nothing });
			expect(request.body).toEqual({ ...stored, name: 'New' });
			expect(hints).toEqual([
				'Parameters is empty, so it keeps its value. To clear it, enter the expression {{ null }}.',
			]);
		}
	});

	it('checks only entered values', () => {
		const odd = { ...record, name: ' ', sql: 5, database: '' };
		expect(problems(update({ parameters: { day: 2 } }, { record: odd }).issues)).toEqual([]);
		expect(sentences(update({ sql: ' ', name: 'New' }).issues, operationOf(name))).toEqual([]);
		const long = 'x'.repeat(4_194_305);
		expect(problems(update({ sql: long }, {}).issues)).toEqual(['updateFields.sql must have at']);
	});

	it('summarizes cleared fields before changed values', () => {
		const operation = operationOf(name);
		const summary = (updateFields: ParameterValues) => {
			const facts = { record };
			const parameters = filled(operation, { ...IDS, updateFields });
			const { request } = operation.plan(parameters, { ...CLOUD, facts });
			return summaryOf({ parameters, request, facts }, summarizing(operation)).text;
		};
		const start = `Update ${title} ${PIPE_ID} of service ${SERVICE_ID}:`;
		expect(summary({ database: 'shop', parameters: null })).toBe(
			`${start} clears Parameters, Database from default to shop`,
		);
		expect(summary({ database: 'default' })).toBe(`${start} no change`);
	});

	it.each<{ parameters: JsonObject; text: string }>([
		{
			parameters: { day: '2026-02-02' },
			text: 'clears parameters/region, parameters/day from 2026-01-01 to 2026-02-02',
		},
		{
			parameters: { day: '2026-01-01', region: 'eu', size: 2, empty: '' },
			text: 'parameters/size 2',
		},
		{
			parameters: { day: '2026-01-01', region: 'eu' },
			text: 'Parameters from (empty "", day 2026-01-01, region eu) to (day 2026-01-01, region eu)',
		},
		{
			parameters: { day: { from: 1 }, region: 'eu', empty: '' },
			text: 'parameters/day from 2026-01-01 to (from 1)',
		},
	])('summarizes changed parameters: $text', ({ parameters, text }) => {
		const operation = operationOf(name);
		const stored = { day: '2026-01-01', region: 'eu', empty: '' };
		const facts = { record: { ...record, parameters: stored } };
		const entered = filled(operation, { ...IDS, updateFields: { parameters } });
		const { request } = operation.plan(entered, { ...CLOUD, facts });
		const summary = summaryOf({ parameters: entered, request, facts }, summarizing(operation)).text;
		expect(summary.split(': ')[1]).toBe(text);
	});
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
