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
	const emptyResult = () => ({ success: true });
	const two = [
		{ id: 1, more: 1 },
		{ id: 2, more: 2 },
	];
	const list = { result: [1, { a: 2 }] };

	it.each<[object, Operation, boolean, unknown[]]>([
		[{ result: { a: 1 }, status: 200 }, GET, false, [{ a: 1 }]],
		[{ result: [{ a: 1 }, { a: 2 }] }, GET, false, [{ a: 1 }, { a: 2 }]],
		[{ result: [] }, GET, false, []],
		[{ result: ['x', 2] }, GET, false, [{ result: 'x' }, { result: 2 }]],
		[{ status: 200 }, { ...RAW, emptyResult }, false, [{ status: 200 }]],
		[{}, { ...RAW, emptyResult }, false, [{ success: true }]],
		[list, RAW, false, [{ result: 1 }, { a: 2 }]],
		[list, RAW, true, [list]],
		[{ result: 'text' }, RAW, true, [{ result: 'text' }]],
		[{ result: two }, SHAPED, false, [{ id: 1 }]],
		[{ requestId: 'r', result: two }, SHAPED, true, [{ requestId: 'r', result: two.slice(0, 1) }]],
		[{ result: { id: 1, more: 1 } }, SHAPED, true, [{ result: { id: 1, more: 1 } }]],
		[{}, REMOVE, false, [{ deleted: true }]],
		[{ status: 200 }, REMOVE, false, [{ deleted: true }]],
		[{ status: 200, result: null }, REMOVE, false, [{ deleted: true }]],
		[{ status: 200 }, REMOVE, true, [{ status: 200 }]],
		[{}, REMOVE, true, [{ deleted: true }]],
		[{ status: 200 }, GET, false, [{ status: 200 }]],
	])('%j of %j, the full response: %j', (body, operation, fullResponse, expected) => {
		const parameters = { limit: 1, options: { fullResponse } };
		const item = { itemIndex: 3, parameters, request: REQUEST };
		const success = { kind: 'success', body: { ...body }, attempts: 1 } as const;
		const items = itemsIn(resultOf(fakeExecution({ operation }), item, success, false));
		expect(items).toEqual(expected.map((json) => ({ json, pairedItem: { item: 3 } })));
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
			...{ error: { ...shown, ...response }, message: 'd' },
		});
	});
});

describe('successBody', () => {
	const none = (body: string): [string, undefined] => [body, undefined];
	const JSON_TYPE = 'application/json';
	const read = (body: string, operation: Operation, type = JSON_TYPE, status = 200) =>
		successBody({ api: API, operation, credential: {} })(
			parseResponse({ status, headers: { 'content-type': type }, body }),
		);

	it.each<[string, object | undefined]>([
		['{"result":{}}', { result: {} }],
		['{"result":[]}', { result: [] }],
		...['{"result":null}', '{"result":"text"}', '{}', '[{"a":1}]', '12'].map(none),
	])('reads a payload, an object or a list: %s', (body, expected) => {
		expect(read(body, GET)).toEqual(expected);
	});

	it.each<[string, object | undefined]>([
		['{"status":200}', { status: 200 }],
		[' \n', {}],
		...['<p>hi', '[{"a":1}]', '12', 'up 1'].map(none),
	])('accepts no payload, JSON or nothing: %j', (body, expected) => {
		expect(read(body, REMOVE)).toEqual(expected);
	});

	it.each<[string, string, object | undefined]>([
		['{"a":1}', 'text/plain', { a: 1 }],
		['', 'text/html', {}],
		['[{"a":1},2]', JSON_TYPE, { result: [{ a: 1 }, 2] }],
		['[]', JSON_TYPE, { result: [] }],
		['true', JSON_TYPE, { result: true }],
		['"ok"', JSON_TYPE, { result: 'ok' }],
		['12', JSON_TYPE, { result: 12 }],
		['null', JSON_TYPE, { result: null }],
		['up 1\n', 'text/plain', { data: 'up 1\n' }],
		['<p>Log in', 'text/plain', undefined],
		['Log in', 'text/html', undefined],
		['{"result":', JSON_TYPE, undefined],
		['[{"id":', JSON_TYPE, undefined],
	])('is unchanged: %j of %s', (body, type, expected) => {
		expect(read(body, { ...REMOVE, unredacted: true }, type)).toEqual(expected);
	});

	it.each<[string, number, object | undefined]>([
		['{"status":200}', 200, { status: 200 }],
		['{"result":{}}', 200, { result: {} }],
		['', 204, {}],
		['{"status":201}', 200, undefined],
		['', 200, undefined],
		['<p>Log in', 204, undefined],
	])(
		'accepts a missing payload if the operation may succeed without one: %j, %d',
		(body, status, expected) => {
			expect(read(body, DONE, JSON_TYPE, status)).toEqual(expected);
		},
	);
});
