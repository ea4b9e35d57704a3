import type { IDataObject } from 'n8n-workflow';
import { errorDetails } from '../../../nodes/engine/errors/nodeErrors';
import type { Operation, ParameterValues } from '../../../nodes/engine/operation';
import type { HttpRequest } from '../../../nodes/engine/request';
import { outputItems, resultOf } from '../../../nodes/engine/output/output';
import {
	execute,
	fakeExecution,
	GET,
	plannedItem,
	REMOVE,
	shown,
	text,
	withOptions,
} from './fakes';
import { sentenceHint } from '../../../nodes/engine/issue';

const REQUEST = { method: 'GET', path: '/x' } as const;

const OPERATIONS: Record<string, Operation> = {
	read: GET,
	removal: REMOVE,
	first: {
		...GET,
		output: { pick: (elements) => elements.slice(0, 1), toItem: ({ id }) => ({ id }) },
	},
	raw: { ...GET, output: { raw: true, emptyResult: () => ({ success: true }) } },
	/** The operation knows which response confirms it. */
	confirmed: {
		...GET,
		output: { isSuccessWithoutPayload: ({ status }, http) => status === 200 || http === 204 },
	},
};

interface Row {
	of: keyof typeof OPERATIONS;
	body: string;
	type?: string;
	status?: number;
	full?: true;
	/** Undefined if the response confirms nothing. */
	items?: object[];
}

const LIST = '{"requestId":"r","result":[{"id":1,"more":1},{"id":2}]}';

it.each<Row>([
	{ of: 'read', body: '{"result":{"a":1},"status":200}', items: [{ a: 1 }] },
	{ of: 'read', body: '{"result":{"a":1}}', full: true, items: [{ result: { a: 1 } }] },
	{ of: 'read', body: '{"result":["x",2]}', items: [{ result: 'x' }, { result: 2 }] },
	{ of: 'read', body: '{"result":"text"}' },
	{ of: 'first', body: LIST, items: [{ id: 1 }] },
	{
		of: 'first',
		body: LIST,
		full: true,
		items: [{ requestId: 'r', result: [{ id: 1, more: 1 }] }],
	},
	{
		of: 'read',
		body: '{"result":{"headers":{"X-A":"b","n":1},"queryParams":[{"name":"k","value":"v"}],"header":"c"}}',
		items: [
			{
				headers: { 'X-A': '***', n: '***' },
				queryParams: [{ name: 'k', value: '***' }],
				header: 'c',
			},
		],
	},
	{
		of: 'raw',
		body: '{"result":{"headers":{"X-A":"b"}}}',
		items: [{ headers: { 'X-A': 'b' } }],
	},
	{ of: 'removal', body: ' \n', items: [{ deleted: true }] },
	{ of: 'removal', body: '{"status":200,"result":null}', items: [{ deleted: true }] },
	{ of: 'removal', body: '{"status":200}', full: true, items: [{ status: 200 }] },
	{ of: 'removal', body: '{}', full: true, items: [{ deleted: true }] },
	{ of: 'removal', body: '{"status":"ok","error":null}', items: [{ deleted: true }] },
	{ of: 'removal', body: '{"status":200,"error":""}', items: [{ deleted: true }] },
	{ of: 'removal', body: '{"status":403,"error":null}' },
	{ of: 'removal', body: '{"result":null,"error":"still in use"}' },
	{ of: 'removal', body: '{"result":{"id":"a"},"error":"still in use"}', full: true },
	{ of: 'confirmed', body: '{"error":"BAD"}', status: 204 },
	{ of: 'raw', body: '{"status":403,"error":"x"}', items: [{ status: 403, error: 'x' }] },
	{ of: 'removal', body: '[{"a":1}]' },
	{ of: 'raw', body: '{"result":[1]}', full: true, items: [{ result: [1] }] },
	{ of: 'raw', body: '[{"a":1},2]', items: [{ a: 1 }, { result: 2 }] },
	{ of: 'raw', body: '"ok"', items: [{ result: 'ok' }] },
	{ of: 'raw', body: 'null', full: true, items: [{ result: null }] },
	{ of: 'raw', body: 'up 1\n', type: 'text/plain', items: [{ data: 'up 1\n' }] },
	{ of: 'raw', body: '', type: 'text/html', items: [{ success: true }] },
	{ of: 'raw', body: '<p>Log in', type: 'text/plain' },
	{ of: 'raw', body: 'Log in', type: 'text/html' },
	{ of: 'confirmed', body: '', status: 204, items: [{}] },
	{ of: 'confirmed', body: '' },
])('outputs $items for $of: $body ($type, $status, full: $full)', async (row) => {
	const { of, body, type = 'application/json', status, full = false, items: expected } = row;
	const fields = { thingId: 'a', options: { fullResponse: full, maxRetries: 0 } };
	const operation = OPERATIONS[of];
	if (operation === undefined) throw new Error(`There is no operation ${of}`);
	const setup = { fields, respond: () => text(body, status, type) };
	const { items, error } = await execute(setup, { thing: { get: withOptions(operation) } });
	if (expected === undefined) {
		expect(shown(error).details).toMatchObject({ outcome: 'unknown' });
		return;
	}
	const withoutSummary = items.map(({ json }) => ({ ...json, summary: undefined }));
	expect([error, withoutSummary]).toEqual([undefined, expected]);
});

