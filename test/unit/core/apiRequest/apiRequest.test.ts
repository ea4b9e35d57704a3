import { apiRequestResource } from '../../../../nodes/core/apiRequest/apiRequest';
import type { Parameters } from '../../../../nodes/core/operation';
import { sentences } from '../../management/context';

const { send: OPERATION } = apiRequestResource({
	examplePath: '/v1/things',
	pathDescription: 'The path',
	ownOptions: [],
	variablesOf: () => ({}),
}).operations;
const CONTEXT = { credential: {}, startedAt: 0, timezone: 'UTC' };

function planOf(parameters: Parameters) {
	const { request, issues } = OPERATION.plan({ path: '/v1/things', ...parameters }, CONTEXT);
	return { request, issues: sentences(issues, OPERATION) };
}

const query = (...values: unknown[]): Parameters => ({ method: 'GET', query: { values } });

describe('the request', () => {
	it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('has the method %s', (method) => {
		expect(planOf({ method })).toEqual({ request: { method, path: '/v1/things' }, issues: [] });
	});

	it.each(['HEAD', 'get', '', undefined, '={{ $json.method }}'])(
		'refuses the method %j',
		(method) => {
			expect(planOf({ method }).issues).toEqual([
				'Method must be one of DELETE, GET, PATCH, POST, PUT.',
			]);
		},
	);

	it.each([
		['{ "name": "a", "none": null }', { name: 'a', none: null }],
		[{ name: 'a' }, { name: 'a' }],
		['{}', {}],
		['[{ "name": "a" }, 1]', [{ name: 'a' }, 1]],
		[
			['a', { b: null }],
			['a', { b: null }],
		],
		['[]', []],
		[[], []],
	])('has the body %j', (body, expected) => {
		expect(planOf({ method: 'POST', body })).toEqual({
			request: { method: 'POST', path: '/v1/things', body: expected },
			issues: [],
		});
	});

	it.each([undefined, null, '', ' '])('has no body where none was entered: %j', (body) => {
		const { request, issues } = planOf({ method: 'DELETE', body });
		expect(request).not.toHaveProperty('body');
		expect(issues).toEqual([]);
	});

	it.each(['{ "a": 1 }', []])('has no body with GET: %j', (body) => {
		expect(planOf({ method: 'GET', body }).request).not.toHaveProperty('body');
	});

	it.each(['{', '[1', '"text"', 5, [Number.NaN]])('refuses the body %j', (body) => {
		const { request, issues } = planOf({ method: 'POST', body });
		expect(request).not.toHaveProperty('body');
		expect(issues).toHaveLength(1);
		expect(issues[0]).toMatch(/^Body /);
	});

	it.each([
		[query(), ''],
		[query({ name: 'a', value: '1' }, { name: 'a', value: '' }), '?a=1&a='],
		[query({ name: 'a&b=', value: 'x y/z?#ü' }), '?a%26b%3D=x%20y%2Fz%3F%23%C3%BC'],
		[{ method: 'GET' }, ''],
	])('has the query of %j', (parameters, expected) => {
		expect(planOf(parameters)).toEqual({
			request: { method: 'GET', path: `/v1/things${expected}` },
			issues: [],
		});
	});

	it.each([
		[
			{ name: '', value: '1' },
			'Query Parameter 1, Name is empty. Enter a name, or remove the row.',
		],
		[{ name: 'a', value: {} }, 'Query Parameter 1, Value must be text.'],
		[
			{ name: 'a', value: '\ud800' },
			'Query Parameter 1, Value contains a broken Unicode character. Copy it again.',
		],
	])('refuses the query parameter %j', (row, expected) => {
		expect(planOf(query(row)).issues).toEqual([expected]);
	});

	it('names everything that is wrong at once', () => {
		const { issues } = planOf({ method: 'X', path: '..', body: '{', query: { values: [{}] } });
		expect(issues.map((issue) => issue.split(' ')[0])).toEqual(['Method', 'Path', 'Query', 'Body']);
	});
});

describe('the response', () => {
	it('is never sent again where its outcome is unknown', () => {
		expect(OPERATION.repeatable).toBeUndefined();
		expect(OPERATION.unknownOutcome?.[0]).toBe('The request may have been carried out');
	});

	it('advises to check the path where nothing was found', () => {
		expect(OPERATION.advice?.[404]).toMatch(/^Check the path\. /);
		expect(OPERATION.advice?.[400]).toBeUndefined();
	});

	it('may be empty', () => {
		expect(OPERATION.emptyResult?.({})).toEqual({ success: true });
	});
});
