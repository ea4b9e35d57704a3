import type { ItemResult, Operation } from '../../../nodes/engine/operation';
import { errorItem, resultOf, successBody } from '../../../nodes/engine/output/output';
import { parseResponse } from '../../../nodes/engine/http/response';
import { API, fakeExecution, GET, REMOVE } from './fakes';

const REQUEST = { method: 'GET', path: '/x' } as const;
const RAW: Operation = { ...GET, unredacted: true };
const DONE: Operation = {
	...GET,
	isDone: ({ status }, http) => status === 200 || http === 204,
};
const SHAPED: Operation = {
	...GET,
	select: (elements, { limit }) => elements.slice(0, Number(limit)),
	shape: ({ id }) => ({ id }),
};

function itemsIn(result: ItemResult) {
	if ('error' in result) throw new Error(result.error.message);
	return result.items;
}

describe('the items of a success', () => {
	const OPERATIONS = {
		read: GET,
		deletion: REMOVE,
		'first one, by its ID': SHAPED,
		'raw call': { ...RAW, emptyResult: () => ({ success: true }) },
	};

	it.each<{ of: keyof typeof OPERATIONS; body: object; full?: true; items: unknown[] }>([
		{ of: 'read', body: { result: { a: 1 }, status: 200 }, items: [{ a: 1 }] },
		{ of: 'read', body: { result: [] }, items: [] },
		{ of: 'read', body: { result: ['x', 2] }, items: [{ result: 'x' }, { result: 2 }] },
		{ of: 'read', body: { status: 200 }, items: [{ status: 200 }] },
		{ of: 'raw call', body: {}, items: [{ success: true }] },
		{ of: 'raw call', body: { result: [1, { a: 2 }] }, items: [{ result: 1 }, { a: 2 }] },
		{ of: 'raw call', body: { result: [1] }, full: true, items: [{ result: [1] }] },
		{
			of: 'first one, by its ID',
			body: { result: [{ id: 1, more: 1 }, { id: 2 }] },
			items: [{ id: 1 }],
		},
		{
			of: 'first one, by its ID',
			body: { requestId: 'r', result: [{ id: 1, more: 1 }, { id: 2 }] },
			full: true,
			items: [{ requestId: 'r', result: [{ id: 1, more: 1 }] }],
		},
		{ of: 'deletion', body: {}, items: [{ deleted: true }] },
		{ of: 'deletion', body: { status: 200, result: null }, items: [{ deleted: true }] },
		{ of: 'deletion', body: { status: 200 }, full: true, items: [{ status: 200 }] },
		{ of: 'deletion', body: {}, full: true, items: [{ deleted: true }] },
	])('of a $of are, for the body $body (full response: $full), $items', (example) => {
		const parameters = { limit: 1, options: { fullResponse: example.full ?? false } };
		const item = { itemIndex: 3, parameters, request: REQUEST };
		const success = { kind: 'success', body: { ...example.body }, attempts: 1 } as const;
		const execution = fakeExecution({ operation: OPERATIONS[example.of] });
		const items = itemsIn(resultOf(execution, item, success, false));
		expect(items).toEqual(example.items.map((json) => ({ json, pairedItem: { item: 3 } })));
	});

	it('starts with the summary of a change, then with what the record is called', () => {
		const item = { itemIndex: 0, parameters: {}, request: { ...REQUEST, method: 'POST' } } as const;
		const body = { result: { tags: [], name: 'Shop', id: 1 } };
		const success = { kind: 'success', body, attempts: 1 } as const;
		const [one] = itemsIn(resultOf(fakeExecution(), item, success, false));
		expect(Object.keys(one?.json ?? {})).toEqual(['summary', 'id', 'name', 'tags']);
	});

	it.each(['{"constructor": "a", "deep": {"__proto__": {"b": 1}}}', '{"deep": {"value": 1}}'])(
		'is copied if several items have it, with all its keys: %s',
		(text) => {
			const body = { result: JSON.parse(text) as Record<string, unknown> };
			const item = { itemIndex: 0, parameters: {}, request: REQUEST };
			const success = { kind: 'success', body, attempts: 1 } as const;
			const of = (isShared: boolean) =>
				itemsIn(resultOf(fakeExecution(), item, success, isShared))[0]?.json;
			expect(of(false)).toBe(body.result);
			expect(JSON.stringify(of(true))).toBe(JSON.stringify(body.result));
			expect(of(true)).not.toBe(body.result);
			expect(of(true)?.['deep']).not.toBe(body.result['deep']);
		},
	);
});

