import { errorItem, shownOutcome, successItems } from '../../../nodes/core/output';
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
	const context = { api, operation, startedAt: 0, timezone: 'UTC' };
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

	it('outputs the whole response of an arbitrary endpoint where it has no payload', () => {
		const emptyResult = () => ({ success: true });
		const raw: Operation = { ...GET, rawResponse: true, emptyResult };
		expect(items({ status: 200 }, { operation: raw })).toEqual([{ status: 200 }]);
		expect(items({}, { operation: raw })).toEqual([{ success: true }]);
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
});

describe('shownOutcome', () => {
	const body = { result: { credentials: 's', uri: 'u:s3cret@h' } };

	function shown(operation: Operation, toNeutral: Api['toNeutral']) {
		const api = { ...API, toNeutral };
		const { request } = operation.plan({}, { credential: {}, startedAt: 0, timezone: 'UTC' });
		const redactorFor = () => (text: string) => text;
		const execution = { api, operation, credential: CREDENTIAL, redactorFor };
		return shownOutcome(execution, request, { body });
	}

	it('has the neutral spelling, and is redacted', () => {
		expect(shown(GET, ({ result }) => ({ result: { neutral: result } }))).toEqual({
			body: { result: { neutral: { credentials: '***', uri: 'u:s3cret@h' } } },
		});
	});

	it('is that of an arbitrary endpoint as it is', () => {
		const renamed = () => ({ result: 'renamed' });
		expect(shown({ ...GET, rawResponse: true }, renamed)).toEqual({ body });
	});

	it('is unknown where the response cannot be read', () => {
		const thrown = (): never => {
			throw new Error('canary/secret');
		};
		expect(shown(REMOVE, thrown)).toMatchObject({ error: { outcome: 'unknown' } });
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