describe('resultOf', () => {
	function itemOf(body: object, isShared = false, method: HttpRequest['method'] = 'GET') {
		const planned = plannedItem({ method, path: '/x' }, { itemIndex: 3 });
		const success = {
			kind: 'success',
			body: { result: body },
			attempts: 1,
			...(isShared && { isShared }),
		} as const;
		const result = resultOf(fakeExecution(), planned, success);
		if ('error' in result) throw new Error(result.error.message);
		return result.items[0];
	}

	it("outputs a change's summary first, then the record's names", () => {
		const item = itemOf({ tags: [], name: 'Shop', id: 1 }, false, 'POST');
		expect(Object.keys(item?.json ?? {})).toEqual(['summary', 'name', 'tags', 'id']);
		expect(item?.pairedItem).toEqual({ item: 3 });
	});

	it.each([
		{ of: 'Full Response', parameters: { options: { fullResponse: true } }, path: ['result'] },
		{ of: 'Raw', parameters: { output: 'raw' }, path: [] },
	])("outputs a change's response unchanged with $of", ({ parameters, path }) => {
		const planned = plannedItem({ method: 'POST', path: '/x' }, { parameters });
		const choosesRaw = ({ output }: ParameterValues) => output === 'raw';
		const execution = fakeExecution({ operation: { ...GET, output: { choosesRaw } } });
		const body = { result: { id: 1, tags: [], name: 'Shop' } };
		const result = resultOf(execution, planned, { kind: 'success', body, attempts: 1 });
		const json = 'items' in result ? result.items[0]?.json : undefined;
		expect(Object.keys(json ?? {})).toEqual(path.length > 0 ? path : ['id', 'tags', 'name']);
	});

	it.each(['{"constructor":"a","deep":{"__proto__":{"b":1}}}', '{"deep":{"value":1}}'])(
		'copies a record that several items share: %s',
		(record) => {
			const body = JSON.parse(record) as Record<string, unknown>;
			expect(itemOf(body)?.json).toBe(body);
			const copy = itemOf(body, true)?.json;
			expect(JSON.stringify(copy)).toBe(record);
			expect(copy).not.toBe(body);
			expect(copy?.['deep']).not.toBe(body['deep']);
		},
	);
});

it("outputs a failure with n8n's error keys only", () => {
	const data = { message: 'm', outcome: 'refused', reason: 'notFound', attempts: 1 } as const;
	const input = plannedItem(REQUEST, { itemIndex: 2 });
	const known = { ...data, nextAction: 'fixInput' };
	const response = { httpCode: '404', requestId: 'r-1' };
	const output = outputItems(fakeExecution(), [
		[input, { error: { ...data, description: 'd' } }],
		[
			{ ...input, request: undefined, state: 'invalid' },
			{ error: { ...data, ...response, description: 'd' } },
		],
	]);
	const pairedItem = { item: 2 };
	expect(output).toEqual([
		{ json: { error: { ...known, target: 'GET /x' }, message: 'd' }, pairedItem },
		{ json: { error: { ...known, ...response }, message: 'd' }, pairedItem },
	]);
});

describe('outputItems', () => {
	const issues = [sentenceHint('Name holds sec-ret, which the API may refuse.')];
	const warnings = ['Name holds ***, which the API may refuse.'];
	const execution = fakeExecution({
		redactorFor: () => (shownText) => shownText.replaceAll('sec-ret', '***'),
	});
	const outputOf = (json: IDataObject[], parameters = {}, of = execution) => {
		const item = plannedItem(REQUEST, { issues, parameters });
		const items = json.map((each) => ({ json: each }));
		return outputItems(of, [[item, { items }]]).map((each) => Object.entries(each.json));
	};

	it.each([
		{
			place: "before a record's ID",
			json: { summary: 'Done', name: 'A', id: 1 },
			order: [0, 1, 3, 2],
		},
		{ place: "after a plan's summary", json: { summary: 'Do', dryRun: true }, order: [0, 2, 1] },
	])('adds warnings to the first item, $place', ({ json, order }) => {
		const entries = [...Object.entries(json), ['warnings', warnings]];
		expect(outputOf([json, { id: 2 }])).toEqual([
			order.map((index) => entries[index]),
			[['id', 2]],
		]);
	});

	it.each([
		['a key of the API', { warnings: 'theirs' }, {}, execution],
		[
			'Raw',
			{ id: 1 },
			{},
			{ ...execution, operation: { ...GET, output: { choosesRaw: () => true } } },
		],
		['Full Response', { id: 1 }, { options: { fullResponse: true } }, execution],
		[
			"the API's own output",
			{ id: 1 },
			{},
			{ ...execution, operation: { ...GET, output: { raw: true as const } } },
		],
	])("doesn't add a warning to %s", (_, json, parameters, of) => {
		expect(outputOf([json], parameters, of)).toEqual([Object.entries(json)]);
	});

	it("adds warnings to an error's data", () => {
		const item = plannedItem(REQUEST, { issues });
		const error = errorDetails('refused', 'refused', 'Refused.', 'Do it again.');
		const [output] = outputItems(execution, [[item, { error }]]);
		expect(output?.json).toEqual({
			error: expect.objectContaining({ warnings }) as unknown,
			message: 'Do it again.',
		});
	});
});
