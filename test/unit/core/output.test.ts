import { errorItem, resultOf, successBody } from '../../../nodes/core/execution/output';
import type { ItemResult } from '../../../nodes/core/execution/output';
import type { Api, Operation } from '../../../nodes/core/operation';
import { parseResponse } from '../../../nodes/core/http/response';
import { API, fakeExecution, GET, REMOVE } from './fakes';

function itemsIn(result: ItemResult) {
	if ('error' in result) throw new Error(result.error.message);
	return result.items;
}

function items(
	body: Record<string, unknown>,
	{
		operation = GET,
		fullResponse = false,
		api = API,
		parameters = {},
	}: {
		operation?: Operation;
		fullResponse?: boolean;
		api?: Api;
		parameters?: Record<string, unknown>;
	} = {},
) {
	const execution = fakeExecution({ api, operation });
	const item = {
		...{ itemIndex: 3, parameters: { ...parameters, options: { fullResponse } } },
		request: { method: 'GET', path: '/x' } as const,
	};
	const response = { status: 200, headers: {}, text: '', json: body };
	// What the engine does not take for a success is still read.
	const shown = successBody({ ...execution, operation: { isDone: () => true, ...operation } })(
		response,
	);
	if (shown === undefined) throw new Error('no success');
	const result = itemsIn(resultOf(execution, item, { kind: 'success', body: shown }, false));
	expect(result.map(({ pairedItem }) => pairedItem)).toEqual(result.map(() => ({ item: 3 })));
	return result.map(({ json }) => json);
}

describe('the items of a success', () => {
	const shaped: Operation = {
		...GET,
		select: (elements, { limit }) => elements.slice(0, Number(limit ?? 99)),
		shape: (element, { simplify }) => (simplify === true ? { id: element['id'] } : element),
	};

	it('outputs the object, or one item for each element', () => {
		expect(items({ result: { a: 1 }, status: 200 })).toEqual([{ a: 1 }]);
		expect(items({ result: [{ a: 1 }, { a: 2 }] })).toEqual([{ a: 1 }, { a: 2 }]);
		expect(items({ result: [] })).toEqual([]);
	});

	it('wraps elements that are no objects', () => {
		expect(items({ result: ['x', 2] })).toEqual([{ result: 'x' }, { result: 2 }]);
	});

	it('outputs the complete response of an arbitrary endpoint where it has no payload', () => {
		const emptyResult = () => ({ success: true });
		const raw: Operation = { ...GET, rawResponse: true, emptyResult };
		expect(items({ status: 200 }, { operation: raw })).toEqual([{ status: 200 }]);
		expect(items({}, { operation: raw })).toEqual([{ success: true }]);
	});

	it('outputs the full response of an arbitrary endpoint as it came', () => {
		const raw: Operation = { ...GET, rawResponse: true };
		const full = { operation: raw, fullResponse: true };
		expect(items({ result: [1, { a: 2 }] }, full)).toEqual([{ result: [1, { a: 2 }] }]);
		expect(items({ result: 'text' }, full)).toEqual([{ result: 'text' }]);
		expect(items({ result: [1, { a: 2 }] }, { operation: raw })).toEqual([{ result: 1 }, { a: 2 }]);
	});

	it('shapes the elements as the operation says', () => {
		const result = [
			{ id: 1, more: 1 },
			{ id: 2, more: 2 },
		];
		expect(
			items({ result }, { operation: shaped, parameters: { limit: 1, simplify: true } }),
		).toEqual([{ id: 1 }]);
	});

	it('outputs the complete response as one item, limited but not simplified', () => {
		const result = [
			{ id: 1, more: 1 },
			{ id: 2, more: 2 },
		];
		const setup = {
			operation: shaped,
			fullResponse: true,
			parameters: { limit: 1, simplify: true },
		};
		expect(items({ requestId: 'r', result }, setup)).toEqual([
			{ requestId: 'r', result: [{ id: 1, more: 1 }] },
		]);
		expect(items({ requestId: 'r', result: { id: 1, more: 1 } }, setup)).toEqual([
			{ requestId: 'r', result: { id: 1, more: 1 } },
		]);
	});

	it('outputs what represents success where there is no payload', () => {
		expect(items({}, { operation: REMOVE })).toEqual([{ deleted: true }]);
		expect(items({ status: 200 }, { operation: REMOVE })).toEqual([{ deleted: true }]);
		expect(items({ status: 200, result: null }, { operation: REMOVE })).toEqual([
			{ deleted: true },
		]);
		const fullResponse = true;
		expect(items({ status: 200 }, { operation: REMOVE, fullResponse })).toEqual([{ status: 200 }]);
		expect(items({}, { operation: REMOVE, fullResponse })).toEqual([{ deleted: true }]);
	});

	it('outputs the complete response where an operation has neither payload nor a replacement for it', () => {
		expect(items({ status: 200 })).toEqual([{ status: 200 }]);
	});
});

