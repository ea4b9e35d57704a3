import { errorItem, successItems } from '../../../nodes/core/output';
import type { Api, Operation } from '../../../nodes/core/operation';
import { API, CREDENTIAL, GET, REMOVE } from './fakes';

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
	const context = { api, operation, credential: CREDENTIAL, startedAt: 0, timezone: 'UTC' };
	const result = successItems(body, 3, { ...parameters, options: { fullResponse } }, context);
	expect(result.map(({ pairedItem }) => pairedItem)).toEqual(result.map(() => ({ item: 3 })));
	return result.map(({ json }) => json);
}

describe('successItems', () => {
	const shaped: Operation = {
		...GET,
		select: (elements, { limit }) => elements.slice(0, Number(limit ?? 99)),
		shape: (element, { simplify }) => (simplify === true ? { id: element['id'] } : element),
	};

	it('gives the object, or one item for each element', () => {
		expect(items({ result: { a: 1 }, status: 200 })).toEqual([{ a: 1 }]);
		expect(items({ result: [{ a: 1 }, { a: 2 }] })).toEqual([{ a: 1 }, { a: 2 }]);
		expect(items({ result: [] })).toEqual([]);
	});

	it('wraps elements that are no objects', () => {
		expect(items({ result: ['x', 2] })).toEqual([{ result: 'x' }, { result: 2 }]);
	});

	it('outputs the response of an arbitrary endpoint as it is', () => {
		const emptyResult = () => ({ success: true });
		const raw: Operation = { ...GET, rawResponse: true, emptyResult };
		const renaming: Api = { ...API, toNeutral: () => ({ result: 'renamed' }) };
		const secrets = { credentials: { password: 'p' } };
		expect(items({ result: secrets }, { operation: raw, api: renaming })).toEqual([secrets]);
		expect(items({ status: 200 }, { operation: raw })).toEqual([{ status: 200 }]);
		expect(items({}, { operation: raw })).toEqual([{ success: true }]);
		const full = { operation: raw, fullResponse: true };
		expect(items({ result: secrets, status: 200 }, full)).toEqual([
			{ result: secrets, status: 200 },
		]);
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

	it('gives the whole response as one item, limited but not simplified', () => {
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

	it('gives what stands for success where there is no payload', () => {
		expect(items({}, { operation: REMOVE })).toEqual([{ deleted: true }]);
		expect(items({ status: 200 }, { operation: REMOVE })).toEqual([{ deleted: true }]);
		expect(items({ status: 200, result: null }, { operation: REMOVE })).toEqual([
			{ deleted: true },
		]);
		const fullResponse = true;
		expect(items({ status: 200 }, { operation: REMOVE, fullResponse })).toEqual([{ status: 200 }]);
		expect(items({}, { operation: REMOVE, fullResponse })).toEqual([{ deleted: true }]);
	});

	it('gives the whole response where an operation has neither payload nor a stand-in', () => {
		expect(items({ status: 200 })).toEqual([{ status: 200 }]);
	});

	it('returns the response in the neutral spelling, and redacts it', () => {
		const api: Api = { ...API, toNeutral: ({ result }) => ({ result: { neutral: result } }) };
		expect(items({ result: { credentials: 's', uri: 'u:s3cret@h' } }, { api })).toEqual([
			{ neutral: { credentials: '***', uri: 'u:s3cret@h' } },
		]);
	});
});

describe('items that stand for something else', () => {
	it('a failure has only members that n8n takes for an error', () => {
		const data = { message: 'm', outcome: 'refused', reason: 'notFound', attempts: 1 } as const;
		expect(errorItem({ ...data, description: 'd' }, 2)).toEqual({
			json: { error: data, message: 'd' },
			pairedItem: { item: 2 },
		});
		const response = { httpCode: '404', requestId: 'r-1' };
		expect(errorItem({ ...data, ...response, description: 'd' }, 2).json).toEqual({
			error: { ...data, ...response },
			message: 'd',
		});
	});
});