describe('the item of a failure', () => {
	it('has only keys that n8n treats as an error', () => {
		const data = { message: 'm', outcome: 'refused', reason: 'notFound', attempts: 1 } as const;
		const input = { itemIndex: 2, parameters: {}, request: REQUEST };
		const shown = { ...data, nextAction: 'fixInput' };
		expect(errorItem(fakeExecution(), input, { ...data, description: 'd' })).toEqual({
			json: { error: { ...shown, target: 'GET /x' }, message: 'd' },
			pairedItem: { item: 2 },
		});
		const response = { httpCode: '404', requestId: 'r-1' };
		const details = { ...data, ...response, description: 'd' };
		expect(errorItem(fakeExecution(), { ...input, request: undefined }, details).json).toEqual({
			error: { ...shown, ...response },
			message: 'd',
		});
	});
});

describe('successBody', () => {
	const JSON_TYPE = 'application/json';
	const read = (body: string, operation: Operation, type = JSON_TYPE, status = 200) =>
		successBody({ api: API, operation, credential: {} })(
			parseResponse({ status, headers: { 'content-type': type }, body }),
		);

	it.each(['{"result":{}}', '{"result":[]}'])('reads a payload: %s', (body) => {
		expect(read(body, GET)).toEqual(JSON.parse(body));
	});

	it.each(['{"result":null}', '{"result":"text"}', '{}', '[{"a":1}]', '12'])(
		'refuses a body without a payload that is an object or a list: %s',
		(body) => {
			expect(read(body, GET)).toBeUndefined();
		},
	);

	it('reads a deletion without a payload, or without any body', () => {
		expect(read('{"status":200}', REMOVE)).toEqual({ status: 200 });
		expect(read(' \n', REMOVE)).toEqual({});
	});

	it.each(['<p>hi', '[{"a":1}]', '12', 'up 1'])('refuses a deletion with the body %s', (body) => {
		expect(read(body, REMOVE)).toBeUndefined();
	});

	it.each<{ body: string; type: string; expected: object | undefined }>([
		{ body: '{"a":1}', type: 'text/plain', expected: { a: 1 } },
		{ body: '', type: 'text/html', expected: {} },
		{ body: '[{"a":1},2]', type: JSON_TYPE, expected: { result: [{ a: 1 }, 2] } },
		{ body: '"ok"', type: JSON_TYPE, expected: { result: 'ok' } },
		{ body: 'null', type: JSON_TYPE, expected: { result: null } },
		{ body: 'up 1\n', type: 'text/plain', expected: { data: 'up 1\n' } },
		{ body: '<p>Log in', type: 'text/plain', expected: undefined },
		{ body: 'Log in', type: 'text/html', expected: undefined },
		{ body: '{"result":', type: JSON_TYPE, expected: undefined },
	])('of a raw call takes $body of $type for $expected', ({ body, type, expected }) => {
		expect(read(body, { ...REMOVE, unredacted: true }, type)).toEqual(expected);
	});

	it.each<{ body: string; status: number; expected: object | undefined }>([
		{ body: '{"status":200}', status: 200, expected: { status: 200 } },
		{ body: '{"result":{}}', status: 200, expected: { result: {} } },
		{ body: '', status: 204, expected: {} },
		{ body: '', status: 200, expected: undefined },
		{ body: '<p>Log in', status: 204, expected: undefined },
	])(
		'takes $body with status $status for $expected if its operation knows what is done',
		(example) => {
			expect(read(example.body, DONE, JSON_TYPE, example.status)).toEqual(example.expected);
		},
	);
});