describe('items that represent something else', () => {
	it('a failure has only members that n8n takes for an error', () => {
		const data = { message: 'm', outcome: 'refused', reason: 'notFound', attempts: 1 } as const;
		const execution = fakeExecution();
		const input = { itemIndex: 2, parameters: {}, request: { method: 'GET', path: '/x' } } as const;
		const shown = { ...data, nextAction: 'fixInput', target: 'GET /x' };
		expect(errorItem(execution, input, { ...data, description: 'd' })).toEqual({
			json: { error: shown, message: 'd' },
			pairedItem: { item: 2 },
		});
		const response = { httpCode: '404', requestId: 'r-1' };
		const details = { ...data, ...response, description: 'd' };
		expect(errorItem(execution, { ...input, request: undefined }, details).json).toEqual({
			error: { ...data, nextAction: 'fixInput', ...response },
			message: 'd',
		});
	});
});

describe('successBody', () => {
	const read = (json: Record<string, unknown> | undefined, text = '', operation: Operation = GET) =>
		successBody({ api: API, operation, credential: {} })({
			status: 200,
			headers: {},
			text,
			...(json && { json }),
		});

	it('is one with a payload, an object or a list', () => {
		expect(read({ result: {} })).toEqual({ result: {} });
		expect(read({ result: [] })).toEqual({ result: [] });
		for (const json of [{ result: null }, { result: 'text' }, {}]) {
			expect(read(json)).toBeUndefined();
		}
	});

	it('has JSON or nothing, for an operation whose success carries no payload', () => {
		expect(read({ status: 200 }, '', REMOVE)).toEqual({ status: 200 });
		expect(read(undefined, ' \n', REMOVE)).toEqual({});
		expect(read(undefined, '<p>hi', REMOVE)).toBeUndefined();
	});
});

describe('successBody of an operation whose response is output as it came', () => {
	const raw: Operation = { ...REMOVE, rawResponse: true };
	const read = (body: string, type: string, operation = raw) =>
		successBody({ api: API, operation, credential: {} })(
			parseResponse({ status: 200, headers: { 'content-type': type }, body }),
		);

	it('has a list as payload', () => {
		expect(read('[{"a":1},2]', 'application/json')).toEqual({ result: [{ a: 1 }, 2] });
		expect(read('[]', 'application/json')).toEqual({ result: [] });
		expect(read('[{"a":1}]', 'application/json', REMOVE)).toBeUndefined();
		expect(read('[{"a":1}]', 'application/json', GET)).toBeUndefined();
	});

	it.each([true, 'ok', 12, null])('has the single value %j as payload', (value) => {
		const body = JSON.stringify(value);
		expect(read(body, 'application/json')).toEqual({ result: value });
		expect(read(body, 'application/json', REMOVE)).toBeUndefined();
		expect(read(body, 'application/json', GET)).toBeUndefined();
	});

	it('has plain text', () => {
		expect(read('up 1\n', 'text/plain')).toEqual({ data: 'up 1\n' });
		expect(read('up 1', 'text/plain', REMOVE)).toBeUndefined();
	});

	it('also has objects and empty bodies', () => {
		expect(read('{"a":1}', 'text/plain')).toEqual({ a: 1 });
		expect(read('', 'text/html')).toEqual({});
	});

	it.each([
		['<p>Log in', 'text/plain'],
		['Log in', 'text/html'],
		['{"result":', 'application/json'],
		['[{"id":', 'application/json'],
	])('is none for %j as %s', (body, type) => {
		expect(read(body, type)).toBeUndefined();
	});
});

describe('successBody of an operation that may be done without a payload', () => {
	const operation = {
		isDone: ({ status }: Record<string, unknown>, http: number) => status === 200 || http === 204,
	};
	const read = (json?: Record<string, unknown>, status = 200, text = '') =>
		successBody({ api: API, operation, credential: {} })({
			...{ status, headers: {}, text },
			...(json && { json }),
		});

	it('asks the operation', () => {
		expect(read({ status: 200 })).toEqual({ status: 200 });
		expect(read({ result: {} })).toEqual({ result: {} });
		expect([read({ status: 201 }), read()]).toEqual([undefined, undefined]);
	});

	it('asks it without a body as well, but not with another text', () => {
		expect(read(undefined, 204)).toEqual({});
		expect(read(undefined, 204, '<p>Log in')).toBeUndefined();
	});
});

describe('what items share', () => {
	const item = { itemIndex: 0, parameters: {}, request: { method: 'GET', path: '/x' } as const };
	const execution = fakeExecution();
	const body = { result: { deep: { value: 1 } } };

	it('is copied with members that n8n’s own copy drops', () => {
		const result: unknown = JSON.parse('{"constructor": "a", "deep": {"__proto__": {"b": 1}}}');
		const success = { kind: 'success', body: { result } } as const;
		const [shared] = itemsIn(resultOf(execution, item, success, true));
		expect(JSON.stringify(shared?.json)).toBe(JSON.stringify(result));
	});

	it('is copied, so that no item changes that of another', () => {
		const [shared] = itemsIn(resultOf(execution, item, { kind: 'success', body }, true));
		expect(shared?.json).toEqual(body.result);
		expect(shared?.json).not.toBe(body.result);
		expect(shared?.json['deep']).not.toBe(body.result.deep);
		const [own] = itemsIn(resultOf(execution, item, { kind: 'success', body }, false));
		expect(own?.json).toBe(body.result);
	});
});
